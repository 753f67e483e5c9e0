//! All file formats, read through the public interface.

#[cfg(test)]
mod as_people_have_them;
#[cfg(test)]
mod json;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod packed;
#[cfg(test)]
mod parquet;
#[cfg(test)]
mod pbf;
#[cfg(test)]
mod providers;
#[cfg(test)]
mod random;
#[cfg(test)]
mod support;
#[cfg(test)]
mod tables;
