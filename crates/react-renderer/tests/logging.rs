//! Script log lines reach `tracing`, within limits. A separate process, because the subscriber is global.
#![expect(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::{
    fmt::{Debug, Write},
    sync::Mutex,
};

use react_renderer::{Bundle, RenderJob, Renderer, RendererOptions};
use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

static LINES: Mutex<Vec<(Level, String)>> = Mutex::new(Vec::new());

/// Records the scripts' log lines.
struct Recorder;

impl Subscriber for Recorder {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "react_renderer::script"
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        LINES
            .lock()
            .unwrap()
            .push((*event.metadata().level(), text.0));
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, _: &Field, value: &dyn Debug) {
        write!(self.0, "{value:?}").unwrap();
    }
}

#[tokio::test]
async fn a_script_logs_at_its_level_and_not_without_end() {
    tracing::subscriber::set_global_default(Recorder).unwrap();
    let source = r"
        const cycle = {};
        cycle.self = cycle;
        globalThis.render = async (argument) => {
            if (argument === 'flood') for (let i = 0; i < 500; i++) console.log('x'.repeat(1e4));
            else {
                console.log('text', 1, null, undefined, Symbol('s'), 1n, { a: [true] }, cycle, '\ud83e');
                console.info('info');
                console.warn('warn');
                console.error(new TypeError('broken'));
                console.debug('debug');
                console.trace('trace');
                console.assert(true, 'right');
                console.assert(false, 'wrong');
                console.group('no output');
                console.time('no output');
                host.log('error', 'plain');
            }
            return 'logged';
        };
    ";
    let bundle = Bundle::compile(source).unwrap();
    let options = RendererOptions {
        threads: 1,
        deadline: std::time::Duration::from_secs(20),
        ..RendererOptions::default()
    };
    let renderer = Renderer::start(bundle, options).unwrap();
    let render = async |argument: &str| {
        let job = RenderJob {
            argument: argument.to_owned(),
            read: Box::new(|_| None),
        };
        let page = renderer.render(job).await.unwrap();
        assert_eq!(page.html, "logged");
        std::mem::take(&mut *LINES.lock().unwrap())
    };

    let lines = render("each").await;
    let lines: Vec<_> = lines
        .iter()
        .map(|(level, text)| (*level, text.lines().next().unwrap_or_default()))
        .collect();
    assert_eq!(
        lines,
        [
            (
                Level::INFO,
                "text 1 null undefined Symbol(s) 1 {\"a\":[true]} [object Object] \u{fffd}"
            ),
            (Level::INFO, "info"),
            (Level::WARN, "warn"),
            (Level::ERROR, "TypeError: broken"),
            (Level::DEBUG, "debug"),
            (Level::DEBUG, "trace"),
            (Level::ERROR, "Assertion failed: wrong"),
            (Level::ERROR, "plain"),
        ]
    );

    for _ in 0..2 {
        let flood = render("flood").await;
        assert_eq!(flood.len(), 101);
        assert!(flood.iter().all(|(_, text)| text.len() <= 8_192));
        let (level, last) = flood.last().unwrap();
        assert_eq!(*level, Level::WARN);
        assert!(last.contains("dropped"), "{last}");
    }
}
