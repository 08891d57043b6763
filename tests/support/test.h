/* test.h: the test harness. A case is a function with a sentence for a name:
 *
 *     TEST(stale_id_is_found) {
 *         tmDiags *diags;
 *         MUST(tm_diags_create(&t->allocator, &diags));
 *         DEFER(tm_diags_destroy, diags);
 *         CHECK(tm_diags_count(diags) == 0);
 *     }
 *     TEST_MAIN(CASE(stale_id_is_found))
 *
 * The allocations of every case fail in turn, those of one chain of calls three times and then now
 * and then: the harness splits off a copy of the program in which it gets no memory. There the
 * first MUST or CHECK_STATUS that is given TM_ERR_MEMORY ends the case and the copy quietly, from
 * within any function: the DEFERs run, and what is still allocated is a failure, as is a lack of
 * memory that no status told of. That is why we have a harness of our own. What a DEFER names must
 * outlive the case: take structs from test_memory, not from the stack. */
#ifndef TM_TEST_H
#define TM_TEST_H

#include "trammel/trammel.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct tmTest tmTest;
typedef void tmTestFn(tmTest *t);
typedef void tmDeferFn(void *object);

#define TEST_DEFER_MAX 256

struct tmTest {
    tmAllocator allocator; /* counts, can be made to fail, and knows what is still out */
    const char *name;
    int64_t allocations; /* calls that asked for memory so far */
    int64_t fail_at;     /* the allocation that fails; 0: none */
    int64_t faults;      /* copies split off so far */
    int64_t out;         /* blocks that were not given back */
    bool splits;         /* copies are split off at allocations */
    bool injected;       /* the failure was delivered */
    bool noticed;        /* a status has told of it */
    bool failed;
    int checks;
    int defer_count;
    struct {
        tmDeferFn *call;
        void *object;
    } defers[TEST_DEFER_MAX];
};

typedef struct tmTestCase {
    const char *name;
    tmTestFn *run;
} tmTestCase;

#define TEST(name) static void name(tmTest *t)
#define CASE(name)                                                                                 \
    { #name, name }
#define TEST_MAIN(...)                                                                             \
    int main(int argc, char **argv) {                                                              \
        static const tmTestCase cases[] = {__VA_ARGS__};                                           \
        return test_main(argc, argv, cases, (int)(sizeof cases / sizeof cases[0]));                \
    }

/* Records a failure with what and where. Each returns whether the check held. */
bool test_check(tmTest *t, bool holds, const char *what, const char *file, int line);
bool test_near(tmTest *t, double found, double expected, double tolerance, const char *what,
               const char *file, int line);
bool test_text(tmTest *t, const char *found, const char *expected, const char *file, int line);
bool test_status(tmTest *t, tmStatus found, tmStatus expected, const char *what, const char *file,
                 int line);

/* CHECK goes on after a failure; REQUIRE and MUST end the function, which is mostly the case. */
#define CHECK(condition) test_check(t, (condition), #condition, __FILE__, __LINE__)
#define CHECK_NEAR(found, expected, tolerance)                                                     \
    test_near(t, (found), (expected), (tolerance), #found, __FILE__, __LINE__)
#define CHECK_TEXT(found, expected) test_text(t, (found), (expected), __FILE__, __LINE__)
#define CHECK_STATUS(call, expected) test_status(t, (call), (expected), #call, __FILE__, __LINE__)
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!CHECK(condition)) {                                                                   \
            return;                                                                                \
        }                                                                                          \
    } while (0)
#define MUST(call)                                                                                 \
    do {                                                                                           \
        if (!CHECK_STATUS(call, TM_OK)) {                                                          \
            return;                                                                                \
        }                                                                                          \
    } while (0)

/* Calls destroy(object) after the case, however it ends; last registered, first called. */
void test_defer(tmTest *t, tmDeferFn *call, void *object);
#define DEFER(destroy, object) test_defer(t, (tmDeferFn *)(void (*)(void))(destroy), (object))

/* Calls what was deferred after the first `keep` now, for cases that loop over many objects. */
void test_run_defers(tmTest *t, int keep);

/* Returns zeroed memory for the test itself, freed after the case; not subject to faults. */
void *test_memory(tmTest *t, size_t count, size_t size);

/* Random numbers, the same in every run: splitmix64 from a seed of the caller's. */
uint64_t test_random(uint64_t *state);
double test_uniform(uint64_t *state, double low, double high);
int32_t test_between(uint64_t *state, int32_t low, int32_t high); /* both included */

/* How many rounds a campaign has of `full`: a tenth where TEST_SHORT is set. tools/test.py sets it
 * for the sanitizers, under which a round costs five times as much and the code that many rounds
 * run is the code that few do. */
int32_t test_rounds(int32_t full);

/* Runs the cases whose name contains argv[1] (all without it) and prints `N passed, N failed`. With
 * a number as argv[2] only that allocation fails, in the program itself: for debuggers. */
int test_main(int argc, char **argv, const tmTestCase *cases, int count);

#endif
