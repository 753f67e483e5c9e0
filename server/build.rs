//! Makes cargo rerun when the web app was rebuilt, and says what to do if it wasn't built.

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
}
