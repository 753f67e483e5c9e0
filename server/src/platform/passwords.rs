//! Passwords of administrators (D60, checklist X5) as Argon2id hashes, and the shared one, of which there is one per installation.

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier, password_hash::SaltString};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter,
    sea_query::{Expr, OnConflict},
};

use super::{
    error::{Error, Result},
    id_generator::IdGenerator,
    weak_passwords,
};

/// The table with the password.
mod admin_password {
    use sea_orm::entity::prelude::*;

    /// The row of `admin_passwords`.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "admin_passwords")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: i64,
        /// In the PHC string format.
        pub password_hash: String,
        pub updated_at: ChronoDateTimeUtc,
    }

    impl std::fmt::Debug for Model {
        fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("Model(hidden)")
        }
    }

    /// No relations: queries don't join entities.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use admin_password::{ActiveModel, Column, Entity};

/// Shorter passwords are too easy to guess (checklist X5).
pub const SHORTEST: usize = 12;
/// Longer ones only waste time.
pub const LONGEST: usize = 200;
const ONLY_ROW: i64 = 1;

/// Syllables are easier to copy from a terminal than random characters; 16 of them have 96 random bits.
const CONSONANTS: &[u8; 16] = b"bdfghjkmnprstvwz";
const VOWELS: &[u8; 4] = b"aeiu";

/// The Argon2id hash of `password` with a new salt. Takes about 50 ms of CPU time, so run it on the pool.
///
/// # Errors
///
/// When hashing fails.
pub fn hash(password: &str, identifiers: &IdGenerator) -> Result<String> {
    let mut salt = [0; 16];
    identifiers.fill(&mut salt);
    let unhashed = |error| Error::Internal(format!("a password can't be hashed: {error}"));
    let salt = SaltString::encode_b64(&salt).map_err(unhashed)?;
    let hash = Argon2::default()
        .hash_password(password.as_bytes(), &salt)
        .map_err(unhashed)?;
    Ok(hash.to_string())
}

/// Whether `hash` is of this `password`. Takes as long as [`hash`].
#[must_use]
pub fn is_right(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

/// The stored hash; `None` before the first start.
pub async fn kept(connection: &impl ConnectionTrait) -> Result<Option<String>> {
    let row = Entity::find_by_id(ONLY_ROW).one(connection).await?;
    Ok(row.map(|row| row.password_hash))
}

/// Replaces the stored hash.
pub async fn keep(
    connection: &impl ConnectionTrait,
    hash: String,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::insert(row(hash, now))
        .on_conflict(
            OnConflict::column(Column::Id)
                .update_columns([Column::PasswordHash, Column::UpdatedAt])
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Keeps the stored hash as it is until the commit, if it's still the one that was `seen`. Returns whether it was. Whoever replaces
/// it meanwhile waits for this transaction, or this one for them.
pub async fn hold(connection: &impl ConnectionTrait, seen: &str) -> Result<bool> {
    let held = Entity::update_many()
        .col_expr(Column::PasswordHash, Expr::value(seen))
        .filter(Column::Id.eq(ONLY_ROW))
        .filter(Column::PasswordHash.eq(seen))
        .exec(connection)
        .await?;
    Ok(held.rows_affected == 1)
}

/// Stores `hash` unless there is one: if several nodes start at once, one of them wins. Returns whether this one did.
pub async fn keep_first(
    connection: &impl ConnectionTrait,
    hash: String,
    now: DateTime<Utc>,
) -> Result<bool> {
    let kept = Entity::insert(row(hash, now))
        .on_conflict(OnConflict::column(Column::Id).do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    Ok(kept > 0)
}

fn row(hash: String, now: DateTime<Utc>) -> ActiveModel {
    ActiveModel {
        id: Set(ONLY_ROW),
        password_hash: Set(hash),
        updated_at: Set(now),
    }
}

/// A password that can't be guessed but is easy to type, such as `bukat-fimed-zasor-…`.
#[must_use]
pub fn generate(identifiers: &IdGenerator) -> String {
    let mut bytes = [0; 16];
    identifiers.fill(&mut bytes);
    let mut text = String::new();
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 && index % 4 == 0 {
            text.push('-');
        }
        let consonant = CONSONANTS.get(usize::from(byte & 15)).unwrap_or(&b'b');
        let vowel = VOWELS.get(usize::from(byte >> 4 & 3)).unwrap_or(&b'a');
        text.push(char::from(*consonant));
        text.push(char::from(*vowel));
    }
    text
}

/// Checks a new password.
///
/// # Errors
///
/// When it is too short, too long or among the first that are guessed, with a sentence for the person.
pub fn check_new(password: &str) -> Result<()> {
    check_length(password)?;
    match weak_passwords::weakness(password) {
        None => Ok(()),
        Some(weakness) => Err(Error::invalid_field("password", weakness)),
    }
}

/// Checks a password's length alone.
///
/// # Errors
///
/// When it is too short or too long, with a sentence for the person.
pub fn check_length(password: &str) -> Result<()> {
    let length = password.chars().count();
    if (SHORTEST..=LONGEST).contains(&length) {
        Ok(())
    } else {
        Err(Error::invalid_field(
            "password",
            format!("The password must be {SHORTEST} to {LONGEST} characters long."),
        ))
    }
}
