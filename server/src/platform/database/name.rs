//! What a database is called in messages: never with the user, the password or other parameters of its URL.

use url::Url;

use super::{SqliteFile, hosts::Hosts};
use crate::platform::{data_folder::DataFolder, settings::Settings};

/// The engine, and the file or the server and database.
#[must_use]
pub fn name_of(settings: &Settings, folder: &DataFolder) -> String {
    if let Some(file) = SqliteFile::of(settings, folder) {
        return format!("SQLite, {}", file.path().display());
    }
    let url = settings.database_url.reveal();
    if let Some(names) = Hosts::names_in(url) {
        return format!("PostgreSQL, {names}");
    }
    match Url::parse(url) {
        Ok(url) => format!("PostgreSQL, {}", of_server(&url)),
        Err(_) => "PostgreSQL".to_owned(),
    }
}

fn of_server(url: &Url) -> String {
    let parameter = |name: &str| {
        url.query_pairs()
            .find_map(|(key, value)| (key == name).then(|| value.into_owned()))
    };
    let host = parameter("host")
        .or_else(|| url.host_str().map(str::to_owned))
        .filter(|host| !host.is_empty())
        .unwrap_or_else(|| "localhost".to_owned());
    let port = parameter("port").or_else(|| url.port().map(|port| port.to_string()));
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    let database = parameter("dbname").unwrap_or_else(|| url.path().trim_matches('/').to_owned());
    format!("{host}{port}/{database}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_server_has_no_secrets() {
        for (address, name) in [
            (
                "postgres://anna:hush@db.example:5433/coffee?sslpassword=hush",
                "db.example:5433/coffee",
            ),
            ("postgres:///coffee?host=/var/run", "/var/run/coffee"),
            ("postgresql://db.example/coffee", "db.example/coffee"),
        ] {
            assert_eq!(of_server(&Url::parse(address).unwrap()), name);
        }
    }
}
