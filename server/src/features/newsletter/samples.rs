//! A demo's readers. Nobody can have their addresses (RFC 2606), so they are known by them.

use chrono::{DateTime, Utc};

use super::store;
use crate::{
    features::{Services, room::RemovedSamples},
    platform::{
        error::Result,
        mail::{EmailAddress, suppression},
        marks,
    },
};

/// The invented readers' addresses.
pub const SAMPLE_READERS: [&str; 15] = [
    "ada.brandt@mail.example",
    "bill.lafleur@mail.example",
    "carmen.ortega@mail.example",
    "denise.fontenot@mail.example",
    "ezra.holt@mail.example",
    "faye.thibodeaux@mail.example",
    "gus.lindqvist@mail.example",
    "hattie.moss@mail.example",
    "ike.sorensen@mail.example",
    "joan.petrie@mail.example",
    "kofi.mensah@mail.example",
    "lena.cho@mail.example",
    "milo.vance@mail.example",
    "nell.guidry@mail.example",
    "otis.ray@mail.example",
];

/// Prepares for the invented readers, who get the issues of the turn `last` and of the one before it, and none later. `false` if
/// somebody has signed up here already, who must get no issue of a made-up past, or has got a real one of those turns.
///
/// # Errors
///
/// If the database fails.
pub async fn begin_samples(services: &Services, last: DateTime<Utc>) -> Result<bool> {
    store::begin_samples(&services.database, last).await
}

/// The last turn whose issue invented readers get; `None` where there are none.
pub(super) async fn last_turn(services: &Services) -> Result<Option<DateTime<Utc>>> {
    let mark = marks::last(services.database.reads(), marks::INVENTED_ISSUES).await?;
    Ok(mark.map(|(turn, _)| turn))
}

/// Whether the address is an invented reader's.
pub(super) fn is_sample(address: &str) -> bool {
    SAMPLE_READERS.contains(&address)
}

/// Removes the invented readers with everything about them, and their issues, which nobody else got.
pub(super) async fn clear(services: Services) -> Result<Vec<RemovedSamples>> {
    let services = services.with_background_timeouts();
    let mut readers = Vec::with_capacity(SAMPLE_READERS.len());
    for address in SAMPLE_READERS {
        let address = EmailAddress::parse(address, "email")?;
        let hash = suppression::address_hash(&services.keys, &address);
        readers.push((address, hash));
    }
    let removed = store::remove_samples(&services.database, &services.keys, &readers).await?;
    let part = |what, count| RemovedSamples {
        what,
        count,
        kept: 0,
    };
    Ok(removed.map_or_else(Vec::new, |(readers, issues)| {
        vec![
            part("invented readers of the newsletter", readers),
            part("issues that they got", issues),
        ]
    }))
}
