//! The script's environment during a render: reads, log lines and the timer.

use std::{
    any::Any,
    cell::{Cell, RefCell},
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    time::Duration,
};

use rquickjs::{Ctx, Exception, Function, IntoJs, Object, Value};

use crate::{Read, fault::truncate, memory::Budget, timer::Timer, web_url};

/// Maximum log lines per render: a loop over `console.log` must not fill a disk.
const MAX_LOG_LINES: u32 = 100;
/// Maximum bytes per log line.
const MAX_LOG_LINE: usize = 8_192;

/// State shared by a runtime's host functions. Stays on one thread.
pub(crate) struct Host {
    budget: Rc<Budget>,
    timer: RefCell<Option<Timer>>,
    expired: Cell<bool>,
    log_lines: Cell<u32>,
    panic: RefCell<Option<String>>,
    reading: RefCell<Option<Reading>>,
}

struct Reading {
    read: Read,
    seen: Vec<(String, Option<String>)>,
    bytes: usize,
}

impl Host {
    pub(crate) fn new(budget: Rc<Budget>) -> Rc<Self> {
        Rc::new(Self {
            budget,
            timer: RefCell::default(),
            expired: Cell::default(),
            log_lines: Cell::default(),
            panic: RefCell::default(),
            reading: RefCell::default(),
        })
    }

    /// Starts a render with this time limit.
    pub(crate) fn begin(&self, timer: Timer, read: Option<Read>) {
        self.timer.replace(Some(timer));
        self.expired.set(false);
        self.log_lines.set(0);
        self.panic.replace(None);
        self.reading.replace(read.map(|read| Reading {
            read,
            seen: Vec::new(),
            bytes: 0,
        }));
    }

    /// Stops reading; returns what the script requested, each path once, in the order of first requests.
    pub(crate) fn end_reading(&self) -> Vec<(String, Option<String>)> {
        self.reading
            .take()
            .map_or_else(Vec::new, |reading| reading.seen)
    }

    /// Clears the timer.
    pub(crate) fn end(&self) {
        self.timer.replace(None);
        self.reading.replace(None);
    }

    /// Whether the script must be stopped: it is out of time or memory, or its read failed.
    pub(crate) fn must_stop(&self) -> bool {
        let timer = self.timer.borrow();
        if timer.as_ref().is_some_and(|it| it.is_over(Duration::ZERO)) {
            self.expired.set(true);
        }
        self.is_spoilt()
    }

    /// Whether the script was stopped at any point. It may have caught that and continued, but its result isn't the
    /// page.
    pub(crate) fn is_spoilt(&self) -> bool {
        self.expired.get() || self.budget.is_exceeded() || self.panic.borrow().is_some()
    }

    /// Whether the script ran out of time.
    pub(crate) fn has_expired(&self) -> bool {
        self.expired.get()
    }

    /// The message of a panic in the read closure, if there was one.
    pub(crate) fn take_panic(&self) -> Option<String> {
        self.panic.take()
    }

    /// Sets the functions that the prelude wraps on `globalThis.rendererNative`.
    pub(crate) fn install(self: &Rc<Self>, ctx: &Ctx<'_>) -> rquickjs::Result<()> {
        let native = Object::new(ctx.clone())?;
        let host = Rc::clone(self);
        let get = move |ctx: Ctx<'_>, path: String| host.get(&ctx, path).map(Answer);
        native.set("get", Function::new(ctx.clone(), get)?)?;
        let host = Rc::clone(self);
        native.set(
            "log",
            Function::new(ctx.clone(), move |level: String, message: String| {
                host.log(&level, message)
            })?,
        )?;
        web_url::install(ctx, &native)?;
        ctx.globals().set("rendererNative", native)
    }

    fn get(&self, ctx: &Ctx<'_>, path: String) -> rquickjs::Result<Option<String>> {
        let mut slot = self.reading.borrow_mut();
        let Some(reading) = slot.as_mut() else {
            return Err(Exception::throw_message(
                ctx,
                "host.get works during a render only",
            ));
        };
        if let Some((_, answer)) = reading.seen.iter().find(|(seen, _)| *seen == path) {
            return Ok(answer.clone());
        }
        let answer = match catch_unwind(AssertUnwindSafe(|| (reading.read)(&path))) {
            Ok(answer) => answer,
            Err(payload) => {
                let reason = format!("{path}: {}", panic_message(payload.as_ref()));
                self.panic.replace(Some(reason));
                // The closure's state is unknown, so it isn't called again.
                slot.take();
                return Err(Exception::throw_message(ctx, "the read failed"));
            }
        };
        reading.bytes += path.len() + answer.as_ref().map_or(0, String::len);
        if !self.budget.would_hold(reading.bytes) {
            return Err(Exception::throw_message(
                ctx,
                "out of memory: the reads of this page",
            ));
        }
        reading.seen.push((path, answer.clone()));
        if self.must_stop() {
            return Err(Exception::throw_message(ctx, "the deadline has passed"));
        }
        Ok(answer)
    }

    fn log(&self, level: &str, mut message: String) {
        let line = self.log_lines.get();
        self.log_lines.set(line.saturating_add(1));
        if line == MAX_LOG_LINES {
            tracing::warn!(target: "react_renderer::script", "further log lines of this render are dropped");
        }
        if line >= MAX_LOG_LINES {
            return;
        }
        truncate(&mut message, MAX_LOG_LINE);
        match level {
            "error" => tracing::error!(target: "react_renderer::script", "{message}"),
            "warn" => tracing::warn!(target: "react_renderer::script", "{message}"),
            "debug" => tracing::debug!(target: "react_renderer::script", "{message}"),
            _ => tracing::info!(target: "react_renderer::script", "{message}"),
        }
    }
}

/// The answer of `host.get`: `null` when there is none.
struct Answer(Option<String>);

impl<'js> IntoJs<'js> for Answer {
    fn into_js(self, ctx: &Ctx<'js>) -> rquickjs::Result<Value<'js>> {
        match self.0 {
            Some(text) => text.into_js(ctx),
            None => Ok(Value::new_null(ctx.clone())),
        }
    }
}

/// The text of a panic, if it has one.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("panic without a message")
}
