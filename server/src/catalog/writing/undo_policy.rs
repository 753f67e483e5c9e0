//! Who may undo what (D86). Every undo asks here.

use crate::{
    catalog::entities::audit::entry::{self, ActorKind},
    platform::web::Actor,
};

/// Acts that a shop's people may undo when one of them did it: facts, hours, photos, the store link, and their own
/// decisions about suggestions.
const OF_SHOP_PEOPLE: [&str; 6] = [
    "shop.edit",
    "shop.hours-confirmed",
    "shop.store",
    "shop.photos",
    "suggestion.accept",
    "suggestion.reject",
];

/// Of these, what only an owner does: a manager doesn't undo it either.
const OWNERS_ALONE: [&str; 1] = ["shop.store"];

/// Whether only a shop's owner does and undoes this, not a manager.
#[must_use]
pub fn is_owners_alone(act: &entry::Model) -> bool {
    OWNERS_ALONE.contains(&act.action.as_str())
}

/// The kind of subject of a bulk edit's acts.
pub const BULK_EDIT: &str = "bulk edit";

/// Whether the act belongs to a bulk edit, which is taken back as a whole.
#[must_use]
pub fn is_of_bulk_edit(act: &entry::Model) -> bool {
    act.subject_kind == BULK_EDIT
}

/// Why `actor` may not undo this act; `None` if they may. A shop's people undo the acts of that shop's people only (the
/// caller has checked that it is their shop); what the administrator, an import, a run or a payment did is the
/// administrator's to undo, by whatever name the act goes.
#[must_use]
pub fn undo_refusal(actor: Actor, act: &entry::Model) -> Option<&'static str> {
    let may = match actor {
        Actor::Administrator(_) | Actor::System => true,
        Actor::Person(_) => {
            act.actor_kind == ActorKind::Person && OF_SHOP_PEOPLE.contains(&act.action.as_str())
        }
        Actor::Visitor => false,
    };
    (!may).then_some("Only the directory's administrator can undo this.")
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn act(actor_kind: ActorKind, action: &str) -> entry::Model {
        entry::Model {
            id: Uuid::nil(),
            actor_kind,
            actor_id: None,
            action: action.to_owned(),
            subject_kind: "shop".to_owned(),
            subject_id: None,
            subject_label: String::new(),
            note: None,
            created_at: chrono::DateTime::UNIX_EPOCH,
            undone_by: None,
            is_part: false,
        }
    }

    /// Acts × who acted × who undoes: what each may, written out, so that a change of the rule has to be made here, too.
    #[test]
    fn a_shops_people_undo_their_own_acts_alone() {
        use ActorKind::{Administrator, Person, System, Visitor};
        // Whether a shop's people may undo the act if one of them did it.
        let by_person = [
            ("shop.edit", true),
            ("shop.hours-confirmed", true),
            ("shop.store", true),
            ("shop.photos", true),
            ("suggestion.accept", true),
            ("suggestion.reject", true),
            ("boost.link.show", false),
            ("boost.link.keep", false),
            ("boost.link.remove", false),
            ("boost.sync", false),
            ("claim.open", false),
            ("claim.confirm", false),
            ("claim.approve", false),
            ("claim.reject", false),
            ("claim.check", false),
            ("claim.prove", false),
            ("listing.confirm", false),
            ("manager.invite", false),
            ("manager.accept", false),
            ("manager.remove", false),
            ("manager.leave", false),
            ("owner.hand_over", false),
            ("owner.confirm", false),
            ("owner.leave", false),
            ("owner.take_back", false),
            ("owner.keep", false),
            ("shop.delete", false),
            ("shop.list", false),
            ("shop.merge", false),
            ("story.write", false),
            ("story.approve", false),
            ("request.approve", false),
            ("undo", false),
        ];
        let person = Actor::Person(Uuid::nil());
        let may = |actor, act: &entry::Model| undo_refusal(actor, act).is_none();
        for (action, is_theirs) in by_person {
            for kind in [Visitor, Person, Administrator, System] {
                let act = act(kind, action);
                let is_own = kind == Person && is_theirs;
                assert_eq!(may(person, &act), is_own, "{action} {kind:?}");
                assert!(!may(Actor::Visitor, &act), "{action} {kind:?}");
                assert!(may(Actor::Administrator(None), &act), "{action} {kind:?}");
            }
        }
        for action in OF_SHOP_PEOPLE {
            assert!(by_person.contains(&(action, true)), "{action} isn't above");
        }
    }
}
