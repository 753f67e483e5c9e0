//! Stands for `payment_sandbox` in a build without the feature `demo`: there is no sandbox, so a demo's payments are unavailable
//! (D48).

use std::convert::Infallible;

use axum::Router;

use super::{
    clock::Clock,
    data_folder::DataFolder,
    error::{Error, Result},
    id_generator::IdGenerator,
    settings::Settings,
};

/// Its path below the site's URL.
pub const PATH: &str = "/stripe-sandbox";

/// No value of this exists.
#[derive(Clone, Debug)]
pub struct Sandbox(Infallible);

impl Sandbox {
    /// Its endpoints.
    #[must_use]
    pub fn router(&self) -> Router {
        match self.0 {}
    }

    /// Sends its webhooks.
    pub async fn run_webhooks(self) {
        match self.0 {}
    }
}

/// Leaves payments as they are.
///
/// # Errors
///
/// None.
pub fn configure(_: &mut Settings, _: &IdGenerator) -> Result<()> {
    tracing::warn!(
        "payments are unavailable in this demo: the program was built without its payment sandbox"
    );
    Ok(())
}

/// Opens nothing.
///
/// # Errors
///
/// Always.
pub fn open(_: &Settings, _: &DataFolder, _: &Clock) -> Result<Sandbox> {
    Err(Error::Setup(
        "this program was built without the payment sandbox".to_owned(),
    ))
}
