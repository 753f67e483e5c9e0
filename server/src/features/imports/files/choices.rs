//! What the administrator says about an uploaded list.

use chrono::{DateTime, Utc};
use place_files::{Field, OpenOptions};

use super::entity::{Columns, ImportChoices, MissingChoice};
use crate::{
    features::imports::{ImportOptions, Missing, choices},
    platform::error::{Error, FieldErrors, Result},
};

/// The field of a column that is left out.
const IGNORED: &str = "ignore";

impl From<MissingChoice> for Missing {
    fn from(choice: MissingChoice) -> Self {
        match choice {
            MissingChoice::Ask => Self::Ask,
            MissingChoice::Close => Self::Close,
        }
    }
}

impl ImportChoices {
    /// The options of the import.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidFields`] with what is wrong about each field.
    pub(super) fn options(&self, columns: &Columns, now: DateTime<Utc>) -> Result<ImportOptions> {
        let mut errors = FieldErrors::default();
        let source = typed(self.source.as_ref(), choices::source);
        let source = errors.take("source", named("The list's name", "source", source))?;
        let license = typed(self.license.as_ref(), choices::license);
        let license = errors.take("license", named("The license", "license", license))?;
        let as_of = typed(self.as_of.as_ref(), |text| choices::as_of(text, now));
        let as_of = errors.take("asOf", named("The date", "asOf", as_of))?;
        let source = source.flatten();
        if self.missing.is_some() && source.is_none() {
            errors.add(
                "source",
                "Name the list: only a named list can be complete.",
            );
        }
        let open = errors.take("columns", self.open_options(columns))?;
        errors.refuse_any()?;
        Ok(ImportOptions {
            open: open.unwrap_or_default(),
            source,
            license: license.flatten(),
            as_of: as_of.flatten(),
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
