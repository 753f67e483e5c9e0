//! The job that reads an uploaded list.

use std::path::Path;

use chrono::TimeDelta;
use tokio::sync::watch;

use super::{
    KEPT,
    choices::ImportChoices,
    columns, entity, key, states, store,
    stored::{ListDone, ListRun, StateFetch},
};
use crate::{
    catalog::admission::chains::ChainLists,
    features::{
        Services,
        imports::{ImportOptions, Importer, Progress, Report, Summary},
    },
    platform::{
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, Schedule},
        runs::{Kind, Run, StepError},
    },
};

const REMOVAL: &str = "imports.remove-files";
/// How soon it is looked again whether another import has ended.
const NEXT_LOOK: TimeDelta = TimeDelta::seconds(5);
const UNDONE: &str = "This import is being undone, so it writes nothing more.";

pub(in crate::features::imports) fn jobs(services: &Services) -> Handlers {
    let (reading, removing) = (services.clone(), services.clone());
    let fetching = services.clone();
    Handlers::default()
        .with_long(StateFetch::JOB, move |job| {
            states::run(fetching.clone(), job)
        })
        .stopping_itself(StateFetch::JOB)
        .with_long(ListRun::JOB, move |job| run(reading.clone(), job))
        .stopping_itself(ListRun::JOB)
        .with_recurring(REMOVAL, Schedule::Daily { hour: 9 }, move |_| {
            remove_old(removing.clone())
        })
}

async fn remove_old(services: Services) -> Result<JobOutcome> {
    let limit = services.clock.now() - KEPT;
    for id in store::older(&services.database, limit).await? {
        services.storage.delete(&key(id)).await?;
        store::delete(&services.database, id).await?;
    }
    Ok(JobOutcome::Done)
}

async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let runs = services.ledger.runs();
    let step = |run| read_list(&services, &job, run);
    runs.work::<ListRun, _>(&job, step).await
}

async fn read_list(
    services: &Services,
    job: &JobAttempt,
    run: Run<ListRun>,
) -> std::result::Result<(), StepError> {
    let row = match store::find(&services.database, run.asked.file).await {
        Ok(row) => row,
        Err(Error::NotFound(_)) => {
            return Err(StepError::Stop("the file was removed".to_owned()));
        }
        Err(error) => return Err(error.into()),
    };
    let choices = ImportChoices::from(run.asked.choices);
    let options = choices.options(&row, (job.now, services.is_demo()))?;
    let Some(bytes) = services.storage.get(&key(row.id)).await? else {
        let reason = "The file isn't in the storage anymore. Upload it again.";
        return Err(StepError::Stop(reason.to_owned()));
    };
    let file = columns::copied(&row.name, bytes).await?;
    let mut importer = open(services).await?;
    importer.stop_with(job.stop.clone());
    importer.name_file(file.path(), Path::new(&row.name));
    if !options.dry_run {
        let source = options.source.as_deref();
        if importer.take_turn(&[file.path()], source).await?.is_some() {
            return Err(StepError::Later(NEXT_LOOK));
        }
    }
    let losses = importer.losses(&[file.path()], &options).await?;
    let mut done = ListDone {
        is_dry_run: options.dry_run,
        losses: losses.iter().map(ToString::to_string).collect(),
        ..ListDone::default()
    };
    let may_write = losses.is_empty() || choices.allow_loss;
    if !importer.was_stopped() && (may_write || options.dry_run) {
        read(
            &mut importer,
            file.path(),
            (&options, &mut done),
            (job, &row),
        )
        .await?;
    } else {
        importer.end().await?;
    }
    done.is_canceled = importer.was_stopped();
    let runs = services.ledger.runs();
    runs.keep::<ListRun>(run.id, &Some(done)).await?;
    Ok(())
}

async fn open(services: &Services) -> Result<Importer> {
    let chains = ChainLists::open(&services.database, &services.folder).await?;
    Ok(Importer::new(
        services.database.clone(),
        Some(services.catalog.clone()),
        services.clock.clone(),
        services.identifiers.clone(),
        chains,
    ))
}

/// Reads the whole list, and fills in what came of it.
async fn read(
    importer: &mut Importer,
    path: &Path,
    (options, done): (&ImportOptions, &mut ListDone),
    (job, row): (&JobAttempt, &entity::Model),
) -> Result<()> {
    let total = u64::try_from(row.bytes).unwrap_or_default();
    let (told, mut listening) = watch::channel(Progress::default());
    let noting = async {
        while listening.changed().await.is_ok() {
            let bytes_read = listening.borrow_and_update().bytes_read;
            // A file may be read twice; its last byte isn't the end of the work.
            job.progress.note(bytes_read.min(total), total + 1).await;
        }
    };
    let mut report = Some(Report::of_examples());
    let importing = async {
        let progress = &mut |progress: Progress| _ = told.send(progress);
        let result = importer.file(path, options, &mut report, progress).await;
        let last = told.borrow().summary;
        drop(told);
        (result, last)
    };
    let ((result, last), ()) = tokio::join!(importing, noting);
    let summary = match result {
        Ok(summary) => summary,
        Err(error) => {
            done.problem = Some(end_of(importer, error).await?);
            last
        }
    };
    done.counts.add(&summary);
    // What wasn't read isn't missing.
    let is_whole = done.problem.is_none() && !importer.was_stopped();
    if is_whole {
        match missing(importer, options).await {
            Ok(found) => done.counts.missing = found,
            Err(error) => done.problem = Some(end_of(importer, error).await?),
        }
    }
    done.examples = report.map_or_else(Vec::new, Report::examples);
    done.advice = advice(importer, &summary);
    if importer.was_stopped() {
        importer.release().await?;
    } else {
        importer.end().await?;
    }
    done.number = importer.number();
    done.source = importer.source().map(str::to_owned);
    Ok(())
}

/// Why a list isn't read any further, after an error that a second attempt wouldn't mend. One that somebody takes back while it is
/// read must not begin anew, whatever failed then.
///
/// # Errors
///
/// Any other error.
async fn end_of(importer: &Importer, error: Error) -> Result<String> {
    if let Error::Setup(problem) = error {
        return Ok(problem);
    }
    if !importer.is_undone().await? {
        return Err(error);
    }
    tracing::info!(%error, "a list that is taken back is read no further");
    Ok(UNDONE.to_owned())
}

async fn missing(importer: &mut Importer, options: &ImportOptions) -> Result<u64> {
    let found = importer.missing(options).await?;
    Ok(found.iter().map(|missing| missing.shops() as u64).sum())
}

fn advice(importer: &Importer, summary: &Summary) -> Vec<String> {
    let mut advice = Vec::new();
    if importer.read_nobodys_list() {
        advice.push(
            "This list has no name, so it only adds shops and fills gaps. With a name, its next edition can also correct what it said."
                .to_owned(),
        );
    }
    if summary.renamed > 0 {
        advice.push(format!(
            "{} of the records carry the ID of another shop. They go by name and address instead. If this is another list, give it a name of its own.",
            summary.renamed
        ));
    }
    advice
}
