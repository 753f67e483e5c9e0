//! Makes cargo look again when the web app was built anew, and says what to do when it was not.

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
