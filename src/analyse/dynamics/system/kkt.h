/* kkt.h: the matrix of the motion equations, its order of elimination and its factors.
 *
 *     | M   G^T | | x |   | b |
 *     | G  -D   | | y | = | c |      D = 0 but where rows depend on each other
 *
 * Unknowns are numbered: dof for each mover, one for each row, one for each element (whose row has
 * the diagonal -1 / derivative, and which counts only in implicit steps). */
#ifndef TMI_KKT_H
#define TMI_KKT_H

#include "analyse/dynamics/system/system.h"

/* Entries of a mover in the lower triangle: three numbers, or three and a triangle of six. */
#define TMI_KKT_PLANAR 3
#define TMI_KKT_SPATIAL 9

/* Movers that joints, drives or limits connect to each other. */
typedef struct tmiKktGroup {
    int32_t heaviest, lightest; /* movers; -1: none has a mass */
    double max, min; /* scratch: mobilities of rows by all movers, by the heaviest alone */
} tmiKktGroup;

typedef struct tmiKkt {
    tmiArena arena;            /* of the factors */
    tmiSparseLdlt plain, soft; /* without and with elements */
    tmiSparseLdlt *now;        /* those that were factorised last; null: none */
    int32_t *start, *index;    /* the pattern with elements; that without is its beginning */
    int32_t n, n_soft;         /* unknowns without and with elements */
    int32_t motion;            /* of them, those of movers */
    bool *late;                /* of each constraint: it comes behind all of its movers */
    bool *repeats; /* of each constraint: it has rows that follow from others at the start */
    bool has_soft;
    bool regularised;   /* the last factors are */
    double hg;          /* of the last factors */
    double *added_mass; /* of each element, in the last factors */
    double *delta;      /* of each row: D where it is regularised */
    int32_t *massless;  /* movers without mass */
    int32_t massless_count;
    double mass, moment; /* substitutes for their masses */
    double *lightness; /* of each mover: 1 / mass, and the size over the moment of inertia; or 0 */
    double *lever;     /* of each mover: the square of the longest lever of its rows at the start */
    int32_t *group;    /* of each mover: the number of its group, a mover of it */
    tmiKktGroup *groups; /* by these numbers */
    bool unequal;        /* masses of a group differ by more than TMI_KKT_UNEQUAL, or moments of
                          * inertia of a body from those about its joints by TMI_KKT_COMPACT */
    double *work;        /* n_soft: a right-hand side in the order of elimination */
    double force_left;   /* of the last solution: the forces' part of the residual [1] */
    double *right, *solution, *residual; /* n_soft each */
    double *saved;                       /* poses of a state */
} tmiKkt;

/* Makes the pattern, and room. TM_ERR_LIMIT, TM_ERR_MEMORY. */
tmStatus tmi_kkt_create(tmiSystem *s);
void tmi_kkt_destroy(tmiSystem *s);

/* Finds the order of elimination for the system as placed and evaluated at its start, and whether
 * its rows are redundant there. */
tmStatus tmi_kkt_arrange(tmiSystem *s);

/* A row whose pivot is this small against the sum of the magnitudes that made it [1] depends on the
 * others, or nearly so. It is the part that the regularised equations cannot distinguish from zero.
 */
#define TMI_ROW_CANCELLED 1e-9

/* Masses of a group that differ by more than this [1] decide how pivots cancel: rank is then
 * examined without them. */
#define TMI_KKT_UNEQUAL 1e5

/* The same of the mass of a body times the square of its longest lever over its moment of
 * inertia, as of a bob that is nearly a point. */
#define TMI_KKT_COMPACT 1e7

/* Finds groups, and substitutes for masses that are zero. */
void tmi_kkt_find_masses(tmiSystem *s);

/* Finds the levers of a system that is evaluated at its start. */
void tmi_kkt_find_levers(tmiSystem *s);

/* Mass times the square of the longest lever over the smallest moment of inertia [1]; 0 without a
 * mass. */
double tmi_kkt_compactness(const tmiSystem *s, int32_t mover);

/* The diagonal of regularised rows. */
void tmi_kkt_find_deltas(tmiSystem *s);

typedef enum tmiKktValues {
    TMI_KKT_PLAIN,       /* D = 0 */
    TMI_KKT_REGULARISED, /* D = delta */
    TMI_KKT_EVEN         /* D = 0, every mover has the same mass, and none is nearly a point */
} tmiKktValues;

/* Puts the values into f. */
void tmi_kkt_put(tmiSystem *s, tmiSparseLdlt *f, tmiKktValues values);

/* A graph whose nodes are eliminated one by one. */
typedef struct tmiKktGraph {
    int32_t mover_count, constraint_count, soft_count; /* nodes are numbered in this order */
    int32_t dof;                                       /* weight of a mover */
    const tmiConstraint *const
        *constraints; /* of the nodes behind the movers: constraints, then those of elements */
    const bool *late;
} tmiKktGraph;

/* Puts the nodes into `order` so that fill is small and each constraint comes behind a mover that
 * can carry its rows, or behind all of its movers; elements may come anywhere. Scratch is taken
 * from the arena and released. TM_ERR_MEMORY. */
tmStatus tmi_kkt_order(tmiArena *arena, const tmiKktGraph *graph, int32_t *order);

#endif
