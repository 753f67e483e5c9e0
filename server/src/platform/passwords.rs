//! The administrator's password (D60, checklist X5): kept as an Argon2id hash, one for the installation.

use argon2::{Argon2, PasswordHash, PasswordHasher, PasswordVerifier, password_hash::SaltString};
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ConnectionTrait, EntityTrait, sea_query::OnConflict};

use super::{
    error::{Error, Result},
    id_generator::IdGenerator,
};

/// The table of the one password.
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

    /// None that queries need.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

use admin_password::{ActiveModel, Column, Entity};

/// Shorter passwords can be guessed (checklist X5).
pub const SHORTEST: usize = 12;
/// Longer ones only cost time.
pub const LONGEST: usize = 200;
const ONLY_ROW: i64 = 1;

/// Syllables are easier to copy from a terminal than letters of all kinds; 16 of them hold 96 bits of chance.
const CONSONANTS: &[u8; 16] = b"bdfghjkmnprstvwz";
const VOWELS: &[u8; 4] = b"aeiu";

/// The Argon2id hash of `password`, with a salt of its own. Takes a processor for some 50 ms: run it on the pool.
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

/// Whether `password` is the one that `hash` was made of. Takes as long as [`hash`].
#[must_use]
pub fn is_right(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(password.as_bytes(), &hash)
            .is_ok()
    })
}

/// The hash that is kept; `None` before the first start.
pub async fn kept(connection: &impl ConnectionTrait) -> Result<Option<String>> {
    let row = Entity::find_by_id(ONLY_ROW).one(connection).await?;
    Ok(row.map(|row| row.password_hash))
}

/// Keeps `hash` in place of the one before.
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

/// Keeps `hash` unless there is one already: of several nodes that start at once one decides. Says whether it did.
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

/// A password that nobody can guess and everybody can type, such as `bukat-fimed-zasor-…`.
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

/// Refuses a new password that is too short or too long, with a sentence.
pub fn check_new(password: &str) -> Result<()> {
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
