"""Tests of what all commands do with files and streams: full disks, closed pipes, outputs that are inputs,
two runs at a time, files that change while they are read, text that would steer a terminal, Ctrl-C.

usage: test_outputs.py PROGRAM SOURCE_FOLDER"""
import csv
import io
import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unicodedata
import xml.etree.ElementTree

import hostile
from simulating import LONG, PENDULUM, PROGRAM, SOURCE, Case, main

ANIMATE = """animate pendulum begin
  drive: pivot.angle = 0deg .. 90deg in 11 frames;
  monitor: pivot.angle;
  report: csv, plot;
end
"""
REPORTED = PENDULUM.replace("trace:", "report: csv, plot, svg, events;\n  trace:")

# Every command that prints, in a folder with m.tml (simulate), a.tml (animate), wrong.tml (a mistake), m.rec
# and bounce.rec, which has impacts.
PRINTING = [
    "help", "version", "help simulate", "simulate --help", "animate a.tml", "bits --problems 10", "check m.tml",
    "check wrong.tml --json", "complete m.tml --at 1:1", "complete m.tml --at 1:1 --json", "equations m.tml --at 0",
    "equations m.tml --at 0 --json", "fmt m.tml", "mechanisms mechanisms.json --list",
    "mechanisms mechanisms.json --only 4-bar", "report m.rec", "report m.rec --csv", "report m.rec --json",
    "report m.rec --svg", "report m.rec --loop", "report m.rec --plot", "report m.rec --events",
    "report bounce.rec --impulses", "report m.rec --equations 1s", "show m.tml", "show m.tml --dot", "show m.tml --svg",
    "simulate m.tml", "simulate m.tml --json"]

# Every command that writes files: the words, and one of the files.
WRITING = [
    ("animate a.tml --out out", "out/a.svg"), ("animate a.tml --out out", "out/a.rec"),
    ("animate a.tml --out out", "out/a.csv"), ("simulate r.tml --out out", "out/r.csv"),
    ("simulate r.tml --out out", "out/r-plot.svg"), ("simulate r.tml --out out", "out/r-strip.svg"),
    ("simulate r.tml --out out", "out/r-events.txt"), ("report m.rec --csv --out out/x", "out/x"),
    ("report m.rec --json --out out/x", "out/x"), ("report m.rec --svg --out out/x", "out/x"),
    ("report m.rec --loop --out out/x", "out/x"), ("report m.rec --plot --out out/x", "out/x"),
    ("report m.rec --events --out out/x", "out/x"), ("report m.rec --equations 1s --out out/x", "out/x"),
    ("mechanisms mechanisms.json --only 4-bar --out out", "out/4-bar.svg"),
    ("mechanisms mechanisms.json --out out", "out/index.html")]


class Outputs(Case):
    def setUp(self):
        super().setUp()
        self.write(PENDULUM)
        self.write(REPORTED, "r.tml")
        self.write("world w begin oops end", "wrong.tml")
        self.write(PENDULUM[:PENDULUM.index("simulate")] + ANIMATE, "a.tml")
        self.good("simulate", "m.tml", "--out", ".", "--quiet")
        self.good("simulate", SOURCE / "examples/contact/bounce.tml", "--run", "1", "--out", ".", "--quiet")
        shutil.copy(SOURCE / "examples/mechanisms.json", self.folder)
        (self.folder / "out").mkdir()

    def names(self):
        return sorted(p.name for p in (self.folder / "out").iterdir())

    # ---- The standard output ------------------------------------------------------------------

    def test_a_full_standard_output_ends_every_command_with_2(self):
        for words in PRINTING:
            with self.subTest(words), open("/dev/full", "wb") as full:
                done = subprocess.run([PROGRAM, *words.split()], cwd=self.folder, stdout=full, stderr=subprocess.PIPE,
                                      text=True, errors="replace", timeout=60, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("<stdout>: No space left on device\n", done.stderr)

    def test_every_command_prints_where_there_is_room(self):
        for words in PRINTING:
            with self.subTest(words):
                done = self.call(*words.split())
                self.assertEqual(done.returncode, 1 if "wrong.tml" in words else 0, done.stderr)
                self.assertGreater(len(done.stdout), 10)

    def test_a_reader_that_has_had_enough_is_no_error(self):
        for ignored in (False, True):  # who starts the program may ignore the signal
            for words in PRINTING:
                with self.subTest(words, ignored=ignored):
                    read, write = os.pipe()
                    os.close(read)
                    done = subprocess.run([PROGRAM, *words.split()], cwd=self.folder, stdout=write,
                                          stderr=subprocess.PIPE, text=True, errors="replace", timeout=60, check=False,
                                          restore_signals=not ignored)
                    os.close(write)
                    self.assertEqual(done.returncode, 141 if ignored else -signal.SIGPIPE)
                    self.assertNotIn("stdout", done.stderr)

    # ---- Full disks ---------------------------------------------------------------------------

    def small_files(self, size):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return limit

    def test_what_stood_there_stays_when_a_file_cannot_be_written(self):
        for words, name in WRITING:
            with self.subTest(words, name=name):
                (self.folder / name).write_text("old")
                before = self.names()
                done = self.call(*words.split(), preexec_fn=self.small_files(10))
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertIn("File too large", done.stderr)
                self.assertEqual((self.folder / name).read_text(), "old")
                self.assertEqual(self.names(), before)
                shutil.rmtree(self.folder / "out")
                (self.folder / "out").mkdir()

    def test_no_table_is_printed_of_a_recording_that_was_not_written(self):
        for words in ("animate a.tml --out out", "animate a.tml", "simulate m.tml --out out", "simulate m.tml",
                      "simulate m.tml --json"):
            with self.subTest(words):
                done = self.call(*words.split(), preexec_fn=self.small_files(1800 if "animate" in words else 4000))
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("File too large", done.stderr)
                for told in ("pivot.angle", "frames", "energy"):
                    self.assertNotIn(told, done.stdout)

    def test_what_is_written_keeps_its_mode_and_its_link(self):
        (self.folder / "out/x").write_text("old")
        (self.folder / "out/x").chmod(0o640)
        (self.folder / "out/link").symlink_to("x")
        self.good("report", "m.rec", "--csv", "--out", "out/link")
        self.assertTrue((self.folder / "out/link").is_symlink())
        self.assertEqual((self.folder / "out/x").stat().st_mode & 0o777, 0o640)
        self.assertIn("time [s]", (self.folder / "out/x").read_text())
        self.assertEqual(self.names(), ["link", "x"])

    def test_devices_are_written_as_they_are(self):
        # A pipe of this folder: a program that is wrong must not remove a device of the machine.
        pipe = self.folder / "out/pipe"
        os.mkfifo(pipe)
        running = self.start("report", "m.rec", "--csv", "--out", "out/pipe")
        self.assertIn("time [s]", pipe.read_text())
        running.communicate(timeout=60)
        self.assertEqual(running.returncode, 0)
        self.assertTrue(pipe.is_fifo())

    # ---- Outputs that are inputs --------------------------------------------------------------

    def test_nothing_is_written_over_what_is_read(self):
        os.link(self.folder / "m.rec", self.folder / "hard")
        (self.folder / "soft").symlink_to("m.rec")
        shutil.copy(self.folder / "m.tml", self.folder / "out/m.rec")
        shutil.copy(self.folder / "a.tml", self.folder / "out/a.svg")
        shutil.copy(self.folder / "a.tml", self.folder / "out/b.rec")
        shutil.copy(self.folder / "r.tml", self.folder / "out/r.csv")
        shutil.copy(self.folder / "mechanisms.json", self.folder / "out/index.html")
        (self.folder / "out/i.tml").write_text('include "i-strip.svg";')
        (self.folder / "out/i-strip.svg").write_text(REPORTED)
        for words, name in (("report m.rec --csv --out m.rec", "m.rec"), ("report m.rec --svg --out ./m.rec", "m.rec"),
                            ("report m.rec --json --out hard", "m.rec"), ("report m.rec --plot --out soft", "m.rec"),
                            ("simulate out/m.rec --out out", "out/m.rec"), ("animate out/a.svg --out out", "out/a.svg"),
                            ("animate out/b.rec --out out", "out/b.rec"), ("simulate out/r.csv --out out", "out/r.csv"),
                            ("simulate out/i.tml --out out", "out/i-strip.svg"),
                            ("mechanisms out/index.html --out out", "out/index.html")):
            with self.subTest(words):
                before = (self.folder / name).read_bytes()
                self.wrong(2, "it is also the input: name another file", *words.split())
                self.assertEqual((self.folder / name).read_bytes(), before)

    def test_a_report_is_not_appended_to_its_recording(self):
        before = (self.folder / "m.rec").read_bytes()
        with open(self.folder / "m.rec", "ab") as to:
            done = subprocess.run([PROGRAM, "report", "m.rec", "--csv"], cwd=self.folder, stdout=to, timeout=60,
                                  stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("<stdout>: it is also the input", done.stderr)
        self.assertEqual((self.folder / "m.rec").read_bytes(), before)

    # ---- Files that change while they are read ------------------------------------------------

    def report_while(self, change, *words):
        """Calls a report that cannot go on until `change` was made: it writes to a pipe that is read late."""
        whole = self.folder / "long.rec"
        self.write(PENDULUM.replace("record: 10ms", "record: 20us"), "long.tml")
        self.good("simulate", "long.tml", "--out", ".", "--quiet")
        self.assertGreater(whole.stat().st_size, 10_000_000)
        running = self.start("report", "long.rec", *words)
        self.assertTrue(running.stdout.read(1))
        change(whole)
        told = running.communicate(timeout=60)[1]
        self.assertEqual(running.returncode, 2, told)
        self.assertIn("trammel report: long.rec: the input changed while it was read", told)

    def test_a_recording_that_is_cut_while_it_is_read_is_told(self):
        for words in (("--csv", "--columns", "poses,velocities"), ("--json",)):
            with self.subTest(words):
                self.report_while(lambda path: os.truncate(path, 1000), *words)

    def test_a_recording_that_is_changed_while_it_is_read_is_told(self):
        self.report_while(lambda path: os.utime(path, (1, 1)), "--csv")

    def test_a_recording_that_grows_while_it_is_read_is_told(self):
        def grow(path):
            with open(path, "ab") as to:
                to.write(b"more")
        self.report_while(grow, "--csv")

    # ---- Two runs at a time -------------------------------------------------------------------

    def test_the_second_run_into_a_folder_is_refused_by_name(self):
        self.write(LONG)
        running = self.start("simulate", "m.tml", "--out", "out")
        try:
            self.wait_for("out/m.rec")
            for words in (("simulate", "m.tml", "--out", "out"), ("animate", "m.tml", "--out", "out"),
                          ("simulate", "m.tml", "--out", "out", "--checkpoint")):
                self.wrong(2, "out/m.rec: another run is writing to it", *words)
            self.good("simulate", "r.tml", "--out", "out")  # another name
            self.assertIsNone(running.poll())
        finally:
            running.kill()
            running.communicate()
        self.write(PENDULUM)
        self.good("simulate", "m.tml", "--out", "out")  # what the kill left keeps nobody out
        self.assertNotIn(".m.lock", self.names())

    def test_of_many_that_begin_at_once_each_is_alone_or_refused(self):
        self.write(PENDULUM.replace("time: (1ms, 2s)", "time: (1ms, 200s)"))
        runs = [self.start("simulate", "m.tml", "--out", "out", "--quiet") for _ in range(8)]
        codes = [(run.communicate(timeout=60)[1], run.returncode)[1] for run in runs]
        self.assertIn(0, codes)
        self.assertLessEqual(set(codes), {0, 2})
        self.assertEqual(self.names(), ["m.rec"])
        self.assertNotIn("was not finished", self.good("report", "out/m.rec").stderr)

    def test_a_report_does_not_replace_what_a_run_writes(self):
        self.write(LONG)
        self.write(PENDULUM, "m-2.tml")
        (self.folder / "out/link").symlink_to("m.rec")
        running = self.start("simulate", "m.tml", "--out", "out")
        try:
            self.wait_for("out/m.rec")
            number = (self.folder / "out/m.rec").stat().st_ino
            for name in ("m.rec", "link", "m.csv", "m-2.csv", "m-plot.svg", "m-2-events.txt", "m.checkpoint"):
                with self.subTest(name):
                    self.wrong(2, f"out/{name}: another run is writing to it", "report", "m.rec", "--csv", "--out",
                               f"out/{name}")
            self.wrong(2, "out/m-2.rec: another run is writing to it", "simulate", "m-2.tml", "--out", "out")
            self.good("report", "m.rec", "--csv", "--out", "out/m-other.csv")
            self.good("report", "m.rec", "--csv", "--out", "m.csv")  # another folder
            self.assertEqual((self.folder / "out/m.rec").stat().st_ino, number)
        finally:
            running.kill()
            running.communicate()
        self.good("report", "m.rec", "--csv", "--out", "out/m.csv")

    def test_a_report_that_ends_after_a_run_began_leaves_its_recording_alone(self):
        self.write(PENDULUM.replace("record: 10ms", "record: 20us"), "long.tml")
        self.good("simulate", "long.tml", "--out", ".", "--quiet")
        self.write(LONG)
        reporting = self.start("report", "long.rec", "--json", "--columns", "poses,velocities", "--out", "out/m.rec")
        while not self.names():  # the new file, beside its place
            time.sleep(0.001)
        reporting.send_signal(signal.SIGSTOP)
        running = self.start("simulate", "m.tml", "--out", "out")
        try:
            self.wait_for("out/m.rec")
            number = (self.folder / "out/m.rec").stat().st_ino
            reporting.send_signal(signal.SIGCONT)
            told = reporting.communicate(timeout=60)[1]
            self.assertIn("out/m.rec: another run is writing to it", told)
            self.assertEqual(reporting.returncode, 2)
            self.assertEqual((self.folder / "out/m.rec").stat().st_ino, number)
        finally:
            running.kill()
            running.communicate()

    def test_a_run_whose_recording_is_taken_away_says_so(self):
        self.write(LONG)
        for change in (lambda path: path.unlink(), lambda path: os.replace(self.folder / "r.tml", path)):
            running = self.start("simulate", "m.tml", "--out", "out")
            self.wait_for("out/m.rec")
            change(self.folder / "out/m.rec")
            running.send_signal(signal.SIGINT)
            told = running.communicate(timeout=60)[1]
            self.assertIn("out/m.rec: it was removed or replaced while it was written", told)
            self.assertEqual(running.returncode, 2)

    # ---- Runs that would fill the disk --------------------------------------------------------

    def test_a_run_ends_in_good_order_at_its_limit(self):
        for text in (PENDULUM.replace("record: 10ms", "record: 1e-15s"),
                     PENDULUM.replace("time: (1ms, 2s)", "time: (1ns, 1e30s)").replace("  record: 10ms;\n", "")
                     .replace("tolerance: 1e-10;", "method: classic;")):
            with self.subTest(text[-200:]):
                self.write(text)
                done = self.wrong(1, "the recording has reached the limit of ", "simulate", "m.tml", "--out", "out",
                                  "--limit-size", "2MB")
                self.assertIn("(interrupted)", done.stdout)
                size = (self.folder / "out/m.rec").stat().st_size
                self.assertTrue(2_000_000 <= size < 2_200_000, size)
                self.assertNotIn("was not finished", self.good("report", "out/m.rec").stderr)
                self.wrong(1, "reached the limit of 1 MB: the run ends here", "simulate", "m.tml", "--limit-size", "1MB")

    def test_a_run_at_its_limit_goes_on_from_its_checkpoint(self):
        self.good("simulate", "m.tml", "--out", "out", "--quiet")
        whole = (self.folder / "out/m.rec").read_bytes()
        self.wrong(1, "the limit", "simulate", "m.tml", "--out", "out", "--checkpoint", "--limit-size", "20kB")
        self.assertEqual(self.names(), ["m.checkpoint", "m.rec"])
        self.good("simulate", "m.tml", "--out", "out", "--checkpoint")
        self.assertEqual((self.folder / "out/m.rec").read_bytes(), whole)

    def test_reports_and_animations_have_the_limit_too(self):
        self.wrong(2, "out/r-plot.svg: File too large", "simulate", "r.tml", "--out", "out", "--to", "10ms",
                   "--limit-size", "4kB")
        self.assertNotIn("r-plot.svg", self.names())
        self.wrong(1, "the recording has reached the limit of 1.5 kB after ", "animate", "a.tml", "--out", "out", "--limit-size", "1500B")
        self.assertFalse([name for name in self.names() if name.startswith((".", "a"))])

    def test_sizes_have_units(self):
        for size in ("1GB", "0.5GiB", "4000000", "3 GB", "-1", "0", "GB", "1gb", "nan", "inf", "1e300TB"):
            good = size in ("1GB", "0.5GiB", "4000000")
            done = self.call("simulate", "m.tml", "--limit-size", size)
            self.assertEqual(done.returncode, 0 if good else 2, size)

    def test_a_recording_whose_text_asks_for_a_million_bodies_is_refused(self):
        text = """primitive bob begin geometry: none; dynamics: (mass: 1kg, inertia: 1); end
world big begin components bob[1..1000000]: bob; properties: (planar); end
simulate big begin time: (1ms, 1s); end
"""
        data = (self.folder / "m.rec").read_bytes()
        (self.folder / "big.rec").write_bytes(hostile.with_texts(data, contents=text.encode()))
        self.wrong(1, "its texts define 1000000 bodies and 0 joints, but it has frames of 1 and 1", "report",
                   "big.rec", "--svg")
        self.good("report", "big.rec")

    # ---- Text that would steer a terminal -----------------------------------------------------

    def assertPlain(self, text, where):
        """Nothing but newlines and tabs that is a control or turns the direction of writing."""
        for character in set(text) - {"\n", "\t"}:
            if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs"):
                self.fail(f"{where}: {character!r} in {text!r}")

    EVIL = "\x1b]0;owned\x07\u202eevil\u2066\x9b31m\x7f\u2028"

    def call_bytes(self, *words):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")

    def test_lines_of_definitions_are_spelled_out(self):
        self.write(PENDULUM.replace("world pendulum begin", f"world pendulum begin {self.EVIL}"))
        for command in (("check",), ("simulate",), ("show",), ("animate",), ("fmt",), ("equations", "--at", "0")):
            code, out, err = self.call_bytes(command[0], "m.tml", *command[1:])
            self.assertEqual(code, 1, err)
            self.assertIn("\\x1b]0;owned\\x07\\u202eevil\\u2066\\u009b31m\\x7f\\u2028\n", err)
            self.assertPlain(out + err, command)
        self.assertIn("\n   |                      ^~~~\n", err)  # as wide as \x1b

    def test_json_of_such_lines_is_valid(self):
        self.write(PENDULUM.replace("world pendulum begin", f"world pendulum begin {self.EVIL}"), f"{self.EVIL}.tml")
        code, out, _ = self.call_bytes("check", f"{self.EVIL}.tml", "--json")
        self.assertEqual(code, 1)
        self.assertPlain(out, "check --json")
        for line in out.splitlines():
            self.assertEqual(json.loads(line)["file"], f"{self.EVIL}.tml")

    def test_names_of_files_are_spelled_out(self):
        for name in (self.EVIL + "\nforged: 0 errors", b"\xff\x9b31m".decode("utf-8", "surrogateescape"), "a\rb"):
            folder = "out/" + name
            shutil.copy(self.folder / "r.tml", self.folder / f"{name}.tml")
            shutil.copy(self.folder / "a.tml", self.folder / f"{name}-a.tml")
            for words in (["check", f"{name}.tml"], ["simulate", f"{name}.tml", "--out", folder],
                          ["report", f"{folder}/{name}.rec"], ["animate", f"{name}-a.tml", "--out", folder],
                          ["check", f"{name}none"], ["report", name], ["fmt", name], ["show", name], ["edit", name],
                          ["mechanisms", name], ["complete", name, "--at", "1:1"], [name], ["simulate", f"--{name}"],
                          ["simulate", "m.tml", "--to", name], ["simulate", "m.tml", "--set", f"{name}=1"],
                          ["simulate", "m.tml", "--run", name], ["report", "m.rec", "--csv", "--body", name],
                          ["report", "m.rec", "--csv", "--out", f"{name}/x"], ["simulate", "m.tml", "--method", name]):
                with self.subTest(words):
                    _, out, err = self.call_bytes(*words)
                    self.assertPlain(out + err, words)
                    self.assertNotIn("\nforged", out + err)
            code, out, _ = self.call_bytes("simulate", f"{name}.tml", "--out", folder, "--json")
            self.assertEqual(code, 0)
            self.assertEqual(len(json.loads(out)["runs"]), 1)

    def test_names_in_recordings_are_spelled_out_and_reports_stay_valid(self):
        recordings = {"h.rec": (self.folder / "m.rec").read_bytes(), "i.rec": (self.folder / "bounce.rec").read_bytes()}
        for evil in (self.EVIL.encode() + b'"\n,<&', b"\xff\xc2\xed\xa0\x80\xf4\x90\x80\x80\xef\xbf\xbe\xc0\xaf"):
            names = ("name", "method", "world", "file", "body", "joint", "kind", "monitor", "unit", "input")
            for path, data in recordings.items():
                (self.folder / path).write_bytes(hostile.with_texts(data, **{name: evil for name in names}))
            outputs = {}
            for words in ((), ("--csv", "--columns", "poses,forces"), ("--json", "--columns", "poses,forces"),
                          ("--plot",), ("--svg",), ("--loop",), ("--events",), ("--impulses",), ("--equations", "1s"),
                          ("--csv", "--body", "nobody")):
                code, out, err = self.call_bytes("report", "i.rec" if "--impulses" in words else "h.rec", *words)
                self.assertIn(code, (0, 2 if "nobody" in words else 0), err)
                self.assertPlain(err if "--json" in words else out + err, words)
                outputs[words[0] if words else ""] = out
            rows = list(csv.reader(io.StringIO(outputs["--csv"] or "")))
            self.assertEqual({len(row) for row in rows}, {len(rows[0])} if rows else set())
            self.assertEqual(json.loads(outputs["--json"])["frames"] is not None, True)
            for picture in ("--plot", "--svg", "--loop"):
                xml.etree.ElementTree.fromstring(outputs[picture])

    # ---- Ctrl-C -------------------------------------------------------------------------------

    def test_ctrl_c_while_a_large_world_is_read_ends_at_once(self):
        self.write("""primitive bob begin geometry: none where begin pin: (0, 0); end; dynamics: (mass: 1kg, inertia: 1); end
world big begin
  components bob[1..500000]: bob;
  structure for i in 1 .. 500000 begin place bob[i] by pin at (i*1m, 0); end
  properties: (planar);
end
simulate big begin time: (1ms, 1s); end
""")
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            running = self.start("simulate", "m.tml", "--out", "out")
            self.wait_for("out/.m.lock", 0)
            time.sleep(0.3)
            began = time.monotonic()
            running.send_signal(number)
            told = running.communicate(timeout=60)
            self.assertEqual(running.returncode, code, told)
            self.assertLess(time.monotonic() - began, 5)
            self.assertEqual(self.names(), [])

    def test_ctrl_c_leaves_no_half_of_a_report(self):
        fifo = self.folder / "out/pipe.tml"
        os.mkfifo(fifo)
        (self.folder / "out/a.csv").write_text("old")
        running = self.start("animate", "out/pipe.tml", "--out", "out")
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        self.assertEqual(self.names(), ["a.csv", "pipe.tml"])


if __name__ == "__main__":
    main()
