//! Pages from a folder of Markdown files.

use std::{collections::BTreeMap, path::Path};

use super::{
    routes,
    rules::{self, Checked, Typed},
    store,
};
use crate::{
    catalog::{entities::site_page::Place, writing::Ledger},
    platform::{
        error::{Error, Result},
        web::Actor,
    },
};

/// What an import did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PagesImported {
    pub added: usize,
    pub updated: usize,
    pub unchanged: usize,
}

/// Reads every `SLUG.md` in `folder`: Markdown after lines such as `title: About us` between two lines of `---`.
///
/// # Errors
///
/// With the file and what is wrong in it.
fn read(folder: &Path) -> Result<Vec<Checked>> {
    let unreadable = |path: &Path, error: std::io::Error| {
        Error::Setup(format!("{} can't be read: {error}", path.display()))
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
        paths.push(entry.map_err(|error| unreadable(folder, error))?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let mut pages = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
        let slug = path.file_stem().unwrap_or_default().to_string_lossy();
        let page = page(&slug, &text);
        pages.push(page.map_err(|error| Error::Setup(format!("{slug}.md: {error}")))?);
    }
    Ok(pages)
}

fn page(slug: &str, text: &str) -> Result<Checked> {
    let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    let (head, content) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .ok_or_else(|| Error::invalid("it must begin with lines between two lines of ---"))?;
    let mut fields = BTreeMap::new();
    for line in head.lines().filter(|line| !line.trim().is_empty()) {
        let (name, value) = line
            .split_once(':')
            .ok_or_else(|| Error::invalid(format!("\"{line}\" is not \"name: value\"")))?;
        let name = name.trim();
        if !["title", "description", "date", "place"].contains(&name) {
            return Err(Error::invalid(format!(
                "there is no \"{name}\"; known are title, description, date and place"
            )));
        }
        fields.insert(name, value.trim());
    }
    let field = |name: &str| fields.get(name).copied().unwrap_or_default();
    let place = match field("place") {
        "" | "footer" => Place::Footer,
        "menu" => Place::Menu,
        "nowhere" => Place::Nowhere,
        other => {
            return Err(Error::invalid(format!(
                "place is \"{other}\"; it may be menu, footer or nowhere"
            )));
        }
    };
    rules::checked(&Typed {
        slug,
        title: field("title"),
        description: field("description"),
        content,
        place: Some(place),
        dated: field("date"),
    })
}

/// Adds the pages in `folder`, or replaces those that are there, all or none.
///
/// # Errors
///
/// With the file and what is wrong in it, or when the database fails.
pub async fn import(ledger: &Ledger, folder: &Path) -> Result<PagesImported> {
    let pages = read(folder)?;
    let acted = ledger
        .act(Actor::System, "page.import", move |act| {
            let pages = pages.clone();
            Box::pin(async move {
                let mut done = PagesImported::default();
                for page in pages {
                    let before = store::by_slug(act.transaction(), &page.slug).await?;
                    let Some(before) = before else {
                        routes::add(act, page).await?;
                        done.added += 1;
                        continue;
                    };
                    let slug = page.slug.clone();
                    routes::replace(act, page, None).await?;
                    match store::by_slug(act.transaction(), &slug).await? {
                        Some(after) if after != before => done.updated += 1,
                        _ => done.unchanged += 1,
                    }
                }
                Ok(done)
            })
        })
        .await?;
    Ok(acted.value)
}
