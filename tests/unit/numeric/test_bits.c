/* test_bits.c: the hash of all kernels: its arguments, its memory, its independence of order. The
 * comparison of compilers, levels and WebAssembly is in tests/bits; that the standard problems give
 * the bits of this version is the ctest case cli.bits. */
#include "test.h"

#define PROBLEMS 50 /* several batches, the last of them not full */

/* A host that runs the tasks backwards. */
static void run_backwards(void *user, int32_t count, tmTask *task, void *context) {
    (void)user;
    for (int32_t i = count - 1; i >= 0; i--) {
        task(context, i);
    }
}

TEST(order_of_the_tasks_does_not_matter) {
    uint64_t forwards = 0, backwards = 0;
    const tmParallel host = {run_backwards, NULL};
    MUST(tm_bits_hash(&t->allocator, NULL, PROBLEMS, 7, &forwards));
    MUST(tm_bits_hash(&t->allocator, &host, PROBLEMS, 7, &backwards));
    CHECK(forwards == backwards);
}

TEST(every_failed_allocation_is_reported) {
    uint64_t hash = 42;
    tmStatus status = tm_bits_hash(&t->allocator, NULL, 20, 1, &hash);
    CHECK(status == TM_OK || hash == 42);
    MUST(status);
    CHECK(hash != 42);
}

TEST(seed_and_count_change_the_hash) {
    uint64_t a = 0, b = 0, c = 0, none = 0;
    MUST(tm_bits_hash(&t->allocator, NULL, 10, 1, &a));
    MUST(tm_bits_hash(&t->allocator, NULL, 10, 2, &b));
    MUST(tm_bits_hash(&t->allocator, NULL, 11, 1, &c));
    MUST(tm_bits_hash(&t->allocator, NULL, 0, 1, &none));
    CHECK(a != b && a != c && b != c && none != a);
}

TEST(nonsense_gets_a_status) {
    uint64_t hash = 42;
    CHECK_STATUS(tm_bits_hash(&t->allocator, NULL, -1, 1, &hash), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_bits_hash(&t->allocator, NULL, 1, 1, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_bits_hash(&t->allocator, NULL, TM_BITS_LIMIT + 1, 1, &hash), TM_ERR_LIMIT);
    CHECK(hash == 42);
}

TEST_MAIN(CASE(order_of_the_tasks_does_not_matter), CASE(every_failed_allocation_is_reported),
          CASE(seed_and_count_change_the_hash), CASE(nonsense_gets_a_status))
