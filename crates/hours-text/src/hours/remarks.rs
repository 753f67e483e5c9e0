//! Texts in an expression besides days and times.

use opening_hours_syntax::rules::RuleSequence;

/// Days in the syntax, and as people write them.
const DAYS: [(&str, &str); 8] = [
    ("Mo", "Mon"),
    ("Tu", "Tue"),
    ("We", "Wed"),
    ("Th", "Thu"),
    ("Fr", "Fri"),
    ("Sa", "Sat"),
    ("Su", "Sun"),
    ("PH", "holidays"),
];

/// Times that depend on the sun, and the text for them.
const SUN: [(&str, &str); 2] = [("sunset", "Until sunset"), ("dusk", "Until dusk")];

pub(super) fn of(osm: &str) -> Vec<String> {
    let Ok(expression) = opening_hours_syntax::parse(osm) else {
        return Vec::new();
    };
    let outside_comments: String = osm.split('"').step_by(2).collect();
    let sun = SUN
        .iter()
        .filter(|(event, _)| outside_comments.to_ascii_lowercase().contains(event))
        .map(|(_, words)| (*words).to_owned());
    let mut remarks: Vec<String> = sun.collect();
    for rule in expression
        .rules
        .iter()
        .filter(|rule| !rule.comment.is_empty())
    {
        let remark = remark(rule);
        if !remarks.contains(&remark) {
            remarks.push(remark);
        }
    }
    remarks
}

fn remark(rule: &RuleSequence) -> String {
    let comment = rule.comment.trim();
    if rule.day_selector.is_empty() {
        return comment.to_owned();
    }
    let mut days = rule.day_selector.to_string();
    for (code, name) in DAYS {
        days = days.replace(code, name);
    }
    format!("{}: {comment}", days.replace(',', ", "))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn an_owners_words_stay_with_their_days() {
        for (osm, remarks) in [
            (
                "Mo-Fr 07:00-15:00; Sa \"by appointment\"",
                &["Sat: by appointment"][..],
            ),
            (
                "Mo-Fr 07:00-15:00 open \"earlier if we run out\"",
                &["Mon-Fri: earlier if we run out"],
            ),
            ("Mo-Su 07:00-sunset", &["Until sunset"]),
            ("Mo-Fr 07:00-15:00", &[]),
            ("\"by appointment\"", &["by appointment"]),
        ] {
            assert_eq!(of(osm), remarks, "{osm}");
        }
    }
}
