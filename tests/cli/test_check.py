"""`trammel check`: exit codes, the summary, JSON.

usage: test_check.py PROGRAM SOURCE_FOLDER"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv[1]).resolve()
SOURCE = pathlib.Path(sys.argv[2]).resolve()

GOOD = """primitive ball begin
  geometry: sphere(1);
  dynamics: ;
end

world w begin
  components b: ball;
  properties: (gravity);
end

simulate w begin
  time: (1ms, 1s);
  without: gravity;
end
"""


TETRAHEDRON = "solid t\n" + "".join(
    "facet normal 0 0 0\nouter loop\n" + "".join(f"vertex {p}\n" for p in corners) + "endloop\nendfacet\n"
    for corners in [("0 0 0", "0 1 0", "1 0 0"), ("0 0 0", "1 0 0", "0 0 1"),
                    ("0 0 0", "0 0 1", "0 1 0"), ("1 0 0", "0 1 0", "0 0 1")]) + "endsolid t\n"


class Check(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, *arguments, text=None):
        return subprocess.run([PROGRAM, "check", *arguments], cwd=self.folder, input=text,
                              capture_output=True, text=True,
                              errors="replace", timeout=60, check=False)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def test_good_file_ends_with_a_summary(self):
        done = self.check(self.write("good.tml", GOOD))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "good.tml: 0 errors, 0 warnings, 2 types\n"
                         "  simulate w: 1 body, 0 joints; not modelled: contact (no body has 'interference'), gravity "
                         "(switched off)\n")

    def test_errors_end_with_1_and_warnings_with_0(self):
        bad = self.write("bad.tml", GOOD.replace("sphere", "spere"))
        warned = self.write("warned.tml", GOOD.replace("primitive ball", "primitive ball(r = 1)"))
        done = self.check(bad)
        self.assertEqual(done.returncode, 1)
        self.assertIn("bad.tml:2:13: error: there is no shape 'spere'\n", done.stderr)
        self.assertIn("hint: did you mean 'sphere'?", done.stderr)
        self.assertEqual(done.stdout, "bad.tml: 1 error, 0 warnings, 2 types\n")
        done = self.check(warned)
        self.assertEqual(done.returncode, 0)
        self.assertIn("warned.tml:1:16: warning: nothing in 'ball' uses its parameter 'r'\n",
                      done.stderr)

    def test_file_that_cannot_be_read_ends_with_2(self):
        done = self.check("none.tml", self.write("good.tml", GOOD))
        self.assertEqual(done.returncode, 2)
        self.assertIn("trammel check: none.tml: ", done.stderr)
        self.assertIn("good.tml: 0 errors", done.stdout)
        self.assertEqual(self.check().returncode, 2)
        self.assertEqual(self.check("--jsn").returncode, 2)

    def test_standard_input_is_a_file(self):
        done = self.check("-", text=GOOD)
        self.assertEqual(done.returncode, 0)
        self.assertIn("<stdin>: 0 errors", done.stdout)

    def test_json_has_an_object_for_each_message(self):
        self.write("parts.tml", "primitive ball begin\nend\n")
        name = self.write("main.tml", 'include "parts.tml";\n' + GOOD.replace("1ms", "1mm"))
        done = self.check("--json", name)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([row["message"] for row in rows],
                         ["a length where a time belongs", "'ball' is defined a second time"])
        self.assertEqual(rows[0]["range"], {"line": 13, "column": 10, "length": 3})
        self.assertEqual((rows[0]["severity"], rows[0]["code"]), ("error", 1304))
        self.assertIn("hint", rows[0])
        self.assertEqual(rows[1]["related"], {"file": "main.tml", "message": "the first is here",
                                              "range": {"line": 2, "column": 11, "length": 4}})
        self.assertEqual(rows[1]["file"], "parts.tml")

    def test_argument_of_an_instance_is_named_in_json(self):
        name = self.write("main.tml", "primitive ball(r) begin\n  geometry: sphere(r);\nend\n"
                          "world w begin\n  components b: ball(-1m);\nend\n")
        row = json.loads(self.check("--json", name).stdout)
        self.assertEqual(row["parts"], ["w.b"])
        self.assertEqual(row["related"]["range"]["line"], 5)

    def test_meshes_are_looked_up_below_the_folder(self):
        (self.folder / "inner").mkdir()
        (self.folder / "inner" / "a.stl").write_text(TETRAHEDRON)
        (self.folder / "outside.stl").write_bytes(b"solid")
        (self.folder / "inner" / "link.stl").symlink_to(self.folder / "outside.stl")
        self.write("inner/parts.tml", 'primitive p begin\n  geometry: mesh("a.stl");\nend\n')
        self.write("main.tml", 'include "inner/parts.tml";\nworld w begin\n  components p: p;\nend\n')
        self.write("inner/main.tml", 'primitive p begin\n  geometry: mesh("link.stl");\nend\n')
        self.assertEqual(self.check("main.tml").returncode, 0)
        (self.folder / "inner" / "a.stl").write_bytes(b"solid \0\xff")
        self.assertEqual(self.check("main.tml").returncode, 1)
        done = self.check("inner/main.tml")
        self.assertEqual(done.returncode, 1)
        self.assertIn("inner/main.tml:2:18: error: 'link.stl' cannot be read: it lies outside the "
                      "definition's folder\n", done.stderr)

    def test_bodies_that_no_force_moves_are_counted(self):
        name = self.write("main.tml", GOOD.replace("world w", """primitive peg begin
  geometry: sphere(1);
end

primitive wall begin
  properties: (fixed);
end

world w""").replace("b: ball;", "b: ball; p, q: peg; w: wall;"))
        self.assertIn("; 2 of the bodies have no dynamics, so no force moves them\n",
                      self.check(name).stdout)


sys.argv[1:] = []
unittest.main(verbosity=0)
