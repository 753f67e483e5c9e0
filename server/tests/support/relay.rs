//! A way to a server that can be led elsewhere while programs use it.

use std::{net::SocketAddr, sync::Arc};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};

/// What becomes of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// They reach this server.
    To(SocketAddr),
}

/// Listens on loopback and passes bytes on, both ways.
#[derive(Debug)]
pub struct Relay {
    pub address: SocketAddr,
    way: Arc<watch::Sender<Way>>,
    listening: JoinHandle<()>,
}

impl Relay {
    /// To `target`.
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let way = Arc::new(watch::Sender::new(Way::To(target)));
        let listening = tokio::spawn(listen(listener, way.clone()));
        Self {
            address,
            way,
            listening,
        }
    }

    /// Cuts all connections; new ones reach `target`.
    pub fn lead_to(&self, target: SocketAddr) {
        self.way.send_replace(Way::To(target));
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn listen(listener: TcpListener, way: Arc<watch::Sender<Way>>) {
    let mut changes = way.subscribe();
    loop {
        changes.mark_unchanged();
        let accepted = tokio::select! {
            accepted = listener.accept() => Some(accepted.unwrap().0),
            _ = changes.changed() => None,
        };
        if let Some(stream) = accepted {
            tokio::spawn(pass(stream, way.subscribe()));
        }
    }
}

/// Passes bytes until the way leads to another place.
async fn pass(mut client: TcpStream, mut way: watch::Receiver<Way>) {
    let Way::To(target) = *way.borrow();
    let Ok(mut server) = TcpStream::connect(target).await else {
        return;
    };
    let (mut up, mut down) = ([0; 1 << 14], [0; 1 << 14]);
    loop {
        if *way.borrow_and_update() != Way::To(target) {
            return;
        }
        let passed = tokio::select! {
            read = client.read(&mut up) => match read {
                Ok(read @ 1..) => server.write_all(&up[..read]).await,
                _ => return,
            },
            read = server.read(&mut down) => match read {
                Ok(read @ 1..) => client.write_all(&down[..read]).await,
                _ => return,
            },
            _ = way.changed() => Ok(()),
        };
        if passed.is_err() {
            return;
        }
    }
}
