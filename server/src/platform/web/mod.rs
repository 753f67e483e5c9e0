//! What handlers need of HTTP: who calls, what they sent, where from, and how they are refused.

mod access;
mod body;
mod client;
mod event_stream;
mod large_body;
mod origin;
mod proxies;
pub mod refusal;
mod route;
mod screen;

pub use access::{Access, Actor, Guard};
pub use body::{Fresh, JsonBody, JsonBodyIfAny, LargestBody, WholeBody};
pub use client::{Client, ClientAddress, RequestId};
pub use event_stream::{Events, event_stream};
pub use large_body::LargeBody;
pub use origin::same_origin;
pub use proxies::{TrustedProxies, was_passed_on};
pub use refusal::status_of;
pub use route::{Endpoint, Route};
pub use screen::Screen;
