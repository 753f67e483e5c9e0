//! The parts of HTTP that handlers use: the caller, the body, the origin, and errors.

mod access;
mod body;
mod client;
mod event_stream;
mod large_body;
mod long_run;
mod origin;
mod path_id;
mod peer;
mod private_page;
mod proxies;
pub mod refusal;
mod request_id;
mod route;

pub use access::{Access, Actor, AdministratorId, Guard};
pub use body::{Fresh, JsonBody, JsonBodyIfAny, LargestBody, WholeBody};
pub use client::{Client, ClientAddress};
pub use event_stream::{Events, event_stream};
pub use large_body::LargeBody;
pub use long_run::{LongRun, StartedRun};
pub use origin::same_origin;
pub use path_id::path_id;
pub use peer::Peer;
pub use private_page::PrivatePage;
pub use proxies::{FORWARDED_FOR, TrustedProxies, was_passed_on};
pub use refusal::status_of;
pub use request_id::RequestId;
pub use route::{Endpoint, Route};
