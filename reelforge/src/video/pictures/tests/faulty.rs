use super::*;

#[test]
fn cut_off_files_say_so_wherever_they_are_cut() {
    // Noise, so that the pixels take up most of the file.
    let image = RgbaImage::from_fn(32, 32, |x, y| {
        Rgba([(x * 37 + y * 91) as u8, (x * 11) as u8, (y * 53) as u8, 255])
    });
    for (format, whole) in [
        ("png", encoded(image.clone(), ImageFormat::Png)),
        ("jpg", jpeg(&image)),
        ("webp", encoded(image.clone(), ImageFormat::WebP)),
        ("gif", encoded(image.clone(), ImageFormat::Gif)),
    ] {
        one(whole.clone()).pixels("x", 0, [32, 32]).unwrap();
        // The last bytes are marks of the end alone.
        for length in (20..whole.len() - 12).step_by(7) {
            let error = fault(&whole[..length]);
            assert_eq!(
                error,
                PictureError::CutOff(length as u64),
                "{format} after {length} of {}",
                whole.len()
            );
        }
    }
    assert_eq!(
        PictureError::CutOff(1234).to_string(),
        "it is cut off after 1234 bytes: the rest of the picture is missing"
    );
    assert_eq!(fault("").to_string(), "the file is empty");
}

#[test]
fn what_is_no_picture_is_named() {
    let said = |bytes: &[u8]| fault(bytes).to_string();
    let kinds = "; pictures are png, jpg, webp, gif or svg";
    assert_eq!(said(b"%PDF-1.7\n..."), format!("it is of the type application/pdf{kinds}"));
    assert_eq!(said(b"BM\x3a\0\0\0\0\0\0\0\x36\0\0\0"), format!("it is of the type image/bmp{kinds}"));
    assert_eq!(said(b"just words"), format!("it is a text{kinds}"));
    assert_eq!(said(b"\0\x01\x02\x03"), format!("it is of an unknown type{kinds}"));
    let error = one("").pixels("absent", 0, [1, 1]).unwrap_err();
    assert_eq!(error.to_string(), "there is no such file");
}

/// The header of a PNG that claims a size, with pixels of another one.
fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encoded(quarters(8, 8), ImageFormat::Png);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = flate2::Crc::new();
    crc.update(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    bytes
}

#[test]
fn a_fault_is_remembered_longer_than_pixels() {
    let large = br#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>"#;
    let files = [("short".to_owned(), png_that_claims(9, 9)), ("large".to_owned(), large.to_vec())];
    let pictures = Pictures::new(Arc::new(InMemory { files: files.into(), ..InMemory::default() }));
    let fault = pictures.pixels("short", 0, [9, 9]).unwrap_err();
    // More pixels than are kept.
    for side in 2980..2984 {
        pictures.pixels("large", 0, [side, side]).unwrap();
    }
    assert_eq!(pictures.faults(), [("short".into(), fault)]);
    assert!(!pictures.are_certain(&["short".into()].into()));
}

#[test]
fn sizes_are_bounded_before_anything_is_decoded() {
    for (width, height, wanted) in [
        (20_000, 10, "it has 20000×10 pixels; a side may have 16384"),
        (16_000, 16_000, "it has 16000×16000 pixels, which are 256 million; 100 million may be"),
        (0, 10, "it is damaged: its size is 0×10 pixels"),
    ] {
        assert_eq!(one(png_that_claims(width, height)).info("x").unwrap_err().to_string(), wanted);
    }
    // A size that would be allowed, with few pixels behind it: the decoder misses them.
    assert!(matches!(fault(png_that_claims(9000, 9000)), PictureError::Damaged(_)));
    let too_many_bytes = one(vec![0; 30_000_001]).info("x").unwrap_err();
    assert_eq!(too_many_bytes.to_string(), "it has more than 30 MB, which a picture may have");
}

#[test]
fn decoders_that_hold_the_whole_picture_have_a_smaller_bound() {
    // Only the headers matter: a progressive JPEG of 9000×9000 pixels.
    let mut bytes = jpeg(&quarters(8, 8));
    let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).unwrap();
    bytes[frame + 1] = 0xC2;
    bytes[frame + 5..frame + 9].copy_from_slice(&[0x23, 0x28, 0x23, 0x28]);
    let error = one(bytes).info("x").unwrap_err().to_string();
    assert_eq!(error, "it needs 729 MB to be decoded, and 256 MB may be used; save it with fewer pixels");
}

#[test]
fn a_webp_whose_pixels_claim_another_size_is_not_decoded() {
    let lossless = encoded(quarters(8, 8), ImageFormat::WebP);
    // Put into a frame that says it has 4×4 pixels.
    let mut bytes = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x03\0\0\x03\0\0".to_vec();
    bytes.extend(&lossless[12..]);
    let length = (bytes.len() as u32 - 8).to_le_bytes();
    bytes[4..8].copy_from_slice(&length);
    assert_eq!(fault(bytes).to_string(), "it is damaged: its pixels do not fit its size");
}

#[test]
fn faults_are_remembered_and_told() {
    let files = Arc::new(InMemory {
        files: [("x".to_owned(), png_that_claims(90, 90))].into(),
        ..InMemory::default()
    });
    let pictures = Pictures::new(files.clone());
    assert!(pictures.faults().is_empty());
    for _ in 0..5 {
        pictures.pixels("x", 0, [90, 90]).unwrap_err();
        pictures.pixels("y", 0, [90, 90]).unwrap_err();
    }
    assert_eq!(files.reads.load(Ordering::Relaxed), 3, "each file once, and the pixels of one");
    let faults: Vec<String> =
        pictures.faults().iter().map(|(file, error)| format!("{file}: {error}")).collect();
    assert_eq!(faults.len(), 2);
    assert!(
        faults[0].starts_with("x: it is damaged: ") && faults[1] == "y: there is no such file",
        "{faults:?}"
    );
}

mod mutated {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn broken_files_never_panic(
            format in 0..5_usize,
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        ) {
            let image = quarters(24, 16);
            let mut bytes = match format {
                0 => encoded(image, ImageFormat::Png),
                1 => jpeg(&image),
                2 => encoded(image, ImageFormat::WebP),
                3 => encoded(image, ImageFormat::Gif),
                _ => super::super::svg::EXAMPLE.as_bytes().to_vec(),
            };
            for (at, byte) in edits {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            let pictures = one(bytes);
            if let Ok(info) = pictures.info("x") {
                for frame in 0..info.frames().min(3) {
                    let _ = pictures.pixels("x", frame, [16, 16]);
                }
            }
        }
    }
}
