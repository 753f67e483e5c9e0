//! The cards that the sandbox accepts. Numbers, codes and messages are those of Stripe's own test mode.

use serde::{Deserialize, Serialize};

/// What happens when a card is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Behavior {
    /// Pays.
    Succeeds,
    /// Always declined.
    Declines,
    /// Requires verification first; once set up, pays without it.
    NeedsAuthentication,
    /// Pays while its holder is present; otherwise it is declined, so renewals fail.
    FailsLater,
    /// Pays, and its holder disputes it at once.
    IsDisputed,
    /// Pays days later or not at all: the payment stays in `processing` until it is settled.
    StaysProcessing,
}

/// A test card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestCard {
    /// Digits alone.
    pub number: &'static str,
    /// The token of a predefined payment method (`payment_method=pm_card_visa`).
    pub token: &'static str,
    pub behavior: Behavior,
    /// Why it is declined.
    pub refusal: Refusal,
}

/// Why a card was declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: &'static str,
    pub decline_code: Option<&'static str>,
    pub message: &'static str,
}

/// A decline without a reason.
pub const DECLINED: Refusal = Refusal {
    code: "card_declined",
    decline_code: Some("generic_decline"),
    message: "Your card was declined.",
};

/// The holder didn't confirm.
pub const NOT_AUTHENTICATED: Refusal = Refusal {
    code: "payment_intent_authentication_failure",
    decline_code: None,
    message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
};

/// The number isn't a test card's.
pub const NOT_A_TEST_CARD: Refusal = Refusal {
    code: "card_declined",
    decline_code: Some("test_mode_live_card"),
    message: "Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
};

const fn card(number: &'static str, token: &'static str, behavior: Behavior) -> TestCard {
    TestCard {
        number,
        token,
        behavior,
        refusal: DECLINED,
    }
}

const fn refused(
    number: &'static str,
    token: &'static str,
    code: &'static str,
    decline_code: Option<&'static str>,
    message: &'static str,
) -> TestCard {
    TestCard {
        number,
        token,
        behavior: Behavior::Declines,
        refusal: Refusal {
            code,
            decline_code,
            message,
        },
    }
}

/// All of them.
pub const CARDS: &[TestCard] = &[
    card("4242424242424242", "pm_card_visa", Behavior::Succeeds),
    card("5555555555554444", "pm_card_mastercard", Behavior::Succeeds),
    card(
        "4000000000000002",
        "pm_card_visa_chargeDeclined",
        Behavior::Declines,
    ),
    refused(
        "4000000000009995",
        "pm_card_visa_chargeDeclinedInsufficientFunds",
        "card_declined",
        Some("insufficient_funds"),
        "Your card has insufficient funds.",
    ),
    refused(
        "4000000000000069",
        "pm_card_chargeDeclinedExpiredCard",
        "expired_card",
        None,
        "Your card has expired.",
    ),
    refused(
        "4000000000000127",
        "pm_card_chargeDeclinedIncorrectCvc",
        "incorrect_cvc",
        None,
        "Your card's security code is incorrect.",
    ),
    refused(
        "4000000000000119",
        "pm_card_chargeDeclinedProcessingError",
        "processing_error",
        None,
        "An error occurred while processing your card. Try again in a little bit.",
    ),
    card(
        "4000002500003155",
        "pm_card_authenticationRequiredOnSetup",
        Behavior::NeedsAuthentication,
    ),
    card(
        "4000000000000341",
        "pm_card_chargeCustomerFail",
        Behavior::FailsLater,
    ),
    card(
        "4000000000000259",
        "pm_card_createDispute",
        Behavior::IsDisputed,
    ),
    // Our own number: in Stripe's test mode, only bank debits stay in processing.
    card(
        "4000000000008880",
        "pm_usBankAccount_processing",
        Behavior::StaysProcessing,
    ),
];

/// The card with this number.
#[must_use]
pub fn by_number(number: &str) -> Option<&'static TestCard> {
    CARDS.iter().find(|card| card.number == number)
}

/// The card with this token.
#[must_use]
pub fn by_token(token: &str) -> Option<&'static TestCard> {
    CARDS.iter().find(|card| card.token == token)
}

/// Whether the check digit is right (ISO/IEC 7812).
#[must_use]
pub fn has_check_digit(number: &str) -> bool {
    let sum: Option<u32> = number
        .chars()
        .rev()
        .enumerate()
        .try_fold(0, |sum, (place, digit)| {
            let digit = digit.to_digit(10)?;
            let weighed = if place % 2 == 1 { digit * 2 } else { digit };
            Some(sum + weighed / 10 + weighed % 10)
        });
    number.len() >= 12 && sum.is_some_and(|sum| sum % 10 == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_card_has_its_check_digit() {
        assert!(CARDS.iter().all(|card| has_check_digit(card.number)));
        assert!(!has_check_digit("4242424242424241"));
        assert!(!has_check_digit("42"));
        assert!(!has_check_digit("4242-4242-4242"));
    }
}
