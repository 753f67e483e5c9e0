import fc from "fast-check";

/** The same cases in each run; other and more of them with `make fuzz-tests`. */
fc.configureGlobal({
  seed: Number(process.env.FAST_CHECK_SEED ?? 7),
  numRuns: Number(process.env.FAST_CHECK_RUNS ?? 100),
});

export { fc };
