//! What tests are written with: a whole server on a database of its own, people who ask it, rows, and a clock.
//!
//! ```ignore
//! both_engines!(a_closed_shop_says_so, |app: TestApp| {
//!     let city = app.city("Alexandria", "LA").await;
//!     let shop = app.shop(&city).closed().await;
//!     assert!(app.visitor().get(&page_of(&shop)).await.text().contains("Permanently closed"));
//! });
//! ```

mod actors;
mod app;
mod articles;
mod bucket;
mod bundle;
mod busy_reader;
mod chat_model;
pub mod cluster;
mod codes;
pub mod command;
pub mod database;
pub mod fault_table;
mod held;
mod html;
mod inbox;
pub mod line;
mod node;
pub mod pebble;
mod photos;
mod random;
mod relay;
mod release;
mod rows;
pub mod secure;
mod site;
mod smtp;
mod visitor;

pub use app::{Setup, TestApp};
pub use bucket::Bucket;
pub use bundle::Bundle;
pub use busy_reader::busy_reader;
pub use chat_model::{ChatModel, completion, fact};
pub use database::TestDatabase;
pub use html::Html;
pub use node::{Node, Write};
pub use photos::{photo_file, place_png, place_png_named};
pub use random::check;
pub use relay::Relay;
pub use release::{OldRow, insert_rows};
pub use rows::page_of;
pub use site::Site;
pub use smtp::{Mood, Received, Secrecy, SmtpServer};
pub use townperk::platform::database::Engine;
pub use visitor::{FOREIGN_COOKIES, Response, Visitor};

/// The starting point of a test on both engines. `None` if this engine isn't available, which is reported on standard
/// error.
pub trait OnEngine: Sized {
    /// Sets it up on `engine`.
    async fn on(engine: Engine) -> Option<Self>;
}

/// Runs one test on one engine.
pub async fn run_on<T: OnEngine, F: Future<Output = ()>>(
    engine: Engine,
    test: impl FnOnce(T) -> F,
) {
    if let Some(start) = T::on(engine).await {
        test(start).await;
    }
}

/// Defines two tests with one body, `name::sqlite` and `name::postgres`. The body gets a [`TestApp`], a [`Setup`] of
/// one, or a [`TestDatabase`].
macro_rules! both_engines {
    ($name:ident, |mut $start:ident: $type:ty| $body:block) => {
        both_engines!($name, (mut $start): $type, $body);
    };
    ($name:ident, |$start:ident: $type:ty| $body:block) => {
        both_engines!($name, ($start): $type, $body);
    };
    ($name:ident, ($($start:tt)+): $type:ty, $body:block) => {
        mod $name {
            use super::*;

            async fn test($($start)+: $type) $body

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                $crate::support::run_on($crate::support::Engine::Sqlite, test).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                $crate::support::run_on($crate::support::Engine::Postgres, test).await;
            }
        }
    };
}
