/* motion.h: what contact and its callers exchange: the equations of motion, a step to be made, and
 * its outcome.
 *
 * The equations of motion are the caller's: bodies may be free, coupled by joints and springs, or
 * led. */
#ifndef TMI_MOTION_H
#define TMI_MOTION_H

#include "trammel/model.h"

/* Room for the freedoms of a mover and for the rows of a contact, its normal and its tangents: how
 * many there are is a number of the world (dof and tangents of tmiContactMotion). In the plane they
 * are the velocities of its centre of mass along x and y and its turn, and one tangent; in space
 * six and two, and turns are about the axes of the body. */
#define TMI_CONTACT_DOF_MAX 6
#define TMI_CONTACT_ROWS_MAX 3

/* A coordinate of a joint that must not pass a bound; lengths, angles with the size as lever. */
typedef struct tmiContactLimit {
    int32_t movers[2];                     /* -1: one that stands still */
    double across[2][TMI_CONTACT_DOF_MAX]; /* rate of its room by the velocities of both */
    double restitution;
} tmiContactLimit;

/* The equations of motion. Velocities and impulses are `dof` numbers for each mover. */
typedef struct tmiContactMotion {
    void *user;
    int32_t dof;      /* freedoms of a mover: 3, or 6 in space … */
    int32_t tangents; /* … and tangents of a contact: 1, or 2 */
    int32_t mover_count;
    const int32_t *mover_of;                      /* of each body; -1: it stands still */
    const int32_t *body_of;                       /* of each mover */
    const double (*weights)[TMI_CONTACT_DOF_MAX]; /* of each mover: what its velocities yield to
                                                   * impulses; 0 of one that is led */
    const double (*turns)[3][3]; /* of each mover in space: what its turn yields to moments, in its
                                  * body's axes; the diagonal is that of weights */
    const int32_t *groups; /* of each mover: the first of those that rows and springs couple it
                            * with; -1: it is free */
    bool coupled;          /* any group is there … */
    bool follows;          /* velocities without impulses depend on where the step ends: of those in
                            * groups, or in space of those that turn */
    const bool *smooth;    /* of each mover: its velocity takes it through the step if nothing
                            * presses on it, and only then. Null: of none */
    const double *met;     /* of each mover: the part of the step after which it is met by something
                            * that bounces; 1: it is not, or was met before [1] */
    double (*centres)[3];  /* of mass of the movers, in their present poses [m] */
    const tmFrame *frames; /* of all bodies, at present */
    const tmTwist *twists; /* likewise */

    double size; /* of the world [m] */
    int32_t limit_count;

    /* How far a limit is from being met in the present poses, less than 0 past it [m]; and its
     * rates, as last linearised. */
    double (*room)(void *user, int32_t limit);
    void (*limit)(void *user, int32_t limit, tmiContactLimit *to);
    /* Whether the host wants the step to go on: asked before every pass. */
    bool (*goes_on)(void *user);
    const int32_t *limit_movers; /* of each limit: a mover of its joint; -1: none */
    /* Places `count` movers (null: all): where they are at the start with `velocity`; or, `moved`,
     * where such a velocity takes them in the step. */
    void (*set_poses)(void *user, const double *velocity, bool moved, const int32_t *movers,
                      int32_t count);
    /* Where they are placed by `velocity`: puts the velocities that those in groups would have
     * without impulses of contact, joints closed to first order, into `free`; the others' stay. */
    tmStatus (*linearise)(void *user, const double *velocity, double *free);
    /* Changes velocities of those in groups as little as can be, so that rows hold them there. */
    tmStatus (*keep_rows)(void *user, double *velocity);
    /* What the velocities of all in groups yield to impulses on them, as last linearised. */
    tmStatus (*respond)(void *user, const double *impulse, double *change);
} tmiContactMotion;

/* A step to be made, from the present poses of motion. */
typedef struct tmiStepRequest {
    const bool *which; /* of each cluster: it makes the step; null: all do. The rest concerns their
                          movers only */
    double h;          /* its length [s] */
    int32_t halvings;  /* how often it was halved: after some less is asked of it. Where friction
                        * has no answer, nearly one will do */
    const double *before; /* velocities at its start */
    double *free;         /* … and without contact; linearise of the motion changes them */
    double *moved;        /* gets the velocities that take the bodies through the step … */
    double *after;        /* … those that they have then, after impacts … */
    double *impulse;      /* … and the sums of impulses on the movers */
} tmiStepRequest;

/* How a step came out. */
typedef struct tmiContactOutcome {
    bool settled;      /* else make it in halves */
    bool unsolved;     /* not settled because the model has no answer: study.h */
    bool pressed;      /* not settled because something presses on a mover that is `smooth` */
    int32_t bodies[2]; /* not settled: the bodies that do not fit; -1 */
    bool stuck;        /* not settled because no poses keep these two apart */
    bool turned;       /* not settled because they turn too far */
    double overlap;    /* largest at the end, as part of the length of its pair [1] */
    double depth;      /* not settled: by which those two overlap [m] */
    double residual;   /* by verify.h, likewise [1] */
    int32_t solved;    /* linear problems */
    int32_t factored;  /* factorisations of large ones */
    int32_t corners;   /* impulses past the end of a facet */
    bool loose;        /* the law of friction holds only nearly */
    int32_t impacts;   /* islands that impacts with restitution went through */
    bool impact;       /* velocities after the step differ from those that made it */
    double lost;       /* kinetic energy that the impulses took away [J] … */
    double work[2];    /* … as the work of normal and of frictional impulses, with its sign */
    double gained;     /* by islands whose impulses added energy [J] */
} tmiContactOutcome;

#endif
