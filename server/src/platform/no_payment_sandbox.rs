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

/// An event of Stripe's.
#[derive(Clone, Debug)]
pub struct SignedEvent {
    /// The value of `Stripe-Signature`.
    pub signature: String,
    pub body: String,
}

/// No value of this exists, either.
#[derive(Debug)]
pub struct PastSandbox(Infallible);

impl PastSandbox {
    /// There is no sandbox to open.
    ///
    /// # Errors
    ///
    /// None.
    pub async fn open(sandbox: &Sandbox, _: &Clock, _: &Clock) -> Result<Self> {
        match sandbox.0 {}
    }

    /// Where it is reached.
    #[must_use]
    pub fn api_url(&self) -> &str {
        match self.0 {}
    }

    /// Pays.
    ///
    /// # Errors
    ///
    /// None.
    pub fn pay(&self, _: &str, _: &str) -> Result<()> {
        match self.0 {}
    }

    /// Changes what is to be paid.
    ///
    /// # Errors
    ///
    /// None.
    pub fn change_amount(&self, _: &str, _: i64) -> Result<()> {
        match self.0 {}
    }

    /// Refunds a payment.
    ///
    /// # Errors
    ///
    /// None.
    pub fn refund(&self, _: &str) -> Result<()> {
        match self.0 {}
    }

    /// The events that the product hasn't been told of.
    #[must_use]
    pub fn take_events(&self) -> Vec<SignedEvent> {
        match self.0 {}
    }
}
