//! Taking back a run's texts. A text that has changed since stays.

use crate::{
    catalog::{
        entities::shop,
        origin::AI_TEXT,
        shop_runs::{ResultRow, Taken, Undo},
        writing::Act,
    },
    platform::error::Result,
};

pub(super) const UNDO: Undo = Undo {
    action: "shop.ai_text_undo",
    subject: "ai run",
    is_one_entry: false,
    take_back: |act, text| Box::pin(remove(act, text)),
};

async fn remove(act: &Act<'_>, text: &ResultRow) -> Result<Taken> {
    let row: Option<shop::Model> = act.find(text.shop_id).await?;
    let Some(row) = row else {
        return Ok(Taken::Kept("The coffee shop is gone."));
    };
    if row.ai_generated_description.is_none() {
        return Ok(Taken::Kept("It was removed since."));
    }
    if row.ai_generated_description != text.detail {
        return Ok(Taken::Kept("Another text replaced it since."));
    }
    let mut after = row.clone();
    after.ai_generated_description = None;
    after.provenance.0.remove(AI_TEXT);
    act.update(&row, after).await?;
    Ok(Taken::Back)
}
