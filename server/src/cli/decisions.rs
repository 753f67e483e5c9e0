//! `townperk admin claims`, `requests` and `stories`: the administrator's decisions from the command line.

use super::open_services;
use crate::{
    catalog::{entities::story::Status, not_found::request_not_found},
    features::{
        Services,
        administration::stories::{self as local_stories, AdminStory},
        claims::review::{self, BusinessClaim},
        listings::requests::{Decision, RequestQueue},
    },
    platform::{error::Result, settings::Settings, web::Actor},
};

/// Actions on pending items.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Decide {
    /// Print what is pending, oldest first, then the latest decisions.
    List,
    /// Carry out a request.
    Approve {
        #[arg(value_name = "ID")]
        id: String,
    },
    /// Reject it; the reason is emailed.
    Reject {
        #[arg(value_name = "ID")]
        id: String,
        #[arg(value_name = "REASON")]
        reason: String,
    },
}

/// Handles claims.
pub(super) async fn claims(action: Decide, settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = decide_claim(&services, action).await;
    services.database.close().await?;
    done
}

async fn decide_claim(services: &Services, action: Decide) -> Result<()> {
    let actor = Actor::Administrator(None);
    match action {
        Decide::List => {
            let claims = review::claims(services).await?;
            for claim in &claims {
                say!("{}", claim_in_words(claim));
            }
            say!("{} claims.", claims.len());
        }
        Decide::Approve { id } => {
            let claim = review::approve(services, actor, &id).await?.claim;
            let shop = claim.coffee_shop;
            say!(
                "{} is {}'s now: /coffee-shops/{}",
                shop.name,
                claim.owner_name,
                shop.slug
            );
        }
        Decide::Reject { id, reason } => {
            let claim = review::reject(services, actor, &id, &reason).await?.claim;
            say!(
                "{}: rejected; the reason goes to {} by email",
                claim.coffee_shop.name,
                claim.owner_email
            );
        }
    }
    Ok(())
}

fn claim_in_words(claim: &BusinessClaim) -> String {
    let shop = &claim.coffee_shop;
    let competing = match claim.competing_claim_ids.len() {
        0 => String::new(),
        1 => "; 1 other claim pending".to_owned(),
        count => format!("; {count} other claims pending"),
    };
    format!(
        "{}  {:?}  {}, {} (/coffee-shops/{})\n    {} <{}>, {}; level {}: {}{competing}",
        claim.id,
        claim.status,
        shop.name,
        shop.address,
        shop.slug,
        claim.owner_name,
        claim.owner_email,
        claim.business_role,
        claim.evidence.level,
        claim.evidence.label,
    )
}

/// Handles requests.
pub(super) async fn requests(action: Decide, settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = decide_request(&services, action).await;
    services.database.close().await?;
    done
}

async fn decide_request(services: &Services, action: Decide) -> Result<()> {
    let queue = RequestQueue::new(services);
    let (id, decision) = match action {
        Decide::List => {
            let rows = queue.list().await?;
            for (row, slug) in &rows {
                let page = slug
                    .as_ref()
                    .map(|slug| format!(" (/coffee-shops/{slug})"))
                    .unwrap_or_default();
                say!(
                    "{}  {:?}  {:?}  {}{page}\n    {}",
                    row.id,
                    row.status,
                    row.kind,
                    row.subject,
                    row.explanation
                );
            }
            say!("{} requests.", rows.len());
            return Ok(());
        }
        Decide::Approve { id } => (id, Decision::Approve(None)),
        Decide::Reject { id, reason } => (id, Decision::reject(&reason)?),
    };
    let id = id.parse().map_err(|_| request_not_found())?;
    let decided = queue
        .decide(Actor::Administrator(None), id, decision)
        .await?;
    say!("{}: {:?}", decided.row.subject, decided.row.status);
    Ok(())
}

/// Handles local stories.
pub(super) async fn stories(action: Decide, settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = decide_story(&services, action).await;
    services.database.close().await?;
    done
}

async fn decide_story(services: &Services, action: Decide) -> Result<()> {
    let actor = Actor::Administrator(None);
    match action {
        Decide::List => {
            let (mut waiting, decided): (Vec<_>, Vec<_>) = local_stories::stories(services, None)
                .await?
                .into_iter()
                .partition(|story| story.status == Status::Pending);
            waiting.reverse();
            for story in waiting.iter().chain(&decided) {
                say!("{}", story_in_words(story));
            }
            say!("{} stories.", waiting.len() + decided.len());
        }
        Decide::Approve { id } => {
            let story = local_stories::approve(services, actor, &id).await?.story;
            let shop = story.coffee_shop;
            say!(
                "The story of {} is public: /coffee-shops/{}",
                shop.name,
                shop.slug
            );
        }
        Decide::Reject { id, reason } => {
            let rejected = local_stories::reject(services, actor, &id, Some(&reason)).await?;
            say!(
                "The story of {}: rejected; the reason goes out by email",
                rejected.story.coffee_shop.name
            );
        }
    }
    Ok(())
}

fn story_in_words(story: &AdminStory) -> String {
    let shop = &story.coffee_shop;
    let more = story.prompt2_response.as_deref().unwrap_or_default();
    let photo = if story.photo_url.is_some() {
        "; with a photo"
    } else {
        ""
    };
    format!(
        "{}  {:?}  {}, {} (/coffee-shops/{})\n    {} {more}{photo}",
        story.id, story.status, shop.name, shop.city_name, shop.slug, story.prompt1_response,
    )
}
