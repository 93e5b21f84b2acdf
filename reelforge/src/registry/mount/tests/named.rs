use serde_json::json;

use super::super::names::{Named, names};
use super::config;

fn plain(named: &Named) -> &str {
    match named {
        Named::As(name, _) => name,
        Named::Not(why) => panic!("{why}"),
    }
}

#[test]
fn a8_illegal_letters_become_underscores() {
    let made = names(&config(&json!({})), &["files.read", "日本", "", "ok-1_A"]);
    let made: Vec<&str> = made.iter().map(plain).collect();
    assert_eq!(made, ["files_read", "__", "_", "ok-1_A"]);
}

#[test]
fn a_changed_name_is_told() {
    let Named::As(_, note) = &names(&config(&json!({ "prefix": "p_" })), &["a.b"])[0] else { panic!() };
    assert_eq!(note.as_deref(), Some("`a.b` is called `p_a_b` here"));
    let Named::As(_, note) = &names(&config(&json!({})), &["--help"])[0] else { panic!() };
    assert!(note.as_deref().is_some_and(|note| note.contains("begins with a dash")), "{note:?}");
}

#[test]
fn g13_names_that_become_the_same_are_told_apart_in_any_order() {
    let config = config(&json!({ "prefix": "p_" }));
    let forwards = names(&config, &["a.b", "a_b", "a b"]);
    let backwards = names(&config, &["a b", "a_b", "a.b"]);
    assert_eq!(plain(&forwards[1]), "p_a_b", "the one that needs no change keeps its name");
    assert_ne!(plain(&forwards[0]), plain(&forwards[2]));
    for (one, other) in [(0, 2), (1, 1), (2, 0)] {
        assert_eq!(plain(&forwards[one]), plain(&backwards[other]));
    }
    assert!(plain(&forwards[0]).starts_with("p_a_b_"));
}

#[test]
fn peers_35_a_long_name_is_told_and_one_that_clients_refuse_is_refused() {
    let long = |length: usize| "n".repeat(length);
    let config = config(&json!({ "prefix": "pre_", "rename": { (long(80)): "short" } }));
    let made = names(&config, &[&long(36), &long(37), &long(60), &long(61), &long(80)]);
    assert_eq!(made[0], Named::As(format!("pre_{}", long(36)), None));
    assert!(matches!(&made[1], Named::As(_, Some(note)) if note.contains("41 characters")), "{made:?}");
    assert!(matches!(&made[2], Named::As(name, _) if name.len() == 64));
    assert!(matches!(&made[3], Named::Not(why) if why.contains("65 characters") && why.contains("`rename`")));
    assert_eq!(made[4], Named::As("short".to_owned(), None), "a new name stands without the prefix");
}
