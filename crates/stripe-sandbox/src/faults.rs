//! Faults to order: what a network and a provider do on a bad day.

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// Nothing happens, and the answer has this status.
    Refuse(u16),
    /// It happens, and the answer has this status all the same.
    LoseAnswer(u16),
    /// It happens, and the answer comes after so many milliseconds.
    Delay(u64),
    /// Nothing happens, and no answer comes.
    Hang,
    /// It happens, and no answer comes.
    HangAfter,
    /// It happens, and the answer can't be read.
    Garble,
}

/// A fault for the next calls that fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `GET`, `POST`, `DELETE`; empty for all.
    pub method: String,
    /// What the path begins with, such as `/v1/subscriptions`.
    pub path: String,
    pub kind: FaultKind,
    /// How many calls it meets.
    pub times: u32,
}

impl Fault {
    /// A fault of the next call to `path`.
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

/// Takes the fault that was ordered for a call.
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
