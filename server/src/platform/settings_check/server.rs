//! How the server is reached, who may do what, and what production needs.

use url::Url;

use super::{Finding, Found, Severity};
use crate::platform::{
    database::check_hosts,
    passwords,
    settings::{Listen, Settings, TlsSource},
    web::TrustedProxies,
};

/// Shorter ones can be guessed.
const SHORTEST_SECRET: usize = 32;
/// A secret with fewer different characters was typed, not generated.
const FEWEST_DIFFERENT_CHARACTERS: usize = 8;

pub(super) fn public_address(settings: &Settings, found: &mut Found) {
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

pub(super) fn listening(settings: &Settings, found: &mut Found) {
    if let Err(error) = settings.socket_mode() {
        found.error("socket_mode", error.to_string());
    }
    if matches!(settings.listen, Listen::Socket(_)) && settings.tls != TlsSource::Off {
        let message = "must be \"off\" with a Unix socket: the proxy in front of it speaks HTTPS";
        found.error("tls", message.to_owned());
    }
}

pub(super) fn database(settings: &Settings, found: &mut Found) {
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
    if let Err(problem) = check_hosts(address) {
        found.error("database_url", problem);
    }
    // One connection loads the directory while another counts votes.
    if settings.database_connections < 2 {
        found.error("database_connections", "must be 2 or more".to_owned());
    }
}

pub(super) fn secrets(settings: &Settings, found: &mut Found) {
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

pub(super) fn limits(settings: &Settings, found: &mut Found) {
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

pub(super) fn trusted_proxies(settings: &Settings, found: &mut Found) {
    match TrustedProxies::parse(&settings.trusted_proxies) {
        Err(error) => found.error("trusted_proxies", error.to_string()),
        Ok(proxies) if proxies.believes_everybody() => found.unsafe_setting(
            "trusted_proxies",
            "trusts everyone, so visitors could fake their address. List only your proxies' networks"
                .to_owned(),
        ),
        Ok(_) if settings.is_production()
            && settings.listen.is_local()
            && settings.trusted_proxies.trim().is_empty() =>
        {
            found.list.push(Finding {
                severity: Severity::Warning,
                setting: "trusted_proxies",
                message: format!(
                    "is empty, but only a proxy on this machine can reach the server: all visitors seem to have its address, \
                     and share one person's limits. Set it to {}",
                    match settings.listen {
                        Listen::Network(_) => "\"127.0.0.1, ::1\"",
                        Listen::Socket(_) => "\"unix\"",
                    }
                ),
            });
        }
        Ok(_) => {}
    }
}

pub(super) fn password(settings: &Settings, found: &mut Found) {
    let password = settings.admin_password.reveal();
    if !password.is_empty() {
        if let Err(error) = passwords::check_length(password) {
            found.error("admin_password", error.to_string());
        } else if let Err(error) = passwords::check_new(password) {
            // One that is in use goes on working: an update must start.
            found.list.push(Finding {
                severity: Severity::Warning,
                setting: "admin_password",
                message: error.to_string(),
            });
        }
    }
}

/// Mail, and whom visitors can reach.
pub(super) fn production(settings: &Settings, found: &mut Found) {
    if !settings.is_production() {
        return;
    }
    if settings.smtp_url.reveal().is_empty() {
        found.list.push(Finding {
            severity: Severity::Warning,
            setting: "smtp_url",
            message: "is empty: no email is sent; messages are saved in the data folder".to_owned(),
        });
    }
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
