//! Writing texts: the job behind all three buttons. It asks the model about one shop after the other and writes each text
//! at once, so it can be interrupted anywhere.

use uuid::Uuid;

use super::{
    Texts,
    answer::{self, all_supported, judgment, sentences, text_of},
    fact::ShopFacts,
    need::{CHANGED, needs_text},
    publish::{ShopText, publish, publish_all, published_by},
};
use crate::{
    catalog::shop_runs::{self, ShopOutcome},
    features::Services,
    platform::{
        ai::{Model, Question},
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        runs::StepError,
        settings::AiPublish,
        web::Actor,
    },
};

/// Runs the job: writes texts, publishes them, or takes them back.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    if let Some(id) = published_by(&attempt.payload) {
        return publish_all(&services, &attempt, id).await;
    }
    let turn = |run: Uuid, shop: Uuid| {
        let services = services.clone();
        async move { write(&services, run, shop).await }
    };
    let shared = (&services.ledger, &services.cpu);
    shop_runs::run_job::<Texts, _>(shared, &attempt, turn).await
}

/// Has a text written about one shop, checked and judged. It is published, or waits for the administrator.
async fn write(services: &Services, run: Uuid, id: Uuid) -> std::result::Result<(), StepError> {
    let Some(model) = services.ai.configured() else {
        return Err(StepError::Stop("AI is no longer set up.".to_owned()));
    };
    let view = services.catalog.view();
    let shop = view.listed_shop(id).filter(|(shop, _)| needs_text(shop));
    let Some((shop, town)) = shop else {
        note(services, (run, id), ShopOutcome::Skipped, CHANGED).await?;
        return Ok(());
    };
    if shop_runs::waits(services.database.reads(), id).await? {
        note(services, (run, id), ShopOutcome::Skipped, WAITS).await?;
        return Ok(());
    }
    let facts = ShopFacts::of(&view, &shop, &town.city);
    let ask = async |question: Question| ask(services, model, (run, id), &question).await;
    let answer = ask(answer::question(&facts)).await?;
    let refuse = async |reason: String, answer: &str| {
        let detail = refusal(&reason, answer);
        note(services, (run, id), ShopOutcome::Refused, &detail).await
    };
    let sentences = match sentences(&answer, &facts) {
        Ok(sentences) => sentences,
        Err(reason) => return Ok(refuse(reason, &answer).await?),
    };
    let text = text_of(&sentences);
    let verdict = ask(judgment(&sentences, &facts)).await?;
    if let Err(reason) = all_supported(&verdict, &sentences) {
        return Ok(refuse(reason, &text).await?);
    }
    if services.settings.ai_publish == AiPublish::Review {
        note(services, (run, id), ShopOutcome::Waiting, &text).await?;
        return Ok(());
    }
    let new = ShopText {
        run,
        shop: id,
        text: text.into(),
        model: Some(model.name.clone()),
        has_waited: false,
    };
    publish(services, Actor::System, new).await?;
    Ok(())
}

/// Asks; what is wrong with this shop alone is its result.
async fn ask(
    services: &Services,
    model: &Model,
    ids: (Uuid, Uuid),
    question: &Question,
) -> std::result::Result<String, StepError> {
    match model.ask(question).await {
        Ok(answer) => Ok(answer),
        Err(error) => {
            let step_error = StepError::from(error);
            if let StepError::Skip(reason) | StepError::Unanswered(reason) = &step_error {
                note(services, ids, ShopOutcome::Failed, reason).await?;
            }
            Err(step_error)
        }
    }
}

/// What the administrator reads about an answer that isn't shown.
pub(super) fn refusal(reason: &str, answer: &str) -> String {
    let shortened: String = answer.chars().take(LONGEST_QUOTED).collect();
    format!("{reason} The answer was: {shortened}")
}

pub(super) async fn note(
    services: &Services,
    ids: (Uuid, Uuid),
    outcome: ShopOutcome,
    detail: &str,
) -> Result<()> {
    let (now, result) = (services.clock.now(), (outcome, detail.to_owned()));
    shop_runs::note_alone(&services.database, ids, result, now).await
}

/// How much of a refused answer the administrator sees, in characters.
const LONGEST_QUOTED: usize = 600;
const WAITS: &str = "A text of an earlier run waits to be published or declined.";
