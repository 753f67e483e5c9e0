//! The shared password: generated at the first start, or set by the operator.

use super::link;
use crate::{
    features::Services,
    platform::{administrators, error::Result, passwords, sessions},
};

/// Makes sure that there is a password. The setting overrides the stored one; if there is neither, one is generated and
/// returned, for the operator to be shown once.
///
/// # Errors
///
/// When the configured password is new, and too short, too long or easily guessed.
pub async fn prepare(services: &Services) -> Result<Option<String>> {
    let setting = services.settings.admin_password.reveal().to_owned();
    if !setting.is_empty() {
        let kept = passwords::kept(services.database.reads()).await?;
        let is_kept = match kept {
            Some(hash) => {
                let password = setting.clone();
                let compare = move || passwords::is_right(&password, &hash);
                services.cpu.run(compare).await?
            }
            None => false,
        };
        if !is_kept {
            set(services, &setting).await?;
        }
        return Ok(None);
    }
    if passwords::kept(services.database.reads()).await?.is_some() {
        return Ok(None);
    }
    let made = passwords::generate(&services.identifiers);
    let hash = hash_of(services, &made).await?;
    let now = services.clock.now();
    let is_first = services
        .database
        .transaction(move |transaction| {
            let hash = hash.clone();
            Box::pin(async move { passwords::keep_first(transaction, hash, now).await })
        })
        .await?;
    Ok(is_first.then_some(made))
}

/// Sets a new password. Ends the sessions of all who came in with the old one, forgets their browsers, and ends links of the console
/// that weren't used.
///
/// # Errors
///
/// When it is too short, too long or easily guessed.
pub async fn set(services: &Services, password: &str) -> Result<()> {
    passwords::check_new(password)?;
    let hash = hash_of(services, password).await?;
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            let hash = hash.clone();
            Box::pin(async move {
                passwords::keep(transaction, hash, now).await?;
                // First: who is using one at this moment has a session once this goes on.
                link::revoke(transaction, now).await?;
                administrators::forget_devices(transaction, None).await?;
                sessions::end_all_of_administrator(transaction, None).await?;
                Ok(())
            })
        })
        .await
}

/// The hash of a new password.
pub(super) async fn hash_of(services: &Services, password: &str) -> Result<String> {
    let (password, identifiers) = (password.to_owned(), services.identifiers.clone());
    services
        .cpu
        .run(move || passwords::hash(&password, &identifiers))
        .await?
}
