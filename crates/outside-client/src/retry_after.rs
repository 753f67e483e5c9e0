//! For how long a service asks to be left alone.

use std::time::Duration;

use reqwest::header::{DATE, HeaderMap, RETRY_AFTER};

/// In milliseconds: what some AI services send, more exactly.
const MILLISECONDS: &str = "retry-after-ms";
/// Whoever asks for more is asked again after this.
const LONGEST: Duration = Duration::from_secs(86_400);

/// The pause that the headers ask for, at most a day. A date counts from the response's own `Date`, so that no clock has
/// to be right.
#[must_use]
pub fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name)?.to_str().ok().map(str::trim);
    let milliseconds = text(MILLISECONDS).and_then(|text| text.parse().ok());
    let wait = match milliseconds {
        Some(milliseconds) => Duration::from_millis(milliseconds),
        None => {
            let text = text(RETRY_AFTER.as_str())?;
            match text.parse() {
                Ok(seconds) => Duration::from_secs(seconds),
                Err(_) => until(text, headers.get(DATE)?.to_str().ok()?)?,
            }
        }
    };
    Some(wait.min(LONGEST))
}

fn until(date: &str, now: &str) -> Option<Duration> {
    let date = httpdate::parse_http_date(date).ok()?;
    let now = httpdate::parse_http_date(now).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_read_in_each_of_its_forms() {
        const NOW: (&str, &str) = ("date", "Wed, 04 Mar 2026 15:00:00 GMT");
        let seconds = |count| Some(Duration::from_secs(count));
        for (sent, wanted) in [
            (
                [NOW, ("retry-after-ms", "1500")],
                Some(Duration::from_millis(1500)),
            ),
            ([NOW, ("retry-after", "20")], seconds(20)),
            ([NOW, ("retry-after", " 20 ")], seconds(20)),
            (
                [NOW, ("retry-after", "Wed, 04 Mar 2026 15:00:09 GMT")],
                seconds(9),
            ),
            (
                [NOW, ("retry-after", "Wed, 04 Mar 2026 14:00:00 GMT")],
                seconds(0),
            ),
            (
                [
                    ("x-any", ""),
                    ("retry-after", "Wed, 04 Mar 2026 15:00:09 GMT"),
                ],
                None,
            ),
            ([NOW, ("retry-after", "99999999999")], seconds(86_400)),
            ([NOW, ("retry-after", "soon")], None),
            ([NOW, ("retry-after", "-5")], None),
            ([NOW, ("x-any", "20")], None),
        ] {
            let headers: HeaderMap = sent
                .iter()
                .map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap()))
                .collect();
            assert_eq!(retry_after(&headers), wanted, "{sent:?}");
        }
    }
}
