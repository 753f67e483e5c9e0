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

/// Why `actor` may not undo this act; `None` if they may. A shop's people undo the acts of that shop's people only (the
/// caller has checked that it is their shop); what the administrator, an import, a run or a payment did is the
/// administrator's to undo, by whatever name the act goes.
#[must_use]
pub fn undo_refusal(actor: Actor, act: &entry::Model) -> Option<&'static str> {
    let may = match actor {
        Actor::Administrator | Actor::System => true,
        Actor::Person(_) => {
            act.actor_kind == ActorKind::Person && OF_SHOP_PEOPLE.contains(&act.action.as_str())
        }
        Actor::Visitor => false,
    };
    (!may).then_some("Only Townperk's administrator can undo this.")
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
        }
    }

    /// Acts × who acted × who undoes.
    #[test]
    fn a_shops_people_undo_their_own_acts_alone() {
        use ActorKind::{Administrator, Person, System, Visitor};
        let others = [
            "shop.delete",
            "shop.merge",
            "boost.link.show",
            "boost.sync",
            "claim.approve",
            "owner.confirm",
            "story.approve",
            "undo",
        ];
        let person = Actor::Person(Uuid::nil());
        for action in OF_SHOP_PEOPLE.into_iter().chain(others) {
            for kind in [Visitor, Person, Administrator, System] {
                let act = act(kind, action);
                let is_own = kind == Person && OF_SHOP_PEOPLE.contains(&action);
                assert_eq!(
                    undo_refusal(person, &act).is_none(),
                    is_own,
                    "{action} {kind:?}"
                );
                assert!(undo_refusal(Actor::Visitor, &act).is_some());
                assert!(undo_refusal(Actor::Administrator, &act).is_none());
            }
        }
    }
}
