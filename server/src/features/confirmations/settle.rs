//! Looks at a shop's answers once they can't be taken back any more.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::rules::{Verdict, verdict};
use crate::{
    catalog::{
        entities::{
            self,
            fact_answer::{Fact, Model},
            shop,
        },
        fact_answers::{self, UNDO},
        origin::VISITORS,
        questions,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
        keys::Keys,
        web::Actor,
    },
};

const FACTS: [Fact; 3] = [Fact::Place, Fact::Hours, Fact::Wifi];

/// Renews what visitors agree about, and leaves to the administrator what they don't.
pub(super) async fn settle(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let shop = run.payload.get("shop").and_then(|id| id.as_str());
    let shop = shop.and_then(|id| Uuid::try_parse(id).ok());
    let shop = shop.ok_or_else(|| Error::Internal("answers are about no shop".to_owned()))?;
    let reads = services.database.reads();
    let Some(row) = entities::shop_row(reads, shop).await? else {
        return Ok(JobOutcome::Done);
    };
    let now = services.clock.now();
    let answers = fact_answers::open(reads, shop, now).await?;
    let verdicts = FACTS.map(|fact| of(&services.keys, &row, (fact, &answers), now).0);
    if verdicts.contains(&Verdict::Contested) {
        let keys = services.keys.clone();
        services
            .database
            .transaction(move |transaction| {
                let (row, answers, keys) = (row.clone(), answers.clone(), keys.clone());
                Box::pin(async move {
                    for fact in FACTS {
                        let (verdict, ids) = of(&keys, &row, (fact, &answers), now);
                        if verdict == Verdict::Contested {
                            fact_answers::contest(transaction, &ids, now).await?;
                        }
                    }
                    Ok(())
                })
            })
            .await?;
    }
    let is_agreed = |verdict: &Verdict| matches!(verdict, Verdict::Agreed { .. });
    if verdicts.iter().any(is_agreed) {
        let held = services.clone();
        services
            .ledger
            .act(Actor::Visitor, "shop.visitors-agreed", move |act| {
                let services = held.clone();
                Box::pin(async move { confirm(act, &services.keys, shop).await })
            })
            .await?;
    }
    Ok(JobOutcome::Done)
}

async fn confirm(act: &Act<'_>, keys: &Keys, shop: Uuid) -> Result<()> {
    let row: Option<shop::Model> = act.find(shop).await?;
    let Some(row) = row.filter(|row| row.deleted_at.is_none()) else {
        return Ok(());
    };
    act.set_subject(Subject::new("shop", row.id, &row.name));
    let answers = fact_answers::open(act.transaction(), shop, act.now()).await?;
    let mut after = row.clone();
    for fact in FACTS {
        let (verdict, ids) = of(keys, &row, (fact, &answers), act.now());
        if let Verdict::Agreed { says_yes } = verdict {
            after = questions::confirmed(&after, (fact, says_yes), (VISITORS, act.now()));
            fact_answers::remove(act.transaction(), &ids).await?;
        }
    }
    act.update(&row, after).await?;
    Ok(())
}

/// What the answers about the fact as it is now say, and which they are.
fn of(
    keys: &Keys,
    row: &shop::Model,
    (fact, answers): (Fact, &[Model]),
    now: DateTime<Utc>,
) -> (Verdict, Vec<Uuid>) {
    let about = fact_answers::about(keys, row, fact);
    let counted = answers.iter().filter(|answer| {
        answer.fact == fact && answer.about == about && answer.created_at <= now - UNDO
    });
    let (ids, says): (Vec<_>, Vec<_>) = counted.map(|answer| (answer.id, answer.says_yes)).unzip();
    (verdict(fact, row.has_wifi, &says), ids)
}
