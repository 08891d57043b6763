/* engine.h: what steps with contact share: contacts, the warm start, the state within a step; and
 * the search for bodies that may meet. Rooms above make steps of it: step/ in the pair form, study/
 * by other models; docs/design/contact.md shows which room knows what. */
#ifndef TMI_ENGINE_H
#define TMI_ENGINE_H

#include "analyse/contact/impact/impact.h"
#include "analyse/contact/island/island.h"
#include "analyse/contact/motion/motion.h"
#include "analyse/contact/near/near.h"
#include "analyse/contact/verify/verify.h"

#include <math.h>

/* ---- What touches ---------------------------------------------------------------------------- */

/* A point at which two pieces press, or may soon, the normal from a to b; or a limit of a joint. */
typedef struct tmiContact {
    int32_t pair;      /* by index in near->pairs; of a limit -1 - its number */
    int32_t movers[2]; /* of a and b; -1: it stands still */
    tmiContactPoint at;
    double across[TMI_CONTACT_ROWS_MAX][2][TMI_CONTACT_DOF_MAX]; /* rates of gap and slips by the
                                                                  * velocities of both */
    double friction, restitution;
    double length; /* of the pair [m] */
    double
        rate[TMI_CONTACT_ROWS_MAX]; /* of gap and slip at the step's end without impulses [m/s] */
    double impulse[TMI_CONTACT_ROWS_MAX]; /* along the normal and across [N s] */
    double guess[TMI_CONTACT_ROWS_MAX];   /* of the pass before */
    double rest[TMI_CONTACT_ROWS_MAX];    /* of impulse, in a step with an impact: what its forces
                                             press without it */
    double fixed; /* tangential impulse that is kept for the rest of the step [N s] */
    double aside; /* of a vertex: of its corners across the normal [m] */
    double yield; /* of the rate of the gap to its impulse [1/kg] */
    double before[TMI_CONTACT_ROWS_MAX]; /* rates of gap and slip at the velocities without impulses
                                            [m/s] */
    double after;                        /* rate of the gap at those at the end [m/s] */
    double bounce; /* restitution that its impact had; -1: it was not an impact, or has no
                      restitution */
    int32_t island;
    int32_t response; /* by index; -1: none of its movers is in a group */
    uint8_t state;    /* tmiContactState */
    bool vertex;      /* two corners on each other: `aside` does not count as slip (vertex.c) */
    bool idle;        /* it is left out … */
    bool waits;       /* … for now */
    bool held;        /* joints hold it: no impulse can change its gap */
    bool strikes;     /* it closes faster than the step's forces explain: an impact … */
    bool goes_on;     /* … that began in a step before, for it was closed */
    bool pressed;     /* it took the bodies through the step, whatever an impact has left of it */
} tmiContact;

/* What is kept of a pair from one step to the next. */
typedef struct tmiWarmPair {
    int32_t bodies[2], pieces[2]; /* as tmiNearPair */
    int32_t row;
    int32_t count;    /* of points */
    uint8_t state[2]; /* in space the first is that of all of them, and there are no keys */
    uint64_t keys[2];
    double force[2][2]; /* impulses of each point by the length of the step [N] */
} tmiWarmPair;

/* Bodies that may meet in a step, or that joints and springs couple: their motion depends on no
 * other body, so that each cluster is stepped, halved and checked alone. */
typedef struct tmiContactCluster {
    int32_t *movers; /* ascending */
    int32_t mover_count;
    bool coupled;              /* any of them is in a group */
    tmiContactOutcome outcome; /* of its last step */

    /* Private to the engine. */
    int32_t *pairs, *limits; /* by index, ascending */
    int32_t pair_count, limit_count;
    bool steps;           /* it takes part in the present step */
    double rounding;      /* of its coordinates [m] */
    int32_t first, count; /* of its contacts in tmiClusters.made */
} tmiContactCluster;

/* ---- Tolerances ------------------------------------------------------------------------------ */

/* All lengths below are parts of the length of a pair, that of its smaller piece, so that nothing
 * changes where everything is scaled. Roundings of coordinates are added to each. */

/* Overlap above which a pair is not apart [1]: far below the 1e-9 that are promised, far above
 * rounding errors of a pose. */
#define TMI_CONTACT_OVERLAP 1e-12

/* A row whose gap at the start was less than minus this is closed [1]: the height of a lip that is
 * passed over (theory, 4). */
#define TMI_CONTACT_VISIBLE 1e-7

/* A gap above this counts as open: another row separates the pair [1]. */
#define TMI_CONTACT_APART 1e-10

/* Bodies with a gap of at most this touch, whether or not they press [1]: far above the gaps that a
 * settled step leaves, so that what rests does not part by rounding, and the overlap that is
 * promised the other way round. */
#define TMI_CONTACT_TOUCHES 1e-9

/* Gaps of points that press, when the step is settled [1]; and how little the poses of a step may
 * change in its last pass. */
#define TMI_CONTACT_SETTLED 1e-13

/* The other end of a facet counts as a point, too, if it is no higher than this above the lowest
 * [1]. */
#define TMI_CONTACT_NEAR 0.05

/* Depth on the way above which bodies have passed through each other [1]. */
#define TMI_CONTACT_SWEPT 1e-3

/* How much smaller a piece may become between the ends of a step, where corners are assumed to move
 * straight (theory (16)) [1]: a box turns by a quarter of a radian. */
#define TMI_CONTACT_SHRINK 4e-3

/* Halvings of a step after which friction need not follow its law exactly: for bodies that jam no
 * step is short enough. */
#define TMI_RELAXED_FRICTION_HALVINGS 3

/* ---- What the engine holds ------------------------------------------------------------------- */

/* A pair within one step. */
typedef struct tmiStepPair {
    int32_t row;       /* on which force may act; -1: none yet */
    int32_t other;     /* … at a vertex the second one; -1 */
    int32_t vertex[2]; /* … and the corners that are on each other there */
    int32_t met;       /* row on which a disc met it in this step; -1 … */
    double along[2];   /* … and the direction then, in the axes of the piece with facets */
    int32_t left;      /* row that it had before this one; -1 */
    int32_t vertices;  /* how often it was held at a vertex */
    int32_t closed;    /* row of a facet on which points are left out: choose.c; -1 */
    int32_t last;      /* row that separated it last, visible; -1 */
    int32_t switches;  /* how often its row was changed, dropped, chosen again */
    int32_t drops;
    bool blocked;  /* it was passed through: visible rows only */
    bool overlaps; /* no row is visible: they overlapped at the start */
    bool corner;   /* its impulse is past the end of a facet */
    bool unfit;    /* it presses on a row though another separates it, and has changed too often */
    int32_t tried[4];
    int32_t tried_count;
    int32_t first, count; /* of its points */
    int32_t kept;         /* its place among the warm pairs of this step; -1 */
    double length;        /* [m] */
    double impulse;       /* sum of its normal impulses [N s] */
    int64_t seen_at;      /* which place the largest gap and its row are of; see choose.c */
    double seen;
    int32_t seen_row;
    bool flat; /* … and the pieces lie flat there: no other row is near */
    tmSurfaceInfo surface;
    bool known;              /* surface is */
    bool listed;             /* it has points: touching.c */
    const tmiWarmPair *warm; /* of the step before; null: none */
} tmiStepPair;

/* How large bodies are: constant. */
typedef struct tmiContactSizes {
    double *lengths; /* of each piece [m] */
    double *offsets; /* of each piece: of its core's furthest corner from the centre of mass [m] */
    double *reach;   /* of each mover: how far it reaches from its centre of mass [m] */
    double mean_reach;
} tmiContactSizes;

/* Which bodies may meet, from step to step: reach.c. */
typedef struct tmiContactSearch {
    double margin;     /* of a search along the ways of a step [m] */
    double room;       /* around bodies in a list that is kept [m] */
    bool listed;       /* the pairs are such a list */
    double *drift;     /* of each mover: maximum way of its points since then [m] */
    double (*ends)[3]; /* of each mover: where its centre was at the end of the last step [m] */
    tmTwist *stills;   /* of all bodies: none moves */
} tmiContactSearch;

/* What is kept from one step to the next, so that it begins where the last one ended. */
typedef struct tmiContactWarm {
    tmiWarmPair *pairs;
    int32_t count, capacity;
    bool *limits_held; /* of each limit: it pressed in the last step */
    /* Of clusters whose step has settled, until all have. */
    tmiWarmPair *fresh;
    int32_t fresh_count, fresh_capacity;
    bool *limits_fresh;
    tmiWarmPair *spare; /* room for the next */
    int32_t spare_capacity;
    /* Where the clusters were found. */
    tmiWarmPair *start;
    int32_t start_count, start_capacity;
    bool *limits_start;
} tmiContactWarm;

/* Clusters of a step, and what finds them: clusters.c. */
typedef struct tmiClusters {
    tmiContactCluster *all;
    int32_t count;
    int32_t *of;     /* of each mover: its cluster */
    int32_t *movers; /* cluster after cluster */
    int32_t *limits; /* likewise */
    int32_t *pairs;  /* likewise, by index in near->pairs */
    int32_t pair_capacity;
    int32_t *order;     /* movers from left to right */
    double (*rooms)[6]; /* of each mover: box that it is expected to stay in, low and high [m] */
    bool strayed;       /* one has left its box */
    tmiContact *made;   /* contacts of all clusters of the step … */
    int32_t made_count, made_capacity;
    tmiContact *sorted; /* … and of those that have settled, in the order of pairs */
    int32_t sorted_capacity;
    const tmiContact *shown; /* to the caller */
    int32_t shown_count;
} tmiClusters;

/* What the impulses of the last solution do. */
typedef struct tmiContactEffort {
    double merit;      /* |v - v_f|^2 in the metric of the masses [J] */
    double max, total; /* largest impulse of a pair, and the sum of all [N s] */
} tmiContactEffort;

/* State within one step. Velocities are dof numbers for each mover. */
typedef struct tmiContactStep {
    double h;             /* its length [s] */
    bool loosely;         /* the law of friction need not hold */
    int32_t factor_max;   /* factorisations of large islands; 0: as many as it takes */
    bool frozen;          /* friction was found loosely: it stays as it is for the rest of it */
    double rounding;      /* of coordinates [m] */
    tmFrame *start;       /* of all bodies at its start */
    const double *before; /* velocities there */
    double *free;         /* without impulses; the caller's */
    double *first;        /* … as they were at first: the search looked along them */
    double *velocity;     /* now */
    double *last, *kept;  /* of the pass before, of a trial */
    double *base;         /* with kept impulses of friction alone */
    double moved;         /* how far the last pass moved a body, as part of its reach [1] */
    double turned;        /* … and turned it [rad] */
    int64_t poses_set;    /* how often the bodies were placed */
    tmiStepPair *pairs;   /* as near->pairs */
    int32_t pair_capacity;
    int32_t chosen; /* of them have rows, and limits that are taken */
    bool *limits_taken;
    tmiContact *contacts;
    int32_t contact_count, contact_capacity;
    tmiContact *old; /* those before, and those that a trial keeps */
    int32_t old_count, old_capacity;
    tmiContactEffort effort;
    tmiContactOutcome outcome;
} tmiContactStep;

/* Which bodies are coupled: islands.c. */
typedef struct tmiContactIslands {
    int32_t *leader; /* of each mover: the first of its group, or itself */
    int32_t *root;   /* of each mover: its island */
    int32_t *slot;   /* of each mover: scratch, -1 */
    int32_t *order;  /* contacts, island after island */
    int32_t order_capacity;
    double *responses; /* of contacts on groups: 2 vectors of all movers each */
    int32_t response_capacity;
} tmiContactIslands;

/* Scratch: its content does not outlive a call. */
typedef struct tmiContactWork {
    double *numbers;
    int32_t number_capacity;
    int32_t *wholes;
    int32_t whole_capacity;
    int32_t dense_count;     /* points of an island with W as a matrix that both have room for */
    int32_t *rows;           /* visible ones of a pair */
    tmiContactPoint *points; /* of a row */
    double *swept;           /* of the swept guard */
    tmiVerifyForce *forces;  /* for the check */
    int32_t force_capacity;
} tmiContactWork;

typedef struct tmiContactEngine {
    tmAllocator allocator;
    tmiArena arena, scratch;
    const tmModel *model;
    const tmiContactMotion *motion;
    int32_t dof, rows; /* of a mover, and of a contact: 1 + tangents */
    tmiNear *near;
    tmiContactSizes sizes;
    tmiContactSearch search;
    tmiContactWarm warm;
    tmiClusters clusters;
    const tmiContactCluster *own; /* whose step is made; `step` and `islands` belong to it */
    tmiContactStep step;
    tmiContactIslands islands;
    tmiContactWork work;
    struct {
        tmImpactLaw law;
        tmImpactOrder order;
    } impact;
} tmiContactEngine;

/* Freedoms of a mover and rows of a contact: numbers of the world. */
static inline int32_t tmi_engine_dof(const tmiContactEngine *c) {
    return c->dof;
}

static inline int32_t tmi_engine_rows(const tmiContactEngine *c) {
    return c->rows;
}

static inline bool tmi_engine_is_planar(const tmiContactEngine *c) {
    return c->dof == 3;
}

/* Bytes of all velocities. */
static inline size_t tmi_engine_motion_size(const tmiContactEngine *c) {
    return (size_t)c->motion->mover_count * (size_t)tmi_engine_dof(c) * sizeof(double);
}

/* Tolerances of a pair [m]. */
static inline double tmi_engine_length(const tmiContactEngine *c, int32_t pair, double part) {
    return part * c->step.pairs[pair].length + c->step.rounding;
}

/* Sums over the freedoms of a mover: those of the plane without a loop, in one order for all. */
static inline double tmi_engine_dot(const tmiContactEngine *c, const double *row, const double *v) {
    double sum = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
    for (int32_t i = 3; i < tmi_engine_dof(c); i++) {
        sum += row[i] * v[i];
    }
    return sum;
}

/* What a mover that is free yields to an impulse `v`, along a row. */
static inline double tmi_engine_weighted(const tmiContactEngine *c, const double *row,
                                         int32_t mover, const double *v) {
    const double *weight = c->motion->weights[mover];
    double sum = row[0] * weight[0] * v[0] + row[1] * weight[1] * v[1] + row[2] * weight[2] * v[2];
    for (int32_t i = 3; i < tmi_engine_dof(c); i++) {
        sum += row[i] * tmi_dot3(c->motion->turns[mover][i - 3], v + 3);
    }
    return sum;
}

/* Adds what it yields to `factor` times an impulse to its velocity. */
static inline void tmi_engine_yield(const tmiContactEngine *c, int32_t mover, const double *impulse,
                                    double factor, double *velocity) {
    const double *weight = c->motion->weights[mover];
    for (int32_t i = 0; i < 3; i++) {
        velocity[i] += weight[i] * impulse[i] * factor;
    }
    for (int32_t i = 3; i < tmi_engine_dof(c); i++) {
        velocity[i] += tmi_dot3(c->motion->turns[mover][i - 3], impulse + 3) * factor;
    }
}

/* Speed of a mover's centre, and its spin [m/s, rad/s]: the freedoms are named here, and where rows
 * are made of points (contact_rates.c, vertex.c, balance.c). */
static inline double tmi_engine_speed(const tmiContactEngine *c, const double *v) {
    return tmi_engine_is_planar(c) ? tmi_hypot(v[0], v[1]) : tmi_length3(v);
}

static inline double tmi_engine_spin(const tmiContactEngine *c, const double *v) {
    return tmi_engine_is_planar(c) ? fabs(v[2]) : tmi_length3(v + 3);
}

/* Directions in which a mover's centre moves: 2, or 3. */
static inline int32_t tmi_engine_axes(const tmiContactEngine *c) {
    return tmi_engine_is_planar(c) ? 2 : 3;
}

/* Maximum way of any point of a mover in the step with this velocity [m]. */
static inline double tmi_engine_way(const tmiContactEngine *c, int32_t mover, const double *v) {
    return c->step.h * (tmi_engine_speed(c, v) + tmi_engine_spin(c, v) * c->sizes.reach[mover]);
}

/* The rate of a point's gap (0) or slips (1 …) at velocities. */
static inline double tmi_contact_rate(const tmiContactEngine *c, const tmiContact *contact,
                                      int32_t which, const double *velocity) {
    double sum = 0.0;
    for (int32_t side = 0; side < 2; side++) {
        if (contact->movers[side] >= 0) {
            sum += tmi_engine_dot(c, contact->across[which][side],
                                  velocity + (ptrdiff_t)contact->movers[side] * tmi_engine_dof(c));
        }
    }
    return sum;
}

/* Whether it has an impulse, along the normal or across. */
static inline bool tmi_contact_acts(const tmiContactEngine *c, const tmiContact *contact) {
    bool any = false;
    for (int32_t k = 0; k < tmi_engine_rows(c); k++) {
        any = any || contact->impulse[k] != 0.0;
    }
    return any;
}

/* ---- engine.c -------------------------------------------------------------------------------- */

/* Makes what keeps the bodies of a model apart, which must outlive it, and motion, too. Null
 * in *engine where nothing can touch. TM_ERR_LIMIT, TM_ERR_MEMORY. */
tmStatus tmi_engine_create(const tmModel *model, const tmiContactMotion *motion,
                           tmiContactEngine **engine);
void tmi_engine_destroy(tmiContactEngine *engine);

/* Sets the law of impact; the default is Poisson's, all contacts at once. */
void tmi_engine_set_impact(tmiContactEngine *engine, tmImpactLaw law, tmImpactOrder order);

/* ---- clusters.c ------------------------------------------------------------------------------ */

/* Finds the clusters of a step [s] that begins with these velocities where motion has its start.
 * `again`: after a step whose clusters have met: they become one, and the warm start is that before
 * the step. TM_ERR_MEMORY. Or makes one cluster of all movers. */
tmStatus tmi_engine_find_clusters(tmiContactEngine *engine, double h, const double *velocity,
                                  bool again);
void tmi_engine_unite_clusters(tmiContactEngine *engine);
tmiContactCluster *tmi_engine_clusters(tmiContactEngine *engine, int32_t *count);

/* Whether bodies of two clusters may have met since the clusters were found, because one went
 * further than expected. Then none of these steps counts. */
bool tmi_engine_clusters_met(const tmiContactEngine *engine);

bool tmi_clusters_create(tmiContactEngine *c);

/* Selects the clusters that make a step, null: all; the others have no velocities. */
void tmi_clusters_begin(tmiContactEngine *c, const bool *which);
void tmi_clusters_hold_others(const tmiContactEngine *c, double *velocity);

/* After a search: assigns pairs to clusters, and finds the rounding of coordinates. No step is made
 * yet. */
tmStatus tmi_clusters_list_pairs(tmiContactEngine *c);
double tmi_clusters_rounding(const tmiContactEngine *c, int32_t pair);

/* Whether the bodies of a pair take part in the step. */
bool tmi_clusters_steps(const tmiContactEngine *c, int32_t pair);

/* The step of a cluster is made between these two calls. */
void tmi_clusters_enter(tmiContactEngine *c, int32_t index);
tmStatus tmi_clusters_leave(tmiContactEngine *c);

/* The step of the cluster has settled: checks whether bodies have left their boxes. */
void tmi_clusters_stray(tmiContactEngine *c);

/* All steps are made: keeps the results of those that have settled. `warm`: also for the warm start
 * of the next step. */
tmStatus tmi_clusters_conclude(tmiContactEngine *c, bool warm);

/* Shows the contacts of clusters that have settled to the caller. */
tmStatus tmi_clusters_show(tmiContactEngine *c);

/* Copies the numbers of the cluster's movers. */
static inline void tmi_own_copy(const tmiContactEngine *c, double *to, const double *from) {
    for (int32_t n = 0; n < c->own->mover_count; n++) {
        ptrdiff_t at = (ptrdiff_t)c->own->movers[n] * tmi_engine_dof(c);
        for (int32_t k = 0; k < tmi_engine_dof(c); k++) {
            to[at + k] = from[at + k];
        }
    }
}

/* ---- search.c -------------------------------------------------------------------------------- */

/* Finds the pairs that may meet on the ways of c->step.first, and begins a step with them. */
tmStatus tmi_engine_search(tmiContactEngine *c, bool anew);

/* Places the bodies and their pieces where `velocity` of the step takes them. */
void tmi_engine_set_poses(tmiContactEngine *c);

/* ---- reach.c --------------------------------------------------------------------------------- */

/* Finds the pairs that may meet in the step, or keeps those of before where they still hold, and
 * puts all pieces at the poses of motion. `anew`: by a search along the ways of c->step.first. */
tmStatus tmi_engine_reach(tmiContactEngine *c, bool anew);

/* Whether the list that is kept has all pairs of a cluster that can meet at these velocities. */
bool tmi_engine_list_holds(const tmiContactEngine *c, const tmiContactCluster *of,
                           const double *velocity);

/* Adds the ways of a step that has settled. */
void tmi_engine_drift(tmiContactEngine *c);

/* ---- warm_start.c ---------------------------------------------------------------------------- */

/* Keeps which limits of joints press. */
void tmi_engine_hold_limits(tmiContactEngine *c);

/* Keeps what pressed in a step that has settled. And, after impacts, without what has
 * bounced off: it does not press when the next step begins. */
tmStatus tmi_engine_keep_warm(tmiContactEngine *c);
void tmi_engine_drop_bounced(tmiContactEngine *c);

/* The points of the clusters that have settled in the last step, and its pairs. */
const tmiContact *tmi_engine_contacts(const tmiContactEngine *engine, int32_t *count);
const tmiNear *tmi_engine_near(const tmiContactEngine *engine);

/* Marks the movers that the points of a cluster's last step, which did not settle, are about: those
 * on which something presses, if any does; and those that touch them, or, `all`, that are near
 * them. `met`, as tmiContactMotion has it, becomes the minimum of itself and what the points that
 * bounce say. */
void tmi_engine_mark_pressed(tmiContactEngine *engine, int32_t cluster, bool all, bool *marks,
                             double *met);

/* How far a mover reaches from its centre of mass [m]. */
static inline double tmi_engine_reach_of(const tmiContactEngine *engine, int32_t mover) {
    return engine->sizes.reach[mover];
}

/* Marks the movers on which something pressed in the last step that settled. */
void tmi_engine_mark_warm(const tmiContactEngine *engine, bool *marks);

/* Of each limit: whether it pressed in the last step. It may be changed, to go back to a
 * checkpoint. */
bool *tmi_engine_limits(tmiContactEngine *engine);

/* What is kept for the next step, in the order of bodies, then of pieces; clears it, or adds one
 * more. */
const tmiWarmPair *tmi_engine_warm(const tmiContactEngine *engine, int32_t *count);
void tmi_engine_clear_warm(tmiContactEngine *engine);
tmStatus tmi_engine_add_warm(tmiContactEngine *engine, const tmiWarmPair *warm);

#endif
