/* script.h: what the texts compute while a world runs: signals, controls, monitors, the condition
 * `stop`, and what the host's own controls add. It reads a view of the world and gives numbers. It
 * does not know how they act.
 *
 * When controls read (docs/language.md): with `events`, controls without `every` run at each
 * evaluation, the others when they are due, and hold their values in between; with `classic` and
 * `stepping` all run once for each step, on the state at its beginning. The caller decides which by
 * what it calls.
 *
 * The door of dynamics (dynamics.h) declares what animations use, too: to make a script, run it and
 * read its monitors.
 *
 * Only tmi_script_create and tmi_script_report allocate memory. */
#ifndef TMI_SCRIPT_H
#define TMI_SCRIPT_H

#include "analyse/dynamics/dynamics.h"
#include "analyse/dynamics/system/system.h"

/* What a control gives acts as one of these. */
typedef enum tmiActKind {
    TMI_ACT_DRIVE,      /* number: of tmi_script_drives */
    TMI_ACT_COORDINATE, /* pushes along a coordinate; number: of tmi_script_pushes */
    TMI_ACT_BODY,       /* force at a point of a body, or torque on it; world axes */
    TMI_ACT_NONE        /* a force or torque where the run leaves dynamics out */
} tmiActKind;

/* What a control gives now. */
struct tmiAct {
    uint8_t kind; /* tmiActKind */
    bool is_torque;
    int32_t number;
    int32_t size;       /* numbers: of a drive one for each row, 1 of a push, 3 of a body */
    tmPointOn point;    /* of TMI_ACT_BODY, number of the model's body */
    double value[3][3]; /* of each number: it, its rate and its second rate: of a drive of level l
                         * the first 3 - l count, and are `given` l and beyond of its row */
    double stiffness, damping; /* of a push along a coordinate that reads this coordinate: minus its
                                * derivatives by value and rate */
};

/* Numbers of messages, for programs. */
typedef enum tmiScriptSays {
    TMI_SAYS_NO_HOST = 1721, /* nothing supplies a control */
    TMI_SAYS_NOT_FOLLOWED,   /* a motion that cannot be followed because of what it reads */
    TMI_SAYS_NO_COORDINATE,  /* a hinge has no such coordinate */
    TMI_SAYS_FIXED,          /* a motion of what stands still */
    TMI_SAYS_NO_PIECES,      /* a shape without convex pieces, which its distance needs */
    TMI_SAYS_NO_NUMBER,      /* a control gave NaN or an infinity */
    TMI_SAYS_CHATTERS,       /* a control jumps back and forth */
    TMI_SAYS_NO_DYNAMICS,    /* what is read is not there in a run without dynamics */
    TMI_SAYS_ACROSS          /* a control acts across the plane of a planar world */
} tmiScriptSays;

/* What the controls prescribe and push, for tmi_system_create; and which bodies they lead. */
const tmiDriveDef *tmi_script_drives(const tmiScript *script, int32_t *count);
const int32_t (*tmi_script_pushes(const tmiScript *script, int32_t *count))[2];
const bool *tmi_script_led(const tmiScript *script);

/* Adds the forces and torques on bodies among these acts to the equations, as placed. */
void tmi_script_push_bodies(const tmiAct *acts, int32_t count, tmiSystem *s);

/* Whether there are any controls. */
bool tmi_script_acts(const tmiScript *script);

/* Whether any control that is not sampled may depend on more than time and inputs. */
bool tmi_script_reads_state(const tmiScript *script);

/* Whether signals keep their values from one run of tmi_script_run or tmi_script_sample to the
 * next: then one of these must run at each step though there is no control. */
bool tmi_script_keeps_signals(const tmiScript *script);

/* Returns a number for the branches that the formulas take of all that is not sampled: where it
 * changes, forces or motions have a kink or a jump. `in_time`: only of those that depend on time
 * and inputs alone, for which the view needs no more than the time; else only of the others. */
uint64_t tmi_script_branches(tmiScript *script, const tmiView *view, bool in_time);

/* Returns whether there are any such formulas. */
bool tmi_script_has_branches(const tmiScript *script, bool in_time);

/* The next time after `time` at which a control is due; infinite where none is. */
double tmi_script_next(const tmiScript *script, double time);

/* Whether the text's condition `stop` holds; false where there is none. */
bool tmi_script_stops(tmiScript *script, const tmiView *view);

/* Adds to `diags` that a control gave no number at a time, with its place in the text. */
tmStatus tmi_script_report(const tmiScript *script, int32_t problem, double time, tmDiags *diags);

/* Adds that a control jumps back and forth from some time on, likewise. */
tmStatus tmi_script_report_chatter(const tmiScript *script, int32_t control, double time,
                                   tmDiags *diags);

/* Warns of controls that act across the plane of a planar world in this view. */
tmStatus tmi_script_report_across(const tmiScript *script, const tmiView *view, tmDiags *diags);

/* All that changes in time, as numbers: inputs, signals, what sampled controls hold, and when they
 * are due. */
double *tmi_script_state(tmiScript *script, int32_t *count);

#endif
