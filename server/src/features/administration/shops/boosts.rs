//! Boosts by the administrator (D9): complimentary ones can be granted and ended, paid ones can't be changed.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::{
    catalog::{
        entities::boost::{self, Source},
        writing::Act,
    },
    features::administration::{answers::Boosted, store},
    platform::{
        error::{Error, Result},
        id_generator::IdGenerator,
    },
};

/// The default length of a complimentary boost, same as a one-time boost.
const USUAL: TimeDelta = TimeDelta::days(30);
/// The maximum length: two years to the day, which the form ends at midnight UTC, from wherever its day began.
const LONGEST: TimeDelta = TimeDelta::days(733);

/// The boost change in an edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoostChange {
    Grant,
    Until(DateTime<Utc>),
    End,
}

/// Makes the change; returns messages about what couldn't be done.
pub(super) async fn change(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    shop: Uuid,
    asked: Option<BoostChange>,
) -> Result<Vec<String>> {
    let Some(asked) = asked else {
        return Ok(Vec::new());
    };
    let now = act.now();
    let boosts = store::boosts_of(act.transaction(), shop).await?;
    let paid_until = Boosted::of(&boosts, now).paid_until;
    let complimentary: Vec<boost::Model> = boosts
        .into_iter()
        .filter(|boost| boost.source == Source::Complimentary && now < boost.ends_at)
        .collect();
    let until = match asked {
        BoostChange::Grant => now + USUAL,
        BoostChange::Until(until) => until,
        BoostChange::End => now,
    };
    if asked != BoostChange::End && until <= now {
        return Err(Error::invalid_field(
            "boostedUntil",
            "The end of a boost must be in the future.",
        ));
    }
    if until > now + LONGEST {
        return Err(Error::invalid_field(
            "boostedUntil",
            "A boost can last up to two years.",
        ));
    }
    let running = complimentary.iter().find(|boost| boost.starts_at <= now);
    for boost in &complimentary {
        let is_kept = running.is_some_and(|kept| kept.id == boost.id);
        if asked == BoostChange::End || !is_kept {
            let mut after = boost.clone();
            // If it hasn't begun, it never runs: its end becomes its start.
            after.ends_at = now.max(after.starts_at);
            act.update(boost, after).await?;
        }
    }
    if asked != BoostChange::End {
        if let Some(running) = running {
            let mut after = running.clone();
            after.ends_at = until;
            act.update(running, after).await?;
        } else {
            act.insert(&boost::Model {
                id: identifiers.next(),
                shop_id: shop,
                source: Source::Complimentary,
                starts_at: now,
                ends_at: until,
                reason: Some("Granted by the administrator".to_owned()),
                created_at: now,
            })
            .await?;
        }
    }
    let stays = paid_until.filter(|paid| *paid > until).map(|paid| {
        format!(
            "A paid boost stays until {}. It ends on its own or with its subscription.",
            paid.format("%B %-d, %Y")
        )
    });
    Ok(stays.into_iter().collect())
}
