//! From a file's bytes to pixels in a size.

use std::sync::Arc;

use image::metadata::Orientation;
use image::{DynamicImage, RgbaImage};
use vello_cpu::Pixmap;

use super::info::{Format, PictureInfo, is_sideways};
use super::kept::{Key, Pixels};
use super::shrink::Shrinker;
use super::{PictureError, gif, jpeg, png, svg, webp};

/// The most pixels in which a picture is kept: more than any canvas shows at once.
const MAX_PIXELS: f64 = 16_000_000.0;
/// The largest side in which a picture is kept.
const MAX_SIDE: u32 = 16_384;
/// How many frames before the one that is asked for are kept on the way to it. Threads that paint ask for frames a
/// little out of order.
const KEPT_BEFORE: u32 = 8;
/// How many animations go on where they stopped.
const MAX_PLAYERS: usize = 3;

/// The size in which a picture is kept to be drawn in a wanted size.
pub(super) fn size(info: &PictureInfo, wanted: [u32; 2]) -> [u32; 2] {
    let most = if info.is_vector() { [f64::from(MAX_SIDE); 2] } else { [info.size.width, info.size.height] };
    let side = |axis: usize| f64::from(wanted[axis].max(1)).min(most[axis]);
    let (width, height) = (side(0), side(1));
    let shrink = (MAX_PIXELS / (width * height)).sqrt().min(1.0);
    [width, height].map(|side| (side * shrink).floor().max(1.0) as u32)
}

/// Animations that are being decoded, the last one used at the end.
#[derive(Default)]
pub(super) struct Players(Vec<Playing>);

struct Playing {
    file: Arc<str>,
    player: Player,
    /// The frame that comes next.
    next: u32,
}

enum Player {
    Gif(Box<gif::Player>),
    Webp(Box<webp::Player>),
}

impl Players {
    /// Decodes what is asked for, and hands over what else was decoded on the way.
    pub(super) fn decode(
        &mut self,
        info: &PictureInfo,
        key: &Key,
        read: impl FnOnce() -> Result<Vec<u8>, PictureError>,
        keep: &mut impl FnMut(Key, Pixels),
    ) -> Pixels {
        let size = if is_sideways(info.orientation) { [key.size[1], key.size[0]] } else { key.size };
        let source = [info.size.width as u32, info.size.height as u32];
        let source = if is_sideways(info.orientation) { [source[1], source[0]] } else { source };
        let mut shrinker = Shrinker::new(source, size);
        match info.format {
            Format::Svg => return finish(info, Some(svg::draw(&read()?, size)?), size),
            Format::Png => png::decode(&read()?, info, &mut shrinker)?,
            Format::Jpeg => jpeg::decode(&read()?, &mut shrinker)?,
            Format::Webp if info.delays.is_empty() => webp::decode(&read()?, &mut shrinker)?,
            Format::Webp | Format::Gif => {
                let mut playing = self.take(info, key, read)?;
                while playing.next < key.frame {
                    let mut passed = Shrinker::new(source, size);
                    let frame = playing.next;
                    let is_near = frame + KEPT_BEFORE >= key.frame;
                    playing.frame(source[0], is_near.then_some(&mut passed))?;
                    if is_near {
                        keep(Key { frame, ..key.clone() }, finish(info, passed.finish(), size));
                    }
                }
                playing.frame(source[0], Some(&mut shrinker))?;
                // A still picture is not asked for again.
                if info.frames() > 1 {
                    self.0.push(playing);
                    if self.0.len() > MAX_PLAYERS {
                        self.0.remove(0);
                    }
                }
            }
        }
        finish(info, shrinker.finish(), size)
    }

    /// The animation, before or at the wanted frame.
    fn take(
        &mut self,
        info: &PictureInfo,
        key: &Key,
        read: impl FnOnce() -> Result<Vec<u8>, PictureError>,
    ) -> Result<Playing, PictureError> {
        if let Some(index) = self.0.iter().position(|playing| playing.file == key.file) {
            let playing = self.0.remove(index);
            if playing.next <= key.frame {
                return Ok(playing);
            }
        }
        let bytes: Arc<[u8]> = read()?.into();
        let player = if info.format == Format::Gif {
            Player::Gif(Box::new(gif::Player::new(bytes)?))
        } else {
            Player::Webp(Box::new(webp::Player::new(bytes)?))
        };
        Ok(Playing { file: Arc::clone(&key.file), player, next: 0 })
    }
}

impl Playing {
    /// Goes on by a frame, which is `width` pixels wide.
    fn frame(&mut self, width: u32, shrinker: Option<&mut Shrinker>) -> Result<(), PictureError> {
        self.next += 1;
        let (pixels, channels) = match &mut self.player {
            Player::Gif(player) => (player.next()?, 4),
            Player::Webp(player) => player.next()?,
        };
        let Some(shrinker) = shrinker else { return Ok(()) };
        for row in pixels.chunks_exact((width as usize * channels).max(1)) {
            shrinker.row(channels, row);
        }
        Ok(())
    }
}

/// Turns the pixels as a camera noted.
fn finish(info: &PictureInfo, pixels: Option<Vec<u8>>, size: [u32; 2]) -> Pixels {
    turned(info.orientation, info.opaque, pixels, size)
}

/// Pixels of a width and height, turned.
pub(super) fn turned(
    orientation: Orientation,
    opaque: bool,
    pixels: Option<Vec<u8>>,
    [width, height]: [u32; 2],
) -> Pixels {
    let missing = || PictureError::Damaged("some of its pixels are missing".to_owned());
    let image = RgbaImage::from_raw(width, height, pixels.ok_or_else(missing)?).ok_or_else(missing)?;
    let mut image = DynamicImage::ImageRgba8(image);
    image.apply_orientation(orientation);
    let (Ok(width), Ok(height)) = (u16::try_from(image.width()), u16::try_from(image.height())) else {
        return Err(missing());
    };
    let mut pixels = Pixmap::new(width, height);
    pixels.data_as_u8_slice_mut().copy_from_slice(image.as_bytes());
    pixels.set_may_have_transparency(!opaque);
    Ok(Arc::new(pixels))
}
