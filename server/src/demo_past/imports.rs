//! Imports: two editions of an invented list. The second one has left three questions, and can be undone.

use axum::http::{Method, StatusCode};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::{
    days,
    people::{Person, id_in},
    stage::Stage,
};
use crate::{
    catalog::origin::SAMPLE_LIST,
    platform::error::{Error, Result},
};

/// Six shops, in towns of the demo. Their streets aren't the invented shops'.
const FIRST_EDITION: &str = "\
id,name,address,city,state,zip,phone,hours,latitude,longitude
1,Wren & Thimble Coffee,18 Trumpet Vine Road,Alexandria,LA,71301,318-555-0181,Mo-Fr 06:30-15:00,,
2,The Unhurried Heron,240 Larkspur Court,Hammond,LA,70401,985-555-0182,Mo-Sa 07:00-16:00,,
3,Ferry Token Coffee,77 Mayhaw Lane,Monroe,LA,71201,318-555-0183,Mo-Fr 06:00-14:00,,
4,Oats & Anchor,305 Yaupon Drive,Lake Charles,LA,70601,337-555-0184,,,
5,The Crooked Teaspoon,9 Swallowtail Way,Natchitoches,LA,71457,318-555-0185,Tu-Su 07:00-15:00,,
6,Screen Door Espresso,56 Muscadine Street,Alexandria,LA,71301,,Mo-Su 07:00-13:00,,
";

/// The same with another phone number, other hours and two more shops, and with three records that a person has to decide about: a
/// name that is a chain's, too, a shop that the demo has already, and a point in Tibet.
const SECOND_EDITION: &str = "\
id,name,address,city,state,zip,phone,hours,latitude,longitude
1,Wren & Thimble Coffee,18 Trumpet Vine Road,Alexandria,LA,71301,318-555-0181,Mo-Fr 06:30-15:00,,
2,The Unhurried Heron,240 Larkspur Court,Hammond,LA,70401,985-555-0192,Mo-Sa 07:00-16:00,,
3,Ferry Token Coffee,77 Mayhaw Lane,Monroe,LA,71201,318-555-0183,Mo-Fr 06:00-14:00,,
4,Oats & Anchor,305 Yaupon Drive,Lake Charles,LA,70601,337-555-0184,,,
5,The Crooked Teaspoon,9 Swallowtail Way,Natchitoches,LA,71457,318-555-0185,Tu-Sa 06:30-14:30,,
6,Screen Door Espresso,56 Muscadine Street,Alexandria,LA,71301,,Mo-Su 07:00-13:00,,
7,Buttonhook Coffee,14 Chinaberry Court,Monroe,LA,71201,318-555-0187,Mo-Fr 07:00-15:00,,
8,The Spare Umbrella,631 Titi Bush Road,Hammond,LA,70401,985-555-0188,We-Su 08:00-16:00,,
9,Coffee Time,20 Possumhaw Lane,Hammond,LA,70401,985-555-0189,Mo-Fr 06:00-12:00,,
10,The Patient Pelican,,Alexandria,LA,,,,,
11,Gourd & Ladder Coffee,88 Buttonbush Lane,Natchitoches,LA,71457,318-555-0191,Tu-Sa 07:00-14:00,31.7607,93.0863
";

pub(super) async fn play(stage: &Stage, now: DateTime<Utc>) -> Result<()> {
    stage.go_to(now - days(19, 241));
    import(stage, ("sample-coffee-guide.csv", FIRST_EDITION)).await?;
    stage.go_to(now - days(2, 505));
    import(stage, ("sample-coffee-guide-2.csv", SECOND_EDITION)).await
}

/// Uploads the list in the panel, and has it read.
async fn import(stage: &Stage, (name, list): (&str, &str)) -> Result<()> {
    let mut administrator = Person::administrator(stage).await?;
    let path = format!("/api/admin/import-files?name={name}");
    let file = list.as_bytes().to_vec();
    let kept = administrator
        .upload((Method::POST, &path), file, StatusCode::CREATED)
        .await?;
    let path = format!("/api/admin/import-files/{}", id_in(&kept)?);
    let choices = json!({
        "dryRun": false,
        "source": SAMPLE_LIST,
        "license": "CC0 1.0",
        "asOf": stage.services().clock.now().format("%Y-%m-%d").to_string(),
    });
    let runs = format!("{path}/runs");
    administrator
        .post(&runs, &choices, StatusCode::ACCEPTED)
        .await?;
    stage.run_imports().await?;
    check(&mut administrator, &path).await?;
    administrator.sign_out("/api/admin/logout").await
}

/// The answers above come before the list is read, so a list that failed would go unnoticed.
async fn check(administrator: &mut Person<'_>, path: &str) -> Result<()> {
    let shown = administrator.get(path).await?;
    match shown.pointer("/outcome/number").and_then(Value::as_i64) {
        Some(_) => Ok(()),
        None => Err(Error::Internal(format!("a list wasn't imported: {shown}"))),
    }
}
