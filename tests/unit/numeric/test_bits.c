/* test_bits.c: the hash of all kernels: its arguments, its memory, its independence of order. The
 * comparison of compilers, levels and WebAssembly is in tests/bits. */
#include "test.h"

/* A host that runs the tasks backwards. */
static void run_backwards(void *user, int32_t count, tmTask *task, void *context) {
    (void)user;
    for (int32_t i = count - 1; i >= 0; i--) {
        task(context, i);
    }
}

TEST(standard_problems_give_the_bits_of_this_version) {
    uint64_t hash = 0;
    MUST(tm_bits_hash(NULL, NULL, TM_BITS_PROBLEMS, TM_BITS_SEED, &hash));
    CHECK(hash == TM_BITS_EXPECTED);
}

TEST(order_of_the_tasks_does_not_matter) {
    uint64_t forwards = 0, backwards = 0;
    const tmParallel host = {run_backwards, NULL};
    MUST(tm_bits_hash(NULL, NULL, 333, 7, &forwards));
    MUST(tm_bits_hash(NULL, &host, 333, 7, &backwards));
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
    MUST(tm_bits_hash(NULL, NULL, 10, 1, &a));
    MUST(tm_bits_hash(NULL, NULL, 10, 2, &b));
    MUST(tm_bits_hash(NULL, NULL, 11, 1, &c));
    MUST(tm_bits_hash(NULL, NULL, 0, 1, &none));
    CHECK(a != b && a != c && b != c && none != a);
}

TEST(nonsense_gets_a_status) {
    uint64_t hash = 42;
    CHECK_STATUS(tm_bits_hash(NULL, NULL, -1, 1, &hash), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_bits_hash(NULL, NULL, 1, 1, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tm_bits_hash(NULL, NULL, TM_BITS_LIMIT + 1, 1, &hash), TM_ERR_LIMIT);
    CHECK(hash == 42);
}

TEST_MAIN(CASE(standard_problems_give_the_bits_of_this_version),
          CASE(order_of_the_tasks_does_not_matter), CASE(every_failed_allocation_is_reported),
          CASE(seed_and_count_change_the_hash), CASE(nonsense_gets_a_status))
