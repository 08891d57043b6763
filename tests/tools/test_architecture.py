"""Runs tools/architecture.py: the picture is what the code gives, and a change of the code is seen."""
import shutil
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tools")]
import architecture  # noqa: E402
from script import ScriptTest, main, run  # noqa: E402


class Architecture(ScriptTest):
    def copy(self):
        """A copy of what the picture is made from, to be changed."""
        for folder in ("src", "include", "cli", "wasm", "web/src"):
            shutil.copytree(ROOT / folder, self.folder / folder)
        for name in (architecture.PAGE, architecture.PICTURE):
            self.write(name, (ROOT / name).read_text(encoding="utf-8"))

    def check(self, *options):
        return run(sys.executable, ROOT / "tools/architecture.py", "--root", self.folder, *options, check=False)

    def test_the_picture_is_what_the_code_gives(self):
        for name, text in architecture.made(ROOT).items():
            self.assertEqual((ROOT / name).read_text(encoding="utf-8"), text,
                             f"{name} is stale: tools/architecture.py --write")

    def test_a_new_room_makes_the_picture_stale_until_it_is_written(self):
        self.copy()
        self.assertEqual(self.check("--check").returncode, 0)
        self.write("src/numeric/fresh/fresh.h", "/* fresh.h: a room. */\n")
        done = self.check("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("docs/images/architecture.svg is not what the code gives", done.stdout)
        self.assertEqual(self.check("--write").returncode, 0)
        self.assertEqual(self.check("--check").returncode, 0)
        self.assertIn("fresh", (self.folder / architecture.PICTURE).read_text(encoding="utf-8"))

    def test_a_station_that_is_gone_is_an_error(self):
        self.copy()
        shutil.rmtree(self.folder / "src/edit")
        (self.folder / "src/edit").mkdir()
        done = self.check()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("tm_sketch_poses, a station", done.stderr)

    def test_every_box_lies_inside_the_picture_and_none_on_another(self):
        drawn, _ = architecture.picture(ROOT)
        picture = xml.fromstring(drawn)
        name = "{http://www.w3.org/2000/svg}rect"
        boxes = [[float(box.get(key)) for key in ("x", "y", "width", "height")]
                 for box in picture.iter(name) if box.get("class") in ("box", "public")]
        width, height = float(picture.get("width")), float(picture.get("height"))
        self.assertGreater(len(boxes), 10)
        for number, (x, y, wide, high) in enumerate(boxes):
            self.assertTrue(0 <= x and x + wide <= width and 0 <= y and y + high <= height, boxes[number])
            for x2, y2, wide2, high2 in boxes[:number]:
                self.assertTrue(x + wide <= x2 or x2 + wide2 <= x or y + high <= y2 or y2 + high2 <= y)

    def test_arrows_that_follow_from_others_are_left_out(self):
        edges = {("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")}
        self.assertEqual(architecture.reduced(edges), {("a", "b"), ("b", "c"), ("a", "d")})

    def test_folders_that_use_each_other_are_an_error(self):
        with self.assertRaisesRegex(ValueError, "use each other"):
            architecture.reduced({("a", "b"), ("b", "a")})


if __name__ == "__main__":
    main()
