/* dynamics.h: what other folders use of this one: the formulas of a text while a world moves. The
 * simulation itself is public (trammel/simulate.h).
 *
 * system/  the motion equations of a world and their solution: rows, masses, forces, the KKT matrix
 * script/  what signals, controls and monitors compute while a world runs
 * inverse/ forces and rates of a motion that is prescribed as a whole
 * sim/     the simulation: its start, steps, events, contact, checkpoints
 * print/   the motion equations in words */
#ifndef TMI_DYNAMICS_H
#define TMI_DYNAMICS_H

#include "trammel/animate.h"
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

/* Runs the controls that are sampled and due at view->time; all of them where `all`, as at the
 * start and after a jump in time. Returns false where one gives no number. */
bool tmi_script_sample(tmiScript *script, const tmiView *view, bool all, int32_t *problem);

/* What the views of controls and signals must hold besides frames and twists; those of monitors and
 * `stop` with `monitors`. */
enum {
    TMI_READS_ENERGY = 1,      /* kinetic, potential */
    TMI_READS_COORDINATES = 2, /* of joints */
    TMI_READS_ANGLES = 4,      /* of bodies */
    TMI_READS_ACCELERATIONS = 8,
    TMI_READS_FORCES = 16, /* joints, loads */
    TMI_READS_TWISTS = 32, /* of simulations always there */
    TMI_READS_TIME = 64    /* likewise */
};
uint32_t tmi_script_reads(const tmiScript *script, bool monitors);

/* Puts the numbers of all monitors into `values`. */
void tmi_script_monitor(tmiScript *script, const tmiView *view, double *values);

/* The present value of an input; setting one clamps it to its range. */
double tmi_script_input(const tmiScript *script, int32_t input);
void tmi_script_set_input(tmiScript *script, int32_t input, double value);

/* ---- Forces of driven motion ----------------------------------------------------------------- */

/* The rates and forces of a world whose drives decide its motion, at frames that are given. */
typedef struct tmiInverse tmiInverse;

/* Makes the equations of an animation's model, assembly and drives; the script runs the forces of
 * its controls, and all must outlive it. Where masses do not allow forces, as where one is zero,
 * only rates can be found, and `diags` says why. TM_ERR_LIMIT, TM_ERR_MEMORY, TM_ERR_UNSUPPORTED:
 * *inverse is then null. */
tmStatus tmi_inverse_create(const tmModel *model, const tmAssembly *assembly, tmiScript *script,
                            tmDiags *diags, tmiInverse **inverse);
void tmi_inverse_destroy(tmiInverse *inverse);

/* Finds the twists of all bodies at the frames of the view from the first rates of the drives'
 * values; the second ones count for tmi_inverse_forces. Of the view coordinates are read, too: they
 * say on which turn springs are. Allocates nothing. */
tmDrivenOutcome tmi_inverse_rates(tmiInverse *inverse, const tmiView *view, const double *first,
                                  const double *second);

/* Then finds accelerations and forces: what acts reads the view. Unless they were found, they are
 * NaN. Allocates nothing. */
tmDrivenOutcome tmi_inverse_forces(tmiInverse *inverse, const tmiView *view);

/* Whether rates or forces read the coordinates of a view. */
bool tmi_inverse_reads_coordinates(const tmiInverse *inverse);

/* Forgets accelerations and forces: they are NaN until they are found. */
void tmi_inverse_forget(tmiInverse *inverse);

/* What was found: of all bodies by index, of all joints as in a view, of the drives' values; the
 * body whose mass does not allow forces, or -1; energies [J]. */
const tmTwist *tmi_inverse_twists(const tmiInverse *inverse);
const tmTwist *tmi_inverse_accelerations(const tmiInverse *inverse);
const tmWrench *tmi_inverse_joints(const tmiInverse *inverse);
const tmWrench *tmi_inverse_loads(const tmiInverse *inverse);
const double *tmi_inverse_efforts(const tmiInverse *inverse);
int32_t tmi_inverse_blame(const tmiInverse *inverse);
double tmi_inverse_kinetic(const tmiInverse *inverse);
double tmi_inverse_potential(const tmiInverse *inverse);

#endif
