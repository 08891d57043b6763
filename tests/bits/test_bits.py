"""The same bits everywhere: compares the hashes of the results of all kernels of six builds of the
core and of WebAssembly. Four are taken from other steps of tools/test.py: gcc -O3, which users get,
the same with assertions, clang -O3, and clang -O1 with the sanitizers. Two that no other step has are
built here: gcc -O0, and gcc -O3 for this very processor, the one compiler known to fuse operations
where it must not. So both compilers are there, with and without optimisation."""
import hashlib
import platform
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import JOBS, ROOT, ScriptTest, main, run, tool  # noqa: E402

HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "bits"
WASM = ROOT / "build" / "wasm" / "trammel.wasm"
PROBLEMS, SEED = 10000, 1
# As in cmake/trammel_flags.cmake.
COMMON = "-std=c17 -ffp-contract=off -fno-math-errno -DNDEBUG"
NO_FMA = " -mno-fma -mno-avx512f" if platform.machine() == "x86_64" else ""
FUSED = COMMON.replace("=off", "=fast") + " -mfma"
HAS_FMA = (platform.machine() == "x86_64" and
           " fma " in Path("/proc/cpuinfo").read_text(encoding="utf-8"))
# What is linked with the core, besides it.
PROGRAMS = {
    "driver": ["tests/bits/driver.c"],
    "poses": ["tests/bits/poses.c", "cli/mechanisms/json.c"],
    "models": ["tests/bits/models.c", "tests/bits/reading.c", "cli/definitions/definitions.c",
               "cli/definitions/includes.c", "cli/files/files.c", "cli/text/print.c", "cli/text/shown.c"],
}
MECHANISMS = ROOT / "examples" / "mechanisms.json"
# Builds that are there already, by their presets.
PRESETS = {"gcc-O3": "release", "gcc-asserts": "test", "clang-O3": "clang", "clang-asan": "asan"}
# What all others are compared with.
REFERENCE = "gcc-O3"
# What must differ: only these folders are built so, the rest is that of the reference. At -O1 it
# does already, which compiles three times as fast as -O3.
DIFFERENT = ("fault", "fused")
KERNELS = ("src/base/", "src/numeric/")


def variants():
    """Returns name: (compiler, flags) of every build; flags of the core itself where no preset has
    built it."""
    clang = tool("clang")
    builds = {
        "gcc-O0": ("gcc", f"{COMMON} -O0{NO_FMA}"),
        "gcc-O3": ("gcc", f"{COMMON} -O3{NO_FMA}"),
        "gcc-asserts": ("gcc", f"{COMMON} -O3{NO_FMA}"),
        "gcc-native": ("gcc", f"{COMMON} -O3 -march=native{NO_FMA}"),
        "clang-O3": (clang, f"{COMMON} -O3{NO_FMA}"),
        "clang-asan": (clang, f"{COMMON} -O1 -fsanitize=address,undefined "
                       f"-fno-sanitize-recover=all{NO_FMA}"),
        "fault": ("gcc", f"{COMMON} -O1 -include ../../tests/bits/fault.h"),
    }
    if HAS_FMA:
        builds["fused"] = (clang, f"{FUSED} -O1")
    return builds


def ninja_file(builds):
    """Straight calls of the compilers; ninja runs them side by side and only where needed. Paths
    are relative to BUILD, so that the project's folder may have any name."""
    lines = [
        "rule compile",
        "  command = $compiler $flags -MMD -MF $out.d -c $in -o $out",
        "  depfile = $out.d",
        "  deps = gcc",
        "rule link",
        "  command = $compiler $flags $in -o $out -lm -lcjson -pthread",
    ]
    files = sorted((ROOT / "src").rglob("*.c"))
    sources = [str(file.relative_to(ROOT)) for file in files]

    def compile_to(name, source, more):
        compiler, flags = builds[name]
        lines.extend([f"build {name}/{source}.o: compile ../../{source}",
                      f"  compiler = {compiler}", f"  flags = {flags} -I../../include {more}"])
        return f"{name}/{source}.o"

    def core(name):
        """Returns the core of a build; compiles what is not there."""
        if name in PRESETS:
            return [f"../{PRESETS[name]}/src/libtrammel.a"]
        own = [s for s in sources if name not in DIFFERENT or s.startswith(KERNELS)]
        # The linker takes from an archive only what no object before it has.
        rest = core(REFERENCE) if name in DIFFERENT else []
        return [compile_to(name, source, "-I../../src") for source in own] + rest

    for name in builds:
        objects = core(name)
        for program, own in PROGRAMS.items():
            mine = [compile_to(name, source, "-D_GNU_SOURCE -I../../cli") for source in own]
            lines += [f"build {name}/{program}: link {' '.join(mine + objects)}",
                      f"  compiler = {builds[name][0]}", f"  flags = {builds[name][1]}"]
    return "\n".join(lines) + "\n"


def bits(name, threads=0, seed=SEED):
    """Returns the hash of the kernels and that of the driver's own formulas."""
    kernels, control = run(BUILD / name / "driver", PROBLEMS, seed, threads).stdout.split()
    return int(kernels), int(control)


def written(name, program, *files):
    """Returns the SHA-256 of what the program writes."""
    done = subprocess.run([str(BUILD / name / program), *map(str, files)], check=True, timeout=300,
                          stdout=subprocess.PIPE)
    return hashlib.sha256(done.stdout).hexdigest()


def poses(name, file=MECHANISMS):
    """Of all poses of all mechanisms over a turn."""
    return written(name, "poses", file)


def models(name):
    """Of masses and frames of all examples."""
    return written(name, "models", *sorted((ROOT / "examples").glob("*/*.tml")))


def models_in_webassembly():
    """The same as WebAssembly, linked with the library that the module is made of."""
    program = BUILD / "models.wasm"
    run(tool("clang"), "--target=wasm32-wasi", "-ftls-model=local-exec", "-nostdlibinc", "-isystem",
        "/usr/include/wasm32-wasi", "-msimd128", "-mbulk-memory", "-O2", *COMMON.split(),
        "-D_GNU_SOURCE", "-include", HERE / "wasi.h", "-I", ROOT / "include", "-I", ROOT / "cli",
        *(ROOT / source for source in PROGRAMS["models"]), WASM.parent / "src" / "libtrammel.a",
        "-Wl,-z,stack-size=4194304", "-o", program)
    files = (file.relative_to(ROOT) for file in sorted((ROOT / "examples").glob("*/*.tml")))
    done = subprocess.run([str(tool("node")), "--no-warnings", str(HERE / "wasi.mjs"), str(program),
                           str(ROOT), *map(str, files)], check=True, timeout=300,
                          stdout=subprocess.PIPE)
    return hashlib.sha256(done.stdout).hexdigest()


class Bits(ScriptTest):
    @classmethod
    def setUpClass(cls):
        cls.builds = variants()
        BUILD.mkdir(parents=True, exist_ok=True)
        text = ninja_file(cls.builds)
        file = BUILD / "build.ninja"
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")
        run("ninja", "-C", BUILD, "-j", JOBS, timeout=1800)  # two builds of the whole core
        cls.expected = bits(REFERENCE)

    def assert_agree(self, find):
        """Sees that find(name) is the same for every build; returns it."""
        names = [name for name in self.builds if name not in DIFFERENT]
        with ThreadPoolExecutor(int(JOBS)) as pool:
            found = dict(zip(names, pool.map(find, names)))
        for name in names:
            self.assertEqual(found[name], found[REFERENCE], name)
        return found[REFERENCE]

    def test_compilers_and_levels_agree(self):
        self.assert_agree(bits)

    def test_poses_of_mechanisms_agree(self):
        expected = self.assert_agree(poses)
        self.assertNotEqual(poses("fault"), expected)
        found = run(tool("node"), HERE / "poses.mjs", WASM, MECHANISMS).stdout.strip()
        self.assertEqual(found, expected)

    def test_poses_of_higher_pairs_agree(self):
        pairs = ROOT / "examples" / "pairs.json"
        self.assert_agree(lambda name: poses(name, pairs))

    def test_models_of_definitions_agree(self):
        expected = self.assert_agree(models)
        self.assertNotEqual(models("fault"), expected)
        self.assertEqual(models_in_webassembly(), expected)

    def test_webassembly_agrees(self):
        found = run(tool("node"), HERE / "hash.mjs", WASM, PROBLEMS, SEED).stdout
        self.assertEqual(int(found), self.expected[0])

    def test_any_number_of_threads_agrees(self):
        for threads in (1, 2, 3, 7):
            for name in ("gcc-O3", "clang-O3"):
                self.assertEqual(bits(name, threads), self.expected, f"{name}, {threads} threads")

    def test_another_seed_gives_other_bits(self):
        self.assertNotEqual(bits(REFERENCE, seed=SEED + 1)[0], self.expected[0])

    def test_square_root_that_is_off_in_the_last_place_shows(self):
        self.assertNotEqual(bits("fault")[0], self.expected[0])

    @unittest.skipUnless(HAS_FMA, "this processor has no fused multiply-add")
    def test_fused_multiply_add_shows(self):
        self.assertNotEqual(bits("fused")[0], self.expected[0])


main()
