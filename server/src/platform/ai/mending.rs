//! What a service has been found not to understand, or to need. Services differ in the parameters that they accept, and an
//! administrator shouldn't have to find out which.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use outside_client::Problem;

use super::AiError;

/// An answer gets at most so many times the room of the setting.
const MAX_ROOM: u32 = 4;

/// What calls send from now on.
#[derive(Debug)]
pub(super) struct Mended {
    no_schema: AtomicBool,
    no_effort: AtomicBool,
    other_token_field: AtomicBool,
    room: AtomicU32,
}

impl Default for Mended {
    fn default() -> Self {
        Self {
            no_schema: AtomicBool::default(),
            no_effort: AtomicBool::default(),
            other_token_field: AtomicBool::default(),
            room: AtomicU32::new(1),
        }
    }
}

/// What one call sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    pub(super) schema: bool,
    pub(super) effort: bool,
    pub(super) other_token_field: bool,
    /// Times the tokens of the setting.
    pub(super) room: u32,
}

impl Mended {
    pub(super) fn sent(&self) -> Sent {
        Sent {
            schema: !self.no_schema.load(Relaxed),
            effort: !self.no_effort.load(Relaxed),
            other_token_field: self.other_token_field.load(Relaxed),
            room: self.room.load(Relaxed),
        }
    }

    /// Whether another call is different from the one that failed so that it may succeed.
    pub(super) fn may_mend(&self, sent: Sent, error: &AiError, token_field: &str) -> bool {
        match error {
            AiError::Cut(_) if sent.room < MAX_ROOM => {
                self.room.fetch_max(sent.room * 2, Relaxed);
            }
            AiError::Service(error) => {
                let Problem::Refused(refusal) = &error.problem else {
                    return false;
                };
                if !matches!(refusal.status, 400 | 422) {
                    return false;
                }
                let said = refusal.message.to_lowercase();
                if ["response_format", "json_schema"]
                    .iter()
                    .any(|it| said.contains(it))
                {
                    self.no_schema.store(true, Relaxed);
                } else if said.contains("reasoning") {
                    self.no_effort.store(true, Relaxed);
                } else if said.contains(token_field) {
                    self.other_token_field.store(true, Relaxed);
                }
            }
            _ => return false,
        }
        self.sent() != sent
    }
}
