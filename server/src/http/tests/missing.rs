//! What pages say when a URL asks for something that doesn't exist.

use crate::support::{Html, TestApp};

fn link(html: &Html, text: &str) -> String {
    let text_of_link = format!(">{text}</a>");
    let (before, _) = html
        .text()
        .split_once(&text_of_link)
        .unwrap_or_else(|| panic!("no link says {text}: {}", html.text()));
    let tag = before.rsplit_once("<a ").unwrap().1;
    let address = tag.split_once("href=\"").unwrap().1;
    address.split('"').next().unwrap().replace("&amp;", "&")
}

both_engines!(
    beyond_the_end_of_a_list_stands_the_way_to_its_last_page,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        for number in 0..100 {
            app.shop(&city).name(&format!("Shop {number}")).await;
        }
        app.article("cold-brew", 60).await;
        for (path, last) in [
            ("/cities/alexandria-la?page=99", "?page=3"),
            ("/cities/alexandria-la?utm_source=x&page=4", "?page=3"),
            ("/cities?page=2", "?page=1"),
            ("/cities?page=2&filter=alex", "?filter=alex&page=1"),
            ("/blog?page=2", "?page=1"),
            ("/blog/category/brewing?page=2", "?page=1"),
            ("/blog/tag/cold-brew?page=2", "?page=1"),
            ("/search?featured=true&page=7", "?featured=true&page=1"),
        ] {
            let answer = app.visitor().get(path).await.expect(404);
            let html = answer.html();
            assert_eq!(html.h1(), "404 Page Not Found", "{path}");
            assert!(
                html.text()
                    .contains("That page is past the end of the list."),
                "{path}"
            );
            assert!(!html.text().contains("City not found"), "{path}");
            assert_eq!(link(&html, "Go to the Last Page"), last, "{path}");
            let (path, _) = path.split_once('?').unwrap();
            app.visitor()
                .get(&format!("{path}{last}"))
                .await
                .expect(200);
        }
        // A town that doesn't exist has no last page.
        let answer = app.visitor().get("/cities/nowhere-la?page=99").await;
        assert_eq!(answer.expect(404).html().h1(), "City Not Found");
    }
);

both_engines!(
    an_api_list_that_has_ended_names_its_last_page,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        for path in [
            "/api/cities?page=9",
            "/api/cities/all?page=9",
            "/api/cities/alexandria-la/coffee-shops?page=9",
            "/api/search?page=9",
            "/api/blog/articles?page=9",
        ] {
            let body = app.visitor().get(path).await.expect(404).json();
            assert_eq!(body["code"], "not_found", "{path}");
            assert_eq!(body["lastPage"], 1, "{path}");
            assert_eq!(
                body["message"], "There's no such page; the last one is 1.",
                "{path}"
            );
        }
        let missing = app.visitor().get("/api/cities/nowhere-la").await;
        assert_eq!(missing.expect(404).json().get("lastPage"), None);
    }
);

both_engines!(
    a_page_says_which_part_of_the_query_it_cannot_read,
    |app: TestApp| {
        let city = app.city("Alexandria", "LA").await;
        app.shop(&city).await;
        for (path, reason) in [
            (
                "/cities/alexandria-la?page=0",
                "'page' must be a whole number from 1 to 10000.",
            ),
            (
                "/cities?page=two",
                "'page' must be a whole number from 1 to 10000.",
            ),
            // The list has fewer pages than the URL asks for.
            (
                "/search?page=5000",
                "'page' must be a whole number from 1 to 1000.",
            ),
            (
                "/search?radius=9999",
                "'radius' must be a number from 1 to 100.",
            ),
            ("/search?openNow=maybe", "'openNow' must be true or absent."),
            (
                "/search?state=Louisiana",
                "'state' must be at most 2 characters long.",
            ),
        ] {
            let answer = app.visitor().get(path).await.expect(404);
            let html = answer.html();
            assert_eq!(html.h1(), "404 Page Not Found", "{path}");
            let escaped = reason.replace('\'', "&#x27;");
            assert!(html.text().contains(&escaped), "{path}: {}", html.text());
            assert_eq!(link(&html, "Clear It"), "?", "{path}");
            assert!(
                html.attributes("meta name=\"robots\"", "content")[0].contains("noindex"),
                "{path}"
            );
        }
        app.visitor()
            .get("/cities/alexandria-la?")
            .await
            .expect(200);
    }
);
