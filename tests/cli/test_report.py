"""Tests of `trammel report`, and of the recordings that `trammel animate` writes.

usage: test_report.py PROGRAM SOURCE_FOLDER"""
import csv
import io
import json
import math
import pathlib
import xml.etree.ElementTree

from simulating import (ABOUT_PIN, ARM, GRAVITY, INERTIA, MASS, PENDULUM, Case, main)

OLD = pathlib.Path(__file__).parent.parent / "report/old/version_1.rec"

ANIMATE = """animate pendulum begin
  drive: pivot.angle = 0deg .. 90deg in 11 frames;
  monitor: pivot.angle;
  trace: bob.tip;
end
"""


BOX = """
primitive floor begin
  properties: (fixed);
  geometry: cuboid(6m, 1m, 1m) where begin top: (0, 0.5m); end;
  interference: ;
end
primitive box begin
  properties: (density: 2kg/m^3);
  geometry: cuboid(1m, 0.5m, 1m) where begin foot: (0, -0.25m); end;
  interference: ;
  dynamics: ;
end
world table begin
  components floor: floor; box: box;
  structure begin
    place floor by top at (0, 0);
    place box by foot at (0.5m, 0);
  end
  properties: (planar, gravity, friction: 0.5, restitution: 0);
end
simulate table begin
  time: (10ms, 1s);
  record: 50ms;
  method: stepping;
end
"""


class Touch(Case):
    """A box of 1 kg that rests on the floor: each end of its lower side carries half of its weight."""

    def setUp(self):
        super().setUp()
        self.write(BOX)
        self.good("simulate", "m.tml", "--out", ".", "--quiet")

    def test_a_table_has_what_contacts_do(self):
        rows = list(csv.DictReader(io.StringIO(self.good("report", "m.rec", "--csv", "--columns", "contacts").stdout)))
        self.assertEqual(len(rows), 21)
        for row in rows:
            self.assertEqual(float(row["contacts"]), 2.0)
            self.assertAlmostEqual(float(row["largest contact force [N]"]), 0.5 * GRAVITY, delta=1e-9)
            self.assertAlmostEqual(float(row["contacts on box.fx [N]"]), 0.0, delta=1e-9)
            self.assertAlmostEqual(float(row["contacts on box.fy [N]"]), GRAVITY, delta=1e-9)
            self.assertAlmostEqual(float(row["contacts on box.tz [N*m]"]), 0.0, delta=1e-9)
            self.assertAlmostEqual(float(row["contacts on floor.fy [N]"]), -GRAVITY, delta=1e-9)
            self.assertLess(float(row["overlap"]), 1e-9)
            self.assertLess(float(row["contact residual"]), 1e-8)

    def test_json_has_the_contacts_of_each_frame(self):
        found = json.loads(self.good("report", "m.rec", "--json", "--columns", "contacts").stdout)
        self.assertEqual(len(found["contacts"]), 21)
        names = found["bodies"]
        for contacts in found["contacts"]:  # from the start on: a box that rests presses with its weight
            self.assertEqual([sorted(names[body] for body in contact["bodies"]) for contact in contacts],
                             [["box", "floor"]] * 2)
            ends = sorted(contact["point"] for contact in contacts)
            for point, x in zip(ends, (0.0, 1.0)):
                self.assertAlmostEqual(point[0], x, delta=1e-9)
                self.assertAlmostEqual(point[1], 0.0, delta=1e-9)
            for contact in contacts:
                up = 1.0 if names[contact["bodies"][1]] == "box" else -1.0
                self.assertEqual([abs(x) < 1e-12 for x in contact["normal"]], [True, False])
                self.assertAlmostEqual(contact["normal"][1], up, delta=1e-12)
        self.assertEqual(found["end"]["touching"], 100)

    def test_pictures_show_them(self):
        strip = self.good("report", "m.rec", "--svg").stdout
        self.assertEqual(strip.count('class="push"'), 6)  # at the first pose, too
        loop = self.good("report", "m.rec", "--loop").stdout
        for text in (strip, loop):
            self.assertTrue(xml.etree.ElementTree.fromstring(text).tag.endswith("svg"))
        self.assertEqual(loop.count('<animate attributeName="d"'), 1)


class Report(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.recording = None

    def setUp(self):
        super().setUp()
        self.write(PENDULUM)
        if Report.recording is None:
            self.good("simulate", "m.tml", "--out", ".", "--quiet", "--set", "push=1N*m@0.5s")
            Report.recording = (self.folder / "m.rec").read_bytes()
        (self.folder / "m.rec").write_bytes(Report.recording)

    def table(self, *words):
        rows = list(csv.reader(io.StringIO(self.good("report", "m.rec", "--csv", *words).stdout)))
        return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}

    def test_the_summary_is_that_of_the_run(self):
        told = self.good("report", "m.rec").stdout
        self.assertRegex(told, r"^m\.rec: m\.tml, events, dop853\n  simulate pendulum: 2 s, 201 frames\n    method ")
        self.assertIn("1 input, 1 end", told)
        self.assertIn("    pivot.angle [rad] ", told)

    def test_csv_of_a_run_without_monitors_has_poses(self):
        """The bob's middle goes round the pin at ARM, at the bob's own angle."""
        self.write("\n".join(line for line in PENDULUM.split("\n") if "monitor:" not in line).replace(
            "trace:", "report: csv; trace:"))
        self.good("simulate", "m.tml", "--out", ".", "--quiet")
        table = self.table()
        self.assertEqual(list(table), ["time [s]", "bob.x [m]", "bob.y [m]", "bob.angle [rad]"])
        for angle, x, y in zip(table["bob.angle [rad]"], table["bob.x [m]"], table["bob.y [m]"]):
            self.assertAlmostEqual(x, ARM * math.cos(angle), delta=1e-9)
            self.assertAlmostEqual(y, ARM * math.sin(angle), delta=1e-9)
        self.assertLess(min(table["bob.y [m]"]), -0.49)
        self.assertEqual((self.folder / "m.csv").read_text(), self.good("report", "m.rec", "--csv").stdout)
        self.assertEqual(list(self.table("--columns", "energy")),
                         ["time [s]", "energy [J]", "work [J]", "bob.x [m]", "bob.y [m]", "bob.angle [rad]"])
        columns = json.loads(self.good("report", "m.rec", "--json").stdout)["columns"]
        self.assertEqual([column["name"] for column in columns], ["time", "bob", "bob", "bob"])

    def test_csv_has_units_in_its_first_line(self):
        table = self.table()
        self.assertEqual(list(table), ["time [s]", "pivot.angle [rad]", "pivot.angular_velocity [rad/s]",
                                       "bob.tip.x [m]", "bob.tip.y [m]", "bob.tip.z [m]", "energy [J]"])
        self.assertEqual(len(table["time [s]"]), 201)
        self.assertEqual((table["time [s]"][0], table["time [s]"][-1]), (0.0, 2.0))
        for angle, x, y in zip(table["pivot.angle [rad]"], table["bob.tip.x [m]"], table["bob.tip.y [m]"]):
            self.assertAlmostEqual(x, 2 * ARM * math.cos(angle), delta=1e-9)
            self.assertAlmostEqual(y, 2 * ARM * math.sin(angle), delta=1e-9)

    def test_columns_are_added_by_name(self):
        plain = list(self.table())
        for columns, names in (("poses", ["bob.x [m]", "bob.y [m]", "bob.angle [rad]"]),
                               ("velocities", ["bob.vx [m/s]", "bob.vy [m/s]", "bob.wz [rad/s]"]),
                               ("forces", ["pivot.fx [N]", "pivot.fy [N]", "pivot.tz [N*m]"]),
                               ("energy", ["energy [J]", "work [J]"]),
                               ("contacts", ["contacts", "largest contact force [N]", "overlap", "contact residual",
                                             "contacts on bob.fx [N]", "contacts on bob.fy [N]",
                                             "contacts on bob.tz [N*m]"])):
            with self.subTest(columns):
                self.assertEqual(self.good("report", "m.rec", "--csv", "--columns", columns).stdout.splitlines()[0],
                                 ",".join(plain + names))
        self.wrong(2, "--columns must be poses, velocities, forces, energy or contacts, not 'colours'", "report", "m.rec", "--csv",
                   "--columns", "poses,colours")

    def test_forces_are_those_of_newton(self):
        table = self.table("--columns", "poses,velocities,forces", "--body", "bob")
        # While nothing pushes: tension along the arm and shear across it, from the closed form.
        for i in (0, 10, 30):
            angle, rate = table["bob.angle [rad]"][i], table["bob.wz [rad/s]"][i]
            turn = -MASS * GRAVITY * ARM * math.cos(angle) / ABOUT_PIN
            ax = -ARM * (math.cos(angle) * rate ** 2 + math.sin(angle) * turn)
            ay = -ARM * (math.sin(angle) * rate ** 2 - math.cos(angle) * turn)
            self.assertAlmostEqual(table["pivot on bob.fx [N]"][i], MASS * ax, delta=1e-6)
            self.assertAlmostEqual(table["pivot on bob.fy [N]"][i], MASS * (ay + GRAVITY), delta=1e-6)

    def test_a_body_that_is_none_is_told(self):
        self.wrong(2, "m.rec has no body 'bib'; it has bob", "report", "m.rec", "--csv", "--body", "bib")

    def test_json_is_one_object(self):
        found = json.loads(self.good("report", "m.rec", "--json", "--columns", "poses,velocities,forces,energy").stdout)
        self.assertIsInstance(found, dict)

    def test_pictures_are_svg(self):
        for option in ("--svg", "--loop", "--plot"):
            with self.subTest(option):
                told = self.good("report", "m.rec", option).stdout
                self.assertTrue(xml.etree.ElementTree.fromstring(told).tag.endswith("svg"))
        more = self.good("report", "m.rec", "--svg", "--frames", "12").stdout
        self.assertNotEqual(more, self.good("report", "m.rec", "--svg").stdout)

    def test_units_are_as_a_text_has_them_and_as_people_read_them_in_pictures(self):
        self.write(PENDULUM.replace("pivot.angle, ", "pivot.torque, bob.acceleration, "))
        self.good("simulate", "m.tml", "--out", ".", "--quiet")
        head = self.good("report", "m.rec", "--csv", "--columns", "forces").stdout.split("\n")[0]
        self.assertIn("pivot.torque [N*m],bob.acceleration.x [m/s^2]", head)
        self.assertIn("pivot.tz [N*m]", head)
        plot = self.good("report", "m.rec", "--plot").stdout
        self.assertIn(">N·m<", plot)
        self.assertIn(">m/s²<", plot)
        self.assertNotIn("N*m", plot)

    def test_events_are_told(self):
        told = self.good("report", "m.rec", "--events").stdout
        self.assertEqual(told, "0.0000 s  start\n0.5000 s  push becomes 1 N*m\n2.0000 s  end\n")
        self.wrong(1, "m.rec: --impulses: there was no impact, and no bodies touched", "report", "m.rec", "--impulses")

    def test_recordings_of_version_1_are_read(self):
        (self.folder / "m.rec").write_bytes(OLD.read_bytes())
        table = self.table("--columns", "poses,contacts")
        self.assertEqual(len(table["time [s]"]), 5)
        self.assertEqual(table["contacts"], [0.0] * 5)
        for angle, x, y in zip(table["bar.angle [rad]"], table["bar.x [m]"], table["bar.y [m]"]):
            self.assertAlmostEqual(x, 0.5 * math.cos(angle), delta=1e-12)
            self.assertAlmostEqual(y, 0.5 * math.sin(angle), delta=1e-12)
        self.assertIn("  simulate swing: 0.2 s, 5 frames\n", self.good("report", "m.rec").stdout)
        for option in ("--svg", "--loop", "--plot", "--events"):
            self.assertTrue(self.good("report", "m.rec", option).stdout)

    def test_equations_are_those_of_the_moment(self):
        told = json.loads(self.good("equations", "m.tml", "--at", "0", "--json").stdout)
        self.assertTrue(told)
        first = self.good("report", "m.rec", "--equations", "0").stdout
        self.assertEqual(first, self.good("equations", "m.tml", "--at", "0").stdout)
        later = self.good("report", "m.rec", "--equations", "1.005s", "--digits", "3")
        self.assertIn("note: the last frame before 1.005 s is at 1 s", later.stderr)
        self.assertNotEqual(later.stdout, first)

    def test_a_report_can_go_to_a_file(self):
        self.assertEqual(self.good("report", "m.rec", "--csv", "--out", "t.csv").stdout, "")
        self.assertEqual((self.folder / "t.csv").read_text(), self.good("report", "m.rec", "--csv").stdout)
        self.wrong(2, "m.rec/t.csv: Not a directory", "report", "m.rec", "--csv", "--out", "m.rec/t.csv")

    def test_a_recording_that_was_cut_is_read_to_its_last_whole_frame(self):
        for part in (0.75, 0.5, 0.3):
            (self.folder / "m.rec").write_bytes(Report.recording[:int(part * len(Report.recording))])
            done = self.good("report", "m.rec", "--csv")
            self.assertIn("note: m.rec was not finished or is damaged: it is read to its last whole frame, number ",
                          done.stderr)
            whole = self.good("report", "m.rec").stdout
            self.assertIn("  simulate pendulum: ", whole)
            self.assertLess(len(done.stdout.splitlines()), 202)

    def test_damaged_recordings_are_told(self):
        for change in (b"", b"nonsense", b"x" * 10000, Report.recording[:20]):
            (self.folder / "m.rec").write_bytes(change)
            self.wrong(2, "m.rec: it is not a recording, or is damaged at its beginning", "report", "m.rec")
        for place in range(0, len(Report.recording), max(1, len(Report.recording) // 20)):
            changed = bytearray(Report.recording)
            changed[place] ^= 0x55
            (self.folder / "m.rec").write_bytes(changed)
            for option in ((), ("--svg",), ("--csv",), ("--equations", "1")):
                self.assertIn(self.call("report", "m.rec", *option).returncode, (0, 1, 2))

    def test_wrong_calls_end_with_2(self):
        self.wrong(2, "no recording is given; see 'trammel help report'", "report")
        self.wrong(2, "'--nonsense' is not recognised", "report", "m.rec", "--nonsense")
        self.wrong(2, "nothing.rec: No such file or directory", "report", "nothing.rec")
        self.wrong(2, ".: it is a folder", "report", ".")
        self.wrong(2, "--csv and --json cannot be used together", "report", "m.rec", "--csv", "--json")
        self.wrong(2, "nothing to report was chosen", "report", "m.rec", "--out", "x")
        self.wrong(2, "--equations needs a value", "report", "m.rec", "--equations")
        self.wrong(2, "--equations must be a time in seconds", "report", "m.rec", "--equations", "soon")

    def test_texts_that_include_others_are_built_from_the_recording(self):
        (self.folder / "sub").mkdir()
        cut = PENDULUM.index("world pendulum")
        self.write(PENDULUM[:cut], "sub/bob.tml")
        self.write('include "./bob.tml";\n', "sub/all.tml")
        self.write('include "sub/../sub/all.tml";\n' + PENDULUM[cut:])
        self.good("simulate", "./m.tml", "--out", "out", "--to", "0.1")
        for name in ("sub/bob.tml", "sub/all.tml", "m.tml"):
            (self.folder / name).unlink()
        self.good("report", "out/m.rec", "--svg")
        self.good("report", "out/m.rec", "--equations", "0.05")

    def test_meshes_are_read_from_a_folder_that_the_user_names(self):
        corners = ((0, 0, 0), (0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1))
        faces = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
        solid = "".join("facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*corners[i]) for i in face)
                        + "endloop\nendfacet\n" for face in faces)
        (self.folder / "in" / "parts").mkdir(parents=True)
        self.write(f"solid t\n{solid}endsolid t\n", "in/parts/rock.stl")
        self.write('primitive rock begin\n  geometry: mesh("rock.stl");\n  dynamics: ;\nend\n', "in/parts/rock.tml")
        self.write('include "parts/rock.tml";\nworld w begin\n  components rock: rock;\n  properties: (gravity);\nend\n'
                   "simulate w begin\n  time: (1ms, 10ms);\nend\n", "in/m.tml")
        self.good("simulate", "in/m.tml", "--out", "out")
        self.wrong(1, "recordings hold no meshes: --meshes FOLDER says where", "report", "out/m.rec", "--svg")
        self.wrong(1, "there is no such folder", "report", "out/m.rec", "--svg", "--meshes", "nowhere")
        self.wrong(1, "there is no such file", "report", "out/m.rec", "--svg", "--meshes", "out")
        self.good("report", "out/m.rec", "--svg", "--meshes", "in")

    def test_nothing_to_plot_is_told(self):
        self.write(PENDULUM.replace("  monitor: pivot.angle, pivot.angular_velocity, bob.tip, energy;\n", ""))
        self.good("simulate", "m.tml", "--out", "out", "--to", "0.1")
        self.wrong(1, "--plot: nothing is monitored", "report", "out/m.rec", "--plot")


class Animations(Case):
    def test_animations_are_recorded(self):
        self.write(PENDULUM[:PENDULUM.index("simulate")] + ANIMATE)
        told = self.good("animate", "m.tml", "--out", "out").stdout
        self.assertIn("    out/m.svg\n    out/m.rec\n", told)
        self.assertIn("  animate pendulum: 11 frames\n", self.good("report", "out/m.rec").stdout)
        rows = list(csv.reader(io.StringIO(self.good("report", "out/m.rec", "--csv", "--columns", "poses").stdout)))
        self.assertEqual(rows[0], ["fraction", "drive pivot.angle [rad]", "pivot.angle [rad]", "bob.x [m]", "bob.y [m]",
                                   "bob.angle [rad]", "reached", "gap [m]"])
        self.assertEqual(len(rows), 12)
        self.assertAlmostEqual(float(rows[-1][5]), math.pi / 2)
        self.assertAlmostEqual(float(rows[6][4]), ARM * math.sin(math.pi / 4))
        cut = self.folder / "out/cut.rec"
        cut.write_bytes((self.folder / "out/m.rec").read_bytes()[:-1000])
        told = self.good("report", "out/cut.rec").stderr
        self.assertRegex(told, r"its last whole frame, number \d+ at \d0 % of the motion\n")
        self.good("report", "out/m.rec", "--svg")
        self.wrong(1, "which has no motion equations", "report", "out/m.rec", "--equations", "0")

    def test_the_recording_of_a_simulation_keeps_its_name(self):
        self.write(PENDULUM + ANIMATE)
        self.good("animate", "m.tml", "--out", "out")
        self.good("simulate", "m.tml", "--out", "out", "--to", "0.1")
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()), ["m-animate.rec", "m.rec", "m.svg"])


if __name__ == "__main__":
    main()
