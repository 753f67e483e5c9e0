//! The question about a shop that its page asks visitors (D97), the same for everybody.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::{Shop, View, entities::fact_answer::Fact, questions};

/// A question with "Yes" and "No" for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Question)]
pub struct QuestionAnswer {
    pub fact: Fact,
    /// Such as `Are these hours right?`.
    pub text: String,
}

/// What is asked about `shop`. Notes when the answer changes.
pub(super) fn of(view: &View, shop: &Shop) -> Option<QuestionAnswer> {
    let fact = questions::asked(view, shop)?;
    Some(QuestionAnswer {
        fact,
        text: fact.question().to_owned(),
    })
}
