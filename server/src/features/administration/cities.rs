//! Towns: their words, color and name, and their picture.

use axum::extract::{Path, RawQuery, State};
use gazetteer::{fold_place_name, slugify};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    id_of, query_of,
    shops::photo::{fetch, show},
    store,
};
use crate::{
    catalog::{
        View,
        admission::slug::LONGEST,
        answers::CityAnswer,
        entities::{city, former_slug},
        photo_acts,
        photos::{self, Owner},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        arguments::Parameter,
        error::{Error, ErrorBody, FieldErrors, Result},
        identifiers::Identifiers,
        typed_text::Field,
        web::{Actor, Fresh, JsonBody},
    },
};

const MISSING: &str = "City not found. Please check the URL and try again.";
const PAGE_SIZE: usize = 20;

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
const CREDIT: Field = Field {
    name: "credit",
    label: "Credit",
    most: 200,
};
const LICENSE: Field = Field {
    name: "license",
    label: "License",
    most: 60,
};

/// A town with what an edit compares.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminCity {
    #[serde(flatten)]
    pub city: CityAnswer,
    /// Whether the public directory lists it (D34).
    pub is_listed: bool,
}

/// One page of towns.
#[derive(Debug, Serialize, ToSchema)]
pub struct AdminCities {
    pub cities: Vec<AdminCity>,
    /// That the search found, on all pages.
    pub total: usize,
    /// All towns.
    pub all: usize,
}

/// A town after an edit.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditedCity {
    #[serde(flatten)]
    pub city: CityAnswer,
    /// The edit's entry in the audit log, to undo it by; null when nothing was changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// An edit of a town; what is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CityEdit {
    #[schema(max_length = 2000)]
    pub description: Option<String>,
    /// As `hsl(h, s%, l%)`; drawn where there is no picture.
    #[schema(max_length = 32)]
    pub fallback_color: Option<String>,
    /// Another name also means another address; the old one leads to it.
    #[schema(max_length = 120)]
    pub name: Option<String>,
}

/// A picture for a town.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CityImage {
    /// Where it is fetched from; blank is refused.
    #[schema(max_length = 2000)]
    pub image_url: Option<String>,
    /// Who took it, as shown beside it.
    #[schema(max_length = 200)]
    pub credit: Option<String>,
    /// Such as `CC BY 4.0`.
    #[schema(max_length = 60)]
    pub license: Option<String>,
}

/// List towns, by state and name, those without a shop among them.
#[utoipa::path(get, operation_id = "list_cities_to_edit", path = "/api/admin/cities", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of name or state", max_length = 100),
        ("image" = Option<String>, Query, description = "`missing`: towns without a picture alone"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = AdminCities), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_all_towns(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AdminCities>> {
    let known = [
        Parameter::text("search", 100),
        Parameter::choice("image", &["missing"]),
        Parameter::integer("page", Some(1), 1, 100_000),
        Parameter::integer("pageSize", Some(20), 1, 100),
    ];
    let arguments = query_of(query.as_deref(), &known)?;
    let words: Vec<String> = (arguments.query("search").unwrap_or_default())
        .split_whitespace()
        .map(fold_place_name)
        .collect();
    let view = services.catalog.view();
    let (mut all, mut found) = (0, Vec::new());
    for entry in view.each_city() {
        all += 1;
        let text = || {
            let state = gazetteer::State::parse(&entry.city.state);
            let state = state.map_or("", |state| state.name()).to_lowercase();
            let code = entry.city.state.to_lowercase();
            format!("{} {code} {state}", entry.city.folded_name)
        };
        let is_named = words.is_empty() || {
            let text = text();
            words.iter().all(|word| text.contains(word.as_str()))
        };
        if is_named && (arguments.query("image").is_none() || entry.city.photos.is_empty()) {
            found.push(entry);
        }
    }
    let total = found.len();
    let size = arguments.integer("pageSize").unwrap_or(PAGE_SIZE);
    let skip = (arguments.integer("page").unwrap_or(1) - 1).saturating_mul(size);
    let page = found.into_iter().skip(skip).take(size);
    let cities = page.map(|entry| AdminCity {
        city: CityAnswer::of(&view, entry),
        is_listed: entry.is_listed(),
    });
    Ok(Fresh(AdminCities {
        cities: cities.collect(),
        total,
        all,
    }))
}

/// Edit a town's words, color or name.
#[utoipa::path(put, path = "/api/admin/cities/{id}", tag = "administration", params(("id" = String, Path)),
    request_body = CityEdit,
    responses((status = 200, body = EditedCity), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Another town has this name", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn edit_city(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(edit): JsonBody<CityEdit>,
) -> Result<Fresh<EditedCity>> {
    let id = id_of(&id, MISSING)?;
    let asked = Asked::of(&edit)?;
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "city.edit", move |act| {
            let (asked, identifiers) = (asked.clone(), identifiers.clone());
            Box::pin(async move {
                let row = live(act, id).await?;
                act.set_subject(Subject::new("city", row.id, &row.name));
                let mut after = row.clone();
                if let Some(description) = asked.description {
                    after.description = description;
                }
                if let Some(color) = asked.color {
                    after.fallback_color = Some(color);
                }
                if let Some(name) = asked.name.filter(|name| *name != row.name) {
                    rename(act, &identifiers, &mut after, name).await?;
                }
                act.update(&row, after).await
            })
        })
        .await?;
    edited(&services.catalog.view(), id, acted.entry)
}

async fn live(act: &Act<'_>, id: Uuid) -> Result<city::Model> {
    act.find(id)
        .await?
        .ok_or_else(|| Error::NotFound(MISSING.into()))
}

fn edited(view: &View, id: Uuid, entry: Option<Uuid>) -> Result<Fresh<EditedCity>> {
    let town = view
        .city(id)
        .ok_or_else(|| Error::NotFound(MISSING.into()))?;
    Ok(Fresh(EditedCity {
        city: CityAnswer::of(view, &town),
        entry,
    }))
}

/// Gives the town another name and the address that goes with it. The old address leads to the new one (D4).
async fn rename(
    act: &Act<'_>,
    identifiers: &Identifiers,
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
            message: "Another town has this name.".into(),
            details: json!({ "kind": "taken", "slug": slug }),
        });
    }
    // Back to a name that it had: the address is no former one any more.
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
    color: Option<String>,
    name: Option<String>,
}

impl Asked {
    fn of(edit: &CityEdit) -> Result<Self> {
        let mut wrong = FieldErrors::default();
        let asked = Self {
            description: (edit.description.as_ref())
                .map(|text| DESCRIPTION.paragraphs(Some(text), &mut wrong)),
            color: (edit.fallback_color.as_ref()).and_then(|text| color(text, &mut wrong)),
            name: (edit.name.as_ref())
                .map(|text| NAME.required_line(Some(text), "Name is required", &mut wrong)),
        };
        wrong.refuse_any()?;
        Ok(asked)
    }
}

/// `hsl(h, s%, l%)` with whole numbers, dark enough for white words on it.
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
                "White words can't be read on this color: choose a lightness of 45% or less.",
            );
            None
        }
        _ => {
            wrong.add("fallbackColor", "Write the color as hsl(210, 40%, 30%).");
            None
        }
    }
}

/// Give a town another picture. It is fetched, converted and kept, with its source (D55).
#[utoipa::path(put, path = "/api/admin/cities/{id}/image", tag = "administration", params(("id" = String, Path)),
    request_body = CityImage,
    responses((status = 200, body = EditedCity), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub async fn set_city_image(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(image): JsonBody<CityImage>,
) -> Result<Fresh<EditedCity>> {
    let id = id_of(&id, MISSING)?;
    let address = image.image_url.as_deref().unwrap_or_default().trim();
    if address.is_empty() {
        return Err(Error::invalid_field(
            "imageUrl",
            "Please enter an image URL",
        ));
    }
    let mut wrong = FieldErrors::default();
    let credit = CREDIT.line(image.credit.as_deref(), &mut wrong);
    let license = LICENSE.line(image.license.as_deref(), &mut wrong);
    wrong.refuse_any()?;
    let view = services.catalog.view();
    let town = view
        .city(id)
        .ok_or_else(|| Error::NotFound(MISSING.into()))?;
    let present = CityAnswer::of(&view, &town).image_url;
    if present.as_deref() == Some(address) {
        return edited(&view, id, None);
    }
    let mut photo = fetch(&services, address).await?;
    photo.credit = credit;
    photo.license = license;
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "city.image", move |act| {
            let (photo, identifiers) = (photo.clone(), identifiers.clone());
            Box::pin(async move {
                let row = live(act, id).await?;
                act.set_subject(Subject::new("city", row.id, &row.name));
                let owner = Owner::City(id);
                for old in photos::of_owner(act.transaction(), owner).await? {
                    photo_acts::take_away(act, old).await?;
                }
                show(act, &identifiers, owner, (&photo, 0)).await?;
                let mut after = row.clone();
                "custom".clone_into(&mut after.image_source);
                act.update(&row, after).await
            })
        })
        .await?;
    edited(&services.catalog.view(), id, acted.entry)
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
