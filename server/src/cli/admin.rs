//! `townperk admin`: who administers and how they get in, and decisions without a browser.

use std::{
    io::{BufRead, IsTerminal, stdin},
    net::IpAddr,
};

use super::{decisions, open_services, suggestions};
use crate::{
    features::{
        Services,
        admin_login::{
            guesses, link, password,
            people::{self, NewAdministrator},
        },
    },
    platform::{
        administrators,
        error::{Error, Result},
        network::Network,
        passwords,
        settings::Settings,
        web::Actor,
    },
};

/// Manage administrators' access.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Set a new shared password, read from standard input, and sign out all who came in with the old one. Links made by
    /// sign-in-link work no more.
    SetPassword,
    /// Add an administrator with a name. The password is made and printed once.
    Add {
        name: String,
        /// Where news about the access goes, such as a sign-in from a new browser.
        #[arg(long)]
        email: Option<String>,
        /// Read the password from standard input instead.
        #[arg(long)]
        typed: bool,
    },
    /// List the administrators who have a name.
    List,
    /// Give an administrator who lost password or phone a new password: the app is removed, and all browsers are signed out.
    Reset {
        name: String,
        /// Read the password from standard input instead.
        #[arg(long)]
        typed: bool,
    },
    /// Remove an administrator, and sign them out everywhere at once.
    Remove { name: String },
    /// Print a link that signs in as the administrator: once, within ten minutes. Wrong passwords of strangers are forgotten.
    SignInLink,
    /// Forget the wrong passwords that make sign-in say "Too many wrong passwords".
    ClearLimit {
        /// The IP address of a browser that is locked out: also forget those of its network.
        #[arg(long)]
        address: Option<IpAddr>,
    },
    /// Decide about claims.
    #[command(subcommand)]
    Claims(decisions::Decide),
    /// Decide about questionable listings, objections and take-down requests.
    #[command(subcommand)]
    Requests(decisions::Decide),
    /// Decide about visitors' suggestions; approving one applies all of it.
    #[command(subcommand)]
    Suggestions(decisions::Decide),
    /// Decide about local stories.
    #[command(subcommand)]
    Stories(decisions::Decide),
}

/// Runs the command.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    match arguments.action {
        Action::SetPassword => set_password(&settings).await,
        Action::Add { name, email, typed } => {
            add(&settings, NewAdministrator { name, email }, typed).await
        }
        Action::List => list(&settings).await,
        Action::Reset { name, typed } => reset(&settings, &name, typed).await,
        Action::Remove { name } => remove(&settings, &name).await,
        Action::SignInLink => sign_in_link(&settings).await,
        Action::ClearLimit { address } => clear_limit(&settings, address).await,
        Action::Claims(action) => decisions::claims(action, &settings).await,
        Action::Requests(action) => decisions::requests(action, &settings).await,
        Action::Suggestions(action) => suggestions::run(action, &settings).await,
        Action::Stories(action) => decisions::stories(action, &settings).await,
    }
}

async fn set_password(settings: &Settings) -> Result<()> {
    if !settings.admin_password.reveal().is_empty() {
        return Err(Error::Setup(
            "the setting admin_password (TOWNPERK_ADMIN_PASSWORD) decides; change it there, or empty it first"
                .to_owned(),
        ));
    }
    let typed = typed_password()?;
    let services = open_services(settings).await?;
    let done = password::set(&services, &typed).await;
    services.database.close().await?;
    done?;
    say!("Password set. Whoever came in with the old one has been signed out.");
    Ok(())
}

fn typed_password() -> Result<String> {
    if stdin().is_terminal() {
        complain!(
            "New password, at least {} characters (visible as you type):",
            passwords::SHORTEST
        );
    }
    let mut line = String::new();
    stdin()
        .lock()
        .read_line(&mut line)
        .map_err(|error| Error::Setup(format!("the password can't be read: {error}")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

/// A typed password, or one that is made. The flag says which, because only a made one is printed.
fn new_password(services: &Services, is_typed: bool) -> Result<String> {
    if is_typed {
        typed_password()
    } else {
        Ok(passwords::generate(&services.identifiers))
    }
}

async fn add(settings: &Settings, new: NewAdministrator, is_typed: bool) -> Result<()> {
    let services = open_services(settings).await?;
    let done = async {
        let password = new_password(&services, is_typed)?;
        let row = people::add(&services, Actor::Administrator(None), new, &password).await?;
        Ok((row.name, password))
    };
    let done: Result<(String, String)> = done.await;
    services.database.close().await?;
    let (name, password) = done?;
    tell_access(settings, (&name, &password), is_typed);
    complain!(
        "Signing in at {}/admin now asks for a name, too.",
        settings.origin()
    );
    Ok(())
}

fn tell_access(settings: &Settings, (name, password): (&str, &str), is_typed: bool) {
    if is_typed {
        say!("{name}: the password is set.");
    } else {
        say!(
            "{name}, password {password} (shown only once; change it at {}/admin/account)",
            settings.origin()
        );
    }
}

async fn list(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let listed = administrators::active(services.database.reads()).await;
    services.database.close().await?;
    let listed = listed?;
    for row in &listed {
        let email = row.email.as_ref().map(|email| format!(", {email}"));
        let signed_in = row.signed_in_at.map_or_else(
            || "never signed in".to_owned(),
            |at| format!("last signed in {}", at.format("%Y-%m-%d %H:%M UTC")),
        );
        say!(
            "{}{}  {}, {signed_in}",
            row.name,
            email.unwrap_or_default(),
            if row.has_app() {
                "password and app"
            } else {
                "password alone"
            },
        );
    }
    let count = listed.len();
    let noun = if count == 1 {
        "administrator"
    } else {
        "administrators"
    };
    say!("{count} {noun} with a name.");
    say!(
        "{}",
        if listed.iter().any(administrators::Administrator::has_app) {
            "The shared password alone no longer opens the panel."
        } else {
            "The shared password opens the panel until somebody sets up an app."
        }
    );
    Ok(())
}

async fn reset(settings: &Settings, name: &str, is_typed: bool) -> Result<()> {
    let services = open_services(settings).await?;
    let done = async {
        let row = people::named(&services, name).await?;
        let password = new_password(&services, is_typed)?;
        let name = row.name.clone();
        people::reset(&services, row, &password).await?;
        Ok((name, password))
    };
    let done: Result<(String, String)> = done.await;
    services.database.close().await?;
    let (name, password) = done?;
    tell_access(settings, (&name, &password), is_typed);
    complain!("The app and the recovery codes are gone, and all browsers were signed out.");
    Ok(())
}

async fn remove(settings: &Settings, name: &str) -> Result<()> {
    let services = open_services(settings).await?;
    let done = async {
        let row = people::named(&services, name).await?;
        let name = row.name.clone();
        people::remove(&services, (Actor::Administrator(None), false), row).await?;
        Ok(name)
    };
    let done: Result<String> = done.await;
    services.database.close().await?;
    say!("{}: removed, and signed out everywhere.", done?);
    Ok(())
}

async fn sign_in_link(settings: &Settings) -> Result<()> {
    let services = open_services(settings).await?;
    let made = link::issue(&services).await;
    services.database.close().await?;
    say!("{}", made?);
    complain!("Open it in your browser within ten minutes. It works once.");
    Ok(())
}

async fn clear_limit(settings: &Settings, address: Option<IpAddr>) -> Result<()> {
    let services = open_services(settings).await?;
    let cleared = guesses::clear(&services, address.map(Network::of)).await;
    services.database.close().await?;
    cleared?;
    say!("Wrong passwords of strangers are forgotten.");
    if address.is_none() {
        say!("A single network that tried too often still waits: name it with --address.");
    }
    Ok(())
}
