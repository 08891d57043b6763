/* simulate.h: motion under forces: what `simulate` of a definition asks for.
 *
 *     tmSimDef def = tm_sim_def_default();
 *     tmSim *sim;
 *     tm_sim_create(NULL, model, assembly, &def, diags, &sim);
 *     for (int32_t i = 1; tm_sim_info(sim)->outcome == TM_SIM_RUNS; i++) {
 *         tm_sim_advance(sim, i * 0.01);
 *         … tm_sim_frames(sim), tm_sim_twists(sim), tm_sim_events(sim, &count) …
 *     }
 *     tm_sim_destroy(sim);
 *
 * Bodies and joints are numbered as in the model; body 0 is the ground. SI units, angles in
 * radians. docs/theory/dynamics.md derives what is computed. */
#ifndef TRAMMEL_SIMULATE_H
#define TRAMMEL_SIMULATE_H

#include "trammel/model.h"
#include "trammel/space.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Simulations --------------------------------------------------------------------------- */

typedef struct tmSim tmSim;

/* What a control that the host supplies can read, and what is wanted of it. */
typedef struct tmControlCall {
    const char *name;      /* of the control, as the text has it */
    double time;           /* [s] */
    const tmFrame *frames; /* of all bodies */
    const tmTwist *twists; /* of all bodies */
    int32_t size;          /* numbers that are wanted: 1, or 3 of a vector */
} tmControlCall;

/* Puts the values of the control into `values`, in SI units: they must depend on the call alone,
 * for it is called several times for each step. */
typedef void tmControlFn(void *user, const tmControlCall *call, double *values);

typedef struct tmHostControl {
    const char *name;
    tmControlFn *function;
    void *user;
} tmHostControl;

/* Whether the host wants the simulation to go on. After false tm_sim_advance returns at the end of
 * the last whole step, with TM_ERR_LIMIT; called again it makes the same step from there. */
typedef bool tmGoesOnFn(void *user);

typedef struct tmSimDef {
    uint32_t stamp;                /* private */
    const tmHostControl *controls; /* that the text names but does not define; default none */
    int32_t control_count;
    int32_t method;      /* tmMethod; default TM_METHOD_TEXT: as the text says */
    int32_t integrator;  /* tmIntegrator; default TM_INTEGRATOR_TEXT: as the text says */
    double tolerance;    /* default 0: as the text says */
    int32_t contact;     /* tmContactModel; default TM_CONTACT_TEXT: as the text says */
    int32_t impact;      /* tmImpactLaw; default TM_IMPACT_TEXT: as the text says */
    int32_t order;       /* tmImpactOrder; default TM_IMPACT_ORDER_TEXT: as the text says */
    double step;         /* [s]; default 0: as the text says */
    double end;          /* time at which it ends [s]; default 0: as the text says. A late one, such
                          * as 1e6 for a live run, costs nothing */
    tmGoesOnFn *goes_on; /* asked before every pass of a step with contact, which may take long;
                            default null: it always goes on */
    void *goes_on_user;  /* passed to goes_on */
    int64_t max_attempts; /* steps for one call of tm_sim_advance, refused ones too; default 0: no
                           * limit */
} tmSimDef;

TM_API tmSimDef tm_sim_def_default(void);

/* Prepares the run that the model was made of, from the frames of the assembly; both must outlive
 * the simulation, which takes the model's allocator. What is wrong with the world is added to
 * `diags`: masses that are zero, controls that nothing supplies, a start that is impossible; notes
 * name what is redundant. TM_ERR_TEXT after such errors, TM_ERR_ARGUMENT for null, for an assembly
 * that is not closed and for a run that is not a `simulate`, TM_ERR_DEF, TM_ERR_LIMIT,
 * TM_ERR_MEMORY: *sim is then null. Null def: the default one. */
TM_API tmStatus tm_sim_create(const tmModel *model, const tmAssembly *assembly, const tmSimDef *def,
                              tmDiags *diags, tmSim **sim);

/* Frees the simulation. Null is accepted. */
TM_API void tm_sim_destroy(tmSim *sim);

typedef enum tmSimOutcome {
    TM_SIM_RUNS,    /* it can go on */
    TM_SIM_ENDED,   /* its duration is over */
    TM_SIM_STOPPED, /* the text's condition `stop` holds */
    TM_SIM_FAILED   /* it cannot go on: tm_sim_diagnostic says why */
} tmSimOutcome;

/* By how much a step may miss the conditions of contact without a diagnostic, as part of the
 * smaller body [1]: ten times the height of a lip that is passed over, which is missed by itself.
 */
#define TM_SIM_MISSED 1e-6

typedef struct tmSimInfo {
    tmSimOutcome outcome;
    double time;         /* [s] */
    double end;          /* [s] */
    int32_t method;      /* tmMethod */
    int32_t integrator;  /* tmIntegrator that is used now */
    double step;         /* fixed, or the last one [s] */
    double tolerance;    /* of methods that control their error */
    int64_t steps;       /* taken */
    int64_t refused;     /* steps that were too inaccurate, and made again */
    int64_t evaluations; /* solutions of the motion equations */
    int64_t stiff_steps; /* of the steps, those by the stiff method */
    int64_t events;      /* of all kinds */
    double energy;       /* kinetic and potential, now [J]; this and the next three are NaN in a run
                          * without dynamics */
    double work;         /* done since the start by controls, dampers, impacts and pulls [J] */
    double energy_error; /* energy - work - energy at the start [J] */
    double energy_scale; /* largest kinetic energy so far, for comparison [J] */
    double gap;      /* largest of any joint after any step [m]; angles with the size as lever */
    double residual; /* largest of the motion equations, as part of their terms [1] */
    double size;     /* of the world: a length for tolerances [m] */

    /* Where bodies touch, in `stepping`. */
    int64_t touching;      /* steps in which any bodies pressed on each other */
    int64_t solved;        /* linear problems solved for them */
    int64_t halved;        /* steps that were made as two halves */
    int64_t corners;       /* impulses that act a little past the end of a facet */
    int64_t jammed;        /* parts of steps in which friction had no exact answer: the nearest that
                            * was found, with nothing overlapping */
    int64_t unsolved;      /* steps that the contact model asked for had no answer to */
    double normal_work;    /* done by contact along normals, and … [J] */
    double friction_work;  /* … across them, both mostly less than 0: parts of `work` */
    double gained;         /* what contact brought where it brought energy: of first order in the
                            * step where bodies press, more where friction had no answer [J] */
    int64_t impacts;       /* islands that impacts with restitution went through … */
    int32_t impact, order; /* … and their tmImpactLaw and tmImpactOrder */
    int64_t lessened; /* impacts with less restitution than asked for, since the full value would
                         gain energy: see the events */
    int64_t passed;   /* times that two bodies that may touch began to overlap, where nothing
                       * holds bodies apart: in space, in `classic`, by rk4 and euler. Checked
                       * often enough that none goes further than half of the smallest, or 64 times
                       * a step; what only lies on another does not overlap */
    double overlap;   /* largest of two bodies at the end of any step, as part of the size of
                       * the smaller [1] */
    double touch_residual; /* largest by which a step missed the conditions of contact, likewise: by
                              a check that shares nothing with the solver [1] */
    int64_t missed;        /* parts of steps that missed them by more than TM_SIM_MISSED: reports of
                              contact there are doubtful */
    int64_t asleep; /* steps of bodies at rest that were not made, one for each body and step: see
                     * stays_awake of tmSimulateInfo */
    double span_overlap, span_residual; /* the same since tm_sim_start_span, or the start [1] */
} tmSimInfo;

/* Returns the state of the run; null for null. It lives as long as the simulation, and changes with
 * it. */
TM_API const tmSimInfo *tm_sim_info(const tmSim *sim);

/* Moves to time `to` [s], not before the present one, or to where the run ends. What is computed
 * does not depend on how often this is called: with `events` the steps are chosen by the error
 * alone, and states between their ends are interpolated. Methods with a fixed step go to the last
 * step's end that is not past `to`. After a failure the state is the last good one. TM_ERR_ARGUMENT
 * for null and for a time that is not a number or before the present one; TM_ERR_LIMIT when
 * max_attempts was reached before `to`, or goes_on returned false; TM_ERR_MEMORY where an event or
 * a problem could not be kept; tmSimInfo.outcome has the rest. Allocates nothing after its first
 * steps except for events. */
TM_API tmStatus tm_sim_advance(tmSim *sim, double to);

/* Starts span_overlap and span_residual of tmSimInfo again: for callers that read a simulation less
 * often than it steps and want the largest of the steps between. Nothing else changes. */
TM_API void tm_sim_start_span(tmSim *sim);

/* Returns why the run failed, with the time, the part, and what to do, or null. It lives as long as
 * the simulation. */
TM_API const tmDiag *tm_sim_diagnostic(const tmSim *sim);

/* ---- The state ----------------------------------------------------------------------------- */

/* Returns the model that it was made from; null for null. */
TM_API const tmModel *tm_sim_model(const tmSim *sim);

/* Return frames and twists of all bodies (tm_model_body_count) at the present time; valid until the
 * next call that changes the simulation. */
TM_API const tmFrame *tm_sim_frames(const tmSim *sim);
TM_API const tmTwist *tm_sim_twists(const tmSim *sim);

/* Returns the accelerations of all bodies, of their origins, likewise [m/s^2, rad/s^2]. Where
 * bodies may touch they are, as forces are, means of the last step, before the first one those of
 * that. */
TM_API const tmTwist *tm_sim_accelerations(tmSim *sim);

/* Puts what the second part of a joint does to the first into *wrench: world axes, the torque about
 * the first feature that the joint matches of the first part. Springs, dampers and the drives of a
 * joint are part of it; in a run without dynamics all numbers are NaN. TM_ERR_ARGUMENT where there
 * is none, TM_ERR_SINGULAR where forces cannot be found and TM_ERR_MEMORY leave it unchanged. */
TM_API tmStatus tm_sim_joint_wrench(tmSim *sim, int32_t joint, tmWrench *wrench);

/* Where two bodies touch, and how they pressed on each other in the last step; before the first
 * one, how they do in that. */
typedef struct tmContact {
    int32_t bodies[2];
    int32_t pieces[2];  /* of each, by index in tm_model_pieces */
    double point[3];    /* [m] */
    double normal[3];   /* from the first body to the second, length 1 */
    double gap;         /* [m] */
    double force;       /* of the first on the second along the normal, mean of the step [N] */
    double friction[3]; /* of the first on the second, across it [N] */
    bool slips;         /* friction has reached its limit */
    bool parted;        /* they pressed on each other within the step, and touch no more */
} tmContact;

/* Returns where bodies touch now, whether or not they press on each other, or pressed within the
 * last step, and puts their number into *count (may be null); valid until the next call that
 * changes the simulation. Null where there is not enough memory for it. Only in planar worlds, in
 * `stepping` and in `events` with error control; there forces are those of the present, and what a
 * joint alone holds, as corners at which a pin joins two bars, has none: in `stepping` it is left
 * out. */
TM_API const tmContact *tm_sim_contacts(tmSim *sim, int32_t *count);

/* Puts what a coordinate of a joint is into *value, angles over whole turns [rad or m], and its
 * rate into *rate (may be null). */
TM_API tmStatus tm_sim_coordinate(tmSim *sim, int32_t joint, int32_t coordinate, double *value,
                                  double *rate);

/* Puts what the text monitors (tm_model_monitor) into `values`, as many as
 * tm_model_simulate(model).value_count. TM_ERR_SINGULAR where forces cannot be found and
 * TM_ERR_MEMORY leave them unchanged. */
TM_API tmStatus tm_sim_monitors(tmSim *sim, double *values);

/* Takes a state: the frames and twists of all bodies at a time; joints are closed and velocities
 * made to agree with them, and bodies that touch in `stepping` but overlap are moved apart by the
 * least motion. TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE, TM_ERR_NOT_CONVERGED where joints cannot be
 * closed from there, or no small motion separates what overlaps: the simulation is then unchanged.
 *
 * That is how a world goes on that is changed while it runs, as where a body is dropped in: a model
 * and a simulation of the new text, with an `end` that is late enough, and the state of the old one
 * for all bodies that both have, by name. What touches finds its impulses again; what rests goes on
 * resting. Joints that count turns, as screws and gears, keep their places. The rest of its state
 * must be set, too: inputs (tm_sim_set_input), a pull (tm_sim_pull), and whole turns of coordinates
 * where something reads them (tm_sim_set_turns), for frames do not contain them. Controls with a
 * state start again, as do the counts of tmSimInfo; `work` is 0 here. Bodies that touch are
 * reported as events again. */
TM_API tmStatus tm_sim_set_state(tmSim *sim, double time, const tmFrame *frames,
                                 const tmTwist *twists);

/* Counts whole turns of a coordinate of a joint, here and from now on, so that it is as near to
 * `value` [rad] as whole turns let it be: for what reads it, for springs in the joint, and for its
 * limits. Coordinates that are not angles have none: nothing changes. TM_ERR_ARGUMENT,
 * TM_ERR_NOT_FINITE. */
TM_API tmStatus tm_sim_set_turns(tmSim *sim, int32_t joint, int32_t coordinate, double value);

/* ---- Without dynamics ([HH] 1) -------------------------------------------------------------- */

/* A run that leaves dynamics out moves by what is prescribed alone: masses, forces and springs have
 * no part in it, and what nothing prescribes stays as it is. Returns in how many ways; 0 for other
 * runs. */
TM_API int32_t tm_sim_free_count(const tmSim *sim);

/* Puts where freedom `index` is into *joint, or -1, and *body, or -1: a joint of which a freedom is
 * left, or a body that moves against the world, or that no prescribed motion reaches. A joint or
 * body may come several times. TM_ERR_ARGUMENT leaves both unchanged. */
TM_API tmStatus tm_sim_free(const tmSim *sim, int32_t index, int32_t *joint, int32_t *body);

/* ---- Inputs ([HH] 3.5) --------------------------------------------------------------------- */

/* Sets an input (tm_model_input) from the present time on. Values beyond its range are cut to it.
 * It becomes an event, so that a replay is the same. TM_ERR_ARGUMENT, TM_ERR_NOT_FINITE. */
TM_API tmStatus tm_sim_set_input(tmSim *sim, int32_t input, double value);

/* Puts what an input is now into *value. */
TM_API tmStatus tm_sim_input(const tmSim *sim, int32_t input, double *value);

/* ---- A pull -------------------------------------------------------------------------------- */

/* Pulls at a body from the present time on until it is let go, as a mouse does: by a spring of
 * length 0 with a damper from a point of the body (`at`, body axes from its origin [m]) to `to`
 * (world [m]). One body at a time: a second call moves the target, or changes the rest. `stiffness`
 * [N/m] 0: it is chosen with the damping by the mass of all that joints connect to the body, so
 * that it follows within about 0.2 s and hangs through by at most a twentieth of the body's size;
 * else `damping` [N s/m] is that of the damper, which may be 0.
 *
 * However far the target is, the spring pulls no harder than what drags this mass at five sizes of
 * the world a second against critical damping, or twenty times its weight; bodies that touch in
 * `stepping` stay apart. Methods that control their error have exactly this spring; in those with a
 * fixed step it acts by where and how fast the point would be at the step's end without contact, so
 * that no stiffness makes a step unstable. What it does is part of tmSimInfo.work, and it is kept
 * in checkpoints; it is not an event. What was computed behind the present is computed again, and
 * tm_sim_events is empty.
 *
 * TM_ERR_ARGUMENT for null, a body that stands still and numbers below 0, TM_ERR_NOT_FINITE,
 * TM_ERR_UNSUPPORTED in a run without dynamics, TM_ERR_SINGULAR where the point has neither mass
 * nor joints against the pull: the pull is then as it was before. */
TM_API tmStatus tm_sim_pull(tmSim *sim, int32_t body, const double at[3], const double to[3],
                            double stiffness, double damping);

/* Lets go of what is pulled, if anything is. TM_ERR_ARGUMENT for null. */
TM_API tmStatus tm_sim_let_go(tmSim *sim);

/* ---- Events -------------------------------------------------------------------------------- */

#define TM_SIM_EVENT_LIST(X)                                                                       \
    X(START, "start")                                                                              \
    X(INPUT, "input")       /* an input was set */                                                 \
    X(LIMIT, "limit")       /* a joint met a limit */                                              \
    X(RELEASE, "release")   /* a joint left a limit */                                             \
    X(TOUCH, "touch")       /* two bodies begin to touch */                                        \
    X(PART, "part")         /* they cease to */                                                    \
    X(UNSOLVED, "unsolved") /* the contact model had no answer: the pair form took over */         \
    X(STIFF, "stiff")       /* the stiff method took over */                                       \
    X(LOOSE, "loose")       /* the usual method took over again */                                 \
    X(STOP, "stop")         /* the text's condition holds */                                       \
    X(END, "end")                                                                                  \
    X(FAILURE, "failure")                                                                          \
    X(IMPACT, "impact")     /* two bodies that touch strike each other once more */                \
    X(LESSENED, "lessened") /* an impact had less restitution than asked for */                    \
    X(PASS, "pass")         /* two bodies that nothing holds apart begin to overlap */             \
    X(JUMP, "jump")         /* the rate of what is prescribed jumps, which takes an impulse */     \
    X(REST, "rest")         /* the impacts of two bodies, ever faster, have ended */               \
    X(SLIP, "slip")         /* two bodies that stuck slide on each other */                        \
    X(STICK, "stick")       /* they cease to */

#define TM_SIM_EVENT_CODE(code, name) TM_SIM_EVENT_##code,
typedef enum tmSimEventKind { TM_SIM_EVENT_LIST(TM_SIM_EVENT_CODE) TM_SIM_EVENTS } tmSimEventKind;
#undef TM_SIM_EVENT_CODE

/* Returns the name of a kind, such as "limit"; "" for anything else. */
TM_API const char *tm_sim_event_name(tmSimEventKind kind);

typedef struct tmSimEvent {
    tmSimEventKind kind;
    double time;
    int32_t joint; /* concerned; -1: none */
    int32_t input; /* likewise */
    int32_t bodies[2];
    double value;   /* of an input; of a coordinate that met its limit [rad or m]; of a
                     * rest when the impacts would have ended [s]; of an impact 1 where it is the rest
                     * of the last one of these two, which a   step without restitution has not
                     * finished, else 0 */
    double impulse; /* of an impact along the coordinate, or of all normal impulses of two
                     * bodies at the instant, or without restitution in the step, 0 where they
                     * touch and do not press, as from the start on [N s or N m s] */
    double before,
        after; /* rates of the coordinate before and after it, of a jump those that are prescribed
                * [rad/s or m/s]; of a touch or an impact
                * those of the gap where it closed fastest, when they met [m/s]; of what
                * was reduced the restitution that was asked for and the one that it had [1] */
} tmSimEvent;

/* Returns the events of the last call of tm_sim_advance, tm_sim_set_input or tm_sim_create in the
 * order of time, and puts their number into *count. Valid until the next of these calls. */
TM_API const tmSimEvent *tm_sim_events(const tmSim *sim, int32_t *count);

/* ---- The equations ([HH] 4.1) -------------------------------------------------------------- */

typedef struct tmEquationsDef {
    uint32_t stamp;  /* private */
    bool json;       /* default false: text as in [HH] figure 4.2 */
    int32_t digits;  /* of numbers, 1 … 17; default 8 */
    double smallest; /* coefficients below this part of the largest of their row are left out, and
                      * values below this part of the largest of their kind are 0.0: at least 0,
                      * below 1; default 1e-13 */
} tmEquationsDef;

TM_API tmEquationsDef tm_equations_def_default(void);

/* Writes the scalar equations A x = b of the present time and their solution: x_i, y_i, z_i and
 * wx_i … are accelerations of body i, fx_j … forces of joint j. They have no forces of contact:
 * TM_ERR_UNSUPPORTED while any bodies touch (tm_sim_contacts), and in a run without dynamics.
 * TM_ERR_DEF, TM_ERR_ARGUMENT, TM_ERR_SINGULAR where they have no solution, TM_ERR_MEMORY. */
TM_API tmStatus tm_sim_equations(tmSim *sim, const tmEquationsDef *def, tmWriteFn *write,
                                 void *user);

/* ---- Checkpoints --------------------------------------------------------------------------- */

/* Returns how many bytes tm_sim_save writes. */
TM_API size_t tm_sim_save_size(const tmSim *sim);

/* Puts all that changes in time into `bytes`: the same bytes on every machine. */
TM_API tmStatus tm_sim_save(const tmSim *sim, void *bytes, size_t size);

/* Takes what tm_sim_save put there from a simulation of the same model and def: the run then goes
 * on with the same bits. TM_ERR_UNSUPPORTED for a state of another version of the library,
 * TM_ERR_ARGUMENT for what is not a saved state, or belongs to another model or def: the simulation
 * is then unchanged. Safe for any bytes. */
TM_API tmStatus tm_sim_restore(tmSim *sim, const void *bytes, size_t size);

/* Returns a hash of the present state, to compare runs. */
TM_API uint64_t tm_sim_hash(const tmSim *sim);

#ifdef __cplusplus
}
#endif

#endif
