/* engine.h: private to this folder: what the step of step.h holds, and what its files share. */
#ifndef TMI_CONTACT_ENGINE_H
#define TMI_CONTACT_ENGINE_H

#include "analyse/contact/impact/impact.h"
#include "analyse/contact/step/step.h"
#include "analyse/contact/verify/verify.h"

/* All lengths below are parts of the length of a pair, that of its smaller piece, so that nothing
 * changes where everything is scaled. Roundings of coordinates are added to each. */

/* Overlap from which a pair is not apart [1]: far below the 1e-9 that are promised, far above what
 * rounding errors of a pose leave. */
#define TMI_CONTACT_OVERLAP 1e-12

/* A row whose gap at the start was less than minus this is closed [1]: the height of a lip that is
 * passed over (theory, 4). */
#define TMI_CONTACT_VISIBLE 1e-7

/* A gap past this is one: another row separates the pair [1]. */
#define TMI_CONTACT_APART 1e-10

/* Gaps of points that press, when the step is settled [1]; and how little the poses of a step may
 * change in its last pass. */
#define TMI_CONTACT_SETTLED 1e-13

/* The other end of a facet that lies so high above the lowest is a point, too [1]. */
#define TMI_CONTACT_NEAR 0.05

/* Depth on the way from which a pair was passed through [1]. */
#define TMI_CONTACT_SWEPT 1e-3

/* How much smaller a piece may become between the ends of a step, where corners are taken to move
 * straight (theory (16)) [1]: a box turns by a quarter of a radian. */
#define TMI_CONTACT_SHRINK 4e-3

/* Halvings of a step after which friction need not follow its law exactly: bodies that jam have no
 * answer at any length of the step. */
#define TMI_RELAXED_FRICTION_HALVINGS 3

/* A pair within one step. */
typedef struct tmiStepPair {
    int32_t row;       /* on which force may act; -1: none yet */
    int32_t other;     /* … at a vertex the second one; -1 */
    int32_t vertex[2]; /* … and the corners that are on each other there */
    int32_t met;       /* row on which a disc met it in this step; -1 … */
    double along[2];   /* … and the direction then, in the axes of the piece with facets */
    int32_t left;      /* row that it had before this one; -1 */
    int32_t vertices;  /* how often it was held at a vertex */
    int32_t last;      /* row that separated it last, visible; -1 */
    int32_t switches;  /* how often its row was changed, dropped, chosen again */
    int32_t drops;
    bool blocked;  /* it was passed through: visible rows only */
    bool overlaps; /* no row is visible: they overlapped at the start */
    bool corner;   /* its impulse is past the end of a facet */
    int32_t tried[4];
    int32_t tried_count;
    int32_t first, count; /* of its points */
    int32_t kept;         /* its place in the memory of this step; -1 */
    double length;        /* [m] */
    double impulse;       /* sum of its normal impulses [N s] */
    int64_t seen_at;      /* which place the largest gap and its row are of; see choose.c */
    double seen;
    int32_t seen_row;
    tmSurfaceInfo surface;
    bool known;              /* surface is */
    const tmiWarmPair *warm; /* of the step before; null: none */
} tmiStepPair;

/* How large bodies are: constant. */
typedef struct tmiContactSizes {
    double *lengths; /* of each piece [m] */
    double *offsets; /* of each piece: of its core's furthest corner from the centre of mass [m] */
    double *reach;   /* of each mover: how far it reaches from its centre of mass [m] */
    double mean_reach;
} tmiContactSizes;

/* Who may meet, from step to step: reach.c. */
typedef struct tmiContactSearch {
    double margin;     /* of a search along the ways of a step [m] */
    double room;       /* around bodies in a list that is kept [m] */
    bool listed;       /* the pairs are such a list */
    double *drift;     /* of each mover: how far its points have gone since at most [m] */
    double (*ends)[2]; /* of each mover: where its centre was at the end of the last step [m] */
    tmTwist *stills;   /* of all bodies: none moves */
} tmiContactSearch;

/* What is kept from one step to the next, so that it begins where the last one ended. */
typedef struct tmiContactWarm {
    tmiWarmPair *pairs;
    int32_t count, capacity;
    bool *limits_held; /* of each limit: it pressed in the last step */
} tmiContactWarm;

/* What the impulses of the last solution do. */
typedef struct tmiContactEffort {
    double merit;      /* |v - v_f|^2 in the metric of the masses [J] */
    double max, total; /* largest impulse of a pair, and the sum of all [N s] */
} tmiContactEffort;

/* What lives within one step. Velocities are TMI_CONTACT_DOF numbers a mover. */
typedef struct tmiContactStep {
    double h;             /* its length [s] */
    bool loosely;         /* the law of friction need not hold */
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

/* Who hangs together: islands.c. */
typedef struct tmiContactIslands {
    int32_t *leader; /* of each mover: the first of its group, or itself */
    int32_t *root;   /* of each mover: its island */
    int32_t *slot;   /* of each mover: scratch, -1 */
    int32_t *order;  /* contacts, island after island */
    int32_t order_capacity;
    double *responses; /* of contacts on groups: 2 vectors of all movers each */
    int32_t response_capacity;
} tmiContactIslands;

/* Room for work; nobody finds in it what he has not put there. */
typedef struct tmiContactWork {
    double *numbers;
    int32_t number_capacity;
    int32_t *wholes;
    int32_t whole_capacity;
    int32_t *rows;          /* visible ones of a pair */
    double *swept;          /* of the swept guard */
    tmiVerifyForce *forces; /* for the judge */
    int32_t force_capacity;
} tmiContactWork;

struct tmiContactEngine {
    tmAllocator allocator;
    tmiArena arena, scratch;
    const tmModel *model;
    const tmiContactMotion *motion;
    tmiNear *near;
    tmiContactSizes sizes;
    tmiContactSearch search;
    tmiContactWarm warm;
    tmiContactStep step;
    tmiContactIslands islands;
    tmiContactWork work;
    struct {
        tmImpactLaw law;
        tmImpactOrder order;
    } impact;
};

/* Numbers of velocities, and their size in memory. */
static inline size_t tmi_engine_motion_size(const tmiContactEngine *c) {
    return (size_t)c->motion->mover_count * TMI_CONTACT_DOF * sizeof(double);
}

/* ---- search.c ----------------------------------------------------------------------------------
 */

/* Finds the pairs that may meet on the ways of c->step.first, and begins a step with them. */
tmStatus tmi_engine_search(tmiContactEngine *c, bool anew);

/* Places the bodies and their pieces where `velocity` of the step takes them. */
void tmi_engine_set_poses(tmiContactEngine *c);

/* ---- settle.c -------------------------------------------------------------------------------- */

/* Passes until velocities, rows and impulses fit together; outcome.settled: they do. */
tmStatus tmi_engine_settle(tmiContactEngine *c);

/* ---- conclude.c ------------------------------------------------------------------------------ */

/* A step that has settled: puts the velocities after impacts and the sums of impulses, books work,
 * and keeps what the next step begins with. */
tmStatus tmi_engine_conclude(tmiContactEngine *c, double *after, double *impulse);

/* ---- meet.c ---------------------------------------------------------------------------------- */

/* The row on which two pieces meet that begin the step further apart than they are large, on the
 * way of this pass; -1: they do not, or no force may act on it. */
int32_t tmi_engine_row_where_met(tmiContactEngine *c, int32_t pair);

/* The point of a pair whose row is `met`: a disc on the facet or corner that it met. */
void tmi_engine_met_point(const tmiContactEngine *c, int32_t pair, tmiContactPoint *point);

/* ---- reach.c --------------------------------------------------------------------------------- */

/* Finds the pairs that may meet in the step, or keeps those of before where they still hold, and
 * puts all pieces where motion has placed them. `anew`: by a search along the ways of
 * c->step.first. */
tmStatus tmi_engine_reach(tmiContactEngine *c, bool anew);

/* Whether the list that is kept has all pairs that can meet at these velocities. */
bool tmi_engine_list_holds(const tmiContactEngine *c, const double *velocity);

/* Counts the ways of a step that has settled. */
void tmi_engine_drift(tmiContactEngine *c);

/* ---- engine.c -------------------------------------------------------------------------------- */

/* Keeps which limits of joints press. */
void tmi_engine_hold_limits(tmiContactEngine *c);

/* ---- choose.c -------------------------------------------------------------------------------- */

/* Looks at all pairs where the bodies are placed: chooses rows of those that are not apart, changes
 * those that another row separates. `first`: only what is remembered. Returns whether any changed.
 */
bool tmi_engine_choose(tmiContactEngine *c, bool first);

/* Looks whether all pairs with rows are apart. Those that are not get another row, where there is
 * one; returns whether any did. Sets overlap, depth and who. */
bool tmi_engine_recheck(tmiContactEngine *c);

/* Whether a row was open at the start. */
bool tmi_engine_is_visible(const tmiContactEngine *c, int32_t pair, int32_t row);

/* Tolerances of a pair [m]. */
static inline double tmi_engine_length(const tmiContactEngine *c, int32_t pair, double part) {
    return part * c->step.pairs[pair].length + c->step.rounding;
}

/* ---- engine.c -------------------------------------------------------------------------------- */

/* Takes memory for a step that has settled: what pressed. And, after impacts, without what has
 * bounced off: it does not press when the next step begins. */
tmStatus tmi_engine_keep_warm(tmiContactEngine *c);
void tmi_engine_drop_bounced(tmiContactEngine *c);

/* ---- contact_points.c ------------------------------------------------------------------------ */

/* The points of a row where the bodies are placed that were open at the start, in the order of
 * their keys; returns how many. `near_part`: see TMI_CONTACT_NEAR. */
int32_t tmi_engine_points_of(const tmiContactEngine *c, int32_t index, int32_t row,
                             double near_part, tmiContactPoint points[2]);

/* Makes the points of all chosen rows, with what is known of them; *same: they are those of before.
 * A pair whose row has no direction any more has none then. */
tmStatus tmi_engine_make_contacts(tmiContactEngine *c, bool *same);

/* Exchanges the points with those before. */
void tmi_engine_swap_contacts(tmiContactEngine *c);

/* Where the force of a point acts on a and on b: at the point, but on two discs where each is
 * furthest along the normal. With a held direction (theory (15)) these are side by side, and a
 * point between both would spin discs without friction. */
void tmi_engine_force_ends(const tmiContactEngine *c, const tmiContact *contact, double ends[2][2]);

/* Rates of gaps and slips, and what they are without impulses. */
void tmi_engine_linearise(tmiContactEngine *c);

/* ---- vertex.c -------------------------------------------------------------------------------- */

/* Has a pair held where its row and another one end in a corner of both pieces, from now on. False:
 * these rows have none. */
bool tmi_engine_meet_at_vertex(tmiContactEngine *c, int32_t pair, int32_t row);

/* Looks whether it still is the vertex of these rows where the pair is placed; otherwise it becomes
 * that of others, or of none. */
bool tmi_engine_vertex_changes(tmiContactEngine *c, int32_t pair);

/* The point of a pair that is held so, where it is placed; its friction, and how far its corners
 * are from each other across the normal [m]. */
void tmi_engine_vertex_point(const tmiContactEngine *c, int32_t pair, tmiContactPoint *point,
                             double *friction, double *aside);

/* The step has settled: puts points of both rows, with their impulses, for those of vertices. */
tmStatus tmi_engine_split_vertices(tmiContactEngine *c);

/* ---- islands.c ------------------------------------------------------------------------------- */

/* Solves for the impulses of all points but idle ones, and puts the velocities into `velocity`.
 * Sets islands, impulses and merit. */
tmStatus tmi_engine_solve(tmiContactEngine *c, double *velocity);

/* Finds which contacts joints hold, as last linearised. */
tmStatus tmi_engine_find_held(tmiContactEngine *c);

/* Solves for the impulses of the contacts `which`, an island. */
tmStatus tmi_engine_solve_island(tmiContactEngine *c, const int32_t *which, int32_t count);

/* tmi_engine_solve with another solver of single islands, which puts the impulses and states of the
 * contacts `which`. What an island is: W, row by row, b and friction as tmiContactIsland has them;
 * sets yields. */
typedef tmStatus tmiIslandSolver(void *user, const int32_t *which, int32_t count);
tmStatus tmi_engine_solve_by(tmiContactEngine *c, tmiIslandSolver *solve, void *user,
                             double *velocity);

/* Whether impulses of friction that are kept fit, nearly, the normal ones that came out. */
bool tmi_engine_in_cones(const tmiContactEngine *c);
void tmi_engine_assemble(tmiContactEngine *c, const int32_t *which, int32_t count, double *w,
                         double *b, double *friction);

/* Adds what an impulse on a point changes. */
void tmi_engine_apply_impulse(const tmiContactEngine *c, const tmiContact *contact,
                              const double impulse[2], double *velocity);

/* Velocities with the impulses that the points `which` have; null: all points. */
void tmi_engine_velocities(const tmiContactEngine *c, const int32_t *which, int32_t count,
                           double *velocity);

/* Adds up the impulses of all points on the movers. */
void tmi_engine_sum_impulses(const tmiContactEngine *c, double *impulse);

/* The rate of a point's gap (0) or slip (1) at velocities. */
double tmi_contact_rate(const tmiContact *contact, int32_t which, const double *velocity);

/* ---- trial.c --------------------------------------------------------------------------------- */

/* Where a pair has other visible rows as near as its own: tries one that was not tried, and keeps
 * it if it changes the motion less. *better: it did. */
tmStatus tmi_engine_try(tmiContactEngine *c, bool *better);

/* ---- judge.c --------------------------------------------------------------------------------- */

/* By how much the step misses the conditions of contact, as part of the lengths of pairs
 * (verify.h); pairs with a corner do not count. */
tmStatus tmi_engine_judge(tmiContactEngine *c, double *residual);

/* ---- balance.c ------------------------------------------------------------------------------- */

/* Gives bodies that touch only each other back the angular momentum that the step took. */
tmStatus tmi_engine_balance(tmiContactEngine *c, double *after);

/* ---- struck.c -------------------------------------------------------------------------------- */

/* Puts the velocities after impacts into `after`, which are those of the step where there are none;
 * impulses are then those of the impacts. Sets what strikes, and its bounce. */
tmStatus tmi_engine_impacts(tmiContactEngine *c, double *after);

#endif
