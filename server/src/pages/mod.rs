//! Public pages: the reads that a route needs, the status they lead to, and rendering with React.

mod bundle;
mod document;
mod reads;
mod routes;

use std::{sync::Arc, time::Duration};

use react_renderer::{RenderFault, RenderJob, Rendered, Renderer, RendererOptions, RendererStats};

pub use bundle::{Asset, WebBundle};
pub use document::{MissingKind, PageOutcome};
pub use routes::{CacheClass, PageRoute, PageTable};

use crate::{
    catalog::{View, read::ReadTable},
    platform::{
        error::{Error, Result},
        settings::Settings,
    },
};
use document::{Shell, look_of};

/// Turns a matched URL into a document.
pub struct Pages {
    renderer: Renderer,
    table: PageTable,
    reads: Arc<ReadTable>,
    shell: Shell,
    origin: String,
}

/// A document, and how it was made.
#[derive(Debug)]
pub struct Document {
    pub html: String,
    /// Whether React rendered it; otherwise it is the shell that the browser fills in.
    pub rendered: bool,
    /// Time spent in JavaScript.
    pub duration: Duration,
}

impl Pages {
    /// Compiles the bundle and starts the rendering threads.
    ///
    /// # Errors
    ///
    /// When two routes share a path, a route names a read that doesn't exist, or the bundle doesn't compile.
    pub fn start(web: &WebBundle, reads: Arc<ReadTable>, settings: &Settings) -> Result<Self> {
        let mut options = RendererOptions {
            queue_limit: settings.render_queue,
            deadline: Duration::from_millis(settings.render_deadline_ms),
            ..RendererOptions::default()
        };
        if settings.render_threads > 0 {
            options.threads = settings.render_threads;
        }
        let renderer = Renderer::start(web.script()?, options)
            .map_err(|error| Error::Internal(format!("the page renderer can't start: {error}")))?;
        let table = PageTable::new(web.routes(), &reads)?;
        Ok(Self {
            renderer,
            table,
            reads,
            shell: Shell::new(web),
            origin: settings.origin(),
        })
    }

    /// The route table.
    #[must_use]
    pub fn table(&self) -> &PageTable {
        &self.table
    }

    /// Renders the page at `address` from `answers`; anything else the script asks for is read from the same view.
    ///
    /// # Errors
    ///
    /// When the script throws, exceeds its limits, or the render queue is full.
    pub async fn render(
        &self,
        view: &View,
        route: Option<&PageRoute>,
        address: &str,
        outcome: &PageOutcome,
        answers: Vec<(String, String)>,
    ) -> std::result::Result<Document, RenderFault> {
        let rendered = self.draw(view, address, outcome, answers).await?;
        let html = self.shell.complete(
            &look_of(view.site()),
            &rendered.html,
            route,
            outcome,
            &rendered.reads,
        );
        Ok(Document {
            html,
            rendered: true,
            duration: rendered.duration,
        })
    }

    /// Renders the page of `route` for one person, without a script.
    ///
    /// # Errors
    ///
    /// When the script throws, exceeds its limits, or the render queue is full.
    pub async fn render_private(
        &self,
        view: &View,
        route: &PageRoute,
        answers: Vec<(String, String)>,
    ) -> std::result::Result<String, RenderFault> {
        let rendered = self
            .draw(view, &route.pattern, &PageOutcome::Found, answers)
            .await?;
        Ok(self
            .shell
            .without_script(&look_of(view.site()), &rendered.html))
    }

    async fn draw(
        &self,
        view: &View,
        address: &str,
        outcome: &PageOutcome,
        answers: Vec<(String, String)>,
    ) -> std::result::Result<Rendered, RenderFault> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let search = if query.is_empty() {
            String::new()
        } else {
            format!("?{query}")
        };
        let argument = serde_json::json!({
            "path": path, "search": search, "origin": self.origin, "outcome": outcome,
        });
        let (view, reads) = (view.clone(), self.reads.clone());
        let read = Box::new(move |asked: &str| {
            match answers.iter().find(|(address, _)| address == asked) {
                Some((_, json)) => Some(json.clone()),
                None => reads.run(&view, asked).ok().map(|json| json.into_text()),
            }
        });
        self.renderer
            .render(RenderJob {
                argument: argument.to_string(),
                read,
            })
            .await
    }

    /// The document without React's part: the browser fetches the data and renders it.
    #[must_use]
    pub fn shell(&self, view: &View, route: Option<&PageRoute>, outcome: &PageOutcome) -> Document {
        Document {
            html: self
                .shell
                .empty((&view.site().name, &look_of(view.site())), route, outcome),
            rendered: false,
            duration: Duration::ZERO,
        }
    }

    /// A last-resort page with two sentences.
    #[must_use]
    pub fn plain(&self, title: &str, advice: &str) -> String {
        self.shell.plain(title, advice)
    }

    /// Statistics of the rendering threads.
    #[must_use]
    pub fn stats(&self) -> RendererStats {
        self.renderer.stats()
    }
}
