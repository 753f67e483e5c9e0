//! Property tests: the same cases in each run; other cases with `PROPTEST_RNG_SEED`, more with `PROPTEST_CASES`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::{
    strategy::Strategy,
    test_runner::{Config, RngSeed, TestCaseError, TestRunner},
};

/// Tries `cases` values of `strategy`. A failing one is minimized and printed.
pub fn check<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 200,
        ..Config::default()
    };
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(7);
    }
    config.cases = if config.cases == 256 {
        cases
    } else {
        config.cases
    };
    let result = TestRunner::new(config).run(&strategy, |value| {
        catch_unwind(AssertUnwindSafe(|| test(value)))
            .map_err(|_| TestCaseError::fail("see the panic above"))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
