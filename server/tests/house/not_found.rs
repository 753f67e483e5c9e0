//! What is said when something isn't there stands in one file.

use super::{product_code, sources};

const SENTENCES: &str = "catalog/not_found.rs";

#[test]
fn each_sentence_stands_once() {
    let sources = sources("src");
    let (_, own) = sources
        .iter()
        .find(|(path, _)| path.ends_with(SENTENCES))
        .unwrap();
    let sentences: Vec<&str> = own.split('"').skip(1).step_by(2).collect();
    assert!(sentences.len() >= 8, "{sentences:?}");
    for (path, text) in &sources {
        for sentence in &sentences {
            let code = product_code(text);
            let count = code.matches(&format!("\"{sentence}\"")).count();
            let most = usize::from(path.ends_with(SENTENCES));
            assert!(
                count <= most,
                "{} says {sentence:?} by itself; {SENTENCES} has a function for it",
                path.display()
            );
        }
        assert!(
            path.ends_with(SENTENCES) || !product_code(text).contains(" not found. Please check"),
            "{} has a sentence that belongs into {SENTENCES}",
            path.display()
        );
    }
}
