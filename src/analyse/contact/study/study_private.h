/* study_private.h: what the files of this room share. */
#ifndef TMI_STUDY_PRIVATE_H
#define TMI_STUDY_PRIVATE_H

#include "analyse/contact/solve/solve.h"
#include "analyse/contact/study/study.h"
#include "numeric/lcp/lcp.h"

struct tmiStudy {
    tmiContactEngine *engine;
    tmContactModel model; /* that makes the step */
    bool takes_all;       /* facets however far: tmSimulateInfo */
    int32_t *vertex_of;   /* of each contact: the vertex that meets it, by number */
    int32_t vertex_capacity;
};

/* ---- study_rows.c ---------------------------------------------------------------------------- */

/* Sets the margin of the search, so that all facets within reach are found. */
void tmi_study_widen(tmiContactEngine *c);

/* Makes contacts of all vertices near pieces with the facets that the model takes, where the pieces
 * are at the start. */
tmStatus tmi_study_rows(tmiStudy *study);

/* Adds a contact; its pair gets it as its last. */
tmStatus tmi_study_add(tmiContactEngine *c, int32_t pair, const tmiContactPoint *at);

/* Adds the limits of joints that have less room than this as the bodies are placed [m]. */
tmStatus tmi_study_limits(tmiStudy *study, double room);

/* ---- study_correction.c ---------------------------------------------------------------------- */

/* Pushes apart what overlaps where the bodies went freely: puts the velocities that take them there
 * into `velocity` of the step, and those that they have then into `after`. */
tmStatus tmi_study_correct(tmiStudy *study, double *after);

/* ---- study_vertex.c -------------------------------------------------------------------------- */

/* Solves an island of vertices and facets, a tmiIslandSolver of a study; TM_ERR_NOT_CONVERGED where
 * it cannot, TM_ERR_LIMIT where it is too large to try. */
tmStatus tmi_study_solve(void *user, const int32_t *which, int32_t count);

/* The system of an island as a linear complementarity problem. Rates of gaps and slips are
 * (g, s) = W (p, t) + b as tmiContactIsland has them, psi = h g of [NT] (11); c and d are rates,
 * too. Rows are numbered (S1) to (S7) in study_vertex.c. Contacts of one vertex follow each other.
 */
typedef struct tmiStudySystem {
    bool literal; /* (S3) to (S5), with the dummy variable; else (S2) */
    int32_t count;
    const double *w, *b, *friction;
    const int32_t *vertex; /* of each contact */
} tmiStudySystem;

/* Where the unknowns of a contact are; -1: it has none. */
typedef struct tmiStudyPlaces {
    int32_t base;   /* the contact that is facet 1 of its vertex */
    int32_t c, d;   /* what its gap adds to the largest before it; max(-psi, 0) */
    int32_t lambda; /* its normal impulse */
    int32_t beta;   /* its impulses across, up, and down at the next place; the slip after them */
    int32_t e;      /* the dummy variable, of facet 1 */
} tmiStudyPlaces;

/* Numbers the unknowns, and returns how many there are: 2 n - 1 or 3 n for n facets of a vertex,
 * and 3 more for each with friction. Facet 1 is the one of the largest gap; where the vertex ends
 * up inside, the one to which it returns with least energy: Lemke's method then finds its way. */
int32_t tmi_study_number(const tmiStudySystem *system, tmiStudyPlaces *places);

/* Puts the problem of `order` unknowns into m, by rows, and q. */
void tmi_study_fill(const tmiStudySystem *system, const tmiStudyPlaces *places, int32_t order,
                    double *m, double *q);

/* Puts the form of |v - v_f|^2 in the metric of the masses into h: theory (14). */
void tmi_study_energy(const tmiStudySystem *system, const tmiStudyPlaces *places, int32_t order,
                      double *h);

#endif
