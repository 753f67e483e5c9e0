//! `townperk admin suggestions`: decides about visitors' suggestions on the command line.

use super::{decisions::Decide, open_services};
use crate::{
    catalog::not_found::suggestion_not_found,
    features::{
        Services,
        suggestions::{self, Suggestion, SuggestionQueue, Take},
    },
    platform::{error::Result, settings::Settings, web::Actor},
};

/// Handles visitors' suggestions.
pub(super) async fn run(action: Decide, settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let done = decide_suggestion(&services, action).await;
    services.database.close().await?;
    done
}

/// How many suggestions are printed.
const MAX_PRINTED: u64 = 1_000;
/// How many of them may be decided ones.
const MAX_DECIDED: u64 = 50;

async fn decide_suggestion(services: &Services, action: Decide) -> Result<()> {
    let queue = SuggestionQueue::new(services);
    let (id, decision) = match action {
        Decide::List => {
            let open = queue.open(None, (0, MAX_PRINTED)).await?;
            let decided = queue.decided((0, MAX_DECIDED)).await?;
            for suggestion in open.suggestions.iter().chain(&decided.suggestions) {
                say!("{}", suggestion_in_words(suggestion));
            }
            say!("{} suggestions wait.", open.total);
            return Ok(());
        }
        Decide::Approve { id } => (id, suggestions::Decision::plain(Take::All)),
        Decide::Reject { id, reason } => {
            let decision = suggestions::Decision::plain(Take::None);
            (id, decision.answered(Some(&reason))?)
        }
    };
    let id = id.parse().map_err(|_| suggestion_not_found())?;
    let decided = queue.decide(Actor::Administrator(None), None, (id, decision));
    let decided = decided.await?;
    say!("{}: {:?}", decided.shop.name, decided.status);
    Ok(())
}

fn suggestion_in_words(suggestion: &Suggestion) -> String {
    let shop = &suggestion.shop;
    let reports = match suggestion.reports {
        1 => String::new(),
        count => format!(", {count} reports"),
    };
    let changes = suggestion.differences.iter().map(suggestions::in_words);
    let lines: Vec<String> = changes
        .chain(suggestion.notes.clone())
        .map(|line| format!("\n    {line}"))
        .collect();
    format!(
        "{}  {:?}  {:?}{reports}  {}, {} (/coffee-shops/{}), waits for the {}{}",
        suggestion.id,
        suggestion.status,
        suggestion.kind,
        shop.name,
        shop.town,
        shop.slug,
        suggestion.waits_for,
        lines.concat(),
    )
}
