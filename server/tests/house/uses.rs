//! What a source file refers to: its expanded `use` trees, and paths in the code itself.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// A path in segments from the crate root, such as `["catalog", "view"]`.
pub type Segments = Vec<String>;

/// A crate's modules with their files.
pub struct Modules {
    root: PathBuf,
    files: BTreeMap<Segments, String>,
}

impl Modules {
    /// Reads every module below `root`, a `src` folder, except tests.
    pub fn read(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap() {
                let path = entry.unwrap().path();
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                if path.is_dir() && name != "tests" {
                    folders.push(path);
                } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    files.insert(module_of(root, &path), code_of(&text));
                }
            }
        }
        assert!(!files.is_empty(), "no sources in {}", root.display());
        Self {
            root: root.to_path_buf(),
            files,
        }
    }

    /// Each module with everything in its own crate that it refers to.
    pub fn named(&self) -> impl Iterator<Item = (&Segments, BTreeSet<Segments>)> {
        self.files
            .iter()
            .map(|(module, code)| (module, self.names_in(module, code)))
    }

    fn names_in(&self, module: &Segments, code: &str) -> BTreeSet<Segments> {
        let mut found = BTreeSet::new();
        let mut rest = code;
        while let Some(start) = rest.find("use ") {
            let is_word =
                start == 0 || !rest[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            rest = &rest[start + 4..];
            let Some(end) = rest.find(';').filter(|_| is_word) else {
                continue;
            };
            expand(&rest[..end], &[], &mut found);
        }
        for word in code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            if word.starts_with("crate::") || word.starts_with("super::") {
                found.insert(segments(word));
            }
        }
        let absolute = found
            .into_iter()
            .filter_map(|name| self.absolute(module, &name));
        absolute.collect()
    }

    /// The path from the crate root; `None` for items of other crates.
    fn absolute(&self, module: &Segments, name: &Segments) -> Option<Segments> {
        match name.first()?.as_str() {
            "crate" => Some(name[1..].to_vec()),
            "self" => Some([module.as_slice(), &name[1..]].concat()),
            "super" => {
                let ups = name.iter().take_while(|part| *part == "super").count();
                let base = module.len().checked_sub(ups)?;
                Some([&module[..base], &name[ups..]].concat())
            }
            child => {
                let below = [module.as_slice(), &[child.to_owned()]].concat();
                self.files
                    .contains_key(&below)
                    .then(|| [module.as_slice(), name].concat())
            }
        }
    }

    /// What the parts directly below `within` import from each other, including names re-exported by their common root.
    fn imports_within(&self, within: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
        let depth = within.len();
        let part = |path: &[String]| {
            let is_within = path.len() > depth && path.iter().zip(within).all(|(a, b)| a == b);
            is_within.then(|| path[depth].clone())
        };
        let parts: BTreeSet<String> = self.files.keys().filter_map(|path| part(path)).collect();
        let root: Segments = within.iter().map(|name| (*name).to_owned()).collect();
        let offered = self
            .files
            .get(&root)
            .map(|code| self.names_in(&root, code))
            .unwrap_or_default();
        let origin = |name: String| {
            let is_offered =
                |path: &&Segments| path.len() > depth + 1 && path.last() == Some(&name);
            let offered = offered.iter().find(is_offered).and_then(|path| part(path));
            if parts.contains(&name) {
                Some(name)
            } else {
                offered.filter(|part| parts.contains(part))
            }
        };
        let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, names) in self.named() {
            let Some(from) = part(module) else { continue };
            let to = names.iter().filter_map(|name| origin(part(name)?));
            let others = to.filter(|to| *to != from);
            reached.entry(from.clone()).or_default().extend(others);
        }
        reached
    }

    /// The parts directly below `within` that import each other in a circle, each circle once.
    pub fn circles(&self, within: &[&str]) -> Vec<BTreeSet<String>> {
        let mut reached = self.imports_within(within);
        assert!(
            reached.len() < 3 || reached.values().any(|to| !to.is_empty()),
            "nothing is imported in {}",
            self.root.display()
        );
        // Everything reachable in any number of steps.
        loop {
            let before: usize = reached.values().map(BTreeSet::len).sum();
            let known = reached.clone();
            for to in reached.values_mut() {
                let further: Vec<String> = to
                    .iter()
                    .filter_map(|name| known.get(name))
                    .flatten()
                    .cloned()
                    .collect();
                to.extend(further);
            }
            if before == reached.values().map(BTreeSet::len).sum::<usize>() {
                break;
            }
        }
        let in_circle = |name: &String| reached.get(name).is_some_and(|to| to.contains(name));
        let circles: BTreeSet<BTreeSet<String>> = reached
            .keys()
            .filter(|name| in_circle(name))
            .map(|name| {
                let back =
                    |other: &&String| reached.get(*other).is_some_and(|to| to.contains(name));
                reached[name].iter().filter(back).cloned().collect()
            })
            .collect();
        circles.into_iter().collect()
    }
}

/// Expands a `use` tree.
fn expand(tree: &str, before: &[String], found: &mut BTreeSet<Segments>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let plain = tree.split(" as ").next().unwrap_or_default();
        let mut path = [before, &segments(plain)].concat();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if !plain.is_empty() {
            found.insert(path);
        }
        return;
    };
    let before = [before, &segments(&tree[..open])].concat();
    // A sentence in a string may also start with "use".
    let Some(close) = tree.rfind('}').filter(|close| *close > open) else {
        return;
    };
    let inner = &tree[open + 1..close];
    let (mut depth, mut start) = (0, 0);
    for (index, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&inner[start..index], &before, found);
                start = index + 1;
            }
            _ => {}
        }
    }
    expand(&inner[start..], &before, found);
}

fn segments(path: &str) -> Segments {
    let parts = path.split("::").map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect()
}

fn module_of(root: &Path, file: &Path) -> Segments {
    let relative = file.strip_prefix(root).unwrap().with_extension("");
    let mut parts: Segments = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if parts
        .last()
        .is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main"))
    {
        parts.pop();
    }
    parts
}

/// Without comments, and without the unit tests at the end.
fn code_of(text: &str) -> String {
    let product = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let lines = product
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn nested_imports_are_written_out() {
    let mut found = BTreeSet::new();
    expand(
        "crate::{catalog::{self, view::View as V}, platform::error::Error}",
        &[],
        &mut found,
    );
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    assert_eq!(
        found,
        [
            "crate::catalog",
            "crate::catalog::view::View",
            "crate::platform::error::Error"
        ]
    );
}
