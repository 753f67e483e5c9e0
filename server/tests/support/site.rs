//! A website on loopback.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    extract::Request,
    http::HeaderMap,
    middleware::{self, Next},
};
use tokio::{net::TcpListener, task::JoinHandle};

/// A running site; it ends with the test.
pub struct Site {
    pub address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
    serving: JoinHandle<()>,
}

/// A request that the site received.
#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    pub headers: HeaderMap,
}

impl Site {
    /// Serves `pages` on a port of 127.0.0.1.
    pub async fn serve(pages: Router) -> Self {
        Self::serve_at("127.0.0.1:0", pages).await
    }

    /// Serves `pages` at an address.
    pub async fn serve_at(address: &str, pages: Router) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let noted = asked.clone();
        let note = middleware::from_fn(move |request: Request, next: Next| {
            let asked = Asked {
                path: request.uri().to_string(),
                headers: request.headers().clone(),
            };
            noted.lock().unwrap().push(asked);
            next.run(request)
        });
        let pages = pages.layer(note);
        let serving = tokio::spawn(async move { axum::serve(listener, pages).await.unwrap() });
        Self {
            address,
            asked,
            serving,
        }
    }

    /// The URL of a page, by IP address.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The URL of a page, by host name.
    pub fn url_at(&self, name: &str, path: &str) -> String {
        format!("http://{name}:{}{path}", self.address.port())
    }

    /// All requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The paths of all requests so far.
    pub fn paths(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.path).collect()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
