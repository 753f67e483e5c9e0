//! What is known about a batch of records before anything is decided: whose they are, the IDs that they go by, and what is in
//! the database about them.

use super::{
    identity::{identify, names_of},
    known::Present,
    list::ListSource,
    reader::Classified,
    run::{ImportOptions, Importer},
    store::batch_rows,
};
use crate::platform::error::Result;

impl Importer {
    /// Whose records these are, and what is in the database about them.
    pub(super) async fn recognize(
        &mut self,
        records: &mut [Classified],
        options: &ImportOptions,
    ) -> Result<(ListSource, Present)> {
        let source = ListSource::of(records, options.source.as_deref());
        self.is_nobodys = source.is_nobodys;
        self.source = Some(source.name.clone());
        if source.is_nobodys {
            for record in records.iter_mut() {
                if let Ok(candidate) = &mut record.result {
                    candidate.source_id = candidate.id_of_content();
                }
            }
        }
        let mut present = self.present(&source.name, records).await?;
        self.identify(&source, records, &mut present).await?;
        present.said_open.clone_from(&self.said_open);
        Ok((source, present))
    }

    /// What is already in the database for a batch.
    async fn present(&self, source: &str, records: &[Classified]) -> Result<Present> {
        let candidates = || {
            records
                .iter()
                .filter_map(|record| record.result.as_deref().ok())
        };
        let mut towns: Vec<String> = candidates()
            .map(|candidate| candidate.town.slug.clone())
            .collect();
        towns.sort_unstable();
        towns.dedup();
        batch_rows::read(&self.database, source, &names_of(candidates()), &towns).await
    }

    /// Decides which ID each record is known by, and looks up those known by another ID than their own.
    async fn identify(
        &mut self,
        source: &ListSource,
        records: &mut [Classified],
        present: &mut Present,
    ) -> Result<()> {
        for record in records.iter_mut() {
            if let Ok(candidate) = &mut record.result {
                let seen = &mut self.known.seen;
                record.identity = identify(candidate, seen, present, source.ids_are_sure);
            }
        }
        let renamed = records.iter().filter(|record| record.identity.is_renamed());
        let renamed = renamed.filter_map(|record| record.result.as_deref().ok());
        let names = names_of(renamed);
        if names.is_empty() {
            return Ok(());
        }
        batch_rows::add(&self.database, &source.name, &names, present).await
    }
}
