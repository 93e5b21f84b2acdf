use image::codecs::png::{CompressionType, FilterType};
use image::{GrayImage, ImageEncoder, Luma, LumaA};

use super::*;
use crate::video::pictures::{Format, fitted};
use crate::video::project::model::Fit;

const ALL: [[u8; 4]; 4] = [RED, GREEN, BLUE, WHITE];

#[test]
fn each_format_says_its_size_and_has_its_pixels() {
    let image = quarters(40, 24);
    for (format, bytes, wanted) in [
        (ImageFormat::Png, encoded(image.clone(), ImageFormat::Png), Format::Png),
        (ImageFormat::Jpeg, jpeg(&image), Format::Jpeg),
        (ImageFormat::WebP, encoded(image.clone(), ImageFormat::WebP), Format::Webp),
        (ImageFormat::Gif, encoded(image.clone(), ImageFormat::Gif), Format::Gif),
    ] {
        let pictures = one(bytes);
        let info = pictures.info("x").unwrap();
        assert_eq!(
            (info.format, info.size.width, info.size.height, info.frames()),
            (wanted, 40.0, 24.0, 1),
            "{format:?}"
        );
        assert_near(corners(&pictures.pixels("x", 0, [40, 24]).unwrap()), ALL);
        // Never larger than it is.
        let large = pictures.pixels("x", 9, [400, 240]).unwrap();
        assert_eq!((large.width(), large.height()), (40, 24), "{format:?}");
        let small = pictures.pixels("x", 0, [10, 6]).unwrap();
        assert_eq!((small.width(), small.height()), (10, 6), "{format:?}");
        assert_near(corners(&small), ALL);
    }
}

#[test]
fn png_of_every_kind_of_pixel_is_drawn() {
    let grey = GrayImage::from_fn(9, 5, |x, _| Luma([x as u8 * 28]));
    let grey_16 = image::ImageBuffer::from_fn(9, 5, |x, _| Luma([u16::from(x as u8 * 28) * 257]));
    let grey_alpha = image::ImageBuffer::from_fn(9, 5, |x, _| LumaA([x as u8 * 28, 255]));
    let images: [DynamicImage; 3] = [grey.into(), grey_16.into(), grey_alpha.into()];
    for image in images {
        let pixels = one(encoded(image, ImageFormat::Png)).pixels("x", 0, [9, 5]).unwrap();
        for x in 0..9 {
            assert_eq!(at(&pixels, x, 2), [x as u8 * 28, x as u8 * 28, x as u8 * 28, 255]);
        }
    }

    // Two bits a pixel from a palette, one of them half transparent.
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 4, 1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Two);
    encoder.set_palette(vec![255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]);
    encoder.set_trns(vec![255, 128]);
    encoder.write_header().unwrap().write_image_data(&[0b00_01_10_11]).unwrap();
    let pictures = one(bytes);
    assert!(!pictures.info("x").unwrap().opaque);
    let pixels = pictures.pixels("x", 0, [4, 1]).unwrap();
    assert_eq!([0, 1, 2, 3].map(|x| at(&pixels, x, 0)), [RED, [0, 128, 0, 128], BLUE, WHITE]);
}

#[test]
fn interlaced_png_is_drawn_like_any_other() {
    // Written by hand: nothing here writes interlaced files. Eight by eight grey pixels in seven passes.
    let value = |x: usize, y: usize| (x * 8 + y * 20) as u8;
    let passes =
        [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];
    let mut raw = Vec::new();
    for (x0, y0, dx, dy) in passes {
        for y in (y0..8).step_by(dy) {
            raw.push(0);
            raw.extend((x0..8).step_by(dx).map(|x| value(x, y)));
        }
    }
    let mut deflated = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut deflated, &raw).unwrap();
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut bytes, *b"IHDR", &[0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 1]);
    chunk(&mut bytes, *b"IDAT", &deflated.finish().unwrap());
    chunk(&mut bytes, *b"IEND", &[]);
    let pixels = one(bytes).pixels("x", 0, [8, 8]).unwrap();
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        assert_eq!(at(&pixels, x as u16, y as u16)[0], value(x, y), "{x} {y}");
    }
}

fn chunk(bytes: &mut Vec<u8>, kind: [u8; 4], content: &[u8]) {
    bytes.extend((content.len() as u32).to_be_bytes());
    bytes.extend(kind);
    bytes.extend(content);
    let mut crc = flate2::Crc::new();
    crc.update(&kind);
    crc.update(content);
    bytes.extend(crc.sum().to_be_bytes());
}

#[test]
fn transparent_pixels_are_multiplied_and_averaged_without_a_dark_edge() {
    // White beside nothing, which is stored as black.
    let image = RgbaImage::from_fn(8, 8, |x, _| Rgba(if x % 2 == 0 { [255; 4] } else { [0; 4] }));
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let pictures = one(encoded(image.clone(), format));
        assert!(!pictures.info("x").unwrap().opaque);
        let half = pictures.pixels("x", 0, [4, 4]).unwrap();
        assert!(half.may_have_transparency());
        assert_eq!(at(&half, 1, 1), [128, 128, 128, 128], "white at half the opacity");
    }
    let solid = one(jpeg(&quarters(8, 8)));
    assert!(
        solid.info("x").unwrap().opaque && !solid.pixels("x", 0, [8, 8]).unwrap().may_have_transparency()
    );
}

#[test]
fn smaller_ones_are_the_mean_of_what_they_cover() {
    // A chessboard is grey from afar, at any ratio; a gradient keeps its ends and its middle.
    let board =
        RgbaImage::from_fn(300, 300, |x, y| Rgba(if (x + y) % 2 == 0 { [255; 4] } else { [0, 0, 0, 255] }));
    let pictures = one(encoded(board, ImageFormat::Png));
    for side in [30, 37, 99] {
        let pixels = pictures.pixels("x", 0, [side, side]).unwrap();
        for pixel in pixels.data() {
            assert!(pixel.r.abs_diff(128) < 24 && pixel.a == 255, "{side}: {pixel:?}");
        }
    }
    let ramp = RgbaImage::from_fn(256, 4, |x, _| Rgba([x as u8, 0, 0, 255]));
    let pixels = one(encoded(ramp, ImageFormat::Png)).pixels("x", 0, [32, 2]).unwrap();
    for x in 0..32 {
        let mean = x * 8 + 3;
        assert!(at(&pixels, x, 1)[0].abs_diff(mean as u8) <= 1, "{x}");
    }
}

#[test]
fn a_camera_s_orientation_is_honoured() {
    // What the quarters show after each of the eight turns, by the number in the file.
    let turned = [
        (1, [RED, GREEN, BLUE, WHITE]),
        (2, [GREEN, RED, WHITE, BLUE]),
        (3, [WHITE, BLUE, GREEN, RED]),
        (4, [BLUE, WHITE, RED, GREEN]),
        (5, [RED, BLUE, GREEN, WHITE]),
        (6, [BLUE, RED, WHITE, GREEN]),
        (7, [WHITE, GREEN, BLUE, RED]),
        (8, [GREEN, WHITE, RED, BLUE]),
    ];
    for (number, wanted) in turned {
        let pictures = one(with_exif(&jpeg(&quarters(32, 16)), number));
        let info = pictures.info("x").unwrap();
        let size = if number < 5 { (32.0, 16.0) } else { (16.0, 32.0) };
        assert_eq!((info.size.width, info.size.height), size, "{number}");
        let wanted_size = if number < 5 { [16, 8] } else { [8, 16] };
        let pixels = pictures.pixels("x", 0, wanted_size).unwrap();
        assert_eq!([pixels.width(), pixels.height()].map(u32::from), wanted_size, "{number}");
        assert_near(corners(&pixels), wanted);
    }
}

/// A JPEG with the orientation that a camera notes.
fn with_exif(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0, 0]);
    let mut bytes = jpeg[..2].to_vec();
    bytes.extend([0xFF, 0xE1]);
    bytes.extend((exif.len() as u16 + 2).to_be_bytes());
    bytes.extend(exif);
    bytes.extend(&jpeg[2..]);
    bytes
}

#[test]
fn what_a_camera_appends_is_another_picture() {
    let mut bytes = jpeg(&quarters(16, 16));
    bytes.extend(b"\0\0 a film of the moment before");
    assert_near(corners(&one(bytes).pixels("x", 0, [16, 16]).unwrap()), ALL);
}

#[test]
fn cmyk_jpeg_is_drawn_in_its_colours() {
    let mut bytes = Vec::new();
    let pixels: Vec<u8> = [0, 255, 255, 0].repeat(16 * 16);
    let encoder = jpeg_encoder::Encoder::new(&mut bytes, 95);
    encoder.encode(&pixels, 16, 16, jpeg_encoder::ColorType::Cmyk).unwrap();
    let pixels = one(bytes).pixels("x", 0, [16, 16]).unwrap();
    let [r, g, b, a] = at(&pixels, 8, 8);
    assert!(a == 255 && r > 220 && g < 40 && b < 40, "{:?}", [r, g, b]);
}

#[test]
fn large_pictures_are_kept_small_and_decoded_once() {
    let mut bytes = Vec::new();
    let row = vec![200; 1500 * 3];
    let encoder =
        image::codecs::png::PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Sub);
    encoder.write_image(&row.repeat(1000), 1500, 1000, image::ExtendedColorType::Rgb8).unwrap();
    let files = Arc::new(InMemory { files: [("x".to_owned(), bytes)].into(), ..InMemory::default() });
    let pictures = Pictures::new(files.clone());
    for _ in 0..3 {
        let pixels = pictures.pixels("x", 0, [540, 360]).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (540, 360));
    }
    assert_eq!(files.reads.load(Ordering::Relaxed), 2, "the header and the pixels");
    // Whoever wants more than a canvas can show gets less, in the same shape.
    let drawing = one("<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>");
    let large = drawing.pixels("x", 0, [15_000, 10_000]).unwrap();
    assert!(u64::from(large.width()) * u64::from(large.height()) <= 16_000_000);
    assert!((f64::from(large.width()) / f64::from(large.height()) - 1.5).abs() < 0.01);
}

#[test]
fn a_picture_covers_its_box_or_stands_in_it() {
    let (wide, bounds) = (kurbo::Size::new(200.0, 100.0), kurbo::Rect::new(10.0, 10.0, 110.0, 110.0));
    let rect = |fit, focus| fitted(wide, fit, focus, bounds);
    assert_eq!(rect(Fit::Contain, [0.0, 0.0]), kurbo::Rect::new(10.0, 35.0, 110.0, 85.0));
    assert_eq!(rect(Fit::Cover, [0.5, 0.5]), kurbo::Rect::new(-40.0, 10.0, 160.0, 110.0));
    assert_eq!(rect(Fit::Cover, [0.0, 0.9]), kurbo::Rect::new(10.0, 10.0, 210.0, 110.0));
    assert_eq!(rect(Fit::Cover, [1.0, 0.0]), kurbo::Rect::new(-90.0, 10.0, 110.0, 110.0));
    // The focus comes to the middle where the picture reaches far enough.
    assert_eq!(rect(Fit::Cover, [0.6, 0.5]), kurbo::Rect::new(-60.0, 10.0, 140.0, 110.0));
}
