/* step.h: bodies of a planar world are kept apart through one time step
 *
 *     M (v+ - v_f) = sum J^T p,   q+ = q + h v+,   pieces apart at q+                           (1)
 *
 * in the pair form: one disjunction for every two convex pieces, force only on rows that separated
 * them at the start, of least energy among these, worked out again where the step ends until both
 * fit. docs/theory/contact.md, section 7. The equations of motion are the caller's: bodies may be
 * free, coupled by joints and springs, or led. */
#ifndef TMI_STEP_H
#define TMI_STEP_H

#include "analyse/contact/island/island.h"
#include "analyse/contact/pair/pair.h"

/* ---- Who moves ------------------------------------------------------------------------------- */

/* Motions of a mover in the plane: of its centre of mass along x and y, and its turn. */
#define TMI_CONTACT_DOF 3

/* A coordinate of a joint that must not pass a bound; lengths, angles with the size as lever. */
typedef struct tmiContactLimit {
    int32_t movers[2];                 /* -1: one that stands still */
    double across[2][TMI_CONTACT_DOF]; /* rate of its room by the velocities of both */
    double restitution;
} tmiContactLimit;

/* The equations of motion. Velocities and impulses are TMI_CONTACT_DOF numbers for each mover. */
typedef struct tmiContactMotion {
    void *user;
    int32_t mover_count;
    const int32_t *mover_of;                  /* of each body; -1: it stands still */
    const int32_t *body_of;                   /* of each mover */
    const double (*weights)[TMI_CONTACT_DOF]; /* of each mover: what its velocities yield to
                                               * impulses; 0 of one that is led */
    const int32_t *groups; /* of each mover: the first of those that rows and springs couple it
                            * with; -1: it is free */
    bool coupled;          /* any group is there … */
    bool follows;          /* … whose velocities without impulses depend on where the step ends */
    const bool *smooth;    /* of each mover: its velocity takes it through the step if nothing
                            * presses on it, and only then. Null: of none */
    const double *met;     /* of each mover: the part of the step after which it is met by something
                            * that bounces; 1: it is not, or was met before [1] */
    double (*centres)[3];  /* of mass of the movers, as placed [m] */
    const tmFrame *frames; /* of all bodies, as placed */
    const tmTwist *twists; /* likewise */

    double size; /* of the world [m] */
    int32_t limit_count;

    /* How far a limit is from being met, less than 0 past it, as placed [m]; and the rest of it, as
     * last linearised. */
    double (*room)(void *user, int32_t limit);
    void (*limit)(void *user, int32_t limit, tmiContactLimit *to);
    /* Whether the host wants the step to go on: asked before every pass. */
    bool (*goes_on)(void *user);
    /* Places all bodies: where they are at the start with `velocity`; or, `moved`, where such a
     * velocity takes them in the step. */
    void (*set_poses)(void *user, const double *velocity, bool moved);
    /* Where they are placed by `velocity`: puts the velocities that those in groups would have
     * without impulses of contact, joints closed to first order, into `free`; the others' stay. */
    tmStatus (*linearise)(void *user, const double *velocity, double *free);
    /* What the velocities of all in groups yield to impulses on them, as last linearised. */
    tmStatus (*respond)(void *user, const double *impulse, double *change);
} tmiContactMotion;

/* ---- What touches ---------------------------------------------------------------------------- */

/* A point at which two pieces press, or may soon, the normal from a to b; or a limit of a joint. */
typedef struct tmiContact {
    int32_t pair;      /* by index in near->pairs; of a limit -1 - its number */
    int32_t movers[2]; /* of a and b; -1: it stands still */
    tmiContactPoint at;
    double across[2][2][TMI_CONTACT_DOF]; /* rates of gap and slip by the velocities of both */
    double friction, restitution;
    double length;     /* of the pair [m] */
    double rate[2];    /* of gap and slip at the step's end without impulses [m/s] */
    double impulse[2]; /* along the normal and across [N s] */
    double rest[2];    /* of impulse, in a step with an impact: what its forces press without it */
    double fixed;      /* tangential impulse that is kept for the rest of the step [N s] */
    double aside;      /* of a vertex: of its corners across the normal [m] */
    double yield;      /* of the rate of the gap to its impulse [1/kg] */
    double before[2];  /* rates of gap and slip at the velocities without impulses [m/s] */
    double after;      /* rate of the gap at those at the end [m/s] */
    double bounce;     /* restitution that its impact had; -1: it was none, or asked for none */
    int32_t island;
    int32_t response; /* by index; -1: none of its movers is in a group */
    uint8_t state;    /* tmiContactState */
    bool vertex;      /* two corners on each other: it slips by no `aside` (vertex.c) */
    bool idle;        /* it is left out … */
    bool waits;       /* … for now */
    bool held;        /* joints hold it: no impulse can change its gap */
    bool strikes;     /* it closes faster than the step's forces explain: an impact … */
    bool goes_on;     /* … that began in a step before, for it was closed */
} tmiContact;

/* What is kept of a pair from one step to the next. */
typedef struct tmiWarmPair {
    int32_t bodies[2], pieces[2]; /* as tmiNearPair */
    int32_t row;
    int32_t count; /* of points */
    uint8_t state[2];
    uint64_t keys[2];
} tmiWarmPair;

/* How a step came out. */
typedef struct tmiContactOutcome {
    bool settled;      /* else make it in halves */
    bool unsolved;     /* not settled because the model has no answer: study.h */
    bool pressed;      /* not settled because something presses on a mover that is `smooth` */
    int32_t bodies[2]; /* not settled: who does not fit; -1 */
    bool stuck;        /* not settled because these two find no place */
    bool turned;       /* not settled because they turn too far */
    double overlap;    /* largest at the end, as part of the length of its pair [1] */
    double depth;      /* not settled: by which those two overlap [m] */
    double residual;   /* of the judge (verify.h), likewise [1] */
    int32_t solved;    /* linear problems */
    int32_t corners;   /* impulses past the end of a facet */
    bool loose;        /* the law of friction holds only nearly */
    int32_t impacts;   /* islands that impacts with restitution went through */
    bool impact;       /* velocities after the step differ from those that made it */
    double lost;       /* kinetic energy that the impulses took away [J] … */
    double work[2];    /* … as the work of normal and of frictional impulses, with its sign */
    double gained;     /* by islands whose impulses brought energy [J] */
} tmiContactOutcome;

typedef struct tmiContactEngine tmiContactEngine;

/* Makes what keeps the bodies of a planar model apart, which must outlive it, and motion, too. Null
 * in *engine where nothing can touch. TM_ERR_LIMIT, TM_ERR_MEMORY. */
tmStatus tmi_engine_create(const tmModel *model, const tmiContactMotion *motion,
                           tmiContactEngine **engine);
void tmi_engine_destroy(tmiContactEngine *engine);

/* Which law impacts follow from now on; before, Poisson's, all at once. */
void tmi_engine_set_impact(tmiContactEngine *engine, tmImpactLaw law, tmImpactOrder order);

/* A step that is to be made, from where motion has placed the bodies. */
typedef struct tmiStepRequest {
    double h;             /* its length [s] */
    int32_t halvings;     /* how often it was halved: after some less is asked of it. Where friction
                           * has no answer, nearly one will do */
    const double *before; /* velocities at its start */
    double *free;         /* … and without contact; linearise of the motion changes them */
    double *moved;        /* gets the velocities that take the bodies through the step … */
    double *after;        /* … those that they have then, after impacts … */
    double *impulse;      /* … and the sums of impulses on the movers */
} tmiStepRequest;

/* Makes a step, and leaves the bodies placed at its end. What was kept from the step before changes
 * only where this one has settled. TM_ERR_MEMORY, TM_ERR_NOT_FINITE, statuses of linearise and
 * respond; TM_ERR_LIMIT where it was not to go on. */
tmStatus tmi_engine_step(tmiContactEngine *engine, const tmiStepRequest *request,
                         tmiContactOutcome *outcome);

/* ---- study.c --------------------------------------------------------------------------------- */

/* Other models of contact, for study: docs/theory/contact.md, section 9. They share the engine. */
typedef struct tmiStudy tmiStudy;
tmStatus tmi_study_create(const tmModel *model, tmiContactEngine *engine, tmiStudy **study);
void tmi_study_destroy(tmiStudy *study);

/* Makes a step as tmi_engine_step does, by one of these models. `unsolved` of the outcome: it has
 * no answer. */
tmStatus tmi_study_step(tmiStudy *study, tmContactModel by, const tmiStepRequest *request,
                        tmiContactOutcome *outcome);

/* ---- rest.c ---------------------------------------------------------------------------------- */

/* Two bodies that overlap where motion has placed them. */
typedef struct tmiOverlap {
    int32_t bodies[2];
    double depth;  /* [m] */
    double length; /* of the smaller of the two pieces [m] */
} tmiOverlap;

/* Puts pairs of bodies that overlap into `overlaps`, at most `max_count` of them, deepest piece of
 * each pair, and their number into *count, which may be more. */
tmStatus tmi_engine_overlaps(tmiContactEngine *engine, tmiOverlap *overlaps, int32_t max_count,
                             int32_t *count);

/* Finds where bodies touch at rest where motion has placed them, gaps of at most `part` of the
 * smaller piece: tmi_engine_contacts then has the points, without impulses. `free` is room for
 * velocities. Nothing is remembered. */
tmStatus tmi_engine_contacts_at_rest(tmiContactEngine *engine, double h, double part, double *free);

/* Returns by how much coordinates of corners are rounded at most where the bodies are placed [m],
 * and puts the mover's body that has the smallest piece, or -1, and its length [m]. */
double tmi_engine_rounding(const tmiContactEngine *engine, int32_t *body, double *length);

/* The points of the last step, and its pairs. */
const tmiContact *tmi_engine_contacts(const tmiContactEngine *engine, int32_t *count);
const tmiNear *tmi_engine_near(const tmiContactEngine *engine);

/* Marks the movers that the points of the last step, which did not settle, are about: those on
 * which something presses, if any does; and those that touch them, or, `all`, that are near them.
 * `met`, as tmiContactMotion has it, becomes the least of what it is and what the points that
 * bounce say. */
void tmi_engine_mark_pressed(const tmiContactEngine *engine, bool all, bool *marks, double *met);

/* Marks the movers on which something pressed in the last step that settled. */
void tmi_engine_mark_warm(const tmiContactEngine *engine, bool *marks);

/* Of each limit: whether it pressed in the last step. It may be written, as when one goes back. */
bool *tmi_engine_limits(tmiContactEngine *engine);

/* What is remembered, in the order of bodies, then of pieces; forgets it all, or takes one more. */
const tmiWarmPair *tmi_engine_warm(const tmiContactEngine *engine, int32_t *count);
void tmi_engine_clear_warm(tmiContactEngine *engine);
tmStatus tmi_engine_add_warm(tmiContactEngine *engine, const tmiWarmPair *warm);

#endif
