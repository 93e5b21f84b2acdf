//! One choice of tools out of a catalogue, at every moment.

use std::sync::{Arc, PoisonError, RwLock};

use super::super::{Registry, Selection};
use super::catalogue::Catalogue;

/// The tools of certain toolsets out of a catalogue.
#[derive(Debug)]
pub(in crate::registry) struct Following {
    catalogue: Arc<Catalogue>,
    toolsets: Vec<String>,
    read_only: bool,
    /// What was chosen last, and out of what.
    last: RwLock<Option<(Arc<Registry>, Arc<Selection>)>>,
}

impl Following {
    pub(super) fn new(catalogue: Arc<Catalogue>, toolsets: Vec<String>, read_only: bool) -> Self {
        Self { catalogue, toolsets, read_only, last: RwLock::default() }
    }

    /// What is chosen now, and out of what.
    pub(in crate::registry) fn now(&self) -> (Arc<Registry>, Arc<Selection>) {
        let registry = self.catalogue.now();
        let last = self.last.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((known, selection)) = &last
            && Arc::ptr_eq(known, &registry)
        {
            return (registry, selection.clone());
        }
        let mut selection = registry.select_present(&self.toolsets, self.read_only);
        // Clients that see the same tools as before need not be told anything.
        if let Some((_, before)) = last
            && same(before.tools(), selection.tools())
        {
            selection = before;
        }
        let now = (registry, selection);
        *self.last.write().unwrap_or_else(PoisonError::into_inner) = Some(now.clone());
        now
    }

    /// Waits until the servers that are needed are there.
    pub(in crate::registry) async fn ready(&self) -> Result<(), String> {
        self.catalogue.ready().await.map_err(|error| error.to_string())
    }

    /// Is ready when something else is chosen than `known`.
    pub(in crate::registry) async fn other_than(&self, known: &Arc<Selection>) -> Arc<Selection> {
        let mut changes = self.catalogue.subscribe();
        loop {
            let (_, selection) = self.now();
            if !Arc::ptr_eq(&selection, known) {
                return selection;
            }
            if changes.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    pub(in crate::registry) async fn close(&self) {
        self.catalogue.close().await;
    }

    /// How the servers are, for programs. Names and reasons only: whoever may call may know which tools are missing.
    #[cfg(feature = "http")]
    pub(in crate::registry) fn mounts(&self) -> serde_json::Value {
        let snapshot = self.catalogue.snapshot();
        let servers: Vec<serde_json::Value> = snapshot
            .reports
            .iter()
            .map(|report| {
                serde_json::json!({
                    "server": report.server,
                    "state": report.state.name(),
                    "tools": report.tools.len(),
                    "quarantined": report.quarantined.len(),
                })
            })
            .collect();
        let mut mounts = serde_json::json!({ "servers": servers });
        if snapshot.problem.is_some() {
            mounts["problem"] = "the file of servers was changed and is wrong: the log says where".into();
        }
        mounts
    }
}

fn same(one: &[Arc<super::super::Tool>], other: &[Arc<super::super::Tool>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| Arc::ptr_eq(one, other))
}
