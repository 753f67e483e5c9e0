//! Taking back a run's texts. A text that has changed since stays.

use crate::{
    catalog::{
        entities::shop,
        origin::AI_TEXT,
        shop_runs::{ResultRow, Undo},
        writing::Act,
    },
    platform::error::Result,
};

pub(super) const UNDO: Undo = Undo {
    action: "shop.ai_text_undo",
    subject: "ai run",
    take_back: |act, text| Box::pin(remove(act, text)),
};

async fn remove(act: &Act<'_>, text: &ResultRow) -> Result<bool> {
    let row: Option<shop::Model> = act.find(text.shop_id).await?;
    let Some(row) = row.filter(|row| row.ai_generated_description == text.detail) else {
        // It was taken back by itself, or replaced.
        return Ok(false);
    };
    let mut after = row.clone();
    after.ai_generated_description = None;
    after.provenance.0.remove(AI_TEXT);
    act.update(&row, after).await?;
    Ok(true)
}
