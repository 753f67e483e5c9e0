//! All limits of how often something may be done: name, number, window, where it is counted, what the caller is told, and why.
//! One without a message refuses nobody, as it spaces our own work or our log lines, or in words that say for how long.

use chrono::TimeDelta;

use super::{InDatabase, InRows, Limit, PerNode};

const TOO_MANY_PASSWORDS: &str = "Too many wrong passwords. Please wait a few minutes, or run “townperk admin sign-in-link” on the server.";
const TOO_MANY_CODES: &str =
    "Too many codes were requested from your network. Please try again later.";
const TOO_MANY_CHECKOUTS: &str = "Too many payments in a short time. Please try again in an hour.";
const TOO_MANY_READS: &str =
    "There were many requests from your network. Please try again in a moment.";

// --- Codes and sign-in ---
/// For one purpose, known address or not: strangers can't flood a mailbox, and asking for one purpose uses up no other.
pub const CODES_FOR_A_MAILBOX: Limit<InDatabase> = Limit {
    name: "codes to a mailbox",
    count: 3,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "",
};
/// Wrong codes for one mailbox, over all purposes. A code has a million possibilities; the links in the emails go on working.
pub const WRONG_CODES_FOR_A_MAILBOX: Limit<InDatabase> = Limit {
    name: "wrong codes for a mailbox",
    count: 20,
    period: TimeDelta::hours(24),
    counted: InDatabase,
    message: "Too many wrong codes were entered for this address today. Please use the link in the email, or try again tomorrow.",
};
/// Guesses by one network, for all addresses together.
pub const GUESSED_CODES_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "guessed codes",
    count: 50,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many codes were tried from your network. Please try again later.",
};
/// Links tried by one network. They can't be guessed, so each node counts for itself, to spare the database.
pub const LINKS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "links to confirm an address",
    count: 50,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "Too many links were tried from your network. Please try again later.",
};
/// Where everybody may see a demo as somebody else, each time is a session's row.
pub const DEMO_DOORS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "doors of a demo",
    count: 120,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "That was often enough for an hour. Please try again later.",
};
/// A library has many readers behind one address; a script asks without end.
pub const CODES_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "codes of a network",
    count: 30,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CODES,
};
/// Codes of claims that are asked for again: each purpose has as many as signing in, and uses up no other's (D90).
pub const CLAIM_CODES_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "claim codes of a network",
    count: 30,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CODES,
};
/// As above, of listings.
pub const LISTING_CODES_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "listing codes of a network",
    count: 30,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CODES,
};
/// As above, of transfers. The first code, too, is asked for with a button: the one behind the link of the first email.
pub const TRANSFER_CODES_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "transfer codes of a network",
    count: 30,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CODES,
};
/// An office manages a few boosts, a script many.
pub const PAYER_CODES_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "codes for payers asked for by a network",
    count: 20,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CODES,
};
/// A payer is told once of an address at Stripe, which says that a customer was changed whatever was.
pub const CHANGED_PAYER_ADDRESS: Limit<InDatabase> = Limit {
    name: "emails about a changed address of a payer",
    count: 1,
    period: TimeDelta::days(30),
    counted: InDatabase,
    message: "",
};
/// As above, of any address: it can be changed any number of times.
pub const CHANGED_PAYER_ADDRESSES: Limit<InDatabase> = Limit {
    name: "emails about changed addresses of a payer",
    count: 3,
    period: TimeDelta::days(1),
    counted: InDatabase,
    message: "",
};
/// Wrong passwords per network from which nobody has signed in.
pub const ADMIN_PASSWORDS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "admin passwords of a network",
    count: 10,
    period: TimeDelta::minutes(15),
    counted: InDatabase,
    message: TOO_MANY_PASSWORDS,
};
/// Wrong passwords by all strangers together.
pub const ADMIN_PASSWORDS_OF_STRANGERS: Limit<InDatabase> = Limit {
    name: "admin passwords of strangers",
    count: 100,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_PASSWORDS,
};
/// Wrong passwords per browser that has signed in before.
pub const ADMIN_PASSWORDS_OF_A_DEVICE: Limit<InDatabase> = Limit {
    name: "admin passwords of a device",
    count: 20,
    period: TimeDelta::minutes(15),
    counted: InDatabase,
    message: TOO_MANY_PASSWORDS,
};
/// Wrong codes for one administrator, from wherever they come. A code has a million possibilities, and three are valid at a time.
pub const ADMIN_CODES: Limit<InDatabase> = Limit {
    name: "admin codes",
    count: 10,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many wrong codes. Please wait a few minutes, or run “townperk admin reset” with your name on the server.",
};
/// Wrong passwords with which a signed-in administrator confirms or changes something: a browser left open isn't for guessing.
pub const ADMIN_CONFIRMATIONS: Limit<InDatabase> = Limit {
    name: "admin confirmations",
    count: 10,
    period: TimeDelta::minutes(15),
    counted: InDatabase,
    message: "Too many wrong passwords. Please wait a few minutes.",
};

// --- Forms of visitors and owners ---
/// How many shops one network may list: enough for someone with several shops, too few for a script.
pub const LISTINGS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "listings of a network",
    count: 10,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many coffee shops were listed from your network. Please try again later.",
};
/// Each is read by a person.
pub const REQUESTS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "requests of a network",
    count: 5,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many requests from your network. Please try again later.",
};
/// Someone with several shops claims them in a row; a script claims a town's.
pub const CLAIMS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "claims of a network",
    count: 10,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many claims from your network. Please try again later.",
};
/// Each fetches two pages of the shop's website; whoever mends theirs tries a few times.
pub const WEBSITE_CHECKS_OF_A_CLAIM: Limit<InDatabase> = Limit {
    name: "website checks of a claim",
    count: 12,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "We've looked at the website several times. Please try again in a few minutes.",
};
/// Each emails an address that the owner typed; a shop is sold once.
pub const TRANSFERS_OF_A_SHOP: Limit<InDatabase> = Limit {
    name: "transfers of a shop",
    count: 6,
    period: TimeDelta::hours(24),
    counted: InDatabase,
    message: "You've begun several transfers today. Please begin the next one tomorrow.",
};
/// Each goes to an address that the owner typed; a shop has a handful of people.
pub const MANAGER_INVITATIONS_OF_A_SHOP: Limit<InDatabase> = Limit {
    name: "manager invitations of a shop",
    count: 20,
    period: TimeDelta::hours(24),
    counted: InDatabase,
    message: "You've sent many invitations today. Please send the next ones tomorrow.",
};
/// Who declines isn't written to again and again.
pub const MANAGER_INVITATIONS_TO_A_MAILBOX: Limit<InDatabase> = Limit {
    name: "manager invitations to a mailbox",
    count: 5,
    period: TimeDelta::hours(24),
    counted: InDatabase,
    message: "This address was invited several times today. Please try again tomorrow.",
};
/// Each is read by a person; a walk through a town makes a few.
pub const SUGGESTIONS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "suggestions of a network",
    count: 10,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many suggestions from your network. Please try again later.",
};
/// Suggestions per email address, which may be somebody else's.
pub const SUGGESTIONS_WITH_AN_ADDRESS: Limit<InDatabase> = Limit {
    name: "suggestions with an address",
    count: 5,
    period: TimeDelta::days(1),
    counted: InDatabase,
    message: "Too many suggestions have used this email address. Please leave it out, or try again tomorrow.",
};
/// Mails about suggestions to one shop's owner; further suggestions are only shown on the site.
pub const SUGGESTIONS_TOLD_TO_AN_OWNER: Limit<InDatabase> = Limit {
    name: "suggestions told to an owner",
    count: 3,
    period: TimeDelta::days(1),
    counted: InDatabase,
    message: "",
};
/// Answers to the question on shops' pages: a walk through a town gives a few, and each makes the next one count.
pub const ANSWERS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "answers of a network",
    count: 30,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many answers from your network. Please try again later.",
};
/// Votes by one network for all shops: nobody has coffee that often.
pub const VOTES_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "votes",
    count: 300,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: "Too many votes from your network. Please try again later.",
};
/// Someone improving a page saves a few times.
pub const CHANGES_OF_A_SHOP: Limit<PerNode> = Limit {
    name: "changes of a shop",
    count: 120,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "That's a lot of changes for one hour. Please try again later.",
};
/// Nobody writes more genuine stories in an hour.
pub const STORIES_OF_A_SHOP: Limit<PerNode> = Limit {
    name: "stories of a shop",
    count: 20,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "That's a lot of changes for one hour. Please try again later.",
};
/// Someone tidying a gallery moves photos many times.
pub const CHANGES_OF_A_GALLERY: Limit<PerNode> = Limit {
    name: "changes of a gallery",
    count: 240,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "That's a lot of changes for one hour. Please try again later.",
};
// --- Photos ---
/// Upload addresses of one session; a gallery has a dozen photos.
pub const UPLOADS_OF_A_SESSION: Limit<InRows> = Limit {
    name: "uploads of a session",
    count: 60,
    period: TimeDelta::hours(1),
    counted: InRows,
    message: "That's a lot of photos for one hour. Please try again later.",
};
/// In bytes: twenty of the largest photos.
pub const UPLOADED_BYTES_OF_A_NETWORK: Limit<InRows> = Limit {
    name: "uploaded bytes of a network",
    count: 100_000_000,
    period: TimeDelta::days(1),
    counted: InRows,
    message: "That's a lot of photos for one day. Please try again tomorrow.",
};

// --- Payments ---
/// Trying out stolen cards takes many payments; boosting a shop takes one. A checkout that is paid is no longer counted.
pub const CHECKOUTS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "boost checkouts of a network",
    count: 12,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CHECKOUTS,
};
/// A payer in one network: nobody's unpaid checkouts elsewhere close a shop's boosts, or an address, for others.
pub const CHECKOUTS_OF_A_PAYER: Limit<InDatabase> = Limit {
    name: "boost checkouts of a payer",
    count: 6,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CHECKOUTS,
};
/// A shop's signed-in owner has an allowance of their own, whatever strangers do in the same network. Here, too, a checkout that is
/// paid is no longer counted.
pub const CHECKOUTS_OF_AN_OWNER: Limit<InDatabase> = Limit {
    name: "boost checkouts of an owner",
    count: 12,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CHECKOUTS,
};
/// The same form again is no further checkout, but costs calls to Stripe, too.
pub const REPEATED_CHECKOUTS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "repeated boost checkouts of a network",
    count: 60,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CHECKOUTS,
};
/// As above, for an owner.
pub const REPEATED_CHECKOUTS_OF_AN_OWNER: Limit<InDatabase> = Limit {
    name: "repeated boost checkouts of an owner",
    count: 60,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: TOO_MANY_CHECKOUTS,
};
/// How often a network may ask about its payments. The page asks every few seconds for as long as a bank takes.
pub const PAYMENT_CHECKS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "boost checks of a network",
    count: 300,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: "Too many requests from your network. Please try again in a few minutes.",
};
/// How often Stripe is asked about one purchase by whoever looks at it; between, the ledger answers.
pub const CALLS_FOR_A_PURCHASE: Limit<PerNode> = Limit {
    name: "boost checks of a purchase",
    count: 3,
    period: TimeDelta::seconds(10),
    counted: PerNode,
    message: "",
};

// --- Newsletter ---
/// Emails that sign-ups may cause in total; with more, we would be someone's spam tool.
pub const SIGN_UP_MAILS: Limit<InRows> = Limit {
    name: "newsletter mails of an hour",
    count: 500,
    period: TimeDelta::hours(1),
    counted: InRows,
    message: "Many people are signing up right now. Please try again in an hour.",
};
/// Forms that a node takes before it asks the database, those of robots among them.
pub const SIGN_UP_FORMS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "newsletter forms of a network",
    count: 20,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: SIGN_UPS_OF_A_NETWORK.message,
};
/// Enough for an office behind one address, too few for a script.
pub const SIGN_UPS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "newsletter sign-ups of a network",
    count: 20,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Too many sign-ups from your network. Please try again later.",
};
/// Per address, however often it is entered, and whether or not it gets an email (checklist E3).
pub const SIGN_UPS_OF_AN_ADDRESS: Limit<InDatabase> = Limit {
    name: "newsletter mails to an address",
    count: 1,
    period: TimeDelta::hours(24),
    counted: InDatabase,
    message: "",
};
/// Shared by all spellings of one mailbox (`ann+1@`, `a.nn@`).
pub const SIGN_UPS_OF_A_MAILBOX: Limit<InDatabase> = Limit {
    name: "newsletter mails to a mailbox",
    count: 3,
    period: TimeDelta::hours(24),
    counted: InDatabase,
    message: "",
};
/// What a /24 or /48 gets of the second half of those emails, so that a few networks can't close the newsletter for everyone.
pub const LATE_SIGN_UPS_OF_A_NETWORK: Limit<InDatabase> = Limit {
    name: "newsletter mails of a busy hour to a network",
    count: 2,
    period: TimeDelta::hours(1),
    counted: InDatabase,
    message: "Many people are signing up right now. Please try again in an hour.",
};
/// Each test is an email.
pub const NEWSLETTER_TESTS: Limit<PerNode> = Limit {
    name: "newsletter tests",
    count: 20,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "Too many tests this hour. Please wait a bit.",
};

// --- Costly reads, and events ---
/// A hotel full of people typing doesn't come close; a program that searches nonstop reaches it in seconds.
pub const SEARCHES_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "searches of a network",
    count: 1200,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: "Too many searches from your network. Please try again in a moment.",
};
/// A visit to the home page makes one request.
pub const NEARBY_READS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "reads around a point of a network",
    count: 600,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: TOO_MANY_READS,
};
/// No page uses these. A program that copies the directory makes one now and then.
pub const WHOLE_LISTS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "whole lists of a network",
    count: 60,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: "There were many requests for whole lists from your network. Please ask for pages, or try again later.",
};
/// Social networks and messengers fetch each picture once.
pub const PICTURES_FOR_A_NETWORK: Limit<PerNode> = Limit {
    name: "pictures drawn for a network",
    count: 600,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: TOO_MANY_READS,
};
/// A page makes one request.
pub const LOCATIONS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "locate",
    count: 120,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "Too many requests. Please wait a moment.",
};
/// More than a busy office produces.
pub const EVENTS_OF_A_NETWORK: Limit<PerNode> = Limit {
    name: "events",
    count: 600,
    period: TimeDelta::minutes(10),
    counted: PerNode,
    message: "Too many events from your network.",
};
// --- Log lines that strangers cause ---
/// Maximum log lines per kind, so nobody can fill the disk by being refused. The metrics still count all of them.
pub const REFUSALS_LOGGED: Limit<PerNode> = Limit {
    name: "refusals in the log",
    count: 600,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "",
};
/// The line says what to set; more of them say no more.
pub const UNKNOWN_PROXIES_LOGGED: Limit<PerNode> = Limit {
    name: "unknown proxies in the log",
    count: 1,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "",
};
/// As above.
pub const FULL_NETWORKS_LOGGED: Limit<PerNode> = Limit {
    name: "full networks in the log",
    count: 1,
    period: TimeDelta::hours(1),
    counted: PerNode,
    message: "",
};
/// Anyone can send unsigned requests, so the log mentions one a minute; the metrics count all.
pub const REFUSED_WEBHOOKS_LOGGED: Limit<PerNode> = Limit {
    name: "refused webhooks in the log",
    count: 1,
    period: TimeDelta::minutes(1),
    counted: PerNode,
    message: "",
};

/// For all nodes together, as required by the policy of OpenStreetMap's own server.
pub const GEOCODER_CALLS: Limit<InDatabase> = Limit {
    name: "questions to the geocoder",
    count: 1,
    period: TimeDelta::seconds(1),
    counted: InDatabase,
    message: "The geocoder is limited to one request per second.",
};

/// Questions to Overpass, by the operator's setting; its servers are run by volunteers.
#[must_use]
pub fn overpass_questions(pause_seconds: u32) -> Limit<InDatabase> {
    Limit {
        name: "questions to Overpass",
        count: 1,
        period: TimeDelta::seconds(pause_seconds.into()),
        counted: InDatabase,
        message: "Overpass was asked a moment ago.",
    }
}

/// Calls to the model, by the operator's setting; a model that is called in a circle costs money all night.
#[must_use]
pub fn ai_calls(calls_per_day: u32) -> Limit<InDatabase> {
    Limit {
        name: "AI calls",
        count: calls_per_day,
        period: TimeDelta::days(1),
        counted: InDatabase,
        message: "Today's AI calls are used up.",
    }
}

/// List emails, by the operator's setting: spread evenly across all servers, so that no minute exceeds it.
#[must_use]
pub fn list_mails(mails_per_minute: u32) -> Limit<InDatabase> {
    Limit {
        name: "list mails",
        count: 1,
        period: TimeDelta::minutes(1) / i32::try_from(mails_per_minute).unwrap_or(i32::MAX),
        counted: InDatabase,
        message: "",
    }
}
