//! A shop entered in a form: where it is, whether it belongs to a chain, and whether it is a duplicate.

use std::sync::Arc;

use chain_names::Verdict;
use uuid::Uuid;

pub use super::place::TypedShop;
use super::{
    chains::{ChainLists, ChainSigns},
    contact,
    place::{NoPlace, Place, place_of},
    similarity::{Facts, PERHAPS, Profile, SAME, Similarity},
    slug,
};
use crate::catalog::{City, Lookup, Shop, View, Visibility};

/// The maximum number of similar shops in a response.
const MAX_SIMILAR: usize = 3;
/// A latitude difference in degrees (about 110 m) that rules out two points of one shop.
const NEAR_IN_DEGREES: f64 = 0.001;

/// Whether a shop from a form belongs to a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChainVerdict {
    /// No rule matches.
    Independent,
    /// A person has to decide, for this reason.
    Uncertain(String),
    /// It does, for this reason, in plain words.
    Certain(String),
}

/// An existing shop that may be the same.
#[derive(Clone, Debug)]
pub struct SimilarShop {
    /// The shop.
    pub shop: Arc<Shop>,
    /// Its town.
    pub city: Option<Arc<City>>,
    /// How similar the two are.
    pub similarity: Similarity,
}

/// The result of checking a shop from a form.
#[derive(Clone, Debug)]
pub struct Assessment {
    /// Its place.
    pub place: Place,
    /// The town's row, if it exists.
    pub city_id: Option<Uuid>,
    /// Whether it belongs to a chain.
    pub chain: ChainVerdict,
    /// Possible duplicates, most similar first.
    pub similar: Vec<SimilarShop>,
    /// The same shop, which was deleted, if there is one.
    pub deleted: Option<Arc<Shop>>,
    /// A slug that is free in this state of the directory; [`super::rows::free_slug`] has the final say.
    pub slug: String,
    /// The phone number in E.164, if it could be parsed.
    pub telephone: Option<String>,
    /// The website, if it is a valid web address.
    pub website: Option<String>,
}

impl SimilarShop {
    /// Whether it certainly is the same shop; otherwise it is a question.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.similarity.points >= SAME
    }
}

/// Assesses a shop from a form against the directory in `view`. It compares all shops, so run it on the CPU pool.
///
/// # Errors
///
/// When its place can't be determined.
pub fn assess(
    typed: &TypedShop<'_>,
    view: &View,
    chains: &ChainLists,
) -> Result<Assessment, NoPlace> {
    let place = place_of(typed)?;
    let telephone = typed.phone.and_then(contact::telephone);
    let website = typed.website.and_then(contact::website);
    let city_id = city_id(view, &place.town.slug);
    let signs = ChainSigns::default();
    let verdict = chains.decide(
        typed.name,
        (&place.town.name, &place.town.state),
        website.as_deref(),
        signs,
    );
    let facts = Facts {
        name: typed.name,
        street: Some(&place.street),
        zip: Some(&place.zip),
        town_name: &place.town.name,
        town_slug: &place.town.slug,
        point: place.position.pin(),
        telephone: telephone.as_deref(),
        website: website.as_deref(),
        ..Facts::default()
    };
    let (deleted, similar): (Vec<_>, Vec<_>) = similar_shops(&facts, city_id, view)
        .into_iter()
        .partition(|known| known.shop.visibility == Visibility::Deleted);
    let was_merged = |known: &SimilarShop| view.shop_or_its_heir(known.shop.id) != Lookup::Gone;
    let mut deleted = deleted.into_iter().filter(SimilarShop::is_same);
    let is_taken = |slug: &str| view.is_shop_slug_taken(slug);
    Ok(Assessment {
        city_id,
        chain: match verdict {
            Verdict::Independent => ChainVerdict::Independent,
            Verdict::Review(reason) => ChainVerdict::Uncertain(reason.to_string()),
            Verdict::Chain(reason) => ChainVerdict::Certain(reason.in_plain_words()),
        },
        similar: similar.into_iter().take(MAX_SIMILAR).collect(),
        deleted: deleted
            .find(|known| !was_merged(known))
            .map(|known| known.shop),
        slug: slug::free(typed.name, &place.town.slug, is_taken),
        telephone,
        website,
        place,
    })
}

/// Possible duplicates of a shop with these facts, deleted ones as well, most similar first, then nearest.
fn similar_shops(facts: &Facts<'_>, city_id: Option<Uuid>, view: &View) -> Vec<SimilarShop> {
    let profile = Profile::new(facts);
    let host = facts.website.and_then(contact::own_host);
    // A shop that shares none of these can't reach 50 points, and this check is cheaper than comparing.
    let may_be = |shop: &Shop| {
        let is_near = || {
            let (one, two) = facts.point.zip(shop.point)?;
            Some((one.0 - two.0).abs() < NEAR_IN_DEGREES)
        };
        let same_host = || Some(shop.website.as_deref()?.contains(host.as_deref()?));
        Some(shop.city_id) == city_id
            || shop.zip_code.is_some() && shop.zip_code.as_deref() == facts.zip
            || shop.telephone.is_some() && shop.telephone.as_deref() == facts.telephone
            || is_near().unwrap_or(false)
            || same_host().unwrap_or(false)
    };
    let mut similar: Vec<(SimilarShop, f64)> = Vec::new();
    view.each_shop(|shop, city| {
        if !may_be(shop) {
            return;
        }
        let known = profile_of(shop, city.map(AsRef::as_ref));
        let similarity = profile.compare(&known);
        if similarity.points >= PERHAPS {
            let meters = profile.meters_from(&known).unwrap_or(f64::INFINITY);
            let (shop, city) = (shop.clone(), city.cloned());
            similar.push((
                SimilarShop {
                    shop,
                    city,
                    similarity,
                },
                meters,
            ));
        }
    });
    similar.sort_by(|(one, near), (other, far)| {
        let points = other.similarity.points.cmp(&one.similarity.points);
        let distance = near.total_cmp(far);
        points.then(distance).then(one.shop.id.cmp(&other.shop.id))
    });
    similar.into_iter().map(|(shop, _)| shop).collect()
}

/// The town with this current or former slug.
fn city_id(view: &View, slug: &str) -> Option<Uuid> {
    match view.city_by_slug(slug) {
        Lookup::Found(entry) => Some(entry.city.id),
        Lookup::Moved(current) => city_id(view, &current),
        Lookup::Gone | Lookup::Missing => None,
    }
}

/// The profile of a shop in the directory.
#[must_use]
pub fn profile_of(shop: &Shop, city: Option<&City>) -> Profile {
    Profile::new(&Facts {
        name: &shop.name,
        other_names: &shop.other_names,
        street: shop.street.as_deref(),
        zip: shop.zip_code.as_deref(),
        town_name: city.map_or("", |city| &city.name),
        town_slug: city.map_or("", |city| &city.slug),
        point: shop.point,
        telephone: shop.telephone.as_deref(),
        website: shop.website.as_deref(),
        ..Facts::default()
    })
}
