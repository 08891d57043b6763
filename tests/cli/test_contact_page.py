"""Tests of examples/contact/README.md: every text that it lists has a picture, and the pictures of the basic
scenes are what the program draws of them today.

usage: test_contact_page.py PROGRAM SOURCE_FOLDER [--write]

--write draws docs/images/contact-NAME.svg anew: look at every one that changed."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

WRITE = "--write" in sys.argv
if WRITE:
    sys.argv.remove("--write")
PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
IMAGES = SOURCE / "docs" / "images"
FOLDER = SOURCE / "examples" / "contact"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
ROW = re.compile(r"(?m)^\| \[(\S+)\.tml\]\((\S+)\.tml\) \| .+ \| "
                 r"!\[[^\]]+\]\(\.\./\.\./docs/images/contact-([\w-]+)\.svg\) \|$")
LARGEST = 60000  # bytes of a picture: the page must load fast
FRAMES = 4
# Which run of a text is drawn here.
RUNS = {"corner": 3, "room": 1, "pegs": 4, "cliff": 3, "narrow": 3, "ramps": 3, "step_down": 2, "tiles": 3, "lip": 2,
        "stack": 3, "ledge": 4, "tips": 3, "u_over_peg": 3, "l_on_peg": 3, "bullet": 3, "spinning_rod": 1,
        "bounce": 1, "row_of_balls": 1, "geneva": 1, "ratchet": 1, "gears": 1, "saws": 3, "lock": 1,
        "arm_insertion": 1, "gripper": 1, "board_in_frame": 2, "antenna": 1, "arch": 2, "card_house": 4,
        "pendulum_at_post": 1, "double_pendulum_at_post": 1, "slider_crank_pusher": 1, "conveyor": 1,
        "platform_on_springs": 2, "chain_on_floor": 1, "billiards": 3, "dimer": 1, "rocking_block": 1,
        "dominoes": 1, "escapement": 1, "ball_bearing": 1, "link_belt": 1}
# Where a picture ends, of runs that have shown it all before they end.
ENDS = {"geneva": "0.75s", "gears": "0.12s", "arch": "0.54s", "card_house": "0.3s", "arm_insertion": "3s",
        "gripper": "0.24s", "antenna": "3.3s", "lock": "0.174s", "chain_on_floor": "0.6s",
        "rocking_block": "0.72s", "dominoes": "0.35s", "escapement": "1.5s", "ball_bearing": "0.1s", "link_belt": "0.06s"}


def listed():
    """{path of the text: path of the picture} of the page."""
    return {FOLDER / f"{text}.tml": IMAGES / f"contact-{picture}.svg"
            for _, text, picture in ROW.findall(PAGE)}


def draw(folder):
    """{path of the picture: bytes} of what the program draws."""
    drawn = {}
    for text, kept in listed().items():
        if text.stem not in RUNS:
            continue
        out = pathlib.Path(folder) / text.stem
        end = ["--to", ENDS[text.stem]] if text.stem in ENDS else []
        subprocess.run([PROGRAM, "simulate", text, "--run", str(RUNS[text.stem]), *end, "--out", out,
                        "--quiet"], check=True, capture_output=True, timeout=120)
        picture = out / "picture.svg"
        recording = next(iter(out.glob("*.rec")))
        subprocess.run([PROGRAM, "report", recording, "--svg", "--frames", str(FRAMES), "--out",
                        picture], check=True, capture_output=True, timeout=120)
        drawn[kept] = picture.read_bytes()
    return drawn


class Page(unittest.TestCase):
    def test_every_text_of_the_page_has_its_picture(self):
        self.assertLessEqual(set(RUNS), {text.stem for text in listed()})
        for text, picture in listed().items():
            self.assertTrue(text.is_file(), text)
            self.assertEqual(picture.stem, "contact-" + text.stem.replace("_", "-"))
            self.assertLess(picture.stat().st_size, LARGEST, picture)

    def test_pictures_are_what_the_program_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(folder)
        self.assertEqual(len(drawn), len(RUNS))
        self.assertEqual([kept.name for kept in drawn if kept.read_bytes() != drawn[kept]], [],
                         "these pictures have changed; the head of this file says how to renew them")


def write():
    with tempfile.TemporaryDirectory() as folder:
        for kept, picture in draw(folder).items():
            kept.write_bytes(picture)


if __name__ == "__main__":
    if WRITE:
        write()
        sys.exit(0)
    program = unittest.main(exit=False, verbosity=0)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
