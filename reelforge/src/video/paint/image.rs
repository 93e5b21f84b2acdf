use std::fmt;

use vello_cpu::Pixmap;

/// Colour between and around the pictures of a sheet.
const SHEET: [u8; 3] = [0x1C, 0x1C, 0x1F];

/// Painted pixels without transparency: red, green and blue, row by row.
#[derive(Clone, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

/// Why pixels cannot be written as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeError(String);

impl fmt::Display for EncodeError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the picture cannot be encoded: {}", self.0)
    }
}

impl std::error::Error for EncodeError {}

impl fmt::Debug for Image {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Image({}×{})", self.width, self.height)
    }
}

impl Image {
    /// Of one colour.
    pub fn new(width: u32, height: u32, color: [u8; 3]) -> Self {
        Self { width, height, rgb: color.repeat(width as usize * height as usize) }
    }

    /// Of these pixels, row by row; none if there are too few or too many.
    pub fn from_rgb(width: u32, height: u32, rgb: Vec<u8>) -> Option<Self> {
        (rgb.len() as u64 == u64::from(width) * u64::from(height) * 3).then_some(Self { width, height, rgb })
    }

    /// What was painted; what is transparent in it becomes black.
    pub fn of(pixels: &Pixmap) -> Self {
        let rgb = pixels.data().iter().flat_map(|pixel| [pixel.r, pixel.g, pixel.b]).collect();
        Self { width: pixels.width().into(), height: pixels.height().into(), rgb }
    }

    /// Width in pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The pixels, row by row.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// The colour of a pixel; black outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        let at = (y as usize * self.width as usize + x as usize) * 3;
        let pixel = if x < self.width { self.rgb.get(at..at + 3) } else { None };
        pixel.map_or([0; 3], |pixel| [pixel[0], pixel[1], pixel[2]])
    }

    /// Puts another picture on top, with its top left corner at a place. What reaches beyond is cut.
    pub fn put(&mut self, other: &Self, left: u32, top: u32) {
        let columns = other.width.min(self.width.saturating_sub(left)) as usize * 3;
        let rows = other.rgb.chunks_exact((other.width as usize * 3).max(1));
        for (row, y) in rows.zip(top..self.height) {
            let at = (y as usize * self.width as usize + left as usize) * 3;
            if columns > 0 {
                self.rgb[at..at + columns].copy_from_slice(&row[..columns]);
            }
        }
    }

    /// As a JPEG file, as previews are sent: small, and fast to write.
    pub fn to_jpeg(&self) -> Result<Vec<u8>, EncodeError> {
        let side = |side| {
            u16::try_from(side).map_err(|_| EncodeError("a side has more than 65535 pixels".to_owned()))
        };
        let mut bytes = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut bytes, 80);
        encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
        encoder
            .encode(&self.rgb, side(self.width)?, side(self.height)?, jpeg_encoder::ColorType::Rgb)
            .map_err(|error| EncodeError(error.to_string()))?;
        Ok(bytes)
    }

    /// As a PNG file: every pixel as it was painted.
    pub fn to_png(&self) -> Result<Vec<u8>, EncodeError> {
        let fail = |error: png::EncodingError| EncodeError(error.to_string());
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let mut writer = encoder.write_header().map_err(fail)?;
        writer.write_image_data(&self.rgb).map_err(fail)?;
        writer.finish().map_err(fail)?;
        Ok(bytes)
    }
}

/// Puts pictures side by side, row after row, with a gap between and around them. Each has a cell of the largest
/// width and height.
pub fn sheet(images: &[Image], columns: u32, gap: u32) -> Image {
    let width = images.iter().map(Image::width).max().unwrap_or_default();
    let height = images.iter().map(Image::height).max().unwrap_or_default();
    let count = u32::try_from(images.len()).unwrap_or(u32::MAX);
    let columns = columns.clamp(1, count.max(1));
    let rows = count.div_ceil(columns);
    let mut sheet = Image::new(columns * (width + gap) + gap, rows * (height + gap) + gap, SHEET);
    for (index, image) in (0..).zip(images) {
        sheet.put(image, gap + index % columns * (width + gap), gap + index / columns * (height + gap));
    }
    sheet
}
