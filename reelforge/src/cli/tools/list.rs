//! `tools`: the tools as people, programs and other APIs read them.

use clap::ArgMatches;

use super::super::call::summary;
use super::super::{Failure, flags, mounts, print};
use crate::App;
use crate::registry::{Form, Limits, Selection, list};

pub(super) const FORMATS: &[&str] = &[
    "table",
    "json",
    "openai",
    "openai-responses",
    #[cfg(feature = "http")]
    "openapi",
];

pub(super) fn run(app: App, matches: &ArgMatches) -> Result<(), Failure> {
    #[cfg(feature = "http")]
    let identity = app.identity.clone();
    let file = mounts::file(matches);
    let registry = mounts::beside(app, file.as_deref()).registry(Limits::default())?;
    let runtime = super::super::runtime()?;
    let (registry, served) = runtime.block_on(mounts::now(&registry, file.as_deref()))?;
    // What is listed is known: the servers can end.
    runtime.block_on(async {
        let _ = tokio::time::timeout(super::GRACE, served.close()).await;
    });
    let selection = flags::selected(&registry, matches)?;
    let format = matches.get_one::<String>("format").map(String::as_str);
    let strict = matches.get_flag("strict");
    if strict && !matches!(format, Some("openai" | "openai-responses")) {
        return Err(Failure::Usage(
            "--strict: expected `--format openai` or `--format openai-responses` with it".to_owned(),
        ));
    }
    let json = match format {
        Some("json") => list(&selection, Form::Whole),
        Some("openai") => list(&selection, Form::OpenAi { strict }),
        Some("openai-responses") => list(&selection, Form::OpenAiResponses { strict }),
        #[cfg(feature = "http")]
        Some("openapi") => {
            crate::transport::http::openapi_document(&identity, &selection, "http://127.0.0.1:8787", false)
        }
        _ => return print::line(&table(&selection)),
    };
    print::line(&print::pretty(&json)?)
}

/// One line a tool: name, toolsets, what it does. A star marks tools that change nothing.
fn table(selection: &Selection) -> String {
    let rows: Vec<[String; 3]> = selection
        .tools()
        .iter()
        .map(|tool| {
            let star = if tool.hints().read_only { "*" } else { "" };
            [format!("{}{star}", tool.name()), tool.toolsets().join(","), summary(tool.description())]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let (name, sets) = (width(0), width(1));
    let mut text = String::new();
    for row in &rows {
        let line = format!("{:name$}  {:sets$}  {}", row[0], row[1], row[2]);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let starred = selection.tools().iter().any(|tool| tool.hints().read_only);
    text + if starred { "(* changes nothing)" } else { "" }
}
