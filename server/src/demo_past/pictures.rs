//! The pictures that people send and growth tools find. All of them are drawn while other things are played: a start waits for all of it.

use crate::{
    features::{Services, demo},
    platform::error::Result,
};

/// The websites with a picture.
const WEBSITES: [&str; 4] = ["first", "second", "third", "fourth"];

/// Drawn ahead.
pub(super) struct Pictures {
    /// Of the page whose owner adds one.
    pub(super) page: Vec<u8>,
    /// Of a story.
    pub(super) story: Vec<u8>,
    /// Of shops' websites.
    pub(super) websites: Vec<Vec<u8>>,
    /// Of a town.
    pub(super) town: Vec<u8>,
}

impl Pictures {
    /// Draws them, one after the other, so that other work for the same threads isn't refused. Each is different for each name.
    pub(super) async fn draw(
        services: &Services,
        (page, story, town): (&str, &str, &str),
    ) -> Result<Self> {
        let story = demo::draw_upload(services, story).await?;
        let page = demo::draw_upload(services, page).await?;
        let mut websites = Vec::new();
        for name in WEBSITES {
            websites.push(demo::draw_found(services, name).await?);
        }
        Ok(Self {
            page,
            story,
            websites,
            town: demo::draw_found(services, town).await?,
        })
    }
}
