//! The port for plain HTTP beside our own HTTPS.

use std::time::Duration;

use super::listening::Reserved;
use crate::{
    app::App,
    http::{self, Acceptor, EventLoops},
};

/// How often a port that is taken is tried again.
const PAUSE: Duration = Duration::from_secs(10);

/// Serves plain HTTP until the server stops, if the settings ask for it or systemd handed over a socket for it. HTTPS
/// doesn't wait for a port that is taken.
pub(super) async fn serve(
    app: &App,
    mut handed_over: Option<Reserved>,
    loops: &EventLoops,
    idle_timeout: Duration,
) {
    let services = app.services();
    let Some(tls) = &services.tls else { return };
    let own = services.settings.plain_http_address();
    let address = match (&handed_over, own) {
        (Some(socket), _) => socket.address().to_string(),
        (None, Some(own)) => own.to_string(),
        (None, None) => return,
    };
    let closing = services.closing.clone();
    let listener = loop {
        let socket = match (handed_over.take(), own) {
            (Some(socket), _) => Ok(socket),
            (None, Some(own)) => Reserved::plain_http(own),
            (None, None) => return,
        };
        let problem = match socket.and_then(Reserved::listen) {
            Ok(listener) => break listener,
            Err(error) => format!("Plain HTTP isn't served: {error}"),
        };
        if tls.plain_http_problem().as_deref() != Some(problem.as_str()) {
            tracing::error!("{problem}");
        }
        tls.set_plain_http_problem(Some(problem));
        tokio::select! {
            () = closing.asked() => return,
            () = tokio::time::sleep(PAUSE) => {}
        }
    };
    tls.set_plain_http_problem(None);
    tracing::info!(address, "plain HTTP is redirected to https");
    let stop = async move { closing.asked().await };
    let listener = (listener, Acceptor::Plain);
    http::serve(listener, app.plain_front(), loops, idle_timeout, stop).await;
}
