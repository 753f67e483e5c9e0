//! Whether a listing may go live: not a certain chain, and not an existing shop (D42).

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{entity, form::Listing};
use crate::{
    catalog::{
        Lookup, View, Visibility,
        admission::{
            chains::ChainLists,
            place::{NoPlace, Place},
            similarity::{SAME, Sign, Similarity},
            typed::{Assessment, ChainVerdict, SimilarShop, assess},
        },
        answers::address_in_line,
        people::{self, ShopRole},
    },
    features::Services,
    platform::error::{Error, Result},
};

/// A shop that is there already and may be the one in the form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SimilarAnswer {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// In one line.
    pub address: String,
    pub city_name: String,
    pub state: String,
    pub is_claimed: bool,
    pub permanently_closed: bool,
    /// Whether the rules say that it is the same shop; otherwise it is a question.
    pub is_same: bool,
    pub points: u32,
    /// The strongest first.
    pub reasons: Vec<SimilarReason>,
    /// Where it can be claimed; `null` when it has an owner.
    #[schema(required)]
    pub claim_url: Option<String>,
}

/// Something that speaks for two shops being one.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SimilarReason {
    /// A stable word: `name`, `address`, `address_and_contact`, `near`, `phone` or `website`.
    pub code: &'static str,
    /// In words.
    pub label: String,
}

/// A listing that may go live.
#[derive(Clone, Debug)]
pub(super) struct Admitted {
    pub(super) place: Place,
    /// Why the administrator has to review it anyway.
    pub(super) doubt: Option<String>,
    /// What it was compared with; `None` if that makes no difference.
    pub(super) compared_with: Option<View>,
}

/// Checks `listing` with the admission rules. `is_overruled`: the administrator has decided that it is neither a chain
/// nor a duplicate, so only its place is checked.
pub(super) async fn admit(
    services: &Services,
    listing: &Listing,
    is_overruled: bool,
) -> Result<Admitted> {
    let chains = ChainLists::open(&services.database, &services.folder).await?;
    let (view, asked) = (services.catalog.view(), listing.clone());
    let seen = view.clone();
    let assessment = services
        .cpu
        .run(move || assess(&asked.typed(), &view, &chains))
        .await?
        .map_err(|reason| refuse_place(&reason))?;
    if is_overruled {
        return Ok(Admitted {
            place: assessment.place,
            doubt: None,
            compared_with: None,
        });
    }
    judge(listing, assessment, seen)
}

/// The shop in the form, if it is listed and `person` owns it or has listed it.
pub(super) async fn own_shop(
    services: &Services,
    listing: &Listing,
    person: Uuid,
) -> Result<Option<Uuid>> {
    let own = people::shops_of(services.database.reads(), person).await?;
    if own.is_empty() {
        return Ok(None);
    }
    let chains = ChainLists::open(&services.database, &services.folder).await?;
    let (view, asked) = (services.catalog.view(), listing.clone());
    let assessed = services
        .cpu
        .run(move || assess(&asked.typed(), &view, &chains))
        .await?;
    let similar = assessed.map_or_else(|_| Vec::new(), |assessment| assessment.similar);
    let same = similar.iter().filter(|known| known.is_same());
    Ok(same.map(|known| known.shop.id).find(|id| {
        let mut own = own.iter().filter(|(_, role)| *role != ShopRole::Manager);
        own.any(|(shop, _)| shop.id == *id)
    }))
}

fn judge(listing: &Listing, assessment: Assessment, seen: View) -> Result<Admitted> {
    let mut doubts = Vec::new();
    match assessment.chain {
        ChainVerdict::Independent => {}
        ChainVerdict::Uncertain(reason) => doubts.push(format!("Possibly a chain: {reason}.")),
        ChainVerdict::Certain(reason) => {
            return Err(Error::Unprocessable {
                message: format!("{reason}, and this directory is for independent coffee shops.")
                    .into(),
                field: Some("name".into()),
                details: Some(json!({ "kind": "chain", "reason": reason })),
            });
        }
    }
    let (answered, open): (Vec<_>, Vec<_>) = assessment
        .similar
        .iter()
        .partition(|known| !known.is_same() && listing.different_from.contains(&known.shop.id));
    if !open.is_empty() {
        return Err(refuse_similar(&open));
    }
    doubts.extend(
        assessment
            .deleted
            .iter()
            .map(|deleted| format!("The administrator deleted {} before.", deleted.slug)),
    );
    doubts.extend(answered.iter().map(|known| {
        format!(
            "Possibly {}: {} points. The submitter says it's a different shop.",
            known.shop.slug, known.similarity.points
        )
    }));
    Ok(Admitted {
        place: assessment.place,
        doubt: (!doubts.is_empty()).then(|| doubts.join(" ").chars().take(500).collect()),
        compared_with: Some(seen),
    })
}

/// Names the shop that the same form created for another address: it is the same one, even if it has too few facts for
/// the score to say so.
pub(super) async fn refuse_same_form(
    services: &Services,
    listing: &Listing,
    place: &Place,
) -> Result<Error> {
    let key = listing.key(&services.keys, &place.street, &place.zip);
    let found = entity::find_listed(services.database.reads(), &key).await?;
    let view = services.catalog.view();
    let shop = match found.map(|(_, shop)| view.shop(shop.id)) {
        Some(Lookup::Found(shop)) => shop,
        // It was removed meanwhile.
        _ => return Ok(Error::Busy { seconds: 1 }),
    };
    let known = SimilarShop {
        city: view.city(shop.city_id).map(|entry| entry.city),
        shop,
        similarity: Similarity {
            points: SAME,
            signs: vec![Sign::Name, Sign::Address],
            difference: None,
        },
    };
    Ok(refuse_similar(&[&known]))
}

fn refuse_similar(open: &[&SimilarShop]) -> Error {
    let is_same = open.iter().any(|known| known.is_same());
    let is_shown = |known: &&&SimilarShop| {
        matches!(
            known.shop.visibility,
            Visibility::Listed | Visibility::ClosedForGood
        )
    };
    let similar: Vec<SimilarAnswer> = open
        .iter()
        .filter(is_shown)
        .map(|known| answer(known))
        .collect();
    let message = match (is_same, similar.first()) {
        (_, None) => "This coffee shop is already in the directory, but its page isn't published. Please contact support.".to_owned(),
        (true, Some(known)) => format!(
            "{} is already in the directory. Is this your shop? Claim it.",
            known.name
        ),
        (false, Some(known)) => format!("Is this {} in {}?", known.name, known.city_name),
    };
    let kind = if is_same {
        "duplicate"
    } else {
        "possible_duplicate"
    };
    Error::ConflictWith {
        message: message.into(),
        details: json!({ "kind": kind, "similar": similar }),
    }
}

fn answer(known: &SimilarShop) -> SimilarAnswer {
    let shop = &known.shop;
    let (city_name, state) = known
        .city
        .as_ref()
        .map(|city| (city.name.to_string(), city.state.to_string()))
        .unwrap_or_default();
    let reasons = known.similarity.signs.iter().map(|sign| SimilarReason {
        code: sign.code(),
        label: sign.to_string(),
    });
    SimilarAnswer {
        id: shop.id,
        slug: shop.slug.to_string(),
        name: shop.name.to_string(),
        address: address_in_line(
            shop.street.as_deref(),
            (&city_name, &state),
            shop.zip_code.as_deref(),
        ),
        is_claimed: shop.owner_id.is_some(),
        permanently_closed: shop.visibility == Visibility::ClosedForGood,
        is_same: known.is_same(),
        points: known.similarity.points,
        reasons: reasons.collect(),
        claim_url: shop
            .owner_id
            .is_none()
            .then(|| format!("/claim-business/{}", shop.slug)),
        city_name,
        state,
    }
}

/// Reports the problem at the field that can fix it.
fn refuse_place(reason: &NoPlace) -> Error {
    Error::invalid_field(reason.field(), reason.to_string())
}
