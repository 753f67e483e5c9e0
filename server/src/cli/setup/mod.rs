//! `townperk setup`: from the binary to a running service. Asks what it wasn't told, keeps what is there, and does nothing
//! twice.

mod answers;
mod machine;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use super::{check, database::Right, open_services};
use crate::{
    features::admin_login,
    platform::{
        backup::vault::SealingKey,
        clock::Clock,
        error::{Error, Result},
        id_generator::IdGenerator,
        keys::hexadecimal,
        settings::Settings,
    },
};
use answers::Answers;
use machine::{Machine, write_private};

/// The compose file of this release.
const COMPOSE: &str = include_str!("../../../../compose.yaml");

/// The domain in the files of this release.
const SAMPLE_DOMAIN: &str = "coffee.example";

/// Install this program as a service: user, folders, settings, systemd unit and socket, database, first start.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The domain that visitors use, such as coffee.example.
    domain: Option<String>,
    /// The address where people write for help.
    #[arg(long, value_name = "EMAIL")]
    support_email: Option<String>,
    /// The postal address for newsletters, in one line.
    #[arg(long, value_name = "ADDRESS")]
    postal_address: Option<String>,
    /// The mail server, as in the setting `smtp_url`. "none": emails are saved in the data folder.
    #[arg(long, value_name = "URL")]
    smtp_url: Option<String>,
    /// Where the server backs itself up, as in the setting `backup_url`. Makes a key, which is shown once.
    #[arg(long, value_name = "URL", conflicts_with = "container")]
    backup_url: Option<String>,
    /// The address to listen on, for a proxy in front.
    #[arg(long, default_value = "127.0.0.1:8080")]
    listen: String,
    /// Speak HTTPS without a proxy, on ports 443 and 80, with a certificate that the server orders from Let's Encrypt. That accepts the
    /// authority's terms of service; it writes to the support email.
    #[arg(long, conflicts_with_all = ["listen", "container"])]
    https: bool,
    /// Install below this folder, without a user and without starting anything: for images and packages.
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
    /// Only print a compose file for these answers.
    #[arg(long)]
    container: bool,
}

/// Runs the command. The exit code is that of `townperk check`.
pub(super) async fn run(arguments: Arguments) -> Result<ExitCode> {
    let answers = Answers::of(&arguments)?;
    if arguments.container {
        say!("{}", compose(&answers).trim_end());
        return Ok(ExitCode::SUCCESS);
    }
    let machine = Machine::of(arguments.root.as_deref())?;
    let folders = [machine.settings_folder(), machine.data_folder()];
    for folder in &folders {
        machine.make_folder(folder)?;
    }
    // Whoever is second finds what the first has made.
    let _alone = machine.be_alone()?;
    machine.make_user()?;
    machine.install_program()?;
    let file = machine.settings_folder().join("townperk.toml");
    let backup_url = arguments.backup_url.as_deref();
    let backup_key = write_settings(&machine, &file, (&answers, backup_url))?;
    machine.write_units(&answers.sockets())?;

    let settings = Settings::load(Some(&file))?;
    settings.refuse_unsafe()?;
    let password = prepare(&settings).await?;
    let works = check::run(check::Arguments::default(), settings.clone()).await?;
    // What root has made, the check's lock files too, is the service's.
    machine.hand_over(&folders)?;
    if works == ExitCode::SUCCESS {
        machine.start()?;
    }
    say!("Address: {}", settings.origin());
    match password {
        Some(password) => say!(
            "Administrator: {}/admin, password {password} (shown only once; change it with townperk admin set-password)",
            settings.origin()
        ),
        None => say!(
            "Administrator: {}/admin (the password stays as it was)",
            settings.origin()
        ),
    }
    if let Some(key) = backup_key {
        say!(
            "Backup key: {key} (shown only once; keep a copy off this machine, because without it no backup can be read)"
        );
    }
    say!("Settings: {}", file.display());
    Ok(works)
}

/// Creates the database, and the administrator's password unless there is one.
async fn prepare(settings: &Settings) -> Result<Option<String>> {
    let (_, database, _) = super::database::open(settings, Right::Migrate).await?;
    database.close().await?;
    let services = open_services(settings).await?;
    let password = admin_login::password::prepare(&services).await?;
    services.database.close().await?;
    Ok(password)
}

/// Writes the settings and the files with secrets, unless they are there. Returns the key for backups, if it was made now.
fn write_settings(
    machine: &Machine,
    file: &Path,
    (answers, backup_url): (&Answers, Option<&str>),
) -> Result<Option<String>> {
    if file.exists() {
        say!("kept     {}", file.display());
        return Ok(None);
    }
    let folder = machine.settings_folder();
    let mut random = [0; 32];
    IdGenerator::new(Clock::system()).fill(&mut random);
    let token = folder.join("metrics_token");
    write_private(&token, &format!("{}\n", hexadecimal(&random)))?;
    let mut lines = vec![
        "# Written by `townperk setup`. `townperk settings` explains all settings.".to_owned(),
        "mode = \"production\"".to_owned(),
        entry("public_url", &format!("https://{}", answers.domain))?,
        entry("listen", &answers.listen)?,
        entry("data_dir", &machine.data_folder().to_string_lossy())?,
        entry("support_email", &answers.support_email)?,
        entry("mail_from", &format!("hello@{}", answers.domain))?,
        entry("postal_address", &answers.postal_address)?,
        entry("metrics_token_file", &token.to_string_lossy())?,
    ];
    if answers.https {
        lines.push(entry("tls", "acme")?);
        lines.push(entry("acme_email", &answers.support_email)?);
    } else {
        lines.push(entry("trusted_proxies", answers.proxies())?);
    }
    if !answers.smtp_url.is_empty() {
        let secret = folder.join("smtp_url");
        write_private(&secret, &format!("{}\n", answers.smtp_url))?;
        lines.push(entry("smtp_url_file", &secret.to_string_lossy())?);
    }
    let mut backup_key = None;
    if let Some(backup_url) = backup_url {
        let key = SealingKey::generate()?;
        for (name, secret) in [("backup_url", backup_url), ("backup_key", &key)] {
            let path = folder.join(name);
            write_private(&path, &format!("{secret}\n"))?;
            lines.push(entry(&format!("{name}_file"), &path.to_string_lossy())?);
        }
        backup_key = Some(key);
    }
    write_private(file, &format!("{}\n", lines.join("\n")))?;
    Ok(backup_key)
}

/// A line of the settings file. JSON's strings are strings in TOML, too.
fn entry(key: &str, value: &str) -> Result<String> {
    let value = serde_json::to_string(value)
        .map_err(|error| Error::Internal(format!("{key} can't be written: {error}")))?;
    Ok(format!("{key} = {value}"))
}

/// The compose file with these answers.
fn compose(answers: &Answers) -> String {
    let value = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    COMPOSE
        .replace(
            &format!("help@{SAMPLE_DOMAIN}"),
            &value(&answers.support_email),
        )
        .replace(
            "1 Main Street, Alexandria, LA 71301",
            &value(&answers.postal_address),
        )
        .replace(SAMPLE_DOMAIN, &answers.domain)
}
