"""Follows CONTRIBUTING's recipes for a shape and for a hinge: one new file and one row, and the language knows it,
checks and completes its arguments, weighs, draws and simulates it, and the reference has it; and that for a kernel: its
tests see LAPACK and the harness, and the hash of equal bits has it. The files that name the kinds are compiled anew;
all others come from build/test, which tools/test.py has just made."""
import json
import os
import re
import shlex
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import JOBS, ROOT, ScriptTest, main, run  # noqa: E402

BUILD = ROOT / "build" / "test"
FLAGS = ("-std=c17", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Wmissing-prototypes", "-Werror")

# Integrals over z of rectangles that shrink to the tip: V = w d h / 3, x^2 V w^2 / 20, z^2 about the centre,
# which is h / 4 above the base, 3 V h^2 / 80.
PYRAMID = """/* pyramid.c: a pyramid on a rectangle. */
#include "define/geometry/shape/shape.h"

static void make_pyramid(tmiShapeMaker *maker, const tmShapeDef *def, tmShape *shape) {
    double w = def->size[0], d = def->size[1], h = def->size[2], volume = w * d * h / 3.0;
    const tmVec3 corners[] = {{-w / 2, -d / 2, 0}, {w / 2, -d / 2, 0}, {w / 2, d / 2, 0},
                              {-w / 2, d / 2, 0},  {0, 0, h}};
    tmi_shape_set_moments(shape, volume, volume * w * w / 20.0, volume * d * d / 20.0,
                          3.0 * volume * h * h / 80.0);
    shape->moments.centre.z = h / 4.0;
    tmi_shape_set_round(maker, shape, corners, NULL, 5, 0.0);
}

static const tmParameter takes[] = {TMI_SHAPE_SIZE("width", "size along x of its base"),
                                    TMI_SHAPE_SIZE("depth", "size along y of its base"),
                                    TMI_SHAPE_SIZE("height", "how far its tip is above the base")};
const tmiShapeRow tmi_shape_pyramid = {"pyramid", "a pyramid; its origin is the middle of its base",
                                       make_pyramid, TMI_SHAPE_TAKES(takes)};
"""
PYRAMID_ROW = "    X(TM_SHAPE_PYRAMID, pyramid) /* size along x and y of its base, along z */ \\\n"
PYRAMID_TEXT = """primitive tip begin
  properties: (density: 1000);
  geometry: pyramid(60mm, 40mm, 90mm);
  dynamics: ;
end

world w begin
  components
    tip: tip;
end
"""
SURFACE = """#include "trammel/trammel.h"
#include <stdio.h>

int main(void) {
    tmShapeDef def = tm_shape_def_default();
    tmShape *shape = NULL;
    tmMesh *mesh = NULL;
    int32_t count = 0;
    def.kind = TM_SHAPE_PYRAMID;
    def.size[0] = 0.06, def.size[1] = 0.04, def.size[2] = 0.09;
    if (tm_shape_create(NULL, &def, NULL, &shape) == TM_OK &&
        tm_mesh_of_shape(NULL, shape, 0.0, &mesh) == TM_OK) {
        tm_mesh_triangles(mesh, &count);
    }
    printf("%s: %d triangles\\n", tm_shape_kind_name(def.kind), (int)count);
    tm_mesh_destroy(mesh);
    tm_shape_destroy(shape);
    return 0;
}
"""

# Of the part's own axes x stays parallel to that of the other: one row, no coordinates.
OLDHAM = """/* oldham.c: slides in all directions, but does not turn, as an Oldham coupling. */
#include "define/hinge/match.h"

tmHingeFn tmi_hinge_oldham;

void tmi_hinge_oldham(void *user, const tmHingeUse *use, tmHingeTable *table) {
    (void)user;
    tmiMatch match;
    tmiAxis axes[2];
    if (tmi_match(use, &match, table) && tmi_match_axes(&match, true, axes, table)) {
        tmi_add_parallel(use->planar, table, &axes[0], &axes[1]);
    }
}
"""
OLDHAM_ROW = '    X(oldham, "oldham", "slides in all directions without turning", NO_ARGUMENTS, "p", "", 0) \\\n'
# A spring that pulls beside the centre: y = 30 mm (1 - cos 10 t), and without the hinge the block would turn.
OLDHAM_TEXT = """primitive block begin
  geometry: cuboid(40mm, 20mm, 10mm) where begin corner: (20mm, 0); end;
  dynamics: (mass: 1kg);
end

world w begin
  components
    block: block;
  structure begin
    join block to world with oldham matching (center center) as guide;
    join block to world with spring(100N/m, 50mm) matching (corner (20mm, 80mm));
    place block by center near (0, 0);
  end
  properties: (planar);
end

simulate w begin
  time: (1ms, 1s);
  monitor: block.center.x, block.center.y, block.angle;
end
"""

# Tridiagonal systems by elimination without pivots, here a plain one; the recipe's steps are what is tested.
KERNEL_DOOR = """/* Solves a tridiagonal system: `low` below the diagonal, `high` above it, n - 1 each; b becomes x. `work` has
 * tmi_tridiagonal_workspace numbers. TM_ERR_SINGULAR without a pivot. */
size_t tmi_tridiagonal_workspace(int32_t n);
tmStatus tmi_tridiagonal_solve(int32_t n, const double *low, const double *diagonal, const double *high, double *b,
                               double *work);

"""
KERNEL = """/* tridiagonal.c: tridiagonal systems. */
#include "numeric/dense/dense.h"

#include <math.h>

size_t tmi_tridiagonal_workspace(int32_t n) {
    return n > 0 ? (size_t)n : 0;
}

tmStatus tmi_tridiagonal_solve(int32_t n, const double *low, const double *diagonal, const double *high, double *b,
                               double *work) {
    if (n < 0 || (n > 0 && (!low || !diagonal || !high || !b || !work))) {
        return TM_ERR_ARGUMENT;
    }
    for (int32_t i = 0; i < n; i++) {
        double factor = i > 0 ? low[i - 1] / work[i - 1] : 0.0;
        work[i] = diagonal[i] - (i > 0 ? factor * high[i - 1] : 0.0);
        b[i] -= i > 0 ? factor * b[i - 1] : 0.0;
        if (!isfinite(work[i]) || !isfinite(b[i])) {
            return TM_ERR_NOT_FINITE;
        }
        if (work[i] == 0.0) {
            return TM_ERR_SINGULAR;
        }
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        b[i] = (b[i] - (i + 1 < n ? high[i] * b[i + 1] : 0.0)) / work[i];
    }
    return TM_OK;
}
"""
KERNEL_TEST = """#include "matrices.h"
#include "numeric/numeric.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

TEST(solutions_are_those_of_lapack) {
    matrixPool pool = matrix_pool(t, 1000);
    uint64_t state = 1;
    for (int32_t n = 1; n <= 40; n++) {
        pool_reset(&pool);
        double *low = vector_random(&pool, n, &state), *high = vector_random(&pool, n, &state);
        double *d = vector_random(&pool, n, &state), *b = vector_random(&pool, n, &state);
        double *work = pool_doubles(&pool, tmi_tridiagonal_workspace(n)), x[40];
        for (int32_t i = 0; i < n; i++) {
            d[i] += 4.0;
        }
        memcpy(x, b, (size_t)n * sizeof *x);
        MUST(tmi_tridiagonal_solve(n, low, d, high, b, work));
        CHECK(LAPACKE_dgtsv(LAPACK_COL_MAJOR, n, 1, low, d, high, x, n) == 0);
        for (int32_t i = 0; i < n; i++) {
            CHECK_NEAR(b[i], x[i], 1e-14);
        }
    }
}

TEST(bad_input_gives_a_status) {
    double zero[1] = {0.0}, one[1] = {1.0}, nan[1] = {NAN}, work[1];
    CHECK(tmi_tridiagonal_solve(0, NULL, NULL, NULL, NULL, NULL) == TM_OK);
    CHECK(tmi_tridiagonal_solve(1, NULL, one, one, one, work) == TM_ERR_ARGUMENT);
    CHECK(tmi_tridiagonal_solve(1, one, zero, one, one, work) == TM_ERR_SINGULAR);
    CHECK(tmi_tridiagonal_solve(1, one, nan, one, one, work) == TM_ERR_NOT_FINITE);
}

TEST_MAIN(CASE(solutions_are_those_of_lapack), CASE(bad_input_gives_a_status))
"""
KERNEL_BITS = """static void tridiagonal_systems(Problem *p) {
    double low[DENSE_MAX], diagonal[DENSE_MAX], high[DENSE_MAX], b[DENSE_MAX], work[DENSE_MAX];
    int32_t n = between(p, 1, DENSE_MAX);
    fill(p, low, n);
    fill(p, diagonal, n);
    fill(p, high, n);
    fill(p, b, n);
    fold(p, tmi_tridiagonal_solve(n, low, diagonal, high, b, work), b, n);
}

"""


class Recipes(ScriptTest):
    def setUp(self):
        super().setUp()
        for folder in ("src", "include"):
            shutil.copytree(ROOT / folder, self.folder / folder)

    def add_row(self, name, before, row):
        """Puts the row into a list of the copy, before another."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(before, text, re.MULTILINE)), 1, f"{before} in {name}")
        path.write_text(re.sub(before, lambda at: row + at[0], text, flags=re.MULTILINE), encoding="utf-8")

    def compile(self, sources):
        def one(source):
            made = self.folder / (source.relative_to(self.folder).as_posix().replace("/", "_") + ".o")
            run("gcc", *FLAGS, "-DTM_ASSERTS", "-I", self.folder / "src", "-I", self.folder / "include",
                "-c", source, "-o", made)
            return made
        with ThreadPoolExecutor(int(JOBS)) as pool:
            return list(pool.map(one, sources))

    def link(self, objects, name, *others):
        program = self.folder / name
        run("gcc", *objects, *others, BUILD / "src" / "libtrammel.a", "-lmicrohttpd", "-lcjson", "-lm", "-o", program)
        return program

    def build(self, words, *new, program=None):
        """The program, and that of the reference's tables, with the new files, and with those of the core compiled
        anew that name what a row adds to."""
        changed = [path for path in sorted((self.folder / "src").rglob("*.c"))
                   if re.search(words, path.read_text(encoding="utf-8"))]
        self.assertLess(len(changed), 40)
        objects = self.compile(sorted(set(changed) | {self.folder / name for name in new}))
        cli = sorted((BUILD / "cli" / "CMakeFiles").rglob("*.o"))
        self.assertFalse([path for path in (ROOT / "cli").rglob("*.[ch]")
                          if re.search(words, path.read_text(encoding="utf-8"))], "cli names kinds")
        tables = self.folder / "tables.o"
        run("gcc", *FLAGS, "-I", self.folder / "src", "-I", self.folder / "include", "-I", ROOT / "tests" / "support",
            "-c", ROOT / "tests" / "language" / "tables.c", "-o", tables)
        programs = [self.link(objects, "trammel", *cli), self.link(objects, "tables", tables)]
        if program:
            programs.append(self.link(objects, "own", *self.compile([self.folder / program])))
        return programs

    def test_a_shape_is_one_file_and_one_row(self):
        self.write("src/define/geometry/shape/pyramid.c", PYRAMID)
        self.add_row("include/trammel/shape.h", r"^ *X\(TM_SHAPE_HULL,", PYRAMID_ROW)
        self.write("surface.c", SURFACE)
        trammel, tables, surface = self.build(r"\bTM_SHAPE_(?!SIZE)[A-Z]+\b", "src/define/geometry/shape/pyramid.c",
                                              program="surface.c")
        text = self.write("tip.tml", PYRAMID_TEXT)
        self.assertIn("0 errors, 0 warnings", run(trammel, "check", text).stdout)
        shown = run(trammel, "show", text).stdout
        # 72 cm^3; 0.072 (d^2 / 20 + 3 h^2 / 80) and so on.
        for words in ("tip: tip, pyramid, 0.072 kg", "centre of mass (0, 0, 0.0225) m",
                      "inertia (2.763e-5, 3.483e-5, 1.872e-5) kg*m^2"):
            self.assertIn(words, shown)
        rows = [row for row in run(tables).stdout.split("\n") if "`pyramid`" in row]
        self.assertEqual(rows[0], "| `pyramid` | a pyramid; its origin is the middle of its base |")
        self.assertEqual(rows[3], "| `pyramid` | `height` | number | `m` | must be given | "
                         "how far its tip is above the base |")
        wrong = self.write("wrong.tml", PYRAMID_TEXT.replace(", 90mm", ""))
        self.assertIn("height", run(trammel, "check", wrong, check=False).stderr)
        half = self.write("half.tml", PYRAMID_TEXT.replace("pyramid(60mm, 40mm, 90mm)", "pyr"))
        self.assertIn("pyramid", run(trammel, "complete", half, "--at", "3:16").stdout)
        # Its surface, for pictures: two triangles of the base, and four sides.
        self.assertEqual(run(surface).stdout, "pyramid: 6 triangles\n")

    def test_a_hinge_is_one_file_and_one_row(self):
        self.write("src/define/hinge/oldham.c", OLDHAM)
        self.add_row("src/define/hinge/kinds.c", r"^ *X\(planar,", OLDHAM_ROW)
        trammel, tables = self.build(r"#define HINGE_LIST", "src/define/hinge/oldham.c")
        text = self.write("block.tml", OLDHAM_TEXT)
        self.assertIn("0 errors, 0 warnings", run(trammel, "check", text).stdout)
        self.assertIn("guide: oldham, 1 equation,", run(trammel, "show", text).stdout)
        rows = [row for row in run(tables).stdout.split("\n") if "`oldham`" in row]
        self.assertEqual(rows, ["| `oldham` | `p` | does not exist |  | slides in all directions without turning |"])
        told = run(trammel, "simulate", text).stdout
        least, greatest = {}, {}
        for name, low, _, high in re.findall(r"^ *block\.(\S+) \[\w+\] +(\S+) +(\S+) +(\S+)", told, re.MULTILINE):
            least[name], greatest[name] = float(low), float(high)
        self.assertAlmostEqual(greatest["center.y"], 0.06, delta=1e-6)
        for name in ("center.x", "angle"):
            self.assertLess(max(abs(least[name]), abs(greatest[name])), 1e-12)
        self.assertIn("oldham", run(trammel, "complete", text, "--at", "10:31").stdout)

    def build_like(self, test, source, objects):
        """A test of the core built as another one is, with the same options and libraries; objects come first."""
        commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
        like = next(c for c in commands if c["file"] == str(ROOT / test))
        words = [word for word in shlex.split(like["command"]) if word != "ccache"]
        old = words[words.index("-o") + 1]
        made = self.folder / "test.o"
        words[words.index("-o") + 1], words[words.index("-c") + 1] = made, source
        run(words[0], "-I", self.folder / "src", "-I", self.folder / "include", *words[1:], cwd=like["directory"])
        line = run("ninja", "-C", BUILD, "-t", "commands", f"tests/{Path(test).stem}").stdout.splitlines()[-1]
        link = [str(made) if word == old else word for word in shlex.split(line.split("&&")[1])]
        link[link.index("-o") + 1] = program = self.folder / "test"
        run(*link[:1], *objects, *link[1:], cwd=BUILD)
        return program

    def test_a_kernel_is_one_file_its_test_and_a_part_of_the_bits(self):
        pages = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
        recipe = re.search(r"## To add a kernel\n.*?\n## ", pages, re.S)[0]
        for place in ("src/numeric/ROOM/NAME.c", "src/numeric/ROOM/ROOM.h", "tests/unit/numeric/ROOM/test_NAME.c",
                      "tests/fuzz/fuzz_kernels.c", "src/numeric/bits.c", "include/trammel/base.h"):
            self.assertIn(place, recipe)
            self.assertTrue((ROOT / place.replace("ROOM", "dense").replace("NAME", "lu")).is_file(), place)
        kernel = self.write("src/numeric/dense/tridiagonal.c", KERNEL)
        self.add_row("src/numeric/dense/dense.h", r"^#endif\n\Z", KERNEL_DOOR)
        self.add_row("src/numeric/bits.c", r"^static void square_systems\(", KERNEL_BITS)
        self.add_row("src/numeric/bits.c", r"^ +square_systems\(&p\);", "    tridiagonal_systems(&p);\n")
        bits = self.folder / "src/numeric/bits.c"
        objects = self.compile([kernel, bits])
        source = self.write("test_tridiagonal.c", KERNEL_TEST)
        test = self.build_like("tests/unit/numeric/dense/test_lu.c", source, objects)
        self.assertIn("2 passed, 0 failed", run(test).stdout)
        # The hash is another one, which is said until it stands in base.h.
        cli = sorted((BUILD / "cli" / "CMakeFiles").rglob("*.o"))
        said = run(self.link(objects, "trammel", *cli), "bits", check=False)
        found = re.search(r"threads?: ([0-9a-f]{16})", said.stdout)[1]
        self.assertNotEqual(said.returncode, 0)
        header = self.folder / "include/trammel/base.h"
        text = header.read_text(encoding="utf-8")
        self.assertNotIn(found, text)
        text = re.sub(r"(TM_BITS_EXPECTED UINT64_C\(0x)[0-9a-f]+", r"\g<1>" + found, text)
        header.write_text(text, encoding="utf-8")
        expected = [path for path in sorted((ROOT / "cli").rglob("*.c"))
                    if "TM_BITS_EXPECTED" in path.read_text(encoding="utf-8")]
        self.assertEqual(len(expected), 1)
        own = self.folder / "bits.o"
        run("gcc", *FLAGS, "-I", self.folder / "src", "-I", self.folder / "include", "-I", ROOT / "cli",
            "-c", expected[0], "-o", own)
        others = [path for path in cli if path.name != expected[0].name + ".o"]
        self.assertIn("on every machine", run(self.link(objects, "trammel", own, *others), "bits").stdout)


if not (BUILD / "src" / "libtrammel.a").is_file():
    sys.exit("build/test is missing: tools/test.py rules builds it")
os.environ.pop("CMAKE_C_COMPILER_LAUNCHER", None)
main()
