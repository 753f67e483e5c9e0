//! The other end of a connection.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

/// The other end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Somebody on the network.
    Network(IpAddr),
    /// A program on this machine, through a Unix socket.
    Socket,
}

impl Peer {
    /// Its address. Who uses a Unix socket is on this machine.
    #[must_use]
    pub fn address(self) -> IpAddr {
        match self {
            Self::Network(address) => address.to_canonical(),
            Self::Socket => Ipv4Addr::LOCALHOST.into(),
        }
    }

    /// Whether it is on this machine or in a private network, as a forgotten proxy is.
    #[must_use]
    pub fn is_near(self) -> bool {
        match self.address() {
            IpAddr::V4(address) => address.is_loopback() || address.is_private(),
            IpAddr::V6(address) => address.is_loopback() || address.is_unique_local(),
        }
    }
}

impl From<SocketAddr> for Peer {
    fn from(address: SocketAddr) -> Self {
        Self::Network(address.ip().to_canonical())
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address) => address.fmt(formatter),
            Self::Socket => formatter.write_str("unix"),
        }
    }
}
