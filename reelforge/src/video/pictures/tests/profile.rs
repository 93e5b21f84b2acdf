use image::ImageEncoder;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::codecs::webp::WebPEncoder;
use moxcms::ColorProfile;

use super::*;

const COLOR: [u8; 3] = [200, 100, 60];

/// A picture of one colour with an ICC profile, in every format that can have one.
fn files(icc: &[u8]) -> [(&'static str, Vec<u8>); 3] {
    let mut files = ["png", "jpeg", "webp"].map(|format| (format, Vec::new()));
    let [(_, png), (_, jpeg), (_, webp)] = &mut files;
    write(PngEncoder::new(png), icc);
    write(JpegEncoder::new_with_quality(jpeg, 100), icc);
    write(WebPEncoder::new_lossless(webp), icc);
    files
}

fn write(mut encoder: impl ImageEncoder, icc: &[u8]) {
    encoder.set_icc_profile(icc.to_vec()).unwrap();
    encoder.write_image(&COLOR.repeat(16 * 16), 16, 16, image::ExtendedColorType::Rgb8).unwrap();
}

/// A colour of Display P3 in sRGB: the curve of both, and the matrix of CSS Color 4, §18, for linear light.
fn from_display_p3(rgb: [u8; 3]) -> [f64; 3] {
    const TO_SRGB: [[f64; 3]; 3] =
        [[1.224_94, -0.224_94, 0.0], [-0.042_06, 1.042_06, 0.0], [-0.019_64, -0.078_64, 1.098_27]];
    let linear = rgb.map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    TO_SRGB.map(|row| {
        let value: f64 = row.iter().zip(linear).map(|(part, value)| part * value).sum();
        let value = value.clamp(0.0, 1.0);
        255.0 * if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * value.powf(1.0 / 2.4) - 0.055 }
    })
}

fn assert_color(what: &str, bytes: &[u8], wanted: [f64; 3]) {
    for size in [[16, 16], [5, 5]] {
        let found = at(&one(bytes).pixels("x", 0, size).unwrap(), 2, 2);
        let is_near =
            found.iter().zip(wanted).all(|(found, wanted)| (f64::from(*found) - wanted).abs() <= 3.0);
        assert!(is_near, "{what}: {found:?}, not {wanted:?}");
    }
}

#[test]
fn colours_of_a_wide_gamut_are_shown_as_they_were_taken() {
    let wide = ColorProfile::new_display_p3().encode().unwrap();
    let wanted = from_display_p3(COLOR);
    assert!(wanted[0] > 208.0 && wanted[1] < 97.0, "it is stronger in sRGB's numbers: {wanted:?}");
    for (format, bytes) in files(&wide) {
        assert_color(format, &bytes, wanted);
    }
    for (format, bytes) in files(&ColorProfile::new_srgb().encode().unwrap()) {
        assert_color(format, &bytes, COLOR.map(f64::from));
    }
}

#[test]
fn pictures_with_profiles_that_cannot_be_read_are_shown_as_they_are() {
    let wide = ColorProfile::new_display_p3().encode().unwrap();
    let grey = ColorProfile::new_gray_with_gamma(2.2).encode().unwrap();
    let cut = [0, 1, 60, 128, 131, 200, wide.len() - 1].map(|length| wide[..length].to_vec());
    for icc in cut.into_iter().chain([grey, vec![0xFF; 4000]]) {
        for (format, bytes) in files(&icc) {
            let found = at(&one(bytes).pixels("x", 0, [16, 16]).unwrap(), 2, 2);
            assert_eq!(found[3], 255, "{format}");
        }
    }
    // Whatever stands in it, nothing stops.
    for at in 0..wide.len() {
        let mut icc = wide.clone();
        icc[at] ^= 0x5A;
        let [(_, png), ..] = files(&icc);
        one(png).pixels("x", 0, [16, 16]).unwrap();
    }
}
