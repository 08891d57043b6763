"""test_page.py SAMPLE PAGE: the reader of docs/recording.md reads real recordings, whole and cut, and
finds what their tables say."""
import csv
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SAMPLE, PAGE = sys.argv[1], Path(sys.argv[2])
OLD = Path(__file__).parent / "old" / "version_1.rec"


def reader():
    """The code of the page."""
    names = {}
    exec(re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL).group(1),
         names)
    return names


def same(a, b):
    return a == b and math.copysign(1.0, a) == math.copysign(1.0, b) or a != a and b != b


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.page = reader()
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([SAMPLE, cls.folder.name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def read(self, name):
        data = Path(self.folder.name, name + ".tmr").read_bytes()
        with open(Path(self.folder.name, name + ".csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        return data, rows[0], [[float(cell) for cell in row] for row in rows[1:]]

    def check_recording(self, name):
        data, _, rows = self.read(name)
        head, frames, events, whole = self.page["read"](data)
        self.assertTrue(whole)
        self.assertEqual(head["planar"], name == "plane")
        self.assertEqual(head["bodies"][:3], ["world", "arm", "legs.left"])
        self.assertEqual(head["joints"][1], ("knee", "pin", [2, 1]))
        self.assertEqual(head["monitors"][1], ("force(arm, world)", "N", 3, 0))
        self.assertEqual(head["inputs"], [("wish", "m/s", 0.5, -math.inf, 2.0)])
        self.assertEqual(head["files"][0], ("swing.tml", "language 1;\n"))
        self.assertEqual(len(frames), len(rows))
        self.assertEqual(len(events), (len(frames) + 2) // 3)
        self.assertEqual(events[1][0], "input")
        for frame, row in zip(frames, rows):
            found = [frame["time"], *frame["values"], frame["energy"], frame["work"],
                     *frame["poses"], *frame["velocities"], *frame["forces"]]
            self.assertEqual(len(found), len(row))
            self.assertTrue(all(map(same, found, row)))

    def test_planar_recordings_are_read(self):
        self.check_recording("plane")

    def test_recordings_in_space_are_read(self):
        self.check_recording("space")

    def test_contacts_are_read(self):
        # As tests/support/recordings.c makes them up.
        for name, axes in (("plane", 2), ("space", 3)):
            frames = self.page["read"](self.read(name)[0])[1]
            for i in (0, 1, 2, 3, 103):
                contacts = frames[i]["contacts"]
                self.assertEqual(len(contacts), i % 4)
                self.assertEqual((frames[i]["overlap"], frames[i]["residual"]), (1e-14 * i, 1e-12 / (i + 1)))
                for k, contact in enumerate(contacts):
                    self.assertEqual(contact["bodies"], [k, 3])
                    self.assertEqual(contact["pieces"], [k, i])
                    self.assertEqual(contact["slips"], (i + k) % 2 == 1)
                    self.assertEqual(contact["force"], 9.81 * (k + 1))
                    self.assertEqual(contact["point"], [0.1 * i, -k, 2.5][:axes])
                    self.assertAlmostEqual(sum(x * x for x in contact["normal"]), 1.0, delta=1e-15)
                    self.assertEqual(len(contact["friction"]), axes)

    def test_recordings_of_version_1_are_read(self):
        head, frames, events, whole = self.page["read"](OLD.read_bytes())
        self.assertTrue(whole)
        self.assertEqual((head["bodies"], [event[0] for event in events]),
                         (["world", "bar"], ["start", "input", "end"]))
        self.assertEqual([round(frame["time"], 9) for frame in frames], [0.0, 0.05, 0.1, 0.15, 0.2])
        for frame in frames:
            angle, x, y, _ = frame["values"]
            self.assertAlmostEqual(x, math.cos(angle), delta=1e-12)
            self.assertAlmostEqual(y, math.sin(angle), delta=1e-12)
            self.assertEqual((frame["contacts"], frame["residual"]), ([], 0.0))

    def test_the_hash_is_that_of_the_page(self):
        head = self.page["read"](self.read("plane")[0])[0]
        found = 0xcbf29ce484222325
        for _, text in head["files"]:
            data = text.encode()
            for byte in data + len(data).to_bytes(8, "little"):
                found = (found ^ byte) * 0x100000001b3 % 2 ** 64
        self.assertEqual(found, head["hash"])

    def test_what_was_cut_is_read_to_its_last_whole_record(self):
        data = self.read("plane")[0]
        whole = self.page["read"](data)[1]
        for part in (0.3, 0.5, 0.99):
            _, frames, _, finished = self.page["read"](data[:int(part * len(data))])
            self.assertFalse(finished)
            self.assertEqual(repr(frames), repr(whole[:len(frames)]))
            self.assertGreater(len(frames), (part - 0.05) * len(whole))

    def test_the_index_names_all_frames_and_events(self):
        data = self.read("space")[0]
        places = {b"FRAM": [], b"EVNT": []}
        place = 16
        while place < len(data):
            kind, size = data[place + 4:place + 8], int.from_bytes(data[place + 8:place + 12],
                                                                   "little")
            places.setdefault(kind, []).append(place)
            place += 16 + size
        named = {b"FRAM": [], b"EVNT": []}

        def number(at):
            return int.from_bytes(data[at:at + 8], "little")

        end = len(data) - 248
        self.assertEqual(data[end + 4:end + 8], b"DONE")
        self.assertEqual([number(end + 16), number(end + 24)],
                         [len(places[b"FRAM"]), len(places[b"EVNT"])])
        index = number(end + 32)
        self.assertEqual(index, places[b"INDX"][-1])
        while index:
            here = [number(index + 32 + 8 * i) for i in range(number(index + 24))]
            named[b"FRAM"] = [at for at in here if at % 2 == 0] + named[b"FRAM"]
            named[b"EVNT"] = [at - 1 for at in here if at % 2 == 1] + named[b"EVNT"]
            index = number(index + 16)
        self.assertEqual(named[b"FRAM"], places[b"FRAM"])
        self.assertEqual(named[b"EVNT"], places[b"EVNT"])
        self.assertGreater(len(places[b"INDX"]), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
