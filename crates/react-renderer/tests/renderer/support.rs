//! Small bundles and helpers shared by the tests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use react_renderer::{Bundle, Read, RenderFault, RenderJob, Rendered, Renderer, RendererOptions};

/// One thread, so that the order of renders and the counters are deterministic.
pub fn one_thread() -> RendererOptions {
    RendererOptions {
        threads: 1,
        deadline: Duration::from_secs(10),
        ..RendererOptions::default()
    }
}

pub fn start(source: &str, options: RendererOptions) -> Renderer {
    Renderer::start(Bundle::compile(source).unwrap(), options).unwrap()
}

pub fn job(argument: &str, read: impl FnMut(&str) -> Option<String> + Send + 'static) -> RenderJob {
    RenderJob {
        argument: argument.to_owned(),
        read: Box::new(read) as Read,
    }
}

/// Renders with reads that find nothing.
pub async fn render(renderer: &Renderer, argument: &str) -> Result<Rendered, RenderFault> {
    renderer.render(job(argument, |_| None)).await
}

/// Renders until it succeeds: on a busy machine, even a sound page may miss a short deadline.
pub async fn render_patiently(renderer: &Renderer, argument: &str) -> Rendered {
    for _ in 0..100 {
        match render(renderer, argument).await {
            Ok(page) => return page,
            Err(RenderFault::Deadline | RenderFault::NoTurn) => {}
            Err(fault) => panic!("{argument}: {fault}"),
        }
    }
    panic!("no page in 100 tries: {:?}", renderer.stats());
}

/// Renders in its own task.
pub fn spawn(
    renderer: &Arc<Renderer>,
    argument: &str,
    read: impl FnMut(&str) -> Option<String> + Send + 'static,
) -> tokio::task::JoinHandle<Result<String, RenderFault>> {
    let (renderer, job) = (Arc::clone(renderer), job(argument, read));
    tokio::spawn(async move { renderer.render(job).await.map(|page| page.html) })
}

/// The output of a small bundle for one argument.
pub async fn html(source: &str, argument: &str) -> String {
    let renderer = start(source, one_thread());
    render(&renderer, argument).await.unwrap().html
}

/// Waits until a condition is true; fails after longer than any healthy machine needs.
pub async fn eventually(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..3_000 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never happened: {what}");
}

/// A read that blocks its render until the gate opens.
#[derive(Clone, Default)]
pub struct Gate {
    reached: Arc<AtomicBool>,
    open: Arc<AtomicBool>,
}

impl Gate {
    pub fn read(&self) -> impl FnMut(&str) -> Option<String> + Send + 'static {
        let gate = self.clone();
        move |_| {
            gate.reached.store(true, Ordering::SeqCst);
            while !gate.open.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            Some("through the gate".to_owned())
        }
    }

    pub fn open(&self) {
        self.open.store(true, Ordering::SeqCst);
    }

    /// Waits until a render has reached the gate.
    pub async fn reached(&self) {
        let reached = Arc::clone(&self.reached);
        eventually("a render reaches the gate", || {
            reached.load(Ordering::SeqCst)
        })
        .await;
    }
}
