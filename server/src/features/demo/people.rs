//! The people in a demo's past. They prove their addresses as everybody does, and yet are nobody's: nobody can have a mailbox in
//! `.example` (RFC 2606). So a demo shows itself as one of them, and removes them with the invented shops.

/// Who has owned an invented shop since yesterday: the part of the address before the at sign, as of all of them.
pub const SECOND_OWNER: &str = "nora.whitfield";
/// Who claims a shop with an address at the shop's website.
pub const AT_ITS_WEBSITE: &str = "elena.ruiz";
/// Who claims the same shop with an address that anybody could have.
pub const RIVAL: &str = "dana.pruitt";
/// Who filled in the form and never entered the code.
pub const UNCONFIRMED: &str = "marcus.bell";
/// Who lists a shop and never enters the code.
pub const SUBMITTER: &str = "theo.lindgren";
/// Who pays for a boost by the month.
pub const SUBSCRIBER: &str = "irene.castle";
/// Who did, and canceled.
pub const CANCELED: &str = "priya.raman";
/// Whose card was declined when the month was over.
pub const DECLINED: &str = "carla.mendes";
/// Who got the money back.
pub const REFUNDED: &str = "owen.park";
/// Whose payment wasn't what the boost costs.
pub const UNDER_REVIEW: &str = "hank.dubois";

/// What is around the number in the addresses of the owners whom a demo is filled with.
const FIRST_OWNER: &str = "owner";
const FIRST_HOST: &str = "@example.com";

/// How the addresses of all of them end.
pub(super) const NOBODYS: &str = ".example";

const ALL: [&str; 10] = [
    SECOND_OWNER,
    AT_ITS_WEBSITE,
    RIVAL,
    UNCONFIRMED,
    SUBMITTER,
    SUBSCRIBER,
    CANCELED,
    DECLINED,
    REFUNDED,
    UNDER_REVIEW,
];

/// Whether the address is of one of these people, or of an owner whom the demo was filled with.
pub(super) fn is_invented(address: &str) -> bool {
    name_of(address).is_some_and(|name| ALL.contains(&name)) || is_first_owner(address)
}

/// The address of one of the owners whom a demo is filled with.
pub(super) fn first_owner(number: u32) -> String {
    format!("{FIRST_OWNER}{number}{FIRST_HOST}")
}

/// Some of them have proven it since, to write a story in the demo's past. Nobody can have it (RFC 2606, 3).
fn is_first_owner(address: &str) -> bool {
    let name = address.strip_suffix(FIRST_HOST);
    let number = name.and_then(|name| name.strip_prefix(FIRST_OWNER));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Whether the address is of who has owned a shop since yesterday.
pub(super) fn is_second_owner(address: &str) -> bool {
    name_of(address) == Some(SECOND_OWNER)
}

/// What is before the at sign of an address that nobody can have.
fn name_of(address: &str) -> Option<&str> {
    let (name, host) = address.rsplit_once('@')?;
    host.ends_with(NOBODYS).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_that_nobody_can_have_are_invented() {
        assert!(is_invented("dana.pruitt@mail.example"));
        assert!(is_invented("elena.ruiz@rust-and-bean.example"));
        assert!(is_second_owner("nora.whitfield@mail.example"));
        assert!(is_invented(&first_owner(12)));
        for address in [
            "nora.whitfield@mail.com",
            "nora.whitfield@example.com",
            "nora.whitfield@mail.example.com",
            "nora.whitfield@notexample",
            "jo@mail.example",
            "owner@example.com",
            "owner1a@example.com",
            "owner1@example.org",
            "coowner1@example.com",
            "nora.whitfield",
        ] {
            assert!(!is_invented(address), "{address}");
            assert!(!is_second_owner(address), "{address}");
        }
    }
}
