/* tails.h: loose ends of what is dragged: bodies that hang on it by one pin or slider, and those
 * that hang on these. Nothing pulls at them, so neither plans nor certificates look at them
 * (moved.h); after each move they are drawn along, each so that its end moves least: along a
 * tractrix, which never moves an end farther than the pin before it [SGG10]. It is exact for
 * straight ways of the pins, and the same frames gone back lead back (lines of sliders must turn by
 * less than a right angle in each).
 *
 * docs/theory/kinematics.md section 7. */
#ifndef TMI_TAILS_H
#define TMI_TAILS_H

#include "analyse/kinematics/mechanism.h"

typedef struct tmiTail {
    int32_t body, parent; /* slots; the same: a body that nothing but the drag holds */
    int32_t own, to;      /* slots of its feature, and of the parent's that this is at */
    tmJointKind kind;     /* revolute, prismatic or rigid */
    double side;          /* of a slider: -1 where the directions are opposed, else 1 */
    double ux, uy;        /* from its pin to its end, body axes, length 1; 0: it has none */
    double length;        /* of that [m] */
    double pull;          /* how fast it turns towards the pin's way [1/m] */
    bool begins_open;     /* its joint is not quite closed at the start, … */
    bool is_open;         /* … or now: then it is closed whether the parent moves or not */
    tmPose pose, before;  /* its own, and the parent's, after the last move */
} tmiTail;

typedef struct tmiTails {
    tmiTail *list; /* parents first */
    int32_t count;
    int32_t *dragged; /* of each input that is a drag: slot of the feature that is pulled, the
                       * input's own or, at the pin by which a tail hangs, the one behind it; -1:
                       * there is none. Null where nothing is dragged */
} tmiTails;

/* Finds the tails among the bodies with moved[body], and takes them out of it. `moved` is null
 * where nothing is dragged: then there are none. Memory is the arena's. TM_ERR_MEMORY. */
tmStatus tmi_tails_find(tmiTails *tails, tmiArena *arena, const tmMechanism *m,
                        const tmInput *inputs, int32_t input_count, bool *moved);

/* Takes the poses (by slot) at the start, or others that were not found by a move. */
void tmi_tails_start(tmiTails *tails, const tmPose *poses);

/* Draws the tails behind the bodies that have moved since the last move, in `poses`; and takes them
 * for those after a move. */
void tmi_tails_follow(const tmiTails *tails, const tmMechanism *m, tmPose *poses);
void tmi_tails_keep(tmiTails *tails, const tmPose *poses);

#endif
