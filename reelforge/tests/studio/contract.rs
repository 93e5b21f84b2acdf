//! What clients rely on does not break: the contract of the studio's tools is a file in the repository.

use std::path::Path;
use std::process::Command;

fn check(file: &Path) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_reelforge"))
        .args(["tools", "check", "--file"])
        .arg(file)
        .output()
        .expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

/// After a change that adds something, write the file anew: `reelforge tools lock --file reelforge/tools.lock.json`.
#[test]
fn the_contract_of_the_tools_is_kept_and_written_down() {
    let (kept, said) = check(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tools.lock.json")));
    assert!(kept, "{said}");
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("tools.lock.json");
    let locked = Command::new(env!("CARGO_BIN_EXE_reelforge"))
        .args(["tools", "lock", "--file"])
        .arg(&fresh)
        .status()
        .expect("the program runs");
    assert!(locked.success());
    let written = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tools.lock.json")).unwrap();
    assert_eq!(
        written,
        std::fs::read_to_string(fresh).unwrap(),
        "the file does not hold what was added since"
    );
}

#[test]
fn a_tool_that_is_gone_breaks_the_contract() {
    let written = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tools.lock.json")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tools.lock.json");
    std::fs::write(&file, written.replace("\"get_guide\"", "\"get_guides\"")).unwrap();
    let (kept, said) = check(&file);
    assert!(!kept && said.contains("get_guides"), "{said}");
}
