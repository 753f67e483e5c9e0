//! The operator's certificate files, which other programs renew.

use std::{path::PathBuf, time::Duration};

use super::{Certificate, CertificateError, Tls};
use crate::platform::{background::Stopping, settings::Settings};

/// How often the files are looked at.
const PAUSE: Duration = Duration::from_secs(2);

const CERTIFICATE: &str = "tls_certificate_file";
const KEY: &str = "tls_key_file";

/// A setting, and what is wrong with it.
type Refusal = (&'static str, String);

/// The files, as the settings name them.
#[derive(Clone, Debug)]
pub(super) struct CertificateFiles {
    certificate: PathBuf,
    key: PathBuf,
}

impl CertificateFiles {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            certificate: settings.tls_certificate_file.clone(),
            key: settings.tls_key_file.clone(),
        }
    }

    /// Reads and parses both.
    pub(super) fn load(&self) -> Result<Certificate, Refusal> {
        self.parse(self.read()?)
    }

    fn read(&self) -> Result<[Vec<u8>; 2], Refusal> {
        let read = |setting, path: &PathBuf| {
            if path.as_os_str().is_empty() {
                return Err((setting, "is required with tls = \"files\"".to_owned()));
            }
            std::fs::read(path).map_err(|error| (setting, format!("{}: {error}", path.display())))
        };
        Ok([read(CERTIFICATE, &self.certificate)?, read(KEY, &self.key)?])
    }

    fn parse(&self, [certificate, key]: [Vec<u8>; 2]) -> Result<Certificate, Refusal> {
        Certificate::parse(&certificate, &key).map_err(|error| {
            let (setting, path) = match &error {
                CertificateError::Chain(_) => (CERTIFICATE, &self.certificate),
                CertificateError::Key(_) => (KEY, &self.key),
            };
            (setting, format!("{} {error}", path.display()))
        })
    }
}

/// Installs the files' content when it has changed and rests: whoever writes two files writes them one after the other.
/// Somebody who asks for it doesn't wait for that.
pub(super) async fn follow(tls: &Tls, stopping: Stopping) {
    let look = || async {
        let files = tls.0.files.clone();
        let read = tokio::task::spawn_blocking(move || files.read()).await;
        read.unwrap_or_else(|error| Err((CERTIFICATE, error.to_string())))
    };
    let mut settled = look().await;
    let mut last = settled.clone();
    loop {
        let is_asked = tokio::select! {
            goes_on = stopping.pause(PAUSE) => {
                if !goes_on {
                    return;
                }
                false
            }
            () = tls.0.files_asked_for.notified() => true,
        };
        let found = look().await;
        let is_new = found == last && found != settled;
        last = found.clone();
        if !is_new && !is_asked {
            continue;
        }
        settled = found.clone();
        match found.and_then(|read| tls.0.files.parse(read)) {
            Ok(certificate) => {
                let until = certificate.not_after();
                tls.install(certificate);
                tracing::info!(%until, "certificate files read again; new connections use this certificate");
            }
            Err((setting, reason)) => tracing::error!(
                setting,
                "certificate files read again, but they can't be used, so the previous certificate stays in use: {reason}"
            ),
        }
    }
}
