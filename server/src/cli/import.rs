//! stub
use crate::platform::{error::Result, settings::Settings};
use std::process::ExitCode;
/// stub
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {}
pub(super) async fn run(_: Arguments, _: Settings) -> Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}
