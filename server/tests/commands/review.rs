//! `townperk review` and `townperk chains`, beside a running server.

use crate::support::{
    TestDatabase,
    command::{Server, argument, file_in, run, townperk, until},
};

const LIST: &str = "id,name,city,state,lat,lon\n\
    1,Second Cup,Alexandria,LA,31.3113,-92.4451\n\
    2,Lantern Roasters,Alexandria,LA,31.3213,-92.4551\n\
    3,Coffee Time,Alexandria,LA,31.3313,-92.4651\n";

both_engines!(
    the_administrator_decides_on_the_command_line,
    |home: TestDatabase| {
        let server = Server::start(townperk(&home, &["serve"]));
        let list = file_in(&home.settings().data_dir, "list.csv", LIST);
        let import = || run(townperk(&home, &["import", argument(&list)])).expect_success();
        let summary = import();
        assert_eq!((summary.count("added"), summary.count("to review")), (1, 2));
        assert!(summary.said.contains("townperk review list"), "{summary:?}");
        let listed = run(townperk(&home, &["review", "list"])).expect_success();
        assert!(listed.said.contains("2 records wait."), "{listed:?}");
        let id_of = |name: &str| {
            let line = listed.said.lines().find(|line| line.contains(name));
            line.unwrap().split(' ').next().unwrap().to_owned()
        };
        let (cup, time) = (id_of("Second Cup, Alexandria, LA"), id_of("Coffee Time"));
        let accepted = run(townperk(&home, &["review", "accept", &cup])).expect_success();
        assert!(
            accepted
                .said
                .contains("/coffee-shops/second-cup-alexandria-la"),
            "{accepted:?}"
        );
        run(townperk(&home, &["review", "refuse", &time])).expect_success();
        until("the server follows", || async {
            server.get("/api/coffee-shops/second-cup-alexandria-la").0 == 200
        })
        .await;
        // What was decided stays decided, and the others of one command are still done.
        let twice = run(townperk(&home, &["review", "accept", &cup]));
        assert_eq!(twice.code, Some(1), "{twice:?}");
        assert!(
            twice
                .complained
                .contains("Second Cup was decided about before"),
            "{twice:?}"
        );
        let summary = import();
        assert_eq!(
            (summary.count("unchanged"), summary.count("rejected")),
            (2, 1)
        );
        let listed = run(townperk(&home, &["review", "list"])).expect_success();
        assert_eq!(listed.said, "0 records wait.\n");
    }
);

both_engines!(names_are_put_on_the_lists_by_hand, |home: TestDatabase| {
    let list = file_in(&home.settings().data_dir, "list.csv", LIST);
    run(townperk(&home, &["chains", "deny", "Lantern Roasters"])).expect_success();
    run(townperk(
        &home,
        &["chains", "allow", "Second Cup", "Coffee Time"],
    ))
    .expect_success();
    let lists = run(townperk(&home, &["chains", "list"])).expect_success();
    assert_eq!(
        lists.said,
        "allow  Coffee Time\nallow  Second Cup\ndeny   Lantern Roasters\n"
    );
    let summary = run(townperk(&home, &["import", argument(&list)])).expect_success();
    assert_eq!((summary.count("added"), summary.count("chains")), (2, 1));
    run(townperk(&home, &["chains", "forget", "lantern roasters"])).expect_success();
    run(townperk(&home, &["chains", "forget", "lantern roasters"]))
        .expect_refusal(&["is on no list"]);
    let summary = run(townperk(&home, &["import", argument(&list)])).expect_success();
    assert_eq!((summary.count("added"), summary.count("unchanged")), (1, 2));
});
