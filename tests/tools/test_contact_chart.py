"""Runs tools/contact_chart.py on made-up rows: who is right, who is fastest of those, and a picture."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

HEAD = "scene,engine,outcome,max_penetration,error,steps_per_s\n"


class ContactChart(ScriptTest):
    def chart(self, *rows):
        path = self.write("rows.csv", "# machine: none\n" + HEAD + "".join(row + "\n" for row in rows))
        self.done = run(sys.executable, ROOT / "tools" / "contact_chart.py", path, "--plot",
                        self.folder / "out.svg", check=False)
        return self.done.stdout

    def test_right_outcomes_are_counted(self):
        told = self.chart("a,trammel 1,right,0,0,10", "b,trammel 1,right,0,0,10", "a,x 1,overlaps,0.1,0,9",
                          "b,x 1,wrong,0,1,9")
        self.assertIn("trammel 1: 2 of 2 right, 0 with overlap", told)
        self.assertIn("x 1: 0 of 2 right, 1 with overlap", told)
        self.assertNotIn("faster", told)

    def test_who_is_faster_is_told_only_of_those_that_are_right(self):
        told = self.chart("a,trammel 1,right,0,0,10", "a,x 1,right,0,0,25", "a,y 1,wrong,0,0,99")
        self.assertIn("a: x 1 is 2.5 times faster", told)

    def test_a_scene_that_trammel_gets_wrong_is_told(self):
        told = self.chart("a,trammel 1,wrong,0,0,10", "a,x 1,right,0,0,5")
        self.assertIn("a: trammel is not right", told)

    def test_the_picture_has_speeds_overlaps_and_words(self):
        self.chart("a & b,trammel 1,right,1.2e-15,0,231400", "a & b,x 1,broke off,,,")
        picture = (self.folder / "out.svg").read_text(encoding="utf-8")
        for text in ("a &amp; b", ">231 k<", ">1e-15<", ">broke off<", "</svg>"):
            self.assertIn(text, picture)

    def test_a_file_without_rows_is_refused(self):
        self.chart()
        self.assertEqual(self.done.returncode, 1)
        self.assertIn("has no rows", self.done.stderr)


if __name__ == "__main__":
    main()
