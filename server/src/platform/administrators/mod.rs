//! Administrators with a name (D103): who they are, what they prove it with, and what their browsers are known by. The shared
//! password ([`super::passwords`]) belongs to nobody.

mod entity;
mod name;
mod store;

pub use entity::{Administrator, administrator, recovery_code};
pub use name::AdministratorName;
pub use store::{
    active, add, any_factor, devices_removed_before, find, find_named, forget_devices, keep_app,
    keep_email, keep_password, know_device, known_device, lock, names_of, note_sign_in,
    recovery_codes_left, remove, remove_app, replace_recovery_codes, reset, use_recovery_code,
    use_step,
};

/// How many days after its last use a browser is known: the longest lifetime of a cookie that browsers accept (RFC 6265bis).
pub const DEVICE_DAYS: i64 = 400;
