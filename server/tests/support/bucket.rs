//! An S3-compatible bucket on loopback that checks every signature (AWS Signature Version 4).

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, Method, Response, StatusCode, Uri},
};
use bytes::Bytes;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use townperk::platform::{keys::hexadecimal, settings::Secret};

use super::Site;

const NAME: &str = "townperk-photos";
const ACCESS_KEY: &str = "AKIAIOSFODNN7EXAMPLE";
const SECRET: &str = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const REGION: &str = "us-east-2";

/// A running bucket; it ends with the test.
pub struct Bucket {
    site: Site,
    shared: Shared,
}

#[derive(Clone, Default)]
struct Shared {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
    is_away: Arc<AtomicBool>,
    gives_half: Arc<AtomicBool>,
    keeps_all: Arc<AtomicBool>,
}

impl Bucket {
    /// An empty bucket.
    pub async fn start() -> Self {
        let shared = Shared::default();
        let answers = Router::new().fallback(answer).with_state(shared.clone());
        Self {
            site: Site::serve(answers).await,
            shared,
        }
    }

    /// The setting for this bucket; objects have the prefix `prefix`.
    pub fn setting(&self, prefix: &str) -> Secret {
        self.setting_with(SECRET, prefix)
    }

    /// The same with a wrong secret.
    pub fn setting_with(&self, secret: &str, prefix: &str) -> Secret {
        let secret = secret.replace('/', "%2F");
        let endpoint = self.site.url("");
        Secret::new(format!(
            "s3://{ACCESS_KEY}:{secret}@{NAME}/{prefix}?endpoint={endpoint}&region={REGION}"
        ))
    }

    /// The keys of all objects.
    pub fn keys(&self) -> Vec<String> {
        self.shared
            .objects
            .lock()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    }

    /// Sets whether it gives half of each object.
    pub fn set_half(&self, gives_half: bool) {
        self.shared.gives_half.store(gives_half, Ordering::Relaxed);
    }

    /// From now on nothing can be deleted, as with an object lock.
    pub fn refuse_deletions(&self) {
        self.shared.keeps_all.store(true, Ordering::Relaxed);
    }

    /// Sets whether it answers 503 to everything.
    pub fn set_away(&self, is_away: bool) {
        self.shared.is_away.store(is_away, Ordering::Relaxed);
    }
}

async fn answer(State(shared): State<Shared>, request: Request) -> Response<Body> {
    if shared.is_away.load(Ordering::Relaxed) {
        return refusal(StatusCode::SERVICE_UNAVAILABLE, "SlowDown");
    }
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 16 << 20).await.unwrap();
    let claims = Claims {
        method: &head.method,
        uri: &head.uri,
        headers: &head.headers,
        body: &body,
    };
    if let Err(code) = claims.check(REGION) {
        return refusal(StatusCode::FORBIDDEN, code);
    }
    if head.uri.path().trim_end_matches('/') == format!("/{NAME}") && head.method == Method::GET {
        return list(&shared, head.uri.query().unwrap_or_default());
    }
    let Some(key) = head.uri.path().strip_prefix(&format!("/{NAME}/")) else {
        return refusal(StatusCode::NOT_FOUND, "NoSuchBucket");
    };
    let mut objects = shared.objects.lock().unwrap();
    match head.method {
        Method::PUT => {
            let tag = hexadecimal(&Sha256::digest(&body));
            objects.insert(key.to_owned(), body);
            let response = Response::builder().header("etag", format!("\"{tag}\""));
            response.body(Body::empty()).unwrap()
        }
        Method::GET => match objects.get(key) {
            Some(bytes) => Response::builder()
                .header("etag", "\"tag\"")
                .header("last-modified", "Wed, 04 Mar 2026 15:00:00 GMT")
                .body(Body::from(if shared.gives_half.load(Ordering::Relaxed) {
                    bytes.slice(..bytes.len() / 2)
                } else {
                    bytes.clone()
                }))
                .unwrap(),
            None => refusal(StatusCode::NOT_FOUND, "NoSuchKey"),
        },
        Method::DELETE if shared.keeps_all.load(Ordering::Relaxed) => {
            refusal(StatusCode::FORBIDDEN, "AccessDenied")
        }
        Method::DELETE => {
            objects.remove(key);
            let response = Response::builder().status(StatusCode::NO_CONTENT);
            response.body(Body::empty()).unwrap()
        }
        _ => refusal(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed"),
    }
}

/// All objects whose keys start with the query's prefix, on one page (`ListObjectsV2`).
fn list(shared: &Shared, query: &str) -> Response<Body> {
    let prefix = url::form_urlencoded::parse(query.as_bytes())
        .find_map(|(name, value)| (name == "prefix").then(|| value.into_owned()))
        .unwrap_or_default();
    let objects = shared.objects.lock().unwrap();
    let mut contents = String::new();
    for (key, bytes) in objects.iter().filter(|(key, _)| key.starts_with(&prefix)) {
        contents.push_str(&format!(
            "<Contents><Key>{key}</Key><LastModified>2026-03-04T15:00:00.000Z</LastModified><ETag>\"tag\"</ETag><Size>{}</Size></Contents>",
            bytes.len()
        ));
    }
    let xml = format!(
        "<?xml version=\"1.0\"?><ListBucketResult><Name>{NAME}</Name><IsTruncated>false</IsTruncated>{contents}</ListBucketResult>"
    );
    let response = Response::builder().header("content-type", "application/xml");
    response.body(Body::from(xml)).unwrap()
}

fn refusal(status: StatusCode, code: &str) -> Response<Body> {
    let xml = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
    let response = Response::builder().status(status);
    let response = response.header("content-type", "application/xml");
    response.body(Body::from(xml)).unwrap()
}

/// A request's claims about itself.
struct Claims<'a> {
    method: &'a Method,
    uri: &'a Uri,
    headers: &'a HeaderMap,
    body: &'a [u8],
}

impl Claims<'_> {
    /// Checks that the signature matches our secret and exactly this request.
    fn check(&self, region: &str) -> Result<(), &'static str> {
        let header = |name: &str| Some(self.headers.get(name)?.to_str().ok()?.trim().to_owned());
        let authorization = header("authorization").ok_or("AccessDenied")?;
        let parts = authorization
            .strip_prefix("AWS4-HMAC-SHA256 ")
            .ok_or("AccessDenied")?;
        let part = |name: &str| {
            let mut parts = parts.split(',').map(str::trim);
            parts.find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
        };
        let (credential, signed, signature) = (
            part("Credential").ok_or("AccessDenied")?,
            part("SignedHeaders").ok_or("AccessDenied")?,
            part("Signature").ok_or("AccessDenied")?,
        );
        let time = header("x-amz-date").ok_or("AccessDenied")?;
        let day = time.get(..8).ok_or("AccessDenied")?;
        let scope = format!("{day}/{region}/s3/aws4_request");
        if credential != format!("{ACCESS_KEY}/{scope}") {
            return Err("InvalidAccessKeyId");
        }
        let content = header("x-amz-content-sha256").ok_or("AccessDenied")?;
        if content != hexadecimal(&Sha256::digest(self.body)) {
            return Err("XAmzContentSHA256Mismatch");
        }
        if !signed.split(';').any(|name| name == "host") {
            return Err("AccessDenied");
        }
        let mut headers = String::new();
        for name in signed.split(';') {
            let value = header(name).ok_or("AccessDenied")?;
            headers.push_str(&format!("{name}:{value}\n"));
        }
        let mut query: Vec<&str> = self.uri.query().unwrap_or_default().split('&').collect();
        query.sort_unstable();
        let canonical = format!(
            "{}\n{}\n{}\n{headers}\n{signed}\n{content}",
            self.method,
            self.uri.path(),
            query.join("&"),
        );
        let digest = hexadecimal(&Sha256::digest(canonical.as_bytes()));
        let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{digest}");
        let key = [day, region, "s3", "aws4_request"]
            .iter()
            .fold(format!("AWS4{SECRET}").into_bytes(), |key, part| {
                sign(&key, part)
            });
        if hexadecimal(&sign(&key, &text)) != signature {
            return Err("SignatureDoesNotMatch");
        }
        Ok(())
    }
}

fn sign(key: &[u8], text: &str) -> Vec<u8> {
    let mut code = Hmac::<Sha256>::new_from_slice(key).unwrap();
    code.update(text.as_bytes());
    code.finalize().into_bytes().to_vec()
}

/// Amazon's documented examples: if the bucket's own calculation were wrong, it could agree with a wrong client.
#[test]
fn the_bucket_accepts_the_signatures_that_amazon_publishes() {
    let date = ("x-amz-date", "20130524T000000Z");
    let host = ("host", "examplebucket.s3.amazonaws.com");
    let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let something = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
    let get = "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
    let put = "SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd";
    let lifecycle = "SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543";
    let put_date = ("date", "Fri, 24 May 2013 00:00:00 GMT");
    let class = ("x-amz-storage-class", "REDUCED_REDUNDANCY");
    for (method, path, body, content, signed, more) in [
        (
            Method::GET,
            "/test.txt",
            "",
            nothing,
            get,
            vec![("range", "bytes=0-9")],
        ),
        (
            Method::PUT,
            "/test$file.text",
            "Welcome to Amazon S3.",
            something,
            put,
            vec![put_date, class],
        ),
        (Method::GET, "/?lifecycle", "", nothing, lifecycle, vec![]),
    ] {
        let authorization = format!(
            "AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/20130524/us-east-1/s3/aws4_request,{signed}"
        );
        let mut headers = HeaderMap::new();
        let content = ("x-amz-content-sha256", content);
        for (name, value) in more.into_iter().chain([date, host, content]) {
            headers.insert(name, value.parse().unwrap());
        }
        headers.insert("authorization", authorization.parse().unwrap());
        // They spell the path and the query as they are signed.
        let uri: Uri = path
            .replace('$', "%24")
            .replace("lifecycle", "lifecycle=")
            .parse()
            .unwrap();
        let claims = Claims {
            method: &method,
            uri: &uri,
            headers: &headers,
            body: body.as_bytes(),
        };
        assert_eq!(claims.check("us-east-1"), Ok(()), "{path}");
        let other = Claims {
            method: &Method::DELETE,
            ..claims
        };
        assert_eq!(other.check("us-east-1"), Err("SignatureDoesNotMatch"));
    }
}
