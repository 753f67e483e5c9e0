//! Townperk: a public directory of independent coffee shops in small US towns.
//!
//! The layers, top to bottom: [`cli`], [`demo_past`], [`app`], [`http`], [`rooms`], [`pages`] and [`features`], [`catalog`], [`platform`].
//! Imports point downward only; `ARCHITECTURE.md` says why.

pub mod app;
pub mod catalog;
pub mod cli;
pub mod demo_past;
pub mod features;
pub mod http;
pub mod pages;
pub mod platform;
pub mod rooms;
