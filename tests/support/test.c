/* test.c: the test harness; see test.h for what it promises. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <execinfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Which allocations fail: of the first FAULTS_ALL of a case those that the same chain of calls has
 * asked for less than FAULTS_ALIKE times before, and of all one in FAULTS_STEP: a prime, so that in
 * a loop each has its turn. With the address sanitizer, whose memory is spread wide, a copy of the
 * program costs ten times as much. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#endif
#ifdef SANITIZED
#define FAULTS_ALL 100
#define FAULTS_STEP 1009
#else
#define FAULTS_ALL 20000
#define FAULTS_STEP 101
#endif
#define FAULTS_ALIKE 3
#define CHAIN_MAX 64     /* calls that tell chains from each other */
#define CHAIN_SHORT 8    /* likewise where TEST_SHORT is set: what a module does for any caller */
#define CHAINS_MAX 16384 /* chains of a program; of those beyond only one in FAULTS_STEP fails */

static void say(tmTest *t, const char *file, int line) {
    t->failed = true;
    printf("%s:%d: in %s", file, line, t->name);
    if (t->fail_at) {
        printf(" with allocation %lld failing", (long long)t->fail_at);
    }
    printf(": ");
}

/* Less of the same: campaigns a tenth as long, a failing allocation for each place that asks. */
static bool is_short(void) {
    return getenv("TEST_SHORT") != NULL;
}

/* Counts the chains of calls by their hashes. Returns how often this one came before. */
static int times_before(void) {
    static struct {
        uint64_t hash;
        int times;
    } chains[CHAINS_MAX];
    void *calls[CHAIN_MAX];
    int count = backtrace(calls, is_short() ? CHAIN_SHORT : CHAIN_MAX);
    uint64_t hash = 1;
    for (int i = 0; i < count; i++) {
        hash = (hash ^ (uint64_t)(uintptr_t)calls[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    for (int i = 0; i < CHAINS_MAX; i++) {
        size_t at = (size_t)(hash + (uint64_t)i) % CHAINS_MAX;
        if (chains[at].times == 0 || chains[at].hash == hash) {
            chains[at].hash = hash;
            return chains[at].times++;
        }
    }
    return FAULTS_ALIKE;
}

static bool is_to_fail(const tmTest *t) {
    return t->allocations % FAULTS_STEP == 0 ||
           (t->allocations <= FAULTS_ALL && times_before() < (is_short() ? 1 : FAULTS_ALIKE));
}

/* Splits off a copy of the program in which this allocation fails, and waits for its end. Returns
 * true in the copy. What came before need not be run again, so that a case costs as many copies as
 * it has allocations, and no more. */
static bool is_failing_copy(tmTest *t) {
    if (!is_to_fail(t)) {
        return false;
    }
    fflush(stdout);
    pid_t copy = fork();
    if (copy == 0) {
        t->splits = false;
        t->fail_at = t->allocations;
        return true;
    }
    int status = 0;
    if (copy < 0 || waitpid(copy, &status, 0) != copy) {
        perror("cannot split off a copy for a failing allocation");
        exit(2);
    }
    t->faults++;
    if (status != 0) {
        say(t, t->name, 0);
        printf("failed when allocation %lld did, with %s %d\n", (long long)t->allocations,
               WIFSIGNALED(status) ? "signal" : "exit status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
        t->splits = false; /* one is enough */
    }
    return false;
}

static void *test_alloc(void *user, void *block, size_t old_size, size_t new_size) {
    tmTest *t = user;
    if (new_size == 0) {
        t->out -= block != NULL;
        free(block);
        return NULL;
    }
    if (++t->allocations == t->fail_at || (t->splits && is_failing_copy(t))) {
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

/* Ends a case and sees what it leaves behind. One that an allocation was refused to ends its
 * program as well, wherever it stands: without the leak check of the sanitizers, for `out` has
 * told. */
static void finish(tmTest *t) {
    test_run_defers(t, 0);
    if (t->out != 0) {
        say(t, t->name, 0);
        printf("%lld blocks were not freed\n", (long long)t->out);
    }
    if (t->injected && !t->noticed) {
        say(t, t->name, 0);
        printf("no status told of it\n");
    }
    if (!t->injected && t->checks == 0) {
        say(t, t->name, 0);
        printf("the case checks nothing\n");
    }
    if (t->injected) {
        fflush(stdout);
        _exit(t->failed);
    }
}

bool test_status(tmTest *t, tmStatus found, tmStatus expected, const char *what, const char *file,
                 int line) {
    t->checks++;
    if (found != expected) {
        if (found == TM_ERR_MEMORY && t->injected) {
            t->noticed = true;
            finish(t); /* as it should be */
        }
        say(t, file, line);
        printf("%s gave %s, not %s\n", what, tm_status_name(found), tm_status_name(expected));
    }
    return found == expected;
}

void test_defer(tmTest *t, tmDeferFn *call, void *object) {
    if (t->defer_count == TEST_DEFER_MAX) {
        printf("%s defers more than %d objects\n", t->name, TEST_DEFER_MAX);
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

int32_t test_rounds(int32_t full) {
    int32_t tenth = full / 10 > 0 ? full / 10 : 1;
    return is_short() ? tenth : full;
}

/* Runs the case; true when it passed. */
static bool run_case(const tmTestCase *test, int64_t fail_at, int64_t *faults) {
    /* tools/test.py sets it where two other builds already let every allocation fail. */
    bool splits = fail_at == 0 && !getenv("TEST_WITHOUT_FAULTS");
    tmTest t = {.name = test->name, .fail_at = fail_at, .splits = splits};
    t.allocator = (tmAllocator){test_alloc, &t};
    test->run(&t);
    finish(&t);
    *faults += t.faults;
    return !t.failed;
}

int test_main(int argc, char **argv, const tmTestCase *cases, int count) {
    int passed = 0;
    int failed = 0;
    int64_t faults = 0;
    int64_t fail_at = argc > 2 ? strtoll(argv[2], NULL, 10) : 0;
    for (int i = 0; i < count; i++) {
        if (argc > 1 && !strstr(cases[i].name, argv[1])) {
            continue;
        }
        if (run_case(&cases[i], fail_at, &faults)) {
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
