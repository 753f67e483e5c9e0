//! A reader of strangers' files whose thread is busy with another one.

use std::{sync::mpsc, time::Duration};

use tokio::sync::oneshot;
use townperk::platform::reader::Reader;

/// Nothing is read until the sender is dropped.
pub async fn busy_reader() -> (Reader, mpsc::Sender<()>) {
    let reader = Reader::within(Duration::from_millis(50)).unwrap();
    let (go_on, held) = mpsc::channel();
    let (began, at_work) = oneshot::channel();
    let busy = reader.clone();
    tokio::spawn(async move {
        let slow = busy.read(move || {
            let _ = began.send(());
            held.recv().ok()
        });
        slow.await
    });
    at_work.await.unwrap();
    (reader, go_on)
}
