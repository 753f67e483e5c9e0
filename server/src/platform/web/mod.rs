//! The parts of HTTP that handlers use: the caller, the body, the origin, and errors.

mod access;
mod body;
mod client;
mod event_stream;
mod large_body;
mod long_run;
mod origin;
mod path_id;
mod private_page;
mod proxies;
pub mod refusal;
mod route;

pub use access::{Access, Actor, Guard};
pub use body::{Fresh, JsonBody, JsonBodyIfAny, LargestBody, WholeBody};
pub use client::{Client, ClientAddress, RequestId};
pub use event_stream::{Events, event_stream};
pub use large_body::LargeBody;
pub use long_run::{LongRun, RunRefusals, StartedRun, wait_for_run};
pub use origin::same_origin;
pub use path_id::path_id;
pub use private_page::PrivatePage;
pub use proxies::{TrustedProxies, was_passed_on};
pub use refusal::status_of;
pub use route::{Endpoint, Route};
