//! An SMTP server on loopback (RFC 5321) that behaves as tests need.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

/// How the server behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Accepts every email.
    Good,
    /// Rejects every recipient with this reply.
    RefusesRecipients(&'static str),
    /// Goes silent after DATA.
    Hangs,
    /// Accepts every email after a while.
    Slow(Duration),
    /// Accepts the whole email, and dies before confirming it.
    DiesAfterData,
}

/// How TLS starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// With the connection.
    Implicit,
    /// With STARTTLS (RFC 3207).
    StartTls,
}

/// A connection, with or without TLS.
trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

type Lines = BufReader<Box<dyn Wire>>;

/// An email as received.
#[derive(Clone, Debug)]
pub struct Received {
    pub sender: String,
    pub recipient: String,
    /// Including headers, with CR LF line endings.
    pub data: String,
}

/// The running server; it ends with the test's runtime.
#[derive(Clone)]
pub struct SmtpServer {
    port: u16,
    secrecy: Option<(Secrecy, TlsAcceptor)>,
    mood: Arc<Mutex<Mood>>,
    received: Arc<Mutex<Vec<Received>>>,
    silences: Arc<AtomicUsize>,
}

impl SmtpServer {
    pub async fn start() -> Self {
        Self::start_with(None).await
    }

    /// A server with TLS and a certificate from `certificates/`, such as `loopback`.
    pub async fn start_secret(secrecy: Secrecy, certificate: &str) -> Self {
        Self::start_with(Some((secrecy, acceptor(certificate)))).await
    }

    /// A server with TLS whose certificate has ended, and the authority that signed it, in PEM.
    pub async fn start_expired() -> (Self, String) {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut authority = rcgen::CertificateParams::new(Vec::new()).unwrap();
        authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let signed = authority.self_signed(&key).unwrap();
        let issuer = rcgen::Issuer::new(authority, key);
        let own_key = rcgen::KeyPair::generate().unwrap();
        let mut own = rcgen::CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
        own.not_before = rcgen::date_time_ymd(2024, 1, 1);
        own.not_after = rcgen::date_time_ymd(2025, 1, 1);
        let own = own.signed_by(&own_key, &issuer).unwrap();
        let own_key = PrivateKeyDer::from_pem_slice(own_key.serialize_pem().as_bytes()).unwrap();
        let acceptor = acceptor_of(own.der().clone(), own_key);
        let server = Self::start_with(Some((Secrecy::Implicit, acceptor))).await;
        (server, signed.pem())
    }

    async fn start_with(secrecy: Option<(Secrecy, TlsAcceptor)>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let server = Self {
            port: listener.local_addr().unwrap().port(),
            secrecy,
            mood: Arc::new(Mutex::new(Mood::Good)),
            received: Arc::default(),
            silences: Arc::default(),
        };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let server = serving.clone();
                // A client that disconnects isn't a failure of the server.
                tokio::spawn(async move { _ = server.converse(stream).await });
            }
        });
        server
    }

    /// For the setting `smtp_url`.
    pub fn url(&self) -> String {
        match self.secrecy {
            None => format!("smtp://127.0.0.1:{}", self.port),
            Some((Secrecy::Implicit, _)) => format!("smtps://127.0.0.1:{}", self.port),
            Some((Secrecy::StartTls, _)) => format!("smtp://127.0.0.1:{}?tls=required", self.port),
        }
    }

    pub fn be(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// All emails received completely, in order.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// How many emails it took without answering.
    pub fn silences(&self) -> usize {
        self.silences.load(Ordering::Relaxed)
    }

    async fn converse(&self, stream: TcpStream) -> std::io::Result<()> {
        let mut wire: Lines = match &self.secrecy {
            Some((Secrecy::Implicit, acceptor)) => secret(acceptor, Box::new(stream)).await?,
            _ => BufReader::new(Box::new(stream)),
        };
        let mut starts_tls = match &self.secrecy {
            Some((Secrecy::StartTls, acceptor)) => Some(acceptor),
            _ => None,
        };
        say(&mut wire, "220 mail.example ESMTP").await?;
        let (mut sender, mut recipient) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            if wire.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let mood = *self.mood.lock().unwrap();
            match line.get(..4).unwrap_or(line).to_ascii_uppercase().as_str() {
                "EHLO" if starts_tls.is_some() => {
                    say(&mut wire, "250-mail.example\r\n250 STARTTLS").await?;
                }
                "EHLO" => say(&mut wire, "250-mail.example\r\n250 8BITMIME").await?,
                "STAR" if let Some(acceptor) = starts_tls.take() => {
                    say(&mut wire, "220 go on in secret").await?;
                    wire = secret(acceptor, wire.into_inner()).await?;
                }
                "MAIL" => {
                    sender = path_of(line);
                    say(&mut wire, "250 OK").await?;
                }
                "RCPT" => {
                    recipient = path_of(line);
                    match mood {
                        Mood::RefusesRecipients(reply) => say(&mut wire, reply).await?,
                        _ => say(&mut wire, "250 OK").await?,
                    }
                }
                "DATA" => {
                    say(&mut wire, "354 go on").await?;
                    let data = read_data(&mut wire).await?;
                    match mood {
                        Mood::Hangs => {
                            self.silences.fetch_add(1, Ordering::Relaxed);
                            std::future::pending().await
                        }
                        Mood::Slow(time) => tokio::time::sleep(time).await,
                        _ => {}
                    }
                    self.received.lock().unwrap().push(Received {
                        sender: sender.clone(),
                        recipient: recipient.clone(),
                        data,
                    });
                    if mood == Mood::DiesAfterData {
                        return Ok(());
                    }
                    say(&mut wire, "250 OK").await?;
                }
                "QUIT" => {
                    say(&mut wire, "221 bye").await?;
                    return Ok(());
                }
                "RSET" | "NOOP" => say(&mut wire, "250 OK").await?,
                _ => say(&mut wire, "502 not here").await?,
            }
        }
    }
}

impl Received {
    /// An email written to a file.
    pub fn of(data: String) -> Self {
        let mut mail = Self {
            sender: String::new(),
            recipient: String::new(),
            data,
        };
        mail.recipient = mail.header("To");
        mail
    }

    /// A header's value, unfolded (RFC 5322, 2.2.3); empty if missing.
    pub fn header(&self, name: &str) -> String {
        let head = self.data.split("\r\n\r\n").next().unwrap_or_default();
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let value = unfolded.lines().find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found
                .eq_ignore_ascii_case(name)
                .then(|| value.trim().to_owned())
        });
        value.unwrap_or_default()
    }
}

fn acceptor(certificate: &str) -> TlsAcceptor {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/certificates");
    let chain = CertificateDer::from_pem_file(format!("{folder}/{certificate}.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(format!("{folder}/{certificate}.key")).unwrap();
    acceptor_of(chain, key)
}

fn acceptor_of(chain: CertificateDer<'static>, key: PrivateKeyDer<'static>) -> TlsAcceptor {
    let settings = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![chain], key)
        .unwrap();
    TlsAcceptor::from(Arc::new(settings))
}

async fn secret(acceptor: &TlsAcceptor, stream: Box<dyn Wire>) -> std::io::Result<Lines> {
    Ok(BufReader::new(Box::new(acceptor.accept(stream).await?)))
}

async fn say(wire: &mut Lines, line: &str) -> std::io::Result<()> {
    wire.write_all(format!("{line}\r\n").as_bytes()).await?;
    wire.flush().await
}

fn path_of(line: &str) -> String {
    let path = line
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    path.map_or(String::new(), |(path, _)| path.to_owned())
}

/// Reads up to the line with a single dot, removing dot-stuffing (RFC 5321, 4.5.2).
async fn read_data(reader: &mut Lines) -> std::io::Result<String> {
    let mut data = String::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == ".\r\n" {
            return Ok(data);
        }
        data.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}
