"""Runs tools/readme_numbers.py: the README has the numbers of bench/results, and a change is seen."""
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tools")]
import readme_numbers  # noqa: E402
from script import main  # noqa: E402


class ReadmeNumbers(unittest.TestCase):
    def setUp(self):
        self.text = (ROOT / "README.md").read_text(encoding="utf-8")

    def test_the_readme_has_the_numbers_of_the_results(self):
        self.assertEqual(readme_numbers.renewed(self.text), self.text)

    def test_a_number_that_was_changed_by_hand_is_seen(self):
        self.assertIn(" million |", self.text)
        changed = self.text.replace(" million |", "0 million |", 1)
        self.assertEqual(readme_numbers.renewed(changed), self.text)

    def test_a_block_that_is_gone_is_an_error(self):
        with self.assertRaisesRegex(ValueError, "has the blocks"):
            readme_numbers.renewed(self.text.replace("<!-- bench: dense -->", ""))

    def test_every_block_names_its_file(self):
        for _, name, block, _ in readme_numbers.BLOCK.findall(self.text):
            self.assertIn("](bench/results/", block, name)

    def test_numbers_are_rounded_to_what_they_are_good_for(self):
        for value, text in ((1384.2, "1400"), (0.971, "0.97"), (54.04, "54"), (2.52, "2.5")):
            self.assertEqual(readme_numbers.rounded(value), text)
        self.assertEqual(readme_numbers.a_second(1.62e7), "16 million")
        self.assertEqual(readme_numbers.a_second(88660), "89 thousand")
        self.assertEqual(readme_numbers.a_second(84.29), "84")


if __name__ == "__main__":
    main()
