//! Certificates by ACME (RFC 8555) with challenges over HTTP (HTTP-01), renewed when the authority wishes (RFC 9773).

mod client;

use std::{path::Path, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, CertificateIdentifier, ChallengeType,
    Error as AcmeError, Identifier, NewAccount, NewOrder, Order, OrderStatus, RetryPolicy,
};
use serde_json::Value;
use url::{Host, Url};

use self::client::Client;
use super::{
    Certificate,
    rules::{Dates, Due, chosen_renewal, due, usual_renewal},
    store::{self, Issued, certificate::Model},
};
use crate::platform::{
    clock::Clock,
    database::Database,
    error::{Error, Result},
    id_generator::IdGenerator,
    settings::Settings,
};

/// How long the authority may take to check the challenge, and to issue.
const PATIENCE: Duration = Duration::from_secs(90);
/// For everything from the account to the certificate.
const WHOLE: Duration = Duration::from_secs(240);
const LOOK: Duration = Duration::from_millis(500);

/// Problem types that we act on.
const NO_ACCOUNT: &str = "urn:ietf:params:acme:error:accountDoesNotExist";
const ALREADY_REPLACED: &str = "urn:ietf:params:acme:error:alreadyReplaced";

/// Orders the site's certificate. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Acme {
    database: Database,
    clock: Clock,
    identifiers: IdGenerator,
    settings: Arc<Settings>,
    host: Arc<str>,
}

/// What came of looking after the certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There was nothing to order, or another node has done it.
    Rested,
    /// A new certificate is stored.
    Ordered,
    /// In the authority's own words, or about the way there.
    Failed(String),
}

impl Acme {
    /// For the host of the public URL.
    ///
    /// # Errors
    ///
    /// When that isn't a name.
    pub fn new(
        settings: &Arc<Settings>,
        database: Database,
        clock: Clock,
        identifiers: IdGenerator,
    ) -> Result<Self> {
        let host = host_of(settings).ok_or_else(|| {
            Error::Setup("public_url: must name a host for tls = \"acme\"".to_owned())
        })?;
        Ok(Self {
            database,
            clock,
            identifiers,
            settings: settings.clone(),
            host: host.into(),
        })
    }

    /// Whether there is something to do now.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn is_due(&self) -> Result<bool> {
        let row = self.row().await?;
        Ok(due(&dates(row.as_ref()), self.clock.now()) != Due::Nothing)
    }

    /// Orders or renews if it is time, at most once an hour for all nodes together.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn look_after(&self) -> Result<Outcome> {
        let (row, now) = (self.row().await?, self.clock.now());
        let known = dates(row.as_ref());
        match due(&known, now) {
            Due::Nothing => Ok(Outcome::Rested),
            Due::AskRenewal => {
                let renew_at = row.as_ref().and_then(|row| row.renew_at);
                // Noted first, so that an authority that doesn't answer isn't asked all the time.
                store::note_renewal(&self.database, &self.host, now, None).await?;
                match self.wish(row.as_ref(), renew_at).await {
                    Ok(Some(wish)) => {
                        store::note_renewal(&self.database, &self.host, now, Some(wish)).await?;
                    }
                    Ok(None) => {}
                    Err(reason) => {
                        tracing::warn!(
                            "the certificate authority doesn't say when to renew: {reason}"
                        );
                    }
                }
                Ok(Outcome::Rested)
            }
            Due::Order => {
                if !store::claim_order(&self.database, &self.host, now).await? {
                    return Ok(Outcome::Rested);
                }
                self.order_and_keep(row).await
            }
        }
    }

    async fn order_and_keep(&self, previous: Option<Model>) -> Result<Outcome> {
        let previous = previous.as_ref().and_then(parsed);
        let ordered = tokio::time::timeout(WHOLE, self.order(previous.as_ref())).await;
        let ordered = ordered
            .unwrap_or_else(|_| Err(format!("it took more than {} seconds", WHOLE.as_secs())));
        match ordered {
            Ok(issued) => {
                store::keep(&self.database, &self.host, issued).await?;
                Ok(Outcome::Ordered)
            }
            Err(problem) => {
                store::note_problem(&self.database, &self.host, &problem).await?;
                Ok(Outcome::Failed(problem))
            }
        }
    }

    async fn row(&self) -> Result<Option<Model>> {
        store::certificate_of(self.database.reads(), &self.host).await
    }

    /// When the authority wishes the certificate to be renewed; `None` if it has no wishes.
    async fn wish(
        &self,
        row: Option<&Model>,
        chosen: Option<DateTime<Utc>>,
    ) -> std::result::Result<Option<DateTime<Utc>>, String> {
        let Some(certificate) = row.and_then(parsed) else {
            return Ok(None);
        };
        let Some(identity) = identity(&certificate) else {
            return Ok(None);
        };
        let client = Client::new(&self.settings.acme_ca_file).map_err(|error| error.to_string())?;
        let account = self.account(&client).await?;
        let window = match account.renewal_info(&identity).await {
            Ok((info, _)) => info.suggested_window,
            Err(AcmeError::Unsupported(_)) => return Ok(None),
            Err(error) => return Err(words(&client, &error)),
        };
        let [start, end] = [window.start, window.end]
            .map(|time| DateTime::from_timestamp(time.unix_timestamp(), 0).unwrap_or_default());
        let mut random = [0; 4];
        self.identifiers.fill(&mut random);
        Ok(Some(chosen_renewal(
            (start, end),
            chosen,
            u32::from_le_bytes(random),
        )))
    }

    async fn order(&self, previous: Option<&Certificate>) -> std::result::Result<Issued, String> {
        let client = Client::new(&self.settings.acme_ca_file).map_err(|error| error.to_string())?;
        let account = self.account(&client).await?;
        let mut order = self.begin(&client, &account, previous).await?;
        let validated = self.answer_challenges(&mut order).await;
        let is_ready = match validated {
            Ok(()) => order.poll_ready(&patience()).await.map_err(Failure::Acme),
            Err(failure) => Err(failure),
        };
        match is_ready {
            Ok(OrderStatus::Ready) => {}
            Ok(_) => {
                return Err(refused(&client, &mut order)
                    .await
                    .unwrap_or_else(|| String::from_utf8_lossy(&client.last()).into_owned()));
            }
            Err(Failure::Ours(reason)) => return Err(reason),
            Err(Failure::Acme(error)) => {
                let said = words(&client, &error);
                // The challenge knows more than the order.
                return Err(refused(&client, &mut order).await.unwrap_or(said));
            }
        }
        let private_key = order
            .finalize()
            .await
            .map_err(|error| words(&client, &error))?;
        let chain = order
            .poll_certificate(&patience())
            .await
            .map_err(|error| words(&client, &error))?;
        let certificate = Certificate::parse(chain.as_bytes(), private_key.as_bytes())
            .map_err(|error| format!("the certificate authority's answer {error}"))?;
        if !certificate.names(&self.host) {
            return Err(format!("the certificate is not for {}", self.host));
        }
        let issued_at = self.clock.now();
        Ok(Issued {
            chain,
            private_key,
            issued_at,
            renew_at: usual_renewal(issued_at, certificate.lifetime()),
        })
    }

    async fn begin(
        &self,
        client: &Client,
        account: &Account,
        previous: Option<&Certificate>,
    ) -> std::result::Result<Order, String> {
        let identifiers = [Identifier::Dns(self.host.to_string())];
        let plain = NewOrder::new(&identifiers);
        if let Some(identity) = previous.and_then(identity) {
            match account
                .new_order(&NewOrder::new(&identifiers).replaces(identity))
                .await
            {
                Ok(order) => return Ok(order),
                Err(AcmeError::Unsupported(_)) => {}
                Err(AcmeError::Api(problem))
                    if problem.r#type.as_deref() == Some(ALREADY_REPLACED) => {}
                Err(error) => return Err(self.explain(client, &error).await),
            }
        }
        match account.new_order(&plain).await {
            Ok(order) => Ok(order),
            Err(error) => Err(self.explain(client, &error).await),
        }
    }

    /// The reason, after forgetting an account that the authority doesn't know: the next order makes a new one.
    async fn explain(&self, client: &Client, error: &AcmeError) -> String {
        let said = words(client, error);
        if matches!(error, AcmeError::Api(problem) if problem.r#type.as_deref() == Some(NO_ACCOUNT))
            && let Err(error) = store::forget_account(&self.database, &self.settings.acme_url).await
        {
            tracing::warn!(%error, "the account at the certificate authority can't be forgotten now");
        }
        said
    }

    async fn answer_challenges(&self, order: &mut Order) -> std::result::Result<(), Failure> {
        let mut authorizations = order.authorizations();
        while let Some(authorization) = authorizations.next().await {
            let mut authorization = authorization?;
            if authorization.status == AuthorizationStatus::Valid {
                continue;
            }
            let Some(mut challenge) = authorization.challenge(ChallengeType::Http01) else {
                return Err(Failure::Ours(
                    "the certificate authority offers no challenge over HTTP (http-01)".to_owned(),
                ));
            };
            let answer = challenge.key_authorization();
            let pair = (challenge.token.as_str(), answer.as_str());
            store::keep_challenge(&self.database, pair, self.clock.now())
                .await
                .map_err(|error| Failure::Ours(error.to_string()))?;
            challenge.set_ready().await?;
        }
        Ok(())
    }

    /// The account at the authority, which is made at the first order.
    async fn account(&self, client: &Client) -> std::result::Result<Account, String> {
        let directory = &self.settings.acme_url;
        let failed = |error: &AcmeError| words(client, error);
        let stored = store::credentials(self.database.reads(), directory).await;
        let builder = Account::builder_with_http(Box::new(client.clone()));
        if let Some(stored) = stored.map_err(|error| error.to_string())? {
            let credentials: AccountCredentials = serde_json::from_str(&stored)
                .map_err(|error| format!("the stored account is broken: {error}"))?;
            return builder
                .from_credentials(credentials)
                .await
                .map_err(|error| failed(&error));
        }
        let contact = format!("mailto:{}", self.settings.acme_email.trim());
        let account = NewAccount {
            contact: &[&contact],
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let (account, credentials) = builder
            .create(&account, directory.clone(), None)
            .await
            .map_err(|error| failed(&error))?;
        let credentials = serde_json::to_string(&credentials).map_err(|error| error.to_string())?;
        store::keep_account(&self.database, directory, credentials, self.clock.now())
            .await
            .map_err(|error| error.to_string())?;
        Ok(account)
    }
}

/// Why an order didn't become ready.
enum Failure {
    Acme(AcmeError),
    Ours(String),
}

impl From<AcmeError> for Failure {
    fn from(error: AcmeError) -> Self {
        Self::Acme(error)
    }
}

fn patience() -> RetryPolicy {
    RetryPolicy::new()
        .initial_delay(LOOK)
        .backoff(1.5)
        .timeout(PATIENCE)
}

/// The host that the certificate is for, if the public URL names one.
#[must_use]
pub fn host_of(settings: &Settings) -> Option<String> {
    let url = Url::parse(&settings.public_url).ok()?;
    match url.host()? {
        Host::Domain(name) => Some(name.to_owned()),
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}

/// Reads the setting `acme_ca_file`.
pub(super) fn check_authority(file: &Path) -> Result<()> {
    client::roots(file).map(|_| ())
}

fn dates(row: Option<&Model>) -> Dates {
    let Some(row) = row else {
        return Dates::default();
    };
    Dates {
        issued: row.issued_at.zip(row.renew_at),
        renewal_asked_at: row.renewal_asked_at,
        ordered_at: row.ordered_at,
    }
}

/// The certificate in a row.
pub(super) fn parsed(row: &Model) -> Option<Certificate> {
    let (chain, key) = (row.chain.as_ref()?, row.private_key.as_ref()?);
    match Certificate::parse(chain.as_bytes(), key.as_bytes()) {
        Ok(certificate) => Some(certificate),
        Err(error) => {
            tracing::error!(host = row.host, "the stored certificate or its key {error}");
            None
        }
    }
}

fn identity(certificate: &Certificate) -> Option<CertificateIdentifier<'static>> {
    let (serial, authority_key) = certificate.identity()?;
    Some(CertificateIdentifier::new(authority_key.into(), serial.into()).into_owned())
}

/// What the authority said about a challenge that it refused.
async fn refused(client: &Client, order: &mut Order) -> Option<String> {
    let mut authorizations = order.authorizations();
    while let Some(Ok(mut authorization)) = authorizations.next().await {
        if authorization.refresh().await.is_err() {
            continue;
        }
        let answer: Value = serde_json::from_slice(&client.last()).ok()?;
        let challenges = answer.get("challenges")?.as_array()?;
        if let Some(problem) = challenges
            .iter()
            .find_map(|challenge| challenge.get("error"))
        {
            return Some(problem.to_string());
        }
    }
    None
}

/// A problem document word for word, or what failed on the way.
fn words(client: &Client, error: &AcmeError) -> String {
    let AcmeError::Api(_) = error else {
        let mut text = error.to_string();
        // As the TLS library says that a certificate is of another time.
        if text.contains("verification time") {
            text.push_str(". This machine's clock may be wrong");
        }
        return text;
    };
    let last = client.last();
    let document: Option<Value> = serde_json::from_slice(&last).ok();
    match document.as_ref().and_then(|order| order.get("error")) {
        Some(problem) => problem.to_string(),
        None => String::from_utf8_lossy(&last).trim().to_owned(),
    }
}
