//! Implements the prelude's `URL` and `URLSearchParams` with the `url` crate, which follows the WHATWG standard.

use rquickjs::{Ctx, Function, Object};
use url::{Url, form_urlencoded, quirks};

/// Puts `parseUrl`, `setUrlPart`, `parseQuery` and `writeQuery` on the prelude's private object.
pub(crate) fn install<'js>(ctx: &Ctx<'js>, native: &Object<'js>) -> rquickjs::Result<()> {
    native.set("parseUrl", Function::new(ctx.clone(), parse_url)?)?;
    native.set("setUrlPart", Function::new(ctx.clone(), set_url_part)?)?;
    native.set("parseQuery", Function::new(ctx.clone(), parse_query)?)?;
    native.set("writeQuery", Function::new(ctx.clone(), write_query)?)
}

/// The parts in the order used by `prelude.js`; `None` if the URL or its base is invalid.
fn parse_url(address: String, base: Option<String>) -> Option<Vec<String>> {
    let base = match base {
        Some(base) => Some(Url::parse(&base).ok()?),
        None => None,
    };
    let url = Url::options()
        .base_url(base.as_ref())
        .parse(&address)
        .ok()?;
    Some(vec![
        quirks::href(&url).to_owned(),
        quirks::origin(&url),
        quirks::protocol(&url).to_owned(),
        quirks::username(&url).to_owned(),
        quirks::password(&url).to_owned(),
        quirks::host(&url).to_owned(),
        quirks::hostname(&url).to_owned(),
        quirks::port(&url).to_owned(),
        quirks::pathname(&url).to_owned(),
        quirks::search(&url).to_owned(),
        quirks::hash(&url).to_owned(),
    ])
}

/// The URL with one part changed. As in browsers, an invalid value changes nothing.
fn set_url_part(address: String, part: String, value: String) -> String {
    let Ok(mut url) = Url::parse(&address) else {
        return address;
    };
    let changed = match part.as_str() {
        "protocol" => quirks::set_protocol(&mut url, &value),
        "username" => quirks::set_username(&mut url, &value),
        "password" => quirks::set_password(&mut url, &value),
        "host" => quirks::set_host(&mut url, &value),
        "hostname" => quirks::set_hostname(&mut url, &value),
        "port" => quirks::set_port(&mut url, &value),
        "pathname" => {
            quirks::set_pathname(&mut url, &value);
            Ok(())
        }
        "search" => {
            quirks::set_search(&mut url, &value);
            Ok(())
        }
        "hash" => {
            quirks::set_hash(&mut url, &value);
            Ok(())
        }
        _ => Err(()),
    };
    if changed.is_ok() { url.into() } else { address }
}

fn parse_query(query: String) -> Vec<Vec<String>> {
    form_urlencoded::parse(query.as_bytes())
        .map(|(name, value)| vec![name.into_owned(), value.into_owned()])
        .collect()
}

fn write_query(pairs: Vec<Vec<String>>) -> String {
    let pairs = pairs.iter().filter_map(|pair| match pair.as_slice() {
        [name, value] => Some((name, value)),
        _ => None,
    });
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish()
}
