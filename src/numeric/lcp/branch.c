/* branch.c: branch and bound over the complementary pairs of a small problem: finds a solution if
 * there is one, whatever M is like, or the solution of least objective.
 *
 * A node fixes z_i = 0 or w_i = 0 for some pairs; its relaxation (relax.c) leaves the product of
 * the others free. If it has no point, there is no solution below; if its objective is not better
 * than the best so far, none is wanted. Otherwise the pair with the largest min(z_i, w_i) is split,
 * the likelier side first: the usual method for linear and convex programs with complementarity
 * constraints. 2^n nodes at worst. */
#include "numeric/lcp/lcp_run.h"

#include <math.h>
#include <string.h>

/* Default bound on the nodes. */
#define NODES 100000

/* Part of the best objective [1] that another must be better by: less is rounding. */
#define OBJECTIVE_BETTER 1e-9

tmiLcpRoom tmi_lcp_branch_room(int32_t n) {
    tmiLcpRoom relax = tmi_lcp_relax_room(n), basis = tmi_lcp_basis_room(n);
    size_t k = (size_t)n;
    return (tmiLcpRoom){k + (relax.doubles > basis.doubles ? relax.doubles : basis.doubles),
                        3 * k + (relax.ints > basis.ints ? relax.ints : basis.ints)};
}

typedef struct Branch {
    tmiLcpRun *run;
    int32_t *side;
    int32_t *path;    /* split pairs, from the root */
    int32_t *flipped; /* whether the second side of each is being searched */
    int32_t depth;
    double *best, *work;
    int32_t *ints;
    double min; /* objective of `best` */
    bool found, objective;
} Branch;

/* The pair to split; -1 when none is left. */
static int32_t widest_pair(const Branch *b) {
    tmiLcpRun *run = b->run;
    double max = -INFINITY;
    int32_t found = -1;
    tmi_lcp_slack(&run->p, run->z, run->w);
    for (int32_t i = 0; i < run->n; i++) {
        double less = run->z[i] < run->w[i] ? run->z[i] : run->w[i];
        if (b->side[i] == TMI_LCP_FREE && less > max) {
            max = less;
            found = i;
        }
    }
    return found;
}

static bool is_better(const Branch *b, double value) {
    return !b->found || value < b->min - OBJECTIVE_BETTER * (fabs(b->min) + fabs(value));
}

/* Keeps run->z if it is the best solution so far. */
static void keep(Branch *b) {
    double value = tmi_lcp_objective(b->run, b->run->z);
    if (is_better(b, value)) {
        memcpy(b->best, b->run->z, (size_t)b->run->n * sizeof *b->best);
        b->min = value;
        b->found = true;
    }
}

/* Examines the present node. True when it was split: the next one is its first child. */
static bool descend(Branch *b) {
    tmiLcpRun *run = b->run;
    double bound, accept = run->settings->accept;
    if (!tmi_lcp_relax(run, b->side, b->work, b->ints, &bound) || !is_better(b, bound)) {
        return false;
    }
    int32_t i = widest_pair(b);
    int32_t first = i >= 0 && run->z[i] < run->w[i] ? TMI_LCP_LOW : TMI_LCP_HIGH;
    bool solved = tmi_lcp_residual(&run->p, run->z) <= accept;
    if (solved && b->objective) {
        keep(b);
    }
    /* The final solve sharpens a solution or finds one nearby, though not of least objective. */
    if (!(solved && b->objective) && tmi_lcp_polish(run, NULL, b->work, b->ints) <= accept) {
        keep(b);
    }
    /* A point of least objective that solves the problem ends the search below it. */
    if ((solved && bound > -INFINITY) || i < 0) {
        return false;
    }
    b->side[i] = first;
    b->path[b->depth] = i;
    b->flipped[b->depth++] = 0;
    return true;
}

/* Goes on to the next node that was not examined; false when there is none. */
static bool backtrack(Branch *b) {
    while (b->depth > 0) {
        int32_t i = b->path[b->depth - 1];
        if (!b->flipped[b->depth - 1]) {
            b->flipped[b->depth - 1] = 1;
            b->side[i] = b->side[i] == TMI_LCP_LOW ? TMI_LCP_HIGH : TMI_LCP_LOW;
            return true;
        }
        b->side[i] = TMI_LCP_FREE;
        b->depth--;
    }
    return false;
}

tmiLcpOutcome tmi_lcp_branch(tmiLcpRun *run) {
    size_t n = (size_t)run->n;
    Branch b = {.run = run, .side = run->ints, .best = run->work, .min = INFINITY};
    b.path = b.side + n;
    b.flipped = b.path + n;
    b.ints = b.flipped + n;
    b.work = b.best + n;
    b.objective = run->h.data || run->c;
    int32_t max = run->settings->steps > 0 ? run->settings->steps : NODES;
    if (run->started) {
        if (tmi_lcp_polish(run, NULL, b.work, b.ints) <= run->settings->accept) {
            keep(&b);
        }
    }
    for (int32_t i = 0; i < run->n; i++) {
        b.side[i] = TMI_LCP_FREE;
    }
    bool more = b.objective || !b.found;
    while (more && run->info.steps < max) {
        run->info.steps++;
        more = (descend(&b) || backtrack(&b)) && (b.objective || !b.found);
    }
    memset(run->z, 0, n * sizeof *run->z);
    if (b.found) {
        memcpy(run->z, b.best, n * sizeof *run->z);
    }
    return more ? TMI_LCP_LIMIT : b.found ? TMI_LCP_SOLVED : TMI_LCP_NONE;
}
