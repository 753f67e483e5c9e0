//! The administrator's own lists.

use std::collections::HashSet;

use crate::brands::Brands;
use crate::names::simplify;

/// Names that the administrator has decided about. They override every table and rule; a name on both lists is denied.
/// They match the whole simplified name, never part of it.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    allow: HashSet<String>,
    deny: HashSet<String>,
}

impl Lists {
    /// Lists of names as written. Each is simplified; names without letters and digits are left out.
    pub fn new<N: AsRef<str>>(
        allow: impl IntoIterator<Item = N>,
        deny: impl IntoIterator<Item = N>,
    ) -> Self {
        let keys = |names: &mut dyn Iterator<Item = N>| {
            names
                .map(|name| simplify(name.as_ref()))
                .filter(|key| !key.is_empty())
                .collect()
        };
        Self {
            allow: keys(&mut allow.into_iter()),
            deny: keys(&mut deny.into_iter()),
        }
    }

    /// Whether the administrator wants this name, whatever else speaks against it.
    #[must_use]
    pub fn allows_name(&self, name: &str) -> bool {
        let key = simplify(name);
        self.allows(&key) && !self.denies(&key)
    }

    pub(crate) fn allows(&self, key: &str) -> bool {
        self.allow.contains(key)
    }

    pub(crate) fn denies(&self, key: &str) -> bool {
        self.deny.contains(key)
    }
}

/// The built-in regional chains, for the page with the administrator's lists.
pub fn regional_chains() -> impl Iterator<Item = &'static str> {
    Brands::regional().names()
}
