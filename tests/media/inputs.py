"""Sound and clips that other programs made: whether they are heard and seen as those programs mean them."""

import array
import json
import math
import shutil
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor

import make
import probe

RATE = 48_000
# When something is heard, in seconds, and how far it may be off: codecs smear what begins.
BURSTS, OFF = (0.5, 1.25, 1.9), 0.003
SOUNDS = {
    "mp3": ["-c:a", "libmp3lame", "-b:a", "192k"],
    "8k.mp3": ["-c:a", "libmp3lame", "-ar", "8000"],
    "vorbis.ogg": ["-c:a", "libvorbis", "-q:a", "6"],
    "opus": ["-c:a", "libopus", "-b:a", "160k"],
    "flac": ["-c:a", "flac"],
    "192k.flac": ["-c:a", "flac", "-ar", "192000"],
    "surround.flac": ["-c:a", "flac", "-ac", "6"],
    "m4a": ["-c:a", "aac", "-b:a", "192k"],
    "adts.aac": ["-c:a", "aac", "-b:a", "192k"],
    "8k.wav": ["-c:a", "pcm_s16le", "-ar", "8000"],
    "192k.wav": ["-c:a", "pcm_s24le", "-ar", "192000"],
}
# What only FFmpeg decodes.
FOREIGN = {
    "surround.m4a": ["-c:a", "aac", "-b:a", "384k", "-ac", "6"],
    "aiff": ["-c:a", "pcm_s16be"],
}
# Sound that begins after the pictures, by what is in the container.
LATE = {
    "late.mkv": ["-c:v", "libx264", "-c:a", "ac3"],
    "late.webm": ["-c:v", "libvpx", "-c:a", "libopus"],
    "late.mp4": ["-c:v", "libx264", "-c:a", "ac3"],
    "late-aac.mp4": ["-c:v", "libx264", "-c:a", "aac"],
}
# Two hours, in what is decoded here.
LONG = {
    "long.wav": None,
    "long.mp3": ["-c:a", "libmp3lame", "-b:a", "64k"],
    "long.flac": ["-c:a", "flac"],
    "long.ogg": ["-c:a", "libvorbis", "-q:a", "2"],
    "long.opus": ["-c:a", "libopus", "-b:a", "48k"],
    "long.m4a": ["-c:a", "aac", "-b:a", "64k"],
    "long.aac": ["-c:a", "aac", "-b:a", "64k"],
}
# Pictures come at uneven times: each fourth one is left out.
UNEVEN = ["-vf", "select='mod(n,4)-2'", "-fps_mode", "vfr"]
CLIPS = {
    "vp8.webm": ["-c:v", "libvpx", "-b:v", "2M", "-auto-alt-ref", "1", "-lag-in-frames", "8"],
    "vp9.webm": ["-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "20"],
    "hevc.mp4": ["-c:v", "libx265", "-x265-params", "log-level=none:bframes=3"],
    "ten-bits.mkv": ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params", "log-level=none"],
}


def ffmpeg(*arguments, data=None):
    """What FFmpeg writes to its output."""
    command = ["ffmpeg", "-hide_banner", "-v", "error", "-y", *map(str, arguments)]
    return subprocess.run(command, input=data, check=True, capture_output=True).stdout


def programs(root):
    """A folder with FFmpeg and nothing else."""
    folder = root / ".programs"
    if not folder.exists():
        folder.mkdir()
        (folder / "ffmpeg").symlink_to(shutil.which("ffmpeg"))
    return folder


def project(folder, seconds, body, canvas="{width: 160, height: 128, fps: 25}"):
    folder.mkdir(exist_ok=True)
    lines = f"""reelforge: 1
meta: {{title: Inputs}}
canvas: {canvas}
targets: []
captions: false
scenes:
  - id: s
    duration: {seconds}
    background: "#304050"
{body}"""
    (folder / "project.yaml").write_text(lines)


def begins(samples):
    """When something begins to be heard after silence, in seconds."""
    least, found, last = 0.3 * max(map(abs, samples)), [], -RATE
    for n, sample in enumerate(samples):
        if abs(sample) > least:
            if n - last > RATE // 5:
                found.append(n / RATE)
            last = n
    return found


def sounds(report, root, reelforge, rendered, expect):
    """Sound that FFmpeg encoded is heard when it was recorded, with nothing installed."""
    burst = array.array("f", bytes(4 * 3 * RATE))
    for time in BURSTS:
        for n in range(RATE // 25):
            burst[round(time * RATE) + n] = 0.6 * math.sin(math.tau * 1500 * n / RATE)
    make.write_wav(root / "burst.wav", burst)

    def heard(name, coding, path=None):
        folder = root / name.replace(".", "-")
        source = f"in.{name.rsplit('.')[-1]}"
        folder.mkdir()
        ffmpeg("-i", root / "burst.wav", *coding, folder / source)
        project(folder, 3, f"    sounds: [{{src: {source}, at: 0, gain_db: 0}}]\n")
        reelforge("render", folder.name, "--quality", "draft", "--force", root=root, path=path)
        found = begins(probe.sound(rendered(root, folder.name)))
        expect(len(found) == len(BURSTS), f"{found} are heard, not {BURSTS}")
        off = [at - wanted for at, wanted in zip(found, BURSTS)]
        expect(max(map(abs, off)) < OFF, f"they are off by {[f'{1000 * by:.1f} ms' for by in off]}")
        return f"{1000 * max(off, key=abs):+.1f} ms"

    for name, coding in SOUNDS.items():
        report.check(f"sounds: {name}", lambda name=name, coding=coding: heard(name, coding))

    def foreign(name, coding):
        remark = heard(name, coding, path=programs(root))
        shutil.rmtree(root / ".reelforge/sound")
        told = reelforge("call", "validate_project", "--project", name.replace(".", "-"), root=root)
        expect("install FFmpeg" in told and '"V-6"' in told, told)
        return remark

    for name, coding in FOREIGN.items():
        report.check(f"sounds: {name}, by FFmpeg or not at all", lambda name=name, coding=coding: foreign(name, coding))

    def late(name, coding):
        folder = root / name.replace(".", "-")
        folder.mkdir()
        pictures = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=25:d=4"]
        ffmpeg(*pictures, "-itsoffset", "0.7", "-i", root / "burst.wav", *coding, folder / name)
        # What FFmpeg makes of the sound alone, and when it says that this begins.
        alone = array.array("f", ffmpeg("-i", folder / name, "-map", "0:a:0", "-ac", "1", "-f", "f32le", "-"))
        first = ["-select_streams", "a:0", "-show_entries", "frame=pts_time", "-read_intervals", "%+#1"]
        command = ["ffprobe", "-v", "error", *first, "-of", "csv=p=0", str(folder / name)]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        start = float(told.split()[0].strip(","))
        expect(start > 0.5, f"it begins at {start} s")
        project(folder, 4, f"    sounds: [{{src: {name}, at: 0, gain_db: 0}}]\n")
        reelforge("render", folder.name, "--quality", "draft", "--force", root=root, path=programs(root))
        found = begins(probe.sound(rendered(root, folder.name)))
        wanted = [start + at for at in begins(alone)]
        expect(len(found) == len(wanted) == len(BURSTS), f"{found} are heard, not {wanted}")
        off = [at - time for at, time in zip(found, wanted)]
        expect(max(map(abs, off)) < OFF, f"they are off by {[f'{1000 * by:.1f} ms' for by in off]}")
        return f"{1000 * max(off, key=abs):+.1f} ms"

    for name, coding in LATE.items():
        report.check(f"sounds: {name} begins when its container says", lambda name=name, coding=coding: late(name, coding))
    long_sound(report, root, reelforge, expect)


def sparse(path, seconds, rate, clicks):
    """A WAV file of silence with a click of 1 ms at each time; it takes up hardly any room on the disk."""
    length = 2 * rate * seconds
    with path.open("wb") as out:
        head = struct.pack("<HHIIHH", 1, 1, rate, 2 * rate, 2, 16)
        out.write(b"RIFF" + struct.pack("<I", 36 + length) + b"WAVEfmt " + struct.pack("<I", 16) + head)
        out.write(b"data" + struct.pack("<I", length))
        out.truncate(44 + length)
        for click in clicks:
            out.seek(44 + 2 * round(click * rate))
            out.write(struct.pack("<h", 20_000) * (rate // 1000))


def long_sound(report, root, reelforge, expect):
    """A part of two hours is heard at its sample, in bounded memory; three hours are refused without a wait."""
    folder = root / "long"
    project(folder, 8, "", canvas="{width: 160, height: 128, fps: 25}")
    (folder / "renders").mkdir()
    lines = (folder / "project.yaml").read_text()
    voice = "voice: {file: long.SUFFIX, lead: 0.5, trim: [7190, 7197], gain_db: 0}\n"
    sparse(folder / "long.wav", 7200, RATE, [0.25, 3600.0, 7194.5])

    def encoded():
        with ThreadPoolExecutor() as pool:
            one = lambda name: ffmpeg("-i", folder / "long.wav", *LONG[name], folder / name)
            list(pool.map(one, [name for name, coding in LONG.items() if coding]))

    report.check("sounds: two hours are encoded", encoded)

    def measured(name):
        (folder / "project.yaml").write_text(lines + voice.replace("long.SUFFIX", name))
        for old in folder.glob("renders/*"):
            old.unlink()
        _, usage = reelforge("render", "long", "--quality", "draft", "--force", root=root, measured=True)
        (path,) = folder.glob("renders/*.mp4")
        found = begins(probe.sound(path))
        expect(len(found) == 1 and abs(found[0] - 5.0) < OFF, f"a click is heard at {found}, not at 5.0 s")
        expect(usage.ru_maxrss < 400_000, f"it took {usage.ru_maxrss // 1000} MB")
        return f"{1000 * (found[0] - 5):+.1f} ms, {usage.ru_maxrss // 1000} MB, {usage.ru_utime + usage.ru_stime:.0f} s of work"

    for name in LONG:
        report.check(f"sounds: the end of two hours, {name}", lambda name=name: measured(name))

    def listed():
        told = reelforge("call", "list_assets", "--project", "long", root=root)
        lengths = {asset["path"]: asset["duration"] for asset in json.loads(told)["assets"] if asset["kind"] == "audio"}
        expect(set(lengths) == set(LONG), lengths)
        expect(all(abs(length - 7200) < 0.1 for length in lengths.values()), lengths)
        return f"{lengths}"

    report.check("sounds: two hours are listed with their length", listed)

    def refused():
        for old in folder.glob("long.*"):
            old.unlink()
        sparse(folder / "long.wav", 3 * 3600, RATE, [])
        (folder / "project.yaml").write_text(lines + voice.replace("long.SUFFIX", "long.wav"))
        told, usage = reelforge("call", "validate_project", "--project", "long", root=root, measured=True)
        expect("it is longer than 150 minutes" in told, told)
        return f"{usage.ru_utime + usage.ru_stime:.1f} s of work"

    report.check("sounds: three hours are refused at once", refused)


def clips(report, root, reelforge, rendered, expect):
    """Clips that FFmpeg decodes are shown frame by frame as FFmpeg decodes them, by their time stamps."""
    width, height, count, rate = 192, 128, 50, 25
    pixels = bytearray()
    for number in range(count):
        for y in range(height):
            for x in range(width):
                lit = 220 if number >> (x * 6 // width) & 1 else 30
                pixels += bytes((lit, (x + 4 * number) % 256, (2 * y + number) % 256))

    def seen(name, coding):
        folder = root / name.replace(".", "-")
        folder.mkdir()
        raw = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", rate, "-i", "-"]
        ffmpeg(*raw, *UNEVEN, "-pix_fmt", "yuv420p", *coding, folder / name, data=bytes(pixels))
        command = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=pts_time", "-of", "csv=p=0"]
        told = subprocess.run([*command, str(folder / name)], check=True, capture_output=True, text=True).stdout
        times = [float(line.strip(",")) for line in told.split()]
        size = width * height * 3
        meant = ffmpeg("-i", folder / name, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
        expect(len(meant) == size * len(times) and len(times) < count, f"{len(times)} frames")
        element = f"{{id: v, type: video, src: {name}, x: 0, y: 0, w: {width}, h: {height}, enter: none}}"
        body = f"    layout: {{type: free, area: canvas}}\n    elements: [{element}]\n"
        project(folder, count / rate, body, canvas=f"{{width: {width}, height: {height}, fps: {rate}}}")
        text = (folder / "project.yaml").read_text()
        (folder / "project.yaml").write_text(text + "output: {format: png}\n")
        reelforge("render", folder.name, "--force", root=root, path=programs(root))
        (frames,) = (folder / "renders").glob("*-frames")
        shown = ffmpeg("-i", frames / "frame-%05d.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-")
        expect(len(shown) == size * count, f"{len(shown) // size} frames are shown")
        for number in range(count):
            place = max(n for n, time in enumerate(times) if n == 0 or time - times[0] <= number / rate + 1e-3)
            ours, theirs = (all[at * size : (at + 1) * size] for all, at in ((shown, number), (meant, place)))
            far = max(abs(a - b) for a, b in zip(ours, theirs))
            expect(far == 0, f"frame {number} is not that of {times[place]} s: a value is {far} off")
        return f"{count} frames of {len(times)} pictures"

    for name, coding in CLIPS.items():
        report.check(f"clips: {name}", lambda name=name, coding=coding: seen(name, coding))
