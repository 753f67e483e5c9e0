//! `townperk review`: decisions that an import left to the administrator.

use std::process::ExitCode;

use clap::Subcommand;
use uuid::Uuid;

use super::open_services;
use crate::{
    catalog::people,
    features::{
        Services,
        imports::{
            Question, ReviewQueue,
            entity::review_item::{Model, Status},
        },
    },
    platform::{
        error::{Error, Result},
        settings::Settings,
        web::Actor,
    },
};

/// Decide about records that may be a chain or an existing shop. A running server follows at once.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print pending records, oldest first, each with the shop that it may duplicate.
    List,
    /// Add these records as new shops.
    Accept(Records),
    /// Leave these records out, in later imports too.
    Refuse(Records),
    /// Match these records with existing shops: each shop gets the facts it lacks.
    Same {
        #[command(flatten)]
        records: Records,
        /// The shop's slug; by default, the shop that the record was compared with.
        #[arg(long, value_name = "SLUG", conflicts_with = "all")]
        shop: Option<String>,
    },
    /// Undo the last decision about these records.
    Undo {
        #[arg(required = true, value_name = "NUMBER")]
        numbers: Vec<String>,
    },
}

/// Selects records.
#[derive(Debug, clap::Args)]
struct Records {
    /// Numbers as printed by `list`.
    #[arg(required_unless_present = "all", value_name = "NUMBER")]
    numbers: Vec<String>,
    /// All records pending for the same reason.
    #[arg(long, conflicts_with = "numbers", requires = "reason")]
    all: bool,
    /// Why they are pending.
    #[arg(long, value_enum, requires = "all")]
    reason: Option<Reason>,
}

/// Why a record is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Reason {
    /// It may duplicate an existing shop.
    Duplicate,
    /// Its name may be a chain's, or has lost letters.
    Name,
}

impl Reason {
    fn of(item: &Model) -> Self {
        if item.similar_slug.is_some() {
            Self::Duplicate
        } else {
            Self::Name
        }
    }
}

/// A decision about a record.
enum Decision<'a> {
    Accept,
    Refuse,
    Same(Option<&'a str>),
    Undo,
}

/// How many records are read at a time.
const PAGE: u64 = 500;

/// Runs the command; the exit code isn't 0 if a record didn't exist or was already decided.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<ExitCode> {
    let services = open_services(&settings).await?;
    let all_done = match &arguments.command {
        Command::List => list(&services).await.map(|()| true)?,
        Command::Accept(records) => decide_all(&services, records, &Decision::Accept).await?,
        Command::Refuse(records) => decide_all(&services, records, &Decision::Refuse).await?,
        Command::Same { records, shop } => {
            decide_all(&services, records, &Decision::Same(shop.as_deref())).await?
        }
        Command::Undo { numbers } => decide_each(&services, numbers, &Decision::Undo).await?,
    };
    services.database.close().await?;
    Ok(if all_done {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn list(services: &Services) -> Result<()> {
    let queue = ReviewQueue::new(&services.ledger);
    let mut printed = 0;
    loop {
        let page = queue.questions(printed, PAGE).await?;
        for question in &page {
            say!("{}", in_words(question));
        }
        let count = u64::try_from(page.len()).unwrap_or(PAGE);
        printed += count;
        if count < PAGE {
            break;
        }
    }
    let waiting = queue.waiting().await?;
    let verb = if waiting == 1 {
        "record waits"
    } else {
        "records wait"
    };
    say!("{waiting} {verb}.");
    Ok(())
}

fn in_words(question: &Question) -> String {
    let item = &question.item;
    let mut lines = vec![
        format!("{}  {}, {}", item.number, item.name, question.address),
        item.reason.clone(),
    ];
    if let Some(shop) = &question.shop {
        let address = question.shop_address.as_deref().unwrap_or_default();
        let comma = if address.is_empty() { "" } else { ", " };
        let distance = question
            .meters
            .map(|meters| format!(", {meters:.0} m away"));
        let distance = distance.unwrap_or_default();
        lines.push(format!(
            "{}{comma}{address}{distance}: /coffee-shops/{}",
            shop.name, shop.slug
        ));
    }
    let source = format!("{} {}", item.source, item.source_id);
    lines.push(question.link.clone().unwrap_or(source));
    lines.join("\n    ")
}

async fn decide_all(
    services: &Services,
    records: &Records,
    decision: &Decision<'_>,
) -> Result<bool> {
    let Some(reason) = records.reason.filter(|_| records.all) else {
        return decide_each(services, &records.numbers, decision).await;
    };
    let queue = ReviewQueue::new(&services.ledger);
    let mut after = None;
    let mut all_done = true;
    loop {
        let page = queue.list(Status::Open, after, PAGE).await?;
        let Some(last) = page.last() else { break };
        after = Some(last.id);
        for item in page.iter().filter(|item| Reason::of(item) == reason) {
            all_done &= said(decide(services, item, decision).await)?;
        }
    }
    Ok(all_done)
}

async fn decide_each(
    services: &Services,
    numbers: &[String],
    decision: &Decision<'_>,
) -> Result<bool> {
    let queue = ReviewQueue::new(&services.ledger);
    let mut all_done = true;
    for number in numbers {
        let decided = async {
            let item = find(&queue, number).await?;
            decide(services, &item, decision).await
        };
        all_done &= said(decided.await)?;
    }
    Ok(all_done)
}

/// The record with a short number, or with the ID from the panel's URL.
async fn find(queue: &ReviewQueue, number: &str) -> Result<Model> {
    let missing = || Error::NotFound(format!("no record {number} is in the review queue").into());
    match (number.parse(), Uuid::try_parse(number)) {
        (Ok(number), _) => queue.numbered(number).await,
        (_, Ok(id)) => queue.find(id).await,
        _ => Err(missing()),
    }
}

/// Decides about a record; returns the text to print.
async fn decide(services: &Services, item: &Model, decision: &Decision<'_>) -> Result<String> {
    let queue = ReviewQueue::new(&services.ledger);
    let actor = Actor::Administrator(None);
    let address = |shop: &str| format!("/coffee-shops/{shop}");
    match decision {
        Decision::Accept => {
            let shop = queue.accept(actor, item.id).await?;
            Ok(format!("{}: {}", shop.name, address(&shop.slug)))
        }
        Decision::Refuse => {
            let record = queue.refuse(actor, item.id).await?;
            Ok(format!("{}: left out", record.name))
        }
        Decision::Same(shop) => {
            let no_shop = || {
                Error::NotFound(
                    format!("{} names no shop; say which with --shop", item.name).into(),
                )
            };
            let slug = shop.or(item.similar_slug.as_deref()).ok_or_else(no_shop)?;
            let row = people::find_shop_row(services.database.reads(), slug).await?;
            let missing = || Error::NotFound(format!("there is no shop {slug}").into());
            let shop = row.ok_or_else(missing)?.id;
            let shop = queue.join(actor, item.id, (shop, None)).await?;
            Ok(format!("{} is {}", item.name, address(&shop.slug)))
        }
        Decision::Undo => {
            queue
                .undo(services.rooms.recorded_tables(), actor, item)
                .await?;
            Ok(format!("{}: waits again", item.name))
        }
    }
}

/// Prints the result for a record. An error about one record doesn't stop the others.
fn said(result: Result<String>) -> Result<bool> {
    match result {
        Ok(words) => say!("{words}"),
        Err(error @ (Error::NotFound(_) | Error::Conflict(_) | Error::ConflictWith { .. })) => {
            super::complain(&error);
            return Ok(false);
        }
        Err(error) => return Err(error),
    }
    Ok(true)
}
