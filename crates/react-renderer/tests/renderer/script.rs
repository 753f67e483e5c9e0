//! A script's environment: reads, and the web classes that QuickJS lacks.

use std::sync::{Arc, Mutex};

use crate::support::{html, job, one_thread, start};

#[tokio::test]
async fn each_path_is_read_once_and_recorded_in_first_asked_order() {
    let source = r"
        globalThis.render = async () => {
            const answers = ['/api/b', '/api/a', '/api/b', '/api/none', '/api/a', '/api/none'].map((path) => host.get(path));
            await null;
            answers.push(host.get('/api/b'));
            return JSON.stringify(answers);
        };
    ";
    let renderer = start(source, one_thread());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let mut number = 0;
    let read = move |path: &str| {
        log.lock().unwrap().push(path.to_owned());
        number += 1;
        (path != "/api/none").then(|| format!("answer {number} ☕\u{0}"))
    };
    let page = renderer.render(job("", read)).await.unwrap();
    assert_eq!(
        page.html,
        r#"["answer 1 ☕\u0000","answer 2 ☕\u0000","answer 1 ☕\u0000",null,"answer 2 ☕\u0000",null,"answer 1 ☕\u0000"]"#
    );
    assert_eq!(
        page.reads,
        [
            ("/api/b".to_owned(), Some("answer 1 ☕\u{0}".to_owned())),
            ("/api/a".to_owned(), Some("answer 2 ☕\u{0}".to_owned())),
            ("/api/none".to_owned(), None),
        ]
    );
    assert_eq!(*asked.lock().unwrap(), ["/api/b", "/api/a", "/api/none"]);

    // The next render starts without cached answers.
    let next = renderer.render(job("", |_| None)).await.unwrap();
    assert_eq!(next.html, "[null,null,null,null,null,null,null]");
}

#[tokio::test]
async fn half_an_emoji_becomes_the_replacement_character() {
    let source = "globalThis.render = async (argument) => '<p>' + argument.slice(0, 5) + '</p>';";
    assert_eq!(html(source, "cafe☕").await, "<p>cafe☕</p>");
    assert_eq!(html(source, "cafe🥐").await, "<p>cafe\u{fffd}</p>");
}

/// Evaluates an expression in a runtime and returns it as JSON.
async fn shows(expression: &str) -> String {
    let source = format!(
        "globalThis.render = async () => {{ const value = await ({expression}); return JSON.stringify(value) ?? String(value); }};"
    );
    html(&source, "").await
}

async fn assert_shows(cases: &[(&str, &str)]) {
    for (expression, expected) in cases {
        assert_eq!(shows(expression).await, *expected, "{expression}");
    }
}

#[tokio::test]
async fn url_follows_the_standard() {
    assert_shows(&[
        ("new URL('../b?x=1#y', 'https://User:Pw@Example.COM:8443/a/c/').href", r#""https://User:Pw@example.com:8443/a/b?x=1#y""#),
        ("new URL('https://example.com:443/a b').href", r#""https://example.com/a%20b""#),
        ("(({ origin, protocol, username, password, host, hostname, port, pathname, search, hash }) => [origin, protocol, username, password, host, hostname, port, pathname, search, hash])(new URL('http://u:p@h:81/p?q#f'))",
            r##"["http://h:81","http:","u","p","h:81","h","81","/p","?q","#f"]"##),
        ("(() => { const url = new URL('http://a/'); url.searchParams.append('q', 'a&b'); url.hash = 'z'; url.pathname = 'x y'; return url; })()", r#""http://a/x%20y?q=a%26b#z""#),
        ("(() => { const url = new URL('http://a/?b=1'); const params = url.searchParams; url.search = '?c=2'; return [params.get('b'), params.get('c')]; })()", r#"[null,"2"]"#),
        ("(() => { const url = new URL('http://a/'); url.port = 'none'; url.host = ''; return url.href; })()", r#""http://a/""#),
        ("(() => { try { new URL('/only'); } catch (error) { return [error.name, error.message]; } })()", r#"["TypeError","Invalid URL: /only"]"#),
        ("(() => { const url = new URL('http://a/?b=1'); const params = url.searchParams; url.href = 'https://c/?d=3'; try { url.href = 'no'; } catch {} return [url.host, params.get('d')]; })()", r#"["c","3"]"#),
        ("[URL.canParse('/a'), URL.canParse('/a', 'http://b'), URL.parse('nope')]", "[false,true,null]"),
        ("Object.getOwnPropertyNames(URL).filter((name) => !['length', 'name', 'prototype', 'canParse', 'parse'].includes(name))", "[]"),
    ]).await;
}

#[tokio::test]
async fn url_search_params_follow_the_standard() {
    assert_shows(&[
        ("[...new URLSearchParams('?a=1&b=%20+&a=2&c')]", r#"[["a","1"],["b","  "],["a","2"],["c",""]]"#),
        ("String(new URLSearchParams({ q: 'é & *~', n: 1 }))", r#""q=%C3%A9+%26+*%7E&n=1""#),
        ("String(new URLSearchParams([['a', 'b'], ['a', 'c']]))", r#""a=b&a=c""#),
        ("String(new URLSearchParams(new URLSearchParams('a=1')))", r#""a=1""#),
        ("(() => { const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 9); p.append('c', ''); p.delete('b'); return [String(p), p.size, p.has('c'), p.has('c', 'x'), p.getAll('a'), p.get('z')]; })()",
            r#"["a=9&c=",2,true,false,["9"],null]"#),
        ("(() => { const p = new URLSearchParams('b=1&a=2&b=0'); p.sort(); const seen = []; p.forEach((value, name) => seen.push(name + value)); return [seen, [...p.keys()], [...p.values()]]; })()",
            r#"[["a2","b1","b0"],["a","b","b"],["2","1","0"]]"#),
        ("String(new URLSearchParams([['\\ud83e', 'x']]))", r#""%EF%BF%BD=x""#),
        ("(() => { try { new URLSearchParams([['a']]); } catch (error) { return error.name; } })()", r#""TypeError""#),
    ]).await;
}

#[tokio::test]
async fn aborting_tells_each_listener_once() {
    assert_shows(&[
        ("(() => { const c = new AbortController(); const seen = []; c.signal.addEventListener('abort', (event) => seen.push(event.type)); c.signal.onabort = () => seen.push('on'); c.abort('why'); c.abort('again'); return [seen, c.signal.aborted, c.signal.reason]; })()",
            r#"[["on","abort"],true,"why"]"#),
        ("(() => { const c = new AbortController(); const listener = () => { throw 1; }; c.signal.addEventListener('abort', listener); c.signal.removeEventListener('abort', listener); c.abort(); try { c.signal.throwIfAborted(); } catch (error) { return error.name; } })()",
            r#""AbortError""#),
        ("(() => { const c = new AbortController(); const any = AbortSignal.any([new AbortController().signal, c.signal]); c.abort(7); return [any.aborted, any.reason, AbortSignal.abort(8).reason]; })()",
            "[true,7,8]"),
        ("new AbortController().signal instanceof AbortSignal", "true"),
    ]).await;
}

#[tokio::test]
async fn headers_and_responses_hold_what_a_router_puts_in() {
    assert_shows(&[
        ("[...new Headers({ 'X-B': 1, 'A': 'x' })]", r#"[["a","x"],["x-b","1"]]"#),
        ("(() => { const h = new Headers([['A', '1']]); h.append('a', '2'); const copy = new Headers(h); h.delete('A'); return [copy.get('a'), h.has('a'), h.get('a'), [...copy.keys()], [...copy.values()]]; })()",
            r#"["1, 2",false,null,["a"],["1, 2"]]"#),
        ("(() => { const r = Response.redirect('/b', 301); return [r.status, r.headers.get('Location'), r.ok, r instanceof Response]; })()", r#"[301,"/b",false,true]"#),
        ("new Response('{\"a\":1}', { status: 201, headers: { etag: 'x' } }).json()", r#"{"a":1}"#),
        ("(async () => { const r = Response.json({ a: 1 }); return [r.headers.get('content-type'), await r.text(), await new Response().text()]; })()",
            r#"["application/json","{\"a\":1}",""]"#),
    ]).await;
}

#[tokio::test]
async fn nothing_of_a_browser_is_pretended() {
    let absent = "['window', 'document', 'self', 'navigator', 'process', 'require', 'fetch', 'rendererNative', 'Intl'].filter((name) => name in globalThis)";
    assert_shows(&[
        (absent, "[]"),
        ("typeof setTimeout(() => { throw 1; })", r#""number""#),
        ("Object.isFrozen(host)", "true"),
    ])
    .await;
}
