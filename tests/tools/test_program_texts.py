"""Sees that tools/program_texts.py finds the texts of a small file, joined, and no code."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

SCRIPT = ROOT / "tools" / "program_texts.py"
CODE = r"""/* "not this text" */
#include "some thing.h"
static const char quote = '"'; // "nor this one"
say("it isn\"t one, "
    "but two");
key("edit.delete");
print("%d bodies\n  and more", count);
"""


class ProgramTexts(ScriptTest):
    def test_finds_texts_and_no_code(self):
        self.write("src/one.c", CODE)
        done = run(sys.executable, SCRIPT, "--root", self.folder)
        self.assertEqual(done.stdout.splitlines(), [
            "src/one.c:4: it isn\"t one, but two",
            "src/one.c:7: %d bodies /   and more",
        ])


if __name__ == "__main__":
    main()
