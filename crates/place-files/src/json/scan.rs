//! Finds the end of a JSON value without parsing it.

/// State of a scan over one value's bytes; it can be suspended anywhere.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scan {
    depth: u64,
    in_string: bool,
    escaped: bool,
    started: bool,
}

impl Scan {
    /// Scans more bytes. If the value ends among them, returns how many belong to it. A number or keyword ends before
    /// the byte that follows it.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut place = 0;
        while let Some(byte) = bytes.get(place).copied() {
            if self.in_string {
                if self.escaped {
                    self.escaped = false;
                    place += 1;
                    continue;
                }
                match memchr::memchr2(b'"', b'\\', bytes.get(place..).unwrap_or_default()) {
                    None => return None,
                    Some(skip) => place += skip,
                }
                if bytes.get(place) == Some(&b'\\') {
                    self.escaped = true;
                } else {
                    self.in_string = false;
                    if self.depth == 0 {
                        return Some(place + 1);
                    }
                }
                place += 1;
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' if self.depth == 0 => return Some(place),
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return Some(place + 1);
                    }
                }
                b',' | b' ' | b'\t' | b'\r' | b'\n' if self.depth == 0 && self.started => {
                    return Some(place);
                }
                _ => {}
            }
            self.started = true;
            place += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_values_however_they_are_cut() {
        for (text, length) in [
            (r#"{"a":"}\"]","b":[1,{"c":2}]},"#, 28),
            (r#""x\\",1"#, 5),
            ("-12.5e3 ,", 7),
            ("null]", 4),
            ("[]}", 2),
        ] {
            for cut in 0..text.len() {
                let (first, second) = text.as_bytes().split_at(cut);
                let mut scan = Scan::default();
                let end = scan
                    .feed(first)
                    .or_else(|| scan.feed(second).map(|end| end + cut));
                assert_eq!(end, Some(length), "{text} cut at {cut}");
            }
        }
    }
}
