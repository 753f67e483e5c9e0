//! Headers that every answer carries (checklist X7).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use url::Url;

use crate::platform::{
    error::{Error, Result},
    settings::{MapTiles, Settings},
};

/// Where Stripe's script comes from. What it opens and calls lies on other hosts of Stripe's.
const STRIPE_SCRIPT: &str = "https://js.stripe.com";
/// More hosts that its script and its frames come from; the bank's question is behind the last one.
const STRIPE_SCRIPTS: &str = "https://*.js.stripe.com";
const STRIPE_FRAMES: &str = "https://*.js.stripe.com https://hooks.stripe.com";
const STRIPE_API: &str = "https://api.stripe.com";

/// What the payment form's script needs, where people pay.
#[derive(Debug)]
struct PaymentHosts {
    scripts: String,
    frames: String,
    calls: String,
}

impl PaymentHosts {
    /// None where nothing can be paid.
    fn of(settings: &Settings) -> Result<Option<Self>> {
        if settings.stripe_secret_key.reveal().is_empty() {
            return Ok(None);
        }
        let script = origin_of(&settings.stripe_js_url)?;
        if script == STRIPE_SCRIPT {
            return Ok(Some(Self {
                scripts: format!("{script} {STRIPE_SCRIPTS}"),
                frames: format!("{script} {STRIPE_FRAMES}"),
                calls: STRIPE_API.to_owned(),
            }));
        }
        // Another base address serves script, frames and calls alike.
        let api = origin_of(&settings.stripe_api_url)?;
        let calls = if api == script {
            api
        } else {
            format!("{script} {api}")
        };
        Ok(Some(Self {
            scripts: script.clone(),
            frames: script,
            calls,
        }))
    }
}

fn origin_of(address: &str) -> Result<String> {
    let url = Url::parse(address)
        .map_err(|error| Error::Setup(format!("{address} is no address: {error}")))?;
    Ok(url.origin().ascii_serialization())
}

/// No nonce: pages are cached as bytes, so nothing in them may be inline code or an inline style.
fn content_security_policy(
    map_tiles: Option<&MapTiles>,
    payments: Option<&PaymentHosts>,
) -> String {
    let tiles = map_tiles
        .map(|tiles| format!(" {}", tiles.origin()))
        .unwrap_or_default();
    let [scripts, frames, calls] = match payments {
        Some(hosts) => [
            format!(" {}", hosts.scripts),
            format!(" {}", hosts.frames),
            format!(" {}", hosts.calls),
        ],
        None => [const { String::new() }; 3],
    };
    format!(
        "default-src 'none'; script-src 'self'{scripts}; worker-src 'self'; style-src 'self'; img-src 'self' data:{tiles}; \
         font-src 'self'; connect-src 'self'{tiles}{calls}; frame-src 'self'{frames}; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    )
}

fn header_of(policy: &str) -> Result<HeaderValue> {
    HeaderValue::try_from(policy)
        .map_err(|error| Error::Internal(format!("the security policy: {error}")))
}

/// The security headers, made once.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    list: Vec<(HeaderName, HeaderValue)>,
    /// The policy of the page where people pay.
    payments: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// With https, visitors are told to stay there; the operator's map tiles may be loaded from their host.
    pub fn new(settings: &Settings) -> Result<Self> {
        let map_tiles = settings.map_tiles()?;
        let policy = header_of(&content_security_policy(map_tiles.as_ref(), None))?;
        let payments = PaymentHosts::of(settings)?
            .map(|hosts| header_of(&content_security_policy(map_tiles.as_ref(), Some(&hosts))))
            .transpose()?;
        let mut list = vec![
            (header::CONTENT_SECURITY_POLICY, policy),
            (
                header::X_CONTENT_TYPE_OPTIONS,
                HeaderValue::from_static("nosniff"),
            ),
            (
                header::REFERRER_POLICY,
                HeaderValue::from_static("strict-origin-when-cross-origin"),
            ),
            (
                HeaderName::from_static("cross-origin-opener-policy"),
                HeaderValue::from_static("same-origin"),
            ),
            (
                HeaderName::from_static("permissions-policy"),
                HeaderValue::from_static(
                    "geolocation=(self), camera=(), microphone=(), browsing-topics=()",
                ),
            ),
        ];
        if settings.origin().starts_with("https://") {
            list.push((
                header::STRICT_TRANSPORT_SECURITY,
                HeaderValue::from_static("max-age=31536000; includeSubDomains"),
            ));
        }
        Ok(Self { list, payments })
    }

    /// Adds them to `headers`; a policy that is there already stays.
    pub fn add_to(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.list {
            headers.entry(name).or_insert_with(|| value.clone());
        }
    }

    /// Opens the policy of an answer for the payment provider's script, frames and calls.
    pub fn open_for_payments(&self, headers: &mut HeaderMap) {
        if let Some(policy) = &self.payments {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        }
    }
}
