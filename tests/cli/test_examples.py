"""Tests of the examples: every definition in examples/ is right, tidy, and reports what it promises.

usage: test_examples.py PROGRAM SOURCE_FOLDER"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve() / "examples"
TEXTS = sorted(EXAMPLES.glob("*/*.tml"))
# As the paper prints it: with the paper's layout, without a head, and without the driver's function.
PRINTED = "papers/linkage.tml"
# In space nothing holds joined bodies apart yet: they fall through their floors, and say so.
PASSING = ("papers/seated_figure.tml",)
# What stiffness would decide is not simulated yet.
STIFF = "papers/block_on_blocks.tml"
# Its world is in PRINTED: what is said of it stands in the head of the file.
DRIVEN = "papers/linkage_driven.tml"
PROMISES = {"animate": ["drive", "trace", "on_break"], "simulate": ["time", "monitor"],
            "study": ["time", "vary", "measure"]}
# Texts whose heads say that their sizes are those of a mechanism in mechanisms.json.
SIZES = re.compile(r'^// Sizes: examples/mechanisms\.json, "(.+)"\.$', re.M)
PIN = re.compile(r"^function (\w+)\(\) = \(([-\d.]+)(?:cm)?, ([-\d.]+)(?:cm)?\);$", re.M)
FREEDOMS = re.compile(r"(?m)^freedoms: (\d+), .* (\d+) of them redundant\)$")
# Animations that are meant to run into a break.
BREAKS = {"papers/break_region.tml", "papers/rocker_rocker.tml"}
RUN = re.compile(r"^(animate|simulate|study) (\w+)[^\n]* begin\n(.*?)^end$", re.M | re.S)


def name_of(path):
    return path.relative_to(EXAMPLES).as_posix()


def comment_above(text, position):
    """The lines of the comment that ends where `position` begins."""
    lines = text[:position].split("\n")[:-1]
    start = len(lines)
    while start > 0 and lines[start - 1].startswith("//"):
        start -= 1
    return lines[start:]


def counts_above(text, position):
    """{"freedoms": …} of the comment above; later tests read these lines."""
    found = {}
    for line in comment_above(text, position):
        match = re.fullmatch(r"// (freedoms|redundant): (\d+)", line)
        if match:
            found[match.group(1)] = int(match.group(2))
    return found


def pins_of(mechanism):
    """(name, place in the world) of every marker of every link, at the start."""
    for link, (x, y, turn) in zip(mechanism["links"], mechanism["initial"]):
        for name, (a, b) in zip(link["marker_names"], link["markers"]):
            yield name, (x + a * math.cos(turn) - b * math.sin(turn),
                         y + a * math.sin(turn) + b * math.cos(turn))


class Examples(unittest.TestCase):
    def run_program(self, command, *arguments):
        return subprocess.run([PROGRAM, *command.split(), *arguments], capture_output=True, text=True,
                              encoding="utf-8",
                              errors="replace", cwd=EXAMPLES, timeout=120, check=False)

    def each(self, test):
        """Calls test(name, text) for every definition; one that fails does not hide the next."""
        for path in TEXTS:
            with self.subTest(name_of(path)):
                test(name_of(path), path.read_text(encoding="utf-8"))

    def test_there_are_examples_of_every_folder(self):
        folders = [name_of(path).split("/")[0] for path in TEXTS]
        self.assertGreaterEqual(folders.count("gallery"), 24)
        self.assertGreaterEqual(folders.count("papers"), 16)
        self.assertGreaterEqual(folders.count("hinges"), 20)
        self.assertGreaterEqual(folders.count("dynamics"), 17)
        self.assertGreaterEqual(folders.count("contact"), 17)

    def test_nothing_is_wrong_with_any(self):
        def test(name, _):
            done = self.run_program("check", name)
            known = (name in (PRINTED, *PASSING)) + (name == STIFF)
            warnings = "1 warning" if known == 1 else f"{known} warnings"
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(done.stdout.startswith(f"{name}: 0 errors, {warnings}, "), done.stderr)
        self.each(test)

    def test_all_are_laid_out_as_fmt_does(self):
        done = self.run_program("fmt --check", *(name_of(path) for path in TEXTS))
        self.assertEqual(done.stdout, PRINTED + "\n", done.stderr)

    def test_all_open_with_a_comment(self):
        def test(name, text):
            lines = re.match(r"(?://.+\n)*", text).group().count("\n")
            if name != PRINTED:
                self.assertIn(lines, range(2, 6))
        self.each(test)

    def test_every_run_says_what_it_should(self):
        def test(name, text):
            for kind, world, block in RUN.findall(text) if name != PRINTED else []:
                for field in PROMISES[kind]:
                    self.assertRegex(block, rf"(?m)^  {field}:", f"{kind} {world}")
        self.each(test)

    def test_every_world_that_runs_has_its_freedoms_counted(self):
        def test(name, text):
            worlds = {match.group(1): match.start()
                      for match in re.finditer(r"(?m)^world (\w+)", text)}
            for run in RUN.finditer(text) if name != PRINTED else []:
                counts = counts_above(text, run.start()) or counts_above(text, worlds[run.group(2)])
                self.assertIn("freedoms", counts, run.group(2))
                self.assertNotEqual(counts.get("redundant"), 0)
            if name == DRIVEN:
                self.assertIn("freedoms", counts_above(text, text.index("include")))
        self.each(test)

    def test_freedoms_are_those_that_the_texts_state(self):
        def test(name, text):
            worlds = {match.group(1): match.start()
                      for match in re.finditer(r"(?m)^world (\w+)", text)}
            for number, run in enumerate(RUN.finditer(text) if name != PRINTED else [], 1):
                counts = counts_above(text, run.start()) or counts_above(text, worlds[run.group(2)])
                done = self.run_program("show", name, "--run", str(number))
                self.assertEqual(done.returncode, 0, done.stderr)
                found = FREEDOMS.search(done.stdout)
                self.assertEqual((int(found[1]), int(found[2])),
                                 (counts["freedoms"], counts.get("redundant", 0)), run.group(2))
        self.each(test)

    def test_mechanisms_move_over_their_ranges(self):
        def test(name, text):
            done = self.run_program("animate", name)
            animations = [kind for kind, _, _ in RUN.findall(text)].count("animate")
            self.assertEqual(done.returncode, 3 if name in BREAKS else 0 if animations else 1, done.stderr)
            gaps = [float(gap) for gap in re.findall(r"largest gap of a joint(?: in the others)? (\S+) m", done.stdout)]
            self.assertEqual(len(gaps), animations)
            self.assertLess(max(gaps, default=0), 1e-10)
            self.assertEqual("cannot be reached" in done.stdout, name in BREAKS, done.stdout)
        self.each(test)

    def test_sizes_are_those_of_the_mechanisms_that_are_named(self):
        document = json.loads((EXAMPLES / "mechanisms.json").read_text(encoding="utf-8"))
        mechanisms = {each["name"]: each for each in document["mechanisms"]}
        compared = []

        def test(_, text):
            for name in SIZES.findall(text):
                pins = {pin: (float(x), float(y)) for pin, x, y in PIN.findall(text)}
                for pin, place in pins_of(mechanisms[name]):
                    self.assertLess(math.dist(pins[pin], place), 1e-12, pin)
                compared.append(name)
        self.each(test)
        self.assertEqual(sorted(compared),
                         ["10-bar", "4-bar", "6-bar (a)", "6-bar (b)", "8-bar", "Duplex"])

    def values(self, name, *options):
        """What an example monitors, as rows of numbers by time."""
        with tempfile.TemporaryDirectory() as folder:
            self.run_program("simulate --run 1 --quiet", name, "--out", folder, *options)
            rows = self.run_program("report --csv", f"{folder}/{pathlib.Path(name).stem}.rec").stdout
        return [[float(value) for value in row.split(",")] for row in rows.splitlines()[1:]]

    def test_the_last_ball_of_the_cradle_flies_off_with_the_speed_of_the_first(self):
        """v = sqrt(2 g l (1 - cos 35 deg)) = 0.7046 m/s passes from ball 1 to ball 5; 3 hardly moves."""
        speed = math.sqrt(2 * 9.80665 * 0.14 * (1 - math.cos(math.radians(35))))
        rows = self.values("gallery/newton_cradle.tml", "--to", "250ms")
        self.assertAlmostEqual(max(row[1] for row in rows), speed, delta=0.01)
        self.assertAlmostEqual(max(row[3] for row in rows), speed, delta=0.02)
        self.assertLess(max(abs(row[2]) for row in rows), 0.05)
        self.assertLess(abs(rows[-1][1]), 0.05)

    def test_the_wheel_of_the_ratchet_goes_up_and_falls_back_by_less_than_a_tooth(self):
        angles = [row[1] for row in self.values("gallery/ratchet.tml")]
        highest = angles[0]
        for angle in angles:
            highest = max(highest, angle)
            self.assertLess(highest - angle, math.radians(360 / 12))
        self.assertGreater(highest, 6 * math.radians(360 / 12))

    def test_the_page_lists_every_one_and_no_other(self):
        page = (EXAMPLES / "README.md").read_text(encoding="utf-8")
        listed = re.findall(r"^\| \[(\w+/\w+\.tml)\]\((\S+)\) \|", page, re.M)
        self.assertEqual([shown for shown, _ in listed], [target for _, target in listed])
        self.assertEqual(sorted(shown for shown, _ in listed), [name_of(path) for path in TEXTS])


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
