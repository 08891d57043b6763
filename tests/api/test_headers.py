"""The public headers: each compiles alone in C17 and C++17, ids keep their kinds apart, and the
version is the same wherever it stands."""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run, tool  # noqa: E402

HEADERS = sorted((ROOT / "include" / "trammel").glob("*.h"))
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wundef", "-Werror",
            "-fsyntax-only", "-I", str(ROOT / "include")]
C17 = ["-std=c17", "-x", "c", "-Wstrict-prototypes", "-Wmissing-prototypes", "-Wc++-compat"]
CXX17 = ["-std=c++17", "-x", "c++", "-Wold-style-cast", "-Wzero-as-null-pointer-constant"]
USE = """#include "trammel/base.h"
double mass_of(tmBodyId body);
double mass_of(tmBodyId body) { return body.value; }
double use(%s id);
double use(%s id) { return mass_of(id); }
"""


class Headers(ScriptTest):
    def compile(self, compiler, language, text, check=True):
        source = self.write("source", text)
        return run(compiler, *language, *WARNINGS, source, check=check)

    def test_each_header_compiles_alone(self):
        clang = tool("clang")
        self.assertGreater(len(HEADERS), 1)
        for header in HEADERS:
            for compiler, language in (("gcc", C17), (clang, C17), ("g++", CXX17), (clang, CXX17)):
                # Twice, since a header must bear being included twice.
                self.compile(compiler, language, f'#include "trammel/{header.name}"\n' * 2)

    def test_main_header_includes_all_others(self):
        text = (ROOT / "include" / "trammel" / "trammel.h").read_text(encoding="utf-8")
        for header in HEADERS:
            if header.name != "trammel.h":
                self.assertIn(f'#include "trammel/{header.name}"', text)

    def test_joint_given_for_a_body_does_not_compile(self):
        for compiler, language in (("gcc", C17), (tool("clang"), C17), ("g++", CXX17)):
            self.compile(compiler, language, USE % ("tmBodyId", "tmBodyId"))
            done = self.compile(compiler, language, USE % ("tmJointId", "tmJointId"), check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("tmJointId", done.stderr)

    def test_version_is_the_same_everywhere(self):
        project = re.search(r"project\(trammel VERSION (\d+)\.(\d+)\.(\d+)",
                            (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")).groups()
        major, minor, patch = map(int, project)
        source = self.write("version.c", """#include "trammel/trammel.h"
#include <stdio.h>
int main(void) {
    printf("%d %d %d %s", TM_VERSION_MAJOR, TM_VERSION_MINOR, TM_VERSION_PATCH, tm_version_text());
    printf(" %d %d\\n", TM_VERSION, tm_version());
}
""")
        program = self.folder / "version"
        run("gcc", "-std=c17", "-I", ROOT / "include", source,
            ROOT / "build" / "test" / "src" / "libtrammel.a", "-lm", "-o", program)
        number = major * 10000 + minor * 100 + patch
        self.assertEqual(run(program).stdout.split(),
                         [*project, ".".join(project), str(number), str(number)])


main()
