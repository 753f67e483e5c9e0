//! A server bundle as QuickJS bytecode: parsed once, started many times.

use std::sync::Arc;

use rquickjs::{CatchResultExt, Context, Ctx, Module, Runtime, WriteOptions};

use crate::fault::describe;

/// Loaded into every runtime before the bundle: `host`, `console`, timers and a few web classes.
const PRELUDE: &str = include_str!("prelude.js");

/// A compiled server bundle. Cheap to clone; all clones share the bytecode.
///
/// Only this type creates the bytes that the crate loads, which is why loading them is sound.
#[derive(Clone, Debug)]
pub struct Bundle {
    prelude: Arc<[u8]>,
    app: Arc<[u8]>,
}

/// The source isn't a self-contained ECMAScript module; the message says where it fails.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the server bundle does not compile: {0}")]
pub struct CompileError(String);

impl Bundle {
    /// Compiles the source of a self-contained ECMAScript module (no imports).
    ///
    /// Nothing is run yet: [`Renderer::start`](crate::Renderer::start) checks that the module defines
    /// `globalThis.render`.
    ///
    /// # Errors
    ///
    /// [`CompileError`] with the engine's message if the source is invalid.
    pub fn compile(source: &str) -> Result<Self, CompileError> {
        let context = Runtime::new()
            .and_then(|runtime| Context::full(&runtime))
            .map_err(|error| CompileError(error.to_string()))?;
        context.with(|ctx| {
            Ok(Self {
                prelude: bytecode(&ctx, "prelude.js", PRELUDE)?,
                app: bytecode(&ctx, "server-bundle.js", source)?,
            })
        })
    }

    /// Runs the prelude in a new context.
    pub(crate) fn load_prelude<'js>(
        &self,
        ctx: &Ctx<'js>,
    ) -> rquickjs::Result<rquickjs::Promise<'js>> {
        run(ctx, &self.prelude)
    }

    /// Runs the bundle's top level in a context that has the prelude.
    pub(crate) fn load_app<'js>(&self, ctx: &Ctx<'js>) -> rquickjs::Result<rquickjs::Promise<'js>> {
        run(ctx, &self.app)
    }
}

fn bytecode(ctx: &Ctx<'_>, name: &str, source: &str) -> Result<Arc<[u8]>, CompileError> {
    // Keeps line numbers for error messages, and drops the source text.
    let options = || WriteOptions {
        strip_source: true,
        ..WriteOptions::default()
    };
    Module::declare(ctx.clone(), name, source)
        .and_then(|module| module.write(options()))
        .catch(ctx)
        .map(Arc::from)
        .map_err(|error| CompileError(describe(&error)))
}

#[expect(
    unsafe_code,
    reason = "QuickJS does not verify bytecode; these bytes come from `Bundle::compile` in this process"
)]
fn run<'js>(ctx: &Ctx<'js>, bytes: &[u8]) -> rquickjs::Result<rquickjs::Promise<'js>> {
    // SAFETY: `bytes` is a private field of `Bundle`, written only by `bytecode` above with the same engine; the engine
    // copies it.
    let module = unsafe { Module::load(ctx.clone(), bytes) }?;
    Ok(module.eval()?.1)
}
