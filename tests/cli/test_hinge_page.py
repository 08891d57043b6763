"""Tests of docs/geometry-and-hinges.md: every shape and hinge of the language is on it with a picture,
and the pictures of hinges are what the program draws of examples/hinges today.

usage: test_hinge_page.py PROGRAM SOURCE_FOLDER [--write]

--write draws docs/images/hinge-NAME.svg anew: look at every one that changed."""
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
TEXTS = {path.stem: path for path in sorted((SOURCE / "examples" / "hinges").glob("*.tml"))
         if path.stem != "parts"}
PAGE = (SOURCE / "docs" / "geometry-and-hinges.md").read_text(encoding="utf-8")
LANGUAGE = (SOURCE / "docs" / "language.md").read_text(encoding="utf-8")
PICTURE = re.compile(r"!\[([^\]]+)\]\((images/\S+?\.svg)\)")
LARGEST = 100000  # bytes of a picture: pages must load fast
FRAMES = "4"


def names_of(table):
    """The first column of a table of the language's reference."""
    rows = re.search(rf"<!-- table: {table} -->\n(.*?)<!-- end -->", LANGUAGE, re.S)[1]
    return re.findall(r"(?m)^\| `([^`]+)`", rows)


def sections():
    """{heading: text} of the hinges."""
    hinges = re.search(r"(?ms)^## Hinges$(.*?)(?=^## )", PAGE)[1]
    parts = re.split(r"(?m)^### (.+)$", hinges)[1:]
    return dict(zip(parts[::2], parts[1::2]))


def one_line(text):
    return re.sub(r"\s+", " ", text)


def draw(folder):
    """{name: bytes} of the pictures that the program draws there."""
    subprocess.run([PROGRAM, "animate", *TEXTS.values(), "--out", folder, "--frames", FRAMES],
                   check=True, capture_output=True, timeout=120)
    return {name: (pathlib.Path(folder) / f"{name}.svg").read_bytes() for name in TEXTS}


class Page(unittest.TestCase):
    def test_every_shape_has_an_entry_and_a_picture(self):
        shapes = names_of("shapes")
        self.assertIn("cuboid", shapes)
        for shape in shapes:
            with self.subTest(shape):
                if shape == "none":
                    self.assertIn("`none` has no extent", PAGE)
                    continue
                row = re.search(rf"(?m)^\| (.*) \| \*\*`{shape}\(.*$", PAGE)
                self.assertEqual(PICTURE.fullmatch(row[1])[2], f"images/shape-{shape}.svg")
                self.assertTrue((IMAGES / f"shape-{shape}.svg").is_file())

    def test_every_hinge_has_a_heading_a_join_and_a_picture(self):
        hinges = names_of("hinges")
        self.assertIn("pin", hinges)
        found = sections()
        self.assertEqual(list(found), hinges + ["A hinge of your own"])
        for heading, section in found.items():
            with self.subTest(heading):
                name = heading.replace(".", "_") if heading in hinges else "own"
                self.assertEqual([target for _, target in PICTURE.findall(section)],
                                 [f"images/hinge-{name}.svg"])
                text = one_line(TEXTS[name].read_text(encoding="utf-8"))
                blocks = re.findall(r"(?s)```trammel\n(.*?)```", section)
                self.assertIn("join ", blocks[-1])
                for block in blocks:
                    self.assertIn(one_line(block).strip(), text)

    def test_every_hinge_says_what_it_matches_and_its_arguments(self):
        arguments = re.findall(r"(?m)^\| `([^`]+)` \| `([^`]+)` \|", re.search(
            r"<!-- table: arguments of hinges -->\n(.*?)<!-- end -->", LANGUAGE, re.S)[1])
        for heading, section in sections().items():
            with self.subTest(heading):
                if heading in names_of("hinges"):
                    for field in ["Equations", "Matches", "Coordinates"]:
                        self.assertRegex(section, rf"(?m)^- {field}: ")
                for argument in [each for hinge, each in arguments if hinge == heading]:
                    self.assertRegex(section, rf"(?s)\n- Arguments: .*`{argument}\b")

    def test_every_text_is_on_the_page(self):
        shown = [name.replace(".", "_") for name in names_of("hinges")] + ["own"]
        self.assertEqual(sorted(TEXTS), sorted(shown))

    def test_pictures_are_what_the_program_draws(self):
        with tempfile.TemporaryDirectory() as folder:
            drawn = draw(folder)
        kept = {path.stem.removeprefix("hinge-"): path.read_bytes()
                for path in IMAGES.glob("hinge-*.svg")}
        self.assertEqual(set(kept), set(drawn))
        self.assertEqual([name for name in kept if kept[name] != drawn[name]], [],
                         "these pictures have changed; the head of this file says how to renew them")
        self.assertEqual([name for name in kept if len(kept[name]) > LARGEST], [], "too large")


def write():
    with tempfile.TemporaryDirectory() as folder:
        for name, picture in draw(folder).items():
            (IMAGES / f"hinge-{name}.svg").write_bytes(picture)


if __name__ == "__main__":
    if WRITE:
        write()
        sys.exit(0)
    program = unittest.main(exit=False, verbosity=0)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
