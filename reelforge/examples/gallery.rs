//! Paints a contact sheet of every project below a folder, and a page that shows them all:
//!
//! ```sh
//! cargo run --example gallery -- examples/projects target/gallery
//! ```

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use reelforge::video::audio::Tracks;
use reelforge::video::files::ProjectFiles;
use reelforge::video::paint::{Precision, sheet};
use reelforge::video::preview::{Marks, Preview};
use reelforge::video::project::Project;
use reelforge::video::project::store::Root;

/// Width of a frame on a sheet.
const FRAME: u32 = 360;
/// Pixels between frames.
const GAP: u32 = 12;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: gallery PROJECTS OUTPUT");
        return ExitCode::from(2);
    };
    match paint(&from, &to) {
        Ok(count) => {
            println!("{count} sheets: {}", to.join("index.html").display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn paint(from: &PathBuf, to: &PathBuf) -> Result<usize, Box<dyn std::error::Error>> {
    let root = Arc::new(Root::open(from)?);
    fs::create_dir_all(to)?;
    let mut page = String::from(
        "<!doctype html><meta charset=\"utf-8\"><title>Gallery</title>\
         <style>body{background:#1c1c1f;color:#eee;font:16px sans-serif}img{max-width:100%}</style>\n",
    );
    let projects = root.list()?.projects;
    for location in &projects {
        let text = root.read(&location.name)?.text;
        let Some(project) = Project::parse(&text).project else {
            return Err(format!("{}: the text does not parse", location.file).into());
        };
        let preview = Preview::new(
            &project,
            &Arc::new(Tracks::new(Arc::new(ProjectFiles::of(&root, &location.name)?))),
        );
        let frames: Vec<u32> =
            (0..preview.plan().scenes.len()).filter_map(|scene| preview.settled_frame(scene)).collect();
        let pictures = preview.paint(&frames, FRAME, Marks::default(), Precision::Fastest);
        let file = format!("{}.png", location.name.replace('/', "-"));
        fs::write(to.join(&file), sheet(&pictures, 4, GAP).to_png()?)?;
        page.push_str(&format!("<h2>{}</h2><img src=\"{file}\">\n", location.name));
    }
    fs::write(to.join("index.html"), page)?;
    Ok(projects.len())
}
