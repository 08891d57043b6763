/* test_ordering.c: orders of elimination are permutations, give little fill, no more than AMD's by
 * a fifth, none where none is needed, and cost little on patterns that are traps. */
#include "numeric/numeric.h"
#include "sparse_problems.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <suitesparse/amd.h>
#include <suitesparse/ldl.h>

/* Entries of L below the diagonal for this order, counted by SuiteSparse's LDL, which reads the
 * upper triangle by columns: our lower triangle by rows is the same arrays. */
static int64_t fill_of(const tmiPattern *a, const int32_t *order) {
    size_t n = (size_t)a->rows + 1;
    size_t entries = 2 * (size_t)tmi_pattern_entries(a);
    int *memory = calloc(7 * n + entries, sizeof *memory);
    if (!memory) {
        abort();
    }
    int *lp = memory, *parent = lp + n, *lnz = parent + n, *flag = lnz + n, *place = flag + n;
    int *given = place + n, *start = given + n, *index = start + n;
    memcpy(given, order, (n - 1) * sizeof *given);
    /* LDL skips entries that the permutation puts below the diagonal, so it needs both halves. */
    for (int32_t pass = 0; pass < 2; pass++) {
        for (int32_t i = 0; i < a->rows; i++) {
            for (int32_t p = a->start[i]; p < a->start[i + 1]; p++) {
                int32_t j = a->index[p];
                if (pass == 0) {
                    start[i + 1]++;
                    start[j + 1] += i != j;
                } else {
                    index[start[i]++] = j;
                    if (i != j) {
                        index[start[j]++] = i;
                    }
                }
            }
        }
        for (int32_t i = 0; i < a->rows && pass == 0; i++) {
            start[i + 1] += start[i];
        }
    }
    memmove(start + 1, start, (n - 1) * sizeof *start);
    start[0] = 0;
    ldl_symbolic(a->rows, start, index, lp, parent, lnz, flag, given, place);
    int64_t fill = lp[a->rows];
    free(memory);
    return fill;
}

static bool is_permutation(const int32_t *order, int32_t n) {
    bool *seen = calloc((size_t)n + 1, sizeof *seen);
    bool holds = true;
    for (int32_t k = 0; seen && holds && k < n; k++) {
        holds = order[k] >= 0 && order[k] < n && !seen[order[k]];
        seen[holds ? order[k] : n] = true;
    }
    free(seen);
    return holds;
}

static tmiArena *test_arena(tmTest *t) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    return arena;
}

static sparseProblem *symmetric(tmTest *t, const char *kind, int32_t n, uint64_t seed) {
    sparseProblem *problem = sparse_problem_symmetric(kind, n, seed);
    DEFER(sparse_problem_destroy, problem);
    return problem;
}

/* Orders the problem and puts its fill. */
static tmStatus our_fill(tmTest *t, const sparseProblem *problem, int64_t *fill) {
    int32_t n = problem->pattern.rows;
    int32_t *order = test_memory(t, (size_t)n, sizeof *order);
    tmStatus status = tmi_ordering_find(test_arena(t), &problem->pattern, order);
    if (status == TM_OK) {
        CHECK(is_permutation(order, n));
        *fill = fill_of(&problem->pattern, order);
    }
    return status;
}

TEST(trees_chains_stars_and_combs_have_no_fill) {
    const char *kinds[] = {"diagonal", "chain", "tree", "star", "arrow", "comb"};
    for (int k = 0; k < 6; k++) {
        sparseProblem *problem = symmetric(t, kinds[k], 300, 1);
        int64_t fill = 0;
        MUST(our_fill(t, problem, &fill));
        CHECK(fill == tmi_pattern_entries(&problem->pattern) - 300);
    }
}

TEST(ring_has_the_least_possible_fill) {
    /* n edges, and one more for each but the last three eliminations: 2 n - 3 in all. */
    int64_t fill = 0;
    MUST(our_fill(t, symmetric(t, "ring", 100, 1), &fill));
    CHECK(fill == 2 * 100 - 3);
}

TEST(ladder_of_n_rungs_has_no_more_than_four_entries_a_rung) {
    /* Along the ladder, a rung's first end sees its other end and two of the next rung's, the other
     * end those two: 2 + 2 entries after the first. */
    int64_t fill = 0;
    MUST(our_fill(t, symmetric(t, "ladder", 1000, 1), &fill));
    CHECK(fill <= 4 * 1000);
}

TEST(fill_is_within_a_fifth_of_suitesparse_amd) {
    const struct {
        const char *kind;
        int32_t n;
    } cases[] = {{"random", 30}, {"random", 100}, {"random", 400}, {"grid", 10},
                 {"grid", 30},   {"grid", 60},    {"ladder", 200}, {"chain", 500},
                 {"tree", 500},  {"arrow", 500},  {"comb", 500}};
    int64_t ours_all = 0;
    int64_t theirs_all = 0;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        for (uint64_t seed = 1; seed <= 3; seed++) {
            sparseProblem *problem = symmetric(t, cases[c].kind, cases[c].n, seed);
            int32_t n = problem->pattern.rows;
            int *theirs = test_memory(t, (size_t)n, sizeof *theirs);
            int result = amd_order(n, problem->start, problem->index, theirs, NULL, NULL);
            CHECK(result == AMD_OK || result == AMD_OK_BUT_JUMBLED);
            int64_t a = 0;
            MUST(our_fill(t, problem, &a));
            int64_t b = fill_of(&problem->pattern, theirs);
            CHECK(a <= b + b / 5);
            ours_all += a;
            theirs_all += b;
            test_run_defers(t, 0);
        }
    }
    CHECK(ours_all <= theirs_all + theirs_all / 10);
}

TEST(mechanisms_have_no_more_fill_than_amd_gives_them) {
    const char *kinds[] = {"chain", "closed", "ladder", "fourbars"};
    for (int k = 0; k < 4; k++) {
        sparseProblem *j = sparse_problem_jacobian(kinds[k], 100, 7);
        sparseProblem *kkt = sparse_problem_kkt(j, 8);
        DEFER(sparse_problem_destroy, j);
        DEFER(sparse_problem_destroy, kkt);
        int *theirs = test_memory(t, (size_t)kkt->pattern.rows, sizeof *theirs);
        amd_order(kkt->pattern.rows, kkt->start, kkt->index, theirs, NULL, NULL);
        int64_t a = 0, b = fill_of(&kkt->pattern, theirs);
        MUST(our_fill(t, kkt, &a));
        CHECK(a <= b + b / 5);
    }
}

TEST(same_pattern_gives_the_same_order) {
    sparseProblem *problem = symmetric(t, "random", 200, 9);
    tmiArena *arena = test_arena(t);
    int32_t *a = test_memory(t, 200, sizeof *a);
    int32_t *b = test_memory(t, 200, sizeof *b);
    MUST(tmi_ordering_find(arena, &problem->pattern, a));
    /* The second run meets an arena full of the first run's remains. */
    MUST(tmi_ordering_find(arena, &problem->pattern, b));
    CHECK(is_permutation(a, 200));
    CHECK(memcmp(a, b, 200 * sizeof *a) == 0);
}

TEST(dense_row_is_put_last) {
    /* A ladder with one more unknown that is next to all: degree 2000 against a bound of 447. */
    sparseEntries e = {.rows = 2001, .cols = 2001};
    for (int32_t i = 0; i < 2000; i++) {
        sparse_entries_add_lower(&e, i + 1, 0, 1.0);
        if (i > 1) {
            sparse_entries_add_lower(&e, i + 1, i - 1, 1.0);
        }
        if (i % 2) {
            sparse_entries_add_lower(&e, i + 1, i, 1.0);
        }
    }
    sparseProblem *problem = sparse_problem_create(&e);
    DEFER(sparse_problem_destroy, problem);
    tmiArena *arena = test_arena(t);
    int32_t *order = test_memory(t, 2001, sizeof *order);
    MUST(tmi_ordering_find(arena, &problem->pattern, order));
    CHECK(is_permutation(order, 2001));
    CHECK(order[2000] == 0);
    CHECK(fill_of(&problem->pattern, order) <= 4 * 1000 + 2000);
}

TEST(storage_is_compacted_when_fill_is_heavy) {
    /* Dense enough that elements outgrow the spare room again and again. */
    sparseEntries e = {.rows = 400, .cols = 400};
    uint64_t seed = 5;
    for (int32_t k = 0; k < 1600; k++) {
        int32_t i = test_between(&seed, 1, 399);
        sparse_entries_add_lower(&e, i, test_between(&seed, 0, i - 1), 1.0);
    }
    sparseProblem *problem = sparse_problem_create(&e);
    DEFER(sparse_problem_destroy, problem);
    int *theirs = test_memory(t, 400, sizeof *theirs);
    amd_order(400, problem->start, problem->index, theirs, NULL, NULL);
    int64_t a = 0, b = fill_of(&problem->pattern, theirs);
    MUST(our_fill(t, problem, &a));
    CHECK(a <= b + b / 5);
}

TEST(empty_and_single_patterns_are_ordered) {
    tmiArena *arena = test_arena(t);
    int32_t start[2] = {0, 0};
    int32_t order = 7;
    tmiPattern none = {0, 0, start, NULL};
    MUST(tmi_ordering_find(arena, &none, NULL));
    tmiPattern one = {1, 1, start, NULL};
    MUST(tmi_ordering_find(arena, &one, &order));
    CHECK(order == 0);
}

TEST(bad_patterns_get_a_status) {
    tmiArena *arena = test_arena(t);
    int32_t order[3] = {7, 7, 7};
    int32_t start[4] = {0, 1, 2, 4};
    int32_t index[4] = {0, 1, 0, 2};
    tmiPattern good = {3, 3, start, index};
    CHECK_STATUS(tmi_ordering_find(NULL, &good, order), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ordering_find(arena, NULL, order), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ordering_find(arena, &good, NULL), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ordering_find(arena, &(tmiPattern){-1, -1, start, index}, order),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ordering_find(arena, &(tmiPattern){3, 3, NULL, index}, order),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ordering_find(arena, &(tmiPattern){3, 3, start, NULL}, order),
                 TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_ordering_find(arena, &(tmiPattern){3, 4, start, index}, order), TM_ERR_SHAPE);
    CHECK_STATUS(tmi_ordering_find(arena, &(tmiPattern){1 << 25, 1 << 25, start, index}, order),
                 TM_ERR_LIMIT);
    CHECK(order[0] == 7 && order[1] == 7 && order[2] == 7);
}

TEST(bad_indices_and_starts_get_a_status) {
    const struct {
        int32_t start[4];
        int32_t index[4];
    } bad[] = {
        {{0, 1, 2, 4}, {0, 1, 2, 0}},  /* unsorted */
        {{0, 1, 2, 4}, {0, 1, 1, 1}},  /* double */
        {{0, 1, 2, 4}, {0, 1, 0, 3}},  /* out of range */
        {{0, 1, 2, 4}, {0, 1, -1, 2}}, /* negative */
        {{0, 1, 2, 4}, {0, 2, 0, 2}},  /* above the diagonal */
        {{0, 2, 1, 4}, {0, 1, 0, 2}},  /* starts descend */
        {{1, 1, 2, 4}, {0, 1, 0, 2}},  /* starts late */
        {{0, 1, 2, -4}, {0, 1, 0, 2}}, /* ends before it starts */
    };
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        tmiPattern pattern = {3, 3, bad[k].start, bad[k].index};
        CHECK_STATUS(tmi_pattern_check_lower(&pattern), TM_ERR_ARGUMENT);
    }
    int32_t huge[2] = {0, TMI_SPARSE_ENTRY_LIMIT + 1};
    int32_t one = 0;
    CHECK_STATUS(tmi_pattern_check(&(tmiPattern){1, 1, huge, &one}), TM_ERR_LIMIT);
}

TEST_MAIN(CASE(trees_chains_stars_and_combs_have_no_fill), CASE(ring_has_the_least_possible_fill),
          CASE(ladder_of_n_rungs_has_no_more_than_four_entries_a_rung),
          CASE(fill_is_within_a_fifth_of_suitesparse_amd),
          CASE(mechanisms_have_no_more_fill_than_amd_gives_them),
          CASE(same_pattern_gives_the_same_order), CASE(dense_row_is_put_last),
          CASE(storage_is_compacted_when_fill_is_heavy),
          CASE(empty_and_single_patterns_are_ordered), CASE(bad_patterns_get_a_status),
          CASE(bad_indices_and_starts_get_a_status))
