//! For each tool a call that is right, and what goes wrong most often.

/// What a tool's schema does not say by itself.
pub(super) struct ToolNotes {
    /// Arguments, as JSON.
    pub(super) example: &'static str,
    /// What goes wrong most often, and what is right.
    pub(super) mistakes: &'static [&'static str],
}

/// The notes on a tool.
pub(super) fn tool_notes(name: &str) -> Option<ToolNotes> {
    NOTES
        .iter()
        .find(|(known, ..)| *known == name)
        .map(|(_, example, mistakes)| ToolNotes { example, mistakes })
}

const NOTES: [(&str, &str, &[&str]); 23] = [
    (
        "add_asset",
        r#"{"project": "coffee", "path": "img/beans.png", "copy_from": "shared/beans.png"}"#,
        &["a web address: download the file first", "an extension other than that of the content"],
    ),
    ("cancel_render", r#"{"render_id": "r1"}"#, &["the id is the one that `render_project` answered with"]),
    (
        "create_project",
        r#"{"name": "coffee", "template": "narrated-reel", "title": "Coffee prices", "script": ["Coffee went up forty percent.", "Here is why."]}"#,
        &[
            "`yaml` together with `template`: give one of them",
            "a name with capitals or spaces: `coffee-prices`",
        ],
    ),
    (
        "edit_project",
        r#"{"project": "coffee", "ops": [{"op": "set", "path": "scenes.hook.elements.title.text", "value": "Coffee"}]}"#,
        &[
            "a path with an index where there is an id: `scenes.hook.elements.title.text`",
            "`base_revision` of an older answer: take that of the last one",
        ],
    ),
    (
        "get_cues",
        r#"{"project": "coffee", "find": "forty percent"}"#,
        &["`from` and `to` are seconds of the video, not of the scene"],
    ),
    ("get_guide", r#"{"topic": "authoring-card"}"#, &["without `topic` it lists the guides"]),
    ("get_render_status", r#"{"render_id": "r1"}"#, &["without `render_id` it lists the last renders"]),
    (
        "get_schema",
        r#"{"type": "chart"}"#,
        &["names are those of the format: `text`, `scene`, `V-8`, `edit_project`"],
    ),
    (
        "import_cues",
        r#"{"project": "coffee", "file": "audio/voice.srt"}"#,
        &["`file` together with `text`: give one of them", "the voice must be in the project first"],
    ),
    (
        "inspect_render",
        r#"{"render_id": "r1"}"#,
        &["a render that has not finished: see `get_render_status`"],
    ),
    (
        "list_assets",
        r#"{"project": "coffee", "kind": "image"}"#,
        &["a path as `project`: files belong to a project"],
    ),
    ("list_components", r#"{"name": "end-card", "preview": true}"#, &["`preview` without `name`: name one"]),
    ("list_projects", r#"{"query": "coffee"}"#, &["`query` is a part of a name or title, no pattern"]),
    (
        "open_editor",
        r#"{"project": "coffee", "scene": "hook"}"#,
        &["no studio runs: start one with `reelforge studio`"],
    ),
    (
        "preview_frames",
        r#"{"project": "coffee", "times": [0, "cue(forty percent)"], "overlay": "both"}"#,
        &[
            "more than 8 times: use `sheet: true` with `times: auto`",
            "with `scene`, seconds count from its start",
        ],
    ),
    (
        "read_project",
        r#"{"project": "coffee", "part": "outline"}"#,
        &["`part` is all, outline or a scene's id"],
    ),
    (
        "render_project",
        r#"{"project": "coffee", "quality": "draft"}"#,
        &["a project with errors: repair them first, `suggest_next` gives the edits"],
    ),
    ("restore_revision", r#"{"project": "coffee"}"#, &["without `revision` it lists those that are kept"]),
    ("run_doctor", "{}", &["it repairs nothing: each line says what to do"]),
    (
        "suggest_layout",
        r#"{"project": "coffee", "scene": "hook", "elements": ["title"], "preview": true}"#,
        &[
            "ids of elements in groups: the group is placed as one",
            "an element in both `elements` and `keep`",
        ],
    ),
    (
        "suggest_next",
        r#"{"project": "coffee", "goal": "auto"}"#,
        &["all suggestions at once: each was tried on its own, so ask again after each"],
    ),
    (
        "validate_project",
        r#"{"project": "coffee", "stage": "full"}"#,
        &["`rules` are ids such as `V-8`", "neither `project` nor `yaml`: give one of them"],
    ),
    (
        "write_yaml",
        r#"{"project": "coffee", "yaml": "reelforge: 1\nmeta: {title: Coffee}\ncanvas: reel\nscenes:\n  - {id: a, duration: 3}\n"}"#,
        &["a part of the file: it replaces the whole text; `edit_project` changes parts"],
    ),
];
