"""Tests of `trammel mechanisms`: what it prints, draws and refuses.

usage: test_mechanisms.py PROGRAM SOURCE_FOLDER"""
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
FILE = SOURCE / "examples" / "mechanisms.json"
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"

PAIRS = SOURCE / "examples" / "pairs.json"

# The pictures of docs/theory/higher-pairs.md, and the closed forms' unknowns of examples/pairs.json.
PAIR_PICTURES = ["Planetary gear", "Tackle", "Cam with roller"]
PAIR_UNKNOWNS = {"Planetary gear": 1, "Tackle": 1}

# The pictures of docs/theory/kinematics.md: name and options.
PICTURES = [
    ("6-bar (a)", "strip", "6-bar-a.svg"),
    ("6-bar (a)", "ghosts", "6-bar-a-ghosts.svg"),
    ("6-bar (b)", "strip", "6-bar-b.svg"),
    ("6-bar (b)", "ghosts", "6-bar-b-ghosts.svg"),
    ("Chain-6", "ghosts", "chain-6-ghosts.svg"),
]


def run(*arguments, code=0):
    done = subprocess.run([PROGRAM, "mechanisms", *map(str, arguments)], capture_output=True,
                          text=True, errors="replace", cwd=SOURCE, timeout=200)
    assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr


def pins(picture):
    """All pins of a picture, pose after pose."""
    return [(float(c.get("cx")), float(c.get("cy"))) for c in picture.iter(SVG + "circle") if c.get("class") == "pin"]


class Mechanisms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "pictures"
        cls.table, _ = run(FILE, "--out", cls.out)
        cls.mechanisms = json.loads(FILE.read_text(encoding="utf-8"))["mechanisms"]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def rows(self):
        names = [m["name"] for m in self.mechanisms]
        for name in names:
            row = next(line for line in self.table.splitlines() if line.startswith(name + " "))
            yield name, row[len(name):].split()

    def test_table_counts_parts_and_is_at_most_the_papers_counts(self):
        for (name, row), m in zip(self.rows(), self.mechanisms):
            with self.subTest(name):
                self.assertEqual(int(row[0]), len(m["links"]))
                self.assertEqual(int(row[1]), len(m["joints"]))
                self.assertLessEqual(int(row[2]), m["mixed_unknowns"])
                self.assertLessEqual(int(row[3]), m["mixed_equations"])
                self.assertGreater(float(row[4]), 0.0)
                self.assertLess(float(row[5]), 1e-9)
                self.assertEqual(len(row), 6, "a move failed")

    def test_higher_pairs_move_in_closed_form_and_are_drawn(self):
        out = pathlib.Path(self.folder.name) / "pairs"
        table, _ = run(PAIRS, "--out", out, "--frames", 4)
        mechanisms = json.loads(PAIRS.read_text(encoding="utf-8"))["mechanisms"]
        for m in mechanisms:
            with self.subTest(m["name"]):
                row = next(line for line in table.splitlines() if line.startswith(m["name"] + " "))
                row = row[len(m["name"]):].split()
                self.assertEqual(int(row[2]), PAIR_UNKNOWNS.get(m["name"], 0))
                self.assertLess(float(row[5]), 1e-9)
                self.assertEqual(len(row), 6, "a move failed")
        for name in PAIR_PICTURES:
            picture = name.lower().replace(" ", "-") + ".svg"
            self.assertEqual((out / picture).read_text(encoding="utf-8"),
                             (SOURCE / "docs" / "images" / picture).read_text(encoding="utf-8"))
        theory = (SOURCE / "docs" / "theory" / "higher-pairs.md").read_text(encoding="utf-8")
        self.assertIn(run(PAIRS, "--plan", "Gear train")[0], theory)

    def test_every_picture_is_xml_and_the_page_shows_it(self):
        page = (self.out / "index.html").read_text(encoding="utf-8")
        pictures = sorted(self.out.glob("*.svg"))
        self.assertEqual(len(pictures), len(self.mechanisms))
        for path in pictures:
            with self.subTest(path.name):
                root = ElementTree.parse(path).getroot()
                self.assertEqual(root.tag, SVG + "svg")
                poses = [u for u in root.iter(SVG + "use") if u.get(LINK) == "#b0"]
                self.assertEqual(len(poses), 8)
                self.assertIn(f'src="{path.name}"', page)

    def test_pins_in_the_picture_are_as_far_apart_as_the_file_says(self):
        for m in self.mechanisms[:8]:
            with self.subTest(m["name"]):
                name = m["name"].lower().replace(" (", "-").replace(")", "") + ".svg"
                p = pins(ElementTree.parse(self.out / name).getroot())
                spans = []
                for link, body in enumerate(m["links"]):
                    at = {(j["a"][1] if j["a"][0] == link else j["b"][1]): p[i]
                          for i, j in enumerate(m["joints"]) if link in (j["a"][0], j["b"][0])}
                    marks = sorted(at)
                    for a, b in zip(marks, marks[1:]):
                        world = math.dist(body["markers"][a], body["markers"][b])
                        spans.append(math.dist(at[a], at[b]) / world)
                scale = sum(spans) / len(spans)
                for span in spans:  # coordinates have two decimals
                    self.assertAlmostEqual(span / scale, 1.0, delta=0.01)

    def test_pictures_of_the_docs_are_what_the_program_draws_now(self):
        for name, layout, file in PICTURES:
            with self.subTest(file):
                run("--only", name, "--layout", layout, "--frames", 8 if layout == "strip" else 12,
                    "--out", self.out)
                self.assertEqual((self.out / file).read_text(encoding="utf-8"),
                                 (SOURCE / "docs" / "images" / file).read_text(encoding="utf-8"))

    def test_plans_in_the_theory_page_are_what_the_program_says_now(self):
        page = (SOURCE / "docs" / "theory" / "kinematics.md").read_text(encoding="utf-8")
        for name in ("6-bar (a)", "6-bar (b)", "Chain-4"):
            with self.subTest(name):
                words, _ = run("--plan", name)
                self.assertIn("```\n" + words + "```\n", page)

    def test_rates_of_the_four_bar_are_those_of_its_loop_closure(self):
        """a e(q2) + b e(q3) - c e(q4) = const, differentiated once and twice."""
        frames = 24
        table, said = run("--rates", "4-bar", "--frames", frames)
        self.assertEqual(said, "")
        rows = list(csv.DictReader(table.splitlines()))
        m = next(m for m in self.mechanisms if m["name"] == "4-bar")
        self.assertEqual(len(rows), frames * (len(m["links"]) - 1))
        for i in range(frames):
            bodies = rows[3 * i:3 * i + 3]
            at = {}
            for body, row in enumerate(bodies, 1):
                angle = float(row["angle"])
                turn = complex(math.cos(angle), math.sin(angle))
                for marker, (x, y) in enumerate(m["links"][body]["markers"]):
                    at[body, marker] = complex(float(row["x"]), float(row["y"])) + turn * complex(x, y)
            at.update({(0, k): complex(x, y) for k, (x, y) in enumerate(m["links"][0]["markers"])})
            links = []  # crank, coupler and rocker as vectors round the loop
            for body in (1, 2, 3):
                ends = [at[tuple(end)] for joint in m["joints"] for end in (joint["a"], joint["b"])
                        if end[0] == body]
                links.append(ends[1] - ends[0])
            w = [float(row["omega"]) for row in bodies]
            alpha = [float(row["alpha"]) for row in bodies]
            self.assertAlmostEqual(w[0], 1.0, delta=1e-9)
            self.assertAlmostEqual(alpha[0], 0.0, delta=1e-9)
            self.assertAlmostEqual(abs(sum(1j * k * z for k, z in zip(w, links))), 0.0, delta=1e-9)
            self.assertAlmostEqual(
                abs(sum((1j * a - k * k) * z for a, k, z in zip(alpha, w, links))), 0.0, delta=1e-9)
        self.assertAlmostEqual(float(rows[3]["input"]) - float(rows[0]["input"]),
                               2.0 * math.pi / frames, delta=1e-12)

    def test_rates_leave_out_what_cannot_be_reached_and_say_so(self):
        stuck = pathlib.Path(self.folder.name) / "stuck.json"
        m = json.loads(json.dumps(next(m for m in self.mechanisms if m["name"] == "4-bar")))
        m["name"] = "stuck"
        m["driver"]["joint"] = 3  # the rocker, which does not go round
        stuck.write_text(json.dumps({"mechanisms": [m]}), encoding="utf-8")
        table, said = run(stuck, "--rates", "stuck", "--frames", 12, code=1)
        rows = list(csv.DictReader(table.splitlines()))
        left_out = said.count("the mechanism cannot be moved there")
        self.assertTrue(0 < left_out < 12)
        self.assertEqual(len(rows), 3 * (12 - left_out))

    def test_check_finds_one_freedom_that_the_driver_takes(self):
        """Grübler's count is right for all of them: they are generic, and a chain has n - 2."""
        for m in self.mechanisms:
            with self.subTest(m["name"]):
                words, _ = run("--check", m["name"])
                count = 3 * (len(m["links"]) - 1) - 2 * len(m["joints"])
                free, held = words.split("with the driver held:\n")
                self.assertTrue(free.startswith(f"mobility {count} (Grübler {count}): movable, "
                                                "and nothing is redundant\n"), free)
                self.assertTrue(held.startswith(f"mobility {count - 1} (Grübler {count - 1}): "),
                                held)
                self.assertIn("nothing is redundant\n", held)

    def test_check_names_what_is_redundant_or_in_conflict(self):
        """Three cranks of length 1 under a top; then one whose last foot is 0.5 lower, with B's tip
        tied to A's foot: F is 2 from there and must be 1 from C, which is sqrt(9.25) > 3 away."""
        file = pathlib.Path(self.folder.name) / "table.json"
        for foot, code, expected in (
                (0.0, 0, "joint F is redundant in 1 of 2 equations: it follows from A, B, C, D and E"),
                (-0.5, 1, "in conflict, open by ")):
            links = [{"name": "ground", "markers": [[0, 0], [1, 0], [3, foot]]}]
            links += [{"name": f"crank {i}", "markers": [[0, 0], [1, 0]]} for i in range(3)]
            links += [{"name": "top", "markers": [[0, 0], [1, 0], [3, 0]]}]
            joints = [{"name": "ABC"[i], "a": [0, i], "b": [i + 1, 0]} for i in range(3)]
            joints += [{"name": "DEF"[i], "a": [i + 1, 1], "b": [4, i]} for i in range(3)]
            initial = [[0, 0, 0]] + [[x, 0, math.pi / 2] for x in (0, 1, 3)] + [[0, 1, 0]]
            table = {"name": "table", "links": links, "joints": joints, "initial": initial,
                     "driver": {"joint": 0}}
            if foot:
                joints.append({"name": "G", "a": [0, 0], "b": [2, 1]})
            file.write_text(json.dumps({"mechanisms": [table]}), encoding="utf-8")
            words, _ = run(file, "--check", "table", code=code)
            self.assertIn(expected, words)

    def test_list_names_all(self):
        names, _ = run("--list")
        self.assertEqual(names.splitlines(), [m["name"] for m in self.mechanisms])

    def test_mistakes_are_told(self):
        bad = pathlib.Path(self.folder.name) / "bad.json"
        cases = [
            (["no/such/file.json"], 2, "no/such/file.json: No such file or directory"),
            (["--only", "9-bar"], 2, "there is no '9-bar'"),
            (["--plan", "9-bar"], 2, "there is no '9-bar'"),
            (["--rates", "9-bar"], 2, "there is no '9-bar'"),

            (["--check", "9-bar"], 2, "there is no '9-bar'"),
            (["--check"], 2, "--check needs a value"),
            (["--out", "/proc/no/such"], 2, "/proc/no/such: "),
            (["--frames", "0"], 2, "--frames must be a whole number from 1 to 360"),
            (["--layout", "heap"], 2, "strip, ghosts or loop"),
            (["--out"], 2, "--out needs a value"),
            (["--nonsense"], 2, "'--nonsense' is not recognised"),
            ([FILE, "another"], 2, "'another' is not recognised"),
        ]
        for text in ("", "{", "[]", '{"mechanisms": 3}'):
            bad.write_text(text, encoding="utf-8")
            _, said = run(bad, code=2)
            self.assertIn("is not a list of mechanisms", said)
        bad.write_text('{"mechanisms": [{"name": "x", "joints": [{"a": [7, 1]}]}]}',
                       encoding="utf-8")
        run(bad, code=1)
        for arguments, code, words in cases:
            with self.subTest(arguments):
                _, said = run(*arguments, code=code)
                self.assertIn(words, said)

    def test_help_names_every_option(self):
        said = subprocess.run([PROGRAM, "help", "mechanisms"], capture_output=True, text=True,
                              errors="replace",
                              check=True).stdout
        for option in ("--out", "--only", "--frames", "--layout", "--list", "--plan", "--rates",
                       "--check"):
            self.assertIn(option, said)


class FourBarExample(unittest.TestCase):
    def test_prints_the_closed_form(self):
        """Circle about the crank's end meets circle about the rocker's pivot."""
        lines = subprocess.run([PROGRAM.parent / "four_bar"], capture_output=True, text=True,
                               errors="replace",
                               check=True).stdout.splitlines()
        self.assertEqual(len(lines), 9)
        for line in lines:
            angle, x, y = map(float, line.split())
            px, py = math.cos(angle), math.sin(angle)
            ex, ey = 4.0 - px, -py
            e = math.hypot(ex, ey)
            t = (3.5**2 - 3.0**2 + e * e) / (2.0 * e)
            h = math.sqrt(3.5**2 - t * t)
            # The program prints the rocker's direction, from its pivot to the coupler's end.
            self.assertAlmostEqual(x, (px + (t * ex - h * ey) / e - 4.0) / 3.0, delta=1e-8)
            self.assertAlmostEqual(y, (py + (t * ey + h * ex) / e) / 3.0, delta=1e-8)
        source = (SOURCE / "examples" / "four_bar.c").read_text(encoding="utf-8")
        self.assertLessEqual(len(source.splitlines()), 50)
        self.assertIn(f"```c\n{source}```", (SOURCE / "README.md").read_text(encoding="utf-8"))


class PlatformExample(unittest.TestCase):
    CENTRES, RADII = [(0, 0), (6, 0), (6, 3)], [5, 7, 6]
    CORNERS = [(0, 0), (6, 0), (0, 4)]

    def test_prints_and_draws_six_ways_with_every_corner_on_its_circle(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "modes.svg"
            lines = subprocess.run([PROGRAM.parent / "platform_modes", picture], check=True,
                                   capture_output=True, text=True,
                                   errors="replace").stdout.splitlines()
            drawn = picture.read_text(encoding="utf-8")
        self.assertEqual(len(set(lines)), 6)
        for line in lines:
            x, y, angle = (float(word.strip(",")) for word in line.split()[1:4])
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            for (a, b), (u, v), radius in zip(self.CENTRES, self.CORNERS, self.RADII):
                corner = x + c * u - s * v, y + s * u + c * v
                self.assertAlmostEqual(math.dist(corner, (a, b)), radius, delta=2e-5)
        self.assertEqual(drawn, (SOURCE / "docs" / "images" / "platform-modes.svg").read_text(
            encoding="utf-8"))

    def test_file_that_cannot_be_written_is_told(self):
        done = subprocess.run([PROGRAM.parent / "platform_modes", "/proc/no/such"], check=False,
                              capture_output=True, text=True, errors="replace")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be written", done.stderr)


class BreakingExample(unittest.TestCase):
    CRANK, COUPLER, ROCKER, BASE = 2.0, 1.5, 2.2, 2.5

    def angle(self, span):
        """Crank angle at which its end is this far from the rocker's pivot [degrees]."""
        cosine = (self.CRANK**2 + self.BASE**2 - span**2) / (2.0 * self.CRANK * self.BASE)
        return math.degrees(math.acos(cosine))

    def test_breaks_are_those_of_the_closed_form_and_pictures_those_of_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            words = subprocess.run([PROGRAM.parent / "breaking_pictures", folder], check=True,
                                   capture_output=True, text=True, errors="replace").stdout
            drawn = {file.name: file.read_text(encoding="utf-8")
                     for file in pathlib.Path(folder).iterdir()}
        outer = self.angle(self.COUPLER + self.ROCKER)
        inner = self.angle(self.ROCKER - self.COUPLER)
        breaks = [float(line.split()[2]) for line in words.splitlines() if "break at" in line]
        self.assertEqual(len(breaks), 4)
        for found, expected in zip(breaks, [outer, inner, -inner, -outer]):
            self.assertAlmostEqual(found, expected, delta=1e-8)
            self.assertIn(f"crank at {expected:.1f}°: ".replace("-", "−"),
                          drawn["rocker-rocker-breaks.svg"])
        # Captions stand in the order of the frames.
        branches = re.findall(r"bent up|bent down|both are one",
                              drawn["rocker-rocker-branches.svg"])
        self.assertEqual(branches, ["bent up", "both are one", "bent down"])
        page = (SOURCE / "docs" / "theory" / "breaking-and-branches.md").read_text(encoding="utf-8")
        self.assertEqual(set(re.findall(r"\(\.\./images/(.*?\.svg)\)", page)), set(drawn))
        for name, picture in drawn.items():
            self.assertEqual(picture, (SOURCE / "docs" / "images" / name).read_text(
                encoding="utf-8"), name)

    def test_count_of_freedoms_is_wrong_where_joints_depend_on_each_other(self):
        with tempfile.TemporaryDirectory() as folder:
            words = subprocess.run([PROGRAM.parent / "breaking_pictures", folder], check=True,
                                   capture_output=True, text=True, errors="replace").stdout
        # 3 links - 2 pins, less 1 for a crank that is held; [ME] 2.1.3 and 2.1.4.
        for name, count, mobility in [("Crank held, A on B", 3 * 3 - 2 * 4 - 1, 1),
                                      ("Crank held", 3 * 3 - 2 * 4 - 1, 0),
                                      ("Four-bar", 3 * 3 - 2 * 4, 1),
                                      ("With a second coupler", 3 * 4 - 2 * 6, 1),
                                      ("Table", 3 * 4 - 2 * 6, 1)]:
            self.assertIn(f"{name}:\nmobility {mobility} (Grübler {count}): ", words)

    def test_folder_that_is_missing_is_told(self):
        for arguments, code, told in [(["/proc/no/such"], 1, "cannot be written"), ([], 2, "use:")]:
            done = subprocess.run([PROGRAM.parent / "breaking_pictures", *arguments], check=False,
                                  capture_output=True, text=True, errors="replace")
            self.assertEqual(done.returncode, code)
            self.assertIn(told, done.stderr)


if __name__ == "__main__":
    unittest.main()
