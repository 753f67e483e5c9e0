//! The `townperk` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Faster than the system allocator, which took a sixth of the time of a cached response.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    townperk::cli::main().await
}
