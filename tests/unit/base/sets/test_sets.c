/* test_sets.c: disjoint sets against sets that are merged one by one. */
#include "base/base.h"
#include "test.h"

#define COUNT 60

/* The slow way: everything of one set is given the other's number. */
static void merge(int32_t *number, int32_t a, int32_t b) {
    const int32_t from = number[a], to = number[b];
    for (int32_t i = 0; i < COUNT; i++) {
        number[i] = number[i] == from ? to : number[i];
    }
}

TEST(what_hangs_together_has_one_root) {
    uint64_t state = 7;
    for (int round = 0; round < 40; round++) {
        int32_t parent[COUNT], number[COUNT];
        for (int32_t i = 0; i < COUNT; i++) {
            parent[i] = number[i] = i;
        }
        for (int k = 0; k < round + 10; k++) {
            int32_t a = test_between(&state, 0, COUNT - 1), b = test_between(&state, 0, COUNT - 1);
            parent[tmi_root_of(parent, a)] = tmi_root_of(parent, b);
            merge(number, a, b);
        }
        for (int32_t i = 0; i < COUNT; i++) {
            CHECK(tmi_root_of(parent, tmi_root_of(parent, i)) == tmi_root_of(parent, i));
            for (int32_t j = 0; j < i; j++) {
                CHECK((tmi_root_of(parent, i) == tmi_root_of(parent, j)) ==
                      (number[i] == number[j]));
            }
        }
    }
}

TEST_MAIN(CASE(what_hangs_together_has_one_root))
