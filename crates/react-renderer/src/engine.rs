//! One QuickJS runtime with the bundle loaded. It never leaves its thread.

use std::{rc::Rc, time::Instant};

use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Error, Function, Promise, Runtime,
    String as JsString, Value,
};

use crate::{Bundle, Read, RenderFault, RendererOptions, fault::describe, host::Host};

/// What React's legacy renderer leaves where a Suspense boundary failed: the page would be blank there, with status 200.
const FAILED_BOUNDARY: &str = "<!--$!-->";

pub(crate) struct Engine {
    context: Context,
    runtime: Runtime,
    host: Rc<Host>,
}

/// A page and what it was made from.
pub(crate) struct Page {
    pub(crate) html: String,
    pub(crate) reads: Vec<(String, Option<String>)>,
}

impl Engine {
    /// A fresh runtime that has run the bundle's top level; `due` bounds that as well.
    pub(crate) fn start(
        bundle: &Bundle,
        options: &RendererOptions,
        due: Instant,
    ) -> Result<Self, String> {
        let host = Host::new(options.memory_limit);
        let plain = |error: Error| error.to_string();
        let runtime = Runtime::new().map_err(plain)?;
        runtime.set_memory_limit(options.memory_limit);
        runtime.set_max_stack_size(options.stack_size);
        let clock = Rc::clone(&host);
        runtime.set_interrupt_handler(Some(Box::new(move || clock.is_over())));
        let context = Context::full(&runtime).map_err(plain)?;
        let engine = Self {
            context,
            runtime,
            host,
        };
        engine.host.begin(due, None);
        let loaded = engine.context.with(|ctx| {
            engine
                .load(&ctx, bundle)
                .catch(&ctx)
                .map_err(|error| describe(&error))
        });
        let expired = engine.host.has_expired();
        engine.host.end();
        match loaded {
            Ok(()) => Ok(engine),
            Err(_) if expired => Err("its top level does not finish".to_owned()),
            Err(reason) => Err(reason),
        }
    }

    fn load(&self, ctx: &Ctx<'_>, bundle: &Bundle) -> rquickjs::Result<()> {
        self.host.install(ctx)?;
        self.settle(ctx, &bundle.load_prelude(ctx)?)?;
        self.settle(ctx, &bundle.load_app(ctx)?)?;
        ctx.globals().get::<_, Function>("render").map(drop)
    }

    /// Renders one page. After a fault the engine must be dropped: the script was cut off anywhere.
    pub(crate) fn render(
        &self,
        argument: &str,
        read: Read,
        due: Instant,
    ) -> Result<Page, RenderFault> {
        self.host.begin(due, Some(read));
        let outcome = self.context.with(|ctx| {
            let page = self.page(&ctx, argument);
            // Described while the clock still runs: an error's own `message` may be script.
            page.catch(&ctx).map_err(|error| self.fault(&error))
        });
        self.host.end();
        let page = outcome?;
        if page.html.contains(FAILED_BOUNDARY) {
            Err(RenderFault::Suspended)
        } else {
            Ok(page)
        }
    }

    /// Bytes that the runtime holds, after collecting what it no longer needs.
    pub(crate) fn heap_size(&self) -> usize {
        self.runtime.run_gc();
        usize::try_from(self.runtime.memory_usage().malloc_size).unwrap_or(usize::MAX)
    }

    fn page(&self, ctx: &Ctx<'_>, argument: &str) -> rquickjs::Result<Page> {
        let render: Function = ctx.globals().get("render")?;
        let promise: Promise = render.call((argument,))?;
        let html = text(&self.settle(ctx, &promise)?)?;
        let reads = self.host.end_reading();
        // Jobs left in the queue would otherwise run inside the next page, on its time.
        while ctx.execute_pending_job() {
            if self.host.is_over() {
                return Err(Error::WouldBlock);
            }
        }
        // A script may catch what its time or its read ran into, and finish with a page about it.
        if self.host.has_expired() || self.host.has_panicked() {
            Err(Error::WouldBlock)
        } else {
            Ok(Page { html, reads })
        }
    }

    /// Runs jobs until the promise settles, none is left, or the time is over.
    fn settle<'js>(&self, ctx: &Ctx<'js>, promise: &Promise<'js>) -> rquickjs::Result<Value<'js>> {
        loop {
            if let Some(result) = promise.result() {
                return result;
            }
            if self.host.is_over() || !ctx.execute_pending_job() {
                return Err(Error::WouldBlock);
            }
        }
    }

    fn fault(&self, error: &CaughtError<'_>) -> RenderFault {
        let description = describe(error);
        match self.host.take_panic() {
            Some(reason) => RenderFault::Read(reason),
            None if self.host.has_expired() => RenderFault::Deadline,
            None => RenderFault::Script(description),
        }
    }
}

/// A JavaScript string as UTF-8. Half a surrogate pair, as `slice` leaves it of an emoji, becomes U+FFFD, as in browsers.
fn text(value: &Value<'_>) -> rquickjs::Result<String> {
    let Some(string) = value.as_string() else {
        return Err(Error::new_from_js(value.type_name(), "string"));
    };
    match string.to_string() {
        Err(Error::Utf8(_)) => well_formed(string)?.to_string(),
        result => result,
    }
}

fn well_formed<'js>(string: &JsString<'js>) -> rquickjs::Result<JsString<'js>> {
    let prototype = string
        .ctx()
        .globals()
        .get::<_, rquickjs::Object>("String")?
        .get::<_, rquickjs::Object>("prototype")?;
    let to_well_formed: Function = prototype.get("toWellFormed")?;
    to_well_formed.call((rquickjs::function::This(string.clone()),))
}
