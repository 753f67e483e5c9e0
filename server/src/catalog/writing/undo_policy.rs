//! Who may undo what (D86). Every undo asks here.

use crate::{
    catalog::entities::audit::entry::{self, ActorKind},
    platform::web::Actor,
};

/// Who undoes an act, besides the administrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoneBy {
    /// Whoever maintains the shop, if one of its people did it: facts, hours, photos, and their decisions about suggestions.
    ShopPeople,
    /// The same, but no manager: what only an owner does.
    ShopOwner,
    /// Nobody else.
    Administrator,
}

/// Every act that the code writes, by its name in the audit log.
pub const ACTS: &[(&str, UndoneBy)] = &[
    ("administrator.add", UndoneBy::Administrator),
    ("administrator.app", UndoneBy::Administrator),
    ("administrator.app_removed", UndoneBy::Administrator),
    ("administrator.email", UndoneBy::Administrator),
    ("administrator.password", UndoneBy::Administrator),
    ("administrator.recovery_codes", UndoneBy::Administrator),
    ("administrator.remove", UndoneBy::Administrator),
    ("administrator.reset", UndoneBy::Administrator),
    ("article.create", UndoneBy::Administrator),
    ("article.delete", UndoneBy::Administrator),
    ("article.edit", UndoneBy::Administrator),
    ("article.restore", UndoneBy::Administrator),
    ("boost.link.ask", UndoneBy::Administrator),
    ("boost.link.keep", UndoneBy::Administrator),
    ("boost.link.remove", UndoneBy::Administrator),
    ("boost.link.show", UndoneBy::Administrator),
    ("boost.notice.seen", UndoneBy::Administrator),
    ("boost.sync", UndoneBy::Administrator),
    ("chain.forget", UndoneBy::Administrator),
    ("chain.name", UndoneBy::Administrator),
    ("city.edit", UndoneBy::Administrator),
    ("city.image", UndoneBy::Administrator),
    ("city.image_undo", UndoneBy::Administrator),
    ("city.make", UndoneBy::Administrator),
    ("city.merge", UndoneBy::Administrator),
    ("claim.approve", UndoneBy::Administrator),
    ("claim.check", UndoneBy::Administrator),
    ("claim.code", UndoneBy::Administrator),
    ("claim.confirm", UndoneBy::Administrator),
    ("claim.disown", UndoneBy::Administrator),
    ("claim.open", UndoneBy::Administrator),
    ("claim.prove", UndoneBy::Administrator),
    ("claim.reject", UndoneBy::Administrator),
    ("expansion.area", UndoneBy::Administrator),
    ("expansion.undo", UndoneBy::Administrator),
    ("expansion.zip", UndoneBy::Administrator),
    ("import.accept", UndoneBy::Administrator),
    ("import.refuse", UndoneBy::Administrator),
    ("import.same", UndoneBy::Administrator),
    ("import.undo", UndoneBy::Administrator),
    ("job.cancel", UndoneBy::Administrator),
    ("listing.code", UndoneBy::Administrator),
    ("listing.confirm", UndoneBy::Administrator),
    ("listing.disown", UndoneBy::Administrator),
    ("listing.mend", UndoneBy::Administrator),
    ("mail.dismiss", UndoneBy::Administrator),
    ("mail.retry", UndoneBy::Administrator),
    ("manager.accept", UndoneBy::Administrator),
    ("manager.code", UndoneBy::Administrator),
    ("manager.decline", UndoneBy::Administrator),
    ("manager.invite", UndoneBy::Administrator),
    ("manager.leave", UndoneBy::Administrator),
    ("manager.remove", UndoneBy::Administrator),
    ("newsletter.pause", UndoneBy::Administrator),
    ("newsletter.test", UndoneBy::Administrator),
    ("owner.change_address", UndoneBy::Administrator),
    ("owner.code", UndoneBy::Administrator),
    ("owner.confirm", UndoneBy::Administrator),
    ("owner.hand_over", UndoneBy::Administrator),
    ("owner.keep", UndoneBy::Administrator),
    ("owner.leave", UndoneBy::Administrator),
    ("owner.take_back", UndoneBy::Administrator),
    ("page.add", UndoneBy::Administrator),
    ("page.edit", UndoneBy::Administrator),
    ("page.import", UndoneBy::Administrator),
    ("page.remove", UndoneBy::Administrator),
    ("person.erase", UndoneBy::Administrator),
    ("person.export", UndoneBy::Administrator),
    ("person.show", UndoneBy::Administrator),
    ("request.add", UndoneBy::Administrator),
    ("request.approve", UndoneBy::Administrator),
    ("request.reject", UndoneBy::Administrator),
    ("shop.ai_text", UndoneBy::Administrator),
    ("shop.ai_text_undo", UndoneBy::Administrator),
    ("shop.answers_seen", UndoneBy::Administrator),
    ("shop.ask_hours", UndoneBy::Administrator),
    ("shop.bulk_edit", UndoneBy::Administrator),
    ("shop.bulk_undo", UndoneBy::Administrator),
    ("shop.close", UndoneBy::Administrator),
    ("shop.delete", UndoneBy::Administrator),
    ("shop.edit", UndoneBy::ShopPeople),
    ("shop.enhance", UndoneBy::Administrator),
    ("shop.enhance_undo", UndoneBy::Administrator),
    ("shop.hours-confirmed", UndoneBy::ShopPeople),
    ("shop.list", UndoneBy::Administrator),
    ("shop.merge", UndoneBy::Administrator),
    ("shop.photo", UndoneBy::Administrator),
    ("shop.photo_missed", UndoneBy::Administrator),
    ("shop.photo_undo", UndoneBy::Administrator),
    ("shop.photos", UndoneBy::ShopPeople),
    ("shop.point", UndoneBy::Administrator),
    ("shop.put_off", UndoneBy::Administrator),
    ("shop.remove", UndoneBy::Administrator),
    ("shop.reopen", UndoneBy::Administrator),
    ("shop.store", UndoneBy::ShopOwner),
    ("shop.visitors-agreed", UndoneBy::Administrator),
    ("site.formats", UndoneBy::Administrator),
    ("site.icon", UndoneBy::Administrator),
    ("site.logo", UndoneBy::Administrator),
    ("site.look", UndoneBy::Administrator),
    ("site.remove_demo", UndoneBy::Administrator),
    ("site.words", UndoneBy::Administrator),
    ("story.approve", UndoneBy::Administrator),
    ("story.photo", UndoneBy::Administrator),
    ("story.reject", UndoneBy::Administrator),
    ("story.take_down", UndoneBy::Administrator),
    ("story.write", UndoneBy::Administrator),
    ("suggestion.accept", UndoneBy::ShopPeople),
    ("suggestion.add", UndoneBy::Administrator),
    ("suggestion.reject", UndoneBy::ShopPeople),
    ("undo", UndoneBy::Administrator),
];

/// An act that isn't listed, such as one of an earlier release, is the administrator's to undo.
fn undone_by(act: &entry::Model) -> UndoneBy {
    let listed = ACTS.iter().find(|(name, _)| *name == act.action);
    listed.map_or(UndoneBy::Administrator, |(_, by)| *by)
}

/// Whether only a shop's owner does and undoes this, not a manager.
#[must_use]
pub fn is_owners_alone(act: &entry::Model) -> bool {
    undone_by(act) == UndoneBy::ShopOwner
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
            act.actor_kind == ActorKind::Person && undone_by(act) != UndoneBy::Administrator
        }
        Actor::Visitor => false,
    };
    (!may).then_some("Only the directory's administrator can undo this.")
}
