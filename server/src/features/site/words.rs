//! The words that the administrator changes.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        View,
        entities::site::{self, Model},
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::whole_number,
        typed_text::Field,
        web::{Actor, Fresh, JsonBody},
    },
};

const STALE: &str = "Someone else edited the site. Please check what changed.";

/// The site's words.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteWords {
    pub name: String,
    pub region: String,
    pub slogan: String,
    pub description: String,
    pub hero_text: String,
    pub destinations_title: String,
    pub featured_title: String,
    pub featured_text: String,
    pub owners_title: String,
    pub owners_text: String,
    pub recent_title: String,
    pub recent_text: String,
    pub newsletter_title: String,
    pub newsletter_text: String,
    pub footer_text: String,
    pub letterhead: String,
}

/// The site's words, for the panel's form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteForm {
    /// The administrator's words; an empty one stands as shipped.
    pub words: SiteWords,
    /// What stands where a word is empty. The region's is empty: without one, texts name the states that have shops.
    pub shipped: SiteWords,
    /// The settings that the file or the environment sets, which can only be changed there.
    pub locked: Vec<&'static str>,
    /// To be sent back with an edit.
    pub version: i64,
    /// ID of the entry in the audit log, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// An edit of the words. Absent ones stay; an empty one stands as shipped from now on.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteEdit {
    #[schema(max_length = 80)]
    pub name: Option<String>,
    #[schema(max_length = 80)]
    pub region: Option<String>,
    #[schema(max_length = 80)]
    pub slogan: Option<String>,
    #[schema(max_length = 300)]
    pub description: Option<String>,
    #[schema(max_length = 300)]
    pub hero_text: Option<String>,
    #[schema(max_length = 80)]
    pub destinations_title: Option<String>,
    #[schema(max_length = 80)]
    pub featured_title: Option<String>,
    #[schema(max_length = 160)]
    pub featured_text: Option<String>,
    #[schema(max_length = 80)]
    pub owners_title: Option<String>,
    #[schema(max_length = 300)]
    pub owners_text: Option<String>,
    #[schema(max_length = 80)]
    pub recent_title: Option<String>,
    #[schema(max_length = 160)]
    pub recent_text: Option<String>,
    #[schema(max_length = 80)]
    pub newsletter_title: Option<String>,
    #[schema(max_length = 160)]
    pub newsletter_text: Option<String>,
    #[schema(max_length = 300)]
    pub footer_text: Option<String>,
    #[schema(max_length = 80)]
    pub letterhead: Option<String>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// Show the site's words, and those that stand where none is set.
#[utoipa::path(get, operation_id = "show_site_words", path = "/api/admin/site", tag = "administration",
    responses((status = 200, body = SiteForm), (status = 401, body = ErrorBody)))]
pub async fn show_words(State(services): State<Services>) -> Fresh<SiteForm> {
    Fresh(form(&services, None))
}

/// Change the site's words. Every page, email and feed follows within a second.
#[utoipa::path(put, operation_id = "edit_site_words", path = "/api/admin/site", tag = "administration", request_body = SiteEdit,
    responses((status = 200, body = SiteForm), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Edited meanwhile; `details.current` is the site as it is now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn edit_words(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(edit): JsonBody<SiteEdit>,
) -> Result<Fresh<SiteForm>> {
    let asked = asked(&edit, &services.catalog.view())?;
    let version = edit.version;
    let acted = services
        .ledger
        .act(actor, "site.words", move |act| {
            let asked = asked.clone();
            Box::pin(async move {
                let before = row(act).await?;
                if version.is_some_and(|version| version != before.edition) {
                    return Err(Error::Conflict(STALE.into()));
                }
                act.set_subject(Subject::new("site", site::ID, "Words"));
                let mut after = before.clone();
                for (slot, word) in asked {
                    *slot(&mut after) = word;
                }
                act.update(&before, after).await
            })
        })
        .await;
    match acted {
        Err(Error::Conflict(_)) => {
            // The other edit may be another node's.
            services.catalog.catch_up().await?;
            Err(Error::stale(STALE, Some(json!(form(&services, None)))))
        }
        acted => Ok(Fresh(form(&services, acted?.entry))),
    }
}

/// The site's row, locked. The first edit finds a blank one, so that undo resets words, not the row.
pub(super) async fn row(act: &Act<'_>) -> Result<Model> {
    if let Some(row) = act.find::<Model>(site::ID).await? {
        return Ok(row);
    }
    super::store::insert_blank(act.transaction(), act.now()).await?;
    let row = act.find::<Model>(site::ID).await?;
    row.ok_or_else(|| Error::Internal("the site's row was not written".to_owned()))
}

type Slot = fn(&mut Model) -> &mut Option<String>;

const fn word(name: &'static str, label: &'static str, most: usize) -> Field {
    Field { name, label, most }
}

/// The words to set. A word that reads as shipped is none of the operator's: it goes on following name and region.
fn asked(edit: &SiteEdit, view: &View) -> Result<Vec<(Slot, Option<String>)>> {
    let (facts, shipped) = (view.site(), shipped(view));
    let words: [(Field, &Option<String>, Slot, &String); 16] = [
        (
            word("name", "Name", 80),
            &edit.name,
            |row| &mut row.name,
            &shipped.name,
        ),
        (
            word("region", "Region", 80),
            &edit.region,
            |row| &mut row.region,
            &shipped.region,
        ),
        (
            word("slogan", "Slogan", 80),
            &edit.slogan,
            |row| &mut row.slogan,
            &shipped.slogan,
        ),
        (
            word("description", "Description", 300),
            &edit.description,
            |row| &mut row.description,
            &shipped.description,
        ),
        (
            word("heroText", "Text below the slogan", 300),
            &edit.hero_text,
            |row| &mut row.hero_text,
            &shipped.hero_text,
        ),
        (
            word("destinationsTitle", "Title of the towns", 80),
            &edit.destinations_title,
            |row| &mut row.destinations_title,
            &shipped.destinations_title,
        ),
        (
            word("featuredTitle", "Title of the featured shops", 80),
            &edit.featured_title,
            |row| &mut row.featured_title,
            &shipped.featured_title,
        ),
        (
            word("featuredText", "Text of the featured shops", 160),
            &edit.featured_text,
            |row| &mut row.featured_text,
            &shipped.featured_text,
        ),
        (
            word("ownersTitle", "Title for shop owners", 80),
            &edit.owners_title,
            |row| &mut row.owners_title,
            &shipped.owners_title,
        ),
        (
            word("ownersText", "Text for shop owners", 300),
            &edit.owners_text,
            |row| &mut row.owners_text,
            &shipped.owners_text,
        ),
        (
            word("recentTitle", "Title of the new shops", 80),
            &edit.recent_title,
            |row| &mut row.recent_title,
            &shipped.recent_title,
        ),
        (
            word("recentText", "Text of the new shops", 160),
            &edit.recent_text,
            |row| &mut row.recent_text,
            &shipped.recent_text,
        ),
        (
            word("newsletterTitle", "Title of the newsletter", 80),
            &edit.newsletter_title,
            |row| &mut row.newsletter_title,
            &shipped.newsletter_title,
        ),
        (
            word("newsletterText", "Text of the newsletter", 160),
            &edit.newsletter_text,
            |row| &mut row.newsletter_text,
            &shipped.newsletter_text,
        ),
        (
            word("footerText", "Footer", 300),
            &edit.footer_text,
            |row| &mut row.footer_text,
            &shipped.footer_text,
        ),
        (
            word("letterhead", "Letterhead", 80),
            &edit.letterhead,
            |row| &mut row.letterhead,
            &shipped.letterhead,
        ),
    ];
    let mut wrong = FieldErrors::default();
    let mut asked = Vec::new();
    for (field, typed, slot, shipped) in words {
        let Some(typed) = typed else { continue };
        let word = field.line(Some(typed), &mut wrong);
        if field.name == "name"
            && facts.name_is_set
            && word.as_ref().is_some_and(|name| *name != facts.name)
        {
            wrong.add(
                "name",
                "The settings file or TOWNPERK_NAME sets the name. Change it there.",
            );
        }
        asked.push((slot, word.filter(|word| word != shipped)));
    }
    wrong.refuse_any()?;
    Ok(asked)
}

fn form(services: &Services, entry: Option<Uuid>) -> SiteForm {
    let view = services.catalog.view();
    let row = view.site_row();
    let own = |word: fn(&Model) -> &Option<String>| {
        let word = row.as_ref().and_then(|row| word(row).clone());
        word.unwrap_or_default()
    };
    let facts = view.site();
    SiteForm {
        words: SiteWords {
            name: own(|row| &row.name),
            region: own(|row| &row.region),
            slogan: own(|row| &row.slogan),
            description: own(|row| &row.description),
            hero_text: own(|row| &row.hero_text),
            destinations_title: own(|row| &row.destinations_title),
            featured_title: own(|row| &row.featured_title),
            featured_text: own(|row| &row.featured_text),
            owners_title: own(|row| &row.owners_title),
            owners_text: own(|row| &row.owners_text),
            recent_title: own(|row| &row.recent_title),
            recent_text: own(|row| &row.recent_text),
            newsletter_title: own(|row| &row.newsletter_title),
            newsletter_text: own(|row| &row.newsletter_text),
            footer_text: own(|row| &row.footer_text),
            letterhead: own(|row| &row.letterhead),
        },
        shipped: shipped(&view),
        locked: if facts.name_is_set {
            vec!["name"]
        } else {
            Vec::new()
        },
        version: row.as_ref().map_or(0, |row| row.edition),
        entry,
    }
}

/// What stands where the administrator has set nothing. A region has no such text: the states with shops are named.
fn shipped(view: &View) -> SiteWords {
    let facts = view.site();
    let shipped = facts.shipped.clone();
    SiteWords {
        name: facts.shipped_name.clone(),
        region: String::new(),
        slogan: shipped.slogan,
        description: shipped.description,
        hero_text: shipped.hero_text,
        destinations_title: shipped.destinations_title,
        featured_title: shipped.featured_title,
        featured_text: shipped.featured_text,
        owners_title: shipped.owners_title,
        owners_text: shipped.owners_text,
        recent_title: shipped.recent_title,
        recent_text: shipped.recent_text,
        newsletter_title: shipped.newsletter_title,
        newsletter_text: shipped.newsletter_text,
        footer_text: shipped.footer_text,
        letterhead: shipped.letterhead,
    }
}
