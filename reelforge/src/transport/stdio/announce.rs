//! Tells a client with a session that other tools are served, at a moment at which none of its calls runs.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::outgoing::Outgoing;
use crate::registry::{Selection, Served};
use crate::running::Running;

const CHANGED: &[u8] = br#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#;

/// What a session knows, and what it was told of since.
#[derive(Debug)]
pub(super) struct Announced {
    /// The tools that the open session knows.
    known: watch::Sender<Option<Arc<Selection>>>,
    /// The tools that it was told of, until the reading thread takes them.
    next: Mutex<Option<Arc<Selection>>>,
}

impl Default for Announced {
    fn default() -> Self {
        Self { known: watch::Sender::new(None), next: Mutex::default() }
    }
}

impl Announced {
    /// A session was opened with these tools.
    pub(super) fn opened(&self, selection: Arc<Selection>) {
        *self.next() = None;
        self.known.send_replace(Some(selection));
    }

    /// The tools of the session from now on, if it was told of others.
    pub(super) fn take(&self) -> Option<Arc<Selection>> {
        self.next().take()
    }

    /// Announces every change from the moment on at which a session is opened.
    pub(super) async fn run(self: Arc<Self>, served: Served, running: Arc<Running>, outgoing: Arc<Outgoing>) {
        let mut opened = self.known.subscribe();
        loop {
            let Ok(known) = opened.wait_for(Option::is_some).await.map(|known| known.clone()) else { return };
            let Some(known) = known else { continue };
            served.other_than(&known).await;
            running.all_ended().await;
            // More may have changed while calls ran.
            let selection = served.now();
            *self.next() = Some(selection.clone());
            self.known.send_replace(Some(selection));
            outgoing.send(CHANGED.to_vec());
        }
    }

    fn next(&self) -> std::sync::MutexGuard<'_, Option<Arc<Selection>>> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, feature = "client"))]
mod tests {
    use std::fs::File;
    use std::io::Read;
    use std::sync::mpsc;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::registry::Registry;
    use crate::registry::mount::testing::{Fake, PATIENCE, World, declared};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_change_is_announced_when_no_call_runs_and_not_before_a_session() {
        let fake = Fake::new(vec![declared("old")]);
        let catalogue = World::new(&[("s", &fake)]).opened().await;
        let served = catalogue.served(&[], false).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        let (end, _ended) = mpsc::channel();
        let outgoing = Outgoing::start(file.as_file(), end).unwrap();
        let said = || {
            outgoing.close(Instant::now() + Duration::from_secs(1));
            let mut text = String::new();
            File::open(file.path()).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        let running = Arc::new(Running::default());
        let announced = Arc::new(Announced::default());
        let task = tokio::spawn(announced.clone().run(served.clone(), running.clone(), outgoing.clone()));

        let first = served.now();
        announced.opened(first.clone());
        let call = running.enter();
        fake.has(vec![declared("new")]);
        let new = tokio::time::timeout(PATIENCE, served.other_than(&first)).await.unwrap();
        assert!(announced.take().is_none(), "a call runs");
        drop(call);
        let mut known = announced.known.subscribe();
        let told = known.wait_for(|known| known.as_ref().is_some_and(|known| Arc::ptr_eq(known, &new)));
        tokio::time::timeout(PATIENCE, told).await.unwrap().unwrap();
        assert!(Arc::ptr_eq(&announced.take().unwrap(), &new), "the session has the new tools");
        task.abort();
        let _ = task.await;
        assert_eq!(said(), format!("{}\n", String::from_utf8_lossy(CHANGED)), "told once");
    }

    #[test]
    fn only_a_program_that_announces_says_so() {
        let registry = || {
            let here = |tool: &crate::tool::ToolDef| tool.name == "local_echo";
            Registry::builder().linked_where(here).build().unwrap()
        };
        for announce_changes in [false, true] {
            let options = crate::protocol::Options { announce_changes, ..Default::default() };
            let identity = crate::protocol::Identity::new("test", "1");
            let dispatcher = crate::protocol::Dispatcher::new(registry(), identity, options);
            let client = crate::testing::Client::of(Arc::new(dispatcher));
            let answer = |message: serde_json::Value| {
                let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
                runtime.block_on(client.send(&message)).unwrap()["result"]["capabilities"]["tools"].clone()
            };
            let initialize =
                serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} });
            let declared = if announce_changes {
                serde_json::json!({ "listChanged": true })
            } else {
                serde_json::json!({})
            };
            assert_eq!(answer(initialize), declared);
        }
    }
}
