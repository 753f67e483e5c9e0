//! What an administrator proves it with: the password, and a code of the app or a recovery code.

use sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::{
    emails::{self, News},
    password,
};
use crate::{
    features::Services,
    platform::{
        administrators::{self, Administrator, recovery_code},
        app_codes,
        error::{Error, Factor, Result},
        keys::hexadecimal,
        limits::table::{ADMIN_CODES, ADMIN_CONFIRMATIONS},
        limits_shared, passwords,
        web::AdministratorId,
    },
};

/// What an app's secret is sealed for.
const APP_SECRET: &str = "administrator's app";
/// What a recovery code is hashed for.
const RECOVERY_CODE: &str = "administrator's recovery code";
/// How many recovery codes there are.
const RECOVERY_CODES: usize = 10;
/// 80 random bits in a code, so that a fast hash is enough.
const RECOVERY_SIGNS: usize = 16;
/// Without letters that look like digits.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// What was typed as a code: digits of the app, or a recovery code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TypedCode(String);

impl TypedCode {
    /// Spaces, dashes and case don't count. `None` for an empty field.
    pub(super) fn of(typed: &str) -> Option<Self> {
        let signs = typed
            .chars()
            .filter(|sign| !sign.is_whitespace() && !matches!(sign, '-' | '–' | '—'));
        let text: String = signs.flat_map(char::to_lowercase).collect();
        (!text.is_empty()).then_some(Self(text))
    }

    fn is_recovery_code(&self) -> bool {
        self.0.len() == RECOVERY_SIGNS
    }
}

/// Whether this is the password: of the administrator, or the shared one. An unknown administrator takes as long.
pub(super) async fn is_password(
    services: &Services,
    hash: Option<String>,
    password: String,
) -> Result<bool> {
    match hash {
        Some(hash) => {
            services
                .cpu
                .run(move || passwords::is_right(&password, &hash))
                .await
        }
        None => {
            password::hash_of(services, &password).await?;
            Ok(false)
        }
    }
}

/// The hash that a session's password is compared with.
pub(super) async fn hash_of_session(
    services: &Services,
    administrator: Option<&Administrator>,
) -> Result<Option<String>> {
    match administrator {
        Some(administrator) => Ok(Some(administrator.password_hash.clone())),
        None => passwords::kept(services.database.reads()).await,
    }
}

/// Uses up a code, once over all nodes, and emails the administrator if it's a recovery code.
///
/// # Errors
///
/// [`Error::FactorNeeded`] if it is wrong, was used, or is earlier than one that was.
pub(super) async fn use_code(
    transaction: &impl ConnectionTrait,
    services: &Services,
    administrator: &Administrator,
    code: &TypedCode,
) -> Result<()> {
    let now = services.clock.now();
    let key = administrator.key();
    if code.is_recovery_code() {
        let hash = hash_of_recovery_code(services, key, &code.0);
        if !administrators::use_recovery_code(transaction, key, &hash, now).await? {
            return Err(wrong_code());
        }
        let news = News::RecoveryCodeUsed;
        return emails::tell(transaction, services, administrator, news).await;
    }
    let secret = secret_of(services, administrator)?;
    let step = app_codes::step_of(&secret, &code.0, now).ok_or_else(wrong_code)?;
    if administrators::use_step(transaction, administrator, step).await? {
        Ok(())
    } else {
        Err(wrong_code())
    }
}

fn wrong_code() -> Error {
    Error::FactorNeeded {
        message: "This code is wrong, or was used already. Wait for the next one.".into(),
        factor: Factor::Code,
        is_confirmation: false,
    }
}

fn secret_of(services: &Services, administrator: &Administrator) -> Result<Vec<u8>> {
    let sealed = administrator.app_secret.as_deref().unwrap_or_default();
    services
        .keys
        .unseal((APP_SECRET, administrator.id.as_bytes()), sealed)
        .ok_or_else(|| {
            Error::Internal(format!(
                "the app's secret of administrator {} isn't one that these keys sealed; \
                 remove it with “townperk admin reset”",
                administrator.id
            ))
        })
}

/// An app's secret as it is stored.
pub(super) fn seal(services: &Services, id: AdministratorId, secret: &[u8]) -> Result<String> {
    let whose = (APP_SECRET, id.0.as_bytes().as_slice());
    services.keys.seal(&services.identifiers, whose, secret)
}

/// Counts a code that is tried for an administrator, whether or not it turns out to be right.
pub(super) async fn count_code(services: &Services, id: AdministratorId) -> Result<()> {
    count(services, id.0, true).await
}

/// Counts a password that is tried in a session, likewise.
pub(super) async fn count_confirmation(services: &Services, caller: Uuid) -> Result<()> {
    count(services, caller, false).await
}

async fn count(services: &Services, caller: Uuid, is_code: bool) -> Result<()> {
    let (held, now) = (services.clone(), services.clock.now());
    let limit = if is_code {
        &ADMIN_CODES
    } else {
        &ADMIN_CONFIRMATIONS
    };
    services
        .database
        .transaction(move |transaction| {
            let services = held.clone();
            let caller = caller.to_string();
            Box::pin(async move {
                limits_shared::count(transaction, &services.keys, limit, caller, now).await
            })
        })
        .await
}

/// Forgets an administrator's wrong codes and passwords.
pub(super) async fn forgive(
    transaction: &impl ConnectionTrait,
    services: &Services,
    id: AdministratorId,
) -> Result<()> {
    for limit in [&ADMIN_CODES, &ADMIN_CONFIRMATIONS] {
        let caller = id.0.to_string();
        limits_shared::forgive(transaction, &services.keys, limit, caller).await?;
    }
    Ok(())
}

fn hash_of_recovery_code(services: &Services, id: AdministratorId, code: &str) -> String {
    let message = [id.0.as_bytes(), code.as_bytes()].concat();
    hexadecimal(&services.keys.keyed_hash(RECOVERY_CODE, &message))
}

/// Ten new recovery codes, which replace all before; returned to be shown once.
pub(super) async fn make_recovery_codes(
    transaction: &impl ConnectionTrait,
    services: &Services,
    id: AdministratorId,
) -> Result<Vec<String>> {
    let mut shown = Vec::with_capacity(RECOVERY_CODES);
    let mut rows = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let mut bytes = [0; RECOVERY_SIGNS];
        services.identifiers.fill(&mut bytes);
        let sign = |byte: &u8| ALPHABET.get(usize::from(byte % 32)).copied();
        let signs: Vec<u8> = bytes.iter().filter_map(sign).collect();
        let code: String = signs.iter().copied().map(char::from).collect();
        rows.push(recovery_code::Model {
            id: services.identifiers.next(),
            administrator_id: id.0,
            code_hash: hash_of_recovery_code(services, id, &code),
            used_at: None,
        });
        let groups = signs.chunks(4).map(String::from_utf8_lossy);
        shown.push(groups.collect::<Vec<_>>().join("-"));
    }
    administrators::replace_recovery_codes(transaction, id, rows).await?;
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::TypedCode;

    #[test]
    fn separators_and_case_of_a_code_do_not_count() {
        let of = |typed| TypedCode::of(typed).map(|code| code.0);
        for typed in ["123456", " 123 456 ", "123-456", "123\u{a0}456\n"] {
            assert_eq!(of(typed).as_deref(), Some("123456"));
        }
        assert_eq!(
            of("ABCD-efgh-2345-6789").as_deref(),
            Some("abcdefgh23456789")
        );
        assert_eq!(of(" - "), None);
    }
}
