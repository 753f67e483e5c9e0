//! A standalone sandbox, for tests that aren't written in Rust.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use clap::Parser;
use stripe_sandbox::{Options, Sandbox};
use tokio::net::TcpListener;

/// Speaks Stripe's wire format, keeps state in memory, charges nothing.
#[derive(Debug, Parser)]
struct Arguments {
    /// Port 0 picks any free one.
    #[arg(long, default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    #[arg(long, default_value = "sk_test_sandbox")]
    secret_key: String,
    #[arg(long, default_value = "pk_test_sandbox")]
    publishable_key: String,
    /// Where events go.
    #[arg(long)]
    webhook_url: Option<String>,
    #[arg(long, default_value = "whsec_sandbox")]
    webhook_secret: String,
    /// Determines all IDs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let sandbox = Sandbox::open(Options {
        seed: arguments.seed,
        secret_key: arguments.secret_key,
        publishable_key: arguments.publishable_key,
        base_url: String::new(),
        clock: Arc::new(system_time),
        file: None,
    })?;
    let listener = TcpListener::bind(arguments.listen).await?;
    let address = format!("http://{}", listener.local_addr()?);
    sandbox.set_base_url(&address);
    if let Some(url) = &arguments.webhook_url {
        sandbox.add_endpoint(url, &[&arguments.webhook_secret]);
    }
    tokio::spawn(sandbox.clone().run_webhooks());
    println!("stripe-sandbox listens on {address}");
    axum::serve(listener, sandbox.router())
        .with_graceful_shutdown(async {
            let _ = tokio::signal::ctrl_c().await;
        })
        .await
}

#[expect(
    clippy::disallowed_methods,
    reason = "a process of its own, outside of the server and its clock"
)]
fn system_time() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| {
            i64::try_from(since.as_secs()).unwrap_or_default()
        })
}
