//! The one thing that a letter asks for: what helps the page most now.

use chrono::{DateTime, TimeDelta, Utc};

use crate::catalog::{Shop, View, entities::shop};

/// Hours that were confirmed longer ago are doubted by visitors.
const OLD_HOURS: TimeDelta = TimeDelta::days(180);

/// One thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToDo {
    AnswerSuggestions(u64),
    AddHours,
    ConfirmHours,
    AddPhoto,
    DescribePhotos,
    WriteDescription,
    /// Nothing is missing.
    PutUpCard,
}

impl ToDo {
    /// What is most useful for this page.
    pub(super) fn of(
        (row, listed): (&shop::Model, &Shop),
        view: &View,
        open_suggestions: u64,
        now: DateTime<Utc>,
    ) -> Self {
        let photos = view.shown(&listed.photos);
        let has_hours = row.hours.is_some() || row.opening_hours.is_some();
        let confirmed = row.hours_confirmed_at.unwrap_or(row.created_at);
        let all = [
            (
                Self::AnswerSuggestions(open_suggestions),
                open_suggestions > 0,
            ),
            (Self::AddHours, !has_hours),
            (Self::ConfirmHours, has_hours && now - confirmed > OLD_HOURS),
            (Self::AddPhoto, photos.is_empty()),
            (
                Self::DescribePhotos,
                photos.iter().any(|photo| photo.alternative_text.is_none()),
            ),
            (Self::WriteDescription, row.owner_description.is_none()),
        ];
        let due = all.into_iter().find(|(_, is_due)| *is_due);
        due.map_or(Self::PutUpCard, |(due, _)| due)
    }

    /// What to do and why.
    pub(super) fn text(self) -> String {
        match self {
            Self::AnswerSuggestions(1) => {
                "A visitor suggested a change and is waiting for your answer.".to_owned()
            }
            Self::AnswerSuggestions(count) => {
                format!("Visitors suggested {count} changes and are waiting for your answers.")
            }
            Self::AddHours => "Add your hours: they are what most visitors look for.".to_owned(),
            Self::ConfirmHours => {
                "Check your hours: nobody has confirmed them for half a year.".to_owned()
            }
            Self::AddPhoto => "Add a photo, so that visitors see where they're going.".to_owned(),
            Self::DescribePhotos => {
                "Describe your photos for people who can't see them.".to_owned()
            }
            Self::WriteDescription => {
                "Tell visitors in your own words what makes your shop special.".to_owned()
            }
            Self::PutUpCard => {
                "Your page is complete. Put the card on your counter, so guests can vote for you."
                    .to_owned()
            }
        }
    }

    /// The button's label, and the part of `/your-shop/{slug}` that it opens.
    pub(super) fn button(self) -> (&'static str, &'static str) {
        match self {
            Self::AnswerSuggestions(_) => ("See the suggestions", "suggestions"),
            Self::AddHours => ("Add your hours", "hours"),
            Self::ConfirmHours => ("Check your hours", "hours"),
            Self::AddPhoto => ("Add a photo", "photos"),
            Self::DescribePhotos => ("Describe your photos", "photos"),
            Self::WriteDescription => ("Write a description", "words"),
            Self::PutUpCard => ("Print the card", "counter-card"),
        }
    }
}
