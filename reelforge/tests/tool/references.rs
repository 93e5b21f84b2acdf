//! Futures that hold closures over references, streams of borrowed items and guards that do not live long.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Mutex;

use reelforge::schemars::JsonSchema;
use reelforge::serde::Serialize;
use reelforge::{Context, Json, ToolError, tool};

async fn each<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    let mut sum = 0;
    for text in texts {
        std::future::ready(()).await;
        sum += text.len();
    }
    sum
}

#[derive(Serialize, JsonSchema)]
#[serde(crate = "reelforge::serde")]
#[schemars(crate = "reelforge::schemars")]
struct Count {
    count: usize,
}

/// Counts.
#[tool]
async fn count(
    texts: Vec<String>,
    extra: BTreeMap<String, String>,
    cx: &Context,
) -> Result<Json<Count>, ToolError> {
    let add = 1;
    let closure = |text: &str| text.len() + add;
    let lengths: usize = texts.iter().map(|text| closure(text)).sum();
    let borrowed = each(texts.iter().map(String::as_str).filter(|text| !text.is_empty())).await;
    let mut keys: Vec<&str> = extra.keys().map(|key| key.as_str()).collect();
    std::future::ready(()).await;
    keys.sort_by(|a, b| b.cmp(a));
    let by_context = async { cx.client_can("x") }.await;
    Ok(Json(Count { count: lengths + borrowed + keys.len() + usize::from(by_context) }))
}

/// Counts.
#[tool]
async fn guarded(count: &Mutex<i64>) -> String {
    let now = {
        let text = Rc::new(String::from("x"));
        let mut count = count.lock().unwrap();
        *count += i64::try_from(text.len()).unwrap();
        *count
    };
    std::future::ready(()).await;
    now.to_string()
}

/// Not sent anywhere: made and used on one thread.
#[tool]
fn not_send(text: String) -> String {
    let text = Rc::new(text);
    text.to_string()
}

#[test]
fn they_run() {
    let client = crate::client(crate::builder(module_path!()).state(Mutex::new(1_i64)));
    crate::block_on(async {
        let arguments = serde_json::json!({ "texts": ["a", "bc"], "extra": { "x": "y" } });
        assert_eq!(client.call("count", arguments).await.result()["count"], 9);
        assert_eq!(client.call("guarded", serde_json::json!({})).await.text(), "2");
        assert_eq!(client.call("not_send", serde_json::json!({ "text": "x" })).await.text(), "x");
    });
}
