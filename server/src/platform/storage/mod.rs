//! Storage for files too large for the database: a folder or an S3-compatible bucket. Each file is written once under
//! its own name and never changed.

use std::{fmt, sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use http_body_util::BodyExt;
use object_store::{
    BackoffConfig, ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig,
    aws::AmazonS3Builder,
    client::{
        HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpResponse,
        HttpResponseBody, HttpService,
    },
    local::LocalFileSystem,
    path::Path,
    prefix::PrefixStore,
};
use percent_encoding::percent_decode_str;
use url::Url;

use super::{
    data_folder::{self, DataFolder},
    error::{Error, Result},
    outbound,
    settings::Settings,
};

/// The default folder for photos, in the data folder.
const PHOTOS: &str = "photos";
/// Timeout of one request to a bucket.
const REQUEST_TIME: Duration = Duration::from_secs(15);
/// Timeout of a request including retries: someone is waiting.
const RETRY_TIME: Duration = Duration::from_secs(20);
const RETRIES: usize = 2;
/// `Retry-After` in seconds while storage is down.
const AWAY_SECONDS: u32 = 10;

/// An installation's files. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Storage(Arc<dyn ObjectStore>);

/// The parsed setting `storage_url`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A folder with its own path, or the default one.
    Folder(Option<std::path::PathBuf>),
    Bucket(Bucket),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bucket {
    name: String,
    /// Prefix of all keys; may be empty.
    prefix: String,
    /// Access key ID and secret. Without them, the standard `AWS_…` variables and the machine's role are used.
    credentials: Option<(String, String)>,
    endpoint: Option<String>,
    region: Option<String>,
}

impl Storage {
    /// Opens the storage in the setting `storage_url`. A missing folder is created; a bucket is contacted only on first
    /// use.
    ///
    /// # Errors
    ///
    /// When the setting is invalid, or the folder can't be created.
    pub fn open(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        match Place::parse(settings.storage_url.reveal())? {
            // Another folder may be shared with a web server on purpose, so its mode stays as it is.
            Place::Folder(Some(path)) => Self::folder(&path, data_folder::make_private_folder),
            Place::Folder(None) => Self::folder(&folder.join(PHOTOS), data_folder::close_folder),
            Place::Bucket(bucket) => bucket.open(),
        }
    }

    fn folder(
        path: &std::path::Path,
        make: fn(&std::path::Path) -> std::io::Result<()>,
    ) -> Result<Self> {
        let refused = |error: &dyn std::fmt::Display| {
            Error::Setup(format!(
                "can't use the folder for photos {}: {error}. Set TOWNPERK_STORAGE_URL to a folder that this user may write to.",
                path.display()
            ))
        };
        make(path).map_err(|error| refused(&error))?;
        let files = LocalFileSystem::new_with_prefix(path).map_err(|error| refused(&error))?;
        // An acknowledged file is durable, like an acknowledged row.
        Ok(Self(Arc::new(files.with_fsync(true))))
    }

    /// Stores a file. When this returns, it is durable.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<()> {
        self.0.put(&path(key)?, bytes.into()).await.map_err(away)?;
        Ok(())
    }

    /// The whole file; `None` if it doesn't exist.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>> {
        let found = match self.0.get(&path(key)?).await {
            Ok(found) => found.bytes().await,
            Err(error) => Err(error),
        };
        match found {
            Ok(bytes) => Ok(Some(bytes)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(away(error)),
        }
    }

    /// Removes a file; one that is already gone is fine.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.0.delete(&path(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(away(error)),
        }
    }
}

/// Where an installation's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    Folder(std::path::PathBuf),
    /// Without secrets, such as `s3://my-bucket/photos`.
    Bucket(String),
}

/// The location in the setting `storage_url`, without accessing it.
///
/// # Errors
///
/// When the setting is invalid.
pub fn whereabouts(settings: &Settings, folder: &DataFolder) -> Result<Whereabouts> {
    Ok(match Place::parse(settings.storage_url.reveal())? {
        Place::Folder(path) => Whereabouts::Folder(path.unwrap_or_else(|| folder.join(PHOTOS))),
        Place::Bucket(bucket) => Whereabouts::Bucket(bucket.to_string()),
    })
}

/// Checks the setting `storage_url`.
///
/// # Errors
///
/// When it is invalid.
pub fn check(address: &str) -> Result<()> {
    Place::parse(address).map(drop)
}

impl Place {
    fn parse(address: &str) -> Result<Self> {
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
            return Err(refused("must be a folder, or start with s3://"));
        }
        let url = Url::parse(address)
            .map_err(|error| refused(&format!("is not a valid URL: {error}")))?;
        Bucket::from_url(&url).map(Self::Bucket)
    }
}

impl Bucket {
    /// `s3://KEY:SECRET@BUCKET/PREFIX?endpoint=https://…&region=…`; everything but the bucket is optional.
    fn from_url(url: &Url) -> Result<Self> {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let mut bucket = Self {
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

    fn open(self) -> Result<Storage> {
        let is_plain = |endpoint: &String| endpoint.starts_with("http://");
        let mut builder = AmazonS3Builder::from_env()
            .with_bucket_name(self.name)
            .with_http_connector(Connector(outbound::service_client(REQUEST_TIME)?))
            // Some S3-compatible services can't delete several files at once.
            .with_disable_bulk_delete(true)
            .with_retry(RetryConfig {
                backoff: BackoffConfig::default(),
                max_retries: RETRIES,
                retry_timeout: RETRY_TIME,
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
            .map_err(|error| refused(&format!("can't be used: {error}")))?;
        Ok(Storage(if self.prefix.is_empty() {
            Arc::new(bucket)
        } else {
            Arc::new(PrefixStore::new(bucket, self.prefix))
        }))
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

fn path(key: &str) -> Result<Path> {
    Path::parse(key).map_err(|error| Error::Internal(format!("the storage key {key}: {error}")))
}

fn refused(message: &str) -> Error {
    Error::Setup(format!("storage_url {message}"))
}

fn away(error: object_store::Error) -> Error {
    tracing::warn!(%error, "the photo storage returned an unexpected response");
    Error::Unavailable {
        message: "We can't reach our photos right now. Please try again in a moment.".into(),
        seconds: AWAY_SECONDS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(address: &str) -> Bucket {
        match Place::parse(address) {
            Ok(Place::Bucket(bucket)) => bucket,
            other => panic!("{address}: {other:?}"),
        }
    }

    #[test]
    fn addresses_name_a_folder_or_a_bucket() {
        let folder = |path: &str| Place::Folder(Some(path.into()));
        assert_eq!(Place::parse("").unwrap(), Place::Folder(None));
        assert_eq!(Place::parse("/srv/photos").unwrap(), folder("/srv/photos"));
        assert_eq!(
            Place::parse("file:///srv/photos").unwrap(),
            folder("/srv/photos")
        );
        assert_eq!(bucket("s3://photos").name, "photos");
        assert_eq!(
            bucket(
                "s3://KEY:a%2Fb%3D@photos/town/perk?endpoint=http%3A%2F%2F127.0.0.1%3A9000&region=eu-1"
            ),
            Bucket {
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
            let error = check(address).unwrap_err().to_string();
            assert!(error.contains(reason), "{address}: {error}");
        }
    }
}
