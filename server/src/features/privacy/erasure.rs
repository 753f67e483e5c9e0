//! Which texts of an audit log record hold a person's data, and what stands there once it is erased.

use serde_json::Value;
use uuid::Uuid;

use crate::{
    catalog::writing::{PersonalColumns, RecordedTable},
    features::ERASED,
};

/// Whose data is erased. The name isn't searched for: "Anna" is also part of Savannah, and of other people's words.
#[derive(Clone, Debug, Default)]
pub(super) struct Erasure {
    person: Option<String>,
    /// In lower case.
    addresses: Vec<String>,
    tables: Vec<RecordedTable>,
}

impl Erasure {
    pub(super) fn new(
        person: Option<Uuid>,
        addresses: impl IntoIterator<Item = String>,
        tables: Vec<RecordedTable>,
    ) -> Self {
        let mut addresses: Vec<String> = addresses
            .into_iter()
            .map(|address| address.to_ascii_lowercase())
            .collect();
        addresses.dedup();
        Self {
            person: person.map(|id| id.to_string()),
            addresses,
            tables,
        }
    }

    /// The text without the person's email address; `None` if it doesn't contain it as a whole.
    pub(super) fn text(&self, text: &str) -> Option<String> {
        let mut erased: Option<String> = None;
        for address in &self.addresses {
            let current = erased.as_deref().unwrap_or(text);
            erased = without_address(current, address).or(erased);
        }
        erased
    }

    /// The table that the log calls so.
    pub(super) fn table(&self, name: &str) -> Option<&RecordedTable> {
        self.tables.iter().find(|known| known.name == name)
    }

    /// A row's image without the person's data; `None` if it holds none.
    pub(super) fn image(&self, table: &str, image: &Value) -> Option<Value> {
        let known = self.table(table);
        let personal = known.map_or(PersonalColumns::NONE, |known| known.personal);
        let mut erased = self.value(image).unwrap_or_else(|| image.clone());
        if self.is_theirs(&personal, image) {
            for column in personal.columns {
                if let Some(value) = erased.get_mut(column).filter(|value| !value.is_null()) {
                    *value = Value::String(ERASED.to_owned());
                }
            }
            for column in personal.emptied {
                if let Some(value) = erased.get_mut(column) {
                    *value = Value::Null;
                }
            }
        }
        for column in personal.links {
            let held = image.get(column).and_then(Value::as_str);
            if held.is_some_and(|held| self.is_named(held))
                && let Some(value) = erased.get_mut(column)
            {
                *value = Value::Null;
            }
        }
        (erased != *image).then_some(erased)
    }

    fn is_theirs(&self, personal: &PersonalColumns, image: &Value) -> bool {
        let mut holders = personal
            .whose
            .iter()
            .filter_map(|column| image.get(column)?.as_str());
        holders.any(|holder| self.is_named(holder))
    }

    /// Whether it is the person's ID or address.
    fn is_named(&self, holder: &str) -> bool {
        self.person.as_deref() == Some(holder)
            || (self.addresses.iter()).any(|address| address.eq_ignore_ascii_case(holder))
    }

    /// Replaces the address wherever it stands in `value`; `None` if it doesn't.
    fn value(&self, value: &Value) -> Option<Value> {
        let mut changed = value.clone();
        self.clean(&mut changed).then_some(changed)
    }

    fn clean(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => match self.text(text) {
                Some(erased) => {
                    *text = erased;
                    true
                }
                None => false,
            },
            Value::Array(items) => items
                .iter_mut()
                .fold(false, |changed, item| self.clean(item) | changed),
            Value::Object(fields) => fields
                .values_mut()
                .fold(false, |changed, field| self.clean(field) | changed),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }
}

/// `text` with each whole occurrence of `address`, in lower case, replaced; `None` without one. Part of a longer address
/// (`joann@mail.example` for `ann@mail.example`) is someone else's.
fn without_address(text: &str, address: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let mut erased = String::new();
    let mut copied = 0;
    for (start, found) in lower.match_indices(address) {
        let end = start + found.len();
        let before = lower.get(..start)?.chars().next_back();
        let mut after = lower.get(end..)?.chars();
        let is_whole = !before.is_some_and(is_of_local_part)
            && match after.next() {
                Some('.') => !after.next().is_some_and(char::is_alphanumeric),
                Some(sign) => !(sign.is_alphanumeric() || sign == '-'),
                None => true,
            };
        if is_whole {
            erased.push_str(text.get(copied..start)?);
            erased.push_str(ERASED);
            copied = end;
        }
    }
    if copied == 0 {
        return None;
    }
    erased.push_str(text.get(copied..)?);
    Some(erased)
}

/// RFC 5322, 3.2.3 (`atext`), and the dot.
fn is_of_local_part(sign: char) -> bool {
    sign.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~-.".contains(sign)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn erasure() -> Erasure {
        let person = Uuid::from_u128(7);
        let tables = vec![
            RecordedTable::of::<crate::catalog::entities::claim::Model>(),
            RecordedTable::of::<crate::catalog::entities::shop::Model>(),
        ];
        Erasure::new(Some(person), ["ann@mail.example".to_owned()], tables)
    }

    #[test]
    fn an_address_is_erased_where_it_stands_whole() {
        for (text, erased) in [
            ("ann@mail.example", "(erased)"),
            (
                "Ask ANN@Mail.example, please. Café",
                "Ask (erased), please. Café",
            ),
            (
                "<ann@mail.example>; ann@mail.example.",
                "<(erased)>; (erased).",
            ),
        ] {
            assert_eq!(erasure().text(text).as_deref(), Some(erased), "{text}");
        }
        for other in [
            "joann@mail.example",
            "jo.ann@mail.example",
            "ann@mail.example.org",
            "ann@mail.examples",
            "Ann",
            "",
        ] {
            assert_eq!(erasure().text(other), None, "{other}");
        }
    }

    #[test]
    fn only_the_persons_own_fields_are_erased() {
        let own = json!({
            "person_id": Uuid::from_u128(7), "owner_name": "Anna", "owner_phone": "318.555.0142",
            "business_role": "Owner", "additional_info": null,
            "rejection_reason": "Anna doesn't work there.",
        });
        let erased = erasure().image("claims", &own).unwrap();
        // As in the row: the role stays, and what may be empty is.
        assert_eq!(
            erased,
            json!({
                "person_id": Uuid::from_u128(7), "owner_name": "(erased)", "owner_phone": null,
                "business_role": "Owner", "additional_info": null,
                "rejection_reason": "Anna doesn't work there.",
            })
        );
        let other = json!({ "person_id": Uuid::from_u128(8), "owner_name": "Anna" });
        assert_eq!(erasure().image("claims", &other), None);
        let name = "Anna's of Savannah";
        let shop = json!({ "name": name, "owner_id": Uuid::from_u128(8), "submitter_id": null });
        assert_eq!(erasure().image("shops", &shop), None);
        let shop = json!({ "name": name, "owner_id": Uuid::from_u128(7), "submitter_id": null });
        let left = json!({ "name": name, "owner_id": null, "submitter_id": null });
        assert_eq!(erasure().image("shops", &shop), Some(left));
        let shop = json!({ "name": name, "public_email": "ann@mail.example" });
        let left = json!({ "name": name, "public_email": null });
        assert_eq!(erasure().image("shops", &shop), Some(left));
    }
}
