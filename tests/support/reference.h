/* reference.h: the reference mechanisms of examples/mechanisms.json for tests. */
#ifndef TM_REFERENCE_H
#define TM_REFERENCE_H

#include "mechanisms/mechanisms.h"
#include "test.h"

/* The file, or null, which is said. It is read once and kept: to free it would be most of the cost
 * of a copy with a failing allocation. Names, which would be most of the allocations, are left out.
 */
const MechanismFile *reference_file(tmTest *t);

/* The number of the mechanism with this name, which must be there. */
int reference_index(const MechanismFile *file, const char *name);

/* Builds a mechanism of the file, destroyed after the case; *driver is the joint that is turned. */
tmStatus reference_build(tmTest *t, const MechanismFile *file, int index, tmMechanism **m,
                         tmJointId *driver);

#endif
