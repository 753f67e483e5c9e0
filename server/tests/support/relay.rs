//! A relay to a server that can be redirected, frozen or cut while in use.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

use super::pebble::free_listener;

/// What happens to traffic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It goes to this server.
    To(SocketAddr),
    /// Connections stay open and new ones are accepted, but nothing gets through.
    Frozen,
    /// Connections are closed, and new ones refused.
    Cut,
}

#[derive(Clone, Copy, Debug)]
struct State {
    way: Way,
    /// The number of connections so far.
    made: u64,
    /// How many of these stay frozen until they are closed.
    stranded: u64,
}

/// Listens on loopback and forwards bytes in both directions.
#[derive(Debug)]
pub struct Relay {
    pub address: SocketAddr,
    state: Arc<watch::Sender<State>>,
    listening: JoinHandle<()>,
}

impl Relay {
    /// To `target`.
    pub async fn to(target: SocketAddr) -> Self {
        // Outside of those that the system gives away: nobody gets it by chance while it is cut.
        let listener = free_listener();
        listener.set_nonblocking(true).unwrap();
        let listener = TcpListener::from_std(listener).unwrap();
        let address = listener.local_addr().unwrap();
        let state = State {
            way: Way::To(target),
            made: 0,
            stranded: 0,
        };
        let state = Arc::new(watch::Sender::new(state));
        let listening = tokio::spawn(listen(listener, state.clone()));
        Self {
            address,
            state,
            listening,
        }
    }

    /// Forwards to `target`, closing connections to anywhere else.
    pub fn lead_to(&self, target: SocketAddr) {
        self.go(Way::To(target));
    }

    /// Lets nothing through until [`Relay::lead_to`].
    pub fn freeze(&self) {
        self.go(Way::Frozen);
    }

    /// Closes all connections and refuses new ones until [`Relay::lead_to`].
    pub fn cut(&self) {
        self.go(Way::Cut);
    }

    /// Lets nothing through on existing connections, as if something on the way had forgotten them.
    pub fn strand(&self) {
        self.state.send_modify(|state| state.stranded = state.made);
    }

    fn go(&self, way: Way) {
        self.state.send_modify(|state| state.way = way);
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, state: Arc<watch::Sender<State>>) {
    let address = listener.local_addr().unwrap();
    let mut listener = Some(listener);
    let mut changes = state.subscribe();
    loop {
        let way = changes.borrow_and_update().way;
        if way == Way::Cut {
            listener = None;
            changes.changed().await.unwrap();
            continue;
        }
        let open = match listener.take() {
            Some(open) => open,
            None => listen_again(address).await,
        };
        let accepted = tokio::select! {
            accepted = open.accept() => Some(accepted.unwrap().0),
            _ = changes.changed() => None,
        };
        listener = Some(open);
        if let Some(stream) = accepted {
            state.send_modify(|state| state.made += 1);
            let number = state.borrow().made;
            tokio::spawn(pass(stream, number, state.subscribe()));
        }
    }
}

async fn listen_again(address: SocketAddr) -> TcpListener {
    loop {
        match TcpListener::bind(address).await {
            Ok(listener) => return listener,
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

/// Forwards bytes until the target changes.
async fn pass(mut client: TcpStream, number: u64, mut states: watch::Receiver<State>) {
    let open = states.wait_for(|state| state.way != Way::Frozen).await;
    let Ok(Way::To(target)) = open.map(|state| state.way) else {
        return;
    };
    let Ok(mut server) = TcpStream::connect(target).await else {
        return;
    };
    let (mut up, mut down) = ([0; 1 << 14], [0; 1 << 14]);
    loop {
        let state = *states.borrow_and_update();
        let is_frozen = state.way == Way::Frozen || number <= state.stranded;
        if state.way == Way::Cut || (state.way != Way::To(target) && !is_frozen) {
            return;
        }
        let passed = tokio::select! {
            read = client.read(&mut up), if !is_frozen => match read {
                Ok(read @ 1..) => server.write_all(&up[..read]).await,
                _ => return,
            },
            read = server.read(&mut down), if !is_frozen => match read {
                Ok(read @ 1..) => client.write_all(&down[..read]).await,
                _ => return,
            },
            changed = states.changed() => match changed {
                Ok(()) => Ok(()),
                Err(_) => return,
            },
        };
        if passed.is_err() {
            return;
        }
    }
}
