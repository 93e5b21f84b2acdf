"""Speech that espeak-ng makes, sentence by sentence, so that it is known when each begins: whether cues find them."""

import array
import json
import subprocess
import wave

import make

RATE = 48_000
SENTENCES = [
    "Your morning coffee went up forty percent in two years.",
    "Most of it is the weather.",
    "Brazil had a frost, then a drought, and then too much rain.",
    "Farmers pulled out old trees and planted new ones.",
    "A coffee tree needs four years before it carries fruit.",
    "So prices stay high for a while.",
    "Buy whole beans, grind them at home, and waste less of every bag.",
    "That saves more than any coupon.",
]
# Seconds of silence between two, over and over.
PAUSES = (0.35, 0.5, 0.7)
# The median and the worst of how far off a sentence may be, in seconds.
MEDIAN, WORST = 0.06, 0.25


def spoken(text, folder):
    """A sentence as samples at 48 kHz, without the silence around it."""
    raw, whole = folder / "raw.wav", folder / "whole.wav"
    subprocess.run(["espeak-ng", "-v", "en-us", "-s", "160", "-w", raw, text], check=True, capture_output=True)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", raw, "-ar", str(RATE), whole], check=True)
    with wave.open(str(whole)) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
    loud = [n for n, sample in enumerate(samples) if abs(sample) > 300]
    return array.array("f", (sample / 32768 for sample in samples[loud[0] : loud[-1]]))


def sentences(report, root, reelforge, rendered, expect):
    """Cues of a script and its voice alone begin when the sentences do."""
    folder = root / "speech"
    folder.mkdir()
    voice, truth = array.array("f", bytes(4 * RATE // 2)), []
    for number, text in enumerate(SENTENCES):
        truth.append(len(voice) / RATE)
        voice.extend(spoken(text, root))
        voice.extend(array.array("f", bytes(4 * round(PAUSES[number % len(PAUSES)] * RATE))))
    make.write_wav(folder / "voice.wav", voice)
    scenes = "".join(f"  - {{id: s{number}, say: {json.dumps(text)}}}\n" for number, text in enumerate(SENTENCES))
    (folder / "project.yaml").write_text(
        "reelforge: 1\nmeta: {title: Speech}\ncanvas: square\ntargets: []\n"
        f"voice: {{file: voice.wav, lead: 0, tail: 0}}\nscenes:\n{scenes}"
    )

    def found():
        told = json.loads(reelforge("call", "get_cues", "--project", "speech", "--kinds", '["word"]', root=root))
        expect(told["source"] == "aligned", told["source"])
        words = told["cues"]
        off, at = [], 0
        for text, begin in zip(SENTENCES, truth):
            off.append(words[at]["t0"] - begin)
            at += len(text.split())
        expect(at == len(words), f"{len(words)} words, not {at}")
        sizes = sorted(map(abs, off))
        median, worst = sizes[len(sizes) // 2], sizes[-1]
        expect(median <= MEDIAN and worst <= WORST, f"they are off by {[f'{1000 * by:+.0f} ms' for by in off]}")
        return f"median {1000 * median:.0f} ms, worst {1000 * worst:.0f} ms, confidence {told['confidence']}"

    report.check("voices: sentences of espeak-ng begin when they are spoken", found)
