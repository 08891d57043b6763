/* sim.h: what a simulation holds, and what its files share.
 *
 * A simulation owns a system (system.h), a script (script.h) and a step: the state at its start,
 * the state at its end, and an interpolant between them. `now`, which the host sees, lies in it.
 * All that a step changes is listed in sim_checkpoint.c, so that a checkpoint is a copy. */
#ifndef TMI_SIM_H
#define TMI_SIM_H

#include "analyse/dynamics/contact_state/contact_state.h"
#include "analyse/dynamics/script/script.h"
#include "analyse/dynamics/system/system.h"
#include "define/geometry/distance/distance.h"

#define TMI_STAMP_SIM 0x51d1a7

/* Gaps of joints after a step, as part of the size [1]: the target where rounding errors allow it,
 * since near a change point an error of a pose appears a millionfold in its accelerations; and the
 * maximum, a hundredth of what is promised. Maximum Newton steps. */
#define TMI_SIM_CLOSE 2e-15
#define TMI_SIM_CLOSED 1e-12
#define TMI_SIM_CLOSE_STEPS 25

/* A fixed step fails in which a body, or the angle of a joint, turns further [rad]: past half a
 * turn the direction is ambiguous, and what counts turns (racks, screws, limits) would be wrong. */
#define TMI_SIM_TURN_MAX 3.0

/* How much of the present moment is computed. */
typedef enum tmiPresent {
    TMI_PRESENT_NOT,
    TMI_PRESENT_STATE, /* poses and velocities */
    TMI_PRESENT_FORCES /* accelerations and forces, too */
} tmiPresent;

typedef struct tmiSimLimit {
    tmiLimitDef def;
    int32_t constraint; /* of the system */
    int32_t row;
    /* Where it is a row of the contact step: its impulse in the step [N s or N m s], the rates of
     * its coordinate before and after, and whether it pressed in the step before. */
    double impulse, before, after;
    double time;          /* when it was met in the step [s] */
    double asked, bounce; /* as tmiSimHit */
    bool held;
} tmiSimLimit;

/* Bodies that may touch, but that nothing holds apart: sim_pass.c. */
typedef struct tmiSimPass {
    tmInterference *finder; /* null: there are none */
    tmiBodyPiece *pieces;   /* of all bodies … */
    int32_t *first;         /* … from this one on of each body */
    double reach;           /* of the smallest [m] */
    double time;            /* of the last look [s]; -1: there was none */
    int32_t (*now)[2];      /* who overlapped then … */
    int32_t now_count, now_capacity;
    int32_t (*last)[2]; /* … and in the look before */
    int32_t last_count, last_capacity;
} tmiSimPass;

/* A body at which the host pulls: sim_pull.c. */
typedef struct tmiSimPull {
    int32_t body;              /* 0: none */
    double at[3];              /* body axes from its origin [m] */
    double to[3];              /* [m] */
    double stiffness, damping; /* [N/m, N s/m] */
    double max_force;          /* force [N] */
    double arm[3], force[3];   /* as evaluated last: of the point from the centre, and on it */
    double *push, *answer;     /* scratch: dof numbers a mover */
} tmiSimPull;

struct tmSim {
    tmAllocator allocator;
    tmiArena arena;
    const tmModel *model;
    tmSimDef def;
    bool fixed; /* steps of one size */
    bool is_auto;
    tmiScript *script;
    tmiSystem *system;
    bool is_kinematic;        /* the run leaves dynamics out … */
    tmiKinematics kinematics; /* … and this is what moves then */
    bool has_acts;            /* controls act */
    bool has_stop;
    uint32_t reads;    /* TMI_READS_…: what controls read */
    bool watched;      /* coordinates are read: by controls, monitors or limits */
    bool interpolates; /* between the ends of steps: else by straight lines */
    const tmiAct *acts;
    int32_t act_count; /* of the script */
    tmSimInfo info;
    int32_t n; /* numbers of a state */

    /* The step from (t, y) to (t_end, y_end). */
    double t, t_end;
    double *y, *y_end, *rate, *rate_end;
    bool has_dense, is_fine;      /* an interpolant was made; of halves */
    const double *end, *end_rate; /* the step's end before anything jumped there; null: y_end */
    bool due;                     /* controls read at t_end */
    bool jumps;    /* y or a control changed at t_end: its rate there is not rate_end */
    tmiRk rk[2];   /* the usual method, and the stiff one */
    tmiRk fine[2]; /* both halves of the step again, for the interpolant of dop853 */
    double *y_half, *rate_half;
    int32_t turn;      /* which of them made the step */
    int32_t next_turn; /* … and makes the next one */
    double *scale;     /* of each number of a state: the error that is 1 */
    double *trial;     /* scratch states */
    double *stage;
    double h;           /* proposed for the next step */
    bool refused;       /* the last attempt */
    double speed, spin; /* largest so far, for the scales [m/s, rad/s] */
    double spin_now;    /* largest at t_end */
    int32_t stiff_signs, loose_signs, since_switch;
    double energy_start;
    int64_t fixed_steps; /* steps since the start of the run, so that times do not drift */

    /* What controls and monitors read. */
    tmiView view;
    tmTwist *accelerations; /* of origins */
    tmWrench *wrenches;     /* of joints */
    tmWrench *loads;        /* of bodies */
    double (*coordinates)[TM_HINGE_COORDINATES][2];
    double (*coordinate_near)[TM_HINGE_COORDINATES];
    double *angles, *angle_near;
    tmTwist *prior_accelerations; /* as the last step's end left them */
    tmWrench *prior_wrenches, *prior_loads;
    bool has_branches;                    /* controls have kinks or jumps, by any method */
    bool has_time_kinks, has_state_kinks; /* … in time, or for what they sense: steps end there */
    bool has_jumps; /* … in time that may be jumps of what is prescribed, by any method */
    bool has_sampled_drives; /* some that `every` reads */
    double *drive_rates[3];  /* scratch: of each row, what drives prescribe before, after, near */
    uint64_t branches;       /* which way controls go at the start of the step */
    double kink_before;      /* time of the next kink; infinite: none is near … */
    double kink_after;       /* … and a time just past the one that was met */
    double sample;           /* when controls are read next */
    bool at_kink;            /* the step ends at one */
    int32_t jumped;          /* constraint whose prescribed position jumps, by `jump`; -1: none */
    double jump;             /* [m], angles with the size as lever */
    int32_t blocked;     /* limit against which something prescribed moves its joint; -1: none */
    int32_t bad_control; /* that gave no number; -1: none */
    int32_t stuck[2];    /* bodies at whose contacts `events` ends; -1 … */
    bool is_crowded;     /* … because these do not settle, else because no forces were found */

    tmiSimLimit *limits;
    int32_t limit_count;
    bool *limit_was;     /* of each limit: whether it was active in the step, not since its end */
    double *limit_push;  /* of each limit: its force at the end of the step */
    double *limit_start; /* of each limit: how far it is from it at the start of the step */

    tmSimOutcome ahead; /* how it stands at t_end; the host sees it when it gets there */
    double cut;         /* a time at which a step must end; infinite: none */

    /* The present moment. */
    tmFrame *frames; /* of all bodies */
    tmTwist *twists;
    double now;
    double *y_now;
    tmiPresent present;

    tmiSimSmooth smooth;
    tmiSimContact contact;
    struct tmiTouch
        *touch; /* bodies that touch in `events`; null: nothing holds them apart there */
    tmiSimPass pass;
    tmiSimPull pull;

    tmSimEvent *events;
    int32_t event_count, event_capacity, event_shown;
    tmDiags *problems;
    bool quiet;        /* a restore repeats what was reported before */
    bool asks;         /* this step may be left: def.goes_on is asked … */
    bool is_cut;       /* … and has said no */
    bool lacks_memory; /* an event could not be stored: the next status reports it */

    double *checkpoint; /* as it was at the start of the step: sim_checkpoint.c */
    size_t checkpoint_size;
    double asked_step; /* of the text or def [s] */

    double chatter_time;   /* of the last look for a control that chatters [s] … */
    int32_t chatter_signs; /* … and looks in a row that found one */
    int32_t chatters;      /* control that does; -1 */
};

/* ---- sim_evaluate.c -------------------------------------------------------------------------- */

/* Is a tmiRateFn: the rate of y at t. Leaves the system with its solution. */
tmStatus tmi_sim_rate(void *sim, double t, const double *y, double *rate);

/* Is a tmiStageFn, for the implicit method. */
tmStatus tmi_sim_stage(void *sim, double t, const double *base, double hg, double *rate);

/* Closes the joints at y and projects the velocities onto them, by these impulses of the rows
 * (null: not wanted). */
tmStatus tmi_sim_fit(tmSim *sim, double t, double *y, double *impulse);

/* The same, and puts the rate into `rate` (null: not wanted). */
tmStatus tmi_sim_settle(tmSim *sim, double t, double *y, double *rate);

/* Closes the joints at y, as near as rounding errors allow. */
tmStatus tmi_sim_close(tmSim *sim, double *y);

/* Sets the poses of y, runs the script there, and evaluates rows and forces. */
tmStatus tmi_sim_collect(tmSim *sim, double t, const double *y, bool derivatives);

/* Adds what controls do to bodies to the forces, as collected. */
void tmi_sim_push_bodies(tmSim *sim);

/* The part of a motion of all movers along an element's coordinate; adds a force along it. */
double tmi_sim_along(const tmiSystem *s, const tmiElement *e, const double *motion);
void tmi_sim_add_along(const tmiSystem *s, const tmiElement *e, double force, double *forces);

/* Runs the script where the system is placed and hands on what it gives. */
tmStatus tmi_sim_control(tmSim *sim, double t, bool derivatives);

/* ---- sim_start.c ----------------------------------------------------------------------------- */

/* Closes the joints at y, the state at the start, and gives it velocities: those of the text as far
 * as they fit, and for the rest those of least kinetic energy. Reports which ones change. */
tmStatus tmi_sim_spread(tmSim *sim, double *y, tmDiags *diags);

/* ---- sim_state.c ----------------------------------------------------------------------------- */

/* What is driven to an angle begins on the turn of that angle: 350 degrees are 10 away from 0. */
tmStatus tmi_sim_lead_turns(tmSim *sim, double *y);

/* ---- sim_pull.c ------------------------------------------------------------------------------ */

/* Adds what the host's pull, which there must be, does to the forces as collected. h > 0: as at the
 * end of a fixed step of that length, by the last factors, which must be those of this pose, and by
 * `free`, the change of velocities in `span` without the pull. */
tmStatus tmi_sim_pull_in(tmSim *sim, double h, const double *free, double span);

/* Work of the pull in a step beyond that of its force along the velocities before it: those after
 * it, dof numbers a mover, count as much [J]. */
double tmi_sim_pull_work(const tmSim *sim, double h, const double *before, const double *after);

/* Whether the host pulls at a mover that takes part. */
static inline bool tmi_sim_pulls(const tmSim *sim) {
    return sim->pull.body != 0 &&
           tmi_system_takes(sim->system, sim->system->mover_of[sim->pull.body]);
}

/* Lets go of a pull that a checkpoint cannot hold. */
void tmi_sim_pull_mend(tmSim *sim);

/* ---- sim_view.c ------------------------------------------------------------------------------ */

/* Fills the view from where the system is placed, with what controls read; forces are those of the
 * last step's end. And with all that monitors may read, forces of the system's present solution. */
void tmi_sim_look(tmSim *sim, double t);
void tmi_sim_look_at_all(tmSim *sim, double t);

/* Angles of bodies are counted from where the system is placed. */
void tmi_sim_first_angles(tmSim *sim);

/* Makes the system's solution the prior values, and counts whole turns. */
void tmi_sim_arrive(tmSim *sim);

/* A coordinate of a joint where the system is placed, by whole turns nearest to `near`. */
void tmi_sim_coordinate_at(const tmSim *sim, const tmJointInfo *joint, int32_t coordinate,
                           double near, double *value, double *rate);

/* The scale of a limit's room, so that results do not depend on the unit of length: 1 rad or the
 * size of the world, and the bound itself. */
double tmi_sim_limit_span(const tmSim *sim, int32_t limit);

/* The distance to a limit, negative past it; the rate of its coordinate; its second rate and its
 * force in the system's solution. */
double tmi_sim_limit_room(const tmSim *sim, int32_t limit);
double tmi_sim_limit_rate(const tmSim *sim, int32_t limit);
double tmi_sim_limit_second(const tmSim *sim, int32_t limit);
double tmi_sim_limit_push(const tmSim *sim, int32_t limit);

/* ---- sim_step.c, sim_fixed.c ----------------------------------------------------------------- */

/* The largest angular speed at the end of the step [rad/s], and the mover that has it (-1: none).
 */
double tmi_sim_spin(const tmSim *sim, int32_t *mover);

/* The largest turn of a mover in the step of length h, or of two movers relative to each other at a
 * joint whose angle is counted from step to step [rad]; movers[1] is -1 for one. */
double tmi_sim_turn(const tmSim *sim, double h, int32_t movers[2]);

/* Make one step: of `events`, as long as the error allows or of a fixed size; of `stepping` or
 * `classic`. False where the run cannot go on: its state is then unchanged. */
bool tmi_sim_step(tmSim *sim);
bool tmi_sim_step_fixed(tmSim *sim);

/* The motion of a part of the next step of a fixed size, 1 for all of it, from y to y_end: nothing
 * is reported about it yet. */
tmStatus tmi_sim_move_fixed(tmSim *sim, double part);

/* Solves M~ dv - G^T p = h (f - h K v), G dv = change of s', as evaluated and factorised, with what
 * the host does. Puts the right-hand sides into b and c, and p into `multiplier` (null: not
 * wanted).
 */
tmStatus tmi_sim_impulses(tmSim *sim, double h, double *b, double *c, double *change,
                          double *multiplier);

/* The next step starts where the last one ended. */
tmStatus tmi_sim_begin(tmSim *sim);

/* Puts the state at a time in the step into y, as interpolated. */
tmStatus tmi_sim_between(tmSim *sim, double time, double *y);

/* Speeds and error scales of a state; those before the first step; its length. */
void tmi_sim_measure(tmSim *sim, const double *y);
void tmi_sim_first_scales(tmSim *sim);
double tmi_sim_first_step(tmSim *sim);

/* The right-hand sides b = h (f - h K v), c = h s'' of these equations. */
void tmi_sim_impulses_of(const tmSim *sim, double h, double *b, double *c);

/* ---- sim_chatter.c --------------------------------------------------------------------------- */

/* At the beginning of a step, with sim->rate known: finds whether a control jumps back and forth
 * and so makes steps ever shorter: sim->chatters. Looks only once in many steps. */
bool tmi_sim_chatters(tmSim *sim);

/* ---- sim_pass.c ------------------------------------------------------------------------------ */

/* Prepare it where nothing holds bodies apart; look at the start, and at the step that was made. */
tmStatus tmi_sim_pass_create(tmSim *sim);
void tmi_sim_pass_destroy(tmSim *sim);
tmStatus tmi_sim_pass_start(tmSim *sim);
tmStatus tmi_sim_pass_step(tmSim *sim);
void tmi_sim_pass_forget(tmSim *sim); /* bodies that overlap in a new state begin to overlap */

/* ---- sim_kink.c ------------------------------------------------------------------------------ */

/* The time of the view; just past it where controls go at it as on neither side. */
double tmi_sim_counted_time(tmSim *sim, const tmiView *view);

/* The time just before the next kink of what depends on time alone, up to `to`; infinite: none.
 * Sets kink_after. */
double tmi_sim_next_kink(tmSim *sim, double to);

/* Which way the controls go that read the state. */
uint64_t tmi_sim_branches(tmSim *sim, double t, const double *y);

/* Whether they go another way at the step's end, and how long a step ends just before that. */
bool tmi_sim_find_kink(tmSim *sim, double *length);

/* Moves the end of the step past the kink that it met. */
void tmi_sim_pass_kink(tmSim *sim);

/* Reports where prescribed rates jump in the step from `from` to t_end: no finite force does that.
 */
void tmi_sim_find_jumps(tmSim *sim, double from);

/* At the beginning of a step, placed and evaluated: lets the controls that are due read, and
 * reports which prescribed rates jump. False: one of them is not finite. */
bool tmi_sim_sample(tmSim *sim);

/* ---- sim_events.c ---------------------------------------------------------------------------- */

/* Finds the first event in the step, cuts the step there and applies the event. */
tmStatus tmi_sim_find_event(tmSim *sim);

/* Activates limits at which joints rest in the settled state y of time t, whose poses are set and
 * whose equations are solved, and settles it again. */
tmStatus tmi_sim_rest(tmSim *sim, double t, double *y);

/* Deactivates all limits. */
void tmi_sim_let_rest(tmSim *sim);

/* Reports the limits that are active from the start. */
tmStatus tmi_sim_report_rest(tmSim *sim);

/* ---- sim_checkpoint.c ------------------------------------------------------------------------ */

/* Numbers of a checkpoint, and copies: of the start of the step, and back. */
size_t tmi_sim_checkpoint_size(tmSim *sim);
void tmi_sim_keep_checkpoint(tmSim *sim);
void tmi_sim_restore_checkpoint(tmSim *sim, const double *checkpoint);

/* ---- sim_advance.c --------------------------------------------------------------------------- */

tmStatus tmi_sim_add_event(tmSim *sim, const tmSimEvent *event);
tmStatus tmi_sim_add_event_in_order(tmSim *sim, const tmSimEvent *event);

/* What the host is about to change applies from the present on: the step ends there, and what was
 * computed beyond it is dropped. */
tmStatus tmi_sim_cut(tmSim *sim);

/* It has changed: forces jump here. */
tmStatus tmi_sim_change(tmSim *sim);

/* Returns to a checkpoint and advances to `now` from there, without reporting events again. */
tmStatus tmi_sim_return(tmSim *sim, const double *checkpoint, double now);

/* Computes the present moment as far as asked for. False where that fails. */
bool tmi_sim_show(tmSim *sim, tmiPresent present);

#endif
