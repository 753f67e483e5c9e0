//! What the engines' error codes mean.

use sea_orm::{DbErr, RuntimeErr, sqlx};

/// Codes for "another transaction won": SQLite busy (5) and stale snapshot (517), PostgreSQL deadlock, serialization, lock timeout.
const RACE_CODES: &[&str] = &["5", "517", "40P01", "40001", "55P03"];

/// PostgreSQL's classes and codes for temporary errors: connection exceptions, insufficient resources, shutdown or
/// startup, system errors; also a read-only server, an idle transaction timeout, a canceled statement, and lost races.
const TRANSIENT_SQLSTATES: &[&str] = &[
    "08", "53", "57P", "58", "25006", "25P03", "57014", "40P01", "40001", "55P03",
];

/// SQLite's codes for temporary errors: busy, locked, read-only, I/O error, full disk, can't open the file.
const TRANSIENT_CODES: &[u32] = &[5, 6, 8, 10, 13, 14];

/// The engine's error code: SQLite's extended code, or PostgreSQL's five characters.
#[must_use]
pub fn code_of(error: &DbErr) -> Option<String> {
    let (DbErr::Exec(RuntimeErr::SqlxError(source))
    | DbErr::Query(RuntimeErr::SqlxError(source))
    | DbErr::Conn(RuntimeErr::SqlxError(source))) = error
    else {
        return None;
    };
    let code = source.as_database_error()?.code()?;
    Some(code.into_owned())
}

/// Whether files are damaged: SQLite's `SQLITE_CORRUPT` and `SQLITE_NOTADB` with their variants, PostgreSQL's
/// `data_corrupted` and `index_corrupted`.
#[must_use]
pub fn is_damage(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => matches!(number & 0xff, 11 | 26),
        _ => matches!(code.as_str(), "XX001" | "XX002"),
    })
}

/// Whether a pooler such as PgBouncer refuses what we send to PostgreSQL itself: a startup parameter, or a prepared
/// statement of another transaction.
#[must_use]
pub fn is_from_a_pooler(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| matches!(code.as_str(), "08P01" | "26000" | "42P05"))
}

/// Whether PostgreSQL lets this role only read: `insufficient_privilege` or `read_only_sql_transaction`.
#[must_use]
pub fn may_only_read(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| matches!(code.as_str(), "42501" | "25006"))
}

/// Whether retrying the same transaction may succeed.
#[must_use]
pub fn lost_a_race(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| RACE_CODES.contains(&code.as_str()))
}

/// Whether the database can't be reached or can't save anything, so that the same statement may succeed later.
#[must_use]
pub fn is_unavailable(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        DbErr::Exec(RuntimeErr::SqlxError(source))
        | DbErr::Query(RuntimeErr::SqlxError(source)) => match &**source {
            sqlx::Error::Database(_) => code_of(error).is_some_and(|code| is_transient(&code)),
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => true,
            _ => false,
        },
        _ => false,
    }
}

/// Whether nothing accepted our connections until the timeout, for example because the database is starting.
#[must_use]
pub fn is_starting(error: &DbErr) -> bool {
    matches!(error, DbErr::Conn(RuntimeErr::SqlxError(source)) if matches!(**source, sqlx::Error::PoolTimedOut))
}

fn is_transient(code: &str) -> bool {
    if code.len() == 5 {
        return TRANSIENT_SQLSTATES
            .iter()
            .any(|state| code.starts_with(state));
    }
    // The lowest byte is the primary error code; the higher ones are details.
    code.parse::<u32>()
        .is_ok_and(|code| TRANSIENT_CODES.contains(&(code & 0xff)))
}
