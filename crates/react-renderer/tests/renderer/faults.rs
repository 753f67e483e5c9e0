//! Whatever a script or a read does, the caller gets a fault in time and the next page is right.

use std::time::{Duration, Instant};

use react_renderer::{Bundle, RenderFault, Renderer, RendererOptions};

use crate::support::{job, one_thread, render, render_patiently, start};

/// Does what its argument says; `spoilt` would show that something survives a fault.
const HOSTILE: &str = r"
    const acts = {
        'throw': () => { throw new TypeError('no such shop') },
        'throw-value': () => { throw 'a bare string' },
        'throw-later': async () => { await null; throw new RangeError('too late') },
        'loop': () => { for (;;); },
        'loop-in-microtask': async () => { await null; for (;;); },
        'loop-of-microtasks': () => new Promise(() => { const again = () => queueMicrotask(again); again(); }),
        'loop-in-catch': () => { for (;;) { try { for (;;); } catch {} finally { for (;;); } } },
        'loop-in-catch-of-microtasks': async () => { for (;;) { try { await null; for (;;); } catch {} finally { await null; } } },
        'loop-in-regex': () => /^(a+)+$/.test('a'.repeat(40) + 'b'),
        'loop-in-comparator': () => [3, 2, 1].sort(() => { for (;;); }),
        'loop-in-getter': () => ({ get html() { for (;;); } }).html,
        'loop-in-message': () => { const error = new Error(); Object.defineProperty(error, 'message', { get() { for (;;); } }); throw error; },
        'loop-after-answer': () => { queueMicrotask(() => { for (;;); }); return 'early'; },
        'array': () => { const all = []; for (;;) all.push(new Array(1000).fill(0)); },
        'typed-array': () => { const all = []; for (;;) all.push(new Uint8Array(1 << 20)); },
        'map': () => { const all = new Map(); for (let i = 0; ; i++) all.set(i, {}); },
        'repeat': () => 'x'.repeat(2 ** 29),
        'caught-repeat': () => { try { 'x'.repeat(2 ** 29); } catch {} return 'as if nothing had been'; },
        'string': () => { let text = 'x'; for (;;) text += text; },
        'closure': () => { let last; for (;;) { const before = last; last = () => before; } },
        'recursion': () => { const down = (n) => 1 + down(n + 1); return down(0); },
        'recursion-in-json': () => JSON.stringify(JSON.parse('['.repeat(1e6))),
        'recursion-in-to-string': () => { const it = { toString() { return `${it}`; } }; return `${it}`; },
        'recursion-in-regex': () => new RegExp('('.repeat(1e5)).test(''),
        'never': () => new Promise(() => {}),
        'timer': () => new Promise((resolve) => setTimeout(resolve, 0)),
        'number': () => 42,
        'nothing': () => undefined,
        'suspended': () => '<html><!--$!--><template></template><!--/$--></html>',
        'endless-reads': () => { for (let i = 0; ; i++) host.get(`/api/${i}`); },
        'endless-log': () => { for (;;) console.log('again'); },
    };
    globalThis.render = async (argument) => {
        const act = acts[argument];
        if (!act) return `<p>${argument} ${globalThis.spoilt ?? 'clean'}</p>`;
        globalThis.spoilt = argument;
        return await act();
    };
";

fn hostile_renderer(deadline: Duration) -> Renderer {
    start(
        HOSTILE,
        RendererOptions {
            deadline,
            memory_limit: 16 << 20,
            ..one_thread()
        },
    )
}

/// Renders a page in a runtime that hasn't run anything hostile.
async fn assert_next_page_is_right(renderer: &Renderer, after: &str) {
    let page = render_patiently(renderer, "well").await;
    assert_eq!(page.html, "<p>well clean</p>", "after {after}");
}

#[tokio::test]
async fn a_script_that_fails_is_a_script_fault_with_its_reason_and_leaves_no_trace() {
    let renderer = hostile_renderer(Duration::from_secs(20));
    let cases = [
        ("throw", "TypeError: no such shop"),
        ("throw-value", "a bare string"),
        ("throw-later", "RangeError: too late"),
        ("array", "out of memory"),
        ("typed-array", "out of memory"),
        ("map", "out of memory"),
        ("repeat", "out of memory"),
        ("caught-repeat", "out of memory"),
        ("string", ""),
        ("closure", "out of memory"),
        ("recursion", "Maximum call stack size exceeded"),
        ("recursion-in-json", ""),
        ("recursion-in-to-string", "Maximum call stack size exceeded"),
        ("recursion-in-regex", ""),
        ("never", "never settles"),
        ("timer", "never settles"),
        ("number", "into type 'string'"),
        ("nothing", "into type 'string'"),
    ];
    for (act, reason) in cases {
        match render(&renderer, act).await {
            Err(RenderFault::Script(text)) => assert!(text.contains(reason), "{act}: {text}"),
            other => panic!("{act}: {other:?}"),
        }
        assert_next_page_is_right(&renderer, act).await;
    }
    assert_eq!(renderer.stats().script, cases.len() as u64);
}

#[tokio::test]
async fn a_boundary_that_react_gave_up_is_a_fault() {
    let renderer = hostile_renderer(Duration::from_secs(20));
    assert_eq!(
        render(&renderer, "suspended").await,
        Err(RenderFault::Suspended)
    );
    assert_next_page_is_right(&renderer, "suspended").await;
    assert_eq!(renderer.stats().suspended, 1);
}

#[tokio::test]
async fn a_script_that_does_not_end_is_stopped_at_the_deadline() {
    let deadline = Duration::from_millis(300);
    let renderer = hostile_renderer(deadline);
    let cases = [
        "loop",
        "loop-in-microtask",
        "loop-of-microtasks",
        "loop-in-catch",
        "loop-in-catch-of-microtasks",
        "loop-in-regex",
        "loop-in-comparator",
        "loop-in-getter",
        "loop-in-message",
        "loop-after-answer",
        "endless-log",
    ];
    for act in cases {
        let before = Instant::now();
        assert_eq!(
            render(&renderer, act).await,
            Err(RenderFault::Deadline),
            "{act}"
        );
        assert!(
            before.elapsed() < Duration::from_secs(10),
            "{act} took {:?}",
            before.elapsed()
        );
        assert_next_page_is_right(&renderer, act).await;
    }
    assert!(renderer.stats().deadline >= cases.len() as u64);
}

#[tokio::test]
async fn reads_without_end_stop_at_the_memory_limit() {
    let renderer = hostile_renderer(Duration::from_secs(20));
    let outcome = renderer
        .render(job("endless-reads", |_| Some("x".repeat(1 << 20))))
        .await;
    match outcome {
        Err(RenderFault::Script(text)) => assert!(text.contains("out of memory"), "{text}"),
        other => panic!("{other:?}"),
    }
    assert_next_page_is_right(&renderer, "endless-reads").await;
}

/// The engine doesn't survive failed allocations everywhere, so this must not depend on where the limit hits.
#[tokio::test]
async fn running_out_of_memory_is_sound_wherever_it_happens() {
    let source = r"
        const kept = [];
        globalThis.render = async (argument) => {
            if (argument === 'well') return `<p>well ${kept.length === 0 ? 'clean' : 'spoilt'}</p>`;
            const add = (a, b) => a + b;
            for (let i = 0; ; i++) {
                kept.push(add.bind(null, i), { ...{ [`key${i}`]: i } }, new Promise(() => {}), new Map([[i, `${i}`]]));
            }
        };
    ";
    let bundle = Bundle::compile(source).unwrap();
    for step in 0..60 {
        let options = RendererOptions {
            memory_limit: (2 << 20) + step * 777,
            ..one_thread()
        };
        let renderer = Renderer::start(bundle.clone(), options).unwrap();
        match render(&renderer, "bomb").await {
            Err(RenderFault::Script(text)) => assert!(text.contains("out of memory"), "{text}"),
            other => panic!("{other:?}"),
        }
        assert_next_page_is_right(&renderer, "bomb").await;
    }
}

const READING: &str = r"
    globalThis.render = async (argument) => {
        globalThis.renders = (globalThis.renders ?? 0) + 1;
        let answer;
        try { answer = host.get('/api/a'); } catch (error) { answer = 'caught'; }
        return `${argument} ${answer} ${globalThis.renders}`;
    };
";

#[tokio::test]
async fn a_panic_of_the_read_is_a_fault_even_when_the_script_catches_it() {
    let renderer = start(READING, one_thread());
    for _ in 0..3 {
        let outcome = renderer
            .render(job("first", |path| panic!("no table for {path}")))
            .await;
        assert_eq!(
            outcome,
            Err(RenderFault::Read("/api/a: no table for /api/a".to_owned()))
        );
    }
    let page = renderer
        .render(job("second", |_| Some("A".to_owned())))
        .await
        .unwrap();
    assert_eq!(page.html, "second A 1");
    assert_eq!(
        (renderer.stats().read, renderer.stats().replacements),
        (3, 3)
    );
}

#[tokio::test]
async fn a_read_that_outlasts_the_deadline_ends_the_render_when_it_returns() {
    let options = RendererOptions {
        deadline: Duration::from_millis(200),
        ..one_thread()
    };
    let renderer = start(READING, options);
    let slow = |_: &str| {
        std::thread::sleep(Duration::from_millis(400));
        Some("late".to_owned())
    };
    assert_eq!(
        renderer.render(job("slow", slow)).await,
        Err(RenderFault::Deadline)
    );
    assert_eq!(
        render_patiently(&renderer, "next").await.html,
        "next null 1"
    );
}

#[tokio::test]
async fn a_script_may_not_read_outside_a_render() {
    let source = r"
        let kept = 'nothing';
        globalThis.render = async (argument) => {
            // Runs after the page's promise has settled.
            Promise.resolve().then(() => null).then(() => null).then(() => null).then(() => null)
                .then(() => { try { kept = host.get('/api/late'); } catch (error) { kept = error.message; } });
            return kept;
        };
    ";
    let renderer = start(source, one_thread());
    let read = || job("", |_| Some("leaked".to_owned()));
    let first = renderer.render(read()).await.unwrap();
    assert_eq!((first.html.as_str(), first.reads.len()), ("nothing", 0));
    let second = renderer.render(read()).await.unwrap();
    assert_eq!(second.html, "host.get works during a render only");
}
