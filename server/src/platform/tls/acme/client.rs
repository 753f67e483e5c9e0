//! HTTP as the certificate authority speaks it. Keeps the last answer, since the library drops what it doesn't know of a
//! problem document, and operators see those word for word.

use std::{
    error::Error as _,
    path::Path,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::http::{self, Request};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use instant_acme::{BodyWrapper, BytesResponse, Error as AcmeError, HttpClient};
use rustls::pki_types::{CertificateDer, pem::PemObject};

use crate::platform::{
    error::{Error, Result},
    outbound,
};

/// For one request.
const TIME: Duration = Duration::from_secs(30);
/// Certificates have some kilobytes.
const LARGEST: usize = 1 << 20;

/// Sends requests to one authority. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Client {
    client: reqwest::Client,
    last: Arc<Mutex<Bytes>>,
}

impl Client {
    /// A client that also trusts the certificate in `authority`, unless that is empty.
    pub(super) fn new(authority: &Path) -> Result<Self> {
        Ok(Self {
            client: outbound::service_client_trusting(TIME, roots(authority)?)?,
            last: Arc::default(),
        })
    }

    /// The last answer's body.
    pub(super) fn last(&self) -> Bytes {
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn send(
        self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> std::result::Result<BytesResponse, AcmeError> {
        let (head, body) = request.into_parts();
        let Ok(body) = body.collect().await;
        let request = Request::from_parts(head, body.to_bytes());
        let request = reqwest::Request::try_from(request).map_err(failed)?;
        let mut answer = self.client.execute(request).await.map_err(failed)?;
        let mut response = http::Response::new(());
        *response.status_mut() = answer.status();
        *response.headers_mut() = answer.headers().clone();
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            body.extend_from_slice(&chunk);
            if body.len() > LARGEST {
                return Err(AcmeError::Other("the answer is over 1 MB".into()));
            }
        }
        let body = Bytes::from(body);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = body.clone();
        Ok(BytesResponse::from(response.map(|()| Full::new(body))))
    }
}

impl HttpClient for Client {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = std::result::Result<BytesResponse, AcmeError>> + Send>> {
        Box::pin(self.clone().send(request))
    }
}

/// The certificates in the file of the setting `acme_ca_file`.
pub(super) fn roots(file: &Path) -> Result<Vec<CertificateDer<'static>>> {
    if file.as_os_str().is_empty() {
        return Ok(Vec::new());
    }
    let wrong = |reason: String| Error::Setup(format!("{}: {reason}", file.display()));
    let text = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let found: std::result::Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        _ => Err(wrong("holds no certificate in PEM".to_owned())),
    }
}

/// The inner errors say what happened; the outermost only that something did.
fn failed(error: reqwest::Error) -> AcmeError {
    let mut causes = vec![error.to_string()];
    let mut cause = error.source();
    while let Some(error) = cause {
        causes.push(error.to_string());
        cause = error.source();
    }
    AcmeError::Other(causes.join(": ").into())
}
