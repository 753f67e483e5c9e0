//! Commands on a machine whose clock is wrong (D105).

use sea_orm::{ConnectionTrait, Statement};
use townperk::platform::database::{Database, Engine};

use crate::support::{
    TestDatabase,
    command::{Running, argument, file_in, run, townperk},
};

const LIST: &str = "name,city,state\nRust & Bean,Alexandria,LA\n";
const ARTICLE: &str = "---\ntitle: Beans\nexcerpt: Far away.\n---\n\nWhere they come from.\n";

async fn execute(database: &Database, sql: &str) {
    database.reads().execute_unprepared(sql).await.unwrap();
}

/// Sets the database's clock for new connections back by five minutes, so that this machine's is ahead of it.
async fn set_back(database: &Database) {
    for sql in [
        "CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
            $$ SELECT pg_catalog.clock_timestamp() - interval '300 seconds' $$",
        "DO $$ BEGIN
            EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database());
         END $$",
    ] {
        execute(database, sql).await;
    }
}

both_engines!(
    a_command_on_a_machine_whose_clock_is_ahead_ends_no_import,
    |home: TestDatabase| {
        let database = home.open().await;
        // With SQLite, both are the same clock.
        if database.engine() == Engine::Sqlite {
            return;
        }
        let list = file_in(&home.settings().data_dir, "list.csv", LIST);
        let import = ["import", argument(&list)];
        run(townperk(&home, &import)).expect_success();
        set_back(&database).await;
        // As another node writes it, whose import goes on.
        let going_on = "UPDATE imports SET ended_at = NULL,
            lease_until = public.clock_timestamp() + interval '60 seconds'";
        execute(&database, going_on).await;
        let mut waiting = Running::start(townperk(&home, &import));
        waiting.until_complained("Import 1 (list.csv) is being written");
        execute(&database, "UPDATE imports SET lease_until = NULL").await;
        waiting.end().expect_success();
    }
);

both_engines!(commands_write_the_databases_time, |home: TestDatabase| {
    let database = home.open().await;
    if database.engine() == Engine::Sqlite {
        return;
    }
    set_back(&database).await;
    let data = home.settings().data_dir;
    let list = file_in(&data, "list.csv", LIST);
    let articles = data.join("articles");
    std::fs::create_dir(&articles).unwrap();
    file_in(&articles, "beans.md", ARTICLE);
    let commands: [(&[&str], &str); 4] = [
        (&["import", argument(&list)], "imports.started_at"),
        (&["chains", "allow", "Second Cup"], "chain_names.created_at"),
        (
            &["blog", "import", argument(&articles)],
            "articles.updated_at",
        ),
        (&["keys", "rotate"], "keys.created_at"),
    ];
    for (arguments, written) in commands {
        run(townperk(&home, arguments)).expect_success();
        let (table, column) = written.split_once('.').unwrap();
        let ahead = format!(
            "SELECT extract(epoch FROM max({column}) - public.clock_timestamp())::bigint AS ahead FROM {table}"
        );
        let connection = database.reads();
        let query = Statement::from_string(connection.get_database_backend(), ahead);
        let row = connection.query_one_raw(query).await.unwrap().unwrap();
        let ahead: i64 = row.try_get("", "ahead").unwrap();
        assert!(ahead.abs() < 120, "{arguments:?} is {ahead} s ahead");
    }
});
