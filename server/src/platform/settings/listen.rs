//! The forms of the setting `listen`.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr, SocketAddr, ToSocketAddrs},
    path::{Path, PathBuf},
    str::FromStr,
};

/// The port of an address that names none.
const PORT: u16 = 8080;

/// What the path of a Unix socket begins with.
const UNIX: &str = "unix:";

/// Where the server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listen {
    /// On the network.
    Network(SocketAddr),
    /// On a Unix socket, for programs on this machine.
    Socket(PathBuf),
}

impl Listen {
    /// Its address, if it is on the network.
    #[must_use]
    pub fn network(&self) -> Option<SocketAddr> {
        match self {
            Self::Network(address) => Some(*address),
            Self::Socket(_) => None,
        }
    }

    /// Whether only programs on this machine can reach it.
    #[must_use]
    pub fn is_local(&self) -> bool {
        match self {
            Self::Network(address) => address.ip().is_loopback(),
            Self::Socket(_) => true,
        }
    }
}

impl fmt::Display for Listen {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(formatter),
            Self::Socket(path) => write!(formatter, "{UNIX}{}", path.display()),
        }
    }
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().strip_prefix(UNIX) {
            None => parse(text).map(Self::Network),
            Some(path) if Path::new(path).is_absolute() => Ok(Self::Socket(path.into())),
            Some(path) => Err(format!(
                "\"{path}\" is not a full path, as in unix:/run/townperk/townperk.sock"
            )),
        }
    }
}

/// Reads `127.0.0.1:8080`, `:443` (every address of this machine), `localhost:8080`, or an address without a port.
pub(super) fn parse(text: &str) -> Result<SocketAddr, String> {
    let text = text.trim();
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    if let Ok(address) = bare.parse::<IpAddr>() {
        return Ok(SocketAddr::new(address, PORT));
    }
    let wrong = || {
        format!("\"{text}\" is not an address with a port, such as 127.0.0.1:8080, :443 or [::]:80")
    };
    let (host, port) = text.rsplit_once(':').ok_or_else(wrong)?;
    let port: u16 = port.parse().map_err(|_| wrong())?;
    if host.is_empty() {
        return Ok(SocketAddr::new(Ipv6Addr::UNSPECIFIED.into(), port));
    }
    if host.contains([':', '/']) {
        return Err(wrong());
    }
    let found: Vec<SocketAddr> = (host, port)
        .to_socket_addrs()
        .map_err(|error| format!("no address is known for \"{host}\": {error}"))?
        .collect();
    // What is reached by name is mostly reached over IPv4, as by a proxy for 127.0.0.1.
    let preferred = found.iter().find(|address| address.is_ipv4());
    preferred.or(found.first()).copied().ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_have_full_paths() {
        let socket: Listen = " unix:/run/t.sock".parse().unwrap();
        assert_eq!(socket, Listen::Socket("/run/t.sock".into()));
        assert_eq!(socket.to_string(), "unix:/run/t.sock");
        assert!(socket.is_local());
        assert_eq!(socket.network(), None);
        for wrong in ["unix:", "unix:t.sock"] {
            let said = wrong.parse::<Listen>().unwrap_err();
            assert!(said.contains("is not a full path"), "{said}");
        }
    }

    #[test]
    fn addresses_are_read_as_people_write_them() {
        for (text, meant) in [
            ("127.0.0.1:80", "127.0.0.1:80"),
            (":443", "[::]:443"),
            ("[::]", "[::]:8080"),
            ("[::1]:90", "[::1]:90"),
            ("0.0.0.0", "0.0.0.0:8080"),
            ("localhost:8081", "127.0.0.1:8081"),
        ] {
            assert_eq!(parse(text).map(|it| it.to_string()), Ok(meant.to_owned()));
        }
        for wrong in ["", "8080", "a:b:1", "http://a:80", ":", ":70000"] {
            let said = parse(wrong).unwrap_err();
            assert!(said.contains("such as 127.0.0.1:8080"), "{wrong}: {said}");
        }
    }
}
