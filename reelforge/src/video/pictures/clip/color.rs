//! From brightness and two colours to red, green and blue.

/// What a file says of its colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Nclx {
    /// Number of the matrix (ISO/IEC 23091-2).
    pub(super) matrix: u8,
    /// Whether values go from 0 to 255, where that is said.
    pub(super) full: Option<bool>,
}

/// How values become colours, in 16.16 fixed point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colors {
    /// Black, and what a step of brightness is worth.
    black: i32,
    light: i32,
    /// What steps of the second colour add to red and green, and of the first to green and blue.
    red: i32,
    green: [i32; 2],
    blue: i32,
}

/// One in fixed point.
const ONE: f64 = 65_536.0;
/// From this height on, files that say nothing are high definition.
const HIGH_DEFINITION: u32 = 720;

impl Colors {
    /// As a file says, as its stream says where it does not, and else as is usual for pictures of a height.
    pub(super) fn of(file: Option<Nclx>, stream: Option<Nclx>, height: u32) -> Self {
        let usual = if height >= HIGH_DEFINITION { 1 } else { 6 };
        let said = [file, stream].into_iter().flatten();
        let matrix = said.clone().map(|said| weights(said.matrix)).find(Option::is_some).flatten();
        let (red, blue) = matrix.or_else(|| weights(usual)).unwrap_or((0.2126, 0.0722));
        // The stream knows best what its encoder did.
        let full = stream.and_then(|said| said.full).or(file.and_then(|said| said.full)).unwrap_or(false);
        let (black, light, chroma) = if full { (0, 1.0, 1.0) } else { (16, 255.0 / 219.0, 255.0 / 224.0) };
        let green = 1.0 - red - blue;
        let fixed = |value: f64| (value * ONE).round() as i32;
        Self {
            black,
            light: fixed(light),
            red: fixed(2.0 * (1.0 - red) * chroma),
            green: [
                fixed(2.0 * blue * (1.0 - blue) / green * chroma),
                fixed(2.0 * red * (1.0 - red) / green * chroma),
            ],
            blue: fixed(2.0 * (1.0 - blue) * chroma),
        }
    }

    /// A pixel; the colours count in eighths.
    pub(super) fn pixel(self, y: u8, u: i32, v: i32) -> [u8; 3] {
        let y = (i32::from(y) - self.black) * self.light + (1 << 15);
        let (u, v) = (u - 128 * 8, v - 128 * 8);
        let byte = |value: i32| (value >> 16).clamp(0, 255) as u8;
        [
            byte(y + ((self.red * v) >> 3)),
            byte(y - ((self.green[0] * u) >> 3) - ((self.green[1] * v) >> 3)),
            byte(y + ((self.blue * u) >> 3)),
        ]
    }
}

/// How much red and blue weigh in the brightness.
fn weights(matrix: u8) -> Option<(f64, f64)> {
    match matrix {
        1 => Some((0.2126, 0.0722)),
        4 => Some((0.30, 0.11)),
        5 | 6 => Some((0.299, 0.114)),
        7 => Some((0.212, 0.087)),
        9 | 10 => Some((0.2627, 0.0593)),
        _ => None,
    }
}
