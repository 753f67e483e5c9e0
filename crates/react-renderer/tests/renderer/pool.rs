//! The queue, the threads and their runtimes: waiting, refusing, replacing.

use std::{
    num::NonZero,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use react_renderer::{Bundle, RenderFault, Renderer, RendererOptions, StartError};

use crate::support::{Gate, eventually, job, one_thread, render, render_patiently, spawn, start};

/// Waits for one read, and returns how many pages this runtime has rendered.
const COUNTING: &str = r"
    let pages = 0;
    globalThis.render = async (argument) => {
        pages += 1;
        return `${argument} ${pages} ${host.get('/api/' + argument)}`;
    };
";

#[tokio::test(flavor = "multi_thread")]
async fn beyond_the_queue_limit_the_answer_is_queue_full_at_once() {
    let options = RendererOptions {
        queue_limit: 1,
        ..one_thread()
    };
    let renderer = Arc::new(start(COUNTING, options));
    let gate = Gate::default();
    let first = spawn(&renderer, "first", gate.read());
    gate.reached().await;
    let second = spawn(&renderer, "second", |_| None);
    eventually("the second waits", || renderer.stats().queue_length == 1).await;

    // The gate is closed, so an answer now is immediate.
    assert_eq!(
        render(&renderer, "third").await,
        Err(RenderFault::QueueFull)
    );
    gate.open();
    assert_eq!(
        first.await.unwrap(),
        Ok("first 1 through the gate".to_owned())
    );
    assert_eq!(second.await.unwrap(), Ok("second 2 null".to_owned()));
    let stats = renderer.stats();
    assert_eq!(
        (stats.renders, stats.queue_full, stats.queue_length),
        (2, 1, 0)
    );
    assert_eq!(stats.replacements, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_render_whose_caller_has_gone_is_skipped() {
    let renderer = Arc::new(start(COUNTING, one_thread()));
    let gate = Gate::default();
    let first = spawn(&renderer, "first", gate.read());
    gate.reached().await;
    let asked = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&asked);
    let second = spawn(&renderer, "second", move |_| {
        seen.fetch_add(1, Ordering::SeqCst);
        None
    });
    eventually("the second waits", || renderer.stats().queue_length == 1).await;
    second.abort();
    assert!(second.await.unwrap_err().is_cancelled());
    gate.open();

    assert!(first.await.unwrap().is_ok());
    // Only two pages ran the script, and nothing was read for the skipped one.
    assert_eq!(
        render(&renderer, "third").await.unwrap().html,
        "third 2 null"
    );
    assert_eq!(asked.load(Ordering::SeqCst), 0);
    assert_eq!(renderer.stats().skipped, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_has_gone_leaves_its_place_to_another() {
    let options = RendererOptions {
        queue_limit: 1,
        ..one_thread()
    };
    let renderer = Arc::new(start(COUNTING, options));
    let gate = Gate::default();
    let first = spawn(&renderer, "first", gate.read());
    gate.reached().await;
    let second = spawn(&renderer, "second", |_| None);
    eventually("the second waits", || renderer.stats().queue_length == 1).await;
    second.abort();
    assert!(second.await.unwrap_err().is_cancelled());

    let third = spawn(&renderer, "third", |_| None);
    eventually("the second is thrown out", || renderer.stats().skipped == 1).await;
    gate.open();
    assert!(first.await.unwrap().is_ok());
    assert_eq!(third.await.unwrap(), Ok("third 2 null".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn time_in_the_queue_counts() {
    let options = RendererOptions {
        deadline: Duration::from_millis(200),
        ..one_thread()
    };
    let renderer = Arc::new(start(COUNTING, options));
    let gate = Gate::default();
    let first = spawn(&renderer, "first", gate.read());
    gate.reached().await;
    let second = spawn(&renderer, "second", |_| None);
    eventually("the second waits", || renderer.stats().queue_length == 1).await;

    // Both are answered while the first still holds the only thread, however busy the machine is.
    assert_eq!(second.await.unwrap(), Err(RenderFault::NoTurn));
    assert_eq!(first.await.unwrap(), Err(RenderFault::Deadline));
    eventually("its thread is replaced", || renderer.stats().given_up == 1).await;
    gate.open();
    // The second never reached the script, and the third has a new runtime.
    assert_eq!(renderer.stats().renders, 0);
    assert_eq!(
        render_patiently(&renderer, "third").await.html,
        "third 1 null"
    );
}

#[tokio::test]
async fn a_runtime_is_replaced_after_its_share_of_renders() {
    let options = RendererOptions {
        renders_per_runtime: 3,
        ..one_thread()
    };
    let renderer = start(COUNTING, options);
    let mut pages = Vec::new();
    for _ in 0..7 {
        pages.push(render(&renderer, "p").await.unwrap().html);
    }
    assert_eq!(
        pages,
        [
            "p 1 null", "p 2 null", "p 3 null", "p 1 null", "p 2 null", "p 3 null", "p 1 null"
        ]
    );
    assert_eq!(renderer.stats().replacements, 2);
}

#[tokio::test]
async fn a_runtime_that_hoards_memory_is_replaced_before_a_page_fails() {
    // 128 KiB per page would fill 16 MiB after 128 pages, long before the maximum number of renders.
    let source = r"
        const hoard = [];
        globalThis.render = async () => { hoard.push(new Uint8Array(128 << 10)); return 'fine'; };
    ";
    let options = RendererOptions {
        memory_limit: 16 << 20,
        ..one_thread()
    };
    let renderer = start(source, options);
    for _ in 0..350 {
        assert_eq!(render(&renderer, "").await.unwrap().html, "fine");
    }
    let replacements = renderer.stats().replacements;
    assert!((4..=10).contains(&replacements), "{replacements}");
}

#[tokio::test]
async fn many_renders_of_one_page_are_equal_byte_for_byte() {
    let source = r"
        globalThis.render = async (argument) => {
            const params = new URLSearchParams(argument);
            const parts = [];
            for (let i = 0; i < 200; i++) {
                await null;
                parts.push(`<li>${i} ${params.get('q')} ${JSON.parse(host.get('/api/shop')).name}</li>`);
            }
            const cycle = { parts };
            cycle.self = cycle;
            return parts.join('');
        };
    ";
    // So small that the pages' leftovers, about 40 KB each, would fill it within the run.
    let options = RendererOptions {
        memory_limit: 4 << 20,
        ..one_thread()
    };
    let renderer = start(source, options);
    let read = |_: &str| Some(r#"{"name":"Café Köln ☕"}"#.to_owned());
    let first = renderer.render(job("q=a+b", read)).await.unwrap();
    assert!(first.html.ends_with("<li>199 a b Café Köln ☕</li>"));
    for _ in 0..500 {
        let page = renderer.render(job("q=a+b", read)).await.unwrap();
        assert!(page.html == first.html && page.reads == first.reads);
    }
    // Neither a fault nor the memory check replaced the runtime.
    assert_eq!(renderer.stats().replacements, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_renders_get_each_their_own_answer() {
    let source = r"
        globalThis.render = async (argument) => {
            globalThis.current = argument;
            for (let i = 0; i < 20; i++) await null;
            return `${globalThis.current} ${host.get(argument)}`;
        };
    ";
    let options = RendererOptions {
        threads: 2,
        queue_limit: 300,
        ..one_thread()
    };
    let renderer = Arc::new(start(source, options));
    let renders: Vec<_> = (0..300)
        .map(|number| {
            let answer = move |path: &str| Some(format!("{path} of {number}"));
            spawn(&renderer, &format!("/api/{number}"), answer)
        })
        .collect();
    for (number, page) in renders.into_iter().enumerate() {
        let expected = format!("/api/{number} /api/{number} of {number}");
        assert_eq!(page.await.unwrap(), Ok(expected));
    }
    assert_eq!(renderer.stats().renders, 300);
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_answers_those_who_wait_and_lets_the_running_one_finish() {
    let renderer = Arc::new(start(COUNTING, one_thread()));
    let gate = Gate::default();
    let running = spawn(&renderer, "running", gate.read());
    gate.reached().await;
    let waiting = spawn(&renderer, "waiting", |_| None);
    eventually("one waits", || renderer.stats().queue_length == 1).await;

    renderer.stop();
    assert_eq!(waiting.await.unwrap(), Err(RenderFault::Stopped));
    assert_eq!(render(&renderer, "late").await, Err(RenderFault::Stopped));
    gate.open();
    assert_eq!(
        running.await.unwrap(),
        Ok("running 1 through the gate".to_owned())
    );
    assert_eq!(renderer.stats().stopped, 2);
}

#[tokio::test]
async fn dropping_ends_the_threads() {
    let alive = Arc::new(());
    let held = Arc::clone(&alive);
    let renderer = start(COUNTING, RendererOptions::default());
    let read = move |_: &str| {
        let _held = &held;
        None
    };
    renderer.render(job("page", read)).await.unwrap();
    drop(renderer);
    // The thread held the closure, and has dropped it.
    assert_eq!(Arc::strong_count(&alive), 1);
}

#[test]
fn what_cannot_render_does_not_start() {
    let cases = [
        ("throw new Error('no config')", "no config"),
        ("globalThis.nothing = 1", "undefined"),
        ("globalThis.render = 'text'", "function"),
        ("await new Promise(() => {})", "never settles"),
        ("host.get('/api/early')", "during a render only"),
        (
            "const all = []; for (;;) all.push(new Array(1000).fill(0))",
            "out of memory",
        ),
    ];
    for (source, reason) in cases {
        let bundle = Bundle::compile(source).unwrap();
        let options = RendererOptions {
            threads: 2,
            ..one_thread()
        };
        match Renderer::start(bundle, options) {
            Err(StartError::Bundle(text)) => assert!(text.contains(reason), "{source}: {text}"),
            other => panic!("{source}: {other:?}"),
        }
    }
}

#[test]
fn a_syntax_error_names_its_place() {
    let error = Bundle::compile("const a = 1;\nconst b = ;").unwrap_err();
    let text = error.to_string();
    assert!(text.contains("SyntaxError"), "{text}");
    assert!(text.contains("server-bundle.js:2"), "{text}");
}

#[test]
fn an_option_that_switches_a_bound_off_is_refused() {
    let change: [fn(&mut RendererOptions); 8] = [
        |options| options.threads = 0,
        |options| options.queue_limit = 0,
        |options| options.deadline = Duration::ZERO,
        |options| options.deadline = Duration::MAX,
        |options| options.memory_limit = 0,
        |options| options.stack_size = 0,
        |options| options.stack_size = 17 << 20,
        |options| options.renders_per_runtime = 0,
    ];
    let bundle = Bundle::compile(COUNTING).unwrap();
    for change in change {
        let mut options = RendererOptions::default();
        change(&mut options);
        let outcome = Renderer::start(bundle.clone(), options.clone());
        assert!(
            matches!(outcome, Err(StartError::Options(_))),
            "{options:?}"
        );
    }
}

/// Threads that only keep CPUs busy, until dropped.
struct Load(Arc<AtomicBool>);

impl Load {
    fn of(threads: usize) -> Self {
        let goes_on = Arc::new(AtomicBool::new(true));
        for _ in 0..threads {
            let goes_on = Arc::clone(&goes_on);
            std::thread::spawn(move || while goes_on.load(Ordering::Relaxed) {});
        }
        Self(goes_on)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// Only Linux reports how long a thread waited for a CPU.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_busy_machine_makes_a_page_late_and_not_faulty() {
    const COUNTS: &str = r"
        globalThis.render = async (rounds) => {
            let sum = 0;
            for (let round = 0; round < rounds; round++) sum += round % 7;
            return `${sum}`;
        };
    ";
    let rounds = "4000000";
    let mut alone = Duration::MAX;
    let quiet = start(COUNTS, one_thread());
    for _ in 0..5 {
        alone = render(&quiet, rounds).await.unwrap().duration.min(alone);
    }
    let deadline = alone * 4;
    let renderer = start(
        COUNTS,
        RendererOptions {
            deadline,
            ..one_thread()
        },
    );
    let load = Load::of(16 * std::thread::available_parallelism().map_or(1, NonZero::get));
    let page = render(&renderer, rounds).await;
    drop(load);
    let page = page.unwrap();
    assert!(
        page.duration > deadline,
        "it was not late: {:?}, alone {alone:?}",
        page.duration
    );
}
