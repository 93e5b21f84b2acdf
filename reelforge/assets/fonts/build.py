#!/usr/bin/env python3
"""Makes the font files of this folder from published packages.

    pip install 'fonttools[woff]==4.68.0'
    python3 build.py

It needs pip, npm, apt-get and dpkg-deb. The same packages give the same bytes. Each font is cut down to the
characters that it is here for, and its layout rules are kept, so that every script is shaped as its designers meant.
"""

import gzip
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent


@dataclass
class Font:
    """One file to make, and where it comes from."""

    out: str
    kind: str  # of the package: pip, npm or apt
    package: str
    path: str  # of the file in it
    number: int = 0  # of the font in a collection
    axes: dict = field(default_factory=dict)  # axes that are set to one value
    chars: set | None = None  # None for all that it has
    features: tuple = ()  # features besides those that are always on
    without: tuple = ()  # features that are left out
    tables: tuple = ()  # tables that are left out


def rows(codec: str, first: int, last: int) -> set:
    """The characters of some rows of a double-byte character set."""
    found = set()
    for high in range(first, last + 1):
        for low in range(0x40, 0xFF):
            try:
                text = bytes([high, low]).decode(codec)
            except UnicodeDecodeError:
                continue
            found.update(ord(char) for char in text)
    return found


def span(first: int, last: int) -> set:
    return set(range(first, last + 1))


ASCII = span(0x20, 0x7E)
# Punctuation, width forms and symbols that texts in all of these languages use.
CJK_SIGNS = ASCII | span(0x3000, 0x303F) | span(0xFF00, 0xFFEF) | span(0x2460, 0x2473) | span(0x25A0, 0x25FF) | {
    0xB7, 0xD7, 0xF7, 0x2010, 0x2014, 0x2015, 0x2018, 0x2019, 0x201C, 0x201D, 0x2025, 0x2026, 0x2030, 0x203B,
    0x2103, 0x2190, 0x2191, 0x2192, 0x2193, 0x2605, 0x2606, 0x2642, 0x2640,
}
KANA = span(0x3041, 0x3096) | span(0x3099, 0x30FF) | span(0x31F0, 0x31FF)
GB2312_LEVEL_1 = rows("gb2312", 0xB0, 0xD7)
BIG5_LEVEL_1 = rows("big5", 0xA4, 0xC6)
JIS_LEVEL_1 = rows("euc_jp", 0xB0, 0xCF)
# The hangul of KS X 1001, and the letters that they are made of.
HANGUL = rows("euc_kr", 0xB0, 0xC8) | span(0x3131, 0x318E)

CJK = "fonts-noto-cjk=1:20220127+repack1-1"
CJK_FILE = "usr/share/fonts/opentype/noto/NotoSansCJK-%s.ttc"


def cjk(name: str, weight: str, number: int, chars: set) -> Font:
    return Font(
        out=f"NotoSans{name}-{weight}.otf",
        kind="apt",
        package=CJK,
        path=CJK_FILE % weight,
        number=number,
        chars=CJK_SIGNS | chars,
        # The forms of other languages are those of the other files; nothing is set from top to bottom.
        without=("locl", "vert", "vrt2", "vkrn"),
        tables=("VORG", "vhea", "vmtx", "BASE"),
    )


FONTS = [
    Font("Inter.ttf", "pip", "fontpkg-inter==4.1.post1", "fontpkg_inter/files/Inter[opsz,wght].ttf",
         axes={"opsz": 20}, features=("tnum",)),
    Font("Archivo.ttf", "pip", "fontpkg-archivo==2.1", "fontpkg_archivo/files/Archivo[wdth,wght].ttf",
         axes={"wdth": 100}, features=("tnum",)),
    # Without the ligatures that show `!=` as one sign: code is shown as it is written.
    Font("JetBrainsMono.ttf", "pip", "fontpkg-jetbrains-mono==2.211",
         "fontpkg_jetbrains_mono/files/JetBrainsMono[wght].ttf", without=("calt",)),
    Font("NotoSansArabic.ttf", "pip", "fontpkg-noto-sans-arabic==2.12",
         "fontpkg_noto_sans_arabic/files/NotoSansArabic[wdth,wght].ttf", axes={"wdth": 100}),
    Font("NotoSansDevanagari.ttf", "pip", "fontpkg-noto-sans-devanagari==2.7",
         "fontpkg_noto_sans_devanagari/files/NotoSansDevanagari[wdth,wght].ttf", axes={"wdth": 100}),
    Font("NotoSansThai.ttf", "pip", "fontpkg-noto-sans-thai==2.2",
         "fontpkg_noto_sans_thai/files/NotoSansThai[wdth,wght].ttf", axes={"wdth": 100}),
    Font("NotoSansHebrew.ttf", "npm", "@fontsource-variable/noto-sans-hebrew@5.3.0",
         "files/noto-sans-hebrew-hebrew-wght-normal.woff2"),
    cjk("JP", "Regular", 0, KANA | JIS_LEVEL_1),
    cjk("JP", "Bold", 0, KANA | JIS_LEVEL_1),
    cjk("KR", "Regular", 1, HANGUL),
    cjk("KR", "Bold", 1, HANGUL),
    cjk("SC", "Regular", 2, GB2312_LEVEL_1),
    cjk("SC", "Bold", 2, GB2312_LEVEL_1),
    cjk("TC", "Regular", 3, BIG5_LEVEL_1),
    cjk("TC", "Bold", 3, BIG5_LEVEL_1),
    # Its colours are there twice, as COLR and as SVG; the first is a tenth of the size.
    Font("NotoColorEmoji.ttf", "npm", "@fontsource/noto-color-emoji@5.3.2",
         "files/noto-color-emoji-emoji-400-normal.woff2", tables=("SVG ", "vhea", "vmtx")),
]


def unpack(kind: str, package: str, folder: Path) -> Path:
    """Fetches a package and returns the folder of its files."""
    target = folder / package.replace("/", "_").replace(":", "_")
    if target.exists():
        return target / "package" if kind == "npm" else target
    target.mkdir(parents=True)
    run = lambda *command: subprocess.run(command, cwd=target, check=True, stdout=subprocess.DEVNULL)
    if kind == "pip":
        run(sys.executable, "-m", "pip", "-q", "download", "--no-deps", package)
        run(sys.executable, "-m", "zipfile", "-e", str(next(target.glob("*.whl"))), ".")
    elif kind == "npm":
        run("npm", "pack", "--silent", package)
        run("tar", "-xzf", str(next(target.glob("*.tgz"))))
        return target / "package"
    else:
        run("apt-get", "-qq", "download", package)
        run("dpkg-deb", "-x", str(next(target.glob("*.deb"))), ".")
    return target


def make(font: Font, folder: Path) -> bytes:
    """The bytes of one file, not yet compressed."""
    source = unpack(font.kind, font.package, folder) / font.path
    # Time stamps stay, so that the result is the same on every run.
    ttf = TTFont(source, fontNumber=font.number, recalcTimestamp=False)
    for table in font.tables:
        del ttf[table]
    options = Options()
    options.layout_features = [
        feature for feature in (*Options().layout_features, *font.features) if feature not in font.without
    ]
    options.drop_tables += ["DSIG", "gasp", "prep", "cvt ", "fpgm", "meta"]
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17, 25]
    options.notdef_outline = True
    options.recalc_timestamp = False
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=font.chars or set(ttf.getBestCmap()))
    subsetter.subset(ttf)
    if font.axes:
        ttf = instantiateVariableFont(ttf, font.axes)
    ttf.flavor = None
    with tempfile.NamedTemporaryFile() as file:
        ttf.save(file.name)
        return Path(file.name).read_bytes()


def main() -> None:
    total = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        for font in FONTS:
            data = make(font, folder)
            packed = gzip.compress(data, 9, mtime=0)
            (HERE / f"{font.out}.gz").write_bytes(packed)
            total += len(packed)
            print(f"{font.out:28} {len(data):9,} bytes, {len(packed):9,} compressed")
    print(f"{'all':28} {'':9}        {total:9,} compressed")


if __name__ == "__main__":
    main()
