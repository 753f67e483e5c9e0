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
    settings.trusted_proxies = "127.0.0.1".to_owned();
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
    let few = |settings: &mut Settings| settings.ai_max_tokens = 299;
    assert_eq!(
        with("https://models.example/v1", few),
        error("ai_max_tokens")
    );
    let typo = |settings: &mut Settings| settings.ai_reasoning_effort = "lo".to_owned();
    assert_eq!(
        with("https://models.example/v1", typo),
        error("ai_reasoning_effort")
    );
}

#[tokio::test]
async fn a_proxy_that_nobody_named_is_missed() {
    let said = said_in_production(|settings| settings.trusted_proxies = " ".to_owned());
    assert_eq!(said, [("trusted_proxies", Severity::Warning)]);
    // Visitors arrive on their own.
    let said = said_in_production(|settings| {
        settings.trusted_proxies = String::new();
        settings.listen = "[::]:443".parse().unwrap();
    });
    assert_eq!(said, []);
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

#[tokio::test]
async fn production_leaves_the_time_to_undo_a_decision_before_its_mail() {
    let said = said_in_production(|settings| settings.decision_mail_seconds = 29);
    assert_eq!(said, [("decision_mail_seconds", Severity::Error)]);
    let said = said_in_production(|settings| settings.decision_mail_seconds = 60);
    assert_eq!(said, []);
    let mut settings = Settings::defaults().unwrap();
    assert_eq!(settings.decision_mail_seconds, 30);
    // Tests don't wait that long.
    settings.decision_mail_seconds = 0;
    let said = findings(&settings);
    let is_refused = |finding: &Finding| finding.setting == "decision_mail_seconds";
    assert!(!said.iter().any(is_refused), "{said:?}");
}
