//! Services that the server asks.

use std::net::IpAddr;

use url::Url;

use super::Found;
use crate::platform::{ai, outbound, settings::Settings};

/// Foursquare's content may not be shown longer without renewal (D72).
const LONGEST_FOURSQUARE_DAYS: u32 = 30;
/// For the answer's length: a text has some 200.
const FEWEST_AI_TOKENS: u32 = 300;
const MOST_AI_TOKENS: u32 = 100_000;

pub(super) fn map_tiles(settings: &Settings, found: &mut Found) {
    match settings.map_tiles() {
        Err(error) => found.error("map_tiles", error.to_string()),
        Ok(Some(tiles)) if tiles.origin().starts_with("http:") => found.unsafe_setting(
            "map_tiles",
            "is http, so anyone on the network can see who views the map. Use https".to_owned(),
        ),
        Ok(_) => {}
    }
}

pub(super) fn mail_server(settings: &Settings, found: &mut Found) {
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

pub(super) fn outbound(settings: &Settings, found: &mut Found) {
    match outbound::allowed(&settings.outbound_allow) {
        Err(error) => found.error("outbound_allow", error.to_string()),
        Ok(allowed) if !allowed.is_empty() && settings.is_production() => found.error(
            "outbound_allow",
            "is for tests only and not allowed in production".to_owned(),
        ),
        Ok(_) => {}
    }
}

pub(super) fn geocoder(settings: &Settings, found: &mut Found) {
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

pub(super) fn model(settings: &Settings, found: &mut Found) {
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
    if !(FEWEST_AI_TOKENS..=MOST_AI_TOKENS).contains(&settings.ai_max_tokens) {
        found.error(
            "ai_max_tokens",
            format!("must be {FEWEST_AI_TOKENS} to {MOST_AI_TOKENS}"),
        );
    }
    let effort = settings.ai_reasoning_effort.as_str();
    if !effort.is_empty() && !ai::REASONING_EFFORTS.contains(&effort) {
        found.error(
            "ai_reasoning_effort",
            format!(
                "must be empty or one of: {}",
                ai::REASONING_EFFORTS.join(", ")
            ),
        );
    }
}

pub(super) fn place_data(settings: &Settings, found: &mut Found) {
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
