//! Reads responses. Servers differ: content may be text, parts or null, an error text or an object, its code of any type.

use serde_json::Value;

use super::AiError;

/// Longer messages are cut, in characters.
const LONGEST_MESSAGE: usize = 200;

/// The text of a successful response to a call that allowed so many `tokens`.
pub(super) fn read(body: &[u8], tokens: u32) -> Result<String, AiError> {
    let unreadable = |reason: &str| AiError::Unreadable(reason.to_owned());
    let body: Value = serde_json::from_slice(body).map_err(|_| unreadable("it is not JSON"))?;
    let choice = body.pointer("/choices/0");
    let choice = choice.ok_or_else(|| unreadable("it holds no choice"))?;
    let message = choice.get("message").unwrap_or(&Value::Null);
    match choice.get("finish_reason").and_then(Value::as_str) {
        Some("length") => return Err(AiError::Cut(tokens)),
        Some("content_filter") => return Err(AiError::Filtered),
        _ => {}
    }
    if let Some(refusal) = message.get("refusal").and_then(Value::as_str)
        && !refusal.trim().is_empty()
    {
        return Err(AiError::Declined(in_short(refusal)));
    }
    let text = match message.get("content") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => parts
            .iter()
            .filter_map(|part| part.get("text").and_then(Value::as_str))
            .collect(),
        _ => String::new(),
    };
    match without_thoughts(&text) {
        "" => Err(unreadable("it is empty")),
        text => Ok(text.to_owned()),
    }
}

/// What follows the thoughts that some models write before their answer, trimmed.
fn without_thoughts(text: &str) -> &str {
    let text = text.trim();
    if !text.starts_with("<think>") {
        return text;
    }
    text.split_once("</think>")
        .map_or("", |(_, answer)| answer.trim())
}

/// The text on one line, shortened.
fn in_short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().take(LONGEST_MESSAGE).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(choice: &Value) -> Result<String, String> {
        let body = json!({ "id": "chatcmpl-1", "choices": [choice] });
        read(body.to_string().as_bytes(), 300).map_err(|error| format!("{error:?}"))
    }

    #[test]
    fn text_and_parts_are_answers() {
        let text = json!({ "message": { "content": " A café. \n", "refusal": null }, "finish_reason": "stop" });
        assert_eq!(said(&text).unwrap(), "A café.");
        let parts = json!({ "message": { "content": [{ "type": "text", "text": "A " }, { "type": "text", "text": "café." }] } });
        assert_eq!(said(&parts).unwrap(), "A café.");
        let thought = "<think>\nThe user wants {} …\n</think>\n\nA café.";
        let thought = json!({ "message": { "content": thought }, "finish_reason": "stop" });
        assert_eq!(said(&thought).unwrap(), "A café.");
    }

    #[test]
    fn what_is_no_answer_says_why() {
        for (choice, reason) in [
            (
                json!({ "message": { "content": null, "refusal": "I can't." } }),
                "Declined",
            ),
            (
                json!({ "message": { "content": "{\"id\":" }, "finish_reason": "length" }),
                "Cut",
            ),
            (
                json!({ "message": { "content": "" }, "finish_reason": "content_filter" }),
                "Filtered",
            ),
            (json!({ "message": { "content": null } }), "Unreadable"),
            (
                json!({ "message": { "content": "<think>Shall I" } }),
                "Unreadable",
            ),
            (json!({}), "Unreadable"),
        ] {
            let error = said(&choice).unwrap_err();
            assert!(error.starts_with(reason), "{choice}: {error}");
        }
        for body in ["", "<html>", "[]", "{\"choices\":[]}"] {
            assert!(
                matches!(read(body.as_bytes(), 300), Err(AiError::Unreadable(_))),
                "{body}"
            );
        }
    }
}
