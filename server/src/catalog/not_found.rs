//! What is said when something isn't there: each sentence once, by its subject.

use crate::platform::error::Error;

/// No coffee shop.
#[must_use]
pub fn shop_not_found() -> Error {
    Error::NotFound("Coffee shop not found. Please check the URL and try again.".into())
}

/// No town.
#[must_use]
pub fn city_not_found() -> Error {
    Error::NotFound("City not found. Please check the URL and try again.".into())
}

/// No article.
#[must_use]
pub fn article_not_found() -> Error {
    Error::NotFound("Article not found.".into())
}

/// No story.
#[must_use]
pub fn story_not_found() -> Error {
    Error::NotFound("There is no such story.".into())
}

/// No request of a visitor's.
#[must_use]
pub fn request_not_found() -> Error {
    Error::NotFound("There is no such request.".into())
}

/// No suggestion.
#[must_use]
pub fn suggestion_not_found() -> Error {
    Error::NotFound("There is no such suggestion.".into())
}

/// No entry of the audit log.
#[must_use]
pub fn entry_not_found() -> Error {
    Error::NotFound("There is no such entry.".into())
}

/// Nothing at all.
#[must_use]
pub fn nothing_at_this_url() -> Error {
    Error::NotFound("Nothing found at this URL.".into())
}
