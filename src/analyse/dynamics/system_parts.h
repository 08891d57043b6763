/* system_parts.h: what the files system*.c share. Equation numbers are those of
 * docs/theory/dynamics.md. */
#ifndef TMI_SYSTEM_PARTS_H
#define TMI_SYSTEM_PARTS_H

#include "analyse/dynamics/kkt.h"
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

/* How a row is evaluated. */
typedef enum tmiQuickKind {
    TMI_QUICK_NONE,      /* by tm_row_at */
    TMI_QUICK_POINT,     /* a point on a plane */
    TMI_QUICK_DIRECTION, /* a direction on a plane */
    TMI_QUICK_TURN       /* an angle in the plane */
} tmiQuickKind;

/* A row with its points seen from centres of mass, and scaled. */
typedef struct tmiQuickRow {
    uint8_t kind; /* tmiQuickKind */
    bool again;   /* it has the bodies, the kind and the point of the row before it */
    bool idle;    /* no mover can change it: bodies that stand still, or across a planar world */
    int32_t a, b; /* bodies of the model */
    int32_t side_a, side_b;
    double point[3];  /* from the centre of a, a's axes */
    double normal[3]; /* b's axes, times scale; of a turn: [0] its sense, [1] the angle from mark b
                       * to mark a in the bodies' axes */
    double offset;
    double scale; /* 1, or the size for an angle */
} tmiQuickRow;

/* A led mover, and the bonds that are about it alone. */
typedef struct tmiLed {
    int32_t mover;
    int32_t *bonds;
    int32_t bond_count, filled;
} tmiLed;

/* Where rows are evaluated to. */
typedef struct tmiRowsTo {
    double *value, *bias;
    double (*near)[2], (*seen)[2];
} tmiRowsTo;

/* Makes sides, movers and quick rows of a bond whose bodies and rows are there; `scaled`: angles
 * count with the size as lever. TM_ERR_MEMORY. */
tmStatus tmi_bond_prepare(tmiSystem *s, tmiBond *bond, bool scaled);

/* Evaluates the rows of a bond. */
void tmi_bond_evaluate(const tmiSystem *s, const tmiBond *bond, const tmiRowsTo *to);

/* The rate of row r of a bond for velocities of all movers. */
double tmi_bond_rate(const tmiSystem *s, const tmiBond *bond, int32_t r, const double *velocity);

/* Adds factor times the gradient of row r to `to`, of dof numbers a mover. */
void tmi_bond_add(const tmiSystem *s, const tmiBond *bond, int32_t r, double factor, double *to);

/* Whether row r of a bond holds anything now. */
static inline bool tmi_row_holds(const tmiBond *bond, int32_t r) {
    return bond->active && !bond->quick[r].idle;
}

static inline void *tmi_system_alloc(tmiSystem *s, int64_t count, size_t size) {
    return tmi_arena_alloc(&s->arena, (size_t)(count > 0 ? count : 1), size);
}

/* Adds to `count` orthogonal rows of `size` numbers what a row knows beyond them; `known` has room
 * for one more. False where that is nothing. */
bool tmi_learn(double *known, int32_t *count, const double *row, int32_t size);

/* A gradient by the origin of a body as a row of dof numbers; turns over the size. */
void tmi_row_motion(const tmTwist *gradient, bool planar, double size, double *row);

tmStatus tmi_system_make_movers(tmiSystem *s, const tmiSystemDef *def, tmDiags *diags);
tmStatus tmi_system_make_bonds(tmiSystem *s, const tmiSystemDef *def);
tmStatus tmi_system_make_elements(tmiSystem *s, const tmiSystemDef *def);

/* Notes about redundant joints. */
tmStatus tmi_system_tell_redundant(const tmiSystem *s, const tmAssembly *assembly, bool by_name,
                                   tmDiags *diags);
/* Tells an error about a body. */
tmStatus tmi_system_tell_body(const tmModel *model, int32_t body, const char *what,
                              const char *hint, tmDiags *diags);

/* Tells that the masses of two movers are too unequal; TM_ERR_TEXT. */
tmStatus tmi_system_tell_ratio(const tmiSystem *s, int32_t heavy, int32_t light, tmDiags *diags);

/* Takes what the lent masses need off the forces of the rows that lead them. */
void tmi_system_return_masses(tmiSystem *s);

/* Moves the poses of y by `by`, of dof numbers a mover, times `part`. */
void tmi_system_move(const tmiSystem *s, double *y, const double *by, double part);

#endif
