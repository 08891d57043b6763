"""Runs tools/check_docs.py on the project and on small made-up pages."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tools")]
import check_docs  # noqa: E402
from script import ScriptTest, main  # noqa: E402

INDEX = """# Pages

## Tutorial
- [First](tutorial.md): begin

## Guide
- [Do it](guide/do.md): do it
"""


class CheckDocs(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("README.md", "[pages](docs/README.md), [elsewhere](https://example.org/none)\n")
        self.write("docs/README.md", INDEX)
        self.write("docs/tutorial.md", "# First\n\n## A `tm_x` and (more)\n\n[do](guide/do.md#the-end)\n")
        self.write("docs/guide/do.md", "# Do\n\n## The end\n\n[up](../tutorial.md#a-tm_x-and-more)\n")

    def findings(self):
        return "\n".join(check_docs.findings(self.folder))

    def test_the_pages_of_the_project_are_in_order(self):
        self.assertEqual(check_docs.findings(ROOT), [])

    def test_pages_in_order_give_no_findings(self):
        self.assertEqual(self.findings(), "")

    def test_a_page_that_is_not_in_the_index_is_found(self):
        self.write("docs/guide/more.md", "# More\n")
        self.assertIn("docs/guide/more.md: stands 0 times", self.findings())

    def test_a_page_that_is_listed_twice_or_on_another_shelf_is_found(self):
        self.write("docs/README.md", INDEX + "- [again](guide/do.md): again\n")
        self.assertIn("docs/guide/do.md: stands 2 times", self.findings())
        self.write("docs/README.md", INDEX.replace("## Guide", "## Theory"))
        self.assertIn("docs/guide/do.md belongs under Guide", self.findings())

    def test_a_page_outside_the_shelves_is_found(self):
        self.write("docs/other/page.md", "# Other\n")
        self.assertIn("docs/other/page.md: is on none of the shelves", self.findings())

    def test_links_that_lead_nowhere_are_found(self):
        self.write("CONTRIBUTING.md", "[a](docs/none.md)\n[b](docs/tutorial.md#none)\n![c](none.png)\n"
                   "`[d](none)`\n\n```\n[e](none)\n```\n[name]: none.md\n")
        found = self.findings()
        for line, target in ((1, "docs/none.md"), (2, "docs/tutorial.md#none"), (3, "none.png"), (9, "none.md")):
            self.assertRegex(found, rf"CONTRIBUTING.md:{line}: .*{target}")
        self.assertEqual(found.count("\n"), 3)

    def test_a_theory_page_without_a_link_to_the_notation_is_found(self):
        self.write("docs/theory/notation.md", "# Notation\n")
        page = self.write("docs/theory/motion.md", "# Motion\n")
        self.assertIn("docs/theory/motion.md: has no link to notation.md", self.findings())
        page.write_text("# Motion\n\n[symbols](notation.md)\n", encoding="utf-8")
        self.assertNotIn("has no link to notation.md", self.findings())

    def test_long_lines_are_found_and_wrapped(self):
        prose = "- " + "word " * 40 + "`code that stays together` 1. - | " + "word " * 40
        page = self.write("docs/tutorial.md", f"# First\n\n{prose.strip()}\n\n      code {'x' * 130}\n")
        self.assertIn("docs/tutorial.md:3", self.findings())
        check_docs.mend(self.folder)
        text = page.read_text(encoding="utf-8")
        self.assertEqual(text.split(), ["#", "First", *prose.split(), "code", "x" * 130])
        self.assertLessEqual(max(len(line) for line in text.split("\n")[:-2]), 120)
        self.assertIn("`code that stays together`", text)
        self.assertNotRegex(text, r"(?m)^  (1\.|-|\|)")
        self.assertIn(f"\n      code {'x' * 130}\n", text)

    def test_a_paragraph_of_an_item_and_a_line_that_begins_with_a_bar_are_prose(self):
        words = "word " * 30
        for page in (f"1.  item\n\n        code\n\n    {words}\n", f"|k| is below 2: {words}\n"):
            text = check_docs.mended(page)
            self.assertEqual(text.split(), page.split())
            self.assertLessEqual(max(len(line) for line in text.split("\n")), 120)
        code = f"1.  item\n\n        {words}\n\nprose\n\n    {words}\n"
        self.assertEqual(check_docs.mended(code), code)

    def test_a_row_of_a_table_that_is_too_long_is_found_but_its_address_does_not_count(self):
        self.write("docs/tutorial.md", "# First\n\n## A `tm_x` and (more)\n\n| a | "
                   f"[b](guide/do.md#the-end) {'word ' * 60}|\n")
        self.assertEqual(self.findings(), "")
        self.write("docs/tutorial.md", f"# First\n\n## A `tm_x` and (more)\n\n| a | {'word ' * 70}|\n")
        self.assertIn("docs/tutorial.md:5: 357 characters, past 320: make a list", self.findings())

    def test_what_is_short_is_left_as_it_is(self):
        text = "# First\n\nshort\nlines\n\n| a table " + "x" * 130 + " |\n"
        self.assertEqual(check_docs.mended(text), text)


if __name__ == "__main__":
    main()
