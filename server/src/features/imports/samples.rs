//! The demo's list goes with the demo: its imports with their history, the questions that they left, and the files.

use super::{files, history, store};
use crate::{catalog::origin::SAMPLE_LIST, features::Services, platform::error::Result};

/// Removes all that is stored of the imports of [`SAMPLE_LIST`], and returns how many there were. Their shops go as all invented ones.
///
/// # Errors
///
/// When the storage or the database fails.
pub async fn clear_samples(services: &Services) -> Result<u64> {
    files::forget(services, SAMPLE_LIST).await?;
    services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                store::forget_questions(transaction, SAMPLE_LIST).await?;
                history::forget(transaction, SAMPLE_LIST).await
            })
        })
        .await
}
