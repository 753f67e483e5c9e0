//! Stripe as configured: keys, URLs, the client. What is paid for is up to the rooms.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use chrono::{DateTime, Utc};
use metrics::{Counter, Gauge, counter, gauge};
use stripe_client::{Client, Options, webhook};

use super::{
    error::{Error, Result},
    metrics::Metrics,
    outbound,
    settings::Settings,
};

/// The message when payments are off (D48).
pub const UNAVAILABLE: &str =
    "Payment processing is currently unavailable. Please try again later.";

/// Timeout of one attempt.
const ATTEMPT_TIME: Duration = Duration::from_secs(8);
/// Maximum attempts per call.
const ATTEMPTS: u32 = 3;
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// Access to the payment provider, if one is configured. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Payments {
    provider: Option<Arc<Provider>>,
    webhook_metrics: Arc<WebhookMetrics>,
}

/// Stripe, or a sandbox that speaks its protocol.
#[derive(Debug)]
pub struct Provider {
    pub client: Client,
    pub publishable_key: String,
    /// The script for the payment form.
    pub script_url: String,
    /// Whether real cards are charged, according to the keys.
    pub is_live: bool,
    /// Whether it is the built-in sandbox.
    pub is_sandbox: bool,
    webhook_secrets: Vec<String>,
}

impl Payments {
    /// Reads the settings; doesn't connect yet.
    ///
    /// # Errors
    ///
    /// When keys are incomplete, or a URL is invalid.
    pub fn open(settings: &Settings) -> Result<Self> {
        let secret_key = settings.stripe_secret_key.reveal();
        if secret_key.is_empty() {
            return Ok(Self {
                provider: None,
                webhook_metrics: Arc::default(),
            });
        }
        if settings.payment_sandbox && settings.is_production() {
            return Err(Error::Setup(
                "the payment sandbox charges nothing; production refuses it".to_owned(),
            ));
        }
        let client = Client::new(Options {
            http: outbound::service_client(ATTEMPT_TIME)?,
            secret_key: secret_key.to_owned(),
            api_url: settings.stripe_api_url.clone(),
            attempt_time: ATTEMPT_TIME,
            attempts: ATTEMPTS,
            first_pause: FIRST_PAUSE,
        })
        .map_err(|error| Error::Setup(error.to_string()))?;
        let provider = Provider {
            client,
            publishable_key: settings.stripe_publishable_key.clone(),
            script_url: settings.stripe_js_url.clone(),
            is_live: is_live(secret_key),
            is_sandbox: settings.payment_sandbox,
            webhook_secrets: settings
                .stripe_webhook_secret
                .reveal()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
        };
        Ok(Self {
            provider: Some(Arc::new(provider)),
            webhook_metrics: Arc::default(),
        })
    }

    /// The provider.
    ///
    /// # Errors
    ///
    /// [`Error::Unavailable`] if payments are off.
    pub fn provider(&self) -> Result<&Provider> {
        self.provider
            .as_deref()
            .ok_or_else(|| Error::unavailable(UNAVAILABLE))
    }

    /// The provider, if there is one.
    #[must_use]
    pub fn configured(&self) -> Option<&Provider> {
        self.provider.as_deref()
    }

    /// Webhook metrics.
    #[must_use]
    pub fn webhook_metrics(&self) -> &WebhookMetrics {
        &self.webhook_metrics
    }
}

/// Webhook metrics, for `/metrics`.
#[derive(Debug, Default)]
pub struct WebhookMetrics(OnceLock<Figures>);

#[derive(Debug)]
struct Figures {
    taken: Counter,
    refused: Counter,
    failed: Counter,
    kept: Counter,
    last: Gauge,
}

impl WebhookMetrics {
    /// Adds them to the server's metrics.
    pub fn show_in(&self, metrics: &Metrics) {
        self.0.get_or_init(|| {
            metrics.register(|| {
                let named =
                    |outcome| counter!("townperk_payment_notices_total", "outcome" => outcome);
                Figures {
                    taken: named("taken"),
                    refused: named("refused"),
                    failed: named("failed"),
                    kept: named("kept"),
                    last: gauge!("townperk_payment_notice_last_seconds"),
                }
            })
        });
    }

    /// Counts a processed webhook.
    pub fn taken(&self, now: DateTime<Utc>) {
        if let Some(figures) = self.0.get() {
            figures.taken.increment(1);
            #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 fit")]
            figures.last.set(now.timestamp() as f64);
        }
    }

    /// Counts a webhook without a valid signature.
    pub fn refused(&self) {
        self.count(|figures| &figures.refused);
    }

    /// Counts a webhook that failed and will be sent again.
    pub fn failed(&self) {
        self.count(|figures| &figures.failed);
    }

    /// Counts a webhook that wasn't understood and was stored.
    pub fn kept(&self) {
        self.count(|figures| &figures.kept);
    }

    fn count(&self, which: impl FnOnce(&Figures) -> &Counter) {
        if let Some(figures) = self.0.get() {
            which(figures).increment(1);
        }
    }
}

impl Provider {
    /// Checks that the provider signed `body` within five minutes of `now`, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// When the signature is missing, wrong or too old.
    pub fn verify(
        &self,
        body: &[u8],
        signature: &str,
        now: i64,
    ) -> std::result::Result<(), webhook::SignatureError> {
        let secrets: Vec<&str> = self.webhook_secrets.iter().map(String::as_str).collect();
        webhook::verify(body, signature, &secrets, now)
    }
}

/// `sk_live_…`, or a restricted `rk_live_…`.
#[must_use]
pub fn is_live(secret_key: &str) -> bool {
    secret_key
        .split('_')
        .nth(1)
        .is_some_and(|mode| mode == "live")
}

/// Problems with the payment settings.
pub(super) fn check(settings: &Settings) -> Vec<(&'static str, String)> {
    let mut wrong = Vec::new();
    let secret = settings.stripe_secret_key.reveal();
    let public = settings.stripe_publishable_key.as_str();
    let hooks = settings.stripe_webhook_secret.reveal();
    for (setting, cents) in [
        ("boost_monthly_cents", settings.boost_monthly_cents),
        ("boost_one_time_cents", settings.boost_one_time_cents),
    ] {
        if !(50..=99_999_999).contains(&cents) {
            wrong.push((
                setting,
                "must be 50 or more: Stripe takes no smaller payment".to_owned(),
            ));
        }
    }
    if settings.visibility_claim > 0 && settings.visibility_claim_source.trim().is_empty() {
        wrong.push((
            "visibility_claim_source",
            "a figure needs its source, which is shown with it".to_owned(),
        ));
    }
    if secret.is_empty() && public.is_empty() && hooks.is_empty() {
        return wrong;
    }
    for (setting, value, start) in [
        ("stripe_secret_key", secret, "sk_"),
        ("stripe_publishable_key", public, "pk_"),
        ("stripe_webhook_secret", hooks, "whsec_"),
    ] {
        if value.is_empty() {
            let message =
                "is empty while the other Stripe settings are not; payments need all three";
            wrong.push((setting, message.to_owned()));
        } else if !(value.starts_with(start) || start == "sk_" && value.starts_with("rk_")) {
            wrong.push((
                setting,
                format!("does not begin with {start}: is it another key?"),
            ));
        }
    }
    if !secret.is_empty() && !public.is_empty() && is_live(secret) != is_live(public) {
        wrong.push((
            "stripe_publishable_key",
            "is of the other mode than stripe_secret_key: both must be test keys, or both live ones".to_owned(),
        ));
    }
    let is_real = !secret.is_empty() && !settings.payment_sandbox;
    if settings.is_production() && is_real && !is_live(secret) && !settings.stripe_test_keys {
        wrong.push((
            "stripe_secret_key",
            "is a test key: boosts would be given away. Use live keys, or set stripe_test_keys = true to try things out; the payment pages then say so".to_owned(),
        ));
    }
    for (setting, address) in [
        ("stripe_api_url", &settings.stripe_api_url),
        ("stripe_js_url", &settings.stripe_js_url),
    ] {
        let is_safe = url::Url::parse(address).is_ok_and(|url| {
            url.scheme() == "https" || !settings.is_production() && url.scheme() == "http"
        });
        if !is_safe {
            wrong.push((setting, "must be an https address".to_owned()));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_says_whether_cards_are_charged() {
        assert!(is_live("sk_live_1") && is_live("rk_live_1") && is_live("pk_live_1"));
        assert!(!is_live("sk_test_live") && !is_live("rk_test_1") && !is_live(""));
    }

    #[test]
    fn half_a_set_of_keys_is_refused() {
        let mut settings = Settings::defaults().unwrap();
        assert_eq!(check(&settings), []);
        settings.stripe_secret_key = crate::platform::settings::Secret::new("sk_live_1".into());
        let wrong: Vec<_> = check(&settings)
            .into_iter()
            .map(|(setting, _)| setting)
            .collect();
        assert_eq!(wrong, ["stripe_publishable_key", "stripe_webhook_secret"]);
        settings.stripe_publishable_key = "pk_test_1".into();
        settings.stripe_webhook_secret = crate::platform::settings::Secret::new("whsec_1".into());
        let wrong: Vec<_> = check(&settings)
            .into_iter()
            .map(|(setting, _)| setting)
            .collect();
        assert_eq!(wrong, ["stripe_publishable_key"]);
    }

    #[test]
    fn production_refuses_test_keys_unless_they_are_meant() {
        let mut settings = Settings::defaults().unwrap();
        settings.mode = crate::platform::settings::Mode::Production;
        settings.stripe_secret_key = crate::platform::settings::Secret::new("rk_test_1".into());
        settings.stripe_publishable_key = "pk_test_1".into();
        settings.stripe_webhook_secret = crate::platform::settings::Secret::new("whsec_1".into());
        let wrong = |settings: &Settings| -> Vec<_> {
            let wrong = check(settings).into_iter();
            wrong.map(|(setting, _)| setting).collect()
        };
        assert_eq!(wrong(&settings), ["stripe_secret_key"]);
        settings.stripe_test_keys = true;
        assert!(wrong(&settings).is_empty());
        settings.stripe_publishable_key = "pk_live_1".into();
        assert_eq!(wrong(&settings), ["stripe_publishable_key"]);
    }

    #[test]
    fn a_price_of_nothing_and_a_figure_without_a_source_are_refused() {
        let mut settings = Settings::defaults().unwrap();
        settings.boost_one_time_cents = 0;
        settings.visibility_claim = 89;
        let wrong: Vec<_> = check(&settings)
            .into_iter()
            .map(|(setting, _)| setting)
            .collect();
        assert_eq!(wrong, ["boost_one_time_cents", "visibility_claim_source"]);
    }
}
