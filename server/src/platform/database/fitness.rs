//! Whether a server can work with a PostgreSQL database: its encoding, its schema, and what the role may do there. What is missing is
//! said in one sentence with the remedy.

use sea_orm::{ConnectionTrait, DbErr, Statement};

use super::{Engine, engine_of};
use crate::platform::error::{Error, Result};

/// The only encoding that holds every name and text.
const ENCODING: &str = "UTF8";

/// Identifiers come quoted where SQL needs it. `default_transaction_read_only` and not `transaction_read_only`, because this is also
/// asked in transactions that only read.
const FACTS: &str = "SELECT quote_ident(current_database()) AS database, quote_ident(current_user) AS role, \
    current_setting('server_encoding') AS encoding, current_setting('search_path') AS search_path, \
    quote_ident(current_schema()) AS schema, pg_is_in_recovery() AS is_standby, \
    (SELECT source FROM pg_settings WHERE name = 'default_transaction_read_only' AND setting = 'on') AS read_only_by, \
    COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create, \
    NOT EXISTS (SELECT FROM pg_class t WHERE t.relnamespace = n.oid AND t.relkind = 'r' AND t.relowner = m.relowner \
    AND NOT (has_table_privilege(t.oid, 'SELECT') AND has_table_privilege(t.oid, 'INSERT') \
    AND has_table_privilege(t.oid, 'UPDATE') AND has_table_privilege(t.oid, 'DELETE'))) AS may_write, \
    CASE WHEN NOT pg_has_role(m.relowner, 'USAGE') THEN quote_ident(pg_get_userbyid(m.relowner)) END AS other_owner \
    FROM (SELECT) AS always LEFT JOIN pg_namespace n ON n.nspname = current_schema() \
    LEFT JOIN pg_class m ON m.relnamespace = n.oid AND m.relkind = 'r' AND m.relname = 'seaql_migrations'";

/// What the server and the role can do.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    database: String,
    role: String,
    encoding: String,
    search_path: String,
    /// Where tables are made; none if the search path leads nowhere.
    schema: Option<String>,
    is_standby: bool,
    /// Where `default_transaction_read_only` is set, if it's on.
    read_only_by: Option<String>,
    may_create: bool,
    /// Every right on each of our tables that are there.
    may_write: bool,
    /// Who owns our tables, if the role doesn't.
    other_owner: Option<String>,
}

impl Facts {
    /// `None` on SQLite.
    pub(super) async fn of(
        connection: &impl ConnectionTrait,
    ) -> std::result::Result<Option<Self>, DbErr> {
        if engine_of(connection) == Engine::Sqlite {
            return Ok(None);
        }
        let query = Statement::from_string(connection.get_database_backend(), FACTS);
        let Some(row) = connection.query_one_raw(query).await? else {
            return Ok(None);
        };
        Ok(Some(Self {
            database: row.try_get("", "database")?,
            role: row.try_get("", "role")?,
            encoding: row.try_get("", "encoding")?,
            search_path: row.try_get("", "search_path")?,
            schema: row.try_get("", "schema")?,
            is_standby: row.try_get("", "is_standby")?,
            read_only_by: row.try_get("", "read_only_by")?,
            may_create: row.try_get("", "may_create")?,
            may_write: row.try_get("", "may_write")?,
            other_owner: row.try_get("", "other_owner")?,
        }))
    }

    /// Refuses what no server can work with.
    pub(super) fn refuse_unfit(&self) -> Result<()> {
        self.problem().map_or(Ok(()), refused)
    }

    /// Refuses tables of another role, which this one can't change.
    pub(super) fn refuse_other_owner(&self) -> Result<()> {
        let Some(owner) = &self.other_owner else {
            return Ok(());
        };
        let Self { database, role, .. } = self;
        refused(format!(
            "Townperk's tables in the database {database} belong to the role {owner}, and the role {role} can't bring them to this version's schema: run `townperk migrate` with {owner} in TOWNPERK_DATABASE_URL, or run `GRANT {owner} TO {role}` there as a superuser"
        ))
    }

    fn problem(&self) -> Option<String> {
        let Self { database, role, .. } = self;
        if self.is_standby {
            return Some(format!(
                "the database {database} is on a standby, where the role {role} can only read: name the primary in TOWNPERK_DATABASE_URL, or all servers as in postgres://USER:PASSWORD@DB1,DB2/{database}, so that the one that accepts writes is used"
            ));
        }
        if let Some(place) = &self.read_only_by {
            return Some(format!(
                "the role {role} can only read in the database {database}, because default_transaction_read_only is on: {}",
                self.writable_again(place)
            ));
        }
        if self.encoding != ENCODING {
            return Some(format!(
                "the database {database} of the role {role} is encoded in {}, which can't hold every text: run `CREATE DATABASE townperk_utf8 OWNER {role} ENCODING '{ENCODING}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0` and name the new one in TOWNPERK_DATABASE_URL (`townperk backup` and `townperk restore` move what is in the old one)",
                self.encoding
            ));
        }
        let Some(schema) = &self.schema else {
            let first = first_in(&self.search_path, role);
            return Some(format!(
                "the role {role} has no schema in the database {database}: its search_path, {}, names none that is there and that it may use. Run there as a superuser `CREATE SCHEMA IF NOT EXISTS {first} AUTHORIZATION {role}; GRANT USAGE, CREATE ON SCHEMA {first} TO {role}`, or correct search_path",
                shown(&self.search_path)
            ));
        };
        let mut grants = Vec::new();
        if !self.may_create {
            grants.push(format!("GRANT CREATE ON SCHEMA {schema} TO {role}"));
        }
        if !self.may_write {
            // The last one is used where a dump was restored into another cluster (`dialect::empty`); who works without isn't refused.
            grants.push(format!(
                "GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA {schema} TO {role}"
            ));
        }
        if grants.is_empty() {
            return None;
        }
        let other = self.other_owner.as_ref().map(|owner| {
            format!(", or name the role {owner} in TOWNPERK_DATABASE_URL, who owns its tables")
        });
        Some(format!(
            "the role {role} lacks rights on the schema {schema} of the database {database}: run there as a superuser `{}`{}",
            grants.join("; "),
            other.unwrap_or_default()
        ))
    }

    /// What makes the database take writes. `place` is a source of settings as in `pg_settings`.
    fn writable_again(&self, place: &str) -> String {
        let Self { database, role, .. } = self;
        let whose = match place {
            "database" => format!("DATABASE {database}"),
            "user" => format!("ROLE {role}"),
            "database user" => format!("ROLE {role} IN DATABASE {database}"),
            "global" => "ROLE ALL".to_owned(),
            "client" => return "take it out of TOWNPERK_DATABASE_URL".to_owned(),
            _ => {
                return "set it to off where PostgreSQL's settings are (`ALTER SYSTEM`, postgresql.conf) and reload them".to_owned();
            }
        };
        format!(
            "run `ALTER {whose} RESET default_transaction_read_only` as a superuser, in another database"
        )
    }
}

fn refused(sentence: String) -> Result<()> {
    Err(Error::Setup(sentence))
}

/// The schema that tables would be made in, as SQL writes it.
fn first_in<'a>(search_path: &'a str, role: &'a str) -> &'a str {
    let is_own = |name: &str| matches!(name, "\"$user\"" | "$user");
    let names = search_path.split(',').map(str::trim);
    let mut names = names
        .filter(|name| !matches!(*name, "" | "\"\""))
        .peekable();
    let otherwise = names.peek().map_or("public", |_| role);
    names.find(|name| !is_own(name)).unwrap_or(otherwise)
}

fn shown(search_path: &str) -> &str {
    match search_path {
        "" => "which is empty",
        path => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit() -> Facts {
        Facts {
            database: "coffee".to_owned(),
            role: "anna".to_owned(),
            encoding: ENCODING.to_owned(),
            search_path: "\"$user\", public".to_owned(),
            schema: Some("public".to_owned()),
            is_standby: false,
            read_only_by: None,
            may_create: true,
            may_write: true,
            other_owner: None,
        }
    }

    #[test]
    fn nothing_is_said_about_what_fits() {
        assert_eq!(fit().problem(), None);
        let foreign = Facts {
            other_owner: Some("ben".to_owned()),
            ..fit()
        };
        assert_eq!(foreign.problem(), None);
        assert!(foreign.refuse_other_owner().is_err());
    }

    #[test]
    fn the_remedy_for_a_database_without_writes_is_where_they_were_turned_off() {
        for (place, remedy) in [
            ("database", "`ALTER DATABASE coffee RESET"),
            ("user", "`ALTER ROLE anna RESET"),
            ("database user", "`ALTER ROLE anna IN DATABASE coffee RESET"),
            ("global", "`ALTER ROLE ALL RESET"),
            ("client", "TOWNPERK_DATABASE_URL"),
            ("configuration file", "postgresql.conf"),
        ] {
            let facts = Facts {
                read_only_by: Some(place.to_owned()),
                ..fit()
            };
            let said = facts.problem().unwrap();
            assert!(said.contains(remedy), "{said}");
        }
    }

    #[test]
    fn a_schema_is_made_where_the_search_path_leads_first() {
        for (path, first) in [
            ("\"$user\", public", "public"),
            ("nope", "nope"),
            ("\"$user\", \"My schema\", public", "\"My schema\""),
            ("\"$user\"", "anna"),
            ("", "public"),
        ] {
            assert_eq!(first_in(path, "anna"), first);
        }
    }
}
