//! Where else a shop is found: its menu, its profiles, its public email address.

use super::entities::shop;

/// Where else a shop is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contacts {
    pub menu_url: Option<Box<str>>,
    pub instagram: Option<Box<str>>,
    pub facebook: Option<Box<str>>,
    pub public_email: Option<Box<str>>,
}

impl Contacts {
    /// Those of a row, if there are any.
    #[must_use]
    pub fn of(row: &shop::Model) -> Option<Self> {
        let text = |text: &Option<String>| text.as_deref().map(Into::into);
        let contacts = Self {
            menu_url: text(&row.menu_url),
            instagram: text(&row.instagram),
            facebook: text(&row.facebook),
            public_email: text(&row.public_email),
        };
        (contacts != Self::default()).then_some(contacts)
    }
}
