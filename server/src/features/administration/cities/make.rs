//! Making a town, so that it is listed before its first shop (D34) and addresses can name it.

use axum::extract::State;
use axum::http::StatusCode;
use gazetteer::{Gazetteer, TownQuery};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{EditedCity, edited};
use crate::{
    catalog::{
        Lookup,
        admission::{
            new_city, rows,
            town::{NewTown, named_in},
        },
        entities::city,
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        typed_text::Field,
        web::{Actor, Fresh, JsonBody},
    },
};

const NAME: Field = Field {
    name: "name",
    label: "Name",
    most: 120,
};

/// A town to make.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CityToMake {
    #[schema(
        max_length = 120,
        pattern = r"[^\x00-\x20\x7f-\xa0\xad\u061c\u1680\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff\ufff9-\ufffb]"
    )]
    pub name: String,
    /// A ZIP code of the town: it tells state, county, time zone and, for a town that the place table doesn't have, where it is.
    #[schema(max_length = 10)]
    pub zip_code: String,
}

/// Make a town. It is listed even without a shop.
#[utoipa::path(post, path = "/api/admin/cities", tag = "administration", request_body = CityToMake,
    responses((status = 201, body = EditedCity), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "The directory has this town", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn make_city(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(wanted): JsonBody<CityToMake>,
) -> Result<(StatusCode, Fresh<EditedCity>)> {
    let town = wanted.town()?;
    let known = services.catalog.view().city_by_slug(&town.slug);
    if matches!(known, Lookup::Found(town) if town.is_listed()) {
        return Err(taken(&town.slug));
    }
    let identifiers = services.identifiers.clone();
    let acted = services
        .ledger
        .act(actor, "city.make", move |act| {
            let (town, identifiers) = (town.clone(), identifiers.clone());
            Box::pin(async move {
                let known = rows::find_town(act.transaction(), &town).await?;
                let id = known.unwrap_or_else(|| identifiers.next());
                act.set_subject(Subject::new("city", id, &town.name));
                if known.is_none() {
                    let mut row = town.row(id, act.now());
                    row.made_by_admin = true;
                    new_city::make(act, row).await?;
                    return Ok(id);
                }
                let row: Option<city::Model> = act.find(id).await?;
                let unlisted = row.filter(|row| !row.made_by_admin);
                let Some(row) = unlisted else {
                    return Err(taken(&town.slug));
                };
                let mut after = row.clone();
                after.made_by_admin = true;
                act.update(&row, after).await?;
                Ok(id)
            })
        })
        .await?;
    let made = edited(&services, acted.value, acted.entry).await?;
    Ok((StatusCode::CREATED, Fresh(made)))
}

fn taken(slug: &str) -> Error {
    Error::ConflictWith {
        message: "The directory has this town already.".into(),
        details: json!({ "kind": "taken", "slug": slug }),
    }
}

impl CityToMake {
    /// The town of that name in the place table, or else one at the ZIP code.
    fn town(&self) -> Result<NewTown> {
        let mut wrong = FieldErrors::default();
        let name = NAME.required_line(Some(&self.name), "Name is required", &mut wrong);
        let area = Gazetteer::get().zip(self.zip_code.trim());
        let Some(area) = area else {
            wrong.add(
                "zipCode",
                "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)",
            );
            wrong.refuse_any()?;
            return Err(Error::Internal("a wrong ZIP code was not refused".into()));
        };
        wrong.refuse_any()?;
        let query = TownQuery {
            city: Some(&name),
            state: Some(area.state.code()),
            zip: Some(area.zip),
            point: None,
        };
        let town = Gazetteer::get().town_of(query).map_err(|reason| {
            Error::invalid_field("name", format!("This can't be the town: {reason}."))
        })?;
        Ok(named_in(&name, &town))
    }
}
