//! Tests of the public interface in one binary. `cfg(test)` is always true here; it tells Clippy that helpers may
//! panic.

#[cfg(test)]
mod hand;
mod normalize;
#[cfg(test)]
mod properties;
mod rules;
mod schedule;
#[cfg(test)]
mod seasons;
mod special_days;
mod structured_data;
#[cfg(test)]
mod support;
#[cfg(test)]
mod usual_week;
mod vectors;
