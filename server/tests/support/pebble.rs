//! Pebble, the certificate authority for tests by Let's Encrypt, with a name server that sends every host to this machine.

use std::{
    fs,
    io::Write,
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use tempfile::TempDir;

use super::{command::wait_until, secure::certificates};

/// The running programs, killed with the test.
#[derive(Debug)]
pub struct Pebble {
    processes: [Child; 2],
    port: u16,
    /// Where it checks challenges, instead of port 80.
    pub http_port: u16,
    folder: TempDir,
}

impl Pebble {
    /// Starts both; `None` where they aren't installed, which names the test as skipped.
    pub fn start() -> Option<Self> {
        let is_there = Command::new("pebble").arg("-help").output().is_ok();
        if !is_there {
            let thread = std::thread::current();
            let test = thread.name().unwrap_or("a test");
            // Not by a macro, whose output is hidden when the test ends well.
            let _ = writeln!(
                std::io::stderr(),
                "skipped: {test}: no program `pebble`; scripts/install-pebble.sh installs it"
            );
            return None;
        }
        let folder = TempDir::new().unwrap();
        let [
            port,
            management,
            http_port,
            tls_port,
            names,
            names_management,
        ] = std::array::from_fn(|_| free_port());
        let config = serde_json::json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": certificates().join("loopback.pem"),
            "privateKey": certificates().join("loopback.key"),
            "httpPort": http_port,
            "tlsPort": tls_port,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
        }});
        let file = folder.path().join("pebble.json");
        fs::write(&file, config.to_string()).unwrap();
        let name_server = Command::new("pebble-challtestsrv")
            .args(["-defaultIPv4", "127.0.0.1", "-defaultIPv6", ""])
            .args(["-http01", "", "-https01", "", "-tlsalpn01", ""])
            .args(["-dns01", &format!("127.0.0.1:{names}")])
            .args(["-management", &format!("127.0.0.1:{names_management}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let log = fs::File::create(folder.path().join("pebble.log")).unwrap();
        let authority = Command::new("pebble")
            .arg("-strict")
            .args(["-config", file.to_str().unwrap()])
            .args(["-dnsserver", &format!("127.0.0.1:{names}")])
            .env("PEBBLE_VA_NOSLEEP", "1")
            // Refused nonces are sent again, which would count as orders.
            .env("PEBBLE_WFE_NONCEREJECT", "0")
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap();
        wait_until("Pebble's start", || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        });
        Some(Self {
            processes: [authority, name_server],
            port,
            http_port,
            folder,
        })
    }

    /// Configures a server to order its certificate from it, for `perk.example`.
    pub fn configure(&self, command: &mut Command) {
        configure(command, &format!("https://127.0.0.1:{}/dir", self.port));
    }

    /// How many orders it has received.
    pub fn orders(&self) -> usize {
        let log = fs::read_to_string(self.folder.path().join("pebble.log")).unwrap();
        log.matches("POST /order-plz").count()
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for process in &mut self.processes {
            // It may have ended already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Configures a server for `perk.example` with a certificate from the authority at `directory`.
pub fn configure(command: &mut Command, directory: &str) {
    let authority: &Path = &certificates().join("authority.pem");
    command
        .env("TOWNPERK_TLS", "acme")
        .env("TOWNPERK_ACME_EMAIL", "keeper@perk.example")
        .env("TOWNPERK_ACME_URL", directory)
        .env("TOWNPERK_ACME_CA_FILE", authority)
        .env("TOWNPERK_PUBLIC_URL", "https://perk.example")
        .env("TOWNPERK_LOG", "info");
}

/// A port that nobody uses at the moment, outside of those that the system gives to whoever asks for any.
pub fn free_port() -> u16 {
    free_listener().local_addr().unwrap().port()
}

/// A listener on such a port.
pub fn free_listener() -> TcpListener {
    static GIVEN: AtomicU32 = AtomicU32::new(0);
    loop {
        // Processes begin at different places.
        let number = std::process::id() * 97 + GIVEN.fetch_add(1, Ordering::Relaxed);
        let port = u16::try_from(20_000 + number % 12_000).unwrap();
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)) {
            return listener;
        }
    }
}
