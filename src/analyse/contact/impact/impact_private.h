/* impact_private.h: what the files of this room share. */
#ifndef TMI_IMPACT_PRIVATE_H
#define TMI_IMPACT_PRIVATE_H

#include "analyse/contact/impact/impact.h"

/* An impact while it is computed. Arrays have a number for each row, but `held`, `which` and
 * `restitution`, which have one for each contact. */
typedef struct tmiImpactRun {
    const tmiImpact *impact;
    int32_t rows, width; /* of all, and of a contact: 1 + tangents */
    double *sum;         /* impulses so far */
    double *rate;        /* u0 + W sum */
    double *restitution; /* e, as it is tried */
    double *b, *answer;  /* of a problem */
    double *full;        /* its answer, in the places of all rows */
    double *change;      /* scratch: W times something */
    double *kept, *best; /* sums to come back to */
    double *held;
    int32_t *which;
    double tolerance; /* an approach below this counts as zero [m/s] */
    int32_t rounds;
    bool is_crowded;
} tmiImpactRun;

/* ---- impact_law.c ---------------------------------------------------------------------------- */

/* Adds to run->sum the impulses of the law for the contacts run->which from run->rate on, which it
 * moves along. */
tmStatus tmi_impact_apply(tmiImpactRun *run, int32_t count);

/* The same without restitution. */
tmStatus tmi_impact_compress(tmiImpactRun *run, int32_t count);

/* run->rate from run->sum. */
void tmi_impact_rates(tmiImpactRun *run);

/* The energy that the impulses run->sum add, and in *scale the sum of its terms' magnitudes [J].
 * run->rate must be theirs. */
double tmi_impact_energy(const tmiImpactRun *run, double *scale);

#endif
