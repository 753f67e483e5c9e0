//! Owner sign-in (D40): an address gets a code and a link, and either opens a session. Anyone may request a code for
//! any address, so neither the answer nor its timing reveals whether an address is known.

pub mod routes;
mod store;

use utoipa::OpenApi;

use crate::{
    features::{Kept, Room, Services},
    platform::{
        codes::{self, CodeEmail, Issued},
        error::Result,
        jobs::{Handlers, JobOutcome, Schedule},
        mail::{Brand, MailText, Sample},
        sessions,
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::send_code,
    routes::sign_in_with_code,
    routes::sign_in_with_link,
    routes::sign_out,
    routes::show_session,
    routes::list_sessions,
    routes::end_session,
    routes::end_other_sessions
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    jobs,
    mail_samples: samples,
    kept: |services| Box::pin(kept(services)),
    ..Room::EMPTY
};

fn letter(brand: &Brand, issued: &Issued) -> Result<MailText> {
    let heading = format!("Sign in to {}", brand.name);
    let reason = format!(
        "Someone, hopefully you, wants to sign in to {} with this email address.",
        brand.name
    );
    let letter = CodeEmail {
        heading: &heading,
        reason: &reason,
        page: "/sign-in",
        button: "Sign in",
    };
    codes::words(brand, &letter, issued)
}

fn samples(services: &Services) -> Result<Vec<Sample>> {
    let issued = Issued {
        id: uuid::Uuid::nil(),
        code: "123456".to_owned(),
        token: "0".repeat(40),
    };
    let words = letter(&Brand::of(&services.settings), &issued)?;
    Ok(vec![Sample::new("sign-in-code", words)])
}

async fn kept(services: Services) -> Result<Vec<Kept>> {
    let reads = services.database.reads();
    let (sessions, oldest_session) = sessions::kept(reads).await?;
    let (codes, oldest_code) = codes::kept(reads).await?;
    Ok(vec![
        Kept {
            what: "Sessions",
            time: "until they end".to_owned(),
            rows: sessions,
            oldest: oldest_session,
            job: Some(PRUNE),
        },
        Kept {
            what: "One-time codes, as hashes",
            time: "a day after they end".to_owned(),
            rows: codes,
            oldest: oldest_code,
            job: Some(PRUNE),
        },
    ])
}

/// The job that removes expired data.
const PRUNE: &str = "sign-in.prune";

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring(PRUNE, Schedule::Hourly, move |run| {
        let services = services.clone();
        async move {
            store::prune(&services, run.now).await?;
            Ok(JobOutcome::Done)
        }
    })
}
