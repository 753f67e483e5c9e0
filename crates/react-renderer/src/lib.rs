#![doc = include_str!("../README.md")]

mod bundle;
mod engine;
mod fault;
mod host;
mod memory;
mod options;
mod page;
mod queue;
mod renderer;
mod shared;
mod stats;
mod timer;
mod watch;
mod web_url;
mod worker;
mod worker_state;

pub use bundle::{Bundle, CompileError};
pub use fault::{RenderFault, StartError};
pub use options::RendererOptions;
pub use page::{Read, RenderJob, Rendered};
pub use renderer::Renderer;
pub use stats::RendererStats;
