//! Compares a picture with the one that is kept.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use reelforge::video::paint::Image;

/// Compares a sheet with the one that is kept under a name; says what differs, and where to look at it.
pub(crate) fn compare(name: &str, sheet: &Image) -> Result<(), String> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/gallery/sheets/{name}.png"));
    if std::env::var_os("REELFORGE_SHEETS").is_some_and(|what| what == "write") {
        fs::write(&kept, sheet.to_png().unwrap()).unwrap();
        return Ok(());
    }
    let got = written(name, "got", sheet);
    let Ok(before) = read(&kept) else {
        return Err(format!(
            "{name}: there is no sheet {}; what is painted now: {}",
            kept.display(),
            got.display()
        ));
    };
    if (before.0, before.1) != (sheet.width(), sheet.height()) {
        let (width, height) = (sheet.width(), sheet.height());
        return Err(format!(
            "{name}: {}×{} pixels became {width}×{height}: {}",
            before.0,
            before.1,
            got.display()
        ));
    }
    let changed = before.2.chunks(3).zip(sheet.rgb().chunks(3)).filter(|(before, now)| before != now).count();
    if changed == 0 {
        fs::remove_file(got).unwrap();
        return Ok(());
    }
    let mut marked = Image::new(sheet.width(), sheet.height(), [0; 3]);
    for (index, (before, now)) in (0..).zip(before.2.chunks(3).zip(sheet.rgb().chunks(3))) {
        let grey = now.iter().map(|part| part / 4).max().unwrap_or_default();
        let color = if before == now { [grey; 3] } else { [255, 0, 80] };
        marked.put(&Image::new(1, 1, color), index % sheet.width(), index / sheet.width());
    }
    let marked = written(name, "difference", &marked);
    Err(format!("{name}: {changed} pixels differ: {} and {}", got.display(), marked.display()))
}

fn written(name: &str, what: &str, image: &Image) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}-{what}.png"));
    fs::write(&path, image.to_png().unwrap()).unwrap();
    path
}

/// Width, height and pixels of a PNG file.
fn read(path: &Path) -> Result<(u32, u32, Vec<u8>), Box<dyn std::error::Error>> {
    let mut reader = png::Decoder::new(BufReader::new(File::open(path)?)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("too large")?];
    let info = reader.next_frame(&mut pixels)?;
    pixels.truncate(info.buffer_size());
    Ok((info.width, info.height, pixels))
}

/// How far a picture is from one of twice its size: the mean difference of a byte, and the share of bytes that differ by
/// more than 48.
pub(crate) fn difference(full: &Image, half: &Image) -> (f64, f64) {
    let (mut sum, mut strong, mut count) = (0_u64, 0_u64, 0_u64);
    for y in 0..half.height() {
        for x in 0..half.width() {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| full.pixel(2 * x + dx, 2 * y + dy));
            for (channel, now) in half.pixel(x, y).into_iter().enumerate() {
                let mean = four.iter().map(|pixel| u16::from(pixel[channel])).sum::<u16>() / 4;
                let off = u64::from(mean.abs_diff(u16::from(now)));
                sum += off;
                strong += u64::from(off > 48);
                count += 1;
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
    let share = |part: u64| part as f64 / count.max(1) as f64;
    (share(sum), share(strong))
}
