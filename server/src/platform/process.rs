//! What this process uses, as Linux says. Other systems say nothing.

use std::fs;

use super::settings::Settings;

/// Parts of a second in `/proc/self/stat`: the same on every Linux.
const TICKS: u64 = 100;

/// The size of a page of memory in `/proc/self/statm` on the machines that we build for.
const PAGE: u64 = 4096;

/// What this node is called where there may be several.
#[must_use]
pub fn node_name(settings: &Settings) -> String {
    format!(
        "{}: {}, process {}",
        settings.node_name,
        settings.listen,
        std::process::id()
    )
}

/// CPU time in seconds, user and system.
#[must_use]
pub fn cpu_seconds() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is a name in parentheses, which may hold blanks.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}

/// Memory in RAM, in bytes.
#[must_use]
pub fn resident_bytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(PAGE))
}

/// Open file descriptors.
#[must_use]
pub fn open_files() -> Option<usize> {
    Some(fs::read_dir("/proc/self/fd").ok()?.count())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_uses_something() {
        assert!(cpu_seconds().is_some());
        assert!(resident_bytes().unwrap() > 1 << 20);
        assert!(open_files().unwrap() >= 3);
    }
}
