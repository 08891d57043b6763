"""Sees that the harness of the unit tests finds what it is there for: cases whose code goes wrong
when an allocation fails. Each program is linked with the harness of the build that the step made."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

BUILD = ROOT / "build" / "test"
# Takes three blocks; when one is refused, BAD is done before the others are given back.
PROGRAM = """#include "test.h"
#include <stdio.h>
static tmStatus take(tmAllocator a, char *blocks[3]) {
    for (int i = 0; i < 3; i++) {
        blocks[i] = a.alloc(a.user, NULL, 0, 8);
        if (!blocks[i]) {
            BAD;
            while (i-- > 0) {
                a.alloc(a.user, blocks[i], 8, 0);
            }
            return TM_ERR_MEMORY;
        }
    }
    return TM_OK;
}
TEST(takes_three_blocks) {
    char *blocks[3];
    MUST(take(t->allocator, blocks));
    CHECK(t->allocations == 3);
    for (int i = 0; i < 3; i++) {
        t->allocator.alloc(t->allocator.user, blocks[i], 8, 0);
    }
}
TEST(checks_nothing) {
    (void)t;
}
TEST_MAIN(CASE(takes_three_blocks)MORE)
"""


class Harness(ScriptTest):
    def outcome(self, bad, *words, more="", source=PROGRAM):
        source = self.write("test.c", source.replace("BAD", bad).replace("MORE", more))
        program = self.folder / "program"
        run("gcc", "-std=c17", "-Wno-unused-function", "-I", ROOT / "include", "-I",
            ROOT / "tests" / "support", source, BUILD / "tests" / "libtest_support.a",
            BUILD / "src" / "libtrammel.a", "-lm", "-o", program)
        return run(program, *words, check=False)

    def assert_fails(self, done, *texts):
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("0 passed, 1 failed", done.stdout)
        for text in texts:
            self.assertIn(text, done.stdout)

    def test_every_allocation_fails_once(self):
        done = self.outcome('printf("failed %d\\n", i)')
        self.assertEqual(done.stdout, "failed 0\nfailed 1\nfailed 2\n"
                         "3 allocation failures injected\n1 passed, 0 failed\n")

    def test_of_many_alike_few_fail_and_the_first_of_another_kind_does(self):
        ask = """void *block = t->allocator.alloc(t->allocator.user, NULL, 0, 8);
    CHECK_STATUS(block ? TM_OK : TM_ERR_{}, TM_OK);
    t->allocator.alloc(t->allocator.user, block, 8, 0);"""
        body = "for (int i = 0; i < 300; i++) {" + ask.format("MEMORY") + "}" + ask.format("LIMIT")
        done = self.outcome("", source=f'#include "test.h"\nTEST(asks) {{ {body} }}\n'
                            "TEST_MAIN(CASE(asks))")
        self.assert_fails(done, "with allocation 301 failing: block",
                          "6 allocation failures injected")  # 1, 2, 3, 101, 202, 301

    def test_one_allocation_fails_when_asked(self):
        done = self.outcome('printf("failed %d\\n", i)', "takes", "2")
        self.assertEqual((done.stdout, done.returncode), ("failed 1\n", 0))

    def test_failure_met_in_a_function_ends_the_case(self):
        source = PROGRAM.replace("MUST(take(t->allocator, blocks));",
                                 "helper(t, blocks); CHECK(blocks[2]);")
        source = source.replace("TEST(takes", "static void helper(tmTest *t, char *blocks[3]) {\n"
                                "    CHECK_STATUS(take(t->allocator, blocks), TM_OK);\n}\nTEST(takes")
        done = self.outcome("", source=source)
        self.assertIn("1 passed, 0 failed", done.stdout)

    def test_leak_is_found(self):
        self.assert_fails(self.outcome("if (i == 2) { return TM_ERR_MEMORY; }"),
                          "with allocation 3 failing: 2 blocks were not freed")

    def test_crash_is_found(self):
        self.assert_fails(self.outcome("if (i == 1) { *(volatile char *)blocks[i] = 1; }"),
                          "failed when allocation 2 did, with signal 11")

    def test_wrong_status_is_found(self):
        self.assert_fails(self.outcome("if (i == 0) { return TM_ERR_LIMIT; }"),
                          "with allocation 1 failing: take(t->allocator, blocks) gave TM_ERR_LIMIT")

    def test_failure_that_is_passed_over_is_found(self):
        self.assert_fails(self.outcome("if (i == 2) { return TM_OK; }"),
                          "with allocation 3 failing: no status told of it")

    def test_case_without_a_check_is_found(self):
        done = self.outcome("", more=", CASE(checks_nothing)")
        self.assertIn("1 passed, 1 failed", done.stdout)


main()
