"""Compares the grammar that stands in docs/language.md with the parser, both ways: texts that are made
at random by its rules have no mistake of syntax, and what `trammel fmt` prints of the right texts can be
derived by its rules.

usage: grammar.py PROGRAM PAGE FOLDER…"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PAGE, *FOLDERS = (pathlib.Path(path).resolve() for path in sys.argv[1:])
SHORT = "TEST_SHORT" in os.environ  # as test_rounds of tests/support/test.h has it
TEXTS = 50 if SHORT else 500
DEEP, LONG = 40, 400  # rules inside each other and tokens, from where on a text ends soon
OUTER = 8  # rules inside each other of definitions and statements, which expressions must not swamp
SIGNS = r'"\S+?"|[a-z]+|[|()\[\]{}]'
TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|(?P<string>"[^"\n]*")|'
                   r'(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?:[A-Za-z]+(?:\^-?\d+)?(?:[*/][A-Za-z]+(?:\^-?\d+)?)*)?)|'
                   r'(?P<word>[^\W\d]\w*)|(?P<sign>\.\.|[<>=!]=|[^\s\w])', re.DOTALL)
# What the rules of the page say in words: names and words are none of the grammar, and sections of
# types are those of the vocabulary, so that components end there.
NAMES = ["a", "rod", "crank_2", "Top", "x"]
SECTIONS = ["properties", "geometry", "interference", "dynamics", "control"]
NUMBERS = ["1", "0.5", "1e-3", "40mm", "9.81m/s^2"]


# ---- The rules ---------------------------------------------------------------------------------

def alternatives(tokens):
    """a | b as ("or", [a, b]); each a ("all", [part, …])."""
    found = [[]]
    while tokens and tokens[0] not in ")]}":
        sign = tokens.pop(0)
        if sign == "|":
            found.append([])
        elif sign in "([{":
            found[-1].append(({"(": "or", "[": "maybe", "{": "many"}[sign], alternatives(tokens)))
            tokens.pop(0)
        else:
            found[-1].append(("text", sign[1:-1]) if sign[0] == '"' else ("rule", sign))
    return [("all", parts) for parts in found]


def read_grammar():
    text = re.search(r"^```grammar\n(.*?)^```$", PAGE.read_text(encoding="utf-8"),
                     re.MULTILINE | re.DOTALL)[1]
    rules = re.findall(r"^(\w+) += (.*?)(?=^\w+ += |\Z)", text, re.MULTILINE | re.DOTALL)
    return {name: ("or", alternatives(re.findall(SIGNS, body))) for name, body in rules}


RULES = read_grammar()
RESERVED = set(re.findall(r"^\| `(\w+)`", PAGE.read_text(encoding="utf-8").split(
    "<!-- table: reserved words -->")[1].split("<!-- end -->")[0], re.MULTILINE))


# ---- Texts from rules --------------------------------------------------------------------------

class Writer:
    """Makes texts. Where the page's words allow two readings it takes the plain one: commas stand
    between all items of a list, and `;` wherever it may."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.out = []

    def write(self, part, depth=0):
        kind, value = part
        short = self.is_short(depth)
        if kind == "text":
            self.out.append(value)
        elif kind == "rule":
            self.rule(value, depth + 1)
        elif kind == "all":
            for item in value:
                self.write(item, depth)
        elif kind == "or":
            self.write(value[-1] if short else self.random.choice(value), depth)
        elif kind == "maybe":
            closing = value in ([("all", [("text", ";")])], [("all", [("text", ",")])])
            if closing or (not short and self.random.random() < (0.5 if depth < OUTER else 0.2)):
                self.write(("or", value), depth)
        else:
            while not short and self.random.random() < (0.7 if depth < OUTER else 0.15):
                self.write(("or", value), depth)

    def is_short(self, depth):
        return depth > DEEP or len(self.out) > LONG

    def rule(self, name, depth):
        if name in RULES and not (name == "operand" and self.is_short(depth)):
            plain = name == "expression" and self.random.random() < 0.9  # mostly no `if`
            self.write(RULES[name][1][-1] if plain else RULES[name], depth)
        elif name == "word":
            self.out.append(self.random.choice(SECTIONS))
        elif name == "string":
            self.out.append('"text"')
        elif name == "name":
            self.out.append(self.random.choice(NAMES))
        else:
            self.out.append(self.random.choice(NUMBERS))

    def text(self):
        self.write(("rule", "file"))
        if self.out[:1] == ["language"]:
            self.out[1] = "1"
        return " ".join(self.out) + "\n"


# ---- Rules from texts --------------------------------------------------------------------------

class Reader:
    """Derives a list of tokens by the rules; all ways at once: a part at a place gives the set of
    places where it may end."""

    def __init__(self, text):
        self.tokens = [(at.lastgroup, at[0]) for at in TOKEN.finditer(text) if at.lastgroup]
        self.known = {}
        self.furthest = 0

    def ends(self, part, at):
        kind, value = part
        if kind == "text":
            return self.token(at, lambda group, text: text == value)
        if kind == "rule":
            return self.rule(value, at)
        if kind == "or":
            return frozenset().union(*(self.ends(one, at) for one in value))
        if kind == "maybe":
            return self.ends(("or", value), at) | {at}
        if kind == "many":
            return self.closure(value, at)
        here = frozenset([at])
        for item in value:
            here = frozenset().union(*(self.ends(item, place) for place in here))
        return here

    def closure(self, value, at):
        found, new = {at}, {at}
        while new:
            new = {end for place in new for end in self.ends(("or", value), place)} - found
            found |= new
        return frozenset(found)

    def token(self, at, fits):
        self.furthest = max(self.furthest, at)
        return frozenset([at + 1] if at < len(self.tokens) and fits(*self.tokens[at]) else [])

    def rule(self, name, at):
        if name in ("number", "string", "word"):
            return self.token(at, lambda group, text: group == name)
        if name == "name":
            return self.token(at, lambda group, text: group == "word" and text not in RESERVED)
        if (name, at) not in self.known:
            self.known[name, at] = self.ends(RULES[name], at)
        return self.known[name, at]

    def derives(self):
        return len(self.tokens) in self.rule("file", 0)


class Grammar(unittest.TestCase):
    maxDiff = None

    def test_texts_by_its_rules_have_no_mistake(self):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for seed in range(TEXTS):
                names.append(f"{seed}.tml")
                pathlib.Path(folder, names[-1]).write_text(Writer(seed).text(), encoding="utf-8")
            done = subprocess.run([PROGRAM, "fmt", *names], cwd=folder, capture_output=True, text=True,
                                  encoding="utf-8", errors="replace", timeout=60, check=False)
            self.assertEqual(done.stderr, "")
            self.assertEqual(done.returncode, 0)
            used = set(re.findall(r"\w+", done.stdout))
            missing = set(re.findall(r'"(\w+)"', str(RULES).replace("'", '"'))) & RESERVED - used
            self.assertTrue(SHORT or not missing, missing)

    def test_its_rules_derive_the_right_texts(self):
        files = [path for folder in FOLDERS for path in sorted(folder.glob("*.tml"))]
        self.assertGreater(len(files), 40)
        for path in files[::10 if SHORT else 1]:
            done = subprocess.run([PROGRAM, "fmt", path], capture_output=True, text=True,
                                  encoding="utf-8", errors="replace", timeout=60, check=True)
            reader = Reader(done.stdout)
            with self.subTest(file=path.name):
                self.assertTrue(reader.derives(), reader.tokens[max(0, reader.furthest - 5):
                                                                reader.furthest + 1])


result = unittest.main(argv=sys.argv[:1], exit=False, verbosity=0).result
failed = len(result.failures) + len(result.errors)
print(f"{max(result.testsRun - failed, 0)} passed, {failed} failed", flush=True)
sys.exit(1 if failed else 0)
