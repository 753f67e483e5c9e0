//! Lists: newest first, in pages.

use serde_json::Value;

use crate::{
    error::{ApiError, Result},
    params::Params,
    wire,
};

/// The requested page of a list; `objects` are oldest first.
///
/// # Errors
///
/// When a paging parameter is invalid.
pub fn page(
    objects: impl DoubleEndedIterator<Item = Value>,
    params: &Params,
    url: &str,
) -> Result<Value> {
    let limit = params.integer("limit")?.unwrap_or(10);
    let Some(limit) = usize::try_from(limit)
        .ok()
        .filter(|limit| (1..=100).contains(limit))
    else {
        return Err(ApiError::invalid(format!(
            "This value must be between 1 and 100 (it is {limit})."
        ))
        .param("limit"));
    };
    let bounds = [
        ("created[gte]", params.integer("created[gte]")?),
        ("created[gt]", params.integer("created[gt]")?),
        ("created[lte]", params.integer("created[lte]")?),
        ("created[lt]", params.integer("created[lt]")?),
    ];
    let within = |object: &Value| {
        let created = object
            .get("created")
            .and_then(Value::as_i64)
            .unwrap_or_default();
        bounds.iter().all(|(name, bound)| match (*name, bound) {
            (_, None) => true,
            ("created[gte]", Some(bound)) => created >= *bound,
            ("created[gt]", Some(bound)) => created > *bound,
            ("created[lte]", Some(bound)) => created <= *bound,
            (_, Some(bound)) => created < *bound,
        })
    };
    let found: Vec<Value> = objects.rev().filter(within).collect();
    let place = |id: &str| {
        found
            .iter()
            .position(|object| object.get("id").and_then(Value::as_str) == Some(id))
    };
    let (from, to) = match (params.text("starting_after"), params.text("ending_before")) {
        (Some(after), _) => (
            place(&after).map_or(found.len(), |place| place + 1),
            found.len(),
        ),
        (None, Some(before)) => {
            let end = place(&before).unwrap_or(0);
            (end.saturating_sub(limit), end)
        }
        (None, None) => (0, found.len()),
    };
    let part = found.get(from..to).unwrap_or_default();
    let has_more = part.len() > limit || from > 0 && params.text("ending_before").is_some();
    let data = part.iter().take(limit).cloned().collect();
    Ok(wire::list(url, data, has_more))
}
