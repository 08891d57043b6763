/* mechanism_json.h: reads the reference mechanisms of examples/mechanisms.json. Programs, tests and
 * benchmarks share it; the format is that of the file alone. */
#ifndef TM_MECHANISM_JSON_H
#define TM_MECHANISM_JSON_H

#include "trammel/trammel.h"

/* Beside what mechanisms.json has: a marker may have an angle as third number; a joint may have a
 * "type" (as tm_joint_kind_name says it), a "value" (else pairs are taken as placed), "radii", a
 * "profile" (radii at equal angles) or "harmonics", and instead of "a" and "b" a list "over".
 *
 * A mechanism of the file, built through the public interface. */
typedef struct MechanismFile MechanismFile;

/* Reads the file. On failure returns null and puts one line that says why into `message`. */
MechanismFile *mechanism_file_read(const char *path, char *message, size_t size);
void mechanism_file_free(MechanismFile *file);

/* From now on parts are built without names: an allocation less for each. */
void mechanism_file_forget_names(MechanismFile *file);

int mechanism_file_count(const MechanismFile *file);
const char *mechanism_file_name(const MechanismFile *file, int index);

/* Unknowns and equations that [ME] figure 30 gives for the mixed solver; -1 where it gives none. */
int mechanism_file_unknowns(const MechanismFile *file, int index);
int mechanism_file_equations(const MechanismFile *file, int index);

/* Builds mechanism `index`: *driver is the joint whose angle is the input. */
tmStatus mechanism_file_build(const MechanismFile *file, int index, const tmAllocator *allocator,
                              tmMechanism **mechanism, tmJointId *driver);

#endif
