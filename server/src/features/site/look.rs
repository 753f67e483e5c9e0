//! The site's look: two colors from which all others follow, typefaces, awning. Visitors get it as one small style sheet
//! after ours, which is linked only if the site doesn't look as shipped.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{icons, words};
use crate::{
    catalog::{
        LogoFacts, Look, View,
        document::{Content, Document},
        entities::site::{self, Typefaces},
        palette::{self, Rgb, Token},
        writing::Subject,
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, FieldErrors, Result},
        given::whole_number,
        web::{Actor, Fresh, JsonBody},
    },
};

const STALE: &str = "Someone else edited the site. Please check what changed.";
const STYLE: &str = "text/css; charset=utf-8";

const SYSTEM_SERIF: &str =
    "Charter, \"Bitstream Charter\", \"Sitka Text\", Cambria, Georgia, serif";
const SYSTEM_SANS: &str =
    "system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", Arial, sans-serif";

/// The site's look, for the panel's form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteLook {
    /// Such as `#1d4c78`: links, buttons, the footer.
    pub main_color: String,
    /// What is paid for.
    pub accent_color: String,
    pub typefaces: Typefaces,
    pub has_awning: bool,
    /// Whether all of it is as shipped.
    pub is_shipped: bool,
    pub shipped_main_color: String,
    pub shipped_accent_color: String,
    /// The logo in use; `null`: ours.
    #[schema(required)]
    pub logo: Option<LogoAnswer>,
    /// The icon's URL; `null`: ours.
    #[schema(required)]
    pub icon: Option<String>,
    /// Whether it is a file of its own, not made of the logo.
    pub has_own_icon: bool,
    /// To be sent back with an edit.
    pub version: i64,
    /// ID of the entry in the audit log, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// The logo as pages show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogoAnswer {
    pub url: String,
    /// In pixels, in the bar.
    pub width: i32,
    pub height: i32,
    pub is_svg: bool,
    /// Whether emails, shared pictures and icons can have it.
    pub has_picture: bool,
}

impl LogoAnswer {
    pub(super) fn of(logo: LogoFacts) -> Self {
        Self {
            url: logo.path(),
            width: logo.width,
            height: logo.height,
            is_svg: logo.is_svg,
            has_picture: logo.has_picture,
        }
    }
}

/// An edit of the look. What is absent stays.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LookEdit {
    #[schema(max_length = 16)]
    pub main_color: Option<String>,
    #[schema(max_length = 16)]
    pub accent_color: Option<String>,
    pub typefaces: Option<Typefaces>,
    pub has_awning: Option<bool>,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// Two colors to look at.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Colors {
    #[schema(max_length = 16)]
    pub main_color: String,
    #[schema(max_length = 16)]
    pub accent_color: String,
}

/// A color of the style sheet.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ColorToken {
    /// Such as `--blue`.
    pub name: String,
    /// Such as `light-dark(#1d4c78, #93c4f0)`.
    pub value: String,
}

/// The colors that follow from two.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LookPreview {
    pub tokens: Vec<ColorToken>,
}

/// The style sheet.
pub(super) fn documents() -> Vec<Document> {
    vec![Document::new("/look.css", |view, _| style(view))]
}

fn style(view: &View) -> Result<Content> {
    let facts = view.site();
    if !facts.look.is_styled() {
        return Err(Error::NotFound("The site looks as shipped.".into()));
    }
    let text = style_of(&facts.look);
    Ok(Content::text(STYLE, text).with_version(facts.mark.clone()))
}

fn style_of(look: &Look) -> String {
    let mut lines: Vec<String> = Vec::new();
    let shipped = Look::default();
    if (look.main, look.accent) != (shipped.main, shipped.accent) {
        let tokens = palette::tokens(look.main, look.accent);
        lines.extend(tokens.iter().map(|token| {
            let ColorToken { name, value } = in_css(token);
            format!("{name}:{value}")
        }));
    }
    match look.typefaces {
        Typefaces::Besley => {}
        Typefaces::Serif => {
            lines.push(format!("--font-serif:{SYSTEM_SERIF}"));
            lines.push(format!("--font-sans:{SYSTEM_SANS}"));
        }
        Typefaces::Sans => {
            lines.push(format!("--font-serif:{SYSTEM_SANS}"));
            lines.push(format!("--font-sans:{SYSTEM_SANS}"));
        }
    }
    let awning = if look.has_awning {
        ""
    } else {
        ".awning{display:none}"
    };
    format!(":root,[data-theme]{{{}}}{awning}", lines.join(";"))
}

fn in_css((name, light, dark): &Token) -> ColorToken {
    ColorToken {
        name: format!("--{name}"),
        value: format!("light-dark({}, {})", light.hex(), dark.hex()),
    }
}

/// Show the site's look.
#[utoipa::path(get, operation_id = "show_site_look", path = "/api/admin/site/look", tag = "administration",
    responses((status = 200, body = SiteLook), (status = 401, body = ErrorBody)))]
pub async fn show_look(State(services): State<Services>) -> Fresh<SiteLook> {
    Fresh(form(&services, None))
}

/// Change the site's look. A color that can't be read is refused with the nearest that can.
#[utoipa::path(put, operation_id = "edit_site_look", path = "/api/admin/site/look", tag = "administration",
    request_body = LookEdit,
    responses((status = 200, body = SiteLook), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Edited meanwhile; `details.current` is the look as it is now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn edit_look(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(edit): JsonBody<LookEdit>,
) -> Result<Fresh<SiteLook>> {
    let (main, accent) = colors(edit.main_color.as_deref(), edit.accent_color.as_deref())?;
    let version = edit.version;
    let acted = services
        .ledger
        .act(actor, "site.look", move |act| {
            let edit = edit.clone();
            Box::pin(async move {
                let before = words::row(act).await?;
                if version.is_some_and(|version| version != before.edition) {
                    return Err(Error::Conflict(STALE.into()));
                }
                act.set_subject(Subject::new("site", site::ID, "Look"));
                let mut after = before.clone();
                if let Some(main) = main {
                    after.main_color = (main != palette::MAIN).then(|| main.hex());
                }
                if let Some(accent) = accent {
                    after.accent_color = (accent != palette::ACCENT).then(|| accent.hex());
                }
                if let Some(typefaces) = edit.typefaces {
                    after.typefaces = (typefaces != Typefaces::Besley).then_some(typefaces);
                }
                after.has_awning = edit.has_awning.unwrap_or(before.has_awning);
                act.update(&before, after).await
            })
        })
        .await;
    match acted {
        Err(Error::Conflict(_)) => {
            // The other edit may be another node's.
            services.catalog.catch_up().await?;
            Err(Error::stale(STALE, Some(json!(form(&services, None)))))
        }
        acted => Ok(Fresh(form(&services, acted?.entry))),
    }
}

/// Show the colors that would follow from two.
#[utoipa::path(post, operation_id = "preview_site_look", path = "/api/admin/site/look-preview", tag = "administration",
    request_body = Colors,
    responses((status = 200, body = LookPreview), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn preview_look(JsonBody(asked): JsonBody<Colors>) -> Result<Fresh<LookPreview>> {
    let chosen = colors(Some(&asked.main_color), Some(&asked.accent_color))?;
    let (main, accent) = (
        chosen.0.unwrap_or(palette::MAIN),
        chosen.1.unwrap_or(palette::ACCENT),
    );
    let tokens = palette::tokens(main, accent);
    Ok(Fresh(LookPreview {
        tokens: tokens.iter().map(in_css).collect(),
    }))
}

/// The colors as typed; both are named if both are wrong.
fn colors(main: Option<&str>, accent: Option<&str>) -> Result<(Option<Rgb>, Option<Rgb>)> {
    let mut wrong = FieldErrors::default();
    let mut read = |field: &str, typed: Option<&str>, nearest: fn(Rgb) -> Rgb, why: &str| {
        let typed = typed?;
        let Some(color) = Rgb::parse(typed) else {
            wrong.add(field, "Write the color as #1d4c78.");
            return None;
        };
        let fine = nearest(color);
        if fine != color {
            wrong.add(
                field,
                format!("{why} The nearest that works is {}.", fine.hex()),
            );
        }
        Some(color)
    };
    let main = read(
        "mainColor",
        main,
        palette::nearest_main,
        "Text in this color can't be read on the page (4.5:1).",
    );
    let accent = read(
        "accentColor",
        accent,
        palette::nearest_accent,
        "A border in this color can't be seen on the page (3:1).",
    );
    wrong.refuse_any()?;
    Ok((main, accent))
}

pub(super) fn form(services: &Services, entry: Option<Uuid>) -> SiteLook {
    let view = services.catalog.view();
    let look = view.site().look;
    SiteLook {
        main_color: look.main.hex(),
        accent_color: look.accent.hex(),
        typefaces: look.typefaces,
        has_awning: look.has_awning,
        is_shipped: look == Look::default(),
        shipped_main_color: palette::MAIN.hex(),
        shipped_accent_color: palette::ACCENT.hex(),
        logo: look.logo.map(LogoAnswer::of),
        icon: look.icon.map(|version| icons::path("192.png", version)),
        has_own_icon: view.site_icon().is_some_and(|(_, is_own)| is_own),
        version: view.site_row().map_or(0, |row| row.edition),
        entry,
    }
}
