//! Injected faults: what networks and providers do on a bad day.

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing happens, and the response has this status.
    Refuse(u16),
    /// The call takes effect, but the response has this status anyway.
    LoseAnswer(u16),
    /// The call takes effect, and the response comes after this many milliseconds.
    Delay(u64),
    /// Nothing happens, and there is no response.
    Hang,
    /// The call takes effect, but there is no response.
    HangAfter,
    /// The call takes effect, but the response is unreadable.
    Garble,
}

/// A fault for the next matching calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `GET`, `POST`, `DELETE`; empty for all.
    pub method: String,
    /// A prefix of the path, such as `/v1/subscriptions`.
    pub path: String,
    pub kind: FaultKind,
    /// How many calls it affects.
    pub times: u32,
}

impl Fault {
    /// A fault for the next call to `path`.
    #[must_use]
    pub fn once(method: &str, path: &str, kind: FaultKind) -> Self {
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            kind,
            times: 1,
        }
    }
}

/// Takes the fault for a call, if there is one.
pub fn take(ordered: &mut Vec<Fault>, method: &str, path: &str) -> Option<FaultKind> {
    let fault = ordered.iter_mut().find(|fault| {
        fault.times > 0
            && (fault.method.is_empty() || fault.method == method)
            && path.starts_with(&fault.path)
    })?;
    fault.times -= 1;
    let kind = fault.kind;
    ordered.retain(|fault| fault.times > 0);
    Some(kind)
}
