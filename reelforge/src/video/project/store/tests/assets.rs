use super::Place;
use crate::video::project::store::{AddError, AssetKind};

/// A picture of 3 × 2 pixels: signature and header are all that is looked at.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x06\0\0\0";
const GIF: &[u8] = b"GIF89a\x05\0\x04\0\0\0\0";
const WAV: &[u8] = b"RIFF\x24\0\0\0WAVEfmt \x10\0\0\0";

#[test]
fn the_files_of_a_project_are_listed_with_kind_and_size() {
    let place = Place::with_coffee("a: 1\n");
    place.file("coffee/img/beans.png", PNG);
    place.file("coffee/audio/voice.wav", WAV);
    place.file("coffee/audio/words.json", "{}");
    place.file("coffee/logo.svg", "<svg/>");
    place.file("coffee/notes.md", "no asset");
    place.file("coffee/.hidden/secret.png", PNG);
    place.file("coffee/.reelforge/cache/frame.png", PNG);
    place.file("tea/img/leaf.png", PNG);

    let found = place.root.assets("coffee", None).unwrap();
    let paths: Vec<_> = found.assets.iter().map(|asset| (asset.path.as_str(), asset.kind)).collect();
    assert_eq!(
        paths,
        [
            ("audio/voice.wav", AssetKind::Audio),
            ("audio/words.json", AssetKind::Data),
            ("img/beans.png", AssetKind::Image),
            ("logo.svg", AssetKind::Image),
        ]
    );
    assert!(found.complete && found.assets.iter().all(|asset| asset.problem.is_none()), "{found:?}");

    let images = place.root.assets("coffee/project.yaml", Some(AssetKind::Image)).unwrap().assets;
    assert_eq!(images.len(), 2);
    assert_eq!((images[0].width, images[0].height, images[0].size), (Some(3), Some(2), PNG.len() as u64));
    assert_eq!(images[1].width, None);
}

/// A JPEG of 3 × 2 pixels whose size comes after `count` pieces of metadata of 64 KB each.
fn jpeg_after(count: usize) -> Vec<u8> {
    let metadata = [b"\xff\xe1\xff\xff".to_vec(), vec![0; 0xfffd]].concat();
    let size = b"\xff\xc0\0\x0b\x08\0\x02\0\x03\x01\x01\x11\0";
    [b"\xff\xd8".to_vec(), metadata.repeat(count), size.to_vec()].concat()
}

#[test]
fn the_size_of_a_picture_is_searched_in_its_beginning_only() {
    let place = Place::with_coffee("a: 1\n");
    for count in [0, 1, 10, 20] {
        place.file(&format!("coffee/{count:02}.jpg"), jpeg_after(count));
    }
    let widths: Vec<_> =
        place.root.assets("coffee", None).unwrap().assets.iter().map(|asset| asset.width).collect();
    assert_eq!(widths, [Some(3), Some(3), Some(3), None]);
}

#[test]
fn content_that_is_not_what_the_name_says_is_pointed_out() {
    let place = Place::with_coffee("a: 1\n");
    place.file("coffee/a.png", GIF);
    place.file("coffee/b.jpeg", "plain text");
    place.file("coffee/c.mp3", PNG);
    place.file("coffee/d.csv", b"a,\xff\xff\n");
    place.file("coffee/e.json", PNG);
    place.file("coffee/f.ttf", "");
    let problems: Vec<_> = place
        .root
        .assets("coffee", None)
        .unwrap()
        .assets
        .into_iter()
        .map(|asset| asset.problem.unwrap_or_default())
        .collect();
    assert_eq!(
        problems,
        [
            "the name says png, the content is image/gif",
            "the name says jpeg, the content is no known image format",
            "the name says mp3, the content is image/png",
            "the name says csv, the content is not UTF-8 text",
            "the name says json, the content is image/png",
            "the file is empty",
        ]
    );
}

#[test]
fn where_no_file_can_stand_none_is_added_whether_or_not_its_content_is_known() {
    let place = Place::with_coffee("a: 1\n");
    place.file("coffee/img/beans.gif", GIF);
    let long = format!("{}.gif", "x".repeat(201));
    let other = [GIF, b"more"].concat();
    std::fs::create_dir(place.inside("coffee/shots.gif")).unwrap();
    for path in ["img/beans.gif/a.gif", "img/beans.gif/a/b.gif", "shots.gif", &long, &format!("{long}/a.gif")]
    {
        for bytes in [GIF, &other] {
            for overwrite in [false, true] {
                let refused = place.root.add_asset("coffee", path, bytes, overwrite).unwrap_err();
                assert!(
                    matches!(&refused, AddError::Unfit(_, hint) if hint.contains("img/beans.png")),
                    "{path}: {refused:?}"
                );
            }
        }
    }
    let added = place.root.add_asset("coffee", "img/new/a.gif", &other, false).unwrap();
    assert!(added.is_new && place.inside("coffee/img/new/a.gif").is_file());
}

#[cfg(unix)]
#[test]
fn a_linked_asset_counts_inside_the_root_and_is_pointed_out_outside() {
    let place = Place::with_coffee("a: 1\n");
    place.file("shared/logo.png", PNG);
    std::fs::write(place.outside("secret.png"), PNG).unwrap();
    std::os::unix::fs::symlink("../shared/logo.png", place.inside("coffee/logo.png")).unwrap();
    std::os::unix::fs::symlink("../../outside/secret.png", place.inside("coffee/secret.png")).unwrap();
    std::os::unix::fs::symlink("nowhere.png", place.inside("coffee/dangling.png")).unwrap();
    std::os::unix::fs::symlink("../../outside", place.inside("coffee/folder")).unwrap();

    let assets = place.root.assets("coffee", None).unwrap().assets;
    assert_eq!(assets.len(), 2, "{assets:?}");
    assert_eq!((assets[0].path.as_str(), assets[0].width), ("logo.png", Some(3)));
    assert_eq!((assets[1].path.as_str(), assets[1].width), ("secret.png", None));
    assert!(assets[1].problem.as_ref().unwrap().contains("leads out of the project root"));
}

#[test]
fn a_listing_of_assets_is_bounded_and_says_so() {
    let place = Place::with_coffee("a: 1\n");
    for number in 0..1010 {
        place.file(&format!("coffee/{number}.csv"), "a\n");
    }
    let found = place.root.assets("coffee", None).unwrap();
    assert_eq!((found.assets.len(), found.complete), (1000, false));
}
