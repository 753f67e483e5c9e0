//! Administrator sign-in (D60, D103): one shared password, or administrators with a name, a password of their own and, if they
//! set it up, an app whose code is asked for besides; once anybody has one, the shared password alone opens no more. A session
//! lasts 24 hours on the server. Guesses by strangers are limited, per network and in total; a browser in which somebody signed in
//! whose access hasn't ended isn't locked out by them, and what the server's console says goes always.

mod account;
mod app;
mod confirm;
mod device;
mod emails;
pub mod guesses;
pub mod link;
mod login;
pub mod password;
pub mod people;
mod personal;
mod proof;
pub mod routes;
mod session;

use utoipa::OpenApi;

use crate::{
    features::{Health, Room, Services},
    platform::{
        administrators::{self, Administrator},
        error::Result,
    },
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    login::log_in,
    link::log_in_by_link,
    routes::show_status,
    routes::log_out,
    confirm::confirm_administrator,
    account::show_account,
    account::change_own_password,
    account::change_own_email,
    account::end_own_session,
    account::end_own_other_sessions,
    app::begin_app,
    app::finish_app,
    app::remove_own_app,
    app::renew_recovery_codes,
    people::list_administrators,
    people::add_administrator,
    people::remove_administrator
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    mail_samples: emails::samples,
    personal_data: || vec![personal::DATA],
    health: |services| Box::pin(health(services)),
    ..Room::EMPTY
};

/// One line about who gets in how.
async fn health(services: Services) -> Result<Vec<Health>> {
    let all = administrators::active(services.database.reads()).await?;
    let with_app = all.iter().filter(|row| row.has_app()).count();
    let text = match (all.len(), with_app) {
        (0, _) => "One shared password opens the panel.".to_owned(),
        (named, 0) => {
            format!("{named} with a name; the shared password alone opens the panel, too.")
        }
        (named, apps) => format!("{named} with a name, {apps} of them with an app."),
    };
    let last = all
        .iter()
        .filter_map(|row: &Administrator| row.signed_in_at);
    Ok(vec![Health {
        name: "Administrators",
        text,
        last: last.max(),
        advice: None,
    }])
}
