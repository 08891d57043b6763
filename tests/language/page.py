"""Runs the examples of docs/language.md, and compares its tables and its grammar with the vocabulary.

usage: page.py PROGRAM TABLES PAGE [--write]

--write puts what the program and the vocabulary say into the page: read every line of it. The words of shapes and
hinges go into web/src/panels/text/vocabulary.ts, too.

    ```trammel [NAME]     a whole text: `trammel check` has nothing to say about it, and
    ```messages           where such a block follows, exactly that; a text without mistakes of
                          syntax is in the layout of `trammel fmt`. Texts that have a NAME can
                          be included by those behind them. A file secret.tml lies in the
                          folder above them.
    ```untidy NAME        the same, in another layout
    ```sh                 a command line; an ```output block behind it is what it prints, and
                          `# ends with N` its status
    <!-- table: NAME -->  a table that TABLES prints from the vocabulary, up to <!-- end -->
    ```grammar            has the words and signs of the language in quotes, all of them and
                          no others
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

PROGRAM, TABLES, PAGE = (pathlib.Path(path).resolve() for path in sys.argv[1:4])
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^<!-- table: (.*?) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
FEWEST_EXAMPLES = 30


def page():
    return PAGE.read_text(encoding="utf-8")


def call(folder, *arguments):
    return subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True,
                          encoding="utf-8", errors="replace", timeout=60, check=False)


def vocabulary():
    return subprocess.run([TABLES], capture_output=True, text=True, encoding="utf-8",
                          errors="replace",
                          check=True).stdout


def blocks():
    """All blocks as (line, kind, name, text, kind and text of the next one)."""
    found = list(BLOCK.finditer(page()))
    for this, after in zip(found, found[1:] + [None]):
        line = page()[:this.start()].count("\n") + 1
        close = after and page()[this.end():after.start()].strip() == ""
        yield line, this[1], this[2], this[3], (after[1], after[3]) if close else (None, "")


def said(folder, kind, name, text):
    """What the program says about a block, and its status: messages of an example, output of a command."""
    if kind in ("trammel", "untidy"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        done = call(folder, "check", name)
        return done.stderr, done.returncode
    words = re.sub(r"#.*", "", text).split()
    done = call(folder, *words[1:])
    return done.stdout + done.stderr, done.returncode


class Folder:
    """A folder for the examples, with a file above it that they must not reach."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        above = pathlib.Path(self.temporary.name)
        (above / "secret.tml").write_text("", encoding="utf-8")
        (above / "texts").mkdir()
        return above / "texts"

    def __exit__(self, *_):
        self.temporary.cleanup()


class Page(unittest.TestCase):
    maxDiff = None

    def example(self, folder, kind, name, text, messages):
        found, status = said(folder, kind, name, text)
        self.assertEqual(found, messages)
        self.assertEqual(status, int(": error: " in messages), found)
        layout = call(folder, "fmt", name)
        if not layout.stderr:
            (self.assertEqual if kind == "trammel" else self.assertNotEqual)(layout.stdout, text)

    def command(self, folder, text, output):
        words = re.fullmatch(r"trammel (.*?)(?: +# ends with (\d))?\n", text)
        self.assertTrue(words, text)
        found, status = said(folder, "sh", None, text)
        self.assertEqual(found, output)
        self.assertEqual(status, int(words[2] or 0))

    def test_examples(self):
        count = 0
        with Folder() as folder:
            for line, kind, name, text, (after, answer) in blocks():
                count += kind == "trammel"
                with self.subTest(line=line):
                    if kind in ("trammel", "untidy"):
                        self.example(folder, kind, name or "example.tml", text,
                                     answer if after == "messages" else "")
                    elif kind == "sh":
                        self.command(folder, text, answer if after == "output" else "")
        self.assertGreaterEqual(count, FEWEST_EXAMPLES)

    def test_no_other_blocks(self):
        kinds = {kind for _, kind, _, _, _ in blocks()}
        self.assertEqual(kinds, {"trammel", "untidy", "messages", "sh", "output", "values", "grammar"})
        self.assertEqual(len(re.findall(r"^```", page(), re.MULTILINE)),
                         2 * len(list(blocks())))

    def test_tables(self):
        expected = dict(TABLE.findall(vocabulary()))
        found = dict(TABLE.findall(page()))
        self.assertEqual(sorted(found), sorted(expected))
        for name, rows in expected.items():
            with self.subTest(table=name):
                self.assertEqual(found[name].splitlines(), rows.splitlines())

    def test_library(self):
        for function in re.findall(r"<!-- library: (.*) -->", vocabulary()):
            self.assertIn(f"| `{function}` |", page())

    def test_grammar_has_all_words_and_signs(self):
        grammar = [text for _, kind, _, text, _ in blocks() if kind == "grammar"]
        self.assertEqual(len(grammar), 1)
        quoted = set(re.findall(r'"(\S+?)"', grammar[0]))
        words, signs = set(), set(re.search(r"<!-- signs (.*) -->", vocabulary())[1].split())
        for name, rows in TABLE.findall(vocabulary()):
            if name in ("reserved words", "other words"):
                words |= set(re.findall(r"^\| `(\w+)`", rows, re.MULTILINE))
        self.assertEqual({word for word in quoted if word[0].isalpha()}, words)
        self.assertEqual({word for word in quoted if not word[0].isalpha()}, signs)

    def test_grammar_defines_what_it_uses(self):
        grammar = [text for _, kind, _, text, _ in blocks() if kind == "grammar"][0]
        bare = re.sub(r'"\S+?"', " ", grammar)
        defined = re.findall(r"^(\w+) +=", bare, re.MULTILINE)
        used = set(re.findall(r"[a-z]+", re.sub(r"^\w+ +=", "", bare, flags=re.MULTILINE)))
        self.assertEqual(len(defined), len(set(defined)))
        self.assertEqual(used - set(defined), {"name", "word", "number", "string"})
        self.assertEqual(set(defined) - used, {"file"})


def write_words(tables):
    """Shapes and hinges are coloured in the page's editor by the first words of their names."""
    path = PAGE.parent.parent / "web" / "src" / "panels" / "text" / "vocabulary.ts"
    text = path.read_text(encoding="utf-8")
    for table in ("shapes", "hinges"):
        words = dict.fromkeys(re.findall(r"^\| `(\w+)", tables[table], re.MULTILINE))
        lines = textwrap.fill(" ".join(words), 118, initial_indent="  ", subsequent_indent="  ")
        text = re.sub(rf"({table[:-1]}Words = words\(`\n).*?`", lambda at: f"{at[1]}{lines}`", text,
                      flags=re.DOTALL)
    path.write_text(text, encoding="utf-8")


def write():
    expected = dict(TABLE.findall(vocabulary()))
    write_words(expected)
    text = TABLE.sub(lambda at: f"<!-- table: {at[1]} -->\n{expected[at[1]]}<!-- end -->", page())
    with Folder() as folder:
        last = [""]

        def answer(at):
            if at[1] in ("trammel", "untidy", "sh"):
                last[0] = said(folder, at[1], at[2] or "example.tml", at[3])[0]
            is_answer = at[1] in ("messages", "output")
            return f"```{at[1]}\n{last[0]}```" if is_answer else at[0]
        text = BLOCK.sub(answer, text)
    PAGE.write_text(text, encoding="utf-8")


if "--write" in sys.argv[4:]:
    write()
result = unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result
failed = len(result.failures) + len(result.errors)
print(f"{max(result.testsRun - failed, 0)} passed, {failed} failed", flush=True)
sys.exit(1 if failed else 0)
