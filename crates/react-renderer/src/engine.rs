//! One QuickJS runtime with the bundle loaded. It never leaves its thread.

use std::rc::Rc;

use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Error, Function, Promise, Runtime,
    String as JsString, Value,
};

use crate::{
    Bundle, Read, RenderFault, RendererOptions,
    fault::describe,
    host::Host,
    memory::{Budget, BudgetAllocator},
    timer::Timer,
};

/// Left by React's legacy renderer where a Suspense boundary failed: the page would be blank there, with status 200.
const FAILED_BOUNDARY: &str = "<!--$!-->";

pub(crate) struct Engine {
    context: Context,
    runtime: Runtime,
    host: Rc<Host>,
    budget: Rc<Budget>,
}

/// A page and its input.
pub(crate) struct Page {
    pub(crate) html: String,
    pub(crate) reads: Vec<(String, Option<String>)>,
}

impl Engine {
    /// A new runtime that has run the bundle's top level, which `timer` also limits.
    pub(crate) fn start(
        bundle: &Bundle,
        options: &RendererOptions,
        timer: Timer,
    ) -> Result<Self, String> {
        let budget = Budget::new(options.memory_limit);
        let host = Host::new(Rc::clone(&budget));
        let plain = |error: Error| error.to_string();
        let allocator = BudgetAllocator(Rc::clone(&budget));
        let runtime = Runtime::new_with_alloc(allocator).map_err(plain)?;
        runtime.set_max_stack_size(options.stack_size);
        let clock = Rc::clone(&host);
        runtime.set_interrupt_handler(Some(Box::new(move || clock.must_stop())));
        let context = Context::full(&runtime).map_err(plain)?;
        let engine = Self {
            context,
            runtime,
            host,
            budget,
        };
        engine.host.begin(timer, None);
        let loaded = engine.context.with(|ctx| {
            let loaded = engine.load(&ctx, bundle).catch(&ctx);
            loaded.map_err(|error| engine.fault(&error))
        });
        engine.host.end();
        match loaded {
            Ok(()) => Ok(engine),
            Err(RenderFault::Deadline) => Err("its top level does not finish".to_owned()),
            Err(RenderFault::Script(reason)) => Err(reason),
            Err(fault) => Err(fault.to_string()),
        }
    }

    fn load(&self, ctx: &Ctx<'_>, bundle: &Bundle) -> rquickjs::Result<()> {
        self.host.install(ctx)?;
        self.settle(ctx, &bundle.load_prelude(ctx)?)?;
        self.settle(ctx, &bundle.load_app(ctx)?)?;
        ctx.globals().get::<_, Function>("render").map(drop)
    }

    /// Renders one page. After a fault the engine must be dropped, because the script may have been interrupted
    /// anywhere.
    pub(crate) fn render(
        &self,
        argument: &str,
        read: Read,
        timer: Timer,
    ) -> Result<Page, RenderFault> {
        self.host.begin(timer, Some(read));
        let outcome = self.context.with(|ctx| {
            let page = self.page(&ctx, argument);
            // Converted to text while the timer runs, because an error's `message` may run script.
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

    /// Whether the runtime uses more than half of its memory limit, even after garbage collection.
    pub(crate) fn is_half_full(&self) -> bool {
        let half_full = || self.budget.used() > self.budget.limit() / 2;
        half_full() && {
            self.runtime.run_gc();
            half_full()
        }
    }

    fn page(&self, ctx: &Ctx<'_>, argument: &str) -> rquickjs::Result<Page> {
        let render: Function = ctx.globals().get("render")?;
        let promise: Promise = render.call((argument,))?;
        let html = text(&self.settle(ctx, &promise)?)?;
        let reads = self.host.end_reading();
        // Otherwise, jobs left in the queue would run during the next page, on its time.
        while ctx.execute_pending_job() {
            if self.host.must_stop() {
                return Err(Error::WouldBlock);
            }
        }
        if self.host.is_spoilt() {
            Err(Error::WouldBlock)
        } else {
            Ok(Page { html, reads })
        }
    }

    /// Runs jobs until the promise settles, no jobs are left, or the time is up.
    fn settle<'js>(&self, ctx: &Ctx<'js>, promise: &Promise<'js>) -> rquickjs::Result<Value<'js>> {
        loop {
            if let Some(result) = promise.result() {
                return result;
            }
            if self.host.must_stop() || !ctx.execute_pending_job() {
                return Err(Error::WouldBlock);
            }
        }
    }

    fn fault(&self, error: &CaughtError<'_>) -> RenderFault {
        let description = describe(error);
        match self.host.take_panic() {
            Some(reason) => RenderFault::Read(reason),
            None if self.budget.is_exceeded() => RenderFault::Script(format!(
                "out of memory at {} bytes: {description}",
                self.budget.limit()
            )),
            None if self.host.has_expired() => RenderFault::Deadline,
            None => RenderFault::Script(description),
        }
    }
}

/// A JavaScript string as UTF-8. Unpaired surrogates, as left by `slice` inside an emoji, become U+FFFD as in browsers.
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
