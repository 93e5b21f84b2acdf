"""Plays files in headless Chromium."""

import http.server
import json
import pathlib
import queue
import shutil
import subprocess
import tempfile
import threading

PAGE = """<!doctype html><video id=v muted src="/file"></video><script>
const seen = [];
const tell = what => fetch("/told", {method: "POST", body: JSON.stringify({...what, seen,
    duration: v.duration, width: v.videoWidth, height: v.videoHeight,
    sound: v.webkitAudioDecodedByteCount, frames: v.getVideoPlaybackQuality().totalVideoFrames})});
for (const name of ["loadedmetadata", "canplaythrough", "playing", "seeked", "ended"])
    v.addEventListener(name, () => seen.push(name));
v.addEventListener("error", () => tell({error: v.error.message || v.error.code}));
v.addEventListener("canplaythrough", () => v.play().catch(error => tell({error: String(error)})), {once: true});
v.addEventListener("ended", () => tell({}));
// From the middle on: that seeking works, and that it takes no longer than it must.
v.addEventListener("playing", () => setTimeout(() => { v.currentTime = Math.max(v.duration - 1, 0); }, 500), {once: true});
</script>"""


def play(path, seconds=60):
    """What the page told when the file was played from its start, then from its last second to the end."""
    told = queue.Queue()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def answer(self, status, kind, body, **headers):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if self.path != "/file":
                return self.answer(200, "text/html", PAGE.encode())
            data = pathlib.Path(path).read_bytes()
            kind = {".mp4": "video/mp4", ".webm": "video/webm"}[pathlib.Path(path).suffix]
            wanted = self.headers.get("Range")
            if not wanted:
                return self.answer(200, kind, data, Accept_Ranges="bytes")
            first, last = wanted.removeprefix("bytes=").split("-")
            first, last = int(first), int(last or len(data) - 1)
            of = f"bytes {first}-{last}/{len(data)}"
            self.answer(206, kind, data[first : last + 1], Accept_Ranges="bytes", Content_Range=of)

        def do_POST(self):
            told.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.answer(204, "text/plain", b"")

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"]
        url = f"http://127.0.0.1:{server.server_port}/"
        browser = subprocess.Popen(
            [chromium, *flags, f"--user-data-dir={profile}", url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            return told.get(timeout=seconds)
        finally:
            browser.kill()
            browser.wait()
            server.shutdown()
