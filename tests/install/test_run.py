"""The README's first command in a fresh copy of the project, with the files that a clone would have:
`make run SERVE=0` ends well, and every file that it names is there.

Compiling the core twice more would take minutes, so objects come from the builds of the presets that
tools/test.py has just made of the same files; the files that those were compiled from must be in the
copy."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import JOBS, ROOT, ScriptTest, main, run  # noqa: E402

PRESETS = ("release", "wasm")
# Stands before the compiler's call. What was compiled already is copied, with its list of headers.
LAUNCHER = """#!/bin/sh
next=
for word; do
    case $next in -o) object=$word ;; -MF) headers=$word ;; esac
    next=$word
done
made=%s/build/${PWD##*/}
if [ -n "${headers:-}" ] && [ -f "$made/$object" ]; then
    cp "$made/$object" "$object" && : >"$headers"
else
    exec "$@"
fi
"""
NAMED = re.compile(r"\bbuild/[\w./-]*\w")


def files_of_a_clone():
    """What git has, or would take with the next commit."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, check=True, capture_output=True).stdout
    return [name for name in map(os.fsdecode, listed.split(b"\0")) if name and (ROOT / name).is_file()]


def compiled_from(preset):
    """The project's files that ninja knows as read by the compiler."""
    build = ROOT / "build" / preset
    words = run("ninja", "-C", build, "-t", "deps").stdout.split()
    paths = {Path(os.path.normpath(build / word)) for word in words if word.endswith((".c", ".h"))}
    return {path.relative_to(ROOT) for path in paths if path.is_relative_to(ROOT)}


class Run(ScriptTest):
    def setUp(self):
        super().setUp()
        self.clone = self.folder / "a clone"
        for name in files_of_a_clone():
            (self.clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.clone / name)
        # What make fetches from the network: packages of the page, and node where Debian's is old.
        for name in ("web/node_modules", ".tools"):
            if (ROOT / name).exists():
                (self.clone / name).symlink_to(ROOT / name)
        self.launcher = self.write("launcher", LAUNCHER % f"'{ROOT}'")
        self.launcher.chmod(0o755)

    def test_everything_that_is_compiled_is_in_a_clone(self):
        for preset in PRESETS:
            names = compiled_from(preset)
            self.assertGreater(len(names), 400)
            self.assertEqual([name for name in sorted(names) if not (self.clone / name).exists()], [])

    def test_make_run_ends_with_the_files_that_it_names(self):
        env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
        env["CMAKE_C_COMPILER_LAUNCHER"] = str(self.launcher)
        done = run("make", "run", "SERVE=0", f"JOBS={JOBS}", cwd=self.clone, env=env, timeout=1200)
        self.assertLessEqual(len(done.stdout.splitlines()), 10, done.stdout)
        self.next_can_be_done(done.stdout.splitlines()[-2:])
        self.assertNotIn("has no", done.stdout + done.stderr)
        named = sorted(set(NAMED.findall(done.stdout)))
        self.assertGreater(len(named), 7, done.stdout)
        for name in [*named, "build/pictures/index.html", "build/page/index.html"]:
            path = self.clone / name
            self.assertTrue(path.is_dir() or (path.is_file() and path.stat().st_size > 0), name)
        self.assertTrue(list((self.clone / "build" / "page").rglob("*.wasm*")))
        self.all_is_linked(self.clone / "build" / "pictures")

    def next_can_be_done(self, lines):
        """Whether the last lines name a command that works, and a page that is there."""
        command = lines[0].split(": ")[1].split()
        self.assertEqual(command[:2], ["build/release/cli/trammel", "edit"])
        run(self.clone / command[0], "check", command[2], cwd=self.clone)
        self.assertTrue((self.clone / lines[1].split(": ")[1]).is_file(), lines)

    def all_is_linked(self, pictures):
        """Whether the page of the pictures links every file that was made, and nothing else."""
        linked = set(re.findall(r'href="([^"#]+)"', (pictures / "index.html").read_text(encoding="utf-8")))
        made = {path.relative_to(pictures).as_posix() for path in pictures.rglob("*") if path.is_file()}
        self.assertEqual(linked, made - {"index.html"})
        for folder, least in (("mechanisms", 10), ("gallery", 40), ("simulated", 2)):
            self.assertGreater(len([name for name in made if name.startswith(folder) and name.endswith(".svg")]), least)


main()
