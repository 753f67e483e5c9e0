//! Owner sign-in (D40): an address gets a code and a link, and either opens a session. Anyone may request a code for
//! any address, so neither the answer nor its timing reveals whether an address is known.

pub mod routes;
mod store;

use utoipa::OpenApi;

use crate::{
    features::{RetentionInfo, Room, Services},
    platform::{
        codes::{self, CodeEmail},
        error::Result,
        jobs::{Handlers, JobOutcome, Schedule},
        mail::{Brand, Sample},
        sessions,
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::send_code,
    routes::sign_in_with_code,
    routes::sign_in_with_link,
    routes::send_new_link,
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

fn code_email(brand: &Brand) -> CodeEmail {
    CodeEmail {
        heading: format!("Sign in to {}", brand.name).into(),
        reason: format!(
            "Someone, hopefully you, wants to sign in to {} with this email address.",
            brand.name
        ),
        page: "/sign-in",
        button: "Sign in",
    }
}

fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let words = code_email(&brand).sample(&brand)?;
    Ok(vec![Sample::new("sign-in-code", words)])
}

async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let reads = services.database.reads();
    let (sessions, oldest_session) = sessions::kept(reads).await?;
    let (codes, oldest_code) = codes::kept(reads).await?;
    Ok(vec![
        RetentionInfo {
            what: "Sessions",
            time: "until they end".to_owned(),
            rows: sessions,
            oldest: oldest_session,
            job: Some(PRUNE),
        },
        RetentionInfo {
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
