#!/usr/bin/env python3
"""How fast the page of `fray serve` is in a browser: until a board of 40 by 40 is painted (200 ms at most), and until a
chosen order is answered (50 ms at most). It asks Debian's Chromium over its debugging pipe. With `--tell` it judges
nothing, for a machine that is slow or busy; it fails all the same where nothing can be measured.

    cargo build --release --locked && benches/page.py [--tell] [FRAY]
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAID = sys.argv[1:]
IS_TOLD_ONLY = "--tell" in SAID
FRAY = next((word for word in SAID if word != "--tell"), ROOT / "target/release/fray")
ROUNDS = 7
MOST_PAINT, MOST_CLICK = 200.0, 50.0
BROWSER = "chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking".split()
ROW = "." * 40
PACK = f"""pack wide "A wide field" extends skirmish {{ license "CC BY-SA 3.0 US" }}
map field "The field" {{ legend . open; {" ".join(f'"{ROW}";' for _ in range(40))} }}
scenario wide "A wide field" {{
  map field
  side colony "The colony" plays pistoleer {{ Bruce at 12,14 facing 0 }}
  side rebels "The rebels" plays rifleman {{ Zorgo at 18,14 facing 3 }}
}}
"""
# Notes when the board was painted first.
WATCH = """(() => { const look = () => { if (document.querySelector('#board svg use')) { requestAnimationFrame(() => {
window.painted = performance.now(); }); } else requestAnimationFrame(look); }; look(); })()"""
# Clicks an order, and tells how long it took until its button was there and painted.
CLICK = """new Promise((done) => { const begun = performance.now();
document.querySelector('[data-order]:not([aria-pressed=true])').click();
const look = () => document.querySelector('#give') ? done(performance.now() - begun) : requestAnimationFrame(look); look(); })"""


class Browser:
    """A page in Chromium, asked over file descriptors 3 and 4."""

    def __init__(self, folder):
        theirs_in, self.to = os.pipe()
        self.back, theirs_out = os.pipe()
        link = f"exec 3<&{theirs_in} 4>&{theirs_out}; exec {' '.join(BROWSER)} --remote-debugging-pipe --user-data-dir={folder}"
        self.process = subprocess.Popen(["bash", "-c", link], pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL)
        os.close(theirs_in), os.close(theirs_out)
        self.rest, self.number, self.session = b"", 0, None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")

    def ask(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                more = os.read(self.back, 1 << 20)
                if not more:
                    sys.exit("the browser has ended: nothing is measured")
                self.rest += more
            text, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(text)
            if answer.get("id") == self.number:
                # A page that is just being left answers nothing.
                return answer.get("result")

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        return answer and answer["result"].get("value")

    def until(self, expression):
        for _ in range(600):
            if self.value(expression):
                return
            time.sleep(0.02)
        sys.exit(f"never so: {expression}")


def measured(page, address):
    page.ask("Page.navigate", url=address)
    page.until("location.hash === '' && !!document.querySelector('#play-colony')")
    page.value("document.querySelector('#play-colony').click()")
    page.until("!!document.querySelector('[data-order]')")
    page.ask("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    paints, clicks = [], []
    for _ in range(ROUNDS):
        # The old document bears a mark, so that nothing of it is taken for the new one.
        page.value("window.isOld = true; location.reload()")
        page.until("!window.isOld && window.painted > 0 && !!document.querySelector('[data-order]')")
        paints.append(page.value("window.painted"))
        clicks.append(page.value(CLICK))
    return statistics.median(paints), statistics.median(clicks)


def main():
    work = Path(tempfile.mkdtemp())
    (work / "wide.fray").write_text(PACK)
    table = subprocess.Popen([FRAY, "serve", "wide.fray/wide", "--port", "0", "--seed", "1"], cwd=work, stdout=subprocess.PIPE, text=True)
    try:
        shown = re.search(r"http://\S+#\S+", table.stdout.readline())
        address = shown.group(0) if shown else sys.exit("the table is not open: nothing is measured")
        page = Browser(work / "browser")
        paint, click = measured(page, address)
        page.process.terminate()
        page.process.wait()
    finally:
        table.terminate()
        table.wait()
        shutil.rmtree(work, ignore_errors=True)
    print(f"a board of 40 by 40 is painted after {paint:.0f} ms (at most {MOST_PAINT:.0f})")
    print(f"a chosen order is answered after {click:.0f} ms (at most {MOST_CLICK:.0f})")
    sys.exit(not IS_TOLD_ONLY and (paint > MOST_PAINT or click > MOST_CLICK))


if __name__ == "__main__":
    main()
