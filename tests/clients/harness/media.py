"""Files that scenarios need, made of nothing: speech-like sound, music, pictures."""

import io
import math
import struct
import wave
import zlib

RATE = 16_000


def sound(seconds: float, level: callable) -> bytes:
    """A mono WAV of a voice-like tone whose loudness at each moment is `level(t)`, 0 to 1."""
    samples = bytearray()
    for at in range(int(seconds * RATE)):
        t = at / RATE
        # A buzz with a few harmonics has energy where voices have theirs.
        tone = sum(math.sin(2 * math.pi * 140 * part * t) / part for part in range(1, 8)) / 2.6
        samples += struct.pack("<h", int(20_000 * level(t) * tone))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(samples))
    return out.getvalue()


def voice(sentences: list[str], seconds: float) -> bytes:
    """Somebody who says some sentences within a time: a burst a word, a pause after each sentence."""
    words = [len(sentence.split()) for sentence in sentences]
    pause, lead = 0.7, 0.2
    word = (seconds - 2 * lead - pause * (len(words) - 1)) / sum(words)
    bursts: list[tuple[float, float]] = []
    clock = lead
    for count in words:
        for _ in range(count):
            bursts.append((clock, clock + 0.8 * word))
            clock += word
        clock += pause

    def level(t: float) -> float:
        # The bursts are in order and few; the nearest one decides.
        return next((0.7 for begin, end in bursts if begin <= t < end), 0.0)

    return sound(seconds, level)


def music(seconds: float, loud: float = 0.7) -> bytes:
    """Music that goes on and on, with a beat twice a second."""
    return sound(seconds, lambda t: loud * (0.7 + 0.3 * (t * 2 % 1 < 0.2)))


def picture(width: int, height: int) -> bytes:
    """A PNG with a gradient from dark to light blue."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([20, 30 + 60 * y // height, 90 + 90 * y // height] * width) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
