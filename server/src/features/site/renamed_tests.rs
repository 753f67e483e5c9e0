//! A directory with a name and a region of its own: whoever reads its pages, feeds, emails or files finds neither the name
//! that we ship nor the state that our words begin with.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use townperk::{
    catalog::{entities::shop, search_index::SearchIndex},
    features::{DocumentParts, Listed, ReadParts},
    platform::settings::Settings,
    rooms::ROOMS,
};

use crate::support::{Response, Setup, TestApp, TestDatabase, Visitor};

const OURS: [&str; 2] = ["Townperk", "Louisiana"];

/// What in `text` is ours. Operators also read our command's and variables' names, which are technical. Every state of the
/// country can be searched for, whether the directory has shops there or not.
fn ours_in(what: &str, text: &str, is_for_operators: bool) -> Option<String> {
    let text = text.replace("<option value=\"LA\">Louisiana</option>", "");
    let found = OURS.iter().find_map(|word| {
        let at = text.find(word)?;
        let from = text.floor_char_boundary(at.saturating_sub(80));
        let to = text.ceil_char_boundary((at + 80).min(text.len()));
        Some(format!("{what}: {}", &text[from..to]))
    });
    let is_technical = is_for_operators || !text.to_lowercase().contains("townperk");
    found.or_else(|| (!is_technical).then(|| format!("{what} says townperk")))
}

fn assert_own(what: &str, text: &str, is_for_operators: bool) {
    assert_eq!(ours_in(what, text, is_for_operators), None);
}

/// The form of the site's words says what stands where one is empty.
const SHIPPED_WORDS: &str = "/api/admin/site";

struct Directory {
    app: TestApp,
    shop: shop::Model,
}

/// "Tar Heel Coffee", named in the panel, with a town, shops, an article, a story and a page of its own.
async fn tar_heel(home: TestDatabase) -> Directory {
    let app = Setup::new(home)
        .settings(|settings| settings.public_url = "https://tarheel.example".to_owned())
        .start()
        .await;
    let administrator = app.administrator().await;
    let words = json!({ "name": "Tar Heel Coffee", "region": "North Carolina" });
    administrator
        .put("/api/admin/site", &words)
        .await
        .expect(200);
    let page = json!({ "slug": "about", "title": "About us", "place": "menu", "content": "{name} is run by the library." });
    let added = administrator.post("/api/admin/site/pages", &page).await;
    assert!(added.status() < 300, "{}", added.text());
    let durham = app.city("Durham", "NC").at(35.994, -78.8986).await;
    let shop = app.shop(&durham).await;
    app.owner_of(&shop).await;
    app.boost(shop.id).await;
    app.shop(&durham).await;
    app.shop(&app.city("Boone", "NC").at(36.2168, -81.6746).await)
        .await;
    app.article("cold-brew", 60).await;
    Directory { app, shop }
}

/// A pattern with what stands in the directory in its place holders.
fn filled(pattern: &str, shop: &shop::Model) -> Option<String> {
    let (before, rest) = match pattern.split_once('{') {
        None => return Some(pattern.to_owned()),
        Some(parts) => parts,
    };
    let (name, after) = rest.split_once('}')?;
    let value = match (before, name) {
        (_, "shape") => "1x1".to_owned(),
        ("/sitemaps/", _) => "cities-1.xml".to_owned(),
        ("/social/cities/", _) => "durham-nc.png".to_owned(),
        ("/social/coffee-shops/", _) => format!("{}.png", shop.slug),
        (_, "file") => "cold-brew.png".to_owned(),
        (_, "zipCode") => "27701".to_owned(),
        (before, _) if before.contains("/cities/") => "durham-nc".to_owned(),
        (before, _) if before.contains("/categor") => "brewing".to_owned(),
        (before, _) if before.contains("/tag") => "cold-brew".to_owned(),
        (before, _) if before.contains("/blog") => "cold-brew".to_owned(),
        (before, _) if before.contains("/pages/") => "about".to_owned(),
        (before, _) if before.contains("/legal/") => "terms".to_owned(),
        _ => shop.slug.clone(),
    };
    filled(&format!("{before}{value}{after}"), shop)
}

fn web_dist() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/dist")
}

/// Every page in the route table.
fn pages(shop: &shop::Model) -> Vec<String> {
    let table = std::fs::read_to_string(web_dist().join("routes.json")).unwrap();
    let table: Value = serde_json::from_str(&table).unwrap();
    let patterns = table["routes"].as_array().unwrap().iter();
    let filled = patterns.filter_map(|route| filled(route["pattern"].as_str().unwrap(), shop));
    filled.collect()
}

/// Every document and every read.
fn others(shop: &shop::Model, app: &TestApp) -> Vec<String> {
    let settings = Settings::defaults().unwrap();
    let parts = DocumentParts {
        settings: &settings,
        pages: vec![Listed {
            name: "city".to_owned(),
            pattern: "/cities/{slug}".to_owned(),
        }],
    };
    let documents = ROOMS.documents(&parts);
    let mut patterns: Vec<&str> = documents.iter().map(|one| one.pattern).collect();
    let search = SearchIndex::start(app.services().catalog.clone()).unwrap();
    let reads = ROOMS.reads(&ReadParts { search });
    patterns.extend(reads.iter().map(|read| read.pattern));
    let mut paths: Vec<String> = patterns
        .iter()
        .filter_map(|pattern| filled(pattern, shop))
        .collect();
    paths.extend(
        [
            "/api/openapi.json",
            "/api/search?q=durham",
            "/api/search?q=qqqq",
            "/search?q=qqqq",
            "/search?q=nc",
            "/search?sort=newest",
            "/cities?state=NC",
            "/sitemaps/pages.xml",
            "/no/such/page",
            "/cities/no-such-town",
            "/coffee-shops/no-such-shop",
            "/blog/no-such-article",
            "/api/no-such-read",
            "/sw.js",
            "/api/session",
            "/api/geo/locate",
        ]
        .map(str::to_owned),
    );
    paths
}

/// What in an answer's headers and body is ours.
fn ours_in_answer(path: &str, answer: &Response) -> Option<String> {
    let headers = answer.headers().iter();
    let mut all = headers.filter_map(|(name, value)| {
        let value = value.to_str().unwrap_or_default();
        ours_in(&format!("{path}, header {name}"), value, false)
    });
    // A picture's words are drawn; `pictures` tests what is.
    let is_picture = answer.header("content-type").starts_with("image/png");
    let body = String::from_utf8_lossy(answer.bytes());
    all.next()
        .or_else(|| ours_in(path, &body, false).filter(|_| !is_picture))
}

both_engines!(
    no_page_feed_or_answer_says_our_name,
    |home: TestDatabase| {
        let Directory { app, shop } = tar_heel(home).await;
        let visitor = app.visitor();
        let (pages, others) = (pages(&shop), others(&shop, &app));
        assert!(pages.len() > 50 && others.len() > 50, "the tables are read");
        let (mut found, mut ours) = (0, Vec::new());
        for path in pages.iter().chain(&others) {
            let answer = visitor.get(path).await;
            found += usize::from(answer.status() == 200);
            assert!(answer.status() < 500, "{path}: {}", answer.status());
            ours.extend(ours_in_answer(path, &answer));
        }
        assert_eq!(ours, Vec::<String>::new());
        assert!(found > 60, "{found} answers were found");
        let home = visitor.get("/").await.expect(200).text();
        assert!(home.contains("Tar Heel Coffee") && home.contains("North Carolina"));
    }
);

both_engines!(
    no_answer_to_owners_and_operators_says_our_name,
    |home: TestDatabase| {
        let Directory { app, shop } = tar_heel(home).await;
        let (administrator, owner) = (app.administrator().await, app.owner_of(&shop).await);
        let (mut read, mut ours) = (0, Vec::new());
        for route in ROOMS.routes() {
            let is_read = route.endpoints.iter().any(|one| one.method == "GET");
            // An event stream doesn't end.
            if !is_read || route.path.contains("events") {
                continue;
            }
            let Some(path) = filled(&route.path.replace("{id}", &shop.id.to_string()), &shop)
            else {
                continue;
            };
            let answers: [(&Visitor, bool); 2] = [(&administrator, true), (&owner, false)];
            for (who, is_for_operators) in answers {
                let answer = who.get(&path).await;
                read += usize::from(answer.status() == 200);
                let words = String::from_utf8_lossy(answer.bytes()).into_owned();
                let said = ours_in(&path, &words, is_for_operators);
                ours.extend(said.filter(|_| path != SHIPPED_WORDS));
            }
        }
        assert_eq!(ours, Vec::<String>::new());
        assert!(read > 40, "{read} answers");
    }
);

/// Emails that only operators get name our command.
const FOR_OPERATORS: [&str; 2] = ["backups-", "certificate-"];

both_engines!(no_email_says_our_name, |home: TestDatabase| {
    let Directory { app, .. } = tar_heel(home).await;
    let samples = ROOMS.mail_samples(app.services()).unwrap();
    assert!(samples.len() > 30, "{} kinds", samples.len());
    for sample in samples {
        let words = sample.words;
        let is_for_operators = (FOR_OPERATORS.iter()).any(|kind| sample.name.starts_with(kind));
        for text in [&words.subject, &words.text, &words.html] {
            assert_own(sample.name, text, is_for_operators);
        }
        assert!(words.html.contains("Tar Heel Coffee"), "{}", sample.name);
    }
    // Two that were really written, with their headers.
    let email = json!({ "email": "reader@mail.example" });
    for path in ["/api/sign-in", "/api/newsletter/subscribe"] {
        let asked = app.visitor().post(path, &email).await;
        assert!(asked.status() < 300, "{path}: {}", asked.text());
    }
    let mails = app.mails().await;
    assert!(!mails.is_empty());
    for mail in mails {
        assert_own("a letter", &mail.data.replace("=\r\n", ""), false);
    }
});

#[test]
fn no_script_or_style_of_the_web_app_says_our_name() {
    let assets = std::fs::read_dir(web_dist().join("client/assets")).unwrap();
    let mut read = 0;
    for asset in assets {
        let path = asset.unwrap().path();
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        read += 1;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let words = text
            .replace("[`LA`,`Louisiana`]", "")
            .replace("[\"LA\",\"Louisiana\"]", "");
        // The page of drawings is reached by whoever develops.
        if !name.starts_with("design-screen") {
            assert_own(&name, &words, true);
        }
    }
    assert!(read > 100, "{read} files");
}
