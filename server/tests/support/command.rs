//! The built program as an operator runs it: its output, its exit code, and its side effects.

use std::{
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Output, Stdio},
    sync::{Arc, Mutex},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use super::TestDatabase;

/// Anything that takes longer is stuck.
pub const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// How a command ended.
#[derive(Debug)]
pub struct Ended {
    /// `None` if a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub said: String,
    /// Standard error.
    pub complained: String,
}

impl Ended {
    /// Fails the test unless the command succeeded.
    pub fn expect_success(self) -> Self {
        assert_eq!(self.code, Some(0), "{self:?}");
        self
    }

    /// Fails the test unless the command failed and mentioned all of `words`, ignoring case.
    pub fn expect_refusal(self, words: &[&str]) -> Self {
        assert_eq!(self.code, Some(1), "{self:?}");
        let complaint = self.complained.to_lowercase();
        for word in words {
            assert!(
                complaint.contains(&word.to_lowercase()),
                "no \"{word}\" in {self:?}"
            );
        }
        self
    }

    /// A count in an import's summary.
    pub fn count(&self, result: &str) -> u64 {
        let line = self
            .said
            .lines()
            .find_map(|line| line.strip_prefix("  ")?.strip_prefix(result));
        line.unwrap_or_else(|| panic!("no count of \"{result}\": {self:?}"))
            .trim()
            .parse()
            .unwrap()
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            said: String::from_utf8_lossy(&output.stdout).into_owned(),
            complained: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The program, configured for this database and without the machine's settings.
pub fn townperk(home: &TestDatabase, arguments: &[&str]) -> Command {
    let settings = home.settings();
    let mut command = bare_townperk(&settings.data_dir, arguments);
    if !settings.database_url.reveal().is_empty() {
        command.env("TOWNPERK_DATABASE_URL", settings.database_url.reveal());
    }
    command
}

/// The program with a data folder and defaults.
pub fn bare_townperk(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_townperk"));
    command
        .args(arguments)
        .env_clear()
        .env("TOWNPERK_DATA_DIR", folder)
        .env("TOWNPERK_LISTEN", "127.0.0.1:0")
        .env("TOWNPERK_LOG", "warn")
        .env("TOWNPERK_DRAIN_SECONDS", "0")
        .env("TOWNPERK_RENDER_THREADS", "1")
        // A busy machine is neither an outage of the database nor a stuck render.
        .env("TOWNPERK_DATABASE_TIMEOUT_MS", "20000")
        .env("TOWNPERK_RENDER_DEADLINE_MS", "20000")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command to its end.
pub fn run(mut command: Command) -> Ended {
    command.output().unwrap().into()
}

/// A running command, killed with the test.
#[derive(Debug)]
pub struct Running {
    child: Child,
    said: Listener,
    complained: Listener,
}

impl Running {
    /// Starts it.
    pub fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        Self {
            said: Listener::on(child.stdout.take().unwrap()),
            complained: Listener::on(child.stderr.take().unwrap()),
            child,
        }
    }

    /// Waits until it printed `words` to standard output; returns its output so far.
    pub fn until_said(&mut self, words: &str) -> String {
        self.until(words, |running| running.said.text())
    }

    /// Waits until it printed `words` to standard error.
    pub fn until_complained(&mut self, words: &str) -> String {
        self.until(words, |running| running.complained.text())
    }

    fn until(&mut self, words: &str, heard: impl Fn(&Self) -> String) -> String {
        let began = Instant::now();
        loop {
            // Checks for its end first, so that all earlier output has been read.
            let ended = self.child.try_wait().unwrap();
            if ended.is_some() {
                self.hear_out();
            }
            let text = heard(self);
            if text.contains(words) {
                return text;
            }
            assert!(ended.is_none(), "it ended without \"{words}\": {self:?}");
            assert!(began.elapsed() < LONGEST_WAIT, "no \"{words}\" in {self:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asks it to stop, as an operator (`INT`) or a service manager (`TERM`) does.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.unwrap().success());
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Its result, if it ends by itself in time.
    pub fn ends_within(&mut self, time: Duration) -> Option<Ended> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.hear_out();
                return Some(Ended {
                    code: status.code(),
                    said: self.said.text(),
                    complained: self.complained.text(),
                });
            }
            if began.elapsed() >= time {
                return None;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Waits for its end.
    pub fn end(mut self) -> Ended {
        let status = self.wait();
        self.hear_out();
        Ended {
            code: status.code(),
            said: self.said.text(),
            complained: self.complained.text(),
        }
    }

    /// Its peak memory use in bytes, and its result.
    #[cfg(target_os = "linux")]
    pub fn end_and_peak(mut self) -> (Ended, u64) {
        let status = format!("/proc/{}/status", self.child.id());
        let mut peak = 0;
        while self.child.try_wait().unwrap().is_none() {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let kilobytes = text
                .lines()
                .find_map(|line| line.strip_prefix("VmHWM:"))
                .and_then(|value| value.trim().strip_suffix(" kB")?.parse::<u64>().ok());
            peak = kilobytes.unwrap_or(0).max(peak);
            std::thread::sleep(Duration::from_millis(5));
        }
        (self.end(), peak * 1024)
    }

    fn hear_out(&mut self) {
        self.said.hear_out();
        self.complained.hear_out();
    }

    fn wait(&mut self) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < LONGEST_WAIT, "it does not end: {self:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads a stream as it arrives, so that no pipe fills up.
#[derive(Debug)]
struct Listener {
    heard: Arc<Mutex<Vec<u8>>>,
    thread: Option<JoinHandle<()>>,
}

impl Listener {
    fn on(mut stream: impl Read + Send + 'static) -> Self {
        let heard: Arc<Mutex<Vec<u8>>> = Arc::default();
        let ears = heard.clone();
        let thread = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = stream.read(&mut bytes) {
                ears.lock().unwrap().extend_from_slice(&bytes[..length]);
            }
        });
        Self {
            heard,
            thread: Some(thread),
        }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap()).into_owned()
    }

    /// Waits until the stream ends.
    fn hear_out(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// A server that is ready.
#[derive(Debug)]
pub struct Server {
    running: Running,
    /// `127.0.0.1:` and its port.
    pub address: String,
}

impl Server {
    /// Starts `townperk serve` and waits until it is ready.
    pub fn start(command: Command) -> Self {
        let mut running = Running::start(command);
        // The last line has the whole address before it, as text or in a JSON line.
        let ready = "is ready: http";
        let mut said = running.until_said(ready);
        let began = Instant::now();
        while !said
            .trim_end()
            .lines()
            .next_back()
            .is_some_and(|line| line.starts_with("Mails: ") || line.ends_with('}'))
        {
            assert!(began.elapsed() < LONGEST_WAIT, "no last line: {running:?}");
            std::thread::sleep(Duration::from_millis(5));
            said = running.until_said(ready);
        }
        let (_, behind) = said.split_once(ready).unwrap();
        let (_, behind) = behind.split_once("://").unwrap();
        Self {
            address: behind.split(['\n', '"']).next().unwrap().to_owned(),
            running,
        }
    }

    /// The same for a server whose visitors use another address than `address`.
    pub fn start_as(command: Command, address: &str) -> Self {
        let mut running = Running::start(command);
        running.until_said("\nMails: ");
        Self {
            running,
            address: address.to_owned(),
        }
    }

    /// A connection.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONGEST_WAIT)).unwrap();
        stream
    }

    /// The status and body at a URL.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, "")
    }

    /// The response to a JSON body.
    pub fn post(&self, path: &str, body: &str) -> (u16, String) {
        self.ask("POST", path, body)
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = self.connect();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nUser-Agent: {BROWSER}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            address = self.address,
            length = body.len(),
        );
        stream.write_all(request.as_bytes()).unwrap();
        answer_on(stream)
    }

    /// Waits until connections are refused.
    pub fn until_closed(&self) {
        let began = Instant::now();
        while TcpStream::connect(&self.address).is_ok() {
            assert!(began.elapsed() < LONGEST_WAIT, "it still takes connections");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until `words` appear in its output.
    pub fn until_told(&mut self, words: &str) {
        self.running.until(words, |running| {
            format!("{}{}", running.said.text(), running.complained.text())
        });
    }

    /// Its process.
    pub fn pid(&self) -> u32 {
        self.running.pid()
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        self.running.signal(name);
    }

    /// Asks it to stop.
    pub fn terminate(&self) {
        self.running.signal("TERM");
    }

    /// Waits for its end.
    pub fn end(self) -> Ended {
        self.running.end()
    }
}

/// Events sent by programs aren't counted.
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

/// Reads a response to its end.
pub fn answer_on(mut stream: TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("a whole answer");
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, body.to_owned())
}

/// Waits until `condition` is true.
pub async fn until<F: Future<Output = bool>>(what: &str, mut condition: impl FnMut() -> F) {
    let began = Instant::now();
    while !condition().await {
        assert!(began.elapsed() < LONGEST_WAIT, "{what} did not happen");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The same in a test without a runtime.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < LONGEST_WAIT, "{what} did not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A path as an argument.
pub fn argument(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Writes a file next to the data folder's own, and returns its path.
pub fn file_in(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    path
}
