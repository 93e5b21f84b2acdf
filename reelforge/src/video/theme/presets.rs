//! The themes that come with the studio.
//!
//! In each, `text` and `muted` reach a contrast of 4.5 on `bg` and on `surface`, and the four accents 3 on `bg`: tests
//! hold that.

use crate::video::ink::Rgba;
use crate::video::project::model::ThemePreset;

/// What a preset decides.
pub(super) struct Preset {
    /// In the order of `ThemeColors::NAMES`.
    pub(super) colors: [Rgba; 8],
    /// Family and weight of headings.
    pub(super) heading: (&'static str, u32),
    /// Corner radius on a canvas of usual size.
    pub(super) radius: f64,
}

pub(super) fn preset(preset: ThemePreset) -> Preset {
    let (colors, heading, radius) = match preset {
        ThemePreset::Midnight => (
            [0x0B_10_20, 0x1B_24_40, 0xF5_F7_FF, 0xA9_B4_D0, 0xFF_C1_45, 0x6E_C5_FF, 0x4A_DE_80, 0xFF_6B_6B],
            ("Archivo", 800),
            28.0,
        ),
        ThemePreset::Paper => (
            [0xFA_F6_EE, 0xEE_E6_D6, 0x1F_1B16, 0x62_59_4C, 0xC2_41_0C, 0x0F_76_6E, 0x15_80_3D, 0xB9_1C_1C],
            ("Inter", 700),
            16.0,
        ),
        ThemePreset::Neon => (
            [0x05_05_0A, 0x17_17_24, 0xF8_F8_FF, 0xA6_A6_BE, 0x39_FF_88, 0xFF_3D_CB, 0x7C_FF_6B, 0xFF_4D_6D],
            ("Archivo", 800),
            32.0,
        ),
        ThemePreset::Mono => (
            [0x11_11_11, 0x26_26_26, 0xD6_D6_D6, 0xA6_A6_A6, 0xFF_FF_FF, 0x8C_8C_8C, 0xE5_E5_E5, 0x9A_9A_9A],
            ("Inter", 700),
            8.0,
        ),
        ThemePreset::Warm => (
            [0x2A_1A_12, 0x43_29_1B, 0xFF_F4_E6, 0xD9_BF_A6, 0xFF_9F_45, 0xE9_C4_6A, 0xA3_C9_57, 0xFF_6B_57],
            ("Archivo", 800),
            24.0,
        ),
        ThemePreset::Brand => (
            [0xFF_FF_FF, 0xEF_F3_F9, 0x10_18_28, 0x54_5E_70, 0x25_63_EB, 0x7C_3A_ED, 0x15_80_3D, 0xDC_26_26],
            ("Inter", 700),
            24.0,
        ),
    };
    Preset { colors: colors.map(rgb), heading, radius }
}

fn rgb(hex: u32) -> Rgba {
    Rgba(((hex << 8) | 0xFF).to_be_bytes())
}
