"""Tests of how all commands are called: exit codes, options, several files, standard streams, and what is made of
the same tables: help, man pages and completions.

usage: test_habits.py PROGRAM SOURCE_FOLDER"""
import json
import os
import re
import shutil
import subprocess

from simulating import PENDULUM, PROGRAM, SOURCE, Case, main

WORLD = PENDULUM[:PENDULUM.index("simulate")]
ANIMATE = "animate pendulum begin drive: pivot.angle = 0deg .. 90deg in 11 frames; end\n"
COMMANDS = re.findall(r"^  (\w+) ", subprocess.run([PROGRAM, "help"], text=True, errors="replace", capture_output=True,
                                                   check=True,
                                                   encoding="utf-8").stdout, re.M)

# Calls in a folder with m.tml (simulate), a.tml (animate), w.tml (neither), e.tml (an error), t.tml (a type only),
# m.rec (no impact), bounce.tml and bounce.rec (impacts): words, exit code, and what is said.
CODES = [
    # There is nothing to do: the answer is no.
    ("simulate w.tml", 1, "w.tml has no 'simulate': there is nothing to run"),
    ("simulate w.tml a.tml", 1, "a.tml has no 'simulate'"),
    ("simulate w.tml m.tml", 0, "w.tml has no 'simulate'"),
    ("animate m.tml", 1, "m.tml has no 'animate'"),
    ("animate m.tml a.tml", 0, "m.tml has no 'animate'"),
    ("equations w.tml --at 0", 1, "w.tml has no 'simulate'"),
    ("show t.tml", 1, "t.tml has no world"),
    ("report m.rec --impulses", 1, "m.rec: --impulses: there was no impact, and no bodies touched"),
    ("report bounce.rec --impulses", 0, ""),
    ("report a.rec --events", 1, "a.rec: --events: there are no events"),
    ("report m.rec --events", 0, ""),
    # The answer is no for one of several files.
    ("simulate e.tml m.tml", 1, "e.tml:"), ("simulate m.tml none.tml", 2, "none.tml: No such file"),
    ("show m.tml e.tml", 1, "e.tml:"), ("show none.tml m.tml", 2, "none.tml: No such file"),
    ("check m.tml e.tml", 1, "e.tml:"), ("check e.tml none.tml", 2, "none.tml: No such file"),
    # Bodies that pass through each other count less than what failed.
    ("simulate bounce.tml m.tml --run 1 --method classic -q", 3, ""),
    ("simulate m.tml bounce.tml w.tml --run 1 --method classic -q", 3, "w.tml has no 'simulate'"),
    ("simulate bounce.tml e.tml --run 1 --method classic -q", 1, "e.tml:"),
    ("simulate bounce.tml none.tml --run 1 --method classic -q", 2, "none.tml: No such file"),
    # What was asked for is not there: the call is wrong.
    ("simulate m.tml --run 2", 2, "m.tml has no 'simulate' 2; it has 1 (pendulum)"),
    ("show m.tml --run 2", 2, "m.tml has no run 2; it has 1"),
    ("report m.rec --csv --body nobody", 2, "m.rec has no body 'nobody'"),
    ("mechanisms none.json", 2, "none.json: No such file or directory"),
    ("mechanisms m.tml", 2, "m.tml: it is not a list of mechanisms"),
    ("mechanisms mechanisms.json --only 9-bar", 2, "there is no '9-bar'"),
    ("report none.rec", 2, "none.rec: No such file"), ("report m.tml", 2, "m.tml: it is a definition"),
    # Options.
    ("simulate", 2, "no file is given"), ("report", 2, "no recording is given"),
    ("equations m.tml", 2, "--at is missing"), ("complete m.tml", 2, "--at is missing"),
    ("simulate m.tml --quiet=yes", 2, "--quiet takes no value"), ("simulate m.tml --to", 2, "--to needs a value"),
    ("simulate m.tml -o", 2, "--out needs a value"), ("simulate m.tml -x", 2, "'-x' is not recognised"),
    ("simulate m.tml -qx", 2, "'-qx' is not recognised"), ("report m.rec n.rec", 2, "'n.rec' is not recognised"),
    ("fmt m.tml --write --check", 2, "--write and --check cannot be used together"),
    ("show m.tml --svg --dot", 2, "--svg and --dot cannot be used together"),
    ("report m.rec --csv --equations 1", 2, "--csv and --equations cannot be used together"),
    ("mechanisms mechanisms.json --list --plan 4-bar", 2, "--list and --plan cannot be used together"),
    ("show m.tml m.tml --svg", 2, "--svg makes one picture: name one file"),
    ("check - -", 2, "the standard input, -, can be read only once"),
    ("simulate m.tml --checkpoint", 2, "--checkpoint needs --out"),
    ("simulate m.tml --checkpoint=x --out out", 2, "--checkpoint must be a time in seconds"),
    # What may be meant.
    ("simluate m.tml", 2, "there is no command 'simluate': did you mean simulate?"),
    ("sim m.tml", 2, "did you mean simulate?"), ("chekc m.tml", 2, "did you mean check?"),
    ("help reprot", 2, "did you mean report?"), ("xyzzy", 2, "there is no command 'xyzzy'; 'trammel help'"),
    ("simulate m.tml --integrater rk4", 2, "'--integrater' is not recognised: did you mean --integrator?"),
    ("simulate m.tml --methd=events", 2, "did you mean --method?"), ("report m.rec --colums x", 2, "mean --columns?"),
    ("simulate m.tml --nonsense", 2, "'--nonsense' is not recognised; see 'trammel help simulate'"),
    ("simulate m.tml --out=-", 2, "-: several files are written, which need a folder"),
    ("animate a.tml -o -", 2, "-: several files are written, which need a folder"),
    ("simulate m.tml --tolerance 2", 2, "--tolerance must be less than 1, not '2'"),
    ("mechanisms nowhere.json", 2, "nowhere.json: No such file or directory"),
    ("report m.rec --csv --columns=", 2, "--columns must be poses, velocities, forces, energy or contacts, not ''"),
    ("animate a.tml --loop", 2, "--loop does nothing without --out"),
    ("animate a.tml --frames 3", 2, "--frames does nothing without --out"),
    ("report m.rec --csv --frames 3", 2, "--frames does nothing without --svg;"),
    ("report m.rec --loop --frames 3", 2, "--frames does nothing without --svg;"),
    ("report m.rec --csv --digits 3", 2, "--digits does nothing without --equations;"),
    ("report m.rec --digits 3", 2, "--digits does nothing without --equations;"),
    ("report m.rec --plot --columns poses", 2, "--columns does nothing without --csv or --json;"),
    ("report m.rec --svg --body bob", 2, "--body does nothing without --csv or --json;"),
    ("report m.rec --csv --meshes .", 2, "--meshes does nothing without --svg, --loop or --equations;"),
    ("mechanisms mechanisms.json --list --out p", 2, "--list and --out cannot be used together"),
    ("mechanisms mechanisms.json --list --only 4-bar", 2, "--only is for the table and its pictures"),
    ("mechanisms mechanisms.json --layout loop", 2, "--layout does nothing without --out;"),
    ("mechanisms mechanisms.json --frames 3", 2, "--frames does nothing without --out or --rates;"),
    ("help check --completion bash", 2, "--completion is for all commands: 'check' does nothing there"),
    ("simulate m.tml --method stepping --integrator rk4", 0, "note: --integrator does nothing here"),
    ("simulate m.tml --method stepping --tolerance 1e-9", 0, "note: --tolerance does nothing here"),
    ("simulate m.tml --integrator rk4 --tolerance 1e-9", 0, "note: --tolerance does nothing here"),
    ("simulate m.tml --integrator dop853 --step 1ms", 0, "note: --step is not the step here"),
    ("", 2, "usage: trammel COMMAND")]


class Habits(Case):
    def setUp(self):
        super().setUp()
        for name, text in (("m", PENDULUM), ("a", WORLD + ANIMATE), ("w", WORLD), ("e", WORLD + "oops"),
                           ("t", WORLD[:WORLD.index("world")])):
            self.write(text, f"{name}.tml")
        shutil.copy(SOURCE / "examples/contact/bounce.tml", self.folder)
        self.good("simulate", "m.tml", "bounce.tml", "--run", "1", "-qo", ".")
        self.good("animate", "a.tml", "-o.")
        shutil.copy(SOURCE / "examples/mechanisms.json", self.folder)

    def files(self, folder="out"):
        return sorted(p.name for p in (self.folder / folder).iterdir())

    def test_exit_codes(self):
        for words, code, said in CODES:
            with self.subTest(words):
                done = self.call(*words.split(), stdin=subprocess.DEVNULL)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertIn(said, done.stderr)
                self.assertFalse((self.folder / "-").exists())

    def test_empty_words_are_told(self):
        self.wrong(2, ": No such file", "simulate", "m.tml", "-o", "")
        self.wrong(2, ": No such file", "report", "m.rec", "--csv", "--out=")
        self.wrong(2, ": No such file", "simulate", "")
        self.wrong(2, "--to must be a time in seconds", "simulate", "m.tml", "--to=")
        self.wrong(2, "there is no command ''", "")

    # ---- Options ------------------------------------------------------------------------------

    def test_options_have_letters_and_may_stand_anywhere(self):
        for words in ("-q -o out m.tml", "-qo out m.tml", "-qoout m.tml", "m.tml --quiet --out=out", "--out out m.tml -q",
                      "-q --out out -- m.tml"):
            with self.subTest(words):
                done = self.good("simulate", *words.split())
                self.assertEqual((done.stdout, done.stderr, self.files()), ("", "", ["m.rec"]))
                shutil.rmtree(self.folder / "out")

    def test_the_last_of_two_counts(self):
        self.good("simulate", "m.tml", "-q", "-o", "first", "-o", "out")
        self.assertFalse((self.folder / "first").exists())
        self.assertEqual(self.files(), ["m.rec"])

    def test_two_dashes_end_options(self):
        for name in ("-q.tml", "--json", "--"):
            shutil.copy(self.folder / "m.tml", self.folder / name)
            self.assertIn(f"{name}: 0 errors", self.good("check", "--", name).stdout)
        self.good("fmt", "--write", "--", "-q.tml")
        self.good("simulate", "-q", "--out", "out", "--", "-q.tml", "m.tml")
        self.assertEqual(self.files(), ["-q.rec", "m.rec"])
        self.good("report", "--csv", "-o", "out/-x", "--", "out/-q.rec")

    def test_help_and_version_everywhere(self):
        for words in ("help", "--help", "-h"):
            self.assertEqual(self.good(words).stdout, self.good("help").stdout)
        for words in ("version", "--version", "-V"):
            self.assertRegex(self.good(words).stdout, r"^trammel \d+\.\d+\.\d+\n$")
        for command in COMMANDS:
            told = self.good("help", command).stdout
            for words in (["--help"], ["-h"], ["none.tml", "--help"], ["--help", "--nonsense"]):
                with self.subTest(command, words=words):
                    self.assertEqual(self.good(command, *words).stdout, told)
        self.assertEqual(self.good("simulate", "none.tml", "--to", "1s", "-qh").stdout, self.good("help", "simulate").stdout)

    # ---- Files --------------------------------------------------------------------------------

    def test_folders_are_made(self):
        for words, made in (("simulate m.tml -q -o x/y/z", "x/y/z/m.rec"), ("animate a.tml -o ./x//b/", "x/b/a.svg"),
                            ("report m.rec --csv -o x/c/d/t.csv", "x/c/d/t.csv"),
                            ("mechanisms mechanisms.json --only 4-bar -o x/e/f", "x/e/f/4-bar.svg")):
            with self.subTest(words):
                self.good(*words.split())
                self.assertTrue((self.folder / made).is_file())
        self.wrong(2, "m.tml/x/t.csv: Not a directory", "report", "m.rec", "--csv", "-o", "m.tml/x/t.csv")
        self.wrong(2, "m.tml/x: Not a directory", "simulate", "m.tml", "-o", "m.tml/x")

    def test_no_folder_is_made_for_a_report_that_is_not_written(self):
        self.wrong(1, "no impact", "report", "m.rec", "--impulses", "-o", "x/y")
        self.assertFalse((self.folder / "x").exists())

    def test_several_files_are_simulated_and_shown(self):
        shutil.copy(self.folder / "m.tml", self.folder / "n.tml")
        told = self.good("simulate", "m.tml", "n.tml", "-o", "out").stdout
        self.assertLess(told.index("m.tml\n"), told.index("n.tml\n"))
        self.assertEqual(self.files(), ["m.rec", "n.rec"])
        lines = self.good("simulate", "m.tml", "n.tml", "--json").stdout.splitlines()
        self.assertEqual([json.loads(line)["file"] for line in lines], ["m.tml", "n.tml"])
        one = self.good("show", "m.tml").stdout
        self.assertEqual(self.good("show", "m.tml", "n.tml").stdout, f"m.tml\n{one}\nn.tml\n{one}")

    def test_no_result_of_a_call_is_lost_to_another_of_it(self):
        (self.folder / "b").mkdir()
        self.write(PENDULUM.replace("2kg", "3kg"), "b/m.tml")
        self.good("simulate", "m.tml", "-q", "-o", "alone")
        for words, name in ((("simulate", "m.tml", "b/m.tml"), "m.rec"), (("simulate", "m.tml", "m.tml"), "m.rec"),
                            (("animate", "a.tml", "a.tml"), "a.rec")):
            self.wrong(2, f"out/{name}: this call has already written it", *words, "-o", "out")
        self.assertEqual((self.folder / "out/m.rec").read_bytes(), (self.folder / "alone/m.rec").read_bytes())
        self.write(PENDULUM + PENDULUM[PENDULUM.index("simulate"):], "two.tml")
        self.write(PENDULUM, "two-2.tml")
        self.wrong(2, "out/two-2.rec: this call has already written it", "simulate", "two.tml", "two-2.tml", "-o", "out")

    # ---- Standard streams ---------------------------------------------------------------------

    def test_a_dash_is_the_standard_output_where_one_file_is_made(self):
        for option in ("--csv", "--json", "--svg", "--events"):
            self.assertEqual(self.good("report", "m.rec", option, "--out", "-").stdout,
                             self.good("report", "m.rec", option).stdout)
        self.assertFalse((self.folder / "-").exists())

    def test_recordings_come_from_the_standard_input_and_from_pipes(self):
        data = (self.folder / "m.rec").read_bytes()
        for option in (["--csv"], ["--svg"], ["--equations", "1"]):
            told = self.good("report", "m.rec", *option).stdout
            with open(self.folder / "m.rec", "rb") as file:
                self.assertEqual(self.good("report", "-", *option, stdin=file).stdout, told)
            piped = subprocess.run([PROGRAM, "report", "-", *option], input=data, capture_output=True, check=True,
                                   timeout=60)
            self.assertEqual(piped.stdout.decode("utf-8"), told)
        shell = subprocess.run(["bash", "-c", '"$0" report <(cat m.rec) --csv', PROGRAM], cwd=self.folder, text=True,
                               errors="replace",
                               capture_output=True, check=True, timeout=60)
        self.assertEqual(shell.stdout, self.good("report", "m.rec", "--csv").stdout)
        with open(self.folder / "m.rec", "rb") as file:
            self.assertIn("<stdin>: m.tml", self.good("report", "-", stdin=file).stdout)

    def test_what_is_not_a_recording_is_refused_at_its_first_bytes(self):
        for data in (b"", b"\x89TM", b"x" * 100000):
            done = subprocess.run([PROGRAM, "report", "-"], input=data, capture_output=True, check=False, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"<stdin>: it is not a recording", done.stderr)
        endless = subprocess.run(["bash", "-c", 'yes | "$0" report -', PROGRAM], capture_output=True, check=False,
                                 timeout=20)
        self.assertEqual(endless.returncode, 2)

    def test_a_recording_that_was_cut_on_its_way_is_read_to_its_last_frame(self):
        data = (self.folder / "m.rec").read_bytes()
        done = subprocess.run([PROGRAM, "report", "-", "--csv"], input=data[:len(data) // 2], capture_output=True,
                              check=True, timeout=60)
        self.assertIn(b"<stdin> was not finished or is damaged", done.stderr)

    def test_what_comes_from_the_standard_input_is_not_written_over(self):
        before = (self.folder / "m.rec").read_bytes()
        with open(self.folder / "m.rec", "rb") as file:
            self.wrong(2, "it is also the input", "report", "-", "--csv", "--out", "m.rec", stdin=file)
        self.assertEqual((self.folder / "m.rec").read_bytes(), before)


class Tables(Case):
    """What is made of the tables of the commands."""

    def options(self, command):
        """Names of all options by the help, with their letters."""
        told = self.good("help", command).stdout
        rows = re.findall(r"^  (?:(-\w), )?(--[\w-]+)", told, re.M)
        return {word for row in rows for word in row if word}

    def test_every_help_has_usage_options_an_example_and_exit_codes(self):
        for command in COMMANDS:
            told = self.good("help", command).stdout
            with self.subTest(command):
                self.assertIn(f"\nusage: trammel {command}", told)
                self.assertRegex(told, r"\nExit status: 0[ ;]")
                self.assertIn("-h, --help", told)
                self.assertLessEqual(max(len(line) for line in told.splitlines()), 92)
                usage = told[told.index("usage:"):told.index("\n\n", told.index("usage:"))]
                self.assertEqual(set(re.findall(r"--[\w-]+", usage)),
                                 {name for name in self.options(command) if len(name) > 2} - {"--help"})

    def test_the_examples_work(self):
        for command in ["animate", "simulate", *(c for c in COMMANDS if c not in ("animate", "simulate", "edit"))]:
            found = re.search(r"\nexample: trammel (.*)\n", self.good("help", command).stdout)
            if found:
                words = re.sub(r"\bbuild\b", str(self.folder), found[1]).split()
                done = subprocess.run([PROGRAM, *words], cwd=SOURCE, capture_output=True, text=True, errors="replace",
                                      timeout=60, check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""), command)
                self.assertTrue(done.stdout)

    # ---- Man pages ----------------------------------------------------------------------------

    def test_all_is_written_where_systems_look_for_it(self):
        self.good("help", "--write", "share")
        share = self.folder / "share"
        made = {str(p.relative_to(share)) for p in share.rglob("*") if p.is_file()}
        self.assertEqual(made, {f"man/man1/trammel-{c}.1" for c in COMMANDS} | {
            "man/man1/trammel.1", "bash-completion/completions/trammel", "zsh/site-functions/_trammel",
            "fish/vendor_completions.d/trammel.fish"})
        self.assertEqual((share / "man/man1/trammel.1").read_text(), self.good("help", "--man").stdout)
        self.assertEqual((share / "man/man1/trammel-show.1").read_text(), self.good("help", "show", "--man").stdout)
        for shell, name in (("bash", "bash-completion/completions/trammel"), ("zsh", "zsh/site-functions/_trammel"),
                            ("fish", "fish/vendor_completions.d/trammel.fish")):
            self.assertEqual((share / name).read_text(), self.good("help", "--completion", shell).stdout)

    def test_man_pages_are_valid_and_whole(self):
        for command in [None, *COMMANDS]:
            page = self.good("help", "--man", *([command] if command else [])).stdout
            with self.subTest(command):
                self.assertTrue(page.isascii())
                for checker in (["groff", "-man", "-ww", "-Tascii", "-P-c"], ["mandoc", "-T", "lint", "-W", "error"]):
                    if shutil.which(checker[0]):
                        done = subprocess.run(checker, input=page, text=True, errors="replace", capture_output=True,
                                              check=True, timeout=60)
                        self.assertEqual(done.stderr, "")
                for option in self.options(command) if command else ():
                    self.assertIn(option.replace("-", "\\-"), page)
                for name in [] if command else COMMANDS:
                    self.assertIn(f"trammel\\-{name} (1)", page)

    # ---- Completions --------------------------------------------------------------------------

    def test_completions_are_valid_scripts(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.good("help", "--completion", shell).stdout
            (self.folder / "script").write_text(script, encoding="utf-8")
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", self.folder / "script"], text=True, errors="replace",
                                      capture_output=True, check=True,
                                      timeout=60)
                self.assertEqual(done.stderr, "")
            for command in COMMANDS:
                for option in self.options(command):
                    spelled = option if shell != "fish" else f"-s {option[1:]}" if len(option) == 2 else f"-l {option[2:]}"
                    rows = [line for line in script.splitlines() if f"from {command}'" in line] if shell == "fish" else [script]
                    self.assertTrue(any(spelled in row for row in rows), (shell, command, option))

    def complete(self, *words):
        """What bash offers for the last word, as it cuts a line into words."""
        script = self.good("help", "--completion", "bash").stdout + """
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _trammel
            printf '%s\\n' "${COMPREPLY[@]}"
        """
        done = subprocess.run(["bash", "-uc", script, "trammel", "trammel", *words], cwd=self.folder, text=True,
                              errors="replace", capture_output=True,
                              check=False, timeout=60)
        self.assertEqual(done.stderr, "")
        return set(done.stdout.split("\n")) - {""}

    def test_bash_completes(self):
        for name in ("m.tml", "with space.tml", "m.rec", "m.csv", "m.json"):
            (self.folder / name).write_text("")
        (self.folder / "runs").mkdir()
        (self.folder / "runs/deep.rec").write_text("")
        methods = {"events", "stepping", "classic"}
        models = {"facets", "vertex", "vertex_literal", "vertex_branch", "face", "face_single", "correction", "face_front"}
        for words, offered in (
                ([""], {*COMMANDS, "--help", "--version"}), (["s"], {"show", "simulate"}), (["xyz"], set()),
                (["simulate", "--t"], {"--to", "--tolerance"}), (["simulate", "-"], self.options("simulate")),
                (["simulate", "--method", ""], methods), (["simulate", "--method", "=", "e"], {"events"}),
                (["simulate", "--method", "="], methods), (["equations", "m.tml", "--contact", ""], models),
                (["simulate", "--integrator", "dop"], {"dop853", "dopri5"}), (["show", "--method", "e"], set()),
                (["simulate", ""], {"m.tml", "with space.tml", "runs"}), (["report", ""], {"m.rec", "runs"}),
                (["report", "runs/"], {"runs/deep.rec"}), (["mechanisms", "m"], {"m.json"}),
                (["simulate", "--out", ""], {"runs"}), (["simulate", "-o", ""], {"runs"}),
                (["report", "--out", "m."], {"m.tml", "m.rec", "m.csv", "m.json"}), (["simulate", "--to", ""], set()),
                (["report", "--columns", "poses,e"], {"poses,energy"}), (["simulate", "--", "-"], set()),
                (["simulate", "--", "m"], {"m.tml"}), (["help", "--completion", ""], {"bash", "zsh", "fish"}),
                (["help", "re"], {"report"}), (["mechanisms", "--layout", "g"], {"ghosts"}), (["bits", ""], set())):
            with self.subTest(words):
                self.assertEqual(self.complete(*words), offered)

    def test_fish_completes(self):
        fish = shutil.which("fish")
        if not fish:
            self.skipTest("there is no fish")
        (self.folder / "script.fish").write_text(self.good("help", "--completion", "fish").stdout, encoding="utf-8")
        environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}"}
        for line, offered in (("trammel sim", {"simulate"}), ("trammel simulate --method ", {"events", "stepping", "classic"}),
                              ("trammel show --d", {"--dot"}), ("trammel help --completion z", {"zsh"})):
            done = subprocess.run([fish, "--no-config", "-c", f"source script.fish; complete -C '{line}'"], text=True,
                                  errors="replace",
                                  cwd=self.folder, env=environment, capture_output=True, check=True, timeout=60)
            self.assertEqual({row.split("\t")[0] for row in done.stdout.splitlines()}, offered, line)


if __name__ == "__main__":
    main()
