"""Follows the recipe "To add a report" of CONTRIBUTING.md as it is written: its file and its row, compiled together with
what reads the list of reports and linked with the rest of a build, must make a report that the language, the options,
help and completion know.

It takes the build of preset test, which must be there."""
import json
import pathlib
import re
import shlex
import subprocess
import tempfile
import textwrap
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = SOURCE / "build" / "test"
LIST = "include/trammel/report_list.h"

WORLD = """primitive ball begin
  geometry: sphere(10mm) where begin middle: (0, 0); end;
  dynamics: ;
end

world drop begin
  components
    ball: ball;
  structure begin
    place ball by middle at (0, 1m);
  end
  properties: (planar, gravity);
end

simulate drop begin
  time: (1ms, 100ms);
  report: WORD, csv;
end
"""


def recipe():
    """The file's name, the file and the row."""
    text = (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = re.search(r"\n## To add a report\n(.*?)\n## ", text, re.S)[1]
    file, row = map(textwrap.dedent, re.findall(r"```c\n(.*?)```", section, re.S))
    return re.match(r"/\* (\w+\.c):", file)[1], file, row.strip()


class Recipe(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        top = pathlib.Path(cls.folder.name)
        name, file, row = recipe()
        cls.word = re.match(r"OPTION\((\w+),", row)[1]
        cls.option = re.search(r'"(--\w+)"', row)[1]
        (top / "include" / "trammel").mkdir(parents=True)
        cls.insert(row, top / LIST)
        (top / name).write_text(file, encoding="utf-8")
        commands = {c["file"]: c for c in json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))}
        readers = [path for part in ("src", "cli") for path in sorted((SOURCE / part).rglob("*.c"))
                   if "TM_REPORT_" in path.read_text(encoding="utf-8")]
        objects = {}
        for path in [*readers, top / name]:
            like = commands[str(path if path in readers else SOURCE / "cli" / "reports" / "reports.c")]
            words = [word for word in shlex.split(like["command"]) if word != "ccache"]
            old = words[words.index("-o") + 1]
            new = top / (path.stem + ".o")
            words = [words[0], f"-I{top / 'include'}", "-O0", *[w for w in words[1:] if not w.startswith("-O")]]
            words[words.index("-o") + 1] = str(new)
            words[words.index("-c") + 1] = str(path)
            subprocess.run(words, cwd=like["directory"], check=True)
            objects[old if path in readers else None] = str(new)
        cls.program = top / "trammel"
        cls.link(objects)

    @classmethod
    def insert(cls, row, to):
        """The row goes before the first whose word is behind its own."""
        lines = (SOURCE / LIST).read_text(encoding="utf-8").splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines)
                  if (found := re.match(r"    (?:OPTION|WORD)\((\w+),", line)) and found[1] > cls.word)
        to.write_text("".join([*lines[:at], f"    {row} \\\n", *lines[at:]]), encoding="utf-8")

    @classmethod
    def link(cls, objects):
        line = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "cli/trammel"], check=True, capture_output=True,
                              text=True).stdout.splitlines()[-1]
        words = shlex.split(line.split("&&")[1])
        words = [objects.get(word, word) for word in words]
        words[words.index("-o") + 1] = str(cls.program)
        # Those of the core come before the archive, which then gives none of its own.
        words[1:1] = [new for new in objects.values() if new not in words]
        subprocess.run(words, cwd=BUILD, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_program(self, *arguments, code=0):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, errors="replace", check=False,
                              cwd=self.folder.name)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_word_makes_its_file_and_other_words_theirs(self):
        (pathlib.Path(self.folder.name) / "drop.tml").write_text(WORLD.replace("WORD", self.word), encoding="utf-8")
        said = self.run_program("simulate", "drop.tml", "--out", "runs")
        made = {file.name for file in (pathlib.Path(self.folder.name) / "runs").iterdir()}
        self.assertEqual(made, {"drop.rec", "drop.csv", f"drop-{self.word}.txt"}, said)
        told = self.run_program("report", "runs/drop.rec", self.option)
        self.assertEqual(told, (pathlib.Path(self.folder.name) / "runs" / f"drop-{self.word}.txt").read_text(
            encoding="utf-8"))
        # It fell by g t^2 / 2 in 0.1 s.
        self.assertAlmostEqual(float(re.search(r"ball\S* \S+ (\S+)", told)[1]), 1.0 - 9.81 * 0.005, delta=1e-6)

    def test_help_and_completion_know_the_option(self):
        self.assertIn(self.option, self.run_program("help", "report"))
        self.assertIn(self.option, self.run_program("help", "--completion", "bash"))

    def test_guide_has_every_word_of_the_list(self):
        words = re.findall(r"^    (?:OPTION|WORD)\((\w+),", (SOURCE / LIST).read_text(encoding="utf-8"), re.M)
        guide = (SOURCE / "docs" / "guide" / "simulating.md").read_text(encoding="utf-8")
        table = re.search(r"\| word of `report` \|.*?\n\n", guide, re.S)[0]
        told = [word for line in table.strip().splitlines()[2:] for word in re.findall(r"`(\w+)`", line.split("|")[1])]
        self.assertEqual(sorted(told), sorted(words))
        self.assertEqual(words, sorted(words))

    def test_word_is_unknown_without_the_row(self):
        (pathlib.Path(self.folder.name) / "old.tml").write_text(WORLD.replace("WORD", self.word), encoding="utf-8")
        done = subprocess.run([BUILD / "cli" / "trammel", "check", "old.tml"], cwd=self.folder.name, check=False,
                              capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)


if __name__ == "__main__":
    unittest.main()
