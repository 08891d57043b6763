"""Runs tools/readme_numbers.py: README and guide have the numbers of bench/results, and a change is seen."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tools")]
import readme_numbers  # noqa: E402
from script import main  # noqa: E402


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


class ReadmeNumbers(unittest.TestCase):
    def test_the_pages_have_the_numbers_of_the_results(self):
        for page in readme_numbers.PAGES:
            self.assertEqual(readme_numbers.renewed(page, text_of(page)), text_of(page))

    def test_a_number_that_was_changed_by_hand_is_seen(self):
        for page in readme_numbers.PAGES:
            text = text_of(page)
            self.assertIn(" million |", text)
            place = text.index("<!-- bench: moves -->")
            changed = text[:place] + text[place:].replace(" million |", "0 million |", 1)
            self.assertNotEqual(changed, text)
            self.assertEqual(readme_numbers.renewed(page, changed), text)

    def test_a_block_that_is_gone_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "has the blocks"):
            readme_numbers.renewed("README.md", text_of("README.md").replace("<!-- bench: worlds -->", ""))

    def test_every_block_names_its_file(self):
        for page in readme_numbers.PAGES:
            for _, name, block, _ in readme_numbers.BLOCK.findall(text_of(page)):
                self.assertIn("bench/results/", block, name)

    def test_numbers_are_rounded_to_what_they_are_good_for(self):
        for value, text in ((1384.2, "1400"), (0.971, "0.97"), (54.04, "54"), (2.52, "2.5")):
            self.assertEqual(readme_numbers.rounded(value), text)
        self.assertEqual(readme_numbers.a_second(1.62e7), "16 million")
        self.assertEqual(readme_numbers.a_second(88660), "89 thousand")
        self.assertEqual(readme_numbers.a_second(84.29), "84")


if __name__ == "__main__":
    main()
