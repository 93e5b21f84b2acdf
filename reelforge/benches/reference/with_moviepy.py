#!/usr/bin/env python3
"""Makes the reference scene of the bench `render` with MoviePy, and prints how many frames a second that took.

    with_moviepy.py FOLDER FRAMES     in the folder: photo.png and Inter.ttf

MoviePy composes; FFmpeg's x264 encodes with the preset `veryfast` on two threads. What cannot be told apart in speed is
left out in its favour: the gradient keeps its colours, cards and their shadows are drawn once.
"""

import pathlib
import sys
import time

import numpy
from moviepy import CompositeVideoClip, ImageClip, TextClip, vfx
from PIL import Image, ImageDraw, ImageFilter

WIDTH, HEIGHT, FPS, ROUND = 1080, 1920, 30, 5
CARDS = (1230, 1415, 1600)
SHADOW = 60
TEXTS = (
    ("Ship faster, sleep better", 90, 60, 100, "white", None),
    ("What changed in release 4.2 this week", 44, 60, 225, "white", None),
    ("Faster cold start: 1.9 s to 0.4 s", 48, 110, 1275, "black", 0),
    ("Search that understands typos", 48, 110, 1460, "black", 1),
    ("Exports finish while you are away", 48, 110, 1645, "black", 2),
    ("example.com/changelog - 30 day trial", 34, 110, 1820, "white", None),
)


def ease(x):
    return 1 - (1 - min(max(x, 0), 1)) ** 3


def sliding(card, x, y):
    """Where something is that comes in with a card."""
    return lambda t: (int(x + (1 - ease((t % ROUND - 0.4 - 0.35 * card) / 0.8)) * 300), y)


def ground():
    rows, columns = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    part = ((columns * WIDTH + rows * HEIGHT) / (WIDTH**2 + HEIGHT**2))[..., None]
    return ((1 - part) * numpy.array([38, 31, 115]) + part * numpy.array([217, 100, 89])).astype("uint8")


def card():
    size = (960 + 2 * SHADOW, 150 + 2 * SHADOW)
    box = (SHADOW, SHADOW, SHADOW + 960, SHADOW + 150)
    shadow = Image.new("RGBA", size)
    ImageDraw.Draw(shadow).rounded_rectangle((box[0], box[1] + 12, box[2], box[3] + 12), 36, fill=(0, 0, 0, 115))
    picture = shadow.filter(ImageFilter.GaussianBlur(20))
    ImageDraw.Draw(picture).rounded_rectangle(box, 36, fill="white")
    return numpy.array(picture)


def scene(folder, duration):
    photo = Image.open(folder / "photo.png").convert("RGB").resize((1080, 1080))
    photo = photo.crop((90, 120, 990, 960))
    layers = [
        ImageClip(ground()),
        ImageClip(numpy.array(photo)).resized(lambda t: 0.9 + 0.03 * (t % ROUND)).with_position("center"),
    ]
    for index, y in enumerate(CARDS):
        layer = ImageClip(card(), transparent=True).with_position(sliding(index, 0, y - SHADOW))
        layers.append(layer.with_duration(duration).with_effects([vfx.CrossFadeIn(0.8)]))
    for text, size, x, y, color, index in TEXTS:
        layer = TextClip(font=str(folder / "Inter.ttf"), text=text, font_size=size, color=color, margin=(4, 16))
        layers.append(layer.with_position((x, y) if index is None else sliding(index, x, y)))
    layers = [layer.with_duration(duration) for layer in layers]
    return CompositeVideoClip(layers, size=(WIDTH, HEIGHT)).with_duration(duration)


def main():
    folder, frames = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    video = scene(folder, frames / FPS)
    begun = time.monotonic()
    path = str(folder / "moviepy.mp4")
    video.write_videofile(path, fps=FPS, codec="libx264", preset="veryfast", threads=2, audio=False, logger=None)
    print(frames / (time.monotonic() - begun))


if __name__ == "__main__":
    main()
