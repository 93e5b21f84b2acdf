//! `render`: renders a project here and now, and shows how far it is.

mod out;
mod show;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Command, Failure, flags, print, signal};
use crate::App;
use crate::studio::Studio;
use crate::video::check::{Report, Severity};
use crate::video::render::{
    Job, Ordered, OutputKind, Part, QueueError, Refusal, State, Wish, job_word, order,
};

/// How often it is looked at how far the render is.
const LOOK: Duration = Duration::from_millis(200);

pub(super) const COMMAND: Command = Command { build, run };

fn build() -> clap::Command {
    clap::Command::new("render")
        .about("Renders a project to a video file, in the folder `renders` of the project")
        .arg(
            Arg::new("project")
                .value_name("PROJECT")
                .required(true)
                .help("The project's name, or the path of its YAML file below the root"),
        )
        .arg(
            Arg::new("quality")
                .long("quality")
                .value_name("QUALITY")
                .value_parser(["draft", "standard", "high"])
                .help("How much care goes into the pictures; as the project says if not given"),
        )
        .arg(Arg::new("scene").long("scene").value_name("ID").help("Renders this scene alone"))
        .arg(
            Arg::new("range")
                .long("range")
                .value_names(["FROM", "TO"])
                .num_args(2)
                .value_parser(value_parser!(f64))
                .conflicts_with("scene")
                .help("Renders from one time to another, in seconds"),
        )
        .arg(
            Arg::new("variant")
                .long("variant")
                .value_name("CANVAS")
                .value_parser(["reel", "post", "square", "wide", "hd"])
                .action(ArgAction::Append)
                .help("Renders this canvas size too, laid out anew; may be repeated"),
        )
        .arg(
            Arg::new("force")
                .long("force")
                .action(ArgAction::SetTrue)
                .help("Renders in spite of errors of the checks"),
        )
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("FILE")
                .value_parser(value_parser!(std::path::PathBuf))
                .help("Copies the finished video to this file, or into this folder"),
        )
        .args(flags::log())
}

fn run(_: App, matches: &ArgMatches) -> Result<(), Failure> {
    flags::start_log(matches);
    let studio = super::studio::open(matches)?;
    let project = matches.get_one::<String>("project").map_or("", String::as_str);
    let job = match order(studio.renders(), project, &wish(matches)?).map_err(refused)? {
        Ordered::Finished(job) => {
            tell(&format!("{} has rendered the same before", job_word(job.id)));
            job
        }
        Ordered::Waiting(added) => follow(&studio, &added.job, added.new)?,
    };
    match job.state {
        State::Done => finished(&studio, &job, matches),
        State::Cancelled => {
            tell("cancelled");
            Err(Failure::Said(signal::INTERRUPTED))
        }
        _ => {
            let failure = job.failure.map_or_else(String::new, |failure| {
                let hint =
                    if failure.hint.is_empty() { String::new() } else { format!("\n{}", failure.hint) };
                format!("{}{hint}", failure.message)
            });
            Err(Failure::Failed(format!("{}{failure}", job.log)))
        }
    }
}

fn wish(matches: &ArgMatches) -> Result<Wish, Failure> {
    let range: Vec<f64> = matches.get_many("range").unwrap_or_default().copied().collect();
    let part = match (matches.get_one::<String>("scene"), range.as_slice()) {
        (Some(scene), _) => Part::Scene(scene.clone()),
        (None, [from, to]) => Part::Range([*from, *to]),
        _ => Part::Whole,
    };
    let variants = matches.get_many::<String>("variant");
    let variants =
        variants.map(|all| all.map(|word| value_of(word)).collect::<Result<_, _>>()).transpose()?;
    let quality = matches.get_one::<String>("quality").map(|word| value_of(word)).transpose()?;
    Ok(Wish { quality, part, variants, force: matches.get_flag("force") })
}

/// A value of the project format by its word, which the command line has checked.
fn value_of<T: DeserializeOwned>(word: &str) -> Result<T, Failure> {
    serde_json::from_value(Value::from(word)).map_err(|error| Failure::Usage(error.to_string()))
}

/// Renders the job, unless another process does already, and shows how far it is until it is over.
fn follow(studio: &Studio, job: &Job, new: bool) -> Result<Job, Failure> {
    let runtime = super::runtime()?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&interrupted);
    runtime.block_on(async {
        let asked = signal::asked_to_end();
        tokio::spawn(async move {
            asked.await;
            told.store(true, Ordering::Relaxed);
        });
    });
    let runner =
        studio.worker().only(job.id).start().map_err(|error| {
            Failure::Failed(format!("a thread for the render cannot be started: {error}"))
        })?;
    let mut show = show::Show::new();
    let over = loop {
        std::thread::sleep(LOOK);
        let now = studio.renders().job(job.id).map_err(broken)?;
        let Some(now) = now else {
            return Err(Failure::Failed(format!("{} is not in the queue any more", job_word(job.id))));
        };
        show.job(&now);
        if now.state.is_over() {
            break now;
        }
        if interrupted.load(Ordering::Relaxed) {
            if !new {
                // Whoever asked for it first still waits for it.
                show.end();
                tell(&format!("{} goes on in another process", job_word(job.id)));
                return Err(Failure::Said(signal::INTERRUPTED));
            }
            studio.renders().cancel(job.id).map_err(broken)?;
        }
    };
    show.end();
    drop(runner);
    runtime.shutdown_background();
    Ok(over)
}

fn finished(studio: &Studio, job: &Job, matches: &ArgMatches) -> Result<(), Failure> {
    let root = studio.root().path();
    if let Some(out) = matches.get_one::<std::path::PathBuf>("out") {
        let video = job.outputs.iter().find(|output| output.kind == OutputKind::Video);
        let Some(video) = video else { return Err(Failure::Failed("there is no video to copy".to_owned())) };
        let copy = out::copy(studio.root(), &video.path, out)
            .map_err(|error| Failure::Failed(format!("`{}` cannot be written: {error}", out.display())))?;
        return print::line(&copy.display().to_string());
    }
    for output in &job.outputs {
        print::line(&root.join(&output.path).display().to_string())?;
    }
    Ok(())
}

fn refused(refusal: Refusal) -> Failure {
    match refusal {
        Refusal::Store(error) => Failure::Failed(format!("{error}\n{}", error.hint())),
        Refusal::Queue(error) => broken(error),
        Refusal::Failure(failure) => Failure::Failed(format!("{}\n{}", failure.message, failure.hint)),
        Refusal::Blocked(report) => Failure::Failed(blocked(&report)),
    }
}

fn blocked(report: &Report) -> String {
    let errors = report.issues.iter().filter(|issue| issue.severity == Severity::Error);
    let lines = errors.map(|issue| {
        let place = issue.line.map_or_else(|| issue.path.clone(), |line| format!("line {line}"));
        let hint = if issue.hint.is_empty() { String::new() } else { format!(" — {}", issue.hint) };
        format!("  {} {place}: {}{hint}\n", issue.rule, issue.message)
    });
    let count = report.summary.errors;
    format!(
        "the project has {}:\n{}repair them, or render with `--force`",
        if count == 1 { "1 error".to_owned() } else { format!("{count} errors") },
        lines.collect::<String>()
    )
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn broken(error: QueueError) -> Failure {
    Failure::Failed(format!("{error}\n{}", error.hint()))
}

/// Says something beside the result.
fn tell(line: &str) {
    use std::io::Write;
    // If the terminal is gone there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "{line}");
}
