/* dynamics.h: what other folders use of this one: the formulas of a text while a world moves. The
 * simulation itself is public (trammel/simulate.h).
 *
 * system/  the motion equations of a world and their solution: rows, masses, forces, the KKT matrix
 * script/  what signals, controls and monitors compute while a world runs
 * sim/     the simulation: its start, steps, events, contact, checkpoints
 * print/   the motion equations in words */
#ifndef TMI_DYNAMICS_H
#define TMI_DYNAMICS_H

#include "trammel/simulate.h"

/* The world at one moment. Accelerations, forces of joints and the sums of forces on bodies are
 * those of the last step that was finished, so that no control waits for itself. */
typedef struct tmiView {
    double time;
    const tmFrame *frames; /* of all bodies */
    const tmTwist *twists;
    const tmTwist *accelerations; /* of origins; null: zero */
    const tmWrench *joints;       /* of all joints: second part on first; null: zero */
    const tmWrench *loads;        /* of all bodies: of joints and controls, torque about its origin;
                                   * null: zero */
    const tmContact *contacts;    /* where bodies touch; forces of the last step; null: unknown,
                                     because nothing holds them apart */
    int32_t contact_count;
    double kinetic, potential; /* of the world [J] */
    double (
        *coordinates)[TM_HINGE_COORDINATES][2]; /* of all joints: value over whole turns, rate */
    double *angles;                             /* of all bodies about z, over whole turns [rad] */
} tmiView;

typedef struct tmiScript tmiScript;

/* What a control gives now: script.h. */
typedef struct tmiAct tmiAct;

/* Binds the formulas of the model's run to its bodies and joints; the model and the host's controls
 * must outlive it. Adds to `diags`: errors such as a control that nothing supplies or a prescribed
 * motion whose rates are not known. TM_ERR_TEXT after errors, TM_ERR_MEMORY: *script is then null.
 */
tmStatus tmi_script_create(const tmModel *model, const tmHostControl *controls,
                           int32_t control_count, tmMethod method, tmDiags *diags,
                           tmiScript **script);
void tmi_script_destroy(tmiScript *script);

/* Runs the signals and those controls that are not sampled; the others keep what they gave. Returns
 * the acts of all, and their number in *count; null where one gives no number: *problem is then
 * that control. With `derivatives` also stiffness and damping. */
const tmiAct *tmi_script_run(tmiScript *script, const tmiView *view, bool derivatives,
                             int32_t *count, int32_t *problem);

/* What the views of controls and signals must hold besides frames and twists; those of monitors and
 * `stop` with `monitors`. */
enum {
    TMI_READS_ENERGY = 1,      /* kinetic, potential */
    TMI_READS_COORDINATES = 2, /* of joints */
    TMI_READS_ANGLES = 4,      /* of bodies */
    TMI_READS_ACCELERATIONS = 8,
    TMI_READS_FORCES = 16 /* joints, loads */
};
uint32_t tmi_script_reads(const tmiScript *script, bool monitors);

/* Puts the numbers of all monitors into `values`. */
void tmi_script_monitor(tmiScript *script, const tmiView *view, double *values);

/* The present value of an input; setting one clamps it to its range. */
double tmi_script_input(const tmiScript *script, int32_t input);
void tmi_script_set_input(tmiScript *script, int32_t input, double value);

#endif
