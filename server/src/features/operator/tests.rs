use super::*;

#[test]
fn ages_are_said_in_words() {
    let now = DateTime::<Utc>::UNIX_EPOCH + TimeDelta::days(1000);
    for (minutes, age) in [
        (0, "just now"),
        (-1, "1 minute ago"),
        (-59, "59 minutes ago"),
        (-60, "1 hour ago"),
        (-47 * 60, "47 hours ago"),
        (-48 * 60, "2 days ago"),
        (90, "in 1 hour"),
    ] {
        assert_eq!(moment(now + TimeDelta::minutes(minutes), now).age, age);
    }
}

#[test]
fn little_room_on_the_disk_is_worth_a_word() {
    const GIGABYTE: u64 = 1_000_000_000;
    for (free, all, is_full) in [
        (50 * GIGABYTE, 100 * GIGABYTE, false),
        (9 * GIGABYTE, 100 * GIGABYTE, true),
        (GIGABYTE / 2, 2 * GIGABYTE, true),
        (80 * GIGABYTE, 1000 * GIGABYTE, false),
    ] {
        assert_eq!(health::is_full(free, all), is_full, "{free} of {all}");
    }
}
