//! A layer of settings in which secrets may come from files, and what is said about names that aren't settings.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    fmt,
    path::{Path, PathBuf},
};

use figment::{
    Error, Figment, Metadata, Profile, Provider, Source as Origin,
    error::Kind,
    value::{Dict, Map},
};
use serde_json::Value;

/// The settings that may be read from a file: its path is in the setting with `_file` behind its name.
pub(super) const SECRETS: &[&str] = &[
    "admin_password",
    "ai_key",
    "backup_key",
    "backup_url",
    "database_url",
    "foursquare_api_key",
    "metrics_token",
    "pexels_api_key",
    "secret",
    "smtp_url",
    "storage_url",
    "stripe_secret_key",
    "stripe_webhook_secret",
];

/// A less similar name isn't what was meant.
const SIMILAR: f64 = 0.8;

/// Where the settings came from.
#[derive(Clone, Default)]
pub struct Source {
    /// The settings file.
    pub file: Option<PathBuf>,
    /// The files with secrets, by setting.
    pub secret_files: BTreeMap<&'static str, PathBuf>,
    /// All values, to find what has changed. They include secrets.
    values: BTreeMap<String, Value>,
    /// The settings that aren't the compiled-in defaults.
    given: BTreeSet<String>,
}

impl fmt::Debug for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Source")
            .field("file", &self.file)
            .field("secret_files", &self.secret_files)
            .finish_non_exhaustive()
    }
}

impl Source {
    /// Notes everything in `figment`.
    pub(super) fn of(figment: &Figment, file: Option<&Path>, files: SecretFiles) -> Self {
        let values = figment.extract::<Dict>().unwrap_or_default();
        let is_given = |key: &&String| {
            let layer = figment.find_metadata(key);
            layer.is_some_and(|layer| !layer.name.ends_with("source string"))
        };
        let given = values.keys().filter(is_given).cloned().collect();
        let values = values.into_iter().map(|(key, value)| {
            let value = serde_json::to_value(value).unwrap_or_default();
            (key, value)
        });
        Self {
            file: file.map(Path::to_owned),
            secret_files: files.0.into_inner(),
            values: values.collect(),
            given,
        }
    }

    /// Whether the file or the environment sets this, if only to the default.
    #[must_use]
    pub fn gives(&self, key: &str) -> bool {
        self.given.contains(key)
    }

    /// The settings with different values in `other`, in the alphabet's order.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let keys = self.values.keys().chain(other.values.keys());
        let mut changed: Vec<String> = keys
            .filter(|key| self.values.get(*key) != other.values.get(*key))
            .cloned()
            .collect();
        changed.sort();
        changed.dedup();
        changed
    }
}

/// The files that were read.
#[derive(Debug, Default)]
pub(super) struct SecretFiles(RefCell<BTreeMap<&'static str, PathBuf>>);

impl SecretFiles {
    /// `layer` with the content of files in place of their names.
    pub(super) fn read_in<P: Provider>(&self, layer: P) -> impl Provider {
        Layer { layer, files: self }
    }
}

struct Layer<'a, P> {
    layer: P,
    files: &'a SecretFiles,
}

impl<P: Provider> Provider for Layer<'_, P> {
    fn metadata(&self) -> Metadata {
        self.layer.metadata()
    }

    fn data(&self) -> Result<Map<Profile, Dict>, Error> {
        let mut data = self.layer.data()?;
        for values in data.values_mut() {
            for secret in SECRETS {
                let key = format!("{secret}_file");
                let Some(named) = values.remove(&key) else {
                    continue;
                };
                let path = named.as_str().unwrap_or_default();
                if path.is_empty() {
                    continue;
                }
                if values.contains_key(*secret) {
                    return Err(format!("set {secret} or {key}, not both").into());
                }
                let content = read(Path::new(path)).map_err(|reason| format!("{key}: {reason}"))?;
                values.insert((*secret).to_owned(), content.into());
                let mut files = self.files.0.borrow_mut();
                files.insert(secret, path.into());
            }
        }
        Ok(data)
    }
}

/// The secret in a file, without the newline at its end, which editors and `echo` add.
fn read(path: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("can't read {}: {error}", path.display()))?;
    let secret = text.trim();
    if secret.contains(['\n', '\r']) {
        return Err(format!(
            "{} has several lines; a secret is one line",
            path.display()
        ));
    }
    if secret.is_empty() {
        return Err(format!("{} is empty", path.display()));
    }
    Ok(secret.to_owned())
}

/// What is wrong with the settings, one sentence for each error.
pub(super) fn sentences(errors: Error, figment: &Figment) -> String {
    let sentences: Vec<String> = errors
        .into_iter()
        .map(|error| match &error.kind {
            Kind::UnknownField(name, known) => unknown(name, known, figment),
            Kind::Message(message) if !error.path.is_empty() => {
                format!("{}: {message}", error.path.join("."))
            }
            Kind::Message(message) => message.clone(),
            _ => error.to_string(),
        })
        .collect();
    sentences.join("; ")
}

fn unknown(name: &str, known: &[&str], figment: &Figment) -> String {
    let origin = figment.find_metadata(name);
    let place = match origin.and_then(|found| found.source.as_ref()) {
        Some(Origin::File(path)) => format!("\"{name}\" in {}", path.display()),
        _ => format!("TOWNPERK_{}", name.to_uppercase()),
    };
    match similar(name, known) {
        Some(meant) => format!("{place} is no setting; did you mean \"{meant}\"?"),
        None => format!("{place} is no setting"),
    }
}

/// The setting that was probably meant.
fn similar(name: &str, known: &[&str]) -> Option<String> {
    let files = SECRETS.iter().map(|secret| format!("{secret}_file"));
    let names = known.iter().map(|name| (*name).to_owned()).chain(files);
    names
        .map(|known| (strsim::jaro_winkler(name, &known), known))
        .filter(|(alike, _)| *alike >= SIMILAR)
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::Settings;

    #[test]
    fn the_list_of_secrets_is_complete() {
        let shown = format!("{:?}", Settings::defaults().unwrap());
        let hidden = shown.matches("(none)").count();
        assert_eq!(hidden, SECRETS.len(), "{shown}");
        for secret in SECRETS {
            assert!(shown.contains(&format!("{secret}: (none)")), "{secret}");
        }
    }

    #[test]
    fn a_typo_names_the_setting_that_was_meant() {
        let known = ["smtp_url", "smtp_ca_file", "public_url", "name"];
        assert_eq!(similar("smpt_url", &known).as_deref(), Some("smtp_url"));
        assert_eq!(similar("publicurl", &known).as_deref(), Some("public_url"));
        let file = similar("smtp_urlfile", &known);
        assert_eq!(file.as_deref(), Some("smtp_url_file"));
        assert_eq!(similar("colour", &known), None);
    }
}
