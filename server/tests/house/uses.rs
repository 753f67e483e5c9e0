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

    /// The imports of a module, by the names that they have there.
    fn aliases_in(&self, module: &Segments, code: &str) -> BTreeMap<String, Segments> {
        let imports = imports_in(code).into_iter();
        let named =
            imports.filter_map(|(path, alias)| Some((alias, self.absolute(module, &path)?)));
        named.collect()
    }

    fn names_in(&self, module: &Segments, code: &str) -> BTreeSet<Segments> {
        let aliases = self.aliases_in(module, code);
        let imports = imports_in(code).into_iter();
        let mut found: BTreeSet<Segments> =
            (imports.filter_map(|(path, _)| self.absolute(module, &path))).collect();
        for word in code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            // The names in the braces that follow are those of an import.
            let path = if word.ends_with("::") {
                Vec::new()
            } else {
                segments(word)
            };
            match path.split_first() {
                Some((first, rest)) if !rest.is_empty() => match aliases.get(first) {
                    Some(alias) => {
                        found.insert([alias.as_slice(), rest].concat());
                    }
                    None => found.extend(self.absolute(module, &path)),
                },
                _ => {}
            }
        }
        found
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

    /// The module of every name that each module refers to, through re-exports.
    pub fn imports(&self) -> BTreeMap<Segments, BTreeSet<Segments>> {
        let offered: BTreeMap<&Segments, BTreeMap<String, Segments>> = (self.files.iter())
            .map(|(module, code)| (module, self.aliases_in(module, code)))
            .collect();
        let imports = self.named().map(|(module, names)| {
            let homes = names
                .into_iter()
                .map(|name| self.home(&offered, name, 0))
                .filter(|home| home != module);
            (module.clone(), homes.collect())
        });
        imports.collect()
    }

    /// The module in which the item at `path` is defined.
    fn home(
        &self,
        offered: &BTreeMap<&Segments, BTreeMap<String, Segments>>,
        path: Segments,
        depth: usize,
    ) -> Segments {
        let longest = (0..=path.len())
            .rev()
            .find(|length| self.files.contains_key(&path[..*length]))
            .unwrap_or_default();
        let module = path[..longest].to_vec();
        let Some(name) = path.get(longest) else {
            return module;
        };
        match offered.get(&module).and_then(|names| names.get(name)) {
            Some(origin) if *origin != path && depth < 12 => {
                let further = [origin.as_slice(), &path[longest + 1..]].concat();
                self.home(offered, further, depth + 1)
            }
            _ => module,
        }
    }

    /// The parts of each folder that import each other in a circle, each circle once. The folder's own `mod.rs` isn't one of
    /// its parts.
    pub fn circles(&self) -> Vec<(Segments, BTreeSet<String>)> {
        let imports = self.imports();
        assert!(
            imports.len() < 3 || imports.values().any(|to| !to.is_empty()),
            "nothing is imported in {}",
            self.root.display()
        );
        let folders: BTreeSet<Segments> = (self.files.keys())
            .filter_map(|module| Some(module.split_last()?.1.to_vec()))
            .collect();
        let circles = folders.into_iter().flat_map(|folder| {
            let found = circles_between(&parts_of(&folder, &imports));
            found
                .into_iter()
                .map(move |circle| (folder.clone(), circle))
        });
        circles.collect()
    }
}

/// What the parts directly below `folder` import from each other.
fn parts_of(
    folder: &Segments,
    imports: &BTreeMap<Segments, BTreeSet<Segments>>,
) -> BTreeMap<String, BTreeSet<String>> {
    let part = |path: &Segments| {
        let below = path.strip_prefix(folder.as_slice())?;
        below.first().cloned()
    };
    let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, homes) in imports {
        let Some(from) = part(module) else { continue };
        let to = homes.iter().filter_map(part).filter(|to| *to != from);
        let others: Vec<String> = to.collect();
        reached.entry(from).or_default().extend(others);
    }
    reached
}

fn circles_between(imports: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let mut reached = imports.clone();
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
    reached
        .keys()
        .filter(|name| in_circle(name))
        .map(|name| {
            let back = |other: &&String| reached.get(*other).is_some_and(|to| to.contains(name));
            reached[name].iter().filter(back).cloned().collect()
        })
        .collect()
}

/// All `use` statements, each name with what it is called.
fn imports_in(code: &str) -> Vec<(Segments, String)> {
    let mut found = Vec::new();
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
    found
}

/// Expands a `use` tree.
fn expand(tree: &str, before: &[String], found: &mut Vec<(Segments, String)>) {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let (plain, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path = [before, &segments(plain)].concat();
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(last) = path.last().filter(|_| !plain.is_empty()) {
            let alias = Some(alias.trim()).filter(|alias| !alias.is_empty());
            let name = alias.unwrap_or(last).to_owned();
            found.push((path, name));
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
    let mut found = Vec::new();
    expand(
        "crate::{catalog::{self, view::View as V}, platform::error::Error}",
        &[],
        &mut found,
    );
    let found: Vec<String> = found
        .iter()
        .map(|(path, name)| format!("{} as {name}", path.join("::")))
        .collect();
    assert_eq!(
        found,
        [
            "crate::catalog as catalog",
            "crate::catalog::view::View as V",
            "crate::platform::error::Error as Error"
        ]
    );
}

fn modules(files: &[(&str, &str)]) -> Modules {
    let files = files
        .iter()
        .map(|(module, code)| (segments(module), code_of(code)));
    Modules {
        root: PathBuf::new(),
        files: files.collect(),
    }
}

#[test]
fn a_circle_through_a_re_export_is_found() {
    let round = [
        ("", "pub mod shop; pub mod town;"),
        ("shop", "pub use row::Row; use crate::town::Town;"),
        ("shop::row", "pub struct Row;"),
        (
            "town",
            "use super::{shop::{self, Row}}; fn of(row: shop::Row) {}",
        ),
    ];
    let circles = modules(&round).circles();
    let both = BTreeSet::from(["shop".to_owned(), "town".to_owned()]);
    assert_eq!(circles, [(Vec::new(), both)]);
    let apart = [round[0], round[1], round[2], ("town", "pub struct Town;")];
    assert!(modules(&apart).circles().is_empty());
    // The hub passes a name on; it comes from the part that defines it.
    let passed_on = [
        ("", "pub use shop::Row; mod shop; mod town;"),
        ("shop", "use super::town::Town; pub struct Row;"),
        ("town", "use super::Row; pub struct Town;"),
    ];
    assert_eq!(modules(&passed_on).circles().len(), 1);
}
