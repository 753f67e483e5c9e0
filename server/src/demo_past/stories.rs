//! Stories: two wait for the administrator, one of them with a photo, and one was approved a week ago.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use super::{
    LISTED_FOR, days, page,
    people::{Person, id_in},
    stage::Stage,
};
use crate::{
    catalog::entities::shop,
    platform::error::{Error, Result},
};

/// How many owners write one.
const TELLERS: usize = 3;

/// A shop, and its owner's address.
type Teller = (shop::Model, String);

/// Owners who write a story. They have had their shops since the demo was filled, and sign in for the first time.
pub(super) struct Tellers {
    approved: Teller,
    plain: Teller,
    pictured: Teller,
}

impl Tellers {
    /// Whose story has a photo.
    pub(super) fn pictured_slug(&self) -> &str {
        &self.pictured.0.slug
    }

    /// Chooses among `owned`, which are in the order of the shops' slugs, so that they are in different towns.
    pub(super) fn among(owned: Vec<Teller>, now: DateTime<Utc>) -> Result<Self> {
        let suitable: Vec<Teller> = owned
            .into_iter()
            .filter(|(shop, _)| shop.opening_hours.is_some() && shop.created_at <= now - LISTED_FOR)
            .collect();
        let step = suitable.len() / TELLERS;
        let mut chosen = suitable.into_iter().step_by(step.max(1));
        let mut next = || {
            let teller = chosen.next();
            teller.ok_or_else(|| {
                Error::Internal(format!(
                    "fewer than {TELLERS} invented shops have hours, an owner and no story"
                ))
            })
        };
        Ok(Self {
            approved: next()?,
            plain: next()?,
            pictured: next()?,
        })
    }
}

/// What an owner writes.
struct Story {
    main: &'static str,
    details: Option<&'static str>,
    /// The IP address.
    from: [u8; 4],
}

pub(super) async fn play(
    stage: &Stage,
    tellers: &Tellers,
    picture: Vec<u8>,
    now: DateTime<Utc>,
) -> Result<()> {
    let approved = Story {
        main: "The clock above our counter came out of the old school when it closed. It is still set to the bell: at ten past three half the town comes in, and nobody remembers why.",
        details: Some(
            "On the last Friday of the school year the first hundred cocoas are free, whatever your age.",
        ),
        from: [198, 51, 100, 140],
    };
    let (owner, id) = tell(stage, &tellers.approved, &approved, now - days(8, 377)).await?;
    owner.sign_out("/api/sign-out").await?;
    stage.go_to(now - days(7, 95));
    let mut administrator = Person::administrator(stage).await?;
    let path = format!("/api/admin/local-vibes/{id}/approve");
    administrator
        .post(&path, &json!({}), StatusCode::OK)
        .await?;
    administrator.sign_out("/api/admin/logout").await?;
    stage.deliver().await?;

    let plain = Story {
        main: "Every chair in here was somebody's kitchen chair. When a house on our street is cleared, one of its chairs ends up with us, and people find the one that they did their homework on.",
        details: None,
        from: [203, 0, 113, 141],
    };
    let (owner, _) = tell(stage, &tellers.plain, &plain, now - days(3, 27)).await?;
    owner.sign_out("/api/sign-out").await?;

    let pictured = Story {
        main: "The mural on our north wall was painted by four classes of the middle school in one week. The heron in the corner has five legs because nobody wanted to tell the fifth grader, and by now it is on our cups.",
        details: Some(
            "Each fall the artists come back, a little taller, and have their picture taken in front of it.",
        ),
        from: [192, 0, 2, 142],
    };
    let (mut owner, id) = tell(stage, &tellers.pictured, &pictured, now - days(1, 266)).await?;
    let picture = ("/api/local-vibes/upload", picture);
    let address = page::upload(stage, &mut owner, picture).await?;
    let photo = json!({ "photoURL": address });
    let path = format!("/api/local-vibes/{id}/photo");
    owner.put(&path, &photo, StatusCode::OK).await?;
    owner.sign_out("/api/sign-out").await
}

/// Signs in by the code in the mail, and writes a story. Returns the browser and the story's ID.
async fn tell<'a>(
    stage: &'a Stage,
    (shop, email): &Teller,
    story: &Story,
    moment: DateTime<Utc>,
) -> Result<(Person<'a>, String)> {
    stage.go_to(moment);
    let mut owner = Person::at(stage, story.from);
    owner
        .post(
            "/api/sign-in",
            &json!({ "email": email }),
            StatusCode::ACCEPTED,
        )
        .await?;
    stage.wait(TimeDelta::minutes(2));
    let code = stage.code_mailed_to(email).await?;
    let proof = json!({ "email": email, "code": code });
    owner
        .post("/api/sign-in/code", &proof, StatusCode::OK)
        .await?;
    stage.deliver().await?;
    owner.leave_nothing_to_ask(&shop.slug).await?;
    stage.wait(TimeDelta::minutes(11));
    let path = format!("/api/coffee-shops/{}/local-vibes", shop.slug);
    let words = json!({ "prompt1Response": story.main, "prompt2Response": story.details });
    let written = owner.post(&path, &words, StatusCode::OK).await?;
    Ok((owner, id_in(&written)?))
}
