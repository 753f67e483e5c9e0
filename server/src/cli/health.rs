//! `townperk health`: asks the server on this machine whether it is ready, for containers without any other client.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    process::ExitCode,
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpStream, UnixStream},
    time::timeout,
};

use crate::platform::{
    settings::{Listen, Settings, TlsSource},
    tls,
};

/// A server that takes longer isn't healthy.
const LONGEST: Duration = Duration::from_secs(5);

/// The status line is shorter than this.
const SHORT: u64 = 64;

/// Succeeds if the server is ready.
pub(super) async fn run(settings: &Settings) -> ExitCode {
    let place = match &settings.listen {
        Listen::Network(address) => Listen::Network(own(*address)),
        socket => socket.clone(),
    };
    let answer = match timeout(LONGEST, ask(settings, &place)).await {
        Ok(Ok(status)) if status == "200" => {
            say!("ready");
            return ExitCode::SUCCESS;
        }
        Ok(Ok(status)) => format!("/readyz answers {status}"),
        Ok(Err(error)) => format!("no answer: {error}"),
        Err(_) => format!("no answer within {} s", LONGEST.as_secs()),
    };
    complain!("townperk: the server on {place} is not ready: {answer}");
    ExitCode::FAILURE
}

/// Where this machine reaches a server that listens on `address`.
fn own(address: SocketAddr) -> SocketAddr {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(host, address.port())
}

async fn ask(settings: &Settings, place: &Listen) -> std::io::Result<String> {
    let address = match place {
        Listen::Network(address) => *address,
        Listen::Socket(path) => {
            return ask_over(UnixStream::connect(path).await?, "localhost").await;
        }
    };
    let stream = TcpStream::connect(address).await?;
    let host = address.to_string();
    if settings.tls == TlsSource::Off {
        return ask_over(stream, &host).await;
    }
    ask_over(tls::to_own_server(settings, stream).await?, &host).await
}

async fn ask_over(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    host: &str,
) -> std::io::Result<String> {
    let request = format!("GET /readyz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut head = Vec::new();
    stream.take(SHORT).read_to_end(&mut head).await?;
    let head = String::from_utf8_lossy(&head);
    let status = head.split(' ').nth(1).unwrap_or("no HTTP");
    Ok(status.to_owned())
}
