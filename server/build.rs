//! Makes cargo rerun when the web app was rebuilt, says what to do if it wasn't built, and puts the commit into the version.

use std::path::Path;

fn main() {
    let built = Path::new("../web/dist");
    println!("cargo::rerun-if-changed={}", built.display());
    println!("cargo::rerun-if-changed={}", built.join("client").display());
    if !built.join("routes.json").is_file() {
        println!(
            "cargo::error=web/dist is missing: the web app goes into the binary. Run `make build`, or `npm ci && npm run build` in web/."
        );
    }
    println!("cargo::rerun-if-env-changed=TOWNPERK_COMMIT");
    let of = |name| std::env::var_os(name).map(|text| text.to_string_lossy().into_owned());
    let commit = of("TOWNPERK_COMMIT").unwrap_or_default();
    let release = of("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit.as_str() {
        "" => release,
        commit => format!("{release} ({commit})"),
    };
    println!("cargo::rustc-env=BUILD_COMMIT={commit}");
    println!("cargo::rustc-env=BUILD_VERSION={version}");
}
