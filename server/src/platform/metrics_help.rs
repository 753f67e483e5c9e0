//! What each metric means, for `# HELP` in `/metrics`.

/// Name and meaning.
const HELP: &[(&str, &str)] = &[
    (
        "townperk_certificate_end_timestamp_seconds",
        "When the certificate of the server's own HTTPS ends, in seconds since 1970.",
    ),
    (
        "townperk_access_log_lost_total",
        "Lines of the access log that were dropped because nobody took them.",
    ),
    (
        "townperk_database_round_trip_seconds",
        "How long the database took for the simplest question just now.",
    ),
    (
        "townperk_database_slow_statements_total",
        "Database statements that took longer than slow_query_ms.",
    ),
    (
        "townperk_http_requests_total",
        "Answered requests by route and class of status.",
    ),
    ("townperk_jobs", "Jobs by kind and state."),
    ("process_cpu_seconds_total", "CPU time of this process."),
    ("process_open_fds", "Open file descriptors of this process."),
    (
        "process_resident_memory_bytes",
        "Memory of this process that is in RAM.",
    ),
    (
        "process_start_time_seconds",
        "When this process started, in seconds since 1970.",
    ),
    ("townperk_ai_calls_total", "Calls to the language model."),
    (
        "townperk_backup_age_seconds",
        "Time since the last backup. Missing if there was none.",
    ),
    (
        "townperk_backup_behind_seconds",
        "How long the oldest write that isn't in the vault has waited. 0 if none waits.",
    ),
    (
        "townperk_backup_drill_age_seconds",
        "Time since a backup was last restored to try it. Missing if there was none.",
    ),
    (
        "townperk_backup_drill_failed",
        "1 if the last backup that was tried can't be restored.",
    ),
    ("townperk_backup_failing", "1 while nightly backups fail."),
    (
        "townperk_build_info",
        "1, with the version and the commit as labels.",
    ),
    (
        "townperk_catalog_revision",
        "Changes to the directory in memory since the start.",
    ),
    (
        "townperk_clock_offset_seconds",
        "The database's clock minus this machine's.",
    ),
    (
        "townperk_database_log_bytes",
        "Size of SQLite's write-ahead log.",
    ),
    (
        "townperk_database_up",
        "Whether the database answered just now.",
    ),
    ("townperk_disk_bytes", "Size of the data folder's disk."),
    (
        "townperk_disk_free_bytes",
        "Free space on the data folder's disk.",
    ),
    (
        "townperk_http_request_seconds",
        "Time to answer a request, without sending it.",
    ),
    (
        "townperk_http_responses_total",
        "Responses by class of status.",
    ),
    (
        "townperk_jobs_late",
        "Kinds of jobs that should have started an hour ago.",
    ),
    ("townperk_jobs_open", "Jobs that wait or run."),
    (
        "townperk_mail_broken",
        "Whether no email gets through: an attempt failed, and none has left since.",
    ),
    (
        "townperk_mail_failed",
        "Emails that failed for good and were not dismissed.",
    ),
    (
        "townperk_mail_oldest_unsent_seconds",
        "Age of the oldest email that should have left.",
    ),
    ("townperk_mail_waiting", "Emails that wait to be sent."),
    (
        "townperk_nodes",
        "Servers of this installation that reported within five minutes.",
    ),
    (
        "townperk_payment_notice_last_seconds",
        "When Stripe last sent a webhook, in seconds since 1970.",
    ),
    (
        "townperk_payment_notices_total",
        "Webhooks from Stripe by result.",
    ),
    (
        "townperk_payment_refunds_open",
        "Refunds that Stripe hasn't confirmed.",
    ),
    (
        "townperk_render_failures_total",
        "Pages that could not be rendered; the browser renders these.",
    ),
    (
        "townperk_render_queue_length",
        "Pages that wait to be rendered.",
    ),
    (
        "townperk_render_runtimes_replaced",
        "JavaScript runtimes replaced since the start.",
    ),
    ("townperk_render_seconds", "Time to render a page."),
    (
        "townperk_response_cache_bytes",
        "Memory used by cached responses.",
    ),
    ("townperk_response_cache_entries", "Cached responses."),
    (
        "townperk_response_cache_total",
        "Look-ups in the response cache by result.",
    ),
    (
        "townperk_storage_up",
        "Whether the storage for photos worked when it was last tried.",
    ),
    ("townperk_search_shops", "Shops in the search index."),
];

/// `text` with a line of help before each metric.
pub(super) fn with_help(text: &str) -> String {
    let mut explained = String::with_capacity(text.len() + 64 * HELP.len());
    for line in text.lines() {
        let name = line
            .strip_prefix("# TYPE ")
            .and_then(|rest| rest.split(' ').next());
        let help = name.and_then(|name| HELP.iter().find(|(known, _)| *known == name));
        if let Some((name, help)) = help {
            explained.push_str("# HELP ");
            explained.push_str(name);
            explained.push(' ');
            explained.push_str(help);
            explained.push('\n');
        }
        explained.push_str(line);
        explained.push('\n');
    }
    explained
}
