/* modes_turn.h: all zeros of a torn program's gap over a full turn of its only guess. */
#ifndef TMI_MODES_TURN_H
#define TMI_MODES_TURN_H

#include "analyse/kinematics/program/program.h"
#include "analyse/kinematics/stage/stage.h"

/* A zero was found; the program has run up to the gaps with the guess there. `closed` is false
 * where the gap is as small as it gets and yet not closed: a dead centre of an inner closed form
 * lies too near. Returns whether it is a zero nevertheless. */
typedef bool tmiTurnFn(void *user, bool closed);

typedef struct tmiTurn {
    tmiStageVariant
        *variant; /* has one guess; its steps before known_ops have run, sides are set */
    const double *values;
    double tolerance;         /* of a closed gap [m] */
    double size;              /* of the mechanism [m] */
    tmiEnclosure *enclosures; /* room for as many as the program has registers */
    int64_t work;             /* steps that may still be executed; counted down */
    int32_t touches;          /* zeros that the gap does not plainly cross */
    bool proven;              /* every zero is within a rounding of one that was found */
    tmiTurnFn *found;
    void *user;
} tmiTurn;

/* Finds them all, unless the work ends before. Zeros may be found twice. Sets turn->proven. */
void tmi_turn_search(tmiTurn *turn);

#endif
