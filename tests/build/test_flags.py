"""The build refuses flags that would break the promise of equal bits: CMake by a message, and the
compiler itself where the flags went past CMake."""
import platform
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run, tool  # noqa: E402

X86 = platform.machine() in ("x86_64", "AMD64")
REFUSED = ["-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-ffinite-math-only",
           "-fno-signed-zeros", "-mfpmath=387", "-mfpmath=sse,387", "-ffp-contract=fast",
           "-ffp-model=fast"]


class Flags(ScriptTest):
    def configure(self, *options):
        return run("cmake", "-G", "Ninja", "-S", ROOT, "-B", self.folder / "build", *options,
                   check=False)

    def refusal(self, compiler, *flags):
        """Compiles the core past CMake up to the first file that is refused, which without the flags is
        not; returns what the compiler says."""
        for source in sorted((ROOT / "src").rglob("*.c")):
            command = [compiler, "-std=c17", "-fsyntax-only", "-I", ROOT / "include", "-I", ROOT / "src", source]
            done = run(*command, *flags, check=False)
            if done.returncode != 0:
                run(*command, "-O3")
                return done.stderr
        return ""

    def test_cmake_refuses_by_name(self):
        for flag in REFUSED:
            for variable in ("CMAKE_C_FLAGS", "CMAKE_C_FLAGS_DEBUG"):
                done = self.configure("-DCMAKE_BUILD_TYPE=Debug", f"-D{variable}={flag}")
                self.assertNotEqual(done.returncode, 0, flag)
                self.assertIn("same bits", done.stderr, flag)

    def test_cmake_accepts_harmless_flags(self):
        done = self.configure("-DCMAKE_C_FLAGS=-g -march=x86-64" if X86 else "-DCMAKE_C_FLAGS=-g")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_compilers_refuse_what_went_past_cmake(self):
        for compiler in ("gcc", tool("clang")):
            for flag in ("-ffast-math", "-Ofast"):
                self.assertIn("same bits everywhere", self.refusal(compiler, flag), f"{compiler} {flag}")

    @unittest.skipUnless(X86, "only this processor has an x87")
    def test_gcc_refuses_x87_that_went_past_cmake(self):
        self.assertIn("not with x87", self.refusal("gcc", "-mfpmath=387"))


main()
