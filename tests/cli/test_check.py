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


class Check(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def check(self, *arguments, text=None):
        return subprocess.run([PROGRAM, "check", *arguments], cwd=self.folder, input=text,
                              capture_output=True, text=True, timeout=60, check=False)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def test_good_file_ends_with_a_summary(self):
        done = self.check(self.write("good.tml", GOOD))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "good.tml: 0 errors, 0 warnings, 2 types\n"
                         "  simulate w: 1 body, 0 joints; not modelled: interference, gravity "
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


sys.argv[1:] = []
unittest.main(verbosity=0)
