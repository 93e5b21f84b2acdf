//! The only place that knows both what is mounted and what speaks to servers.

use std::sync::Arc;

use crate::client::{Connection, HttpRecipe, Options, StdioRecipe};
use crate::registry::Source;
use crate::registry::mount::{Connection as Said, ServerConfig};
use crate::tool::ToolError;

/// The connection to a server. It is not opened yet.
pub(super) fn connect(server: &ServerConfig) -> Result<Arc<dyn Source>, ToolError> {
    let options = Options { call_timeout: server.timeout, ..Options::default() };
    let connection = match &server.connection {
        Said::Stdio { command, args, env, cwd } => {
            let mut recipe = StdioRecipe::new(command).args(args);
            for (name, value) in env {
                recipe = recipe.env(name, value);
            }
            if let Some(folder) = cwd {
                recipe = recipe.cwd(folder);
            }
            Connection::new(recipe, options)?
        }
        Said::Http { url, headers } => {
            let mut recipe = HttpRecipe::new(url)?;
            for (name, value) in headers {
                recipe = recipe.header(name, value)?;
            }
            Connection::new(recipe, options)?
        }
    };
    Ok(Arc::new(connection))
}

#[cfg(all(test, feature = "http"))]
mod tests {
    use std::time::Duration;

    use serde_json::json;
    use tokio::sync::oneshot;

    use super::*;
    use crate::protocol::{Dispatcher, Identity, Options};
    use crate::registry::Registry;
    use crate::registry::mount::{Catalogue, State, Times};
    use crate::testing::Client;
    use crate::transport::http::{Config, Server};

    const PATIENCE: Duration = Duration::from_secs(20);

    /// Turns a word around.
    #[crate::tool(read_only, inline)]
    fn turned(word: String) -> String {
        word.chars().rev().collect()
    }

    fn registry() -> Arc<Registry> {
        Registry::builder().linked_where(|tool| tool.location.module == module_path!()).build().unwrap()
    }

    /// A server of `turned` on that port, or a free one; the port, and what ends it.
    async fn server(port: u16) -> (u16, oneshot::Sender<()>, tokio::task::JoinHandle<()>) {
        let registry = registry();
        let mut config = Config::new(registry.all());
        config.port = port;
        let dispatcher =
            Arc::new(Dispatcher::new(registry, Identity::new("upstream", "1"), Options::default()));
        let server = Server::bind(dispatcher, config).await.unwrap();
        let port = server.addr().port();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async move { server.run(stopped).await.unwrap() });
        (port, stop, task)
    }

    fn mounted(servers: &serde_json::Value) -> (tempfile::TempDir, Arc<Catalogue>) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("servers.json");
        std::fs::write(&file, json!({ "mcpServers": servers }).to_string()).unwrap();
        let short = Duration::from_millis(1);
        let times = Times { pause: short, retry: short, longest_retry: short, ..Times::default() };
        let catalogue = Catalogue::open(registry(), &file, Arc::new(connect), times).unwrap();
        (folder, catalogue)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn peers_39_a_server_that_was_restarted_answers_the_next_call() {
        let (port, stop, task) = server(0).await;
        let url = format!("http://127.0.0.1:{port}/mcp");
        let (_folder, catalogue) = mounted(&json!({ "far": { "url": url, "prefix": "far_" } }));
        catalogue.ready().await.unwrap();
        let client = Client::with(catalogue.now());
        assert_eq!(client.call("far_turned", json!({ "word": "abc" })).await.text(), "cba");
        let local = client.tools().await.into_iter().find(|tool| tool["name"] == "turned").unwrap();
        let far = client.tools().await.into_iter().find(|tool| tool["name"] == "far_turned").unwrap();
        assert_eq!(far["inputSchema"], local["inputSchema"]);
        assert_eq!(far["annotations"], local["annotations"]);

        stop.send(()).unwrap();
        task.await.unwrap();
        let reply = client.call("far_turned", json!({ "word": "abc" })).await;
        assert_eq!(reply.error.as_deref(), Some("unavailable"), "{}", reply.text());
        assert_eq!(client.call("turned", json!({ "word": "abc" })).await.text(), "cba", "the rest goes on");

        let (_, _stop, _task) = server(port).await;
        assert_eq!(client.call("far_turned", json!({ "word": "xyz" })).await.text(), "zyx");
        catalogue.close().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_program_that_does_not_start_is_told() {
        let (_folder, catalogue) = mounted(&json!({
            "none": { "command": "no-such-program-here", "env": { "KEY": "secret" }, "optional": true },
        }));
        tokio::time::timeout(PATIENCE, catalogue.settled()).await.unwrap();
        let report = catalogue.reports()[0].clone();
        assert!(
            matches!(&report.state, State::Unavailable(why) if why.contains("no-such-program-here")),
            "{report}"
        );
        assert!(!report.to_string().contains("secret"));
        catalogue.close().await;
    }
}
