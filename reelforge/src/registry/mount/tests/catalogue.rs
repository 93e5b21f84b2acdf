use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;

use super::super::{Catalogue, MountError, State, Times};
use super::{Fake, PATIENCE, World, base, becomes, declared, names, quick};
use crate::ToolError;
use crate::registry::Registry;
use crate::testing::Client;

fn gone() -> Result<crate::registry::Listing, ToolError> {
    Err(ToolError::new("unavailable", "it does not start"))
}

#[tokio::test]
async fn servers_are_listed_at_the_same_time_and_in_the_order_of_the_file() {
    let (one, two) = (Fake::new(vec![declared("b")]), Fake::new(vec![declared("a")]));
    let world = World::new(&[("one", &one), ("two", &two)]);
    let catalogue = world.opened().await;
    assert_eq!(names(&catalogue.now()), ["a", "b", "local_echo"]);
    let servers: Vec<String> = catalogue.reports().iter().map(|report| report.server.clone()).collect();
    assert_eq!(servers, ["one", "two"]);
    assert_eq!((*one.lists.borrow(), *two.lists.borrow()), (1, 1));
    assert_eq!(catalogue.now().toolsets(), ["one", "two"]);
}

#[tokio::test]
async fn a_server_that_is_needed_and_away_ends_the_start() {
    let (away, there) = (Fake::answering(Some(gone())), Fake::new(vec![declared("read")]));
    let world = World::new(&[("away", &away), ("there", &there)]);
    let error = world.open().ready().await.unwrap_err();
    let MountError::Unavailable(servers) = &error else { panic!("{error}") };
    assert_eq!(servers[0].0, "away");
    let text = error.to_string();
    assert!(
        text.contains("`away` cannot be mounted: it does not start") && text.contains("optional"),
        "{text}"
    );
}

#[tokio::test]
async fn what_a_server_says_when_it_cannot_be_mounted_is_nothing_that_a_terminal_obeys() {
    let error = ToolError::new("unavailable", "\u{1b}]0;title\u{7} \u{202e}no");
    let world = World::new(&[("away", &Fake::answering(Some(Err(error))))]);
    let text = world.open().ready().await.unwrap_err().to_string();
    assert!(text.contains("title") && !text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
}

#[tokio::test]
async fn peers_34_an_optional_server_that_is_away_is_told_and_tried_again() {
    let (away, there) = (Fake::answering(Some(gone())), Fake::new(vec![declared("read")]));
    let world = World::new(&[("away", &away), ("there", &there)]);
    world.write(&json!({ "away": { "command": "a", "optional": true }, "there": { "command": "t" } }));
    let catalogue = world.open();
    catalogue.ready().await.unwrap();
    catalogue.settled().await;
    assert_eq!(names(&catalogue.now()), ["local_echo", "read"]);
    assert!(matches!(&catalogue.reports()[0].state, State::Unavailable(why) if why == "it does not start"));
    away.answers(Err(ToolError::new("unavailable", "no\n".repeat(1 << 20))));
    becomes(&catalogue, |now| matches!(&now.reports[0].state, State::Unavailable(why) if why.ends_with('…')))
        .await;
    let report = catalogue.reports()[0].to_string();
    assert!(
        report.len() < 3000 && report.starts_with("away  fake  unavailable: no; no;"),
        "{} bytes",
        report.len()
    );
    // It can be chosen, though none of its tools is there yet.
    let served = catalogue.served(&["away".to_owned()], false).unwrap();
    assert!(served.now().tools().is_empty());
    away.has(vec![declared("found")]);
    becomes(&catalogue, |now| now.reports[0].state == State::Listed).await;
    assert_eq!(names(&catalogue.now()), ["found", "local_echo", "read"]);
    assert_eq!(served.now().tools().len(), 1);
}

#[tokio::test]
async fn peers_34_a_hung_server_holds_nobody_up() {
    let (hung, there) = (Fake::answering(None), Fake::new(vec![declared("read"), declared("slow_one")]));
    let world = World::new(&[("hung", &hung), ("there", &there)]);
    world.write(&json!({ "hung": { "command": "h", "optional": true }, "there": { "command": "t" } }));
    let catalogue = world.open();
    tokio::time::timeout(PATIENCE, catalogue.ready()).await.unwrap().unwrap();
    becomes(&catalogue, |now| now.registry.get("read").is_some()).await;
    let client = Client::with(catalogue.now());
    assert_eq!(client.call("local_echo", json!({ "text": "x" })).await.text(), "x");
    assert_eq!(client.call("read", json!({})).await.error, None);
    assert_eq!(*there.lists.borrow(), 1, "no call asks for the list");

    // More calls hang than may run at once in the whole process, and local ones run all the same.
    let begun = Arc::new(AtomicUsize::new(0));
    let waiting: Vec<_> = (0..100)
        .map(|_| {
            let (client, begun) = (client.clone(), begun.clone());
            tokio::spawn(async move {
                begun.fetch_add(1, Ordering::SeqCst);
                client.call("slow_one", json!({})).await
            })
        })
        .collect();
    // On one thread, a task that has begun has got as far as it can.
    while begun.load(Ordering::SeqCst) < waiting.len() {
        tokio::task::yield_now().await;
    }
    assert_eq!(*there.calls.borrow(), crate::registry::PLACES + 1);
    assert_eq!(client.call("local_echo", json!({ "text": "y" })).await.text(), "y");
    there.go.send_replace(true);
    for call in waiting {
        assert_eq!(call.await.unwrap().error, None);
    }
}

#[tokio::test]
async fn a_listing_takes_no_longer_than_it_may() {
    let hung = Fake::answering(None);
    let world = World::new(&[("hung", &hung)]);
    let times = Times { list: std::time::Duration::from_millis(1), ..quick() };
    let catalogue = Catalogue::open(base(), &world.file(), world.connect(), times).unwrap();
    let error = catalogue.ready().await.unwrap_err().to_string();
    assert!(error.contains("did not say what tools it has within 0.001 s"), "{error}");
}

#[tokio::test]
async fn a_call_of_a_dead_server_is_unavailable_and_the_rest_goes_on() {
    let (dead, there) = (Fake::new(vec![declared("dead_read")]), Fake::new(vec![declared("read")]));
    let world = World::new(&[("dead", &dead), ("there", &there)]);
    let catalogue = world.opened().await;
    let client = Client::with(catalogue.now());
    dead.down.store(true, Ordering::SeqCst);
    *dead.answer.lock().unwrap() = Some(gone());
    let reply = client.call("dead_read", json!({})).await;
    assert_eq!(reply.error.as_deref(), Some("unavailable"));
    assert_eq!(client.call("read", json!({})).await.error, None);
    // The call told that the server is away. Its tools stay listed, so that no table changes under a client.
    becomes(&catalogue, |now| matches!(now.reports[0].state, State::Unavailable(_))).await;
    assert_eq!(names(&catalogue.now()), ["dead_read", "local_echo", "read"]);
    dead.down.store(false, Ordering::SeqCst);
    assert_eq!(client.call("dead_read", json!({})).await.error, None);
}

#[tokio::test]
async fn peers_31_a_call_that_is_cancelled_is_cancelled_at_its_server() {
    let fake = Fake::new(vec![declared("slow")]);
    let catalogue = World::new(&[("s", &fake)]).opened().await;
    let client = Client::with(catalogue.now());
    let call = tokio::spawn(async move { client.call("slow", json!({})).await });
    fake.is_called().await;
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    assert_eq!(fake.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn the_time_of_a_call_is_the_servers_own() {
    let fake = Fake::new(vec![declared("slow")]);
    let world = World::new(&[("s", &fake)]);
    world.write(&json!({ "s": { "command": "x", "timeout": "1ms" } }));
    let reply = Client::with(world.opened().await.now()).call("slow", json!({})).await;
    assert_eq!(reply.error.as_deref(), Some("timeout"));
    assert_eq!(fake.dropped.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn what_changes_at_a_server_is_there_for_those_who_ask_next() {
    let fake = Fake::new(vec![declared("old"), declared("stays")]);
    let catalogue = World::new(&[("s", &fake)]).opened().await;
    let (before, served) = (catalogue.now(), catalogue.served(&[], false).unwrap());
    let known = served.now();
    fake.has(vec![declared("new"), declared("stays")]);
    let now = tokio::time::timeout(PATIENCE, served.other_than(&known)).await.unwrap();
    let list = |tools: &[Arc<crate::registry::Tool>]| {
        tools.iter().map(|tool| tool.name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(list(now.tools()), ["local_echo", "new", "stays"]);
    assert_eq!(list(known.tools()), ["local_echo", "old", "stays"], "whoever has a list keeps it");
    assert!(Arc::ptr_eq(before.get("stays").unwrap(), catalogue.now().get("stays").unwrap()));
}

#[tokio::test]
async fn what_a_server_does_not_announce_is_found_in_time() {
    let fake = Fake::new(vec![declared("old")]);
    let world = World::new(&[("s", &fake)]);
    let times = Times { refresh: std::time::Duration::from_millis(1), ..quick() };
    let catalogue = Catalogue::open(base(), &world.file(), world.connect(), times).unwrap();
    catalogue.settled().await;
    let listing = crate::registry::Listing { tools: vec![declared("new")], refused: Vec::new() };
    *fake.answer.lock().unwrap() = Some(Ok(listing));
    becomes(&catalogue, |now| now.registry.get("new").is_some()).await;
}

#[tokio::test]
async fn a_server_that_says_the_same_again_changes_nothing() {
    let fake = Fake::new(vec![declared("read")]);
    let catalogue = World::new(&[("s", &fake)]).opened().await;
    let (before, selection) = (catalogue.now(), catalogue.served(&[], false).unwrap());
    let known = selection.now();
    let mut lists = fake.lists.subscribe();
    fake.has(vec![declared("read")]);
    tokio::time::timeout(PATIENCE, lists.wait_for(|count| *count >= 2)).await.unwrap().unwrap();
    fake.has(vec![declared("read")]);
    tokio::time::timeout(PATIENCE, lists.wait_for(|count| *count >= 3)).await.unwrap().unwrap();
    // The second answer was taken before the third was asked for.
    assert!(Arc::ptr_eq(&before, &catalogue.now()));
    assert!(Arc::ptr_eq(&known, &selection.now()));
}

#[tokio::test]
async fn a_program_without_tools_of_its_own_starts_with_those_of_others() {
    let fake = Fake::new(vec![declared("read")]);
    let world = World::new(&[("s", &fake)]);
    assert!(Registry::builder().build().is_err());
    #[cfg(feature = "cli")]
    {
        let empty = Registry::builder().may_be_empty().build().unwrap();
        let catalogue = world.open_with(empty);
        catalogue.settled().await;
        assert_eq!(names(&catalogue.now()), ["read"]);
    }
    drop(world);
}

#[tokio::test]
async fn d4_a_changed_file_is_applied_and_connections_that_are_as_they_were_stay() {
    let (one, two) = (Fake::new(vec![declared("a"), declared("b")]), Fake::new(vec![declared("c")]));
    let world = World::new(&[("one", &one), ("two", &two)]);
    let connected = || world.connected.lock().unwrap().clone();
    world.write(&json!({ "one": { "command": "1" } }));
    let catalogue = world.opened().await;
    // Only what is said about the tools changes, and a server comes.
    world.write(
        &json!({ "two": { "command": "2" }, "one": { "command": "1", "deny": ["b"], "prefix": "x_" } }),
    );
    catalogue.reload();
    catalogue.settled().await;
    assert_eq!(names(&catalogue.now()), ["c", "local_echo", "x_a"]);
    assert_eq!(connected(), ["one", "two"]);
    assert_eq!(*one.lists.borrow(), 1, "nobody had to ask again");
    // The order of keys is no change; another argument is one.
    world.write(&json!({ "one": { "args": [], "command": "1" }, "two": { "command": "2", "args": ["x"] } }));
    catalogue.reload();
    catalogue.settled().await;
    assert_eq!(connected(), ["one", "two", "two"]);
    assert!(!*one.closed.borrow());
    tokio::time::timeout(PATIENCE, two.closed.subscribe().wait_for(|closed| *closed)).await.unwrap().unwrap();
}

#[tokio::test]
async fn d4_the_file_is_followed() {
    let fake = Fake::new(vec![declared("read")]);
    let world = World::new(&[("s", &fake)]);
    let catalogue = world.opened().await;
    catalogue.follow_files();
    world.write(&json!({ "s": { "command": "s", "prefix": "new_" } }));
    becomes(&catalogue, |now| now.registry.get("new_read").is_some()).await;
}

#[tokio::test]
async fn g21_a_server_that_was_taken_out_is_closed_after_its_last_call() {
    let fake = Fake::new(vec![declared("slow"), declared("read")]);
    let world = World::new(&[("s", &fake)]);
    let catalogue = world.opened().await;
    // A session that was opened before keeps its tools.
    let client = Client::with(catalogue.now());
    let running = tokio::spawn({
        let client = client.clone();
        async move { client.call("slow", json!({})).await }
    });
    fake.is_called().await;
    world.write(&json!({}));
    catalogue.reload();
    assert_eq!(names(&catalogue.now()), ["local_echo"]);
    let refused = async {
        while client.call("read", json!({})).await.error.is_none() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.expect("a call is refused in the end");
    let reply = client.call("read", json!({})).await;
    assert_eq!(reply.error.as_deref(), Some("unavailable"));
    assert!(reply.text().contains("not mounted any more"), "{}", reply.text());
    assert!(!*fake.closed.borrow(), "a call still runs");
    fake.go.send_replace(true);
    assert_eq!(running.await.unwrap().error, None, "it was not cut off");
    tokio::time::timeout(PATIENCE, fake.closed.subscribe().wait_for(|closed| *closed))
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn a_file_that_is_wrong_leaves_everything_as_it_was() {
    let fake = Fake::new(vec![declared("read")]);
    let world = World::new(&[("s", &fake)]);
    let catalogue = world.opened().await;
    for text in [
        "",
        "{",
        r#"{"mcpServers": {"s": {"comand": "s"}}}"#,
        r#"{"mcpServers": {"s": {"command": "s"}, "stranger": {"command": "x"}}}"#,
    ] {
        std::fs::write(world.file(), text).unwrap();
        catalogue.reload();
        assert_eq!(names(&catalogue.now()), ["local_echo", "read"]);
        let problem = catalogue.problem().unwrap();
        assert!(problem.contains("servers.json"), "{problem}");
    }
    std::fs::remove_file(world.file()).unwrap();
    catalogue.reload();
    assert!(catalogue.problem().unwrap().contains("cannot be read"));
    assert!(!*fake.closed.borrow());
    world.write(&json!({ "s": { "command": "s" } }));
    catalogue.reload();
    assert_eq!(catalogue.problem(), None);
    assert_eq!(Client::with(catalogue.now()).call("read", json!({})).await.error, None);
}

#[tokio::test]
async fn at_the_end_every_server_is_closed() {
    let (one, two) = (Fake::new(vec![declared("slow")]), Fake::answering(None));
    let world = World::new(&[("one", &one), ("two", &two)]);
    let catalogue = world.open();
    becomes(&catalogue, |now| now.registry.get("slow").is_some()).await;
    let client = Client::with(catalogue.now());
    let served = catalogue.served(&[], false).unwrap();
    tokio::time::timeout(PATIENCE, served.close()).await.unwrap();
    assert!(*one.closed.borrow() && *two.closed.borrow());
    assert_eq!(client.call("slow", json!({})).await.error.as_deref(), Some("unavailable"));
}

#[test]
fn a_connection_that_cannot_be_made_is_an_error_of_the_file() {
    let world = World::new(&[]);
    world.write(&json!({ "s": { "command": "x" } }));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let _context = runtime.enter();
    let error = Catalogue::open(base(), &world.file(), world.connect(), quick()).unwrap_err();
    assert!(
        error.to_string().ends_with("servers.json:1:16: the server `s`: there is no such fake"),
        "{error}"
    );
    // What stands in no file yet is no empty file.
    std::fs::write(world.file(), "").unwrap();
    let error = Catalogue::open(base(), &world.file(), world.connect(), quick()).unwrap_err();
    assert_eq!(error.place, Some((1, 1)), "{error}");
}
