"""Tests of `trammel complete`: what it offers, in lines and as JSON, and what it refuses.

usage: test_complete.py PROGRAM SOURCE_FOLDER"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
TEXT = """// ä
primitive rod begin
  geometry: bar(1m, 2mm, 3mm) where begin tip: (0, 1); end;
end
world room begin
  components
    a: rod;
  structure begin
    /* ü */ join a to wor with pin matching (t
  end
end
"""


class Complete(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        (self.folder / "a.tml").write_text(TEXT, encoding="utf-8")

    def run_complete(self, *arguments, code=0, given=""):
        done = subprocess.run([PROGRAM, "complete", *arguments], capture_output=True,
                              input=given.encode(), cwd=self.folder, timeout=60, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout.decode(), done.stderr.decode()

    def offers(self, place, code=0):
        out, _ = self.run_complete("a.tml", "--at", place, "--json", code=code)
        return [json.loads(line) for line in out.splitlines()]

    def test_offers_are_lines_with_kind_and_help(self):
        out, err = self.run_complete("a.tml", "--at", "9:47")
        self.assertEqual(err, "")
        self.assertEqual(out.split()[:3], ["tip", "feature", "tip:"])
        self.assertEqual(len(out.splitlines()), 1)

    def test_json_has_the_range_in_characters(self):
        offers = self.offers("9:25")
        self.assertEqual(offers[0]["text"], "world")
        self.assertEqual(offers[0]["kind"], "component")
        self.assertEqual(offers[0]["range"], {"line": 9, "column": 23, "length": 3})

    def test_standard_input_is_a_dash(self):
        out, _ = self.run_complete("-", "--at=1:4", given="pri")
        self.assertEqual(out.split()[:2], ["primitive", "word"])

    def test_nothing_to_offer_ends_with_1(self):
        self.assertEqual(self.offers("1:3", code=1), [])
        self.assertEqual(self.offers("2:12", code=1), [])

    def test_wrong_calls_end_with_2(self):
        for arguments in ([], ["a.tml"], ["--at", "1:1"], ["a.tml", "--at"], ["a.tml", "--at", "1"],
                          ["a.tml", "--at", "0:1"], ["a.tml", "--at", "1:x"],
                          ["a.tml", "--at", "1:99"], ["a.tml", "--at", "99:1"],
                          ["no.tml", "--at", "1:1"], ["a.tml", "--at", "1:1", "b.tml"],
                          ["a.tml", "--at", "1:1", "--odd"]):
            out, err = self.run_complete(*arguments, code=2)
            self.assertEqual(out, "")
            self.assertTrue(err.startswith("trammel"), arguments)

    def test_help_tells_the_options(self):
        done = subprocess.run([PROGRAM, "help", "complete"], capture_output=True, text=True,
                              errors="replace",
                              check=True)
        self.assertIn("--at LINE:COLUMN", done.stdout)

    def test_every_place_of_a_text_can_be_asked(self):
        text = (SOURCE / "tests/language/right/four_bar.tml").read_text(encoding="utf-8")
        (self.folder / "a.tml").write_text(text, encoding="utf-8")
        for number, line in list(enumerate(text.splitlines(), 1))[::7]:
            for column in range(1, len(line) + 2, 9):
                done = subprocess.run([PROGRAM, "complete", "a.tml", "--at", f"{number}:{column}"],
                                      capture_output=True, cwd=self.folder, check=False)
                self.assertIn(done.returncode, (0, 1))


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
