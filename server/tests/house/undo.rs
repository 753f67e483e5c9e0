//! Who may undo what (D86): every act × who did it × who undoes it. An act that the code writes and the policy doesn't list fails
//! this, and so does a listed one that a shop's people may undo, until someone has decided here, too.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{EntityTrait, IntoActiveModel};
use serde_json::json;
use townperk::{
    catalog::{
        entities::audit::{
            entry::{self, ActorKind},
            image,
        },
        writing::{self, ACTS},
    },
    platform::web::Actor,
};
use uuid::Uuid;

use super::{product_code, sources};
use crate::support::TestApp;

/// Where the acts are listed.
const POLICY: &str = "catalog/writing/undo_policy.rs";

/// Has words for the acts, also for those that only earlier releases wrote.
const WORDS: &str = "catalog/writing/later_acts.rs";

/// Names that look like an act's: jobs, emails, files, hosts.
const NO_ACTS: [&str; 9] = [
    "administration.bulk_edit",
    "imports.undo",
    "mail.com",
    "mail.example",
    "mail.letter-refused",
    "mail.refused",
    "newsletter.send",
    "newsletter.tidy",
    "story.php",
];

/// What a shop's people may undo if one of them did it.
const BY_SHOP_PEOPLE: [&str; 6] = [
    "shop.edit",
    "shop.hours-confirmed",
    "shop.photos",
    "shop.store",
    "suggestion.accept",
    "suggestion.reject",
];

/// Of these, what a manager may not.
const NOT_BY_MANAGERS: [&str; 1] = ["shop.store"];

const ACTORS: [ActorKind; 4] = [
    ActorKind::Visitor,
    ActorKind::Person,
    ActorKind::Administrator,
    ActorKind::System,
];

/// Which of a shop's people undoes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Submitter,
    Manager,
    Owner,
}

impl Who {
    fn undoes(self, action: &str) -> bool {
        let is_kept_from = self == Self::Manager && NOT_BY_MANAGERS.contains(&action);
        BY_SHOP_PEOPLE.contains(&action) && !is_kept_from
    }
}

/// Whether it is written as an act's name is: `shop.edit`.
fn looks_like_an_act(text: &str) -> bool {
    let is_part = |part: &str| {
        let mut signs = part.bytes();
        !part.is_empty() && signs.all(|sign| sign.is_ascii_lowercase() || b"_-".contains(&sign))
    };
    text.contains('.') && text.split('.').all(is_part)
}

#[test]
fn every_act_that_the_code_writes_has_a_rule() {
    let listed: BTreeSet<&str> = ACTS.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed.len(), ACTS.len(), "an act is listed twice");
    let kind_of = |name: &str| name.split('.').next().unwrap().to_owned();
    let kinds: BTreeSet<String> = listed.iter().map(|name| kind_of(name)).collect();
    let mut written = BTreeSet::new();
    for (path, text) in sources("src") {
        let writes_none = path.ends_with(POLICY) || path.ends_with(WORDS);
        if writes_none || path.to_string_lossy().ends_with("tests.rs") {
            continue;
        }
        let code = product_code(&text);
        // Also where the name comes in a variable.
        let acts = code.contains(".act(") || code.contains("action: \"");
        let named = code.split('"').filter(|part| looks_like_an_act(part));
        let named = named.filter(|name| acts || kinds.contains(&kind_of(name)));
        let called = code.split(".act(").skip(1).filter_map(|call| {
            let name = call.split(',').nth(1)?.trim();
            name.strip_prefix('"')?.strip_suffix('"')
        });
        for name in named.chain(called).filter(|name| !NO_ACTS.contains(name)) {
            assert!(
                listed.contains(name),
                "{} writes the act {name}: {POLICY} says who may undo it",
                path.display()
            );
            written.insert(name.to_owned());
        }
    }
    let written: BTreeSet<&str> = written.iter().map(String::as_str).collect();
    let unwritten: Vec<_> = listed.difference(&written).collect();
    assert!(unwritten.is_empty(), "nothing writes {unwritten:?}");
}

#[test]
fn the_administrator_undoes_every_act_and_a_visitor_none() {
    for (action, _) in ACTS {
        for kind in ACTORS {
            let act = entry_of(Uuid::nil(), (*action, kind), DateTime::UNIX_EPOCH);
            let may = |actor| writing::undo_refusal(actor, &act).is_none();
            assert!(may(Actor::Administrator(None)), "{action} by {kind:?}");
            assert!(!may(Actor::Visitor), "{action} by {kind:?}");
            let is_theirs = kind == ActorKind::Person && BY_SHOP_PEOPLE.contains(action);
            let person = Actor::Person(Uuid::nil());
            assert_eq!(may(person), is_theirs, "{action} by {kind:?}");
        }
    }
}

both_engines!(a_shops_people_undo_their_own_acts_alone, |app: TestApp| {
    let city = app.city("Alexandria", "LA").await;
    for who in [Who::Submitter, Who::Manager, Who::Owner] {
        let shop = app.shop(&city).await;
        let person = match who {
            Who::Submitter => app.submitter_of(&shop).await,
            Who::Owner => app.owner_of(&shop).await,
            Who::Manager => {
                app.owner_of(&shop).await;
                app.manager_of(&shop).await
            }
        };
        let history = format!("/api/your-shop/{}/history", shop.slug);
        // The history lists the fifty newest.
        for some in ACTS.chunks(12) {
            let acts = some
                .iter()
                .flat_map(|(action, _)| ACTORS.map(|kind| (*action, kind)));
            let acts: Vec<_> = acts.map(|act| (app.identifiers.next(), act)).collect();
            app.clock.advance(TimeDelta::seconds(1));
            write(&app, shop.id, acts.clone()).await;
            let listed = person.get(&history).await.expect(200).json();
            for (id, (action, kind)) in acts {
                let may = kind == ActorKind::Person && who.undoes(action);
                let mut entries = listed.as_array().unwrap().iter();
                let shown = entries.find(|entry| entry["id"] == json!(id)).unwrap();
                let case = format!("{action} by {kind:?}, undone by {who:?}");
                assert_eq!(shown["canUndo"], may, "{case}");
                // The same policy answers the rest: they are two rules away from being allowed.
                if kind != ActorKind::Person && !BY_SHOP_PEOPLE.contains(&action) {
                    continue;
                }
                let undo = format!("{history}/{id}/undo");
                let undone = person.post(&undo, &json!({})).await;
                assert_eq!(undone.status(), if may { 200 } else { 403 }, "{case}");
            }
        }
    }
});

fn entry_of(
    id: Uuid,
    (action, actor_kind): (&str, ActorKind),
    created_at: DateTime<Utc>,
) -> entry::Model {
    entry::Model {
        id,
        actor_kind,
        actor_id: None,
        action: action.to_owned(),
        subject_kind: "shop".to_owned(),
        subject_id: None,
        subject_label: String::new(),
        note: None,
        created_at,
        undone_by: None,
        is_part: false,
    }
}

/// Writes these acts about the shop into the log, each of which changed nothing.
async fn write(app: &TestApp, shop: Uuid, acts: Vec<(Uuid, (&'static str, ActorKind))>) {
    let (row, now) = (json!(app.shop_row(shop).await), app.clock.now());
    let rows = acts.into_iter().map(move |(id, act)| {
        let mut entry = entry_of(id, act, now);
        entry.subject_id = Some(shop);
        let image = image::Model {
            entry_id: id,
            position: 0,
            table_name: "shops".to_owned(),
            row_id: shop,
            before_image: Some(row.clone()),
            after_image: Some(row.clone()),
        };
        (entry, image)
    });
    let rows: Vec<_> = rows.collect();
    let written = app.database.transaction(move |transaction| {
        let rows = rows.clone();
        Box::pin(async move {
            for (entry, image) in rows {
                let entry = entry::Entity::insert(entry.into_active_model());
                entry.exec_without_returning(transaction).await?;
                let image = image::Entity::insert(image.into_active_model());
                image.exec_without_returning(transaction).await?;
            }
            Ok(())
        })
    });
    written.await.unwrap();
}
