//! What the administrator says about an uploaded list.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use gazetteer::State;
use place_files::{Field, OpenOptions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    entity::{Columns, Model},
    stored::Choices,
};
use crate::{
    catalog::origin::SAMPLE_LIST,
    features::imports::{ImportOptions, Missing, choices},
    platform::error::{Error, FieldErrors, Result},
};

/// The field of a column that is left out.
const IGNORED: &str = "ignore";

/// What the administrator says about a list, and whether it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportChoices {
    /// Decide about each record, but write nothing.
    pub dry_run: bool,
    /// What columns are taken for where that isn't what was recognized; `ignore` leaves one out.
    #[serde(default)]
    pub columns: BTreeMap<String, String>,
    /// The name of the list. Its next edition updates its own shops.
    #[serde(default)]
    pub source: Option<String>,
    /// The license of the list.
    #[serde(default)]
    pub license: Option<String>,
    /// The date of the list, a day or a month.
    #[serde(default)]
    pub as_of: Option<String>,
    /// The town and state of records that don't name theirs.
    #[serde(default)]
    pub town: Option<String>,
    /// What happens to shops that the list no longer has; none is missing by default.
    #[serde(default)]
    pub missing: Option<MissingChoice>,
    /// Let this edition clear or close more than a tenth of what its source gave.
    #[serde(default)]
    pub allow_loss: bool,
}

/// What happens to shops that a complete list no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingChoice {
    /// They become questions.
    Ask,
    /// They are permanently closed, unless somebody else vouches for one.
    Close,
}

impl From<Missing> for MissingChoice {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Ask => Self::Ask,
            Missing::Close => Self::Close,
        }
    }
}

impl From<ImportChoices> for Choices {
    fn from(choices: ImportChoices) -> Self {
        Self {
            dry_run: choices.dry_run,
            columns: choices.columns,
            source: choices.source,
            license: choices.license,
            as_of: choices.as_of,
            town: choices.town,
            missing: choices.missing.map(Missing::from),
            allow_loss: choices.allow_loss,
        }
    }
}

impl From<Choices> for ImportChoices {
    fn from(stored: Choices) -> Self {
        Self {
            dry_run: stored.dry_run,
            columns: stored.columns,
            source: stored.source,
            license: stored.license,
            as_of: stored.as_of,
            town: stored.town,
            missing: stored.missing.map(MissingChoice::from),
            allow_loss: stored.allow_loss,
        }
    }
}

impl From<MissingChoice> for Missing {
    fn from(choice: MissingChoice) -> Self {
        match choice {
            MissingChoice::Ask => Self::Ask,
            MissingChoice::Close => Self::Close,
        }
    }
}

impl ImportChoices {
    /// The options of the import. Only in a demo may it be the demo's own list.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFields`] with what is wrong about each field.
    pub(super) fn options(
        &self,
        list: &Model,
        (now, is_demo): (DateTime<Utc>, bool),
    ) -> Result<ImportOptions> {
        let mut errors = FieldErrors::default();
        let source = typed(self.source.as_ref(), |text| match text.trim() {
            SAMPLE_LIST if is_demo => Ok(SAMPLE_LIST.to_owned()),
            _ => choices::source(text),
        });
        let source = errors.take("source", named("The list's name", "source", source))?;
        let license = typed(self.license.as_ref(), choices::license);
        let license = errors.take("license", named("The license", "license", license))?;
        let as_of = typed(self.as_of.as_ref(), |text| choices::as_of(text, now));
        let as_of = errors.take("asOf", named("The date", "asOf", as_of))?;
        let town = typed(self.town.as_ref(), choices::town);
        let town = errors.take("town", named("The town", "town", town))?;
        let source = source.flatten();
        if self.missing.is_some() && source.is_none() {
            errors.add(
                "source",
                "Name the list: only a named list can be complete.",
            );
        }
        let open = errors.take("columns", self.open_options(&list.columns))?;
        errors.refuse_any()?;
        Ok(ImportOptions {
            state: list.state.as_deref().and_then(State::from_code),
            open: open.unwrap_or_default(),
            source,
            license: license.flatten(),
            as_of: as_of.flatten(),
            town: town.flatten(),
            missing: self.missing.map(Missing::from),
            dry_run: self.dry_run,
        })
    }

    fn open_options(&self, columns: &Columns) -> Result<OpenOptions> {
        let mut open = OpenOptions::new();
        for (column, field) in &self.columns {
            if !columns.0.iter().any(|known| known.name == *column) {
                return Err(invalid(format!("The file has no column \"{column}\".")));
            }
            open = open.map(column, field_of(field)?);
        }
        if !columns.0.is_empty() && !self.has_names(columns) {
            return Err(invalid(
                "Choose the column with the shops' names.".to_owned(),
            ));
        }
        Ok(open)
    }

    /// Whether one of the columns holds names.
    fn has_names(&self, columns: &Columns) -> bool {
        columns.0.iter().any(|column| {
            let chosen = self.columns.get(&column.name).map(String::as_str);
            chosen.or(column.field.as_deref()) == Some(Field::Name.name()) || column.name == "names"
        })
    }
}

fn field_of(name: &str) -> Result<Option<Field>> {
    if name == IGNORED {
        return Ok(None);
    }
    let field = name.parse::<Field>();
    field
        .map(Some)
        .map_err(|_| invalid(format!("There is no field \"{name}\".")))
}

fn invalid(message: String) -> Error {
    Error::invalid_field("columns", message)
}

type Typed<T> = std::result::Result<Option<T>, &'static str>;

/// The value of a field, if something was typed.
fn typed<T>(
    text: Option<&String>,
    check: impl Fn(&str) -> std::result::Result<T, &'static str>,
) -> Typed<T> {
    let text = text.map(|text| text.trim()).filter(|text| !text.is_empty());
    text.map(check).transpose()
}

fn named<T>(subject: &str, field: &'static str, value: Typed<T>) -> Result<Option<T>> {
    value.map_err(|message| Error::invalid_field(field, format!("{subject} {message}.")))
}
