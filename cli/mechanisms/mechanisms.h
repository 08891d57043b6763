/* mechanisms.h: reference mechanisms from a file: the door of this folder. */
#ifndef TM_CLI_MECHANISMS_H
#define TM_CLI_MECHANISMS_H

#include "trammel/trammel.h"

#include <stdio.h>

/* ---- json.c ---------------------------------------------------------------------------------- */

/* Reads the reference mechanisms of examples/mechanisms.json. Programs, tests and
 * benchmarks share it; the format is that of the file alone. */

/* Besides what mechanisms.json has: a marker may have an angle as third number; a joint may have a
 * "type" (as tm_joint_kind_name says it), a "value" (otherwise that of the pose in which it is
 * added), "radii", a "profile" (radii at equal angles) or "harmonics", and instead of "a" and "b" a
 * list "over".
 *
 * A mechanism of the file, built through the public interface. */
typedef struct MechanismFile MechanismFile;

/* Reads the file. On failure returns null and puts one line that says why into `message`. */
MechanismFile *mechanism_file_read(const char *path, char *message, size_t size);
void mechanism_file_free(MechanismFile *file);

/* From now on parts are built without names: one allocation less for each. */
void mechanism_file_forget_names(MechanismFile *file);

int mechanism_file_count(const MechanismFile *file);
const char *mechanism_file_name(const MechanismFile *file, int index);

/* Unknowns and equations that [ME] figure 30 gives for the mixed solver; -1 where it gives none. */
int mechanism_file_unknowns(const MechanismFile *file, int index);
int mechanism_file_equations(const MechanismFile *file, int index);

/* Builds mechanism `index`: *driver is the joint whose angle is the input. */
tmStatus mechanism_file_build(const MechanismFile *file, int index, const tmAllocator *allocator,
                              tmMechanism **mechanism, tmJointId *driver);

/* ---- rates.c: rates of a mechanism over a turn of its driver, as a table --------------------- */

/* Turns the only input of the plan once round from where it is, in `frames` steps, and writes a row
 * of comma-separated values for each frame and body: the input, the body's name, its pose, velocity
 * and acceleration while the input turns at 1. Frames in which there are no rates are left out and
 * counted in *missing, with a line on `complaints` for each. */
tmStatus mechanism_rates_print(const tmMechanism *mechanism, tmPlan *plan, long frames, FILE *out,
                               FILE *complaints, long *missing);

#endif
