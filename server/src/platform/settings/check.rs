//! Checks the settings, for `townperk check` and at startup.

use std::net::IpAddr;

use url::Url;

use super::Settings;
use crate::platform::{
    ai, mail, outbound, overpass, passwords, payments, storage, web::TrustedProxies,
};

/// Shorter ones can be guessed.
const SHORTEST_SECRET: usize = 32;

/// Foursquare's content may not be shown longer without renewal (D72).
const LONGEST_FOURSQUARE_DAYS: u32 = 30;

/// A secret with fewer different characters was typed, not generated.
const FEWEST_DIFFERENT_CHARACTERS: usize = 8;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Prevents the server from starting.
    Error,
    /// The server starts, but something should be fixed.
    Warning,
}

/// A problem with the setup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// The setting's key.
    pub setting: &'static str,
    /// What's wrong, and what to do.
    pub message: String,
}

/// Checks each setting by itself.
pub(super) fn findings(settings: &Settings) -> Vec<Finding> {
    let mut found = Found {
        unsafe_is: if settings.is_production() {
            Severity::Error
        } else {
            Severity::Warning
        },
        list: Vec::new(),
    };
    public_address(settings, &mut found);
    database(settings, &mut found);
    limits(settings, &mut found);
    match TrustedProxies::parse(&settings.trusted_proxies) {
        Err(error) => found.error("trusted_proxies", error.to_string()),
        Ok(proxies) if proxies.believes_everybody() => found.unsafe_setting(
            "trusted_proxies",
            "trusts everyone, so visitors could fake their address. List only your proxies' networks"
                .to_owned(),
        ),
        Ok(_) => {}
    }
    match settings.map_tiles() {
        Err(error) => found.error("map_tiles", error.to_string()),
        Ok(Some(tiles)) if tiles.origin().starts_with("http:") => found.unsafe_setting(
            "map_tiles",
            "is http, so anyone on the network can see who views the map. Use https".to_owned(),
        ),
        Ok(_) => {}
    }
    if let Err(error) = storage::check(settings.storage_url.reveal()) {
        found.error("storage_url", error.to_string());
    }
    outbound(settings, &mut found);
    geocoder(settings, &mut found);
    model(settings, &mut found);
    place_data(settings, &mut found);
    mail_server(settings, &mut found);
    secrets(settings, &mut found);
    let password = settings.admin_password.reveal();
    if !password.is_empty()
        && let Err(error) = passwords::check_new(password)
    {
        found.error("admin_password", error.to_string());
    }
    for (setting, message) in mail::check(settings)
        .into_iter()
        .chain(payments::check(settings))
        .chain(overpass::check(settings))
    {
        found.error(setting, message);
    }
    if settings.is_production() && settings.smtp_url.reveal().is_empty() {
        found.list.push(Finding {
            severity: Severity::Warning,
            setting: "smtp_url",
            message: "is empty: no email is sent; messages are saved in the data folder".to_owned(),
        });
    }
    if settings.is_production() {
        for (setting, value, example) in [
            ("support_email", &settings.support_email, "help@your.domain"),
            (
                "mail_from",
                &settings.mail_from,
                "Townperk <hello@your.domain>",
            ),
            (
                "postal_address",
                &settings.postal_address,
                "1 Main Street, Alexandria, LA 71301",
            ),
        ] {
            if value.trim().is_empty() {
                found.error(
                    setting,
                    format!("production needs it, for example \"{example}\""),
                );
            }
        }
    }
    if settings.name.trim().is_empty() {
        found.error("name", "must not be empty".to_owned());
    }
    found.list.sort_by_key(|finding| finding.severity);
    found.list
}

struct Found {
    unsafe_is: Severity,
    list: Vec<Finding>,
}

impl Found {
    fn error(&mut self, setting: &'static str, message: String) {
        self.list.push(Finding {
            severity: Severity::Error,
            setting,
            message,
        });
    }

    /// Allowed only in development.
    fn unsafe_setting(&mut self, setting: &'static str, message: String) {
        self.list.push(Finding {
            severity: self.unsafe_is,
            setting,
            message,
        });
    }
}

fn public_address(settings: &Settings, found: &mut Found) {
    if settings.public_url.is_empty() {
        if settings.is_production() {
            found.error(
                "public_url",
                "must be the https URL that visitors use in production".to_owned(),
            );
        }
        return;
    }
    match Url::parse(&settings.public_url) {
        Err(error) => found.error(
            "public_url",
            format!("is not a URL: {error}. Write it as https://your.domain"),
        ),
        Ok(url) if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() => {
            found.error(
                "public_url",
                "must start with https:// and name a host".to_owned(),
            );
        }
        Ok(url) if !url.username().is_empty() || url.password().is_some() => found.error(
            "public_url",
            "must not contain a user name or password: every visitor could read them".to_owned(),
        ),
        Ok(url) if url.path() != "/" || url.query().is_some() || url.fragment().is_some() => {
            found.error(
                "public_url",
                "must be a host alone, without a path".to_owned(),
            );
        }
        Ok(url) if url.scheme() == "http" => {
            found.unsafe_setting(
                "public_url",
                "is http; visitors' traffic can be read and changed on its way. Use https"
                    .to_owned(),
            );
        }
        Ok(_) => {}
    }
}

fn database(settings: &Settings, found: &mut Found) {
    let address = settings.database_url.reveal();
    if !address.is_empty()
        && !["sqlite:", "postgres://", "postgresql://"]
            .iter()
            .any(|known| address.starts_with(known))
    {
        found.error(
            "database_url",
            "must start with postgres:// or sqlite://".to_owned(),
        );
    }
    // One connection loads the directory while another counts votes.
    if settings.database_connections < 2 {
        found.error("database_connections", "must be 2 or more".to_owned());
    }
}

fn secrets(settings: &Settings, found: &mut Found) {
    for secret in settings.secret.reveal().split_whitespace() {
        if secret.chars().count() < SHORTEST_SECRET {
            found.error(
                "secret",
                format!("must have at least {SHORTEST_SECRET} characters; `openssl rand -hex 32` makes one"),
            );
        } else if different_characters(secret) < FEWEST_DIFFERENT_CHARACTERS {
            found.unsafe_setting(
                "secret",
                "repeats a few characters, so it can be guessed; `openssl rand -hex 32` makes one"
                    .to_owned(),
            );
        }
    }
    let token = settings.metrics_token.reveal();
    if !token.is_empty() && token.chars().count() < SHORTEST_SECRET {
        found.unsafe_setting(
            "metrics_token",
            format!("should have at least {SHORTEST_SECRET} characters; `openssl rand -hex 32` makes one"),
        );
    }
}

fn different_characters(text: &str) -> usize {
    text.chars()
        .collect::<std::collections::BTreeSet<_>>()
        .len()
}

fn mail_server(settings: &Settings, found: &mut Found) {
    let Ok(url) = Url::parse(settings.smtp_url.reveal()) else {
        return;
    };
    let Some(host) = url.host_str() else {
        return;
    };
    let asks_for_tls = url
        .query_pairs()
        .any(|(name, value)| name == "tls" && value == "required");
    if url.scheme() == "smtp" && !asks_for_tls && !is_on_this_machine(host) {
        found.unsafe_setting(
            "smtp_url",
            "would send codes and addresses to another machine without TLS. Use smtps:// or add ?tls=required"
                .to_owned(),
        );
    }
}

fn outbound(settings: &Settings, found: &mut Found) {
    match outbound::allowed(&settings.outbound_allow) {
        Err(error) => found.error("outbound_allow", error.to_string()),
        Ok(allowed) if !allowed.is_empty() && settings.is_production() => found.error(
            "outbound_allow",
            "is for tests only and not allowed in production".to_owned(),
        ),
        Ok(_) => {}
    }
}

fn geocoder(settings: &Settings, found: &mut Found) {
    let address = &settings.nominatim_url;
    let is_web = Url::parse(address)
        .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
    if !address.is_empty() && !is_web {
        found.error(
            "nominatim_url",
            "is not a URL. Write it as https://nominatim.openstreetmap.org".to_owned(),
        );
    }
}

fn model(settings: &Settings, found: &mut Found) {
    if settings.ai_url.is_empty() {
        return;
    }
    let url = Url::parse(&settings.ai_url);
    let url = url
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"));
    let Some(host) = url.as_ref().and_then(Url::host_str) else {
        found.error(
            "ai_url",
            "is not a URL. Write it as https://api.openai.com/v1".to_owned(),
        );
        return;
    };
    let is_plain = url.as_ref().is_some_and(|url| url.scheme() == "http");
    if is_plain && !is_on_this_machine(host) && !settings.ai_key.reveal().is_empty() {
        found.unsafe_setting(
            "ai_url",
            "would send the key to another machine without TLS. Use https".to_owned(),
        );
    }
    if settings.ai_model.trim().is_empty() {
        found.error("ai_model", "is required with ai_url".to_owned());
    }
    if !ai::TOKEN_FIELDS.contains(&settings.ai_token_field.as_str()) {
        found.error(
            "ai_token_field",
            format!("must be one of: {}", ai::TOKEN_FIELDS.join(", ")),
        );
    }
}

fn place_data(settings: &Settings, found: &mut Found) {
    for (setting, address, is_optional) in [
        ("foursquare_api_url", &settings.foursquare_api_url, false),
        ("wikipedia_url", &settings.wikipedia_url, true),
        ("wikimedia_url", &settings.wikimedia_url, true),
        ("pexels_api_url", &settings.pexels_api_url, false),
    ] {
        let is_web = Url::parse(address)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some());
        let may_be_empty = is_optional && address.is_empty();
        if !is_web && !may_be_empty {
            found.error(
                setting,
                "is not a URL. `townperk settings` shows the default".to_owned(),
            );
        }
    }
    for (setting, key) in [
        ("foursquare_api_key", &settings.foursquare_api_key),
        ("pexels_api_key", &settings.pexels_api_key),
    ] {
        if !key.reveal().bytes().all(|byte| byte.is_ascii_graphic()) {
            found.error(
                setting,
                "has blanks or characters that no key has. Copy it again".to_owned(),
            );
        }
    }
    if !(1..=LONGEST_FOURSQUARE_DAYS).contains(&settings.foursquare_kept_days) {
        found.error(
            "foursquare_kept_days",
            format!("must be 1 to {LONGEST_FOURSQUARE_DAYS}"),
        );
    }
}

fn is_on_this_machine(host: &str) -> bool {
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost",
    }
}

fn limits(settings: &Settings, found: &mut Found) {
    if settings.render_queue == 0 {
        found.error("render_queue", "must be 1 or more".to_owned());
    }
    if settings.render_deadline_ms < 50 {
        found.error(
            "render_deadline_ms",
            "must be 50 or more; the largest pages take about 30".to_owned(),
        );
    }
    if settings.client_seconds == 0 {
        found.error("client_seconds", "must be 1 or more".to_owned());
    }
    if settings.cache_megabytes == 0 {
        found.error("cache_megabytes", "must be 1 or more".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::{Mode, Secret};

    /// Setting and severity of each finding in production after `change`.
    fn said_in_production(change: impl FnOnce(&mut Settings)) -> Vec<(&'static str, Severity)> {
        let mut settings = Settings::defaults().unwrap();
        settings.mode = Mode::Production;
        settings.public_url = "https://perk.example".to_owned();
        settings.support_email = "help@perk.example".to_owned();
        settings.mail_from = "hello@perk.example".to_owned();
        settings.postal_address = "1 Main Street, Alexandria, LA 71301".to_owned();
        settings.smtp_url = Secret::new("smtps://mail.example".to_owned());
        change(&mut settings);
        let said = findings(&settings);
        said.into_iter()
            .map(|finding| (finding.setting, finding.severity))
            .filter(|(setting, _)| !setting.starts_with("stripe"))
            .collect()
    }

    fn secret(text: &str) -> Secret {
        Secret::new(text.to_owned())
    }

    // The mail library needs a runtime even to parse a URL.
    #[tokio::test]
    async fn a_sound_set_up_is_accepted() {
        assert_eq!(said_in_production(|_| {}), []);
    }

    #[tokio::test]
    async fn production_refuses_what_gives_visitors_away() {
        let refused = |setting| vec![(setting, Severity::Error)];
        for list in ["0.0.0.0/0", "10.0.0.0/8, ::/0"] {
            let said = said_in_production(|settings| settings.trusted_proxies = list.to_owned());
            assert_eq!(said, refused("trusted_proxies"), "{list}");
        }
        for text in ["short", "abababababababababababababababababab"] {
            let said = said_in_production(|settings| settings.secret = secret(text));
            assert_eq!(said, refused("secret"), "{text}");
        }
        for url in [
            "smtp://mail.example",
            "smtp://mail.example:587?tls=opportunistic",
        ] {
            let said = said_in_production(|settings| settings.smtp_url = secret(url));
            assert_eq!(said, refused("smtp_url"), "{url}");
        }
        let said = said_in_production(|settings| {
            settings.public_url = "https://me:word@perk.example".to_owned();
        });
        assert_eq!(said, refused("public_url"));
        let said = said_in_production(|settings| settings.metrics_token = secret("guess"));
        assert_eq!(said, refused("metrics_token"));
    }

    #[tokio::test]
    async fn a_model_needs_its_name_and_a_safe_way() {
        let with = |url: &str, change: fn(&mut Settings)| {
            said_in_production(|settings| {
                settings.ai_url = url.to_owned();
                settings.ai_model = "small".to_owned();
                change(settings);
            })
        };
        let error = |setting| vec![(setting, Severity::Error)];
        let key = |settings: &mut Settings| settings.ai_key = secret("sk-1");
        assert_eq!(with("http://127.0.0.1:11434/v1", key), []);
        assert_eq!(with("http://models.example/v1", |_| {}), []);
        assert_eq!(with("http://models.example/v1", key), error("ai_url"));
        assert_eq!(with("api.openai.com", key), error("ai_url"));
        let unnamed = |settings: &mut Settings| settings.ai_model = String::new();
        assert_eq!(
            with("https://models.example/v1", unnamed),
            error("ai_model")
        );
        let typo = |settings: &mut Settings| settings.ai_token_field = "tokens".to_owned();
        assert_eq!(
            with("https://models.example/v1", typo),
            error("ai_token_field")
        );
    }

    #[tokio::test]
    async fn settings_of_place_data_that_cannot_work_are_refused() {
        let refused = |setting| vec![(setting, Severity::Error)];
        for days in [0, 31] {
            let said = said_in_production(|settings| settings.foursquare_kept_days = days);
            assert_eq!(said, refused("foursquare_kept_days"), "{days}");
        }
        let said = said_in_production(|settings| settings.foursquare_api_url.clear());
        assert_eq!(said, refused("foursquare_api_url"));
        let said = said_in_production(|settings| settings.foursquare_api_key = secret("a b"));
        assert_eq!(said, refused("foursquare_api_key"));
        let said = said_in_production(|settings| settings.wikimedia_url = "commons".to_owned());
        assert_eq!(said, refused("wikimedia_url"));
        // Empty: Wikipedia isn't asked.
        assert_eq!(
            said_in_production(|settings| settings.wikipedia_url.clear()),
            []
        );
    }

    #[tokio::test]
    async fn a_mail_server_on_this_machine_needs_no_tls() {
        for url in [
            "smtp://localhost:25",
            "smtp://127.0.0.1:25",
            "smtp://[::1]:25",
        ] {
            let said = said_in_production(|settings| settings.smtp_url = secret(url));
            assert_eq!(said, [], "{url}");
        }
    }
}
