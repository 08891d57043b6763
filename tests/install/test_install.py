"""Installs the library and builds an outside program against it in every way that we promise."""
import os
import re
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import JOBS, ROOT, ScriptTest, main, run  # noqa: E402

OUTSIDE = Path(__file__).resolve().parent / "outside"
HEADER = (ROOT / "include" / "trammel" / "base.h").read_text(encoding="utf-8")
VERSION = ".".join(re.findall(r"#define TM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", HEADER))
SAYS = f"{VERSION} TM_OK"


class Install(ScriptTest):
    def setUp(self):
        super().setUp()
        self.prefix = self.folder / "prefix"

    def make_install(self, **variables):
        words = [f"{name}={value}" for name, value in variables.items()]
        # The tests' own make must not reach the one under test.
        env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
        return run("make", "install", f"JOBS={JOBS}", *words, env=env)

    def pkg_config(self, prefix, *words):
        path = next(prefix.rglob("trammel.pc")).parent
        env = dict(os.environ, PKG_CONFIG_PATH=str(path))
        return run("pkg-config", *words, "trammel", env=env).stdout.split()

    def compile(self, prefix, *words):
        program = self.folder / "program"
        run("gcc", "-std=c17", "-Wall", "-Wextra", "-Werror", OUTSIDE / "main.c", "-o", program,
            *words)
        libraries = next(prefix.rglob("libtrammel.a")).parent
        return program, dict(os.environ, LD_LIBRARY_PATH=str(libraries))

    def needs_shared(self, program):
        return "libtrammel.so" in run("readelf", "-d", program).stdout

    def test_pkg_config_gives_the_shared_library(self):
        self.make_install(PREFIX=self.prefix)
        program, env = self.compile(self.prefix, *self.pkg_config(self.prefix, "--cflags", "--libs"))
        self.assertEqual(run(program, env=env).stdout.strip(), SAYS)
        self.assertTrue(self.needs_shared(program))
        self.assertEqual(self.pkg_config(self.prefix, "--modversion"), [VERSION])

    def test_pkg_config_gives_the_static_library(self):
        self.make_install(PREFIX=self.prefix)
        flags = self.pkg_config(self.prefix, "--static", "--cflags", "--libs")
        self.assertIn("-lm", flags)
        program, _ = self.compile(self.prefix, "-static", *flags)
        self.assertEqual(run(program).stdout.strip(), SAYS)
        self.assertFalse(self.needs_shared(program))

    def test_cmake_package_gives_both(self):
        self.make_install(PREFIX=self.prefix)
        build = self.folder / "build"
        run("cmake", "-G", "Ninja", "-S", OUTSIDE, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DWANTED={VERSION}")
        run("cmake", "--build", build)
        for name, shared in (("with_shared", True), ("with_static", False)):
            self.assertEqual(run(build / name).stdout.strip(), SAYS)
            self.assertEqual(self.needs_shared(build / name), shared)

    def test_staged_tree_is_the_same_and_nothing_lies_outside(self):
        prefix = self.folder / "never" / "made"
        stage = self.folder / "stage"
        self.make_install(PREFIX=prefix, DESTDIR=stage)
        self.assertFalse(prefix.exists())
        staged = stage / prefix.relative_to("/")
        program, env = self.compile(staged, *self.pkg_config(staged, "--cflags", "--libs"))
        self.assertEqual(run(program, env=env).stdout.strip(), SAYS)

    def test_moved_tree_still_works(self):
        self.make_install(PREFIX=self.prefix)
        moved = self.folder / "moved"
        shutil.move(self.prefix, moved)
        program, env = self.compile(moved, *self.pkg_config(moved, "--cflags", "--libs"))
        self.assertEqual(run(program, env=env).stdout.strip(), SAYS)
        self.assertIn(VERSION, run(moved / "bin" / "trammel", "version").stdout)

    def test_the_page_is_installed_where_it_was_built(self):
        self.make_install(PREFIX=self.prefix)
        built, installed = ROOT / "build" / "page", self.prefix / "share" / "trammel" / "page"
        self.assertEqual(sorted(p.relative_to(installed) for p in installed.rglob("*")),
                         sorted(p.relative_to(built) for p in built.rglob("*")))

    def test_reference_mechanisms_are_found_from_any_folder(self):
        self.make_install(PREFIX=self.prefix)
        moved = self.folder / "moved"
        shutil.move(self.prefix, moved)
        names = run(moved / "bin" / "trammel", "mechanisms", "--list", cwd=self.folder).stdout.split("\n")
        self.assertIn("4-bar", names)
        drawn = run(moved / "bin" / "trammel", "mechanisms", "--only", "4-bar", "--out", "p", cwd=self.folder).stdout
        self.assertIn("4-bar", drawn)
        self.assertTrue((self.folder / "p" / "4-bar.svg").is_file())

    def test_man_pages_and_completions_are_installed(self):
        self.make_install(PREFIX=self.prefix)
        share = self.prefix / "share"
        program = self.prefix / "bin" / "trammel"
        self.assertEqual((share / "man/man1/trammel-simulate.1").read_text(), run(program, "help", "simulate", "--man").stdout)
        for shell, name in (("bash", "bash-completion/completions/trammel"), ("zsh", "zsh/site-functions/_trammel"),
                            ("fish", "fish/vendor_completions.d/trammel.fish")):
            self.assertEqual((share / name).read_text(), run(program, "help", "--completion", shell).stdout)

    def test_installed_headers_are_the_public_ones(self):
        self.make_install(PREFIX=self.prefix)
        installed = sorted(p.name for p in (self.prefix / "include" / "trammel").iterdir())
        self.assertEqual(installed, sorted(p.name for p in (ROOT / "include" / "trammel").iterdir()))


main()
