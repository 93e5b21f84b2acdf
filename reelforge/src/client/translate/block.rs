//! One block of content.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::tool::{Content, Image, Link};

/// A block of content. What this crate has no kind for becomes text: nothing is dropped silently.
pub(super) fn block(block: &Value) -> Content {
    let text = |name: &str| block[name].as_str();
    match text("type") {
        Some("text") => Content::Text(text("text").unwrap_or_default().to_owned()),
        Some("image") => match bytes(&block["data"], text("mimeType")) {
            Some((data, mime_type)) => Content::Image(Image::new(data, mime_type)),
            None => incomplete("image"),
        },
        Some("audio") => match bytes(&block["data"], text("mimeType")) {
            Some((data, mime_type)) => Content::Audio { data, mime_type: mime_type.to_owned() },
            None => incomplete("audio"),
        },
        Some("resource_link") => match text("uri") {
            Some(uri) => {
                let link = Link::new(uri, text("name").unwrap_or_default());
                let link = text("mimeType").into_iter().fold(link, Link::mime_type);
                Content::Link(text("description").into_iter().fold(link, Link::description))
            }
            None => incomplete("resource_link"),
        },
        Some("resource") => resource(&block["resource"]),
        _ => Content::Text(block.to_string()),
    }
}

fn resource(resource: &Value) -> Content {
    let Some(uri) = resource["uri"].as_str() else { return incomplete("resource") };
    let mime_type = resource["mimeType"].as_str();
    if let Some(text) = resource["text"].as_str() {
        return Content::Resource {
            uri: uri.to_owned(),
            mime_type: mime_type.unwrap_or("text/plain").to_owned(),
            text: text.to_owned(),
        };
    }
    let blob = resource["blob"].as_str().unwrap_or_default();
    if let Some(mime_type) = mime_type.filter(|mime_type| mime_type.starts_with("image/"))
        && let Some((data, mime_type)) = bytes(&resource["blob"], Some(mime_type))
    {
        return Content::Image(Image::new(data, mime_type));
    }
    let kind = mime_type.map(|mime_type| format!(", {mime_type}")).unwrap_or_default();
    Content::Text(format!("[a resource that is not shown: {uri}{kind}, {} bytes]", decoded_len(blob)))
}

fn bytes<'a>(data: &Value, mime_type: Option<&'a str>) -> Option<(Vec<u8>, &'a str)> {
    Some((STANDARD.decode(data.as_str()?).ok()?, mime_type?))
}

fn incomplete(kind: &str) -> Content {
    Content::Text(format!("[an incomplete block of the kind {kind}]"))
}

/// How many bytes base64 of that text holds.
fn decoded_len(base64: &str) -> usize {
    let padding = base64.bytes().rev().take_while(|byte| *byte == b'=').count();
    (base64.len() * 3 / 4).saturating_sub(padding)
}
