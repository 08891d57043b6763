/* fuzz_coulomb.c: random problems of coupled bodies of every class, in plane and space, 10^5 or as
 * many as the argument says, from no known impulses: how many are solved, with how many
 * factorisations. What is solved must be, by the check; walls, pyramids, arches and chains always
 * are. */
#include "couplings.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT 100000

/* Part of all that may have no answer that is found: with friction nothing says that there is one.
 */
#define UNSOLVED_PART 0.01

static int32_t trials = COUNT;

typedef struct Tally {
    int32_t count, unsolved;
    int64_t factorisations;
} Tally;

static void try_one(tmTest *t, couplingScene *s, int32_t trial, uint64_t *seed, Tally *tally) {
    static double work[COUPLED_BODIES * 12 + 1];
    couplingClass kind = (couplingClass)(trial / 16 % COUPLED_CLASSES);
    bool space = trial % 2;
    int32_t size = test_between(seed, 1, kind == COUPLED_HEAP && space ? 3 : 4);
    coupling_random(s, kind, space, size, coupling_friction(trial / 2), seed);
    tmiCoulombInfo info;
    tmiCoulombProblem problem = coupling_problem(s);
    tmStatus status = coupling_solve(s, 1000, &info);
    if (status != TM_ERR_NOT_CONVERGED && !CHECK_STATUS(status, TM_OK)) {
        return;
    }
    double residual = tmi_coulomb_residual(&problem, s->impulse, work);
    CHECK((residual <= TMI_COULOMB_ACCEPT) == (status == TM_OK));
    Tally *own = &tally[2 * kind + space];
    own->count++;
    own->unsolved += status != TM_OK;
    own->factorisations += info.factorisations;
}

TEST(classes) {
    Tally tally[2 * COUPLED_CLASSES] = {{0}};
    couplingScene *s = coupling_make(t);
    uint64_t seed = 11;
    int32_t unsolved = 0;
    for (int32_t trial = 0; trial < trials; trial++) {
        try_one(t, s, trial, &seed, tally);
    }
    for (int32_t k = 0; k < 2 * COUPLED_CLASSES; k++) {
        couplingClass kind = (couplingClass)(k / 2);
        const Tally *own = &tally[k];
        printf("%-8s %s: %d of %d not solved, %.1f factorisations each\n", coupling_name(kind),
               k % 2 ? "in space" : "in the plane", own->unsolved, own->count,
               own->count > 0 ? (double)own->factorisations / own->count : 0.0);
        CHECK(own->unsolved == 0 || kind == COUPLED_HEAP || kind == COUPLED_TOWER);
        unsolved += own->unsolved;
    }
    CHECK(unsolved <= UNSOLVED_PART * trials);
}

int main(int argc, char **argv) {
    static const tmTestCase cases[] = {CASE(classes)};
    trials = argc > 1 ? atoi(argv[1]) : COUNT;
    return test_main(1, argv, cases, 1);
}
