use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::*;
use crate::video::project::Project;

/// The tools that guides may speak of.
const TOOLS: [&str; 23] = [
    "edit_project",
    "restore_revision",
    "suggest_next",
    "suggest_layout",
    "add_asset",
    "get_cues",
    "import_cues",
    "render_project",
    "get_render_status",
    "cancel_render",
    "inspect_render",
    "list_projects",
    "read_project",
    "create_project",
    "write_yaml",
    "preview_frames",
    "list_components",
    "validate_project",
    "get_schema",
    "get_guide",
    "list_assets",
    "run_doctor",
    "open_editor",
];

fn place() -> (TempDir, Root) {
    let temp = tempfile::tempdir().unwrap();
    let root = Root::open(temp.path()).unwrap();
    (temp, root)
}

fn add(temp: &TempDir, name: &str, text: impl AsRef<[u8]>) {
    let folder = temp.path().join("skills").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("SKILL.md"), text).unwrap();
}

#[test]
fn every_guide_of_the_repository_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../skills");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut names: Vec<_> = list(None).into_iter().map(|guide| guide.name).collect();
    assert_eq!(names[0], FIRST);
    names.sort();
    assert_eq!(names, files);
}

#[test]
fn built_in_guides_are_sound_agent_skills() {
    for (name, text) in BUILT_IN {
        assert!(is_name(name), "{name}");
        let (front, body) = split(text).unwrap();
        let front: serde_json::Value = serde_saphyr::from_str(front).unwrap();
        assert_eq!(front["name"], *name);
        let description = front["description"].as_str().unwrap();
        assert!((1..=1024).contains(&description.chars().count()) && !description.contains(['<', '>']));
        assert_eq!(front.as_object().unwrap().len(), 2, "{name}: only name and description");
        assert!(body.lines().count() < 500, "{name}");
    }
    let card = read(None, FIRST).unwrap();
    assert!(card.len() <= 8 * 1024, "the card has {} bytes", card.len());
}

#[test]
fn guides_name_only_tools_that_exist() {
    const WORDS: [&str; 5] = ["base_revision", "yaml_syntax", "stale_revision", "outside_root", "too_large"];
    const FIELDS: [&str; 11] = [
        "not_found",
        "item_at",
        "max_lines",
        "true_peak",
        "max_words",
        "render_id",
        "estimate_s",
        "log_tail",
        "av_offset_ms",
        "disk_full",
        "read_only",
    ];
    for (name, text) in BUILT_IN {
        let quoted = text.split('`').skip(1).step_by(2);
        let called = quoted
            .filter(|word| word.contains('_') && word.bytes().all(|b| b == b'_' || b.is_ascii_lowercase()));
        for word in called {
            assert!(
                TOOLS.contains(&word) || WORDS.contains(&word) || FIELDS.contains(&word),
                "{name}: {word}"
            );
        }
    }
}

#[test]
fn a_root_adds_guides_and_replaces_built_in_ones() {
    let (temp, root) = place();
    assert_eq!(list(Some(&root)), list(None));
    add(
        &temp,
        "house-style",
        "---\nname: house-style\ndescription: >\n  Our colours\n  and words.\n---\n\n# House\n",
    );
    add(&temp, "quote-card", "---\nname: quote-card\ndescription: Ours.\n---\nText.\n");

    let guides = list(Some(&root));
    assert_eq!(guides.len(), BUILT_IN.len() + 1);
    assert_eq!(guides[0].name, FIRST);
    let find = |name: &str| guides.iter().find(|guide| guide.name == name).unwrap();
    assert_eq!(find("house-style").description, "Our colours and words.");
    assert_eq!(find("house-style").source, GuideSource::ProjectRoot);
    assert_eq!(find("quote-card").description, "Ours.");
    assert_eq!(find("explainer").source, GuideSource::BuiltIn);

    assert_eq!(body(&read(Some(&root), "quote-card").unwrap()), "Text.\n");
    assert!(read(None, "quote-card").unwrap().contains("# A quote card"));
    assert!(read(Some(&root), "explainer").unwrap().contains("# An explainer"));
}

#[test]
fn a_wrong_name_gets_the_near_ones_and_reaches_no_file() {
    let (temp, root) = place();
    fs::write(temp.path().join("SKILL.md"), "secret").unwrap();
    add(&temp, "house-style", "# House\n");
    for (name, near) in
        [("authorin-card", "authoring-card"), ("house_style", "house-style"), ("Explainer", "explainer")]
    {
        let error = read(Some(&root), name).unwrap_err();
        assert_eq!(error.code(), "not_found");
        assert!(error.hint().contains(near), "{}", error.hint());
    }
    for name in ["", "..", ".", "../..", "a/b", "/etc", "a\0", &"x".repeat(5000)] {
        assert_eq!(read(Some(&root), name).unwrap_err().code(), "not_found", "{name:?}");
    }
}

#[test]
fn a_guide_that_is_not_as_it_should_be_is_still_listed() {
    let (temp, root) = place();
    add(&temp, "no-front", "# Plain text\n\nRest.\n");
    add(&temp, "open-front", "---\ndescription: never closed\n");
    add(&temp, "broken-front", "---\ndescription: [\n---\n# Heading\n");
    add(&temp, "crlf", "---\r\nname: crlf\r\ndescription: From Windows.\r\n---\r\n# Text\r\n");
    add(&temp, "large", vec![b'x'; 65 * 1024]);
    add(&temp, "bytes", b"\xff\xfe");
    add(&temp, "Not A Name", "# x");
    fs::create_dir_all(temp.path().join("skills/empty-folder")).unwrap();

    let own: Vec<_> = list(Some(&root))
        .into_iter()
        .filter(|guide| guide.source == GuideSource::ProjectRoot)
        .map(|guide| (guide.name, guide.description))
        .collect();
    let expected = [
        ("broken-front", "Heading"),
        ("bytes", "`skills/bytes/SKILL.md` is not UTF-8 text: see the byte at offset 0"),
        ("crlf", "From Windows."),
        ("large", "`skills/large/SKILL.md` has 66560 bytes; at most 65536 bytes (64 KB) are accepted"),
        ("no-front", "Plain text"),
        ("open-front", "---"),
    ];
    assert_eq!(own, expected.map(|(name, description)| (name.to_owned(), description.to_owned())));
    assert_eq!(read(Some(&root), "large").unwrap_err().code(), "too_large");
    assert_eq!(read(Some(&root), "bytes").unwrap_err().code(), "unsupported_media");
}

#[cfg(unix)]
#[test]
fn a_guide_that_is_linked_from_outside_is_not_read() {
    let (temp, root) = place();
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("SKILL.md"), "secret").unwrap();
    fs::create_dir_all(temp.path().join("skills/linked")).unwrap();
    std::os::unix::fs::symlink(outside.path().join("SKILL.md"), temp.path().join("skills/linked/SKILL.md"))
        .unwrap();
    std::os::unix::fs::symlink(outside.path(), temp.path().join("skills/folder")).unwrap();
    assert_eq!(read(Some(&root), "linked").unwrap_err().code(), "outside_root");
    assert_eq!(read(Some(&root), "folder").unwrap_err().code(), "outside_root");
    assert!(list(Some(&root)).iter().all(|guide| !guide.description.contains("secret")));
}

#[test]
fn every_example_in_a_guide_is_free_of_issues() {
    const SMALLEST: &str =
        "reelforge: 1\nmeta: {title: Smallest}\ncanvas: reel\nscenes:\n  - {id: a, duration: 2}\n";
    let mut examples = 0;
    for (name, text) in BUILT_IN {
        for block in text.split("\n```yaml").skip(1) {
            let (kind, yaml) = block.split("\n```").next().unwrap().split_once('\n').unwrap();
            // A fragment is a part of the top level, which the rest of a project is put around.
            let yaml = if kind == " fragment" { format!("{SMALLEST}{yaml}\n") } else { yaml.to_owned() };
            let parsed = Project::parse(&yaml);
            assert!(parsed.issues.is_empty(), "{name}: {:#?}", parsed.issues);
            assert!(parsed.project.is_some(), "{name}");
            examples += 1;
        }
    }
    assert_eq!(examples, 6);
}

/// Where a key of the format can stand; `@` is the key with its value.
const PLACES: [&str; 8] = [
    "@",
    "scenes: [{id: a, duration: 2, @}]",
    "scenes: [{id: a, duration: 2, layout: {type: stack, @}}]",
    "scenes: [{id: a, duration: 2, elements: [{type: text, text: x, @}]}]",
    "scenes: [{id: a, duration: 2, elements: [{type: list, items: [x], @}]}]",
    "scenes: [{id: a, duration: 2, elements: [{type: chart, data: [{label: x, value: 1}], @}]}]",
    "scenes: [{id: a, duration: 2, elements: [{type: shape, to: [1, 2], @}]}]",
    "output: {@}\nscenes: [{id: a, duration: 2}]",
];

#[test]
fn every_key_that_a_guide_quotes_can_be_written_so_somewhere() {
    // Arguments of tools, and what is shown as a mistake or stands for something else.
    const OTHERS: [&str; 8] = [
        "dry_run: true",
        "wait: 60",
        "sheet: true",
        "overlay: both",
        "template: explainer",
        "template: quote",
        "template: narrated-reel",
        "offset: [dx, dy]",
    ];
    const WRONG: &str = "at: cue(a, b)";
    let is_right = |written: &str| {
        PLACES.iter().any(|place| {
            let body = place.replace('@', written);
            let scenes = if body.contains("scenes:") { "" } else { "scenes: [{id: a, duration: 2}]\n" };
            // What stands at the top twice stands there as it is quoted.
            let canvas = if written.starts_with("canvas:") { "" } else { "canvas: reel\n" };
            let text = format!("reelforge: 1\nmeta: {{title: t}}\n{canvas}{scenes}{body}\n");
            let parsed = Project::parse(&text);
            parsed.project.is_some() && parsed.issues.is_empty()
        })
    };
    let mut quoted = 0;
    for (name, text) in BUILT_IN {
        let prose: String = text.split("\n```").step_by(2).collect();
        for written in prose.split('`').skip(1).step_by(2) {
            let Some((key, value)) = written.split_once(": ") else { continue };
            let is_key = !key.is_empty() && key.bytes().all(|byte| byte == b'_' || byte.is_ascii_lowercase());
            if !is_key || value.is_empty() || OTHERS.contains(&written) {
                continue;
            }
            assert_eq!(is_right(written), written != WRONG, "{name}: `{written}`");
            quoted += 1;
        }
    }
    assert!(quoted > 15, "{quoted}");
}
