mod movie;
mod pictures;
mod sound;

use super::I420;

/// A picture with smooth and sharp parts, moved by a number of pixels.
fn scene(width: u32, height: u32, moved: u32) -> Vec<u8> {
    let mut rgba = Vec::new();
    for y in 0..height {
        for x in 0..width {
            let inside =
                (x + width - moved % width) % width < width / 3 && (height / 4..height / 2).contains(&y);
            let pixel = if inside { [240, 200, 40] } else { [x * 255 / width, y * 255 / height, 90] };
            rgba.extend(pixel.map(|byte| u8::try_from(byte).unwrap_or(255)));
            rgba.push(255);
        }
    }
    rgba
}

fn picture(width: u32, height: u32, moved: u32) -> I420 {
    let mut picture = I420::new(width, height);
    picture.fill(&scene(width, height, moved), width);
    picture
}

/// How close two planes are, in decibels; the same ones are 100.
fn closeness(a: &[u8], b: &[u8]) -> f64 {
    assert_eq!(a.len(), b.len());
    let errors: u64 = a.iter().zip(b).map(|(a, b)| u64::from(a.abs_diff(*b)).pow(2)).sum();
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    let mean = errors as f64 / a.len() as f64;
    if errors == 0 { 100.0 } else { 10.0 * (255.0 * 255.0 / mean).log10() }
}
