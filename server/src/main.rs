//! The `townperk` command.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    townperk::cli::main().await
}
