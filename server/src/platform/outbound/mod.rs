//! Requests to URLs that people typed or that shops' websites contain. They all go through this client: only to public
//! addresses, checked before each connection and after each redirect, with limits on time and size (D66, checklist
//! X11).

mod addresses;
mod resolver;
mod robots;
mod service_clients;
mod tls;

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use moka::future::Cache;
use outside_client::{Answer, Problem, Transport, retry_after};
use reqwest::{
    Request, StatusCode,
    header::{self, HeaderMap},
    redirect,
};
use tokio::time::{Instant, timeout};
use url::{Host, Url};

use self::{resolver::Pinned, robots::Rules};
use super::{
    error::{Error, Result},
    reader::Reader,
    settings::Settings,
};

pub use resolver::{Resolve, Resolving, SystemResolver};
pub use service_clients::{outside_client, service_client, service_client_trusting, user_agent};

/// For one fetch including its redirects.
const TIME: Duration = Duration::from_secs(5);
/// The longest body in bytes.
const LARGEST: usize = 5 << 20;
/// Maximum number of redirects.
const REDIRECTS: usize = 3;
const PORTS: [u16; 2] = [80, 443];
/// How many sites' robots.txt rules are cached.
const SITES: u64 = 5_000;
/// How long they are cached.
const RULES_KEPT: Duration = Duration::from_secs(3600);

/// The guarded client. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbound(Arc<Guarded>);

#[derive(Debug)]
struct Guarded {
    resolver: Arc<dyn Resolve>,
    tls: rustls::ClientConfig,
    user_agent: String,
    /// Non-public addresses that are allowed, for tests.
    allowed: Vec<SocketAddr>,
    /// By scheme, host and port.
    robots: Cache<String, Arc<Rules>>,
    /// Reads and applies them.
    reader: Reader,
}

/// A site's response.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The URL after redirects.
    pub address: Url,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Fetched {
    /// The media type in `Content-Type`, which may be wrong. Its parameters, which may hold any bytes, are left out.
    #[must_use]
    pub fn content_type(&self) -> Option<&str> {
        let value = self.headers.get(header::CONTENT_TYPE)?.as_bytes();
        let media_type = value.split(|byte| *byte == b';').next()?;
        std::str::from_utf8(media_type.trim_ascii()).ok()
    }

    /// How long the site asks to wait.
    #[must_use]
    pub fn wait(&self) -> Option<Duration> {
        retry_after(&self.headers)
    }
}

/// Why nothing was fetched. The messages are for the person who entered the URL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutboundError {
    #[error("Please enter a web address that starts with https:// or http://.")]
    NoWebAddress,
    /// A port other than 80 and 443, or a user name and password.
    #[error("Web addresses with a port, a user name or a password can't be used.")]
    UnusualAddress,
    #[error("This URL doesn't lead to a public website.")]
    NotPublic,
    #[error("There's no website at this URL.")]
    UnknownHost,
    #[error("The site redirects too often.")]
    TooManyRedirects,
    #[error("The site took too long to respond.")]
    TooSlow,
    #[error("The file is over 5 MB.")]
    TooLarge,
    #[error("The site's robots.txt doesn't allow us to read this URL.")]
    ForbiddenToRobots,
    /// The reason is for the log.
    #[error("The site couldn't be reached.")]
    Failed(String),
}

impl From<OutboundError> for Error {
    fn from(error: OutboundError) -> Self {
        Self::invalid(error.to_string())
    }
}

/// The result of one request.
enum Hop {
    Redirect(Url),
    Answer(Fetched),
}

/// How a URL is fetched.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// As robots.txt allows.
    as_robot: bool,
    /// Only so many bytes.
    most: Option<usize>,
}

impl Reading {
    const WHOLE: Self = Self {
        as_robot: false,
        most: None,
    };
    const AS_ROBOT: Self = Self {
        as_robot: true,
        most: None,
    };
}

impl Outbound {
    /// Resolves names with the system resolver.
    ///
    /// # Errors
    ///
    /// When the setting `outbound_allow` is invalid, or TLS can't be set up.
    pub fn new(settings: &Settings, reader: Reader) -> Result<Self> {
        Self::with_resolver(settings, Arc::new(SystemResolver), reader)
    }

    /// Resolves names with `resolver`.
    ///
    /// # Errors
    ///
    /// When the setting `outbound_allow` is invalid, or TLS can't be set up.
    pub fn with_resolver(
        settings: &Settings,
        resolver: Arc<dyn Resolve>,
        reader: Reader,
    ) -> Result<Self> {
        let robots = Cache::builder()
            .max_capacity(SITES)
            .time_to_live(RULES_KEPT)
            .build();
        Ok(Self(Arc::new(Guarded {
            resolver,
            tls: tls::client_config()?,
            user_agent: user_agent(settings),
            allowed: allowed(&settings.outbound_allow)?,
            robots,
            reader,
        })))
    }

    /// Fetches a URL that a person entered.
    ///
    /// # Errors
    ///
    /// When the URL isn't allowed, can't be fetched, or is too large or too slow.
    pub async fn get(&self, address: &str) -> std::result::Result<Fetched, OutboundError> {
        self.follow(parse(address)?, Reading::WHOLE).await
    }

    /// Fetches a URL that nobody asked for by name, such as pictures on a shop's website, if the site's robots.txt (RFC
    /// 9309) allows it.
    ///
    /// # Errors
    ///
    /// When robots.txt forbids it; otherwise as for [`Outbound::get`].
    pub async fn get_as_robot(&self, address: &str) -> std::result::Result<Fetched, OutboundError> {
        self.follow(parse(address)?, Reading::AS_ROBOT).await
    }

    /// Fetches a page as [`Outbound::get_as_robot`] does, but only its first `most` bytes: a page of any length has its
    /// beginning.
    ///
    /// # Errors
    ///
    /// As for [`Outbound::get_as_robot`].
    pub async fn get_start_as_robot(
        &self,
        address: &str,
        most: usize,
    ) -> std::result::Result<Fetched, OutboundError> {
        let reading = Reading {
            most: Some(most),
            ..Reading::AS_ROBOT
        };
        self.follow(parse(address)?, reading).await
    }

    async fn follow(
        &self,
        mut address: Url,
        reading: Reading,
    ) -> std::result::Result<Fetched, OutboundError> {
        let mut left = TIME;
        for _ in 0..=REDIRECTS {
            // Fetching the rules has its own time limit, so a slow robots.txt doesn't use up the page's.
            if reading.as_robot {
                self.refuse_forbidden(&address).await?;
            }
            let began = Instant::now();
            let hop = timeout(left, self.request(&address, reading))
                .await
                .map_err(|_| OutboundError::TooSlow)??;
            left = left.saturating_sub(began.elapsed());
            match hop {
                Hop::Answer(fetched) => return Ok(fetched),
                Hop::Redirect(next) => address = next,
            }
        }
        Err(OutboundError::TooManyRedirects)
    }

    async fn request(
        &self,
        address: &Url,
        reading: Reading,
    ) -> std::result::Result<Hop, OutboundError> {
        let places = self.checked(address).await?;
        // A new client per request, which knows only the checked addresses and can't resolve names itself.
        let client = reqwest::Client::builder()
            .tls_backend_preconfigured(self.0.tls.clone())
            .dns_resolver(Pinned(places))
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .no_proxy()
            .user_agent(&self.0.user_agent)
            .build()
            .map_err(failed)?;
        let response = client.get(address.clone()).send().await.map_err(failed)?;
        if let Some(next) = redirected(address, &response)? {
            return Ok(Hop::Redirect(next));
        }
        let answer = match reading.most {
            Some(most) => Answer::read_start(response, most).await,
            None => Answer::read(response, LARGEST).await,
        };
        let answer = answer.map_err(|problem| match problem {
            Problem::TooLarge(_) => OutboundError::TooLarge,
            problem => OutboundError::Failed(problem.to_string()),
        })?;
        Ok(Hop::Answer(Fetched {
            address: address.clone(),
            status: answer.status,
            headers: answer.headers,
            body: answer.content,
        }))
    }

    /// The host's addresses, resolved once and all public.
    async fn checked(&self, address: &Url) -> std::result::Result<Vec<SocketAddr>, OutboundError> {
        if !matches!(address.scheme(), "http" | "https") {
            return Err(OutboundError::NoWebAddress);
        }
        if !address.username().is_empty() || address.password().is_some() {
            return Err(OutboundError::UnusualAddress);
        }
        let port = address
            .port_or_known_default()
            .ok_or(OutboundError::NoWebAddress)?;
        let found: Vec<IpAddr> = match address.host() {
            Some(Host::Ipv4(ip)) => vec![ip.into()],
            Some(Host::Ipv6(ip)) => vec![ip.into()],
            Some(Host::Domain(name)) => {
                (self.0.resolver.resolve(name).await).map_err(|_| OutboundError::UnknownHost)?
            }
            None => return Err(OutboundError::NoWebAddress),
        };
        if found.is_empty() {
            return Err(OutboundError::UnknownHost);
        }
        let places = found.into_iter().map(|ip| SocketAddr::new(ip, port));
        let (allowed, others): (Vec<_>, Vec<_>) =
            places.partition(|place| self.0.allowed.contains(place));
        if others.is_empty() {
            return Ok(allowed);
        }
        if !PORTS.contains(&port) {
            return Err(OutboundError::UnusualAddress);
        }
        let public = others
            .into_iter()
            .filter(|it| addresses::is_public(it.ip()));
        let places: Vec<_> = allowed.into_iter().chain(public).collect();
        if places.is_empty() {
            return Err(OutboundError::NotPublic);
        }
        Ok(places)
    }

    /// Refuses what the site's robots.txt forbids.
    async fn refuse_forbidden(&self, address: &Url) -> std::result::Result<(), OutboundError> {
        let rules = self.rules_of(address).await?;
        let address = address.clone();
        match self.read(move || rules.allow(&address)).await? {
            Some(true) => Ok(()),
            Some(false) => Err(OutboundError::ForbiddenToRobots),
            None => Err(OutboundError::TooSlow),
        }
    }

    async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> std::result::Result<Option<T>, OutboundError> {
        let read = self.0.reader.read(work).await;
        read.map_err(|error| OutboundError::Failed(error.to_string()))
    }

    async fn rules_of(&self, address: &Url) -> std::result::Result<Arc<Rules>, OutboundError> {
        let site = address.origin().ascii_serialization();
        if let Some(known) = self.0.robots.get(&site).await {
            return Ok(known);
        }
        let file = address
            .join("/robots.txt")
            .map_err(|_| OutboundError::NoWebAddress)?;
        let rules = match Box::pin(self.follow(file, Reading::WHOLE)).await {
            Ok(answer) if StatusCode::from_u16(answer.status).is_ok_and(|it| it.is_success()) => {
                let rules = self.read(move || Rules::parse(&answer.body)).await?;
                rules.unwrap_or_else(Rules::closed)
            }
            Ok(answer) if (400..500).contains(&answer.status) => Rules::none(),
            Ok(_) | Err(OutboundError::TooSlow | OutboundError::Failed(_)) => Rules::closed(),
            Err(OutboundError::TooLarge) => Rules::closed(),
            Err(refused) => return Err(refused),
        };
        let rules = Arc::new(rules);
        self.0.robots.insert(site, rules.clone()).await;
        Ok(rules)
    }
}

/// Services that redirect, or whose address people may name: only their URL is sent, by [`Outbound::get`].
impl Transport for Outbound {
    async fn send(&self, request: Request, largest: usize) -> std::result::Result<Answer, Problem> {
        let fetched = self.get(request.url().as_str()).await;
        let fetched = fetched.map_err(|error| match error {
            OutboundError::TooSlow => Problem::TooSlow(TIME),
            OutboundError::TooLarge => Problem::TooLarge(LARGEST),
            OutboundError::Failed(reason) => Problem::Unreachable(reason.into()),
            refused => Problem::Unreachable(refused.into()),
        })?;
        if fetched.body.len() > largest {
            return Err(Problem::TooLarge(largest));
        }
        Ok(Answer {
            status: fetched.status,
            headers: fetched.headers,
            content: fetched.body,
        })
    }
}

/// Parses the setting `outbound_allow`.
///
/// # Errors
///
/// When an entry isn't an address and port.
pub fn allowed(list: &str) -> Result<Vec<SocketAddr>> {
    let entries = list.split(',').map(str::trim);
    let entries = entries.filter(|entry| !entry.is_empty());
    entries
        .map(|entry| {
            entry.parse().map_err(|_| {
                Error::Setup(format!(
                    "outbound_allow: \"{entry}\" is not an address with a port, such as 127.0.0.1:9000"
                ))
            })
        })
        .collect()
}

fn parse(address: &str) -> std::result::Result<Url, OutboundError> {
    Url::parse(address.trim()).map_err(|_| OutboundError::NoWebAddress)
}

fn redirected(
    address: &Url,
    response: &reqwest::Response,
) -> std::result::Result<Option<Url>, OutboundError> {
    let redirects = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let Some(location) = response
        .headers()
        .get(header::LOCATION)
        .filter(|_| redirects)
    else {
        return Ok(None);
    };
    let next = location.to_str().ok().and_then(|it| address.join(it).ok());
    next.map(Some)
        .ok_or_else(|| OutboundError::Failed("the redirect leads to no address".to_owned()))
}

fn failed(error: reqwest::Error) -> OutboundError {
    // The inner errors say what happened; the outermost only that something did.
    let mut causes = vec![error.to_string()];
    let mut cause = std::error::Error::source(&error);
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    OutboundError::Failed(causes.join(": "))
}
