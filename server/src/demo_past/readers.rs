//! The newsletter: fifteen people read it, and two issues went out.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{days, people::Person, stage::Stage};
use crate::{
    features::newsletter::{self, SAMPLE_READERS},
    platform::error::Result,
};

/// How many days before the last issue each of them has signed up, and for which towns: none is all.
const SIGN_UPS: [(i64, &[&str]); 15] = [
    (61, &["alexandria-la"]),
    (55, &[]),
    (48, &["hammond-la", "monroe-la"]),
    (44, &[]),
    (37, &["alexandria-la", "natchitoches-la"]),
    (33, &[]),
    (29, &["hammond-la"]),
    (24, &["astoria-or"]),
    (20, &[]),
    (15, &["bellingham-wa"]),
    (11, &[]),
    (9, &[]),
    (6, &["astoria-or"]),
    (3, &[]),
    (1, &["alexandria-la"]),
];
/// An issue has gone out so long after its turn.
const SENDING: TimeDelta = TimeDelta::hours(2);

/// Somebody who signs up.
struct Reader {
    address: &'static str,
    towns: &'static [&'static str],
    /// The IP address.
    from: [u8; 4],
    signs_up_at: DateTime<Utc>,
}

pub(super) async fn play(stage: &Stage, now: DateTime<Utc>) -> Result<()> {
    let last = newsletter::latest_turn(now - SENDING);
    let [first, last] = newsletter::sample_turns(last);
    if !newsletter::begin_samples(stage.services(), last).await? {
        return Ok(());
    }
    let all = SAMPLE_READERS.into_iter().zip(SIGN_UPS).zip(0_u8..);
    let all = all.map(|((address, (ago, towns)), number)| Reader {
        address,
        towns,
        from: [198, 51, 100, 100 + number],
        signs_up_at: last - days(ago, i64::from(number) * 37),
    });
    let (early, late): (Vec<Reader>, Vec<Reader>) =
        all.partition(|reader| reader.signs_up_at < first);
    for reader in &early {
        sign_up(stage, reader).await?;
    }
    send_issue(stage, first).await?;
    for reader in &late {
        sign_up(stage, reader).await?;
    }
    send_issue(stage, last).await
}

/// Signs somebody up, who presses the button in the mail some minutes later.
async fn sign_up(stage: &Stage, reader: &Reader) -> Result<()> {
    stage.go_to(reader.signs_up_at);
    let mut browser = Person::at(stage, reader.from);
    let form = json!({ "email": reader.address });
    browser
        .post("/api/newsletter/subscribe", &form, StatusCode::OK)
        .await?;
    stage.wait(TimeDelta::minutes(4));
    let token = stage.token_mailed_to(reader.address).await?;
    let form = format!(
        "credential={token}&action=confirm{}",
        chosen(stage, reader.towns)
    );
    browser.submit("/newsletter/confirm", form).await?;
    stage.send_mails().await
}

/// The towns with these slugs, as a form has them.
fn chosen(stage: &Stage, slugs: &[&str]) -> String {
    let view = stage.services().catalog.view();
    let towns = view.cities().into_iter();
    let towns = towns.filter(|town| slugs.contains(&&*town.city.slug));
    towns
        .map(|town| format!("&town={}", town.city.id))
        .collect()
}

/// The newsletter's own job sends the issue of this turn.
async fn send_issue(stage: &Stage, turn: DateTime<Utc>) -> Result<()> {
    stage.go_to(turn + TimeDelta::minutes(2));
    stage.run_jobs_of(&newsletter::ROOM).await?;
    stage.send_mails().await
}
