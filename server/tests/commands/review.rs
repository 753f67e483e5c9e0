//! `townperk review` and `townperk chains`, next to a running server.

use sea_orm::EntityTrait;
use townperk::catalog::entities::shop;

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
        // Earlier decisions stand, and the other records in the command are still processed.
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
    run(townperk(&home, &["migrate"])).expect_success();
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

both_engines!(
    records_are_shops_that_are_there_and_decisions_are_taken_back,
    |home: TestDatabase| {
        let folder = home.settings().data_dir;
        let cafes = r#"{"type":"FeatureCollection","features":[{"type":"Feature","id":"node/7","properties":{"@id":"node/7","amenity":"cafe","name":"Blue Door","addr:housenumber":"126","addr:street":"Main Street","addr:city":"Alexandria","addr:state":"LA","addr:postcode":"71301"},"geometry":{"type":"Point","coordinates":[-92.4451,31.3113]}}]}"#;
        let cafes = file_in(&folder, "cafes.geojson", cafes);
        run(townperk(&home, &["import", argument(&cafes)])).expect_success();
        let list = "id,name,street,city,state,lat,lon,phone\n\
            1,Second Cup,,Alexandria,LA,31.3313,-92.4451,\n\
            2,Blue Door Coffee 2,,Alexandria,LA,31.3114,-92.4451,318-555-0142\n\
            3,Blue Door,1 Oak Street,Alexandria,LA,31.3115,-92.4451,\n";
        let list = file_in(&folder, "list.csv", list);
        let words = ["import", argument(&list), "--source", "guide"];
        let import = || run(townperk(&home, &words)).expect_success();
        assert_eq!(import().count("to review"), 3);
        let review = |arguments: &[&str]| run(townperk(&home, &[&["review"], arguments].concat()));
        let listed = review(&["list"]).expect_success();
        let expected = "1  Second Cup, Alexandria, LA\n    \
            has the name of \"Second Cup\", which others have too\n    guide 1\n\
            2  Blue Door Coffee 2, Alexandria, LA\n    \
            65 points for being blue-door-alexandria-la: same name, within 75 meters\n    \
            Blue Door, 126 Main Street, Alexandria, LA, 71301, 11 m away: /coffee-shops/blue-door-alexandria-la\n    guide 2\n\
            3  Blue Door, 1 Oak Street, Alexandria, LA\n    \
            perhaps blue-door-alexandria-la: same name next door, at another address\n    \
            Blue Door, 126 Main Street, Alexandria, LA, 71301, 22 m away: /coffee-shops/blue-door-alexandria-la\n    guide 3\n\
            3 records wait.\n";
        assert_eq!(listed.said, expected);
        let same = review(&["same", "2"]).expect_success();
        assert!(
            same.said
                .contains("Blue Door Coffee 2 is /coffee-shops/blue-door-alexandria-la"),
            "{same:?}"
        );
        let database = home.open().await;
        let shops = || async { shop::Entity::find().all(database.reads()).await.unwrap() };
        assert_eq!(shops().await[0].telephone.as_deref(), Some("+13185550142"));
        review(&["undo", "2"]).expect_success();
        assert_eq!(shops().await[0].telephone, None);
        review(&["undo", "2"]).expect_refusal(&["Blue Door Coffee 2 waits still"]);
        review(&["same", "1"]).expect_refusal(&["say which with --shop"]);
        review(&["accept", "9"]).expect_refusal(&["no record 9"]);
        // A record keeps its number, whatever happens to the others.
        review(&["refuse", "1"]).expect_success();
        assert!(
            review(&["list"])
                .expect_success()
                .said
                .starts_with("2  Blue Door Coffee")
        );
        review(&["accept", "--all", "--reason", "duplicate"]).expect_success();
        assert_eq!(shops().await.len(), 3);
        assert_eq!(review(&["list"]).expect_success().said, "0 records wait.\n");
        review(&["undo", "1"]).expect_success();
        assert!(
            review(&["list"])
                .expect_success()
                .said
                .starts_with("1  Second Cup")
        );
    }
);
