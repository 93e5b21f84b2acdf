"""What programs that are not ours say of a file."""

import array
import json
import struct
import subprocess


def facts(path):
    """What ffprobe says: its format, its picture and its sound, which may be missing."""
    command = ["ffprobe", "-v", "error", "-show_format", "-show_streams", "-of", "json", str(path)]
    told = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    by_kind = {stream["codec_type"]: stream for stream in told["streams"]}
    return told["format"], by_kind["video"], by_kind.get("audio")


def boxes(data, start=0, end=None):
    """The boxes of an MP4 file in their order, with those inside: (path, first byte, end)."""
    end = len(data) if end is None else end
    inside = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts"}
    while start < end:
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, start + 8)[0], 16
        yield kind.decode(), start, start + size
        if kind in inside:
            yield from boxes(data, start + head, start + size)
        start += size


def packet_times(path):
    """The presentation times of the video's packets in seconds, sorted."""
    command = ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time", "-of", "csv=p=0"]
    lines = subprocess.run([*command, str(path)], check=True, capture_output=True, text=True).stdout.split()
    return sorted(float(line.strip(",")) for line in lines)


def brightness(path):
    """The mean brightness of each decoded frame, 0 to 255."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-vf", "scale=1:1:flags=area,format=gray", "-f", "rawvideo", "-"]
    return subprocess.run(command, check=True, capture_output=True).stdout


def sound(path):
    """The decoded sound as mono samples at 48 kHz."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-ac", "1", "-ar", "48000", "-f", "f32le", "-"]
    samples = array.array("f")
    samples.frombytes(subprocess.run(command, check=True, capture_output=True).stdout)
    return samples


def damage(path):
    """What a decoder complains about from start to end."""
    command = ["ffmpeg", "-v", "warning", "-i", str(path), "-f", "null", "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stderr.strip()
