"""Runs tools/web.sh in a small tree whose npm writes down when it is asked to fetch."""
import os
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402


class Web(ScriptTest):
    def setUp(self):
        super().setUp()
        (self.folder / "tools").mkdir()
        for name in ("web.sh", "find.sh"):
            shutil.copy(ROOT / "tools" / name, self.folder / "tools")
        self.write("web/package-lock.json", "{}\n")
        self.log = self.write("log", "")
        self.program("node", 'case $1 in --version) echo v20.19.0; exit ;; esac\nexec sh "$@"')
        self.program("npm", f'[ "$1" = ci ] || exit 0\necho fetched >>{self.log}\n'
                            "rm -rf node_modules\nmkdir -p node_modules/.bin\n"
                            "echo 'echo tool in $PWD: $*' >node_modules/.bin/tool\n"
                            "chmod +x node_modules/.bin/tool")

    def program(self, name, body):
        self.write(f"bin/{name}", f"#!/bin/sh\n{body}\n").chmod(0o755)

    def web(self, *command):
        env = dict(os.environ, PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        return run(self.folder / "tools" / "web.sh", *command, env=env, check=False)

    def test_tools_of_the_page_run_in_its_folder(self):
        self.assertEqual(self.web("tool", "a b").stdout, f"tool in {self.folder}/web: a b\n")

    def test_packages_are_fetched_once_for_each_lock_file(self):
        for text, times in (("{}\n", 1), ("{}\n", 1), ("{ }\n", 2), ("{}\n", 3)):
            self.write("web/package-lock.json", text)
            self.assertEqual(self.web("tool").returncode, 0)
            self.assertEqual(self.log.read_text().count("fetched"), times)

    def test_failing_fetch_is_told_and_tried_again(self):
        good = (self.folder / "bin/npm").read_text()
        self.program("npm", '[ "$1" = ci ] || exit 0\necho no network >&2\nexit 1')
        done = self.web("tool")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no network\nweb: npm could not fetch", done.stderr)
        self.write("bin/npm", good)
        self.assertEqual(self.web("tool").returncode, 0)

    def test_status_of_the_command_is_passed_on(self):
        self.assertEqual(self.web("sh", "-c", "exit 7").returncode, 7)


main()
