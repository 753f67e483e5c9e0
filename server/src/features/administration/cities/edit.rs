//! Editing a town.

use axum::extract::{Path, State};
use gazetteer::slugify;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{EditedCity, edited, live};
use crate::{
    catalog::{
        admission::slug::LONGEST,
        colors::fallback_color,
        entities::{city, former_slug},
        not_found::city_not_found,
        writing::{Act, Subject},
    },
    features::{
        Services,
        administration::{stale_named, store},
    },
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::whole_number,
        id_generator::IdGenerator,
        typed_text::Field,
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

const STALE: &str = "Someone else edited this city. Please check what changed.";

const NAME: Field = Field {
    name: "name",
    label: "Name",
    most: 120,
};
const DESCRIPTION: Field = Field {
    name: "description",
    label: "Description",
    most: 2000,
};
/// An edit of a town; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CityEdit {
    #[schema(max_length = 2000)]
    pub description: Option<String>,
    /// `hsl(h, s%, l%)` with a lightness of at most 45%; shown if there is no image. An empty string restores
    /// the default.
    #[schema(max_length = 32)]
    pub fallback_color: Option<String>,
    /// A new name changes the URL; the old URL redirects.
    #[schema(
        max_length = 120,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]"
    )]
    pub name: Option<String>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// Edit a town's description, color or name.
#[utoipa::path(put, path = "/api/admin/cities/{id}", tag = "administration", params(("id" = String, Path)),
    request_body = CityEdit,
    responses((status = 200, body = EditedCity), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Another town has this name, or it was edited meanwhile: then `details.city` is the town as it is now", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn edit_city(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(edit): JsonBody<CityEdit>,
) -> Result<Fresh<EditedCity>> {
    let id = path_id(&id, city_not_found)?;
    let asked = Asked::of(&edit)?;
    let identifiers = services.identifiers.clone();
    let version = edit.version;
    let acted = services
        .ledger
        .act(actor, "city.edit", move |act| {
            let (asked, identifiers) = (asked.clone(), identifiers.clone());
            Box::pin(async move {
                let row = live(act, id).await?;
                if version.is_some_and(|version| version != row.edition) {
                    return Err(Error::Conflict(STALE.into()));
                }
                act.set_subject(Subject::new("city", row.id, &row.name));
                let mut after = row.clone();
                if let Some(description) = asked.description {
                    after.description = description;
                }
                if let Some(color) = asked.color {
                    let color = color.unwrap_or_else(|| fallback_color(&row.slug));
                    after.fallback_color = Some(color);
                }
                if let Some(name) = asked.name.filter(|name| *name != row.name) {
                    rename(act, &identifiers, &mut after, name).await?;
                }
                act.update(&row, after).await
            })
        })
        .await;
    let acted = match acted {
        Err(Error::Conflict(_)) => {
            let now = edited(&services, id, None).await?;
            return Err(stale_named(STALE, "city", &json!(now)));
        }
        acted => acted?,
    };
    edited(&services, id, acted.entry).await.map(Fresh)
}

/// Renames a town and changes its slug accordingly. The old URL redirects to the new one (D4).
async fn rename(
    act: &Act<'_>,
    identifiers: &IdGenerator,
    row: &mut city::Model,
    name: String,
) -> Result<()> {
    let slug = slugify(&format!("{name} {}", row.state), LONGEST);
    row.name = name;
    if slug == row.slug {
        return Ok(());
    }
    let transaction = act.transaction();
    let former = store::former(transaction, "city", &slug).await?;
    let is_anothers = |former: &former_slug::Model| former.target_id != row.id;
    if store::is_city_slug(transaction, &slug).await? || former.as_ref().is_some_and(is_anothers) {
        return Err(Error::ConflictWith {
            message: "Another town already has this name.".into(),
            details: json!({ "kind": "taken", "slug": slug }),
        });
    }
    // Back to an earlier name: its slug is no longer a former one.
    if let Some(former) = former {
        act.delete(&former).await?;
    }
    act.insert(&former_slug::Model {
        id: identifiers.next(),
        kind: "city".to_owned(),
        slug: std::mem::replace(&mut row.slug, slug),
        target_id: row.id,
        created_at: act.now(),
    })
    .await
}

#[derive(Clone, Debug, Default)]
struct Asked {
    description: Option<Option<String>>,
    color: Option<Option<String>>,
    name: Option<String>,
}

impl Asked {
    fn of(edit: &CityEdit) -> Result<Self> {
        let mut wrong = FieldErrors::default();
        let asked = Self {
            description: (edit.description.as_ref())
                .map(|text| DESCRIPTION.paragraphs(Some(text), &mut wrong)),
            color: (edit.fallback_color.as_ref()).map(|text| match text.trim() {
                "" => None,
                text => color(text, &mut wrong),
            }),
            name: (edit.name.as_ref())
                .map(|text| NAME.required_line(Some(text), "Name is required", &mut wrong)),
        };
        wrong.refuse_any()?;
        Ok(asked)
    }
}

/// `hsl(h, s%, l%)` with whole numbers, dark enough for white text.
fn color(text: &str, wrong: &mut FieldErrors) -> Option<String> {
    let inner = text
        .trim()
        .strip_prefix("hsl(")
        .and_then(|rest| rest.strip_suffix(')'));
    let parts: Vec<u16> = inner
        .unwrap_or_default()
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .filter_map(|part| part.trim_end_matches('%').parse().ok())
        .collect();
    match parts.as_slice() {
        [hue @ 0..=360, saturation @ 0..=100, lightness @ 0..=100] if *lightness <= 45 => {
            Some(format!("hsl({hue}, {saturation}%, {lightness}%)"))
        }
        [_, _, 46..=100] => {
            wrong.add(
                "fallbackColor",
                "White text is hard to read on this color. Choose a lightness of 45% or less.",
            );
            None
        }
        _ => {
            wrong.add("fallbackColor", "Write the color as hsl(210, 40%, 30%).");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::color;
    use crate::platform::error::FieldErrors;

    #[test]
    fn colors_have_one_spelling_and_carry_white_words() {
        let read = |text: &str| color(text, &mut FieldErrors::default());
        assert_eq!(
            read("hsl(210, 40%, 30%)").as_deref(),
            Some("hsl(210, 40%, 30%)")
        );
        assert_eq!(
            read(" hsl(210 40% 30%) ").as_deref(),
            Some("hsl(210, 40%, 30%)")
        );
        for bad in [
            "",
            "red",
            "#abc",
            "hsl(400, 1%, 1%)",
            "hsl(1, 2%, 80%)",
            "hsl(1, 2%)",
            "hsl(1,2%,3%,4%)",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
