//! The pass in a letter's links that turn it off. It proves no address and does nothing else, for the shop's present owner.

use uuid::Uuid;

use crate::platform::keys::{Keys, hexadecimal};

/// Length of the signature: 128 bits.
const SIGNATURE_BYTES: usize = 16;

/// The pass for a shop's letters to `owner`. It is made with the key that never changes, because links in old letters must keep
/// working.
pub(super) fn pass_of(keys: &Keys, letters: Uuid, owner: Uuid) -> String {
    let mut message = letters.as_bytes().to_vec();
    message.extend(owner.as_bytes());
    let signature = keys.keyed_hash("monthly letter", &message);
    let kept = signature.get(..SIGNATURE_BYTES).unwrap_or(&signature);
    format!("{}{}", letters.simple(), hexadecimal(kept))
}

/// The letters that a pass names, signed or not; `None` if it is none.
pub(super) fn named_in(pass: &str) -> Option<Uuid> {
    Uuid::try_parse(pass.get(..32)?).ok()
}

/// Whether the pass is ours, and this owner's.
pub(super) fn is_valid(keys: &Keys, pass: &str, letters: Uuid, owner: Uuid) -> bool {
    let ours = pass_of(keys, letters, owner);
    // Constant-time comparison, so that timing reveals nothing.
    let differences = ours
        .bytes()
        .zip(pass.bytes())
        .fold(0, |sum, (ours, theirs)| sum | (ours ^ theirs));
    ours.len() == pass.len() && differences == 0
}
