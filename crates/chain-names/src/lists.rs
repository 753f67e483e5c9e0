//! The administrator's own lists.

use std::collections::HashSet;

use crate::brands::Brands;
use crate::names::simplify;

/// Names that the directory's administrator has decided about. They win over every table and rule; a name on both lists is
/// denied. They hold for the whole simplified name, never for a part of it.
#[derive(Clone, Debug, Default)]
pub struct Lists {
    allow: HashSet<String>,
    deny: HashSet<String>,
}

impl Lists {
    /// Lists of names as written; each is simplified, and what has no letter or digit is left out.
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

    pub(crate) fn allows(&self, key: &str) -> bool {
        self.allow.contains(key)
    }

    pub(crate) fn denies(&self, key: &str) -> bool {
        self.deny.contains(key)
    }
}

/// The regional chains that count without anybody's doing, for the page where the administrator keeps the lists.
pub fn regional_chains() -> impl Iterator<Item = &'static str> {
    Brands::regional().names()
}
