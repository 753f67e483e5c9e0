//! Several PostgreSQL servers in one URL: the first that accepts writes is used, and another one when it no longer does.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use percent_encoding::percent_decode_str;
use sea_orm::sqlx::{
    self, ConnectOptions, Connection, Executor, PgConnection, PgPool, Row,
    postgres::PgConnectOptions,
};
use tokio::time::{Instant, sleep, timeout};

/// How often the server in use is asked whether it still accepts writes.
const PAUSE: Duration = Duration::from_secs(1);

/// A server that takes longer is as good as away.
const PROMPT: Duration = Duration::from_secs(3);

/// How long after a change returned connections are checked: they may lead to the previous server.
const CHECKED: Duration = Duration::from_secs(600);

/// The servers in the setting `database_url`, in its order. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    servers: Arc<[Server]>,
    /// A pooler is in front of each.
    is_pooled: bool,
    began: Instant,
    /// Milliseconds since `began` at the last change of the server; 0 means never.
    changed: Arc<AtomicU64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Server {
    /// Without secrets.
    name: String,
    /// A URL with this server alone.
    url: String,
}

/// The parts of a URL with several hosts, which general readers of URLs refuse.
struct Parts<'url> {
    scheme: &'url str,
    /// Ends in `@`, or is empty.
    user: &'url str,
    hosts: &'url str,
    /// Begins with a slash, or is empty.
    path: &'url str,
    query: &'url str,
}

impl<'url> Parts<'url> {
    fn of(url: &'url str) -> Option<Self> {
        let (scheme, rest) = url.split_once("://")?;
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let (user, hosts) = authority.split_at(authority.rfind('@').map_or(0, |at| at + 1));
        Some(Self {
            scheme,
            user,
            hosts,
            path,
            query,
        })
    }
}

impl Hosts {
    /// The servers in `url`; `None` if it names one without asking for one that accepts writes.
    ///
    /// # Errors
    ///
    /// When hosts and ports don't fit together, or a server without writes is asked for.
    pub(super) fn in_url(url: &str) -> Result<Option<Self>, String> {
        let Some(parts) = Parts::of(url) else {
            return Ok(None);
        };
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let (mut hosts, mut ports, mut wanted) = (None, None, None);
        let mut rest = Vec::new();
        for pair in parts.query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                Some(("host", value)) => hosts = Some(decoded(value)),
                Some(("port", value)) => ports = Some(decoded(value)),
                Some(("target_session_attrs", value)) => wanted = Some(value),
                _ => rest.push(pair),
            }
        }
        match wanted {
            None | Some("any" | "read-write" | "primary") => {}
            Some(other) => {
                return Err(format!(
                    "target_session_attrs must be read-write, not \"{other}\": a server that can't be written to saves nothing"
                ));
            }
        }
        let places = match &hosts {
            Some(hosts) => in_parameters(hosts, ports.as_deref())?,
            None => {
                let places = parts.hosts.split(',').map(in_authority);
                places
                    .map(|(host, port)| (host, port.or_else(|| ports.clone())))
                    .collect()
            }
        };
        if places.len() < 2 && wanted.is_none_or(|wanted| wanted == "any") {
            return Ok(None);
        }
        if places.iter().any(|(host, _)| host.is_empty()) {
            return Err("has an empty name in its list of hosts".to_owned());
        }
        let server = |(host, port): (String, Option<String>)| {
            let after = port.as_ref().map(|port| format!(":{port}"));
            let after = after.unwrap_or_default();
            let name = format!("{host}{after}");
            let mut query = rest.join("&");
            let Parts {
                scheme, user, path, ..
            } = &parts;
            // A folder with a socket can't be where hosts are.
            let authority = if host.starts_with('/') {
                let port = port.map(|port| format!("&port={port}"));
                query = format!("{query}&host={host}{}", port.unwrap_or_default());
                format!("{user}localhost")
            } else {
                format!("{user}{name}")
            };
            let mark = if query.is_empty() { "" } else { "?" };
            let query = query.trim_start_matches('&');
            Server {
                name,
                url: format!("{scheme}://{authority}{path}{mark}{query}"),
            }
        };
        Ok(Some(Self {
            servers: places.into_iter().map(server).collect(),
            is_pooled: false,
            began: Instant::now(),
            changed: Arc::default(),
        }))
    }

    /// The same servers, behind poolers or not.
    pub(super) fn pooled(self, is_pooled: bool) -> Self {
        Self { is_pooled, ..self }
    }

    /// The servers in `url` for a message, without secrets.
    pub(super) fn names_in(url: &str) -> Option<String> {
        let hosts = Self::in_url(url).ok()??;
        let names: Vec<&str> = hosts.servers.iter().map(|server| &*server.name).collect();
        let path = Parts::of(url).map(|parts| parts.path.to_owned());
        Some(format!("{}{}", names.join(","), path.unwrap_or_default()))
    }

    /// The URL of the first server that accepts writes.
    ///
    /// # Errors
    ///
    /// When none does. The message says what each one said.
    pub(super) async fn writable(&self) -> Result<String, String> {
        let mut problems = Vec::new();
        for server in self.servers.iter() {
            match server.connect(self.is_pooled).await {
                Ok(_) => return Ok(server.url.clone()),
                Err(problem) => problems.push(format!("{}: {problem}", server.name)),
            }
        }
        Err(problems.join("; "))
    }

    /// Whether connections may still lead to a server that was left.
    pub(super) fn have_changed(&self) -> bool {
        let changed = self.changed.load(Ordering::Relaxed);
        changed > 0 && self.began.elapsed() < Duration::from_millis(changed) + CHECKED
    }

    /// Watches the server that `pool` connects to, and has it connect to another when that one no longer accepts writes,
    /// until the pool is closed.
    pub(super) async fn follow(self, pool: PgPool, url: String) {
        let mut current = self.servers.iter().find(|server| server.url == url);
        let mut watched: Option<PgConnection> = None;
        let mut is_told = false;
        while !pool.is_closed() {
            sleep(PAUSE).await;
            if let Some(connection) = &mut watched
                && accepts_writes(connection).await.is_ok()
            {
                continue;
            }
            watched = None;
            let mut found = None;
            for server in self.servers.iter() {
                if let Ok(connection) = server.connect(self.is_pooled).await {
                    found = Some((server, connection));
                    break;
                }
            }
            let Some((server, connection)) = found else {
                if !is_told {
                    tracing::error!("no server in database_url accepts writes");
                }
                is_told = true;
                continue;
            };
            is_told = false;
            watched = Some(connection);
            if current == Some(server) {
                continue;
            }
            let Ok(options) = server.options(self.is_pooled) else {
                continue;
            };
            tracing::warn!(
                server = server.name,
                "another database server accepts writes now; using it"
            );
            current = Some(server);
            pool.set_connect_options(options);
            let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.changed.store(now.max(1), Ordering::Relaxed);
            close_idle(&pool).await;
        }
    }
}

impl Server {
    fn options(&self, is_pooled: bool) -> Result<PgConnectOptions, sqlx::Error> {
        let options: PgConnectOptions = self.url.parse()?;
        let options = options.disable_statement_logging();
        Ok(if is_pooled {
            for_pooler(options)
        } else {
            options
        })
    }

    /// A connection, if the server accepts writes.
    async fn connect(&self, is_pooled: bool) -> Result<PgConnection, String> {
        let options = self.options(is_pooled).map_err(|error| error.to_string())?;
        let connected = timeout(PROMPT, options.connect()).await;
        let mut connection = connected
            .map_err(|_| "no answer".to_owned())?
            .map_err(|error| error.to_string())?;
        accepts_writes(&mut connection).await?;
        Ok(connection)
    }
}

/// What connections through a pooler need: the next transaction's doesn't know the statements of this one, and PgBouncer
/// refuses `extra_float_digits`.
pub(super) fn for_pooler(options: PgConnectOptions) -> PgConnectOptions {
    options.statement_cache_capacity(0).extra_float_digits(None)
}

/// Asks a server whether it accepts writes.
pub(super) async fn accepts_writes(connection: &mut PgConnection) -> Result<(), String> {
    // As text, this is a simple query, which leaves no prepared statement behind.
    let asked = connection.fetch_one("SHOW transaction_read_only");
    let row = timeout(PROMPT, asked).await;
    let row = row
        .map_err(|_| "no answer".to_owned())?
        .map_err(|error| error.to_string())?;
    match row.try_get::<String, _>(0) {
        Ok(value) if value == "off" => Ok(()),
        Ok(_) => Err("it is read-only".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Closes connections that nobody uses now.
async fn close_idle(pool: &PgPool) {
    for _ in 0..pool.size() {
        let Some(connection) = pool.try_acquire() else {
            return;
        };
        // Politely takes as long as a server that is gone.
        let _ = timeout(PROMPT, connection.detach().close_hard()).await;
    }
}

fn in_authority(place: &str) -> (String, Option<String>) {
    let place = percent_decode_str(place).decode_utf8_lossy();
    match place.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
            (host.to_owned(), Some(port.to_owned()))
        }
        _ => (place.into_owned(), None),
    }
}

/// One port is for all hosts; otherwise there is one for each.
fn in_parameters(
    hosts: &str,
    ports: Option<&str>,
) -> Result<Vec<(String, Option<String>)>, String> {
    let hosts: Vec<&str> = hosts.split(',').collect();
    let ports: Vec<&str> = ports
        .map(|ports| ports.split(',').collect())
        .unwrap_or_default();
    let pairs = hosts.iter().enumerate().map(|(index, host)| {
        let port = if ports.len() == 1 {
            ports.first()
        } else {
            ports.get(index)
        };
        ((*host).to_owned(), port.map(|port| (*port).to_owned()))
    });
    if ports.len() > 1 && ports.len() != hosts.len() {
        return Err(format!(
            "has {} hosts and {} ports",
            hosts.len(),
            ports.len()
        ));
    }
    Ok(pairs.collect())
}

/// Checks the setting `database_url`, as far as it names several hosts.
///
/// # Errors
///
/// When it can't be used.
pub fn check_hosts(url: &str) -> Result<(), String> {
    Hosts::in_url(url).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(url: &str) -> Vec<String> {
        let hosts = Hosts::in_url(url).unwrap();
        let hosts = hosts
            .map(|hosts| hosts.servers.to_vec())
            .unwrap_or_default();
        hosts.into_iter().map(|server| server.url).collect()
    }

    #[test]
    fn a_url_with_several_hosts_is_several_urls() {
        assert_eq!(
            urls("postgres://ann:h%40sh@a.example:5433,b.example/coffee?sslmode=require"),
            [
                "postgres://ann:h%40sh@a.example:5433/coffee?sslmode=require",
                "postgres://ann:h%40sh@b.example/coffee?sslmode=require",
            ]
        );
        assert_eq!(
            urls("postgresql://[::1]:1,[::2]:2/x"),
            ["postgresql://[::1]:1/x", "postgresql://[::2]:2/x"]
        );
        assert_eq!(
            urls("postgres://ann@/x?host=a,/run/postgresql&port=1,2&sslmode=disable"),
            [
                "postgres://ann@a:1/x?sslmode=disable",
                "postgres://ann@localhost/x?sslmode=disable&host=/run/postgresql&port=2",
            ]
        );
        assert_eq!(
            urls("postgres://a,b/x?target_session_attrs=read-write"),
            ["postgres://a/x", "postgres://b/x"]
        );
        assert_eq!(
            urls("postgres://a,b:8/x?port=7"),
            ["postgres://a:7/x", "postgres://b:8/x"]
        );
    }

    #[test]
    fn one_host_stays_as_it_is_unless_it_must_accept_writes() {
        assert!(urls("postgres://a/x").is_empty());
        assert!(urls("postgres:///x?host=/run").is_empty());
        assert!(urls("postgres://a/x?target_session_attrs=any").is_empty());
        assert_eq!(
            urls("postgres://a/x?target_session_attrs=read-write"),
            ["postgres://a/x"]
        );
    }

    #[test]
    fn lists_that_can_t_work_are_refused() {
        for (url, reason) in [
            ("postgres://a,/x", "empty name"),
            ("postgres:///x?host=a,b,c&port=1,2", "3 hosts and 2 ports"),
            (
                "postgres://a,b/x?target_session_attrs=standby",
                "read-write",
            ),
        ] {
            let said = Hosts::in_url(url).unwrap_err();
            assert!(said.contains(reason), "{url}: {said}");
        }
    }

    #[test]
    fn names_have_no_secrets() {
        assert_eq!(
            Hosts::names_in("postgres://ann:hush@a:1,b/coffee?sslpassword=hush"),
            Some("a:1,b/coffee".to_owned())
        );
        assert_eq!(Hosts::names_in("postgres://a/coffee"), None);
    }
}
