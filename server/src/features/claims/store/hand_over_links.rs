//! The links in a transfer's emails. A link shows the transfer for as long as it waits, seven days, and proves nothing: its button
//! sends a fresh code to the address that it was mailed to.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, EntityTrait};
use uuid::Uuid;

use super::{
    about,
    pending_transfers::{find_live, gone, lapses_at},
    send_mail, town_of,
};
use crate::{
    catalog::{entities::shop, writing::Act},
    features::{
        Services,
        claims::{
            HAND_OVER,
            entity::hand_over::Model,
            transfer_emails::{self, Party},
        },
    },
    platform::{
        error::Result,
        keys::{Keys, bytes_of, hexadecimal},
        sessions::{self, person},
    },
};

/// The token for one of the two people.
fn token(keys: &Keys, row: &Model, person: Uuid) -> String {
    let signature = keys.sign(HAND_OVER, &message(row, person));
    format!("{}{}", row.id.simple(), hexadecimal(&signature))
}

fn message(row: &Model, person: Uuid) -> Vec<u8> {
    let mut message = row.id.as_bytes().to_vec();
    message.extend(person.as_bytes());
    message
}

/// Emails both people what is going on, and between whom.
pub(super) async fn tell_both(
    act: &Act<'_>,
    services: &Services,
    (row, shop): (&Model, &shop::Model),
    (owner, new): (&person::Model, &person::Model),
) -> Result<()> {
    let (brand, town) = (services.brand(), town_of(act, shop).await?);
    for (to, other, is_owner) in [(owner, new, true), (new, owner, false)] {
        let party = Party {
            other: &other.email,
            is_owner,
        };
        let link = token(&services.keys, row, to.id);
        let what = (about(shop), town.as_str());
        let words = transfer_emails::transfer_begun(&brand, what, party, (&link, lapses_at(row)))?;
        send_mail(act, services, to, words, shop.id).await?;
    }
    Ok(())
}

/// A transfer that waits, as one of its two people sees it.
#[derive(Clone, Debug)]
pub(in crate::features::claims) struct Seen {
    pub(in crate::features::claims) row: Model,
    pub(in crate::features::claims) shop: shop::Model,
    /// Whose link it is.
    pub(in crate::features::claims) person: person::Model,
    pub(in crate::features::claims) other: person::Model,
}

impl Seen {
    pub(in crate::features::claims) fn is_owner(&self) -> bool {
        self.person.id == self.row.from_person_id
    }
}

/// The transfer behind a link's token.
///
/// # Errors
///
/// [`Error::NotFound`](crate::platform::error::Error::NotFound) if it has ended, or the token isn't ours.
pub(in crate::features::claims) async fn seen(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    token: &str,
    now: DateTime<Utc>,
) -> Result<Seen> {
    let id = token.get(..32).and_then(|id| Uuid::try_parse(id).ok());
    let signature = token.get(32..).and_then(bytes_of);
    let (id, signature) = id.zip(signature).ok_or_else(gone)?;
    let row = find_live(connection, id, now).await?;
    let is_of = |person: &Uuid| keys.verify(HAND_OVER, &message(&row, *person), &signature);
    let both = [row.from_person_id, row.to_person_id];
    let own = both.into_iter().find(is_of).ok_or_else(gone)?;
    let other = both.into_iter().find(|id| *id != own).ok_or_else(gone)?;
    let shop = shop::Entity::find_by_id(row.shop_id)
        .one(connection)
        .await?;
    let person = sessions::find_person(connection, own).await?;
    let other = sessions::find_person(connection, other).await?;
    let (person, other) = person.zip(other).ok_or_else(gone)?;
    Ok(Seen {
        row,
        shop: shop.ok_or_else(gone)?,
        person,
        other,
    })
}
