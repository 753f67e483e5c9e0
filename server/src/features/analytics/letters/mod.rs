//! Each month, a shop's owner gets one letter: what the page brought in the month that is over, against the month before, and one
//! thing to do. The figures are those of `/your-shop` for that month, from the same query.
//!
//! A letter is written once for a shop and month, in the transaction that puts it into the outbox, so neither several nodes nor
//! restarts repeat it. Managers get none, and neither does an owner of a page on which nothing was counted in either month: zeros
//! help nobody. The owner turns it off on `/your-shop`, or with one press from the letter, without signing in.

mod content;
mod off;
mod pass;
mod personal;
mod send;
mod store;
pub mod switch;
mod to_do;

pub use off::LetterPage;

pub(super) use personal::all as personal_data;
pub(super) use send::{handlers, samples};

use crate::{
    features::Services,
    platform::web::{Access, Route},
};

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/monthly-letter/off")
            .get(Access::SignedCall, off::show_off)
            .post(Access::SignedCall, off::turn_off)
            .open_to_other_sites(),
        Route::at("/api/your-shop/{slugOrId}/monthly-letter")
            .get(Access::ShopOwner, switch::show_letter)
            .put(Access::ShopOwner, switch::change_letter)
            .with_largest_body(4 * 1024),
    ]
}
