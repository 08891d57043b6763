"""Follows the table of docs/theory/notation.md: each equation of the papers is found by its file's name, and by grep
on one line."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main  # noqa: E402

ROW = re.compile(r"^\| (\[\w+\] [^|]+?) \| .* \| `(\S+)` \|$", re.MULTILINE)


class EquationKeys(ScriptTest):
    rows = ROW.findall((ROOT / "docs" / "theory" / "notation.md").read_text(encoding="utf-8"))
    files = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.[ch]"))}

    def test_every_equation_of_the_table_stands_in_the_file_it_names(self):
        self.assertGreaterEqual(len(self.rows), 24)
        for key, name in self.rows:
            found = [path for path in self.files if str(path).endswith("/" + name)]
            self.assertEqual(len(found), 1, f"{key}: {name} is not one file of src")
            self.assertIn(key, self.files[found[0]], f"{name} does not name {key}")

    def test_all_equations_of_the_contact_paper_are_there(self):
        numbers = {key for key, _ in self.rows if key.startswith("[NT] (")}
        self.assertEqual(numbers, {f"[NT] ({i})" for i in range(1, 13)})

    def test_a_number_of_a_paper_is_not_one_that_the_paper_does_not_have(self):
        for path, text in self.files.items():
            for number in re.findall(r"\[NT\] \((\d+)\)", text):
                self.assertLessEqual(int(number), 12, f"{path} names [NT] ({number})")


main()
