"""Plants each breach of the rules in a small tree and sees that tools/check_core.py finds it."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

CHECK = ROOT / "tools" / "check_core.py"
PUBLIC = """#include <stdint.h>
#define TM_API __attribute__((visibility("default")))
/* TM_API int32_t tm_in_a_comment(void); */
TM_API int32_t tm_one(void);
"""
ONE = '#include "base/base.h"\n\nint32_t tm_one(void) {\n    return 1;\n}\n'


class CheckCore(ScriptTest):
    def setUp(self):
        super().setUp()
        self.write("include/trammel/base.h", PUBLIC)
        self.write("include/trammel/trammel.h", '#include "trammel/base.h"\n')
        self.write("src/base/base.h", '#include "trammel/base.h"\n')
        self.write("src/base/private.h", "#include <stddef.h>\n")
        self.write("src/base/one.c", ONE)
        self.write("tests/unit/test_one.c", "int one = tm_one();\n")
        self.write("src/numeric/numeric.h", '#include "base/base.h"\n')
        self.write("src/analyse/contact/contact.h", '#include "numeric/numeric.h"\n')
        self.write("src/analyse/events/events.h", '#include "analyse/contact/contact.h"\n')
        self.write("cli/main.c", '#include "trammel/trammel.h"\n#include <stdio.h>\n')

    def check(self, build="none"):
        return run(CHECK, "--root", self.folder, "--build", build, check=False)

    def assert_clean(self, done):
        self.assertEqual((done.stdout + done.stderr, done.returncode), ("", 0))

    def assert_found(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        lines = [line for line in done.stdout.split("\n") if all(word in line for word in words)]
        self.assertEqual(len(lines), 1, f"{words} in\n{done.stdout}{done.stderr}")

    def library(self, code="", flags=()):
        """Builds the tree's library with `code` as one more file of the core."""
        self.write("src/base/more.c", '#include "base/base.h"\n' + code)
        build = self.folder / "build" / "src"
        build.mkdir(parents=True)
        objects = []
        for source in sorted((self.folder / "src").rglob("*.c")):
            objects.append(build / f"{source.stem}.o")
            run("gcc", "-std=c17", "-O2", "-fPIC", "-fvisibility=hidden", *flags,
                "-I", self.folder / "include", "-I", self.folder / "src", "-c", source,
                "-o", objects[-1])
        run("ar", "qc", build / "libtrammel.a", *objects)
        run("gcc", "-shared", *objects, "-o", build / "libtrammel.so", "-lm")
        return self.check(self.folder / "build")

    def test_clean_tree_has_no_findings(self):
        self.assert_clean(self.check())

    def test_clean_library_has_no_findings(self):
        self.assert_clean(self.library(
            "#include <math.h>\n#include <string.h>\n"
            'static const char *const names[] = {"a", "b"};\n'
            "const char *tmi_name(int i);\nconst char *tmi_name(int i) {\n    return names[i];\n}\n"
            "double tmi_root(double x);\ndouble tmi_root(double x) {\n    return sqrt(x);\n}\n"))

    def test_file_name_that_stands_twice_is_found(self):
        self.write("src/numeric/one.c", "")
        self.assert_found(self.check(), "src/numeric/one.c", "src/base/one.c")

    def test_public_function_that_no_test_calls_is_found(self):
        self.write("tests/unit/test_one.c", "/* tm_one() */\n")
        self.assert_found(self.check(), "no test calls tm_one")

    def test_include_against_the_order_is_found(self):
        self.write("src/base/bad.c", '#include "numeric/numeric.h"\n')
        self.assert_found(self.check(), "src/base/bad.c:1", "one way")

    def test_public_header_against_the_order_is_found(self):
        self.write("include/trammel/report.h", "#include <stdint.h>\n")
        self.write("include/trammel/document.h", '#include "trammel/report.h"\n')
        self.write("src/numeric/bad.c", '#include "trammel/report.h"\n')
        done = self.check()
        self.assert_found(done, "include/trammel/document.h:1", "one way")
        self.assert_found(done, "src/numeric/bad.c:1", "one way")

    def test_include_past_the_door_is_found(self):
        self.write("src/numeric/bad.c", '\n#include "base/private.h"\n')
        self.assert_found(self.check(), "src/numeric/bad.c:2", "base/base.h")

    def test_room_of_a_closed_folder_is_private(self):
        self.write("src/define/language/language.h", "typedef int tmiText;\n")
        self.write("src/define/language/tokens/tokens.h", "")
        self.write("src/define/language/world/good.c",
                   '#include "define/language/tokens/tokens.h"\n#include "define/language/language.h"\n')
        self.assert_clean(self.check())
        self.write("src/define/model/bad.c", '#include "define/language/tokens/tokens.h"\n')
        self.assert_found(self.check(), "src/define/model/bad.c:1", "define/language/language.h")

    def test_room_of_an_open_folder_has_its_own_door(self):
        self.write("src/numeric/numeric.h", '#include "numeric/dense/dense.h"\n')
        self.write("src/numeric/dense/dense.h", "typedef int tmiMatrix;\n")
        self.write("src/numeric/dense/scaling.h", "")
        self.write("src/analyse/contact/good.c", '#include "numeric/dense/dense.h"\n')
        self.assert_clean(self.check())
        self.write("src/analyse/contact/bad.c", '#include "numeric/dense/scaling.h"\n')
        self.assert_found(self.check(), "src/analyse/contact/bad.c:1", "numeric/dense/dense.h")

    def test_door_that_includes_a_private_header_is_found(self):
        self.write("src/define/model/nodes.h", "")
        self.write("src/define/model/model.h",
                   '#include "define/model/nodes.h"\ntypedef int tmiNodes;\n')
        self.assert_found(self.check(), "src/define/model/model.h:1", "no private header")

    def test_door_that_opens_a_room_of_its_closed_folder_is_found(self):
        self.write("src/define/model/nodes/nodes.h", "")
        self.write("src/define/model/model.h",
                   '#include "define/model/nodes/nodes.h"\ntypedef int tmiNodes;\n')
        self.assert_found(self.check(), "src/define/model/model.h:1", "private")

    def test_ring_of_rooms_is_found(self):
        self.write("src/numeric/dense/dense.h", '#include "numeric/sparse/sparse.h"\n')
        self.write("src/numeric/sparse/sparse.h", '#include "numeric/dense/dense.h"\n')
        self.assert_found(self.check(), "ring", "numeric/dense", "numeric/sparse")

    def test_type_with_two_meanings_is_found(self):
        self.write("src/numeric/box.h", "typedef struct tmiBox {\n    int a;\n} tmiBox;\n")
        self.write("src/analyse/contact/box.h", "typedef double tmiBox[4];\n")
        self.write("src/analyse/contact/list.h", "typedef struct tmiBox tmiBox;\n")
        self.assert_found(self.check(), "src/numeric/box.h", "tmiBox", "src/analyse/contact/box.h")

    def test_constant_with_two_values_is_found(self):
        self.write("src/base/near.c", "#define NEAR 1e-9 /* metres */\n#define FAR 1e9\n#define EACH(i) i\n")
        self.write("src/numeric/near_too.c", "#define NEAR 0.1\n#define FAR  1e9\n#define EACH(i) 2 * i\n")
        self.write("cli/far.c", "/*\n#define FAR 7\n*/\n#ifdef __clang__\n#define FORM 1\n#else\n"
                   "#define FORM 2\n#endif\n")
        self.assert_found(self.check(), "src/numeric/near_too.c", "NEAR is 0.1, and 1e-9 in src/base/near.c")
        self.write("cli/near.c", "#define NEAR \\\n    1e-8\n")
        self.assert_found(self.check(), "cli/near.c", "NEAR is 1e-8, and 1e-9")

    def test_crowded_folder_is_found(self):
        for i in range(30):
            self.write(f"src/numeric/kernel_{i}.c", "")
        self.assert_found(self.check(), "src/numeric", "files")

    def test_include_in_a_comment_is_no_include(self):
        self.write("src/base/good.c", '/*\n#include "numeric/numeric.h"\n*/\n')
        self.assert_clean(self.check())

    def test_ring_of_folders_is_found(self):
        self.write("src/analyse/contact/bad.c", '#include "analyse/events/events.h"\n')
        self.assert_found(self.check(), "ring", "analyse/contact", "analyse/events")

    def test_unknown_folder_and_unknown_header_are_found(self):
        self.write("src/extra/extra.h", "")
        self.write("src/extra/bad.c", '#include "base/base.h"\n')
        self.write("src/base/bad.c", '#include "nowhere.h"\n')
        done = self.check()
        self.assert_found(done, "src/extra/bad.c:1", "order")
        self.assert_found(done, "src/base/bad.c:1", "nowhere.h")

    def test_system_headers_beyond_the_list_are_found(self):
        self.write("src/base/bad.c", "#include <stdio.h>\n")
        self.write("include/trammel/document.h", "#include <math.h>\n")
        done = self.check()
        self.assert_found(done, "src/base/bad.c:1", "<stdio.h>")
        self.assert_found(done, "include/trammel/document.h:1", "<math.h>")

    def test_private_header_outside_the_core_is_found(self):
        self.write("cli/bad.c", '#include "base/base.h"\n')
        self.write("wasm/bad.c", '#include "../src/base/base.h"\n')
        self.write("include/trammel/document.h", '#include "base/base.h"\n')
        done = self.check()
        self.assert_found(done, "cli/bad.c:1", "only trammel/*.h")
        self.assert_found(done, "wasm/bad.c:1", "only trammel/*.h")
        self.assert_found(done, "include/trammel/document.h:1", "base/base.h")

    def test_room_of_the_program_has_a_door(self):
        self.write("cli/files/files.h", "")
        self.write("cli/files/lock.h", "")
        self.write("cli/files/lock.c", '#include "files/lock.h"\n#include "files/files.h"\n')
        self.write("cli/reports/reports.h", '#include "files/files.h"\n')
        self.write("cli/main.c", '#include "reports/reports.h"\n')
        self.assert_clean(self.check())
        self.write("cli/reports/bad.c", '#include "files/lock.h"\n')
        self.write("cli/reports/beside.c", '#include "reports.h"\n')
        self.write("cli/bad.c", '#include "files/../../src/base/base.h"\n')
        done = self.check()
        self.assert_found(done, "cli/reports/bad.c:1", "files/lock.h is private",
                          "files/files.h")
        self.assert_found(done, "cli/reports/beside.c:1", "reports.h", "path from there")
        self.assert_found(done, "cli/bad.c:1", "only trammel/*.h")
        self.assertEqual(done.stdout.count("\n"), 3)

    def test_door_and_ring_of_the_program_are_found(self):
        self.write("cli/files/files.h", '#include "files/lock.h"\n#include "text/text.h"\n')
        self.write("cli/files/lock.h", "")
        self.write("cli/text/text.h", "")
        self.write("cli/text/shown.c", '#include "files/files.h"\n')
        done = self.check()
        self.assert_found(done, "cli/files/files.h:1", "no private header")
        self.assert_found(done, "ring", "files -> text")

    def test_test_that_allocates_past_the_harness_is_found(self):
        self.write("include/trammel/document.h", "TM_API tmStatus tm_model_create(tmModelDef *def,\n"
                   "    const tmAllocator *allocator, tmModel **model);\n")
        self.write("tests/unit/base/memory/test_arena.c",
                   "TEST(default_allocator_allocates_resizes_and_frees) {\n"
                   "    tmAllocator a = tm_allocator_default();\n}\n")
        self.write("tests/unit/good.c", "/* tmAllocator */\nTEST(good) {\n"
                   "    MUST(tm_model_create(&(tmModelDef){1, f(2, 3)},\n"
                   "                         &t->allocator, NULL));\n}\n")
        self.assert_clean(self.check())
        self.write("tests/unit/null.c", "TEST(bad) {\n    tm_model_create(&d,\n  NULL, &m);\n}\n")
        self.write("tests/unit/named.c", "TEST(default_allocator_allocates_resizes_and_frees) {\n"
                   "    tmi_arena_init(a, tm_allocator_default());\n}\n")
        self.write("tests/support/own.c", "static tmAllocator own = {f, 0};\n")
        done = self.check()
        self.assert_found(done, "tests/unit/null.c:2", "tm_model_create gets NULL")
        self.assert_found(done, "tests/unit/named.c:2", "tm_allocator_default")
        self.assert_found(done, "tests/support/own.c:1", "tmAllocator")
        self.assertEqual(done.stdout.count("\n"), 3)

    def test_long_file_warns_then_fails(self):
        self.write("src/base/long.c", "\n" * 501)
        done = self.check()
        self.assertEqual(done.returncode, 0)
        self.assertIn("src/base/long.c: warning: 501 lines", done.stdout)
        self.write("src/base/long.c", "\n" * 801)
        self.assert_found(self.check(), "src/base/long.c", "801 lines")

    def test_long_function_warns_then_fails(self):
        head = "/* why */\nstatic int long_one(int a,\n                    int b) {\n"
        self.write("src/base/long.c", head + "    a++;\n" * 57 + "}\n")
        self.assert_clean(self.check())
        self.write("src/base/long.c", head + "    a++;\n" * 58 + "}\n")
        done = self.check()
        self.assertEqual(done.returncode, 0)
        self.assertIn("src/base/long.c:2: warning: long_one has 61 lines", done.stdout)
        self.write("src/base/long.c", "int f(int a) {\n" + "    a++;\n" * 99 + "}\n")
        self.assert_found(self.check(), "src/base/long.c:1", "f has 101 lines")

    def test_long_table_is_no_function(self):
        self.write("src/base/table.c", "static const int t[] = {\n" + "    1,\n" * 120 + "};\n")
        self.write("src/base/list.h", "typedef struct tmiList {\n" + "    int a;\n" * 120 + "} L;\n")
        self.assert_clean(self.check())

    def test_tab_mark_and_machine_path_are_found(self):
        self.write("src/base/tab.c", "\tint a;\n")
        self.write("tools/mark.py", "# TO" "DO later\n")
        self.write("docs/path.md", "See /ho" "me/somebody/file.\n")
        self.write("build/generated.c", "\tint a;\n")
        self.write("Makefile", "all:\n\ttrue\n")
        done = self.check()
        self.assert_found(done, "src/base/tab.c:1", "tab")
        self.assert_found(done, "tools/mark.py:1", "unfinished")
        self.assert_found(done, "docs/path.md:1", "machine")
        self.assertEqual(done.stdout.count("\n"), 3)

    def test_script_that_trusts_the_bytes_of_a_program_is_found(self):
        self.write("tests/one.py", "import subprocess\n\nsubprocess.run([], text=True)\n")
        self.write("tools/two.py", "subprocess.Popen([],\n    encoding='utf-8')\n")
        self.write("web/three.py", "subprocess.getoutput('ls')\n")
        self.write("bench/right.py", "subprocess.run([], text=True, errors='replace')\n"
                   "subprocess.run([]).stdout\nopen('a', encoding='utf-8')\n")
        done = self.check()
        self.assert_found(done, "tests/one.py:3", "errors=")
        self.assert_found(done, "tools/two.py:1", "errors=")
        self.assert_found(done, "web/three.py:1", "errors=")
        self.assertEqual(done.stdout.count("\n"), 3)

    def test_missing_library_is_found(self):
        self.assert_found(self.check(self.folder / "nowhere"), "libtrammel.a", "build it first")

    def test_undeclared_export_is_found(self):
        self.assert_found(
            self.library("TM_API int tm_two(void);\nint tm_two(void) {\n    return 2;\n}\n"),
            "exports tm_two")

    def test_declared_function_that_is_not_exported_is_found(self):
        self.write("include/trammel/base.h", PUBLIC + "TM_API int32_t tm_two(void);\n")
        self.assert_found(self.library(), "does not export tm_two")

    def test_public_name_without_prefix_is_found(self):
        self.write("include/trammel/base.h", PUBLIC + "TM_API int32_t two(void);\n")
        self.assert_found(self.library("int32_t two(void) {\n    return 2;\n}\n"),
                          "the public name two")

    def test_shared_function_without_prefix_is_found(self):
        self.assert_found(self.library("int helper(void);\nint helper(void) {\n    return 2;\n}\n"),
                          "more.o", "helper")

    def test_forbidden_calls_are_found(self):
        calls = {"puts": "int puts(const char *); puts(\"\");", "exit": "void exit(int); exit(1);",
                 "sin": "double sin(double); value = sin(value);",
                 "fopen": "void *fopen(const char *, const char *); fopen(\"\", \"\");",
                 "pthread_create": "int pthread_create(void *, void *, void *, void *); "
                                   "pthread_create(0, 0, 0, 0);"}
        body = " ".join(calls.values())
        done = self.library(f"double tmi_bad(double value);\ndouble tmi_bad(double value) {{\n"
                            f"    {body}\n    return value;\n}}\n", ["-fno-builtin"])
        for name in calls:
            self.assert_found(done, "more.o", f"calls {name},")

    def test_writable_data_is_found(self):
        self.assert_found(self.library("int tmi_state = 1;\n"), "more.o", "tmi_state")

    def test_static_local_state_is_found(self):
        self.assert_found(self.library(
            "int tmi_next(void);\nint tmi_next(void) {\n    static int n;\n    return ++n;\n}\n"),
            "more.o", "writable data: n")

    def test_thread_local_state_is_found(self):
        self.assert_found(self.library("_Thread_local int tmi_state;\n"), "more.o", "tmi_state")

    def test_common_data_is_found(self):
        self.assert_found(self.library("int tmi_state;\n", ["-fcommon"]), "more.o", "tmi_state")


main()
