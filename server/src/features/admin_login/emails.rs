//! Emails to administrators about their own access, so that they notice what they didn't do themselves.

use sea_orm::ConnectionTrait;

use crate::{
    features::Services,
    platform::{
        administrators::Administrator,
        error::Result,
        mail::{EmailAddress, NewMail, Notice, Sample},
    },
};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum News {
    /// In a browser with this name.
    NewDevice(String),
    RecoveryCodeUsed,
    PasswordChanged,
    AppAdded,
    AppRemoved,
    /// On the server's console.
    Reset,
    /// For the address before: another one took its place, or none.
    AddressGone {
        is_replaced: bool,
    },
}

impl News {
    fn texts(&self) -> (&'static str, String) {
        match self {
            Self::NewDevice(device) => (
                "New sign-in to the admin panel",
                format!("You signed in from a browser that you hadn't used before: {device}."),
            ),
            Self::RecoveryCodeUsed => (
                "A recovery code was used",
                "You signed in, or confirmed that it's you, with one of your recovery codes instead of a code from your app. It works no more."
                    .to_owned(),
            ),
            Self::PasswordChanged => (
                "Your admin password was changed",
                "Your password for the admin panel was changed, and your other browsers were signed out."
                    .to_owned(),
            ),
            Self::AppAdded => (
                "An app now guards your admin access",
                "An authenticator app was set up for you, and your other browsers were signed out. From now on, signing in asks for its code."
                    .to_owned(),
            ),
            Self::AppRemoved => (
                "Your authenticator app was removed",
                "Signing in to the admin panel no longer asks you for a code.".to_owned(),
            ),
            Self::Reset => (
                "Your admin access was reset",
                "Whoever runs the server set a new password for you. Your authenticator app and recovery codes, if you had any, were removed, and all your browsers were signed out."
                    .to_owned(),
            ),
            Self::AddressGone { is_replaced: true } => (
                "Your admin email address was changed",
                "Another email address was set for your administrator's account. News about your access no longer comes here."
                    .to_owned(),
            ),
            Self::AddressGone { is_replaced: false } => (
                "Your admin email address was removed",
                "Your administrator's account has no email address anymore, so news about your access is emailed to nobody."
                    .to_owned(),
            ),
        }
    }

    /// What to do if it wasn't the administrator: in one sentence, and in full.
    fn advice(&self) -> (&'static str, &'static str) {
        match self {
            // Who didn't ask for it doesn't know the password.
            Self::Reset => (
                "If you didn't ask for that, ask whoever runs the server now.",
                "If you asked for that, sign in with the new password and set one of your own. If you didn't, ask whoever runs the server.",
            ),
            _ => (
                "If that wasn't you, change your password now.",
                "If that was you, there's nothing to do. If it wasn't, change your password and sign out all other browsers on your account's page.",
            ),
        }
    }

    fn notice(&self, name: &str) -> Notice {
        let (subject, happened) = self.texts();
        let (preview, advice) = self.advice();
        Notice {
            subject: subject.to_owned(),
            preview: preview.to_owned(),
            heading: subject.to_owned(),
            paragraphs: vec![format!("Hello {name},"), happened, advice.to_owned()],
            button: Some(("Open your account", "/admin/account".to_owned())),
            why: match self {
                Self::AddressGone { .. } => {
                    "You're an administrator, and this address was on your account until now."
                }
                _ => "You're an administrator, and this address is on your account.",
            }
            .to_owned(),
            ..Notice::default()
        }
    }
}

/// Emails it, if the administrator has an address.
pub(super) async fn tell(
    transaction: &impl ConnectionTrait,
    services: &Services,
    administrator: &Administrator,
    news: News,
) -> Result<()> {
    let Some(email) = &administrator.email else {
        return Ok(());
    };
    let mail = NewMail {
        to: EmailAddress::parse(email, "email")?,
        words: news.notice(&administrator.name).words(&services.brand())?,
        about: None,
        list: None,
    };
    let (id, now) = (services.identifiers.next(), services.clock.now());
    services.mail.enqueue(transaction, &mail, id, now).await
}

/// Samples of the emails.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let kinds = [
        (
            "administrator-new-device",
            News::NewDevice("Safari on iPhone".to_owned()),
        ),
        ("administrator-recovery-code", News::RecoveryCodeUsed),
        ("administrator-password", News::PasswordChanged),
        ("administrator-app", News::AppAdded),
        ("administrator-app-removed", News::AppRemoved),
        ("administrator-reset", News::Reset),
        (
            "administrator-address-changed",
            News::AddressGone { is_replaced: true },
        ),
        (
            "administrator-address-removed",
            News::AddressGone { is_replaced: false },
        ),
    ];
    let samples = kinds.into_iter().map(|(name, news)| {
        let words = news.notice("Ann Lee").words(&brand)?;
        Ok(Sample::new(name, words))
    });
    samples.collect()
}
