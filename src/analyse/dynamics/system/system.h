/* system.h: the motion equations of a world ([HH] 3.4, [HH] example 3.2, [HH] 4.1) in maximal
 * coordinates:
 *
 *     M a - G^T lambda = f,   G a = s'' - bias                                             (1)
 *
 * with the accelerations a of all movers, forces f without those of joints, and rows G of joints,
 * drives and limits. Solved sparse in an order that follows the graph: from the leaves inwards as
 * articulated bodies do, so that the cost of chains, trees and ladders is linear in the number of
 * links. Redundant rows do not matter: forces are then those of least norm. It knows nothing of
 * time stepping, nor of texts. docs/theory/dynamics.md has the equations. */
#ifndef TMI_SYSTEM_H
#define TMI_SYSTEM_H

#include "base/base.h"
#include "numeric/numeric.h"
#include "trammel/simulate.h"

/* ---- Movers -------------------------------------------------------------------------------- */

typedef enum tmiMoverKind {
    TMI_MOVER_DYNAMIC,
    TMI_MOVER_LED, /* it has no mass of its own, and drives prescribe all of its motion: a mass is
                    * lent to it, which makes no difference to others */
    TMI_MOVER_MASSLESS /* its joints alone move it */
} tmiMoverKind;

typedef struct tmiMover {
    int32_t body;
    uint8_t kind;         /* tmiMoverKind */
    double mass;          /* [kg]; that lent to a led one, 0 of a massless one */
    double inertia[3][3]; /* about the centre of mass, body axes [kg m^2] */
    double centre[3];     /* of mass, body axes from the origin [m] */
} tmiMover;

/* ---- Constraints: what has rows ------------------------------------------------------------ */

typedef enum tmiConstraintKind {
    TMI_CONSTRAINT_JOINT,
    TMI_CONSTRAINT_DRIVE,
    TMI_CONSTRAINT_LIMIT
} tmiConstraintKind;

/* How a row is evaluated. */
typedef enum tmiQuickKind {
    TMI_QUICK_NONE,      /* by tm_row_at */
    TMI_QUICK_POINT,     /* a point on a plane */
    TMI_QUICK_DIRECTION, /* a direction on a plane */
    TMI_QUICK_TURN       /* an angle in the plane */
} tmiQuickKind;

/* A row with its points seen from centres of mass, and scaled. */
typedef struct tmiQuickRow {
    uint8_t kind; /* tmiQuickKind */
    bool again;   /* it has the bodies, the kind and the point of the row before it */
    bool idle;    /* no mover can change it: bodies that stand still, or across a planar world */
    int32_t a, b; /* bodies of the model */
    int32_t side_a, side_b;
    double point[3];  /* from the centre of a, a's axes */
    double normal[3]; /* b's axes, times scale; of a turn: [0] its sense, [1] the angle from mark b
                       * to mark a in the bodies' axes */
    double offset;
    double scale; /* 1, or the size for an angle */
} tmiQuickRow;

/* Rows of one joint, drive or limit. A limit is a row of a coordinate that holds while it is
 * active. */
typedef struct tmiConstraint {
    uint8_t kind;   /* tmiConstraintKind */
    uint8_t level;  /* 0: rows of positions, 1: of velocities, 2: of accelerations only */
    bool active;    /* inactive rows hold nothing: lambda 0 */
    bool left_out;  /* likewise, and they are not evaluated: tmi_system_select */
    int32_t number; /* number of the joint in the model, of the drive or limit in the def */
    int32_t body_count;
    int32_t *bodies; /* numbers of the model */
    tmRow *rows;
    int32_t row_count;
    int32_t first;       /* place of its first row among all */
    int32_t mover_count; /* of its bodies; without any its rows hold nothing */
    int32_t *movers;     /* ascending */
    int32_t *sides;      /* of each body: its place in `movers`; -1: it stands still */
    double
        *gradient; /* as evaluated: dof numbers for each mover of each row, rows `stride` apart */
    int32_t stride;
    tmiQuickRow *quick; /* of each row: how it is evaluated */
} tmiConstraint;

/* Whether row r of a constraint holds anything now. */
static inline bool tmi_row_holds(const tmiConstraint *constraint, int32_t r) {
    return constraint->active && !constraint->left_out && !constraint->quick[r].idle;
}

/* A motion that is prescribed ([HH] 3.5): row = s(t). */
typedef struct tmiDriveDef {
    uint8_t level;
    int32_t body_count;
    int32_t bodies[TM_HINGE_BODIES];
    tmRow rows[3];
    int32_t row_count;
    int32_t control; /* the control that gives it; -1: none, it holds what is free */
} tmiDriveDef;

typedef struct tmiLimitDef {
    int32_t joint, coordinate;
    bool upper; /* the coordinate must not exceed `bound`; otherwise it must not fall below */
    double bound;
    double restitution;
} tmiLimitDef;

/* ---- Elements: forces along a coordinate ---------------------------------------------------- */

/* A spring, a damper, a spring in a joint, or a push of a control along a coordinate of a joint:
 * force = -stiffness (x - rest) - damping x' + push, positive where it makes x grow. */
typedef struct tmiElement {
    int32_t joint, coordinate;
    tmRow row;                /* of the coordinate; its offset is 0 */
    tmiConstraint constraint; /* its bodies and movers, and its gradient by the motions of the
                                 movers' centres */
    double stiffness, rest, damping;
    double push; /* of controls, set again before each evaluation [N or N m] */
    double push_stiffness, push_damping; /* minus its derivatives by x and x', for implicit steps */
    double value, rate, force;           /* as evaluated */
    double near[2], seen[2];             /* angles over whole turns: as followed, as evaluated */
    int32_t next;                        /* element of the same joint; -1 */
} tmiElement;

/* ---- The system ---------------------------------------------------------------------------- */

typedef struct tmiSystem {
    tmAllocator allocator;
    tmiArena arena;
    const tmModel *model;
    bool planar;
    int32_t dof;  /* of a mover: 3 (x, y, turn) or 6 */
    int32_t pose; /* numbers that say where it is: 3 (x, y, angle) or 7 (position, quaternion) */
    double size;  /* [m] */
    double gravity[3];

    tmiMover *movers;
    int32_t mover_count;
    int32_t *mover_of; /* of each body; -1: it stands still */
    int32_t body_count;

    tmiConstraint *constraints; /* the joints in their order, then the drives, then the limits, then
                                   what keeps led movers from turning where no drive says how they
                                   turn (drives of number -1) */
    int32_t constraint_count, joint_constraints, drive_constraints;
    int32_t row_count;
    double (*given)[3]; /* of each row: s, s', s'' of drives; 0 elsewhere. Set by the caller */
    double (*turns)[2]; /* of each row: angles over whole turns, near which the next are searched
                         * for.  Changed by tmi_system_follow alone */
    double (*seen)[2];  /* the same as evaluated */
    int32_t *constraint_joint; /* of each constraint: the joint that it is, or whose coordinate it
                            is about; -1 */
    int32_t *constraint_next;  /* of each constraint: the next one about the same joint; -1 */

    tmiElement *elements;
    int32_t element_count;
    int32_t *element_of; /* of each joint: the first of a chain by `next`; -1 */
    int32_t *push_of;    /* of each push of the def: its element */

    /* As placed by tmi_system_set_state. */
    tmFrame *frames;          /* of all bodies: origins, as the model has them */
    tmTwist *twists;          /* likewise */
    struct tmiPlaced *placed; /* of all bodies: centres of mass, rotations, velocities */
    double (*centres)[3];     /* of mass of the movers, world axes [m] */
    double *velocity;   /* dof numbers a mover: of its centre of mass, and angular; world axes */
    double (*spins)[3]; /* of the movers: angular velocities in body axes, as states have them; null
                         * in planar worlds */

    /* As evaluated by tmi_system_evaluate. */
    double *value, *bias; /* of each row; angles count with the size as lever [m, m/s^2] */
    double *matrix; /* masses, then rows: the lower triangle of (1) as its pattern has it; kkt.h */
    double (*inertia)[3][3]; /* of the movers, world axes; null in planar worlds */
    int32_t lent;            /* movers that are led */
    double *angles;          /* scratch: half angles, sines and cosines of the movers */
    double *heights;         /* of the movers' centres in a planar world, which never change [m] */
    const tmFrame *start_frames; /* those of the assembly, and the twists of the model */
    tmTwist *start_twists;

    /* The equations. */
    double pushed;        /* power of what tmi_system_push added [W] */
    double *force;        /* dof numbers a mover: forces without those of rows [N, N m] */
    double *acceleration; /* dof numbers a mover, of its centre of mass: the solution */
    double *lambda;       /* of each row: the solution, in the row's own unit [N or N m] */
    const bool *only;     /* of each mover: it takes part; null: all do. tmi_system_select */
    double residual;      /* of the last solution, as part of the terms [1] */
    bool redundant;       /* rows depend on each other */
    int32_t blame;        /* mover that tmi_system_factor found without mass; -1: none */
    int64_t factorisations;

    struct tmiKkt *kkt; /* pattern, order, factors: kkt.h */
    struct tmiLed *led; /* `lent` of them: rows that lead a mover */
    double *scratch, *multiplier,
        *impulse;   /* of each row: scratch of tmi_system_close and _still */
    double *motion; /* dof numbers a mover: likewise */
} tmiSystem;

/* Numbers of a state: poses, velocities (dof each), and the work of what is not conservative.
 * Angular velocities of a state are in body axes: so a free body's do not depend on its pose, and
 * errors of that do not reach them. All else is in world axes. */
static inline int32_t tmi_system_state_size(const tmiSystem *s) {
    return s->mover_count * (s->pose + s->dof) + 1;
}
static inline double *tmi_system_velocities(const tmiSystem *s, double *y) {
    return y + (ptrdiff_t)s->mover_count * s->pose;
}

typedef struct tmiSystemDef {
    const tmModel *model;
    const tmAssembly *assembly;
    const tmiDriveDef *drives;
    int32_t drive_count;
    const tmiLimitDef *limits;
    int32_t limit_count;
    const int32_t (*pushes)[2]; /* joint and coordinate that controls push */
    int32_t push_count;
    const bool *led; /* of each body: controls say how it moves. Those without mass are led, and
                        keep their angular velocity where no drive prescribes it */
    const bool
        *moves; /* of each body: drives decide its motion. Null: masses and forces do. Otherwise
                 * all others stand still, each has the same mass, and no force acts */
} tmiSystemDef;

/* Makes the equations. Adds errors about masses that make them impossible to `diags`, and notes
 * that name redundant joints. TM_ERR_TEXT after errors, TM_ERR_LIMIT, TM_ERR_MEMORY: *system is
 * null. */
tmStatus tmi_system_create(const tmiSystemDef *def, tmDiags *diags, tmiSystem **system);
void tmi_system_destroy(tmiSystem *system);

/* Puts into `led`, of each body, which of those that controls lead (def->led) are to be led: not
 * the ones without mass whose motion joints and drives decide together. `arena` is as before
 * afterwards. */
tmStatus tmi_system_find_led(const tmiSystemDef *def, tmiArena *arena, bool *led);

/* What nothing prescribes in a world without dynamics: a coordinate or another freedom of a joint,
 * or of a body against the world. */
typedef struct tmiHold {
    int32_t joint; /* -1: a body */
    int32_t body;  /* -1: a joint */
    bool is_held;  /* by a row of its own; else no prescribed motion reaches the body at all */
    uint8_t group; /* while they are chosen */
} tmiHold;

/* A world without dynamics, whose drives decide all motion. */
typedef struct tmiKinematics {
    bool *moves;         /* of each body: for tmiSystemDef */
    tmiDriveDef *drives; /* those of the def, then one for each freedom that is held */
    int32_t drive_count; /* of the def */
    int32_t row_count;   /* freedoms that are held: the first of the holds */
    tmiHold *holds;
    int32_t hold_count;
    uint8_t group; /* of the candidates that are being added */
} tmiKinematics;

/* Finds what moves where the drives of the def decide, and what they leave free; memory is the
 * arena's. TM_ERR_LIMIT, TM_ERR_MEMORY, and what tmi_system_create returns. */
tmStatus tmi_system_kinematics(const tmiSystemDef *def, tmiArena *arena, tmiKinematics *kinematics);

/* Puts the state of the assembly, with the twists of the model, into y. */
void tmi_system_start(tmiSystem *s, double *y);

/* Puts these frames and twists of all bodies into y; work is 0. */
void tmi_system_take(tmiSystem *s, const tmFrame *frames, const tmTwist *twists, double *y);

/* Takes frames, twists and centres from y. Quaternions need not have length 1. */
void tmi_system_set_state(tmiSystem *s, const double *y);

/* Takes frames, twists and centres of these movers alone. */
void tmi_system_place_some(tmiSystem *s, const double *y, const int32_t *movers, int32_t count);

/* From now on only these movers take part, null: all; `only` has to stay. Rows and elements of the
 * others are left out, none of which may connect both; no force acts on them and their velocities
 * do not count, so that the solution does not depend on them. */
void tmi_system_select(tmiSystem *s, const bool *only);

/* Whether a mover takes part. */
static inline bool tmi_system_takes(const tmiSystem *s, int32_t mover) {
    return !s->only || s->only[mover];
}

/* Moves poses of a state, of all movers or of one, through a time [s], with constant velocities as
 * a state has them; `from` and `to` may be the same. In space bodies turn about the axes of their
 * spins. */
void tmi_system_advance(const tmiSystem *s, const double *from, double h, const double *velocity,
                        double *to);
void tmi_system_advance_mover(const tmiSystem *s, int32_t mover, const double *from, double h,
                              const double *velocity, double *to);

/* Moves poses of a state through a time by their rates (tmi_system_rate). */
void tmi_system_advance_by(const tmiSystem *s, double h, const double *rate, double *y);

/* Turns dof numbers a mover, as the velocities or accelerations of a state, into world axes, and
 * back, by the rotations as placed; `to` is not `from`. */
void tmi_system_to_world(const tmiSystem *s, const double *from, double *to);
void tmi_system_to_state(const tmiSystem *s, const double *from, double *to);

/* Evaluates rows with gradients and bias, masses and elements where the bodies are placed. False
 * where a number is not finite. */
bool tmi_system_evaluate(tmiSystem *s);

/* Sets `force` to gravity, gyroscopic torques and what the elements do. */
void tmi_system_forces(tmiSystem *s);

/* Adds a force at a point of the world and a torque to `force` of a body. */
void tmi_system_push(tmiSystem *s, int32_t body, const double point[3], const double force[3],
                     const double torque[3]);

/* Factorises (1) as evaluated. `hg` > 0: with M + hg D + hg^2 K instead of M, the derivatives of
 * the elements' forces. TM_ERR_SINGULAR where it has no solution whatever the forces: s->blame is
 * then the mover. */
tmStatus tmi_system_factor(tmiSystem *s, double hg);

/* Whether rows depend on each other in the pose that was factorised last: forces are then those of
 * least norm. */
bool tmi_system_shares(const tmiSystem *s);

/* Solves (1) for `force` and `given` with the last factors; refined until its residual is at
 * rounding level. TM_ERR_SINGULAR where forces are not met, as of those that pull at a mover
 * without mass that its joints leave free: s->blame, or -1; TM_ERR_NOT_CONVERGED where rows
 * contradict each other; TM_ERR_NOT_FINITE. */
tmStatus tmi_system_solve(tmiSystem *s);

/* The same with right-hand sides of the caller's own: M x - G^T y = b, G x = c, of dof numbers a
 * mover and of one a row (c and y scaled as `value`). Any of b, c and y may be null: zero, zero,
 * not wanted. Inactive rows of y are 0. */
tmStatus tmi_system_solve_for(tmiSystem *s, const double *b, const double *c, double *x, double *y);

/* Numbers of the equations as evaluated; copies of them, and back, so that rows can be evaluated
 * elsewhere in between and the last factors still be those of the equations. */
int32_t tmi_system_matrix_size(const tmiSystem *s);
void tmi_system_keep_matrix(const tmiSystem *s, double *to);
void tmi_system_return_matrix(tmiSystem *s, const double *from);

/* Puts the rate of y into `rate`: velocities as rates of poses, `acceleration`, power of what is
 * not conservative. y is that which was placed. */
void tmi_system_rate(const tmiSystem *s, const double *y, double *rate);

/* Power of dampers, pushes and drives, and of body forces that were pushed [W]. */
double tmi_system_power(const tmiSystem *s);

/* Moves the poses of y by the least motion (in the metric of the masses) to where all active rows
 * of positions hold to `tolerance` [m]; at most `max` steps. Rows of velocities and accelerations
 * stay as they are. Factorises only where the gap is above the tolerance; places and evaluates y.
 * Puts the largest gap that is left into *gap. TM_ERR_NOT_CONVERGED: y is then the best that was
 * found. */
tmStatus tmi_system_close(tmiSystem *s, double *y, double tolerance, int32_t max, double *gap);

/* Changes the velocities of y, whose poses must be placed and evaluated, by the least kinetic
 * energy to where G v = s' holds for active rows of levels 0 and 1; those of level 2 keep their
 * rates. The factors may be those of a pose nearby, such as tmi_system_close left. Puts `impulse`
 * of each row into the array, null: not wanted [N s, N m s]. Places y again; what was evaluated of
 * velocities (bias, rates of elements) is then stale. */
tmStatus tmi_system_still(tmiSystem *s, double *y, double *impulse);

/* By how much the velocities miss a row, as part of the largest speed or prescribed rate [1]. The
 * state must be set and evaluated. */
double tmi_system_slip(const tmiSystem *s);

/* Counts whole turns of rows and elements from where the bodies were last evaluated. */
void tmi_system_follow(tmiSystem *s);

/* Kinetic energy; potential energy of weight and springs [J]. As placed and evaluated. */
double tmi_system_kinetic(const tmiSystem *s);
double tmi_system_potential(const tmiSystem *s);

/* What the second part of a joint does to the first, from lambda and the elements; see
 * tm_sim_joint_wrench. */
void tmi_system_wrench(const tmiSystem *s, int32_t joint, tmWrench *wrench);

/* Puts the accelerations of the origins of all bodies into the array, from the solution. */
void tmi_system_accelerations(const tmiSystem *s, tmTwist *accelerations);

/* Puts the wrenches of all joints (tmi_system_wrench) into the array, and into `loads` their sums
 * on each body, torque about its origin. */
void tmi_system_joint_loads(const tmiSystem *s, tmWrench *wrenches, tmWrench *loads);

/* Adds `sign` times a wrench about `point` to the loads of a body, about its origin. */
void tmi_system_load(const tmiSystem *s, int32_t body, double sign, const tmWrench *wrench,
                     const double point[3], tmWrench *loads);

/* Replaces the loads of bodies that have mass by what their motion needs, their weight left out. */
void tmi_system_weigh(const tmiSystem *s, tmWrench *loads);

/* Largest gap of active rows of positions, as evaluated [m], and the joint that has it (-1). */
double tmi_system_gap(const tmiSystem *s, int32_t *joint);

/* Subtracts what the lent masses need from the forces of the rows that lead them. */
void tmi_system_return_masses(tmiSystem *s);

/* ---- Constraints of the caller's own, and rows one by one
 * -------------------------------------------
 */

/* Memory that lives as long as the system. */
static inline void *tmi_system_alloc(tmiSystem *s, int64_t count, size_t size) {
    return tmi_arena_alloc(&s->arena, (size_t)(count > 0 ? count : 1), size);
}

/* Where the results of evaluating rows go. */
typedef struct tmiRowsTo {
    double *value, *bias;
    double (*near)[2], (*seen)[2];
} tmiRowsTo;

/* Makes sides, movers and quick rows of a constraint whose bodies and rows are there; `scaled`:
 * angles count with the size as lever. TM_ERR_MEMORY. */
tmStatus tmi_constraint_prepare(tmiSystem *s, tmiConstraint *constraint, bool scaled);

/* Evaluates the rows of a constraint. */
void tmi_constraint_evaluate(const tmiSystem *s, const tmiConstraint *constraint,
                             const tmiRowsTo *to);

/* Adds factor times the gradient of row r to `to`, of dof numbers a mover. */
void tmi_constraint_add(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                        double factor, double *to);

/* The rate of row r of a constraint for velocities of all movers. */
double tmi_constraint_rate(const tmiSystem *s, const tmiConstraint *constraint, int32_t r,
                           const double *velocity);

#endif
