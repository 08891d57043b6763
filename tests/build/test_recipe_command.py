"""Follows the recipe "To add a command" of CONTRIBUTING.md: one file, one declaration and one row make a command that
help, man pages and completions know. Its file is made here; the other two places are those that the recipe names.

It takes the build of preset test, which must be there."""
import json
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = SOURCE / "build" / "test"
COMMAND = """#include "commands/commands.h"

#include <stdio.h>

typedef struct Options {
    long times;
} Options;

static int run(int argc, char **argv) {
    Options o = {.times = 1};
    int count, code = cli_read_words(&command_greet, &o, argc, argv, &count);
    for (long i = 0; code == CLI_GO_ON && i < o.times; i++) {
        printf("hello\\n");
    }
    return code == CLI_GO_ON ? EXIT_DONE : code;
}

static const cliOption options[] = {
    {"--times", "N", "how often; default 1", CLI_INT, .field = offsetof(Options, times), .low = 1, .high = 9},
    {.name = NULL}};

const tmCommand command_greet = {
    .name = "greet",
    .summary = "say hello",
    .options = options,
    .about = "Says hello.",
    .example = "trammel greet --times 2",
    .no = "nobody is there",
    .run = run,
};
"""


class Recipe(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        recipe = re.search(r"## To add a command\n.*?\n## ", (SOURCE / "CONTRIBUTING.md").read_text(encoding="utf-8"),
                           re.S)[0]
        for place in ("cli/commands/NAME.c", "`const tmCommand command_NAME`", "cli/commands/commands.h",
                      "`cli_commands` in `cli/main.c`"):
            assert place in recipe, place
        cls.folder = tempfile.TemporaryDirectory()
        cls.top = pathlib.Path(cls.folder.name)
        header = (SOURCE / "cli/commands/commands.h").read_text(encoding="utf-8")
        main = (SOURCE / "cli/main.c").read_text(encoding="utf-8")
        (cls.top / "commands").mkdir()
        (cls.top / "commands/greet.c").write_text(COMMAND, encoding="utf-8")
        (cls.top / "commands/commands.h").write_text(
            header.replace("extern const tmCommand command_help", "extern const tmCommand command_greet;\n"
                           "extern const tmCommand command_help", 1), encoding="utf-8")
        (cls.top / "main.c").write_text(main.replace("&command_help", "&command_greet, &command_help", 1),
                                        encoding="utf-8")
        cls.program = cls.top / "trammel"
        cls.build()

    @classmethod
    def build(cls):
        commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
        like = next(c for c in commands if c["file"] == str(SOURCE / "cli" / "main.c"))
        words = [word for word in shlex.split(like["command"]) if word != "ccache"]
        old = words[words.index("-o") + 1]
        for name in ("main.c", "commands/greet.c"):
            words[words.index("-o") + 1] = str(cls.top / (pathlib.Path(name).stem + ".o"))
            words[words.index("-c") + 1] = str(cls.top / name)
            subprocess.run([words[0], f"-I{cls.top}", *words[1:]], cwd=like["directory"], check=True)
        line = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", "cli/trammel"], check=True, capture_output=True,
                              text=True, errors="replace").stdout.splitlines()[-1]
        link = [str(cls.top / "main.o") if word == old else word for word in shlex.split(line.split("&&")[1])]
        link[link.index("-o") + 1] = str(cls.program)
        link.insert(1, str(cls.top / "greet.o"))
        subprocess.run(link, cwd=BUILD, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def says(self, *arguments, code=0):
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, errors="replace", check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def test_it_runs_with_its_option(self):
        self.assertEqual(self.says("greet", "--times", "3"), "hello\n" * 3)
        self.assertIn("--times", self.says("greet", "--times", "10", code=2))

    def test_help_and_completion_know_it(self):
        self.assertRegex(self.says("help"), r"greet +say hello")
        self.assertIn("--times N", self.says("greet", "--help"))
        self.assertIn("greet", self.says("help", "--completion", "bash"))

    def test_the_others_are_still_there(self):
        self.assertIn("10 random problems", self.says("bits", "--problems", "10"))


if __name__ == "__main__":
    unittest.main()
