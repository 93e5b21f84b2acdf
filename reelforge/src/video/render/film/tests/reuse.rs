//! Scenes that did not change are not encoded again.

use super::*;

/// Five scenes of a second, which is a group each; the last one comes in over the fourth.
fn five(words: [&str; 5]) -> String {
    let scenes = words.iter().enumerate().map(|(index, word)| {
        let transition = if index == 4 { "transition: {type: fade, duration: 0.25}, " } else { "" };
        format!(
            "  - {{id: s{index}, duration: 1, {transition}elements: [{{id: t, type: text, text: {word}, enter: fade}}]}}\n"
        )
    });
    format!(
        "reelforge: 1\nmeta: {{title: Five}}\ncanvas: {{width: 160, height: 128, fps: 24}}\nscenes:\n{}",
        scenes.collect::<String>()
    )
}

const WORDS: [&str; 5] = ["One", "Two", "Three", "Four", "Five"];

impl Fixture {
    fn rendered(&self, project: &str) -> (Vec<u8>, u32) {
        self.write("project.yaml", project);
        let job = self.done(self.order(&Wish::default()));
        assert_eq!(job.state, State::Done, "{}", job.log);
        let reused = job.log.lines().find_map(|line| {
            let (before, after) = line.split_once(" of ")?;
            after.contains("frames did not change").then_some(())?;
            before.rsplit(' ').next()?.parse().ok()
        });
        let file = fs::read(self.temp.path().join("one/renders/one-standard.mp4")).unwrap();
        (file, reused.unwrap_or(0))
    }

    /// The file that this project gets where nothing was rendered before.
    fn anew(&self, project: &str) -> Vec<u8> {
        let fixture = Self::new();
        for entry in fs::read_dir(self.temp.path().join("one")).unwrap().flatten() {
            if entry.file_type().unwrap().is_file() {
                fs::copy(entry.path(), fixture.temp.path().join("one").join(entry.file_name())).unwrap();
            }
        }
        let (file, reused) = fixture.rendered(project);
        assert_eq!(reused, 0);
        file
    }

    fn segments(&self) -> Vec<std::path::PathBuf> {
        let folder = self.temp.path().join(".reelforge/segments");
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    }
}

#[test]
fn one_word_that_changes_has_its_scene_encoded_and_no_other() {
    let fixture = Fixture::new();
    let (first, reused) = fixture.rendered(&five(WORDS));
    assert_eq!(reused, 0);
    let changed = five(["One", "Two", "Tree", "Four", "Five"]);
    let (second, reused) = fixture.rendered(&changed);
    assert_eq!(reused, 4 * 24);
    assert!(first != second && second == fixture.anew(&changed));
    // A scene that is seen in the transition to the next one reaches into that.
    let changed = five(["One", "Two", "Tree", "For", "Five"]);
    let (third, reused) = fixture.rendered(&changed);
    assert_eq!(reused, 3 * 24);
    assert!(third == fixture.anew(&changed));
    // Back to the beginning: all is still known.
    fs::remove_dir_all(fixture.temp.path().join("one/renders")).unwrap();
    let (again, reused) = fixture.rendered(&five(WORDS));
    assert_eq!(reused, 5 * 24);
    assert!(again == first);
}

#[test]
fn scenes_may_move_in_time() {
    let fixture = Fixture::new();
    fixture.rendered(&five(WORDS));
    let longer = five(WORDS).replacen("duration: 1", "duration: 1.5", 1);
    let (file, reused) = fixture.rendered(&longer);
    // The first group of the first scene comes in as before.
    assert_eq!(reused, 5 * 24);
    assert!(file == fixture.anew(&longer));
}

#[test]
fn what_lies_over_all_scenes_changes_all_of_them() {
    let fixture = Fixture::new();
    let bar = |color: &str| {
        let bar = format!("{{type: progress, span: video, w: 100, color: '{color}'}}");
        five(WORDS).replace("elements: [", &format!("elements: [{bar}, "))
    };
    fixture.rendered(&bar("#FF0000"));
    let other = bar("#00FF00");
    let (file, reused) = fixture.rendered(&other);
    assert_eq!(reused, 0);
    assert!(file == fixture.anew(&other));
    // One more second at the end moves the bar in every scene.
    let longer = other.replace("id: s4, duration: 1", "id: s4, duration: 2");
    let (file, reused) = fixture.rendered(&longer);
    assert_eq!(reused, 0);
    assert!(file == fixture.anew(&longer));
}

#[test]
fn captions_change_the_scenes_that_they_are_read_in() {
    let fixture = Fixture::new();
    let said = |word: &str| {
        let project = five(WORDS).replace("meta: {title: Five}", "meta: {title: Five, language: en}");
        let project = project.replace("scenes:", "captions: {style: pop}\nscenes:");
        project.replace("id: s1, ", &format!("id: s1, say: Just {word}, "))
    };
    let (first, _) = fixture.rendered(&said("this"));
    let other = said("that");
    let (second, reused) = fixture.rendered(&other);
    // They stay a little longer than their scene, and are seen in the next one.
    assert_eq!(reused, 3 * 24);
    assert!(first != second && second == fixture.anew(&other));
}

#[test]
fn a_picture_with_other_content_is_painted_anew() {
    let fixture = Fixture::new();
    let project =
        five(WORDS).replacen("elements: [", "elements: [{type: image, src: dot.svg, w: 20, alt: A}, ", 1);
    fixture.rendered(&project);
    fixture.write("dot.svg", &DOT.replace("red", "tan"));
    let (file, reused) = fixture.rendered(&project);
    assert_eq!(reused, 4 * 24);
    assert!(file == fixture.anew(&project));
}

#[test]
fn damaged_segments_are_made_again() {
    let fixture = Fixture::new();
    let (first, _) = fixture.rendered(&five(WORDS));
    let segments = fixture.segments();
    assert_eq!(segments.len(), 5);
    for (place, segment) in segments.iter().enumerate() {
        let mut bytes = fs::read(segment).unwrap();
        match place {
            0 => bytes.clear(),
            1 => bytes.truncate(bytes.len() - 1),
            2 => bytes.truncate(10),
            3 => *bytes.last_mut().unwrap() ^= 1,
            _ => bytes[33..37].copy_from_slice(&u32::MAX.to_le_bytes()),
        }
        fs::write(segment, bytes).unwrap();
    }
    fs::remove_dir_all(fixture.temp.path().join("one/renders")).unwrap();
    let (again, reused) = fixture.rendered(&five(WORDS));
    assert_eq!(reused, 0);
    assert!(again == first);
    assert_eq!(fixture.segments().len(), 5);
}
