//! AI texts, with a model on loopback that speaks the real wire format.

mod answers;
mod review;
mod runs;

use serde_json::{Value, json};
use townperk::{
    catalog::entities::{city, shop},
    platform::settings::{AiPublish, Secret, Settings},
};

use crate::support::{ChatModel, Setup, TestApp, TestDatabase, Visitor};

const ROOM: &str = "/api/admin/content-enhancement";
const KEY: &str = "sk-test-0123456789";

/// An installation with a model, and its administrator.
struct Desk {
    app: TestApp,
    model: ChatModel,
    administrator: Visitor,
    city: city::Model,
}

impl Desk {
    async fn at(home: TestDatabase) -> Self {
        Self::with_limit(home, 0).await
    }

    async fn with_limit(home: TestDatabase, calls: u32) -> Self {
        Self::with(home, |settings| settings.ai_calls_per_day = calls).await
    }

    /// Texts are published at once, unless `change` says otherwise.
    async fn with(home: TestDatabase, change: impl FnOnce(&mut Settings) + Send) -> Self {
        let model = ChatModel::serve().await;
        let url = model.url();
        let app = Setup::new(home)
            .settings(|settings| {
                settings.ai_url = url;
                settings.ai_key = Secret::new(KEY.to_owned());
                settings.ai_model = "small".to_owned();
                settings.ai_calls_per_day = 0;
                settings.ai_publish = AiPublish::Auto;
                change(settings);
            })
            .start()
            .await;
        let administrator = app.administrator().await;
        let city = app.city("Alexandria", "LA").await;
        Self {
            app,
            model,
            administrator,
            city,
        }
    }

    /// A shop with enough facts and no description.
    async fn shop(&self) -> shop::Model {
        self.app.shop(&self.city).with(with_facts).await
    }

    /// Calls while jobs are worked on.
    async fn post(&self, path: &str) -> crate::support::Response {
        let path = format!("{ROOM}/{path}");
        let body = json!({});
        self.app
            .working(self.administrator.post(&path, &body))
            .await
    }

    async fn test(&self, shop: &shop::Model) -> Value {
        let tested = self.post(&format!("test-shop/{}", shop.slug)).await;
        tested.expect(200).json()
    }

    async fn get(&self, path: &str) -> Value {
        let path = format!("{ROOM}/{path}");
        self.administrator.get(&path).await.expect(200).json()
    }

    async fn text_of(&self, shop: &shop::Model) -> Value {
        let path = format!("/api/coffee-shops/{}", shop.slug);
        let shown = self.app.visitor().get(&path).await.expect(200).json();
        shown["aiGeneratedDescription"].clone()
    }
}

fn with_facts(row: &mut shop::Model) {
    row.categories.0 = vec!["Coffee Shop".to_owned()];
    row.has_wifi = Some(true);
}

both_engines!(
    a_town_gets_texts_made_of_its_shops_facts,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let (app, city) = (&desk.app, &desk.city);
        let first = app
            .shop(city)
            .name("Blue Door")
            .with(with_facts)
            .with(|row| {
                row.phone = Some("(318) 555-0142".to_owned());
                row.description = Some("IMPORTED WORDS".to_owned());
            });
        let first = first.await;
        let second = desk.shop().await;
        let bare = app.shop(city).await;
        let owned = app.shop(city).with(with_facts).with(|row| {
            row.owner_description = Some("My own words.".to_owned());
        });
        let owned = owned.await;
        let stats = desk.get("stats").await;
        assert_eq!(
            (
                &stats["totalShops"],
                &stats["shopsNeedingEnhancement"],
                &stats["shopsWithTooFewFacts"]
            ),
            (&json!(4), &json!(3), &json!(1))
        );
        assert_eq!(stats["citiesNeedingEnhancement"], json!(["Alexandria"]));
        let enhanced = desk
            .post("enhance-city/alexandria-la")
            .await
            .expect(200)
            .json();
        assert_eq!(
            (
                &enhanced["enhanced"],
                &enhanced["processed"],
                &enhanced["city"]
            ),
            (&json!(2), &json!(2), &json!("Alexandria"))
        );
        assert_eq!(
            desk.text_of(&first).await,
            "Blue Door is an independent coffee shop in Alexandria, Louisiana. It is at 126 Main Street and serves coffee."
        );
        assert!(desk.text_of(&second).await.is_string());
        assert!(desk.text_of(&bare).await.is_null());
        assert!(desk.text_of(&owned).await.is_null());

        // The model learns nothing but facts.
        let questions = desk.model.questions();
        assert_eq!(questions.len(), 2);
        let sent = format!("{questions:?}");
        for secret in ["555-0142", "IMPORTED", "My own words", KEY] {
            assert!(!sent.contains(secret), "{secret}");
        }
        assert_eq!(questions[0]["model"], "small");
        assert_eq!(questions[0]["max_completion_tokens"], 1500);
        assert_eq!(questions[0]["reasoning_effort"], Value::Null);
        assert_eq!(desk.model.judged().len(), 2);
        let asked = desk.model.site.asked();
        assert_eq!(asked[0].headers["authorization"], format!("Bearer {KEY}"));

        // The page labels it, and the row knows where it came from.
        let page = app
            .visitor()
            .get(&crate::support::page_of(&first))
            .await
            .text();
        assert!(page.contains("Written by AI from the facts on this page."));
        let page = app
            .visitor()
            .get(&crate::support::page_of(&owned))
            .await
            .text();
        assert!(!page.contains("Written by AI"));
        let row = app.shop_row(first.id).await;
        assert_eq!(row.provenance.0["aiGeneratedDescription"], "ai");
        let stats = desk.get("stats").await;
        assert_eq!(
            (
                &stats["shopsWithAIDescriptions"],
                &stats["shopsNeedingEnhancement"],
                &stats["citiesNeedingEnhancement"]
            ),
            (&json!(2), &json!(1), &json!([]))
        );
        assert_eq!(
            app.metric("townperk_ai_calls_total{outcome=\"answered\"}")
                .await,
            4.0
        );
    }
);

both_engines!(people_s_own_words_always_win, |home: TestDatabase| {
    let desk = Desk::at(home).await;
    let shop = desk.shop().await;
    assert_eq!(desk.test(&shop).await["enhanced"], true);
    let listed = desk.shop().await;
    assert_eq!(desk.test(&listed).await["enhanced"], true);
    desk.app
        .edit_shop(shop.id, |row| {
            row.owner_description = Some("My own words.".to_owned());
        })
        .await;
    assert!(desk.text_of(&shop).await.is_null());
    // So does the description of whoever listed it.
    desk.app
        .edit_shop(listed.id, |row| {
            row.description = Some("Our listing.".to_owned());
            let source = "submitter".to_owned();
            row.provenance.0.insert("description".to_owned(), source);
        })
        .await;
    assert!(desk.text_of(&listed).await.is_null());
    for shop in [&shop, &listed] {
        let again = desk.test(shop).await;
        assert_eq!(again["enhanced"], false);
        let reason = again["reason"].as_str().unwrap();
        assert!(reason.contains("their own words"), "{reason}");
    }
    assert_eq!(desk.model.questions().len(), 2);

    // Words that arrive while the model is thinking win, too.
    let third = desk.shop().await;
    desk.model.holds();
    let path = format!("test-shop/{}", third.slug);
    let meanwhile = async {
        desk.model.asked(3).await;
        let write = |row: &mut shop::Model| row.owner_description = Some("Mine.".to_owned());
        desk.app.edit_shop(third.id, write).await;
        desk.model.release();
    };
    let (tested, ()) = tokio::join!(desk.post(&path), meanwhile);
    assert_eq!(tested.expect(200).json()["enhanced"], false);
    let row = desk.app.shop_row(third.id).await;
    assert_eq!(row.ai_generated_description, None);
});

both_engines!(
    without_a_model_the_answer_says_what_to_set,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        let shop = app.shop(&city).with(with_facts).await;
        let administrator = app.administrator().await;
        let stats = administrator
            .get(&format!("{ROOM}/stats"))
            .await
            .expect(200)
            .json();
        assert_eq!(
            (&stats["isConfigured"], &stats["model"]),
            (&json!(false), &Value::Null)
        );
        for path in [
            "enhance-all".to_owned(),
            format!("enhance-city/{}", city.slug),
            format!("test-shop/{}", shop.slug),
        ] {
            let path = format!("{ROOM}/{path}");
            let refused = administrator
                .post(&path, &json!({}))
                .await
                .expect(503)
                .json();
            assert!(refused["message"].as_str().unwrap().contains("ai_url"));
        }
        let runs = administrator
            .get(&format!("{ROOM}/runs"))
            .await
            .expect(200)
            .json();
        assert_eq!(runs, json!([]));
    }
);

both_engines!(
    unknown_towns_and_shops_are_not_found,
    |home: TestDatabase| {
        let desk = Desk::at(home).await;
        let hidden = desk.app.shop(&desk.city).with(with_facts).hidden().await;
        desk.post("enhance-city/nowhere-la").await.expect(404);
        desk.post("test-shop/no-such-shop").await.expect(404);
        desk.post(&format!("test-shop/{}", hidden.slug))
            .await
            .expect(404);
        let unknown = "runs/00000000-0000-7000-8000-000000000000";
        desk.post(&format!("{unknown}/undo")).await.expect(404);
        let bare = desk.app.shop(&desk.city).await;
        let tested = desk.test(&bare).await;
        assert_eq!(tested["enhanced"], false);
        assert!(tested["reason"].as_str().unwrap().contains("three facts"));
        assert_eq!(tested["shop"]["slug"], bare.slug);
        // What may be shown for a limited time makes no text that stays.
        let borrowed = desk.app.shop(&desk.city).with(with_facts).with(|row| {
            let source = "foursquare_api".to_owned();
            row.provenance.0.insert("categories".to_owned(), source);
        });
        let tested = desk.test(&borrowed.await).await;
        assert_eq!(tested["enhanced"], false);
        assert_eq!(desk.model.questions().len(), 0);
    }
);
