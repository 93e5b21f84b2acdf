//! The tools that a server offers, at every moment.

use std::sync::Arc;

use super::Selection;
#[cfg(feature = "client")]
use super::mount::Following;

/// The tools that a server offers: one selection for good, or the same choice of a catalogue whose mounted tools come
/// and go. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Served(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Fixed(Arc<Selection>),
    #[cfg(feature = "client")]
    Following(Arc<Following>),
}

impl Served {
    #[cfg(feature = "client")]
    pub(super) fn following(following: Following) -> Self {
        Self(Kind::Following(Arc::new(following)))
    }

    /// What is offered now.
    pub fn now(&self) -> Arc<Selection> {
        match &self.0 {
            Kind::Fixed(selection) => selection.clone(),
            #[cfg(feature = "client")]
            Kind::Following(following) => following.now().1,
        }
    }

    /// The same, and the registry out of which it was chosen; `base` is that of a fixed selection.
    #[cfg(feature = "http")]
    pub(crate) fn now_out_of(&self, base: &Arc<super::Registry>) -> (Arc<super::Registry>, Arc<Selection>) {
        match &self.0 {
            Kind::Fixed(selection) => (base.clone(), selection.clone()),
            #[cfg(feature = "client")]
            Kind::Following(following) => following.now(),
        }
    }

    /// Waits until what is to be there at the start is there; the error says what cannot be.
    #[cfg_attr(
        not(feature = "client"),
        expect(clippy::unused_async, reason = "only mounted servers take time")
    )]
    pub(crate) async fn ready(&self) -> Result<(), String> {
        match &self.0 {
            Kind::Fixed(_) => Ok(()),
            #[cfg(feature = "client")]
            Kind::Following(following) => following.ready().await,
        }
    }

    /// Is ready when something else is offered than `known`; never, if it is one selection for good.
    pub(crate) async fn other_than(&self, known: &Arc<Selection>) -> Arc<Selection> {
        match &self.0 {
            Kind::Fixed(_) => {
                let _ = known;
                std::future::pending().await
            }
            #[cfg(feature = "client")]
            Kind::Following(following) => following.other_than(known).await,
        }
    }

    /// Lets go of every mounted server. What is called afterwards is unavailable.
    #[cfg_attr(
        not(feature = "client"),
        expect(clippy::unused_async, reason = "only mounted servers take time")
    )]
    pub(crate) async fn close(&self) {
        match &self.0 {
            Kind::Fixed(_) => {}
            #[cfg(feature = "client")]
            Kind::Following(following) => following.close().await,
        }
    }

    /// How the mounted servers are, for programs; nothing where none can be mounted.
    #[cfg(feature = "http")]
    pub(crate) fn mounts(&self) -> Option<serde_json::Value> {
        match &self.0 {
            Kind::Fixed(_) => None,
            #[cfg(feature = "client")]
            Kind::Following(following) => Some(following.mounts()),
        }
    }
}

impl From<Arc<Selection>> for Served {
    fn from(selection: Arc<Selection>) -> Self {
        Self(Kind::Fixed(selection))
    }
}

impl From<&Arc<Selection>> for Served {
    fn from(selection: &Arc<Selection>) -> Self {
        selection.clone().into()
    }
}
