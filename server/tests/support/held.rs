//! An act that waits before it commits, to see what other requests do meanwhile.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{sync::oneshot, task::JoinHandle};
use townperk::{
    catalog::writing::Act,
    platform::{database::TransactionFuture, error::Result, web::Actor},
};

use super::TestApp;

/// An act that has written its rows, and holds its locks.
pub struct Held {
    finish: oneshot::Sender<()>,
    acting: JoinHandle<Result<()>>,
}

impl TestApp {
    /// Runs `body` as the administrator, up to the commit.
    pub async fn hold<F>(&self, body: F) -> Held
    where
        F: for<'a> Fn(&'a Act<'a>) -> TransactionFuture<'a, ()> + Send + Sync + 'static,
    {
        let (began, has_begun) = oneshot::channel();
        let (finish, may_finish) = oneshot::channel::<()>();
        let signals = Arc::new(Mutex::new(Some((began, may_finish))));
        let body = Arc::new(body);
        let ledger = self.services.ledger.clone();
        let acting = tokio::spawn(async move {
            let acted = ledger.act(Actor::Administrator(None), "test.hold", move |act| {
                let (body, signals) = (body.clone(), signals.clone());
                Box::pin(async move {
                    body(act).await?;
                    let signals = signals.lock().unwrap().take();
                    if let Some((began, may_finish)) = signals {
                        let _ = began.send(());
                        let _ = may_finish.await;
                    }
                    Ok(())
                })
            });
            acted.await.map(|_| ())
        });
        has_begun.await.unwrap();
        Held { finish, acting }
    }
}

impl Held {
    /// Commits while `request` waits for it, and returns the response.
    pub async fn meets<T>(self, request: impl Future<Output = T>) -> T {
        tokio::pin!(request);
        // Long enough for a request that doesn't wait.
        let early = tokio::time::timeout(Duration::from_secs(1), &mut request).await;
        assert!(early.is_err(), "it waits for the act");
        self.finish.send(()).unwrap();
        self.acting.await.unwrap().unwrap();
        request.await
    }
}
