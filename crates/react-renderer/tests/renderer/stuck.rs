//! Threads that don't return: callers are answered, other threads take over, and the number of lost threads is limited.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use react_renderer::{RenderFault, RendererOptions};

use crate::support::{Gate, eventually, job, one_thread, render, render_patiently, spawn, start};

const READING: &str = r"
    let pages = 0;
    globalThis.render = async (argument) => `${argument} ${++pages} ${host.get(argument)}`;
";

fn impatient() -> RendererOptions {
    RendererOptions {
        deadline: Duration::from_millis(200),
        ..one_thread()
    }
}

#[tokio::test]
async fn a_step_that_never_asks_whether_to_stop_costs_one_thread_and_no_answer() {
    // Each of the ten thousand steps between two time checks copies megabytes: about ten seconds in total.
    let source = r"
        globalThis.render = async (argument) => {
            if (argument === 'next') return 'fine';
            for (;;) { try { const all = []; for (;;) all.push('x'.repeat(1e6) + all.length); } catch {} }
        };
    ";
    let options = RendererOptions {
        memory_limit: 16 << 20,
        ..impatient()
    };
    let renderer = start(source, options);
    let before = Instant::now();
    assert_eq!(render(&renderer, "hang").await, Err(RenderFault::Deadline));
    assert!(
        before.elapsed() < Duration::from_secs(5),
        "{:?}",
        before.elapsed()
    );
    assert_eq!(render_patiently(&renderer, "next").await.html, "fine");
    assert!(renderer.stats().given_up >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_blocks_is_answered_for_and_its_thread_ends_when_it_returns() {
    let renderer = start(READING, impatient());
    let gate = Gate::default();
    let held = Arc::new(());
    let (mut blocked, holder) = (gate.read(), Arc::clone(&held));
    let read = move |path: &str| {
        let _held = &holder;
        blocked(path)
    };
    // The gate stays closed until after the answer.
    assert_eq!(
        renderer.render(job("stuck", read)).await,
        Err(RenderFault::Deadline)
    );
    assert_eq!(
        render_patiently(&renderer, "next").await.html,
        "next 1 null"
    );
    assert_eq!(Arc::strong_count(&held), 2);
    gate.open();
    eventually("the lost thread lets go", || Arc::strong_count(&held) == 1).await;
    assert!(renderer.stats().given_up >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_more_threads_are_given_up_than_there_are_and_every_caller_is_answered() {
    let renderer = Arc::new(start(READING, impatient()));
    let gate = Gate::default();
    for name in ["first", "second"] {
        let outcome = renderer.render(job(name, gate.read())).await;
        assert_eq!(outcome, Err(RenderFault::Deadline), "{name}");
    }
    // Both threads are stuck and no third one is started, so this one never leaves the queue.
    let third = spawn(&renderer, "third", |_| None);
    assert_eq!(third.await.unwrap(), Err(RenderFault::NoTurn));
    let stats = renderer.stats();
    assert_eq!((stats.given_up, stats.queue_length), (1, 0));

    // The second has been answered for, but is still needed.
    gate.open();
    render_patiently(&renderer, "next").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_does_not_wait_for_a_stuck_thread() {
    let renderer = Arc::new(start(READING, impatient()));
    let gate = Gate::default();
    let stuck = spawn(&renderer, "stuck", gate.read());
    gate.reached().await;
    stuck.abort();
    assert!(stuck.await.unwrap_err().is_cancelled());
    let Some(renderer) = Arc::into_inner(renderer) else {
        panic!("the render that was aborted still holds the renderer");
    };
    let before = Instant::now();
    drop(renderer);
    assert!(
        before.elapsed() < Duration::from_secs(5),
        "{:?}",
        before.elapsed()
    );
    gate.open();
}
