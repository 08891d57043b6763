/* test.c: the test harness; see test.h for what it promises. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A case that still meets its injected failure after so many runs is taken for endless. */
#define FAULT_RUNS_MOST 20000

static void *test_alloc(void *user, void *block, size_t old_size, size_t new_size) {
    tmTest *t = user;
    if (new_size == 0) {
        t->out -= block != NULL;
        free(block);
        return NULL;
    }
    if (++t->allocations == t->fail_at) {
        t->injected = true;
        return NULL;
    }
    /* Always moved, and filled with rubbish, so that a stale pointer or a missing zero shows. */
    void *moved = malloc(new_size);
    if (!moved) {
        abort();
    }
    memset(moved, 0xa5, new_size);
    if (block) {
        memcpy(moved, block, old_size < new_size ? old_size : new_size);
        free(block);
    } else {
        t->out++;
    }
    return moved;
}

static void say(tmTest *t, const char *file, int line) {
    t->failed = true;
    printf("%s:%d: in %s", file, line, t->name);
    if (t->fail_at) {
        printf(" with allocation %lld failing", (long long)t->fail_at);
    }
    printf(": ");
}

bool test_check(tmTest *t, bool holds, const char *what, const char *file, int line) {
    t->checks++;
    if (!holds) {
        say(t, file, line);
        printf("not true: %s\n", what);
    }
    return holds;
}

bool test_near(tmTest *t, double found, double expected, double tolerance, const char *what,
               const char *file, int line) {
    bool holds = fabs(found - expected) <= tolerance;
    t->checks++;
    if (!holds) {
        say(t, file, line);
        printf("%s is %.17g, not %.17g within %g\n", what, found, expected, tolerance);
    }
    return holds;
}

bool test_text(tmTest *t, const char *found, const char *expected, const char *file, int line) {
    bool holds = found && strcmp(found, expected) == 0;
    t->checks++;
    if (!holds) {
        say(t, file, line);
        printf("text differs\n--- found\n%s\n--- expected\n%s\n", found ? found : "(null)",
               expected);
    }
    return holds;
}

bool test_status(tmTest *t, tmStatus found, tmStatus expected, const char *what, const char *file,
                 int line) {
    t->checks++;
    if (found != expected) {
        say(t, file, line);
        printf("%s gave %s, not %s\n", what, tm_status_name(found), tm_status_name(expected));
    }
    return found == expected;
}

bool test_must(tmTest *t, tmStatus status, const char *what, const char *file, int line) {
    if (status == TM_ERR_MEMORY && t->injected) {
        return false; /* as it should be: the case ends here */
    }
    return test_status(t, status, TM_OK, what, file, line);
}

void test_defer(tmTest *t, tmDeferFn *call, void *object) {
    if (t->defer_count == TEST_DEFER_MOST) {
        printf("%s defers more than %d objects\n", t->name, TEST_DEFER_MOST);
        exit(2);
    }
    t->defers[t->defer_count].call = call;
    t->defers[t->defer_count++].object = object;
}

void test_run_defers(tmTest *t, int keep) {
    while (t->defer_count > keep) {
        t->defer_count--;
        t->defers[t->defer_count].call(t->defers[t->defer_count].object);
    }
}

void *test_memory(tmTest *t, size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        abort();
    }
    test_defer(t, free, memory);
    return memory;
}

uint64_t test_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

double test_uniform(uint64_t *state, double low, double high) {
    return low + (high - low) * ((double)(test_random(state) >> 11) * 0x1p-53);
}

int32_t test_between(uint64_t *state, int32_t low, int32_t high) {
    return low + (int32_t)(test_random(state) % (uint64_t)((int64_t)high - low + 1));
}

/* Runs the case once; true when it passed. */
static bool run_once(const tmTestCase *test, int64_t fail_at, tmTest *t) {
    *t = (tmTest){.name = test->name, .fail_at = fail_at};
    t->allocator = (tmAllocator){test_alloc, t};
    test->run(t);
    test_run_defers(t, 0);
    if (t->out != 0) {
        say(t, test->name, 0);
        printf("%lld blocks were not freed\n", (long long)t->out);
    }
    if (!fail_at && t->checks == 0) {
        say(t, test->name, 0);
        printf("the case checks nothing\n");
    }
    return !t->failed;
}

static bool run_case(const tmTestCase *test, int64_t *faults) {
    tmTest t;
    bool passed = run_once(test, 0, &t);
    bool allocates = t.allocations > 0;
    for (int64_t fail_at = 1; passed && allocates; fail_at++) {
        if (fail_at > FAULT_RUNS_MOST) {
            printf("%s: more than %d allocations to fail\n", test->name, FAULT_RUNS_MOST);
            return false;
        }
        passed = run_once(test, fail_at, &t);
        *faults += t.injected;
        if (!t.injected) {
            break;
        }
    }
    return passed;
}

int test_main(int argc, char **argv, const tmTestCase *cases, int count) {
    int passed = 0;
    int failed = 0;
    int64_t faults = 0;
    for (int i = 0; i < count; i++) {
        if (argc > 1 && !strstr(cases[i].name, argv[1])) {
            continue;
        }
        if (run_case(&cases[i], &faults)) {
            passed++;
        } else {
            failed++;
            printf("FAILED %s\n", cases[i].name);
        }
    }
    printf("%lld allocation failures injected\n", (long long)faults);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0 || passed == 0;
}
