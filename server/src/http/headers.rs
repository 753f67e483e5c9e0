//! Headers on every response (checklist X7).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use url::Url;

use crate::platform::{
    error::{Error, Result},
    settings::{MapTiles, Settings},
};

/// Origin of Stripe's script. The pages it opens and its API are on other Stripe hosts.
const STRIPE_SCRIPT: &str = "https://js.stripe.com";
/// Other origins of its scripts and frames; bank verification pages are on the last one.
const STRIPE_SCRIPTS: &str = "https://*.js.stripe.com";
const STRIPE_FRAMES: &str = "https://*.js.stripe.com https://hooks.stripe.com";
const STRIPE_API: &str = "https://api.stripe.com";

/// The hosts that the payment form's script needs.
#[derive(Debug)]
struct PaymentHosts {
    scripts: String,
    frames: String,
    calls: String,
}

impl PaymentHosts {
    /// `None` if payments are off.
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
        // A custom base URL serves script, frames and API alike.
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
        .map_err(|error| Error::Setup(format!("{address} is not a valid URL: {error}")))?;
    Ok(url.origin().ascii_serialization())
}

/// No nonce: pages are cached as bytes, so they can't contain inline scripts or styles.
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

/// The security headers, built once.
#[derive(Clone, Debug)]
pub struct SecurityHeaders {
    list: Vec<(HeaderName, HeaderValue)>,
    /// The policy for payment pages.
    payments: Option<HeaderValue>,
}

impl SecurityHeaders {
    /// With https, adds HSTS. Allows the host of the operator's map tiles.
    ///
    /// # Errors
    ///
    /// When a URL of map tiles or payments in the settings is invalid.
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
            let value = if settings.hsts_subdomains {
                "max-age=31536000; includeSubDomains"
            } else {
                "max-age=31536000"
            };
            list.push((
                header::STRICT_TRANSPORT_SECURITY,
                HeaderValue::from_static(value),
            ));
        }
        Ok(Self { list, payments })
    }

    /// Adds them to `headers`, keeping a policy that is already set. `takes_payments` opens the policy for the payment
    /// provider's script, frames and calls.
    pub fn add_to(&self, headers: &mut HeaderMap, takes_payments: bool) {
        if let Some(policy) = self.payments.as_ref().filter(|_| takes_payments) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        }
        for (name, value) in &self.list {
            headers.entry(name).or_insert_with(|| value.clone());
        }
    }
}
