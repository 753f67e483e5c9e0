//! The services that a server talks to: storage, mail, payments, names.

use std::time::Duration;

use tokio::{net::lookup_host, time::timeout};
use url::Url;

use super::report::Report;
use crate::platform::{
    clock::Clock,
    data_folder::DataFolder,
    error::Error,
    id_generator::IdGenerator,
    mail::Mail,
    payments::Payments,
    settings::Settings,
    storage::{self, Storage, StorageLocation},
};

/// A service that takes longer is as good as away.
const LONGEST: Duration = Duration::from_secs(30);

/// Stores a file, reads it and removes it.
pub(super) async fn storage(
    settings: &Settings,
    folder: &DataFolder,
    identifiers: &IdGenerator,
    report: &mut Report,
) {
    let place = match storage::location(settings, folder) {
        Ok(StorageLocation::Folder(path)) if !path.exists() => {
            let path = path.display();
            report.ok(
                "storage",
                format!("none yet ({path}); `townperk serve` makes it"),
            );
            return;
        }
        Ok(StorageLocation::Folder(path)) => path.display().to_string(),
        Ok(StorageLocation::Bucket(name)) => name,
        // The setting's own finding says so.
        Err(_) => return,
    };
    let key = format!("{}{}", storage::CHECKS, identifiers.next().simple());
    let tried = async { Storage::open(settings, folder)?.probe(&key).await };
    let result = match timeout(LONGEST, tried).await {
        Ok(result) => result,
        Err(_) => Err(no_answer()),
    };
    report.add(
        "storage",
        result.map(|()| format!("{place} stores, returns and removes a file")),
    );
}

/// Signs in to the mail server. `sends`: also sends a mail to the site's own address.
pub(super) async fn mail(
    settings: &Settings,
    folder: &DataFolder,
    sends: bool,
    report: &mut Report,
) {
    // An invalid setting has its own finding.
    let Ok(mail) = Mail::open(settings, folder) else {
        return;
    };
    let destination = mail.destination();
    if settings.smtp_url.reveal().is_empty() {
        if sends {
            let advice = "there is no mail server to send a mail with. Set TOWNPERK_SMTP_URL";
            report.error("mail", advice);
        } else {
            report.ok("mail", destination);
        }
        return;
    }
    let result = match timeout(LONGEST, mail.probe(sends)).await {
        Ok(result) => result,
        Err(_) => Err(no_answer()),
    };
    report.add("mail", result.map(|done| format!("{destination}: {done}")));
}

/// Asks Stripe for what the server asks it for, too: the key must be right and must allow it.
pub(super) async fn payments(settings: &Settings, clock: &Clock, report: &mut Report) {
    let Ok(payments) = Payments::open(settings) else {
        return;
    };
    let Some(provider) = payments.configured() else {
        return;
    };
    if provider.is_sandbox {
        report.ok("payments", "the built-in sandbox: nothing is charged");
        return;
    }
    let client = &provider.client;
    let asked = async {
        match client.account().await {
            // A restricted key may not see the account; this is a call that the server makes.
            Err(stripe_client::Error::Refused { refusal, .. }) if refusal.status == 403 => {
                let events = client.undelivered_events(clock.now().timestamp());
                events.await.map(|_| None)
            }
            account => account.map(Some),
        }
    };
    let kind = match provider.is_live {
        true => "a live key",
        false => "a test key: nothing is charged",
    };
    match timeout(LONGEST, asked).await {
        Ok(Ok(Some(account))) if provider.is_live && !account.charges_enabled => {
            let text = format!(
                "Stripe doesn't let account {} charge cards yet. Complete it in Stripe's dashboard",
                account.id
            );
            report.warning("payments", text);
        }
        Ok(Ok(Some(account))) => report.ok("payments", format!("account {}, {kind}", account.id)),
        Ok(Ok(None)) => report.ok("payments", format!("Stripe accepts the key, {kind}")),
        Ok(Err(error)) => report.error(
            "payments",
            format!("{error}. Check TOWNPERK_STRIPE_SECRET_KEY in Stripe's dashboard"),
        ),
        Err(_) => report.add("payments", Err(no_answer())),
    }
}

/// Looks up the name that visitors use.
pub(super) async fn name(settings: &Settings, report: &mut Report) {
    let url = Url::parse(&settings.public_url).ok();
    let Some(host) = url.as_ref().and_then(Url::domain) else {
        return;
    };
    let found = match timeout(LONGEST, lookup_host((host, 443))).await {
        Ok(Ok(found)) => found.map(|address| address.ip().to_string()).collect(),
        Ok(Err(_)) | Err(_) => Vec::new(),
    };
    if found.is_empty() {
        report.warning(
            "public_url",
            format!("no address is known for {host}: visitors can't find it. Add an A or AAAA record to its DNS"),
        );
    } else {
        report.ok("DNS", format!("{host} is {}", found.join(", ")));
    }
}

fn no_answer() -> Error {
    Error::Setup(format!("no answer within {} s", LONGEST.as_secs()))
}
