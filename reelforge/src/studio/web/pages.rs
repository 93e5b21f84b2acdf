//! The studio's pages: server-rendered, without a script.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value, json};

use crate::registry::Tool;
use crate::video::check::{Issue, Severity, Summary};

/// What the front page shows.
pub(super) struct Home<'a> {
    pub(super) origin: &'a str,
    pub(super) root: &'a str,
    /// The root as a shell takes it.
    pub(super) root_word: &'a str,
    pub(super) program: &'a str,
    pub(super) version: &'a str,
    pub(super) projects: Vec<Card>,
    pub(super) hidden: usize,
    pub(super) tools: Vec<&'a Tool>,
}

/// One project on the front page.
pub(super) struct Card {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) facts: String,
    pub(super) updated: String,
    pub(super) state: CardState,
}

/// What the checks say of a project.
pub(super) enum CardState {
    Checked {
        errors: usize,
        warnings: usize,
    },
    /// It cannot be read, and why.
    Unreadable(String),
}

/// What a project's page shows.
pub(super) struct ProjectPage<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    pub(super) facts: &'a str,
    pub(super) revision: &'a str,
    pub(super) summary: &'a Summary,
    pub(super) issues: &'a [Issue],
    pub(super) scenes: &'a [SceneRow],
    pub(super) renders: &'a [RenderRow],
    pub(super) yaml: &'a str,
}

/// One row of the outline.
pub(super) struct SceneRow {
    pub(super) id: String,
    pub(super) begin: f64,
    pub(super) end: f64,
    pub(super) elements: usize,
    pub(super) say: String,
    /// The line in the file, from 1.
    pub(super) line: usize,
}

/// One render of a project.
pub(super) struct RenderRow {
    pub(super) id: String,
    pub(super) quality: &'static str,
    pub(super) state: String,
    pub(super) is_failed: bool,
    /// Why it failed.
    pub(super) why: String,
    /// The video and its cover picture, as paths from the root.
    pub(super) video: Option<String>,
    pub(super) poster: Option<String>,
    /// All its videos, with their sizes in bytes.
    pub(super) files: Vec<(String, u64)>,
}

fn page(title: &str, place: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · Reelforge" }
                link rel="icon" href="/assets/icon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/assets/style.css";
            }
            body {
                div.wrap {
                    header.top {
                        a.mark href="/" { "Reel" b { "forge" } }
                        span.where { (place) }
                        nav {
                            a href="/#projects" { "Projects" }
                            a href="/#connect" { "Connect" }
                            a href="/#tools" { "Tools" }
                        }
                    }
                    (content)
                }
            }
        }
    }
}

pub(super) fn home(home: &Home<'_>) -> Markup {
    let content = html! {
        main {
            h2 #projects { "Projects" small { (home.projects.len() + home.hidden) } }
            @if home.projects.is_empty() {
                div.card {
                    p { "There is no project below " code { (home.root) } " yet." }
                    p.muted { "Ask an agent to make one, or begin with a template:" }
                    code.copy tabindex="0" {
                        "reelforge call create_project --root " (home.root_word)
                        " --name my-reel --template narrated-reel --title 'My reel'"
                    }
                }
            }
            div.grid { @for card in &home.projects { (project_card(card)) } }
            @if home.hidden > 0 { p.muted { (home.hidden) " more are not shown." } }
            (connect(home))
            (tools(&home.tools))
            footer {
                (home.program) " " (home.version) " · "
                a href="/api/v1/health" { "health" } " · "
                a href="/llms.txt" { "llms.txt" }
            }
        }
    };
    page("Studio", home.root, &content)
}

fn project_card(card: &Card) -> Markup {
    html! {
        a.card href={ "/projects/" (path(&card.name)) } {
            h3 { (card.title) }
            @if card.name != card.title { div.facts { (card.name) } }
            div.facts { (card.facts) }
            div.foot {
                @match &card.state {
                    CardState::Checked { errors, warnings } => (badges(*errors, *warnings)),
                    CardState::Unreadable(why) => { span.badge.bad { "cannot be read" } span.muted { (prose(why)) } },
                }
                span.muted { (card.updated) }
            }
        }
    }
}

fn badges(errors: usize, warnings: usize) -> Markup {
    html! {
        @if errors > 0 { span.badge.bad { (count(errors, "error")) } " " }
        @if warnings > 0 { span.badge.warn { (count(warnings, "warning")) } }
        @if errors == 0 && warnings == 0 { span.badge.good { "no issues" } }
    }
}

fn connect(home: &Home<'_>) -> Markup {
    let mcp = format!("{}/mcp", home.origin);
    let config = |server: Value| format!("{:#}", json!({ "mcpServers": { "reelforge": server } }));
    let remote = config(json!({ "type": "http", "url": mcp }));
    let local = config(json!({ "command": "reelforge", "args": ["mcp", "--root", home.root] }));
    html! {
        h2 #connect { "Connect a client" small { "click a line to select it" } }
        div.grid {
            div.card {
                h3 { "MCP over HTTP" }
                p.muted { "For clients that take an address." }
                code.copy tabindex="0" { (mcp) }
                p.muted { "As a client's configuration:" }
                code.copy tabindex="0" { (remote) }
            }
            div.card {
                h3 { "MCP over stdio" }
                p.muted { "For clients that start a program." }
                code.copy tabindex="0" { "reelforge mcp --root " (home.root_word) }
                p.muted { "As a client's configuration:" }
                code.copy tabindex="0" { (local) }
            }
            div.card {
                h3 { "REST and OpenAPI" }
                p.muted { "Each tool is a POST." }
                code.copy tabindex="0" { "curl -X POST " (home.origin) "/api/v1/tools/list_projects" }
                p.muted { a href="/api/v1/openapi.json" { "OpenAPI document" } " · " a href="/api/v1/tools" { "tools as JSON" } }
                code.copy tabindex="0" { (home.origin) "/api/v1/openapi.json" }
            }
        }
    }
}

fn tools(tools: &[&Tool]) -> Markup {
    html! {
        h2 #tools { "Tools" small { (tools.len()) } }
        div.card.flush {
            table {
                thead { tr { th { "Name" } th { "What it does" } th { "Toolsets" } th { "Effect" } } }
                tbody {
                    @for tool in tools {
                        tr {
                            td.name { code { (tool.name()) } }
                            td.does { (prose(first_sentence(tool.description()))) }
                            td.sets { (tool.toolsets().join(", ")) }
                            td {
                                @if tool.hints().read_only { span.badge.plain { "reads" } }
                                @else if tool.hints().destructive == Some(true) { span.badge.warn { "replaces" } }
                                @else { span.badge.plain { "writes" } }
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn project(project: &ProjectPage<'_>) -> Markup {
    let spoken = project.scenes.iter().any(|scene| !scene.say.is_empty());
    let content = html! {
        main {
            h1 { (project.title) }
            p.facts { (project.facts) " · " code { (project.revision) } }
            p { (badges(project.summary.errors, project.summary.warnings)) }
            @if !project.issues.is_empty() {
                h2 #issues { "Issues" small { (project.issues.len()) } }
                @for issue in project.issues { (issue_entry(issue)) }
            }
            @if !project.renders.is_empty() { (renders(project.renders)) }
            h2 #scenes { "Scenes" small { (project.scenes.len()) } }
            div.card.flush {
                table {
                    thead {
                        tr {
                            th { "Scene" }
                            th.num { "From" }
                            th.num { "To" }
                            th.num { "Elements" }
                            @if spoken { th { "Says" } }
                        }
                    }
                    tbody {
                        @for scene in project.scenes {
                            tr id={ "scene-" (scene.id) } {
                                td.name { a href={ "#L" (scene.line) } { code { (scene.id) } } }
                                td.num { (seconds(scene.begin)) }
                                td.num { (seconds(scene.end)) }
                                td.num.count { (scene.elements) }
                                @if spoken { td.does { (scene.say) } }
                            }
                        }
                    }
                }
            }
            h2 #source { "Source" small { "project.yaml" } }
            div.card.source tabindex="0" { (source(project.yaml, project.issues)) }
        }
    };
    page(project.title, project.name, &content)
}

fn renders(renders: &[RenderRow]) -> Markup {
    let shown = renders.iter().find_map(|render| Some((render.video.as_ref()?, render.poster.as_ref())));
    let link = |file: &str| format!("/renders/{}", path(file));
    html! {
        h2 #renders { "Renders" }
        @if let Some((video, poster)) = shown {
            video.player controls preload="metadata" src=(link(video)) poster=[poster.map(|poster| link(poster))] {}
        }
        div.card.flush {
            table {
                thead { tr { th { "Render" } th { "Quality" } th { "State" } th { "Files" } } }
                tbody {
                    @for render in renders {
                        tr {
                            td.name { code { (render.id) } }
                            td { (render.quality) }
                            td {
                                @if render.is_failed { span.badge.bad { (render.state) } " " (prose(&render.why)) }
                                @else { (render.state) }
                            }
                            td {
                                @for (file, bytes) in &render.files {
                                    a href=(link(file)) { (file.rsplit('/').next().unwrap_or(file)) }
                                    " " span.muted { (megabytes(*bytes)) } " "
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A size as people read it, in tenths of a megabyte.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.div_ceil(100_000);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

fn issue_entry(issue: &Issue) -> Markup {
    html! {
        div class={ "issue " (severity(issue.severity)) } {
            p {
                strong { (issue.rule) " " (issue.name) }
                @if let Some(line) = issue.line { " · " a href={ "#L" (line) } { "line " (line) } }
                @if !issue.path.is_empty() { " · " code { (issue.path) } }
            }
            p { (prose(&issue.message)) }
            @if !issue.hint.is_empty() { p.muted { (prose(&issue.hint)) } }
        }
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

fn source(yaml: &str, issues: &[Issue]) -> Markup {
    let worst = |line: usize| {
        let here = issues.iter().filter(|issue| issue.line == Some(line));
        here.map(|issue| issue.severity).min().map(severity)
    };
    html! {
        ol {
            @for (index, line) in yaml.lines().enumerate() {
                li id={ "L" (index + 1) } class=[worst(index + 1)] {
                    @if line.is_empty() { (PreEscaped("&nbsp;")) } @else { (line) }
                }
            }
        }
    }
}

pub(super) fn problem(title: &str, message: &str, hint: Option<&str>) -> Markup {
    let content = html! {
        main {
            h1 { (title) }
            p { (prose(message)) }
            @if let Some(hint) = hint { p.muted { (prose(hint)) } }
            p { a href="/" { "All projects" } }
        }
    };
    page(title, "", &content)
}

/// A text with what stands in backticks as code.
fn prose(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

fn seconds(time: f64) -> String {
    format!("{time:.2} s")
}

fn first_sentence(text: &str) -> &str {
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    paragraph.split_inclusive(". ").next().unwrap_or(paragraph).trim_end()
}

/// A project's name inside an address: slashes part folders, all else that is not plain is escaped.
pub(crate) fn path(name: &str) -> String {
    use std::fmt::Write as _;
    let mut escaped = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
