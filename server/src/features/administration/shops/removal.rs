//! Tells people that a listing they were waiting for was removed.

use crate::{
    catalog::{entities::shop, removal, writing::Act},
    features::Services,
    platform::{
        error::Result,
        mail::{Brand, EmailAddress, MailText, NewMail, Notice},
    },
};

const REASON: &str = "This listing was removed from the directory.";

/// Ends what waits for `shop` and tells those who wait. Undoing the removal soon enough recalls the emails.
pub(super) async fn end_what_waits(
    services: &Services,
    act: &Act<'_>,
    shop: &shop::Model,
) -> Result<()> {
    for address in removal::end_what_waits(act, shop, REASON).await? {
        let mail = NewMail {
            to: EmailAddress::parse(&address, "email")?,
            words: removed(&services.brand(), &shop.name)?,
            about: Some(shop.id),
            list: None,
        };
        let ids = (services.identifiers.next(), act.entry());
        services
            .mail
            .enqueue_held(act.transaction(), &mail, ids, act.now())
            .await?;
    }
    Ok(())
}

/// The email about what waited.
pub(in crate::features::administration) fn removed(brand: &Brand, name: &str) -> Result<MailText> {
    let notice = Notice {
        subject: format!("{name} was removed from {}", brand.name),
        preview: "What you sent us about it has ended with the listing.".to_owned(),
        heading: format!("The listing of {name} was removed"),
        paragraphs: vec![
            format!(
                "The listing of {name} is no longer in the directory, so your claim, story or suggestion has ended with it."
            ),
            "If you think that's a mistake, please write to us.".to_owned(),
        ],
        quote: None,
        button: Some(("Contact us", "/contact".to_owned())),
        why: format!("You're receiving this because you wrote to us about {name}."),
        ..Notice::default()
    };
    notice.words(brand)
}
