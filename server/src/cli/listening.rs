//! The server's sockets: taken before anything is written, and open to connections only when the server can answer.

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpSocket, UnixListener};

use super::unix_socket;
use crate::{
    http::Listener,
    platform::{
        data_folder::DataFolder,
        error::{Error, Result},
        settings::{Listen, Settings, TlsSource},
    },
};

/// Connections that the system holds until they are accepted.
const BACKLOG: u32 = 1024;

/// An address that is ours, but doesn't take connections yet.
#[derive(Debug)]
pub(super) struct Reserved {
    address: Listen,
    socket: Socket,
    purpose: Purpose,
}

#[derive(Debug)]
enum Socket {
    /// Bound by us.
    Own(TcpSocket),
    /// Handed over by systemd, which keeps it open while servers come and go.
    HandedOver(std::net::TcpListener),
    HandedOverUnix(std::os::unix::net::UnixListener),
    /// Made when connections are taken: a Unix socket can't be bound without taking them.
    Unix {
        path: PathBuf,
        mode: u32,
    },
}

/// What a socket is for, as messages and settings name it.
#[derive(Clone, Copy, Debug)]
struct Purpose {
    words: &'static str,
    setting: &'static str,
}

const MAIN: Purpose = Purpose {
    words: "",
    setting: "TOWNPERK_LISTEN",
};

const PLAIN_HTTP: Purpose = Purpose {
    words: " for plain HTTP",
    setting: "TOWNPERK_HTTP_LISTEN",
};

impl Reserved {
    /// Takes the socket that systemd handed over, else binds the configured address. With HTTPS of the server's own, a
    /// second socket from systemd is for plain HTTP.
    pub(super) fn take(settings: &Settings) -> Result<(Self, Option<Self>)> {
        let mut handed_over = ListenFd::from_env();
        let wanted = if settings.tls == TlsSource::Off { 1 } else { 2 };
        if handed_over.len() > wanted {
            tracing::warn!(
                used = wanted,
                "systemd handed over more sockets than are used"
            );
        }
        if let Some(main) = Self::handed_over(&mut handed_over, 0)? {
            let plain = match wanted {
                1 => None,
                _ => Self::handed_over(&mut handed_over, 1)?,
            };
            return Ok((main, plain));
        }
        let main = match &settings.listen {
            Listen::Network(address) => Self::bound(*address, MAIN)?,
            Listen::Socket(path) => {
                unix_socket::refuse_used(path)
                    .map_err(|error| refused(&error, &settings.listen, MAIN))?;
                let (path, mode) = (path.clone(), settings.socket_mode()?);
                Self {
                    address: settings.listen.clone(),
                    socket: Socket::Unix { path, mode },
                    purpose: MAIN,
                }
            }
        };
        Ok((main, None))
    }

    fn handed_over(sockets: &mut ListenFd, index: usize) -> Result<Option<Self>> {
        let unusable = |error: io::Error| {
            Error::Setup(format!(
                "the socket that systemd handed over can't be used: {error}. It must be a stream socket: ListenStream=443, or with a path, and Accept=no"
            ))
        };
        if index >= sockets.len() {
            return Ok(None);
        }
        let (address, socket) = match sockets.take_tcp_listener(index) {
            Ok(None) => return Ok(None),
            Ok(Some(listener)) => {
                let address = listener.local_addr().map_err(unusable)?;
                listener.set_nonblocking(true).map_err(unusable)?;
                (Listen::Network(address), Socket::HandedOver(listener))
            }
            Err(error) => {
                let Ok(Some(listener)) = sockets.take_unix_listener(index) else {
                    return Err(unusable(error));
                };
                listener.set_nonblocking(true).map_err(unusable)?;
                let address = listener.local_addr().map_err(unusable)?;
                let path = address.as_pathname().unwrap_or(Path::new("unnamed"));
                (
                    Listen::Socket(path.to_owned()),
                    Socket::HandedOverUnix(listener),
                )
            }
        };
        Ok(Some(Self {
            address,
            socket,
            purpose: if index == 0 { MAIN } else { PLAIN_HTTP },
        }))
    }

    /// Binds `address` for plain HTTP.
    pub(super) fn plain_http(address: SocketAddr) -> Result<Self> {
        Self::bound(address, PLAIN_HTTP)
    }

    fn bound(address: SocketAddr, purpose: Purpose) -> Result<Self> {
        let (socket, address) =
            bind(address).map_err(|error| refused(&error, &Listen::Network(address), purpose))?;
        Ok(Self {
            address: Listen::Network(address),
            socket: Socket::Own(socket),
            purpose,
        })
    }

    /// The address, with the port that the system chose for port 0.
    pub(super) fn address(&self) -> &Listen {
        &self.address
    }

    /// Takes connections from now on.
    pub(super) fn listen(self) -> Result<Listener> {
        let listener = match self.socket {
            Socket::Own(socket) => socket.listen(BACKLOG).map(Listener::Tcp),
            Socket::HandedOver(listener) => TcpListener::from_std(listener).map(Listener::Tcp),
            Socket::HandedOverUnix(listener) => {
                UnixListener::from_std(listener).map(Listener::Unix)
            }
            Socket::Unix { path, mode } => unix_socket::bind(&path, mode).map(Listener::Unix),
        };
        listener.map_err(|error| refused(&error, &self.address, self.purpose))
    }
}

fn bind(address: SocketAddr) -> io::Result<(TcpSocket, SocketAddr)> {
    let bound = bind_exactly(address);
    // Without IPv6, "every address" is every IPv4 address.
    let is_everywhere = address.is_ipv6() && address.ip().is_unspecified();
    match bound {
        Err(error) if is_everywhere && lacks_family(&error) => {
            bind_exactly(SocketAddr::from(([0, 0, 0, 0], address.port())))
        }
        bound => bound,
    }
}

fn lacks_family(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::AddrNotAvailable
        || error.raw_os_error() == Some(rustix::io::Errno::AFNOSUPPORT.raw_os_error())
}

fn bind_exactly(address: SocketAddr) -> io::Result<(TcpSocket, SocketAddr)> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // A restarted server gets its port at once, although old connections are still being closed.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    let address = socket.local_addr()?;
    Ok((socket, address))
}

fn refused(error: &io::Error, address: &Listen, purpose: Purpose) -> Error {
    let Purpose { words, setting } = purpose;
    let advice = match (address.network(), error.kind()) {
        (None, io::ErrorKind::AddrInUse) => {
            format!("Another program listens there. Stop it, or set {setting} to another path.")
        }
        (None, io::ErrorKind::AlreadyExists) => {
            format!("The file there is no socket, so it stays. Set {setting} to another path.")
        }
        (None, _) => format!(
            "The folder must exist, and this user must be able to write to it: RuntimeDirectory=townperk in the unit makes \
             /run/townperk. Or set {setting} to another path."
        ),
        (Some(address), kind) => network_advice(kind, address, setting),
    };
    Error::Setup(format!(
        "can't listen on {address}{words}: {error}. {advice}"
    ))
}

fn network_advice(kind: io::ErrorKind, address: SocketAddr, setting: &str) -> String {
    match kind {
        io::ErrorKind::AddrInUse => format!(
            "Another program uses it; `ss -ltnp` shows which. Stop it, or set {setting} to another address or port."
        ),
        io::ErrorKind::PermissionDenied => format!(
            "Ports below 1024 are for root, for programs with CAP_NET_BIND_SERVICE, and for sockets that systemd hands over: \
             use deploy/townperk.socket, or add AmbientCapabilities=CAP_NET_BIND_SERVICE to the unit, or set {setting} \
             to a port above 1023 behind a proxy that listens on {}.",
            address.port()
        ),
        io::ErrorKind::AddrNotAvailable => format!(
            "This machine has no such address; `ip address` shows those that it has. Set {setting} to one of them."
        ),
        _ => format!("Set {setting} to another address or port."),
    }
}

/// Whether the address can be used, in words for `townperk check`.
pub(super) fn state(settings: &Settings, folder: &DataFolder) -> Result<String> {
    let path = match &settings.listen {
        Listen::Network(address) => return state_of(*address, MAIN, folder),
        Listen::Socket(path) => path,
    };
    match unix_socket::refuse_used(path).and_then(|()| unix_socket::try_folder(path)) {
        Ok(()) => Ok(format!("{} is free", settings.listen)),
        // systemd makes this folder before it starts the service (deploy/townperk.service).
        Err(error)
            if error.kind() == io::ErrorKind::NotFound
                && path.parent() == Some(Path::new("/run/townperk"))
                && Path::new("/run/systemd/system").is_dir() =>
        {
            Ok(format!(
                "{} is free; systemd makes its folder",
                settings.listen
            ))
        }
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && folder.has_running_server() => {
            Ok(format!("your own server runs on {}", settings.listen))
        }
        Err(error) => Err(refused(&error, &settings.listen, MAIN)),
    }
}

/// The same for plain HTTP beside HTTPS of the server's own.
pub(super) fn plain_http_state(settings: &Settings, folder: &DataFolder) -> Option<Result<String>> {
    let address = settings.plain_http_address()?;
    Some(state_of(address, PLAIN_HTTP, folder))
}

fn state_of(address: SocketAddr, purpose: Purpose, folder: &DataFolder) -> Result<String> {
    match bind(address) {
        Ok(_) => Ok(format!("{address} is free")),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && folder.has_running_server() => {
            Ok(format!("your own server runs on {address}"))
        }
        Err(error) => Err(refused(&error, &Listen::Network(address), purpose)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_port_says_who_may() {
        let refusal = io::Error::from(io::ErrorKind::PermissionDenied);
        for (purpose, setting) in [
            (MAIN, "TOWNPERK_LISTEN"),
            (PLAIN_HTTP, "TOWNPERK_HTTP_LISTEN"),
        ] {
            let address = Listen::Network(SocketAddr::from(([0, 0, 0, 0], 80)));
            let said = refused(&refusal, &address, purpose).to_string();
            for words in ["CAP_NET_BIND_SERVICE", "deploy/townperk.socket", setting] {
                assert!(said.contains(words), "{said}");
            }
        }
    }
}
