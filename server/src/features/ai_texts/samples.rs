//! A demo's runs: no model was asked, and the texts are put together from the shops' facts. They go through the same checks.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    Texts,
    checks::{check, check_length},
    fact::{Amenity, Fact, ShopFacts},
    need::may_write,
    publish::{ShopText, facts_of, publish},
    run::{note, refusal},
};
use crate::{
    catalog::shop_runs::{self, AskedShops, ShopOutcome, WhichShops},
    features::{Services, room::RemovedSamples},
    platform::{
        ai::AiError,
        error::{Error, Result},
        web::Actor,
    },
};

/// The model's name.
const MODEL: &str = "sample-model";
/// How long it thinks about a shop.
const THINKING: TimeDelta = TimeDelta::seconds(4);
/// Texts that the administrator has published; the others wait.
const PUBLISHED: usize = 2;
/// Of which shop the model says more than the facts, and what.
const EXAGGERATED: usize = 2;
const EXAGGERATION: &str = " It is the best place for cold brew in town.";

/// Marks the runs from before `moment` as a demo's. `false` if there may be none, because somebody has run it before.
///
/// # Errors
///
/// If the database fails.
pub async fn begin_samples(services: &Services, moment: DateTime<Utc>) -> Result<bool> {
    services.ledger.runs().begin_samples::<Texts>(moment).await
}

/// Invents a run for all shops for which no calls were left on that day.
///
/// # Errors
///
/// If the database fails.
pub async fn invent_stopped_run(services: &Services, wait: impl Fn(TimeDelta)) -> Result<()> {
    let asked = asked_for(WhichShops::All, "All shops".to_owned());
    let runs = services.ledger.runs();
    let id = runs.begin_sample::<Texts>(&asked).await?;
    wait(TimeDelta::seconds(1));
    let reason = AiError::DailyLimit.to_string();
    runs.end_sample(id, Some(&reason)).await
}

/// Invents a run for a town: two texts are shown, one says what no fact says, the others wait; `wait` lets time pass.
///
/// # Errors
///
/// If the town isn't listed, or the database fails.
pub async fn invent_run(services: &Services, city: Uuid, wait: impl Fn(TimeDelta)) -> Result<()> {
    let began_at = services.clock.now();
    let (label, shops) = {
        let view = services.catalog.view();
        let town = view.city(city);
        let town =
            town.ok_or_else(|| Error::Internal("the town of AI texts isn't there".to_owned()))?;
        let mut shops = view.shops_of_city(city);
        shops.retain(|shop| may_write(shop) && shop.created_at <= began_at);
        // The same order each time: IDs are none.
        shops.sort_by(|one, other| one.slug.cmp(&other.slug));
        let shops = shops.into_iter();
        let facts = shops.filter_map(|shop| Some((shop.id, facts_of(&view, shop.id)?)));
        let label = format!("{}, {}", town.city.name, town.city.state);
        (label, facts.collect::<Vec<(Uuid, ShopFacts)>>())
    };
    let runs = services.ledger.runs();
    let id = runs
        .begin_sample::<Texts>(&asked_for(WhichShops::City(city), label))
        .await?;
    let mut published = 0;
    for (number, (shop, facts)) in (0..).zip(shops) {
        wait(THINKING);
        let mut text = written_of(&facts);
        if number == EXAGGERATED {
            text.push_str(EXAGGERATION);
        }
        let checked = check_length(&text).and_then(|()| check(&text, &facts));
        match checked {
            Err(reason) => {
                let detail = refusal(&reason, &text);
                note(services, (id, shop), ShopOutcome::Refused, &detail).await?;
            }
            Ok(_) if published < PUBLISHED => {
                published += 1;
                let new = ShopText {
                    run: id,
                    shop,
                    text: text.into(),
                    model: Some(MODEL.to_owned()),
                    has_waited: false,
                };
                publish(services, Actor::System, new).await?;
            }
            Ok(_) => note(services, (id, shop), ShopOutcome::Waiting, &text).await?,
        }
    }
    runs.end_sample(id, None).await
}

fn asked_for(shops: WhichShops, label: String) -> AskedShops {
    AskedShops {
        shops,
        label,
        model: Some(MODEL.to_owned()),
        by: None,
    }
}

/// Two plain sentences, of facts that nobody changes in a demo's past.
fn written_of(facts: &ShopFacts) -> String {
    let (mut name, mut street, mut place) = ("", "", String::new());
    for (_, fact) in facts.numbered() {
        match fact {
            Fact::Name(text) => name = text,
            Fact::Street(text) => street = text,
            Fact::Place(..) => place = fact.value(),
            _ => {}
        }
    }
    let has = |amenity| {
        let known = Fact::Amenity(amenity, true);
        facts.number_of(|fact| *fact == known).is_some()
    };
    let amenities = match (has(Amenity::Wifi), has(Amenity::Parking)) {
        (true, true) => " It has Wi-Fi and parking.",
        (true, false) => " It has Wi-Fi.",
        (false, true) => " It has parking.",
        (false, false) => "",
    };
    format!("{name} is an independent coffee shop at {street} in {place}.{amenities}")
}

/// Removes the runs of a demo's past. Their texts go with the shops.
pub(super) async fn clear(services: Services) -> Result<Vec<RemovedSamples>> {
    let removed = services
        .database
        .transaction(|transaction| {
            Box::pin(async move {
                let runs = shop_runs::forget_samples::<Texts>(transaction).await?;
                Ok(runs.len() as u64)
            })
        })
        .await?;
    let removed = (removed > 0).then_some(RemovedSamples {
        what: "invented runs of AI texts",
        count: removed,
        kept: 0,
    });
    Ok(removed.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invented_text_passes_the_checks() {
        let named = |amenities: &[Amenity]| {
            let mut facts = vec![
                Fact::Name("Blue Door Coffee".to_owned()),
                Fact::Place(
                    "Hammond".to_owned(),
                    "LA".to_owned(),
                    "Louisiana".to_owned(),
                ),
                Fact::Street("126 Main Street".to_owned()),
            ];
            let known = amenities.iter();
            facts.extend(known.map(|amenity| Fact::Amenity(*amenity, true)));
            ShopFacts(facts)
        };
        for (amenities, end) in [
            (
                vec![Amenity::Wifi, Amenity::Parking],
                " It has Wi-Fi and parking.",
            ),
            (vec![Amenity::Wifi], " It has Wi-Fi."),
            (vec![Amenity::Parking], " It has parking."),
            (vec![], " in Hammond, Louisiana."),
        ] {
            let facts = named(&amenities);
            let text = written_of(&facts);
            assert!(text.ends_with(end), "{text}");
            assert_eq!(check_length(&text), Ok(()), "{text}");
            let used = check(&text, &facts);
            assert_eq!(used.map(|used| used.len()), Ok(facts.0.len()), "{text}");
        }
    }
}
