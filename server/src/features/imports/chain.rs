//! Chain or independent: the rule of `chain-names`, with the administrator's own lists above it.

use std::{fs, io::ErrorKind, path::Path};

use chain_names::{Candidate, Lists, Verdict};
use place_files::PlaceRecord;

use crate::platform::{
    data_folder::DataFolder,
    error::{Error, Result},
};

/// The administrator's lists: files in the data folder, one name a line, `#` starts a comment.
#[derive(Debug, Default)]
pub struct ChainLists(Lists);

impl ChainLists {
    /// Reads `chains.allow.txt` and `chains.deny.txt`; a missing file is an empty list.
    pub fn open(folder: &DataFolder) -> Result<Self> {
        let allow = names(&folder.join("chains.allow.txt"))?;
        let deny = names(&folder.join("chains.deny.txt"))?;
        Ok(Self(Lists::new(allow, deny)))
    }

    /// Whether a record is a chain's.
    pub(super) fn decide(
        &self,
        record: &PlaceRecord,
        name: &str,
        state: &str,
        website: Option<&str>,
    ) -> Verdict {
        let host = website.and_then(super::contact::own_host);
        let candidate = Candidate {
            name,
            brand: record.brand.as_deref(),
            brand_wikidata: record.brand_wikidata.as_deref(),
            operator: record.operator.as_deref(),
            website_host: host.as_deref(),
            state: Some(state),
            provider_chain_flag: record.provider_chain.is_some(),
        };
        chain_names::decide(&candidate, &self.0)
    }
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
