"""Sees that tools/page_texts.py finds the texts of a small page, and no names of modules."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

SCRIPT = ROOT / "tools" / "page_texts.py"
CODE = r"""// It's a comment.
import { el } from './some thing';
const label = 'It isn\'t "one"'; /* 'Not this' */
const match = /['"] no text/.test(label);
say(`${count} links${more ? ', and more to come' : ''} of ${name}`);
const key = 'edit.delete';
const later = () => import('./Late module');
"""


class PageTexts(ScriptTest):
    def test_finds_texts_and_no_code(self):
        self.write("web/src/one.ts", CODE)
        done = run(sys.executable, SCRIPT, "--root", self.folder)
        self.assertEqual(done.stdout.splitlines(), [
            "web/src/one.ts:3: It isn't \"one\"",
            "web/src/one.ts:5: {…} links{…} of {…}",
            "web/src/one.ts:5: , and more to come",
        ])


if __name__ == "__main__":
    main()
