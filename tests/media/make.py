"""Sounds and word times for projects, made here: nothing but Python's own library."""

import array
import json
import math
import random
import wave

RATE = 48_000


def write_wav(path, samples):
    """Mono, 16 bits, from numbers between -1 and 1."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(array.array("h", (int(32_767 * max(-1.0, min(1.0, sample))) for sample in samples)).tobytes())


def speech(text, start=0.3, pause=0.5):
    """Words as bursts of a voiced sound, each as long as its letters say; gives the samples and the words' times."""
    samples, words, at = [0.0] * int(RATE * start), [], start
    noise = random.Random(1)
    for word in text.split():
        length = 0.12 + 0.05 * len(word)
        words.append({"word": f" {word}", "start": round(at, 3), "end": round(at + length, 3), "probability": 0.98})
        count = int(RATE * length)
        for n in range(count):
            t, shape = n / RATE, math.sin(math.pi * n / count) ** 0.3
            voice = sum(math.sin(2 * math.pi * 130 * k * t) / k for k in range(1, 9))
            samples.append(0.22 * shape * (voice + 0.1 * noise.uniform(-1, 1)))
        gap = pause if word[-1] in ".!?" else 0.08
        samples.extend([0.0] * int(RATE * gap))
        at = len(samples) / RATE
    return samples, words


def whisper(words):
    """The JSON of a transcription."""
    return json.dumps({"segments": [{"start": words[0]["start"], "end": words[-1]["end"], "words": words}]})


def music(seconds):
    """Chords that change twice a second, with a beat."""
    samples = []
    for n in range(int(RATE * seconds)):
        t = n / RATE
        root = (220.0, 174.6, 196.0, 164.8)[int(t * 2) % 4]
        chord = sum(math.sin(2 * math.pi * root * part * t) for part in (1, 1.25, 1.5))
        beat = math.exp(-30 * (t * 2 % 1)) * math.sin(2 * math.pi * 70 * t)
        samples.append(0.12 * chord + 0.3 * beat)
    return samples


def clicks(seconds, times):
    """Silence with a click of 2 ms at each time."""
    samples = array.array("f", bytes(4 * int(RATE * seconds)))
    for time in times:
        first = round(time * RATE)
        for n in range(RATE // 500):
            samples[first + n] = 0.9 if n % 24 < 12 else -0.9
    return samples
