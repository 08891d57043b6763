"""Tests of `trammel fmt`: what it prints, changes and refuses.

usage: test_fmt.py PROGRAM SOURCE_FOLDER"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
UGLY = "primitive  rod begin dynamics:;end"
TIDY = "primitive rod begin\n  dynamics: ;\nend\n"


class Fmt(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def run_fmt(self, *arguments, code=0, given=""):
        done = subprocess.run([PROGRAM, "fmt", *arguments], capture_output=True, text=True,
                              errors="replace",
                              input=given, cwd=self.folder, timeout=60, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout, done.stderr

    def test_prints_the_text_and_leaves_the_file(self):
        self.write("a.tml", UGLY)
        self.assertEqual(self.run_fmt("a.tml"), (TIDY, ""))
        self.assertEqual(self.read("a.tml"), UGLY)

    def test_standard_input_is_a_dash(self):
        self.assertEqual(self.run_fmt("-", given=UGLY), (TIDY, ""))
        self.assertEqual(self.run_fmt("-", "--write", given=UGLY), (TIDY, ""))

    def test_a_terminal_is_not_steered_and_a_file_has_the_bytes(self):
        text = "// red \x1b[31m, \u009b, \u202e, \x07\tend\n" + TIDY
        self.write("a.tml", text)
        self.assertEqual(self.run_fmt("a.tml"), (text, ""))
        terminal, end = os.openpty()
        with os.fdopen(terminal, "rb", 0) as shown:
            done = subprocess.run([PROGRAM, "fmt", "a.tml"], cwd=self.folder, stdout=end, timeout=60, check=False)
            os.close(end)
            printed = b""
            try:
                while part := shown.read(4096):
                    printed += part
            except OSError:  # nothing has it open any more
                pass
        self.assertEqual(done.returncode, 0)
        self.assertEqual(printed.decode().replace("\r\n", "\n"),
                         "// red \\x1b[31m, \\u009b, \\u202e, \\x07\tend\n" + TIDY)

    def test_lines_of_a_comment_end_as_all_others(self):
        path = self.folder / "windows.tml"
        path.write_bytes(b"/* two\r\n   lines */\r\nprimitive a begin\r\nend\r\n")
        self.run_fmt("--write", "windows.tml")
        self.assertEqual(path.read_bytes(), b"/* two\n   lines */\nprimitive a begin\nend\n")

    def test_write_changes_the_files_that_need_it(self):
        self.write("a.tml", UGLY)
        self.write("b.tml", TIDY)
        os.utime(self.folder / "b.tml", (1, 1))
        self.assertEqual(self.run_fmt("--write", "a.tml", "b.tml"), ("", ""))
        self.assertEqual(self.read("a.tml"), TIDY)
        self.assertEqual((self.folder / "b.tml").stat().st_mtime, 1)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["a.tml", "b.tml"])

    def test_check_names_the_files_that_would_change(self):
        self.write("a.tml", UGLY)
        self.write("b.tml", TIDY)
        self.assertEqual(self.run_fmt("--check", "a.tml", "b.tml", code=1), ("a.tml\n", ""))
        self.assertEqual(self.run_fmt("--check", "b.tml"), ("", ""))
        self.assertEqual(self.read("a.tml"), UGLY)

    def test_mistakes_are_told_and_nothing_is_written(self):
        self.write("bad.tml", "primitive rod begin\n  dynamics ;\n")
        self.write("a.tml", UGLY)
        out, complaints = self.run_fmt("--write", "bad.tml", "a.tml", code=1)
        self.assertEqual(out, "")
        self.assertIn("bad.tml:2:12: error: expected ':', found ';'\n 2 |   dynamics ;\n"
                      "   |            ^\n", complaints)
        self.assertEqual(self.read("bad.tml"), "primitive rod begin\n  dynamics ;\n")
        self.assertEqual(self.read("a.tml"), TIDY)

    def test_missing_includes_do_not_matter(self):
        self.assertEqual(self.run_fmt("-", given='include "nowhere.tml"'),
                         ('include "nowhere.tml";\n', ""))

    def test_unreadable_files_and_wrong_calls_end_with_two(self):
        self.assertIn("nowhere.tml: No such file", self.run_fmt("nowhere.tml", code=2)[1])
        self.assertIn("no file is given", self.run_fmt(code=2)[1])
        self.assertIn("'--wirte' is not recognised", self.run_fmt("--wirte", "-", code=2)[1])
        self.assertIn("cannot be used together", self.run_fmt("--write", "--check", "-", code=2)[1])

    def test_help_is_there(self):
        done = subprocess.run([PROGRAM, "help", "fmt"], capture_output=True, text=True,
                              errors="replace", check=True)
        self.assertIn("usage: trammel fmt FILE", done.stdout)

    def test_program_of_the_paper_keeps_its_words(self):
        path = SOURCE / "examples" / "papers" / "linkage.tml"
        out, _ = self.run_fmt(path)
        self.assertEqual(out.replace(";", "").split(), self.spaced(path.read_text()).split())

    @staticmethod
    def spaced(text):
        """The same tokens with the printer's spaces: behind commas."""
        return text.replace(";", "").replace(",", ", ").replace(",  ", ", ")


if __name__ == "__main__":
    program = unittest.main(exit=False, verbosity=0)
    result = program.result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
