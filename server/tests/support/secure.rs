//! A server with HTTPS of its own, and clients that trust the certificates in `certificates/`.

use std::{
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    StreamOwned,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};

use super::{
    command::{Server, bare_townperk},
    line::Line,
};

/// A client's connection.
pub type SecureStream = StreamOwned<ClientConnection, TcpStream>;

/// `townperk serve` with copies of the certificate `loopback`.
#[derive(Debug)]
pub struct SecureServer {
    pub server: Server,
    home: PathBuf,
}

impl SecureServer {
    /// Starts it in the data folder `home`.
    pub fn start(home: &Path) -> Self {
        Self::start_with(home, |_| {})
    }

    /// The same with further settings.
    pub fn start_with(home: &Path, configure: impl FnOnce(&mut Command)) -> Self {
        let mut command = bare_townperk(home, &["serve"]);
        secure(&mut command, home);
        configure(&mut command);
        Self {
            server: Server::start(command),
            home: home.to_owned(),
        }
    }

    /// Replaces its certificate (`pem`) or key (`key`) with another one from `certificates/`.
    pub fn replace(&self, certificate: &str, kind: &str) {
        copy(&self.home, certificate, kind);
    }

    /// A connection with HTTP/1.1.
    pub fn line(&self) -> Line<SecureStream> {
        Line::over(self.stream("localhost"))
    }

    /// The same to the server `name`; fails on the first read or write if the certificate isn't for that name.
    pub fn stream(&self, name: &str) -> SecureStream {
        let name = ServerName::try_from(name.to_owned()).unwrap();
        let client = ClientConnection::new(trusting(&[b"http/1.1"]), name).unwrap();
        StreamOwned::new(client, self.server.connect())
    }
}

/// Configures a server with a copy of the certificate `loopback` in `home`.
pub fn secure(command: &mut Command, home: &Path) {
    let [certificate, key] = ["pem", "key"].map(|kind| {
        copy(home, "loopback", kind);
        home.join(format!("site.{kind}"))
    });
    command
        .env("TOWNPERK_TLS", "files")
        .env("TOWNPERK_TLS_CERTIFICATE_FILE", certificate)
        .env("TOWNPERK_TLS_KEY_FILE", key);
}

fn copy(home: &Path, certificate: &str, kind: &str) {
    let from = certificates().join(format!("{certificate}.{kind}"));
    std::fs::copy(from, home.join(format!("site.{kind}"))).unwrap();
}

/// The certificate that a server at `address` shows to clients of `host`, whoever signed it; `None` if it has none.
pub fn shown_certificate(address: &str, host: &str) -> Option<CertificateDer<'static>> {
    let mut client = believing(host);
    let mut stream = TcpStream::connect(address).ok()?;
    client.complete_io(&mut stream).ok()?;
    Some(client.peer_certificates()?.first()?.clone().into_owned())
}

/// A client of `host` that believes every certificate.
pub fn believing(host: &str) -> ClientConnection {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Anyone(provider)))
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).unwrap();
    ClientConnection::new(Arc::new(config), name).unwrap()
}

/// Accepts every certificate.
#[derive(Debug)]
struct Anyone(Arc<CryptoProvider>);

impl ServerCertVerifier for Anyone {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn verify_tls13_signature(
        &self,
        _: &[u8],
        _: &CertificateDer<'_>,
        _: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        Ok(HandshakeSignatureValid::assertion())
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// Where the certificates are.
pub fn certificates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/certificates")
}

/// A client that trusts those certificates alone and speaks `protocols`.
pub fn trusting(protocols: &[&[u8]]) -> Arc<ClientConfig> {
    let authority = CertificateDer::from_pem_file(certificates().join("authority.pem")).unwrap();
    let mut roots = RootCertStore::empty();
    roots.add(authority).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|name| name.to_vec()).collect();
    Arc::new(config)
}
