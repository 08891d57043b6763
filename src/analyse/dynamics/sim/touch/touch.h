/* touch.h: bodies of the plane that touch in `events` ([HH] 4.2): contacts that come and go at
 * instants located within steps. Between two of them what touches is a set of features, each with a
 * mode, whose forces hold their rates at 0; at one of them impacts and modes follow from the state.
 * docs/theory/events.md has the equations and the reasons. */
#ifndef TMI_TOUCH_H
#define TMI_TOUCH_H

#include "analyse/dynamics/sim/sim.h"
#include "analyse/events/events.h"

/* ---- touch_make.c ---------------------------------------------------------------------------- */

/* Prepares it where the method controls its error, the world is planar and bodies may touch;
 * otherwise sim->touch stays null. */
tmStatus tmi_touch_create(tmSim *sim);
void tmi_touch_destroy(tmSim *sim);

/* ---- touch_forces.c -------------------------------------------------------------------------- */

/* The system is solved without contacts: adds the forces of those that are closed, and solves it
 * again. */
tmStatus tmi_touch_solve(tmSim *sim);

/* Lists the contacts, whose forces were solved for last, as the host sees them now; `prior`: as
 * controls read them until the end of the next step. */
tmStatus tmi_touch_list(tmSim *sim, bool prior);

/* ---- touch_project.c ------------------------------------------------------------------------- */

/* Closes the contacts at y, whose joints are closed, and brings the rates of those that press, and
 * of slips that stick, to 0. */
tmStatus tmi_touch_fit(tmSim *sim, double *y);

/* ---- touch_search.c -------------------------------------------------------------------------- */

typedef enum tmiTouchChange {
    TMI_TOUCH_CHANGE_NONE,
    TMI_TOUCH_CHANGE_MEET,  /* two pieces meet, or another corner does */
    TMI_TOUCH_CHANGE_FORCE, /* a force reaches 0 */
    TMI_TOUCH_CHANGE_UP,    /* friction reaches its limit, and slips with a positive rate … */
    TMI_TOUCH_CHANGE_DOWN,  /* … or a negative one */
    TMI_TOUCH_CHANGE_SLIP,  /* a slip ends */
    TMI_TOUCH_CHANGE_END,   /* a corner reaches the end of its facet, or leaves its arc */
    TMI_TOUCH_CHANGE_UNSURE /* nothing, but the step must end here */
} tmiTouchChange;

/* What happens first within a step. */
typedef struct tmiTouchEvent {
    tmiTouchChange change;
    double time;
    double finish;      /* of the step in which it was found [s] */
    bool is_root;       /* of a function that is 0 there */
    int32_t point;      /* of the set that it is about; -1: … */
    int32_t pieces[2];  /* … these two, */
    int32_t side, only; /* the corner of one of them alone; -1: all of both */
    bool has_row;
    tmiEventRow row;
} tmiTouchEvent;

/* Finds the first change before `until` in the step that was made. */
tmStatus tmi_touch_search(tmSim *sim, double until, tmiTouchEvent *event);

/* ---- touch_locate.c -------------------------------------------------------------------------- */

/* Makes the step anew up to the event, whose time becomes exact: y_end, t_end. */
tmStatus tmi_touch_locate(tmSim *sim, tmiTouchEvent *event);

/* ---- touch_resolve.c ------------------------------------------------------------------------- */

/* What happens at t_end follows from y_end: impacts until nothing approaches, then which features
 * press. Null: no event led here. TM_ERR_LIMIT where it does not settle: sim->touch has the bodies.
 */
tmStatus tmi_touch_resolve(tmSim *sim, const tmiTouchEvent *event);

/* The step begins: what touches now did so at its start. */
tmStatus tmi_touch_begin(tmSim *sim);

/* What touches now, and what did in the step, change places where the present lies in it. */
void tmi_touch_exchange(tmSim *sim);

/* Whether something that counted as touching without a force has moved away in the step: it is
 * looked for from now on, and the step is to be examined again. */
bool tmi_touch_strays(tmSim *sim);

/* Whether y_end was resolved since the last step was made; it is asked once. */
bool tmi_touch_is_fresh(tmSim *sim);

/* ---- touch_start.c --------------------------------------------------------------------------- */

/* Moves bodies apart that overlap at y_end, and resolves it. TM_ERR_TEXT where that is impossible.
 */
tmStatus tmi_touch_start(tmSim *sim, tmDiags *diags);

/* Reports who touches from the start on. */
tmStatus tmi_touch_report_start(tmSim *sim);

/* Moves what overlaps in a state apart; TM_ERR_NOT_CONVERGED where that is impossible. */
tmStatus tmi_touch_part_state(tmSim *sim, double *y);

/* Nothing touches any more, as in another state. */
void tmi_touch_forget(tmSim *sim);

/* At the beginning of a step forces have jumped: resolves its start again. */
tmStatus tmi_touch_again(tmSim *sim);

/* ---- touch_checkpoint.c ---------------------------------------------------------------------- */

tmStatus tmi_touch_keep_checkpoint(tmSim *sim);
tmStatus tmi_touch_restore_checkpoint(tmSim *sim);

#endif
