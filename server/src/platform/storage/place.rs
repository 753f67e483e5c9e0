//! Where files are: in a folder, or in an S3-compatible bucket.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use http_body_util::BodyExt;
use object_store::{
    BackoffConfig, ClientOptions, ObjectStore, RetryConfig,
    aws::AmazonS3Builder,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
        HttpResponseBody, HttpService,
    },
    local::LocalFileSystem,
    prefix::PrefixStore,
};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::platform::{
    error::{Error, Result},
    outbound,
};

const RETRIES: usize = 2;

/// How long a bucket may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Timeout of one request.
    pub request: Duration,
    /// Timeout of a request including retries.
    pub with_retries: Duration,
}

/// A parsed setting that names a folder or a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A folder with its own path; `None` if the setting is empty.
    Folder(Option<std::path::PathBuf>),
    Bucket(Bucket),
}

/// An S3-compatible bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// The setting that names it.
    setting: &'static str,
    name: String,
    /// Prefix of all keys; may be empty.
    prefix: String,
    /// Access key ID and secret. Without them, the standard `AWS_…` variables and the machine's role are used.
    credentials: Option<(String, String)>,
    endpoint: Option<String>,
    region: Option<String>,
}

impl Place {
    /// Reads the value of the setting `setting`.
    ///
    /// # Errors
    ///
    /// When it is invalid.
    pub fn parse(setting: &'static str, address: &str) -> Result<Self> {
        if address.is_empty() {
            return Ok(Self::Folder(None));
        }
        if let Some(path) = address.strip_prefix("file://") {
            return Ok(Self::Folder(Some(path.into())));
        }
        if !address.contains("://") {
            return Ok(Self::Folder(Some(address.into())));
        }
        if !address.starts_with("s3://") {
            return Err(refused(setting, "must be a folder, or start with s3://"));
        }
        let url = Url::parse(address)
            .map_err(|error| refused(setting, &format!("is not a valid URL: {error}")))?;
        Bucket::from_url(setting, &url).map(Self::Bucket)
    }
}

impl Bucket {
    /// `s3://KEY:SECRET@BUCKET/PREFIX?endpoint=https://…&region=…`; everything but the bucket is optional.
    fn from_url(setting: &'static str, url: &Url) -> Result<Self> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let refused = |message: &str| refused(setting, message);
        let mut bucket = Self {
            setting,
            name: url.host_str().unwrap_or_default().to_owned(),
            prefix: decoded(url.path().trim_matches('/')),
            ..Self::default()
        };
        if bucket.name.is_empty() {
            return Err(refused("must name a bucket, as in s3://my-bucket"));
        }
        bucket.credentials = match (url.username(), url.password()) {
            ("", None) => None,
            (key, Some(secret)) if !key.is_empty() => Some((decoded(key), decoded(secret))),
            _ => {
                return Err(refused(
                    "needs both the access key and its secret, as in s3://KEY:SECRET@my-bucket",
                ));
            }
        };
        for (name, value) in url.query_pairs() {
            match &*name {
                "endpoint" => bucket.endpoint = Some(value.into_owned()),
                "region" => bucket.region = Some(value.into_owned()),
                other => {
                    return Err(refused(&format!(
                        "knows endpoint and region, not \"{other}\""
                    )));
                }
            }
        }
        if let Some(endpoint) = &bucket.endpoint
            && !Url::parse(endpoint).is_ok_and(|it| matches!(it.scheme(), "http" | "https"))
        {
            return Err(refused("has an endpoint that is no http or https address"));
        }
        Ok(bucket)
    }

    /// Makes no request yet.
    ///
    /// # Errors
    ///
    /// When the library refuses its settings.
    pub fn open(self, patience: Patience) -> Result<Arc<dyn ObjectStore>> {
        let is_plain = |endpoint: &String| endpoint.starts_with("http://");
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(self.name)
            .with_http_connector(Connector(outbound::service_client(patience.request)?))
            // Some S3-compatible services can't delete several files at once.
            .with_disable_bulk_delete(true)
            .with_retry(RetryConfig {
                backoff: BackoffConfig::default(),
                max_retries: RETRIES,
                retry_timeout: patience.with_retries,
            });
        if let Some((key, secret)) = self.credentials {
            builder = builder
                .with_access_key_id(key)
                .with_secret_access_key(secret);
        }
        if let Some(region) = self.region {
            builder = builder.with_region(region);
        }
        if let Some(endpoint) = self.endpoint {
            builder = builder
                .with_allow_http(is_plain(&endpoint))
                .with_endpoint(endpoint);
        }
        let bucket = builder
            .build()
            .map_err(|error| refused(self.setting, &format!("can't be used: {error}")))?;
        Ok(if self.prefix.is_empty() {
            Arc::new(bucket)
        } else {
            Arc::new(PrefixStore::new(bucket, self.prefix))
        })
    }
}

impl fmt::Display for Bucket {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "s3://{}", self.name)?;
        if !self.prefix.is_empty() {
            write!(formatter, "/{}", self.prefix)?;
        }
        match &self.endpoint {
            Some(endpoint) => write!(formatter, " at {endpoint}"),
            None => Ok(()),
        }
    }
}

/// Sends the storage library's requests through our own client: one TLS setup, and no second HTTP stack.
#[derive(Clone, Debug)]
struct Connector(reqwest::Client);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(HttpClient::new(self.clone()))
    }
}

#[async_trait]
impl HttpService for Connector {
    async fn call(&self, request: HttpRequest) -> std::result::Result<HttpResponse, HttpError> {
        let unknown = |error| HttpError::new(HttpErrorKind::Unknown, error);
        let (head, body) = request.into_parts();
        let address = head.uri.to_string();
        let address = Url::parse(&address).map_err(unknown)?;
        let body = body.collect().await?.to_bytes();
        let mut outgoing = reqwest::Request::new(head.method, address);
        *outgoing.headers_mut() = head.headers;
        *outgoing.body_mut() = Some(body.into());
        let answer = self.0.execute(outgoing).await.map_err(failure)?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        let bytes = answer.bytes().await.map_err(failure)?;
        let mut response = HttpResponse::new(HttpResponseBody::from(bytes));
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Ok(response)
    }
}

/// Classifies a failure so that the library knows whether to retry.
fn failure(error: reqwest::Error) -> HttpError {
    let kind = if error.is_timeout() {
        HttpErrorKind::Timeout
    } else if error.is_connect() {
        HttpErrorKind::Connect
    } else {
        HttpErrorKind::Interrupted
    };
    HttpError::new(kind, error.without_url())
}

fn refused(setting: &str, message: &str) -> Error {
    Error::Setup(format!("{setting} {message}"))
}

/// A folder that exists.
///
/// # Errors
///
/// When it can't be used.
pub fn folder(path: &std::path::Path) -> object_store::Result<Arc<dyn ObjectStore>> {
    let files = LocalFileSystem::new_with_prefix(path)?;
    // An acknowledged file is durable, like an acknowledged row.
    Ok(Arc::new(files.with_fsync(true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(address: &str) -> Bucket {
        match Place::parse("storage_url", address) {
            Ok(Place::Bucket(bucket)) => bucket,
            other => panic!("{address}: {other:?}"),
        }
    }

    #[test]
    fn addresses_name_a_folder_or_a_bucket() {
        let folder = |path: &str| Place::Folder(Some(path.into()));
        assert_eq!(
            Place::parse("storage_url", "").unwrap(),
            Place::Folder(None)
        );
        assert_eq!(
            Place::parse("storage_url", "/srv/photos").unwrap(),
            folder("/srv/photos")
        );
        assert_eq!(
            Place::parse("storage_url", "file:///srv/photos").unwrap(),
            folder("/srv/photos")
        );
        assert_eq!(bucket("s3://photos").name, "photos");
        assert_eq!(
            bucket(
                "s3://KEY:a%2Fb%3D@photos/town/perk?endpoint=http%3A%2F%2F127.0.0.1%3A9000&region=eu-1"
            ),
            Bucket {
                setting: "storage_url",
                name: "photos".to_owned(),
                prefix: "town/perk".to_owned(),
                credentials: Some(("KEY".to_owned(), "a/b=".to_owned())),
                endpoint: Some("http://127.0.0.1:9000".to_owned()),
                region: Some("eu-1".to_owned()),
            }
        );
    }

    #[test]
    fn addresses_that_cannot_work_are_refused_with_a_reason() {
        for (address, reason) in [
            ("gs://photos", "start with s3://"),
            ("s3://", "bucket"),
            ("s3://KEY@photos", "secret"),
            ("s3://photos?endpiont=x", "endpiont"),
            ("s3://photos?endpoint=minio:9000", "endpoint"),
        ] {
            let error = Place::parse("storage_url", address)
                .unwrap_err()
                .to_string();
            assert!(error.contains(reason), "{address}: {error}");
        }
    }
}
