//! What `townperk setup` has to know: from its arguments, or asked.

use std::io::{BufRead, IsTerminal, Write, stdin, stdout};

use super::Arguments;
use crate::platform::{
    error::{Error, Result},
    mail::EmailAddress,
};

/// The answer that means no mail server.
const NONE: &str = "none";

#[derive(Debug)]
pub(super) struct Answers {
    pub(super) domain: String,
    pub(super) support_email: String,
    pub(super) postal_address: String,
    /// Empty for none.
    pub(super) smtp_url: String,
    pub(super) listen: String,
    /// Whether the server speaks HTTPS itself.
    pub(super) https: bool,
}

/// All addresses of the machine, IPv4's as well.
const HTTPS: &str = "[::]:443";

impl Answers {
    /// Asks for what the arguments don't say, if somebody is there to answer.
    pub(super) fn of(arguments: &Arguments) -> Result<Self> {
        let domain = ask(
            arguments.domain.as_ref(),
            "The domain that visitors use",
            "DOMAIN",
        )?;
        let domain = domain.to_lowercase();
        if !is_domain(&domain) {
            return Err(Error::Setup(format!(
                "\"{domain}\" is no domain. Write it without https:// and without a path, as in coffee.example"
            )));
        }
        let support_email = ask(
            arguments.support_email.as_ref(),
            "The address where people write for help",
            "--support-email",
        )?;
        EmailAddress::parse(&support_email, "support_email")?;
        let smtp_url = ask(
            arguments.smtp_url.as_ref(),
            "The mail server, as smtps://USER:PASSWORD@HOST, or none",
            "--smtp-url",
        )?;
        Ok(Self {
            domain,
            support_email,
            postal_address: ask(
                arguments.postal_address.as_ref(),
                "The postal address that newsletters must include, in one line",
                "--postal-address",
            )?,
            smtp_url: if smtp_url == NONE {
                String::new()
            } else {
                smtp_url
            },
            listen: if arguments.https {
                HTTPS.to_owned()
            } else {
                arguments.listen.clone()
            },
            https: arguments.https,
        })
    }

    /// What systemd listens on: HTTPS before plain HTTP, as the server takes them.
    pub(super) fn sockets(&self) -> Vec<&str> {
        if self.https {
            return vec!["443", "80"];
        }
        // systemd knows a Unix socket by its path alone.
        vec![self.listen.strip_prefix("unix:").unwrap_or(&self.listen)]
    }

    /// The proxy in front, which is on this machine.
    pub(super) fn proxies(&self) -> &'static str {
        if self.listen.starts_with("unix:") {
            "unix"
        } else {
            "127.0.0.1, ::1"
        }
    }
}

fn ask(told: Option<&String>, question: &str, flag: &str) -> Result<String> {
    if let Some(told) = told {
        return Ok(told.trim().to_owned());
    }
    if !stdin().is_terminal() {
        return Err(Error::Setup(format!(
            "{flag} is missing. {question}: nobody is here to answer, so give it on the command line"
        )));
    }
    let unread = |error: std::io::Error| Error::Setup(format!("no answer: {error}"));
    let mut output = stdout();
    write!(output, "{question}: ")
        .and_then(|()| output.flush())
        .map_err(unread)?;
    let mut answer = String::new();
    stdin().lock().read_line(&mut answer).map_err(unread)?;
    match answer.trim() {
        "" => Err(Error::Setup(format!("{flag} is needed"))),
        answer => Ok(answer.to_owned()),
    }
}

/// Labels of letters, digits and hyphens, at least two.
fn is_domain(text: &str) -> bool {
    let mut labels = text.split('.');
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.contains('.') && labels.all(is_label)
}
