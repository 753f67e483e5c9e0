//! Chain or independent: the rules of `chain-names`, overridden by the administrator's own lists.

mod store;
mod verdicts;

use std::{fs, io::ErrorKind, path::Path};

use chain_names::{Candidate, Lists, Verdict};

pub use crate::catalog::entities::chain_name::List;
use crate::{
    catalog::entities::chain_name,
    platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::Database,
        error::{Error, Result},
    },
};
pub use verdicts::{forget, put, recorded_table};

/// The administrator's lists: rows in the database, which every node sees, and files in the data folder with one name
/// per line (`#` starts a comment). A name on both lists is a chain's.
#[derive(Debug, Default)]
pub struct ChainLists(Lists);

/// What a source says about a shop's brand. Forms don't ask for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChainSigns<'a> {
    /// The brand's name.
    pub brand: Option<&'a str>,
    /// The brand's Wikidata ID.
    pub brand_wikidata: Option<&'a str>,
    /// Who runs the shop.
    pub operator: Option<&'a str>,
    /// The source says that the shop belongs to a chain.
    pub provider_chain: bool,
}

/// The longest name on a list, in characters.
const NAME: usize = 200;

impl ChainLists {
    /// Reads the database, and `chains.allow.txt` and `chains.deny.txt`; a missing file is an empty list.
    ///
    /// # Errors
    ///
    /// When the database fails, or a file can't be read.
    pub async fn open(database: &Database, folder: &DataFolder) -> Result<Self> {
        let mut allow = names(&folder.join("chains.allow.txt"))?;
        let mut deny = names(&folder.join("chains.deny.txt"))?;
        for row in store::all(database).await? {
            match row.list {
                List::Allow => allow.push(row.name),
                List::Deny => deny.push(row.name),
            }
        }
        Ok(Self(Lists::new(allow, deny)))
    }

    /// The names in the database, sorted by list and name.
    pub async fn names(database: &Database) -> Result<Vec<chain_name::Model>> {
        store::all(database).await
    }

    /// Puts a name on a list and removes it from the other one.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for a name without a letter or a digit; otherwise when the database fails.
    pub async fn put(database: &Database, clock: &Clock, list: List, name: &str) -> Result<()> {
        let (key, name) = (key(name)?, tidy_name(name)?);
        let row = chain_name::Model {
            key,
            name: name.to_owned(),
            list,
            created_at: clock.now(),
        };
        store::put(database, row).await
    }

    /// Removes a name from its list; returns whether it was on one.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] for a name without a letter or a digit; otherwise when the database fails.
    pub async fn forget(database: &Database, name: &str) -> Result<bool> {
        store::forget(database, &key(name)?).await
    }

    /// Whether the administrator always adds shops of this name.
    #[must_use]
    pub fn allows(&self, name: &str) -> bool {
        self.0.allows_name(name)
    }

    /// Decides whether a shop with this name in a town and its state (two-letter code) belongs to a chain.
    #[must_use]
    pub fn decide(
        &self,
        name: &str,
        (town, state): (&str, &str),
        website: Option<&str>,
        signs: ChainSigns<'_>,
    ) -> Verdict {
        let host = website.and_then(super::contact::own_host);
        let candidate = Candidate {
            name,
            brand: signs.brand,
            brand_wikidata: signs.brand_wikidata,
            operator: signs.operator,
            website_host: host.as_deref(),
            state: Some(state),
            town: Some(town),
            provider_chain_flag: signs.provider_chain,
        };
        chain_names::decide(&candidate, &self.0)
    }
}

/// The key by which names are compared.
///
/// # Errors
///
/// [`Error::Invalid`] for a name without a letter or a digit.
pub fn key(name: &str) -> Result<String> {
    let key: String = chain_names::simplify(name).chars().take(NAME).collect();
    if key.is_empty() {
        return Err(Error::invalid(format!(
            "\"{name}\" has no letter and no digit"
        )));
    }
    Ok(key)
}

/// The name as stored.
fn tidy_name(name: &str) -> Result<&str> {
    let name = name.trim();
    if name.chars().count() > NAME {
        return Err(Error::invalid(format!(
            "a name has {NAME} characters at most"
        )));
    }
    Ok(name)
}

fn names(path: &Path) -> Result<Vec<String>> {
    match fs::read_to_string(path) {
        Ok(text) => {
            let lines = text
                .lines()
                .map(|line| line.split('#').next().unwrap_or_default().trim());
            Ok(lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Error::Setup(format!(
            "can't read {}: {error}",
            path.display()
        ))),
    }
}
