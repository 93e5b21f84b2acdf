//! A last scene that does not say what to do now.

use serde_json::json;

use super::add;
use super::idea::{Idea, Way};
use super::view::View;
use crate::video::check::Touches;
use crate::video::project::model::{Element, Kind};

/// Parts of words that ask for something, in small letters.
const ASKING: [&str; 52] = [
    "follow",
    "subscribe",
    "save",
    "share",
    "comment",
    "link in",
    "buy",
    "shop",
    "order",
    "try ",
    "join",
    "sign up",
    "learn more",
    "visit",
    "download",
    "get ",
    "watch",
    "start",
    "book",
    "call",
    "read more",
    "suscr",
    "sígue",
    "sigue",
    "comparte",
    "guarda",
    "folg",
    "abonn",
    "teil",
    "kauf",
    "suiv",
    "partag",
    "siga",
    "inscreva",
    "segui",
    "iscriviti",
    "팔로우",
    "구독",
    "저장",
    "공유",
    "구매",
    "확인",
    "フォロー",
    "登録",
    "保存",
    "关注",
    "订阅",
    "تابع",
    "اشترك",
    "شارك",
    "احفظ",
    "подпис",
];
/// Components that ask for something.
const CARDS: [&str; 2] = ["end-card", "social-follow"];
/// What is asked for where nothing is known, by language.
const FOLLOW: [(&str, &str); 11] = [
    ("ar", "تابعنا للمزيد"),
    ("de", "Folge uns für mehr"),
    ("es", "Síguenos para más"),
    ("fr", "Suivez-nous pour la suite"),
    ("it", "Seguici per altro"),
    ("ja", "フォローして続きを見る"),
    ("ko", "팔로우하고 더 보기"),
    ("pt", "Siga para ver mais"),
    ("ru", "Подписывайтесь"),
    ("zh", "关注查看更多"),
    ("en", "Follow for more"),
];
/// Seconds that the card is shown.
const SECONDS: f64 = 3.0;

pub(super) fn find(view: &View) -> Vec<Idea> {
    // A single card, such as a quote, is no story with an end.
    let scenes = &view.project.scenes;
    let Some(last) = scenes.last().filter(|_| scenes.len() > 1) else { return Vec::new() };
    if measure(view) != Some(1.0) {
        return Vec::new();
    }
    let language = view.project.meta.language.split('-').next().unwrap_or_default();
    let action =
        FOLLOW.iter().find(|(code, _)| *code == language).map_or("Follow for more", |(_, text)| text);
    let title: String = view.project.meta.title.chars().take(60).collect();
    let card = json!({
        "type": "use",
        "component": "end-card",
        "props": { "title": title, "action": action },
    });
    let scene = |id: &str| json!({ "id": id, "duration": SECONDS, "elements": [card] });
    let taken = |id: &str| scenes.iter().any(|scene| scene.id == id);
    let id = ["end", "end-card", "outro"].into_iter().find(|id| !taken(id)).unwrap_or("last-card");
    vec![Idea {
        why: format!("`{}` ends the video without saying what to do now", last.id),
        name: "missing_calls_to_action",
        target: 0.0,
        measure: Box::new(measure),
        touches: Touches::Pictures,
        ways: vec![Way::new(
            format!("End with a card “{action}”"),
            vec![add::scene_after(view, &last.id, scene(id))],
        )],
    }]
}

/// 1 where the last scene asks for nothing.
fn measure(view: &View) -> Option<f64> {
    let last = view.project.scenes.last()?;
    let card = |element: &&Element| matches!(&element.kind, Kind::Use(instance) if CARDS.contains(&instance.component.as_str()));
    let has_card = last.elements.iter().flat_map(Element::with_descendants).any(|it| card(&it));
    let shown = view.plan.scenes.last()?.items.iter().map(|item| item.measure.text.as_str());
    let asks = shown.chain(last.say.as_deref()).any(|text| {
        let text = text.to_lowercase();
        ASKING.iter().any(|part| text.contains(part))
    });
    Some(if has_card || asks { 0.0 } else { 1.0 })
}
