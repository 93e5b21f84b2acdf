//! The studio's own pages.

mod media;
pub(crate) mod pages;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::Markup;

use super::Studio;
use super::tools::project_entry;
use crate::protocol::Dispatcher;
use crate::registry::{Served, Tool};
use crate::transport::http::{Guide, base};
use crate::video::check::{Depth, Options, validate};
use crate::video::project::model::Project;
use crate::video::project::source::Node;
use crate::video::project::store::Root;
use crate::video::project::store::StoreError;
use crate::video::render::{Job, OutputKind, State as Stand, job_word, quality_word};
use pages::{Card, CardState, Home, ProjectPage, RenderRow, SceneRow};

/// Nothing but our own style sheet and icon is loaded, and nothing runs.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How many renders a project's page shows.
const SHOWN_RENDERS: usize = 10;

/// How many projects the front page shows.
const SHOWN_PROJECTS: usize = 60;

/// What the pages are made from.
#[derive(Debug, Clone)]
struct Pages {
    studio: Arc<Studio>,
    dispatcher: Arc<Dispatcher>,
    served: Served,
}

/// The pages of a studio.
pub(crate) fn router(studio: Arc<Studio>, dispatcher: Arc<Dispatcher>, served: Served) -> Router {
    Router::new()
        .route("/", get(home))
        .route("/projects/{*name}", get(project))
        .route("/renders/{*path}", get(finished))
        .route(
            "/assets/style.css",
            get(|| async { asset("text/css; charset=utf-8", include_str!("style.css")) }),
        )
        .route("/assets/icon.svg", get(|| async { asset("image/svg+xml", include_str!("icon.svg")) }))
        .with_state(Pages { studio, dispatcher, served })
}

/// The guides, as clients find them over HTTP.
pub(crate) fn guides(studio: Arc<Studio>) -> Arc<dyn Fn() -> Vec<Guide> + Send + Sync> {
    Arc::new(move || {
        let root: Option<&Root> = Some(studio.root());
        // One that cannot be read now is left out.
        let whole = |guide: crate::video::guides::Guide| {
            let text = crate::video::guides::read(root, &guide.name).ok()?;
            Some(Guide { name: guide.name, description: guide.description, text })
        };
        crate::video::guides::list(root).into_iter().filter_map(whole).collect()
    })
}

async fn home(State(pages): State<Pages>, headers: HeaderMap) -> Response {
    // The address by which the browser got here is one by which a client on the same machine gets here too.
    let origin = base(&headers);
    in_background(move || {
        let listing = match pages.studio.root().list() {
            Ok(listing) => listing,
            Err(error) => return failed(&error),
        };
        let shown = listing.projects.iter().take(SHOWN_PROJECTS);
        let identity = pages.dispatcher.identity();
        let selection = pages.served.now();
        let tools: Vec<&Tool> = selection.tools().iter().map(|tool| &**tool).collect();
        let page = pages::home(&Home {
            origin: &origin,
            root: &pages.studio.root().path().display().to_string(),
            root_word: &pages.studio.root_word(),
            program: &identity.name,
            version: &identity.version,
            projects: shown.map(|location| card(project_entry(&pages.studio, location))).collect(),
            hidden: listing.projects.len().saturating_sub(SHOWN_PROJECTS),
            tools,
        });
        html(StatusCode::OK, page)
    })
    .await
}

fn card(entry: super::tools::ProjectEntry) -> Card {
    let facts = [
        entry.canvas,
        entry.duration.map(|seconds| format!("{seconds:.1} s")),
        entry.scenes.map(|count| if count == 1 { "1 scene".to_owned() } else { format!("{count} scenes") }),
    ];
    Card {
        title: entry.title.filter(|title| !title.is_empty()).unwrap_or_else(|| entry.name.clone()),
        name: entry.name,
        facts: facts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        updated: entry.updated.map(|time| readable(&time)).unwrap_or_default(),
        state: match entry.problem {
            Some(why) => CardState::Unreadable(why),
            None => CardState::Checked {
                errors: entry.errors.unwrap_or_default(),
                warnings: entry.warnings.unwrap_or_default(),
            },
        },
    }
}

async fn project(State(pages): State<Pages>, Path(name): Path<String>) -> Response {
    in_background(move || match project_page(&pages.studio, &name) {
        Ok(page) => html(StatusCode::OK, page),
        Err(error) => failed(&error),
    })
    .await
}

fn project_page(studio: &Studio, name: &str) -> Result<Markup, StoreError> {
    let document = studio.root().read(name)?;
    let name = &document.location.name;
    let assets = studio.assets(name);
    // Without painting, so that the page is there at once.
    let options = Options { stage: Depth::Layout, max_issues: 200, ..Options::default() };
    let report = validate(&document.text, &assets, &options);
    let parsed = Project::parse_untried(&document.text);
    let times = report.timeline.iter().flat_map(|timeline| &timeline.scenes);
    let scenes = parsed.project.as_ref().map(|project| project.scenes.as_slice()).unwrap_or_default();
    let nodes = parsed.tree.as_ref().and_then(|tree| tree.get("scenes")).map(Node::items).unwrap_or_default();
    let line_of = |id: &str| {
        let found = nodes.iter().find(|node| node.get("id").and_then(Node::as_text) == Some(id));
        found.map_or(1, |node| node.span.line)
    };
    let rows: Vec<SceneRow> = scenes
        .iter()
        .zip(times)
        .map(|(scene, time)| SceneRow {
            id: scene.id.clone(),
            begin: time.t0,
            end: time.t1,
            elements: scene.elements.len(),
            say: scene.say.clone().unwrap_or_default(),
            line: line_of(&scene.id),
        })
        .collect();
    // Without its queue a project is still worth a look.
    let jobs = studio.renders().last(Some(name), SHOWN_RENDERS).unwrap_or_default();
    let renders: Vec<RenderRow> = jobs.iter().map(render_row).collect();
    let title = parsed.project.as_ref().map(|project| project.meta.title.as_str()).unwrap_or_default();
    let length = report.timeline.as_ref().map(|timeline| format!("{:.1} s · ", timeline.duration));
    Ok(pages::project(&ProjectPage {
        name,
        title: if title.is_empty() { name } else { title },
        facts: &format!("{}{name} · {}", length.unwrap_or_default(), readable(&document.updated())),
        revision: document.revision.as_str(),
        summary: &report.summary,
        issues: &report.issues,
        scenes: &rows,
        renders: &renders,
        yaml: &document.text,
    }))
}

fn render_row(job: &Job) -> RenderRow {
    let find = |kind: OutputKind| {
        let mut all = job.outputs.iter();
        all.find(|output| output.kind == kind).map(|output| output.path.clone())
    };
    let state = match job.state {
        Stand::Queued => "queued".to_owned(),
        Stand::Running => format!("{:.0} %", job.progress.percent),
        Stand::Done => "done".to_owned(),
        Stand::Failed => "failed".to_owned(),
        Stand::Cancelled => "cancelled".to_owned(),
    };
    let videos = job.outputs.iter().filter(|output| output.kind == OutputKind::Video);
    RenderRow {
        id: job_word(job.id),
        quality: quality_word(job.ask.request.quality),
        state,
        is_failed: job.state == Stand::Failed,
        why: job.failure.as_ref().map(|failure| failure.message.clone()).unwrap_or_default(),
        video: find(OutputKind::Video),
        poster: find(OutputKind::Poster),
        files: videos.map(|output| (output.path.clone(), output.bytes)).collect(),
    }
}

/// A finished file, for a player or to keep.
async fn finished(State(pages): State<Pages>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    in_background(move || match media::Media::open(pages.studio.root(), &path) {
        Ok(media) => media.answer(&headers),
        Err(error) => {
            let page = pages::problem("No such file", &error.to_string(), Some(&error.hint()));
            html(StatusCode::NOT_FOUND, page)
        }
    })
    .await
}

/// A time as people read it.
fn readable(time: &str) -> String {
    time.replace('T', " ").replace('Z', " UTC")
}

/// Reads files, which may take a while, away from the threads that serve others.
async fn in_background(work: impl FnOnce() -> Response + Send + 'static) -> Response {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| {
        let page = pages::problem("This page failed", "The server's log says why.", None);
        html(StatusCode::INTERNAL_SERVER_ERROR, page)
    })
}

fn failed(error: &StoreError) -> Response {
    let (status, title) = match error {
        StoreError::NotFound { .. } | StoreError::OutsideRoot { .. } | StoreError::Invalid { .. } => {
            (StatusCode::NOT_FOUND, "No such project")
        }
        _ => (StatusCode::UNPROCESSABLE_ENTITY, "The project cannot be read"),
    };
    html(status, pages::problem(title, &error.to_string(), Some(&error.hint())))
}

fn html(status: StatusCode, page: Markup) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (status, headers, page.into_string()).into_response()
}

fn asset(kind: &'static str, content: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "max-age=300"),
    ];
    (headers, content).into_response()
}
