//! What answers mean together.

use crate::catalog::entities::fact_answer::Fact;

/// What visitors of different networks say of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing yet.
    Open,
    /// It is right, or this is what nobody knew.
    Agreed { says_yes: bool },
    /// They contradict each other, or agree that the fact is wrong.
    Contested,
}

/// What `answers` of different networks say about `fact`; `has_wifi` is what the page says.
pub(super) fn verdict(fact: Fact, has_wifi: Option<bool>, answers: &[bool]) -> Verdict {
    let Some((first, rest)) = answers.split_first() else {
        return Verdict::Open;
    };
    if rest.iter().any(|other| other != first) {
        return Verdict::Contested;
    }
    let is_right = match fact {
        Fact::Place | Fact::Hours => *first,
        Fact::Wifi => has_wifi.is_none_or(|known| known == *first),
    };
    match (rest.is_empty(), is_right) {
        (true, _) => Verdict::Open,
        (false, true) => Verdict::Agreed { says_yes: *first },
        (false, false) => Verdict::Contested,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_who_agree_decide_and_one_never_does() {
        let agreed = |says_yes| Verdict::Agreed { says_yes };
        for (fact, has_wifi, answers, expected) in [
            (Fact::Hours, None, &[][..], Verdict::Open),
            (Fact::Hours, None, &[true], Verdict::Open),
            (Fact::Hours, None, &[false], Verdict::Open),
            (Fact::Hours, None, &[true, true], agreed(true)),
            (Fact::Hours, None, &[false, false], Verdict::Contested),
            (Fact::Place, None, &[true, false], Verdict::Contested),
            (Fact::Place, None, &[true, true, false], Verdict::Contested),
            (Fact::Wifi, None, &[false, false], agreed(false)),
            (Fact::Wifi, Some(false), &[false, false], agreed(false)),
            (Fact::Wifi, Some(true), &[false, false], Verdict::Contested),
        ] {
            let found = verdict(fact, has_wifi, answers);
            assert_eq!(found, expected, "{fact:?} {has_wifi:?} {answers:?}");
        }
    }
}
