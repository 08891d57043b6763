/* system_private.h: what the files system*.c share. Equation numbers are those of
 * docs/theory/dynamics.md. */
#ifndef TMI_SYSTEM_PRIVATE_H
#define TMI_SYSTEM_PRIVATE_H

#include "analyse/dynamics/system/kkt.h"
#include "analyse/space/space.h"

#include <math.h>
#include <string.h>

/* Where a body is: its centre of mass, which is the origin of a body without mass. */
typedef struct tmiPlaced {
    double centre[3];
    double turn[3][3]; /* rotation; in planar worlds only turn[0][0] and turn[1][0] are kept */
    double angle;      /* in planar worlds [rad] */
    double velocity[3], spin[3];
} tmiPlaced;

/* A led mover, and the constraints that are about it alone. */
typedef struct tmiLed {
    int32_t mover;
    int32_t *constraints;
    int32_t constraint_count, filled;
} tmiLed;

/* Adds to `count` orthogonal rows of `size` numbers the part of a row that is independent of them;
 * `known` has room for one more. False where there is none. */
bool tmi_learn(double *known, int32_t *count, const double *row, int32_t size);

/* A gradient by the origin of a body as a row of dof numbers; turns over the size. */
void tmi_row_motion(const tmTwist *gradient, bool planar, double size, double *row);

tmStatus tmi_system_make_movers(tmiSystem *s, const tmiSystemDef *def, tmDiags *diags);
tmStatus tmi_system_make_constraints(tmiSystem *s, const tmiSystemDef *def);
tmStatus tmi_system_make_elements(tmiSystem *s, const tmiSystemDef *def);

/* Refuses a body that is nearly a point compared with its levers. Returns TM_ERR_TEXT. */
tmStatus tmi_system_report_compact(const tmiSystem *s, int32_t mover, tmDiags *diags);

/* Notes about redundant joints. */
tmStatus tmi_system_report_redundant(const tmiSystem *s, const tmAssembly *assembly, bool by_name,
                                     tmDiags *diags);
/* Adds an error about a body. */
tmStatus tmi_system_report_body(const tmModel *model, int32_t body, const char *what,
                                const char *hint, tmDiags *diags);

/* Reports that the masses of two movers are too unequal; TM_ERR_TEXT. */
tmStatus tmi_system_report_ratio(const tmiSystem *s, int32_t heavy, int32_t light, tmDiags *diags);

/* Moves the poses of y by `by`, of dof numbers a mover, times `part`. */
void tmi_system_move(const tmiSystem *s, double *y, const double *by, double part);

#endif
