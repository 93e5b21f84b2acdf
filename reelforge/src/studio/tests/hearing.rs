//! What only the host decodes is heard by every tool.

use std::io::{Cursor, Read};
use std::sync::Arc;

use serde_json::json;

use super::{Studio, app};
use crate::testing::Client;
use crate::video::audio::{Fallback, SoundError};
use crate::video::files::Content;

const MATROSKA: &[u8] = b"\x1A\x45\xDF\xA3 and so on";
const PROJECT: &str = "reelforge: 1
meta: {title: Heard}
canvas: square
voice: {file: voice.mp3, lead: 0, tail: 0.5}
scenes:
  - {id: a, say: One two three.}
  - {id: b, say: Four five six.}
";

/// Two stretches of a tone with a pause between them, of 4 s.
#[derive(Debug)]
struct Speaks;

impl Fallback for Speaks {
    fn name(&self) -> &'static str {
        "speaks"
    }

    fn wav(&self, file: &mut dyn Content) -> Result<Box<dyn Read + Send + Sync>, SoundError> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("it is in memory or a file");
        assert_eq!(bytes, MATROSKA);
        let sounds = |at: u32| (800..12_000).contains(&at) || (18_000..30_000).contains(&at);
        let sample = |at: u32| if sounds(at) && at % 50 < 25 { 8_000_i16 } else { 0 };
        let mut wav = b"RIFF\x24\xFA\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
        wav.extend(8000_u32.to_le_bytes());
        wav.extend(16_000_u32.to_le_bytes());
        wav.extend(b"\x02\0\x10\0data\0\xFA\0\0");
        wav.extend((0..32_000).flat_map(|at| sample(at).to_le_bytes()));
        Ok(Box::new(Cursor::new(wav)))
    }
}

#[tokio::test]
async fn cues_hear_what_the_mix_plays() {
    let root = tempfile::tempdir().unwrap();
    std::fs::create_dir(root.path().join("one")).unwrap();
    std::fs::write(root.path().join("one/project.yaml"), PROJECT).unwrap();
    std::fs::write(root.path().join("one/voice.mp3"), MATROSKA).unwrap();
    let client = |decoder: Option<Arc<dyn Fallback>>| {
        let studio = Studio::open(root.path()).unwrap().decoder(decoder);
        Client::new(app().state(studio)).unwrap()
    };
    let project = json!({ "project": "one" });
    // Nobody decodes it: its times are a guess, and no video is made without it.
    let deaf = client(None);
    let guessed = deaf.call("get_cues", project.clone()).await.result().clone();
    assert_eq!(guessed["source"], "estimated");
    let refused = deaf.call("render_project", project.clone()).await;
    assert_eq!(refused.error.as_deref(), Some("blocked_by_errors"), "{}", refused.text());
    let told = deaf.call("validate_project", project.clone()).await.result().to_string();
    assert!(told.contains("V-6") && told.contains("install FFmpeg"), "{told}");

    let studio = client(Some(Arc::new(Speaks)));
    let cues = studio.call("get_cues", project.clone()).await.result().clone();
    assert_eq!(cues["source"], "aligned");
    let read = json!({ "project": "one", "part": "outline" });
    let outline = studio.call("read_project", read).await.result().clone();
    // The second scene begins shortly before its first word, after the pause.
    let begins = outline["outline"][1]["t0"].as_f64().unwrap();
    assert!((begins - 2.1).abs() < 0.1, "{outline:#}");
    let checked = studio.call("validate_project", project.clone()).await.result().clone();
    assert_eq!(checked["summary"]["errors"], 0, "{checked:#}");
    let asked = studio.call("render_project", project).await;
    assert_eq!(asked.error, None, "{}", asked.text());
}
