"""Renders projects and checks the files. See `run`."""

import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

import browser
import inputs
import make
import probe
import voices

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/clients"))
from harness.report import Report, expect  # noqa: E402

TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
BINARY = TARGET / "debug" / "reelforge"
SAMPLES = {"coffee": (1080, 1920), "cache-stampede": (1920, 1080), "quote-card": (1080, 1080)}


def reelforge(*arguments, root, path=None, measured=False):
    """Runs the program where nothing is on the PATH but what is in a folder. Gives what it printed, and what it took up."""
    command = [str(BINARY), *arguments, "--root", str(root)]
    with tempfile.TemporaryFile("w+") as told, tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(command, env=bare(root, path), stdout=told, stderr=said, text=True)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0), said.seek(0)
        ended = process.returncode
        expect(ended == 0, f"{' '.join(arguments)} ended with {ended}:\n{said.read()[-3000:]}")
        return (told.read(), usage) if measured else told.read()


def bare(root, path=None):
    empty = root / ".no-programs"
    empty.mkdir(exist_ok=True)
    return {"PATH": str(path or empty), "HOME": str(root)}


def rendered(root, project):
    files = sorted((root / project / "renders").glob("*.mp4"))
    expect(len(files) == 1, f"one file, not {files}")
    return files[0]


def with_sound(root):
    """The samples, with the sound that `coffee` names."""
    shutil.copytree(ROOT / "examples/projects", root, dirs_exist_ok=True)
    says = [
        line.split("say:", 1)[1].strip()
        for line in (root / "coffee/project.yaml").read_text().splitlines()
        if "say:" in line
    ]
    voice, words = make.speech(" ".join(says))
    # What a file is, its first bytes say and not its name.
    make.write_wav(root / "coffee/audio/voice.mp3", voice)
    make.write_wav(root / "coffee/audio/bed.mp3", make.music(8))
    (root / "coffee/audio/voice.whisper.json").write_text(make.whisper(words))


def check_file(path, size, rate=30):
    """What platforms ask of a file."""
    container, video, audio = probe.facts(path)
    expect("mp4" in container["format_name"], container["format_name"])
    wanted = {
        "codec_name": "h264", "profile": "High", "pix_fmt": "yuv420p", "width": size[0], "height": size[1],
        "r_frame_rate": f"{rate}/1", "avg_frame_rate": f"{rate}/1", "color_space": "bt709", "color_range": "tv",
        "color_primaries": "bt709", "color_transfer": "bt709", "field_order": "progressive", "sample_aspect_ratio": "1:1",
    }
    for key, value in wanted.items():
        expect(video.get(key) == value, f"{key} is {video.get(key)}, not {value}")
    expect(float(video["start_time"]) == 0.0, f"the picture starts at {video['start_time']}")
    if audio:
        got = (audio["codec_name"], audio["profile"], audio["sample_rate"], audio["channels"])
        expect(got == ("aac", "LC", "48000", 2), f"the sound is {got}")
        expect(float(audio["start_time"]) == 0.0, f"the sound starts at {audio['start_time']}")
        expect(abs(float(audio["duration"]) - float(video["duration"])) < 0.05, "sound and picture differ in length")
    data = path.read_bytes()
    kinds = [kind for kind, *_ in probe.boxes(data)]
    expect("elst" not in kinds, "it has an edit list")
    expect(kinds.index("moov") < kinds.index("mdat"), "it cannot start before it is loaded in whole")
    times = probe.packet_times(path)
    even = all(abs(time - number / rate) < 1e-4 for number, time in enumerate(times))
    expect(even and len(times) == int(video["nb_frames"]), "frames are not evenly spaced")
    expect(not probe.damage(path), probe.damage(path))
    return float(video["duration"]), audio is not None


def samples(report, root):
    """The three whole samples, with nothing installed: rendered, probed, played."""
    with_sound(root)
    for name, size in SAMPLES.items():
        report.check(f"{name}: rendered without FFmpeg", lambda: reelforge("render", name, root=root) and None)
        path = rendered(root, name)

        def probed():
            seconds, has_sound = check_file(path, size)
            expect(has_sound == (name == "coffee"), "the sound of the voice is there, and no other")
            return f"{seconds:.2f} s, {path.stat().st_size / 1e6:.2f} MB"

        report.check(f"{name}: what platforms ask for", probed)

        def played():
            seconds = float(probe.facts(path)[1]["duration"])
            told = browser.play(path)
            expect("error" not in told, told)
            expect({"canplaythrough", "playing", "seeked", "ended"} <= set(told["seen"]), told)
            expect(abs(told["duration"] - seconds) < 0.05, f"{told['duration']} s, not {seconds}")
            expect((told["width"], told["height"]) == size and told["frames"] > 0, told)
            expect((told["sound"] > 0) == (name == "coffee"), f"{told['sound']} bytes of sound were decoded")
            return f"{told['frames']} frames shown"

        report.check(f"{name}: played by Chromium", played)

    def again():
        path = rendered(root, "quote-card")
        before = (path.stat().st_mtime_ns, path.stat().st_ino)
        reelforge("render", "quote-card", root=root)
        expect((path.stat().st_mtime_ns, path.stat().st_ino) == before, "the same input was rendered again")

    report.check("the same input again is the finished file", again)


def clicks(report, root):
    """Ten minutes: a flash is seen at each click that is heard."""
    seconds, every = 600, 7.3
    times = [3.1 + every * number for number in range(int((seconds - 4) / every))]
    folder = root / "clicks"
    make.write_wav(folder / "audio/clicks.wav", make.clicks(seconds, times))
    words = [{"word": " tick", "start": time, "end": time + 0.1, "probability": 0.99} for time in times]
    (folder / "audio/clicks.json").write_text(make.whisper(words))
    lines = [
        "reelforge: 1", "meta: {title: Clicks}", "canvas: {width: 320, height: 180, fps: 30}", "targets: []",
        "voice: {file: audio/clicks.wav, words: audio/clicks.json, lead: 0, tail: 0}", "captions: false",
        "output: {quality: draft}", "scenes:",
    ]
    for scene in range(10):
        first, last = 60 * scene, 60 * scene + 60
        lines += [f"  - id: s{scene}", "    duration: 60", '    background: "#000000"', "    layout: {type: free, area: canvas}", "    elements:"]
        for number, time in enumerate(times):
            if first <= time < last:
                lines.append(
                    f"      - {{id: f{number}, type: shape, shape: rect, x: 0, y: 0, w: 320, h: 180, "
                    f'fill: "#FFFFFF", at: {time - first:.3f}, duration: 0.2, enter: none, allow: [V-8]}}'
                )
    (folder / "project.yaml").write_text("\n".join(lines) + "\n")
    report.check("clicks: ten minutes are rendered", lambda: reelforge("render", "clicks", "--force", root=root) and None)

    def together():
        path = rendered(root, "clicks")
        light = probe.brightness(path)
        heard = probe.sound(path)
        expect(len(light) == seconds * 30, f"{len(light)} frames")
        expect(abs(len(heard) - seconds * 48_000) <= 1_024, f"{len(heard)} samples")
        flashes = [n for n in range(1, len(light)) if light[n] > 128 and light[n - 1] <= 128]
        loud, last = [], -10_000
        for n, sample in enumerate(heard):
            if abs(sample) > 0.2:
                if n - last > 10_000:
                    loud.append(n)
                last = n
        expect(len(flashes) == len(loud) == len(times), f"{len(flashes)} flashes, {len(loud)} clicks, {len(times)} wanted")
        late = [loud_at / 48_000 - frame / 30 for loud_at, frame in zip(loud, flashes)]
        expect(max(map(abs, late)) <= 1 / 30, f"they are up to {max(late, key=abs) * 1000:.1f} ms apart")
        return f"{len(times)} clicks, {min(late) * 1000:+.1f} to {max(late) * 1000:+.1f} ms, the last {late[-1] * 1000:+.1f} ms"

    report.check("clicks: each is seen within a frame of being heard", together)


MOVING = """reelforge: 1
meta: {{title: Moving}}
canvas: {{width: 540, height: 960, fps: 30}}
targets: []
scenes:
  - id: s
    duration: 5
    background: {{gradient: ["#101828", "#7A2048"], angle: {angle}}}
    elements:
      - {{id: t, type: text, role: title, text: Number {angle}, motion: float}}
      - {{id: p, type: progress, span: video, pin: bottom, w: 100%, h: 10}}
"""


def kills(report, root):
    """Two processes share the queue, and are killed at twenty random moments: nothing is lost, nothing half is seen."""
    names = [f"moving-{number}" for number in range(12)]
    for number, name in enumerate(names):
        (root / name).mkdir()
        (root / name / "project.yaml").write_text(MOVING.format(angle=number * 30))
        reelforge("call", "render_project", "--project", name, root=root)

    def start():
        command = [str(BINARY), "studio", "--port", "0", "--root", str(root)]
        return subprocess.Popen(command, env=bare(root), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def whole():
        for path in root.glob("*/renders/*.mp4"):
            data = path.read_bytes()
            *_, (_, _, end) = probe.boxes(data)
            expect(end == len(data), f"{path.name} is cut off")

    def states():
        told = json.loads(reelforge("call", "get_render_status", root=root))
        return {render["project"]: render["state"] for render in told["renders"]}

    def spare():
        """Waits for the jobs that were killed twice: a third kill counts as a job that kills its process."""
        (file,) = (root / ".reelforge").glob("*.db")
        with sqlite3.connect(file, timeout=10) as queue:
            often = "SELECT count(*) FROM jobs WHERE state = 'running' AND attempts >= 3"
            while queue.execute(often).fetchone()[0]:
                time.sleep(0.02)

    def all_end():
        moments = random.Random(20)
        workers, killed = [start(), start()], 0
        try:
            for number in range(20):
                time.sleep(moments.uniform(0.05, 1.2))
                spare()
                victim = moments.randrange(2)
                workers[victim].kill()
                workers[victim].wait()
                killed += 1
                whole()
                workers[victim] = start()
            patience = time.monotonic() + 300
            while set(states().values()) - {"done"}:
                expect(time.monotonic() < patience, f"after five minutes: {states()}")
                expect("failed" not in states().values(), states())
                time.sleep(0.5)
        finally:
            for worker in workers:
                worker.terminate()
                worker.wait()
        expect(set(states()) == set(names), states())
        for name in names:
            check_file(rendered(root, name), (540, 960))
            leftovers = [path.name for path in (root / name / "renders").iterdir() if path.suffix not in {".mp4", ".jpg"}]
            expect(not leftovers, f"left over: {leftovers}")
        return f"{killed} kills"

    report.check("kills: every job ends done, no half file is seen", all_end)

    def sound_queue():
        (file,) = (root / ".reelforge").glob("*.db")
        with sqlite3.connect(file) as queue:
            (verdict,) = queue.execute("PRAGMA integrity_check").fetchone()
        expect(verdict == "ok", verdict)

    report.check("kills: the queue's file is sound", sound_queue)


def main():
    def of_inputs(check):
        return lambda report, root: check(report, root, reelforge, rendered, expect)

    checks = {
        "samples": samples, "clicks": clicks, "kills": kills, "sounds": of_inputs(inputs.sounds),
        "clips": of_inputs(inputs.clips), "voices": of_inputs(voices.sentences),
    }
    wanted = sys.argv[1:] or list(checks)
    report = Report()
    for name in wanted:
        with tempfile.TemporaryDirectory() as folder:
            checks[name](report, pathlib.Path(folder))
    report.end()


if __name__ == "__main__":
    main()
