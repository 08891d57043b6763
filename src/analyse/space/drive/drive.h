/* drive.h: what the files drive*.c share: a plan of a mechanism in space, its continuation and its
 * drags. docs/theory/space.md, sections 7 to 9. */
#ifndef TMI_SPACE_DRIVE_H
#define TMI_SPACE_DRIVE_H

#include "analyse/space/equations/equations.h"

/* An input as it moves the plan: one row, or those of a dragged point. */
typedef struct tmiDriver {
    tmiSpaceConstraint *constraint;
    int32_t value;      /* number of its first value */
    int32_t row;        /* of the equations */
    int32_t coordinate; /* number among all coordinates that it is; -1: none */
    double scale;       /* of its value: 1 / size, or 1 for an angle */
} tmiDriver;

/* A coordinate of a joint, and its angle over whole turns. */
typedef struct tmiCoordinate {
    int32_t joint;
    const tmRow *row;
    int32_t turn; /* place of its angles among all turns */
} tmiCoordinate;

/* The sign of a determinant that changes where a motion passes a singular pose. */
typedef struct tmiPassageSense {
    int32_t rank;
    int sign;           /* 0: not known */
    double min;         /* smallest pivot over the largest */
    int32_t *rows;      /* chosen rows */
    int32_t *col_place; /* of each unknown: which chosen column it is; -1: none */
    int32_t *order;
    double *work; /* null: too large to be watched */
} tmiPassageSense;

struct tmSpacePlan {
    tmAllocator allocator;
    tmiArena arena;
    const tmAssembly *a;
    tmSpacePlanDef def;
    tmFrame *frames; /* of all bodies: as they are shown */
    tmiEquations e;  /* of the islands that inputs move: joints, inputs, then drags */
    tmiSpaceConstraint *constraints;
    int32_t
        *constraint_of; /* of each joint: its number among the constraints; -1: it does not move */
    tmiDriver *drivers; /* inputs first that must be met, then drags */
    int32_t driver_count, drag_count;
    int32_t value_count;
    int32_t drag_rows; /* of the equations, the last */
    tmiCoordinate *coordinates;
    int32_t coordinate_count;
    int32_t *first_coordinate; /* of each joint; one more behind the last */
    double (*turns)[2];        /* of all rows, then of the coordinates */
    int32_t turn_count;
    double size;      /* of the largest island that moves: gaps are measured by it [m] */
    double tolerance; /* [size of the equations], with the rounding errors of the coordinates */
    double fine;      /* the same near singular poses */
    bool closed;      /* the assembly was */
    bool moved;       /* the first move is done */
    double pace;      /* length of the next step that is likely to succeed [rad or size] */

    /* Where moves start: closed, though a stretched pose may be shown. */
    tmFrame *base;
    tmFrame *shown; /* at the start of a move */
    double (*base_turns)[2];
    double *base_values;

    /* Of the present move. */
    tmFrame *here, *guess;
    double (*here_turns)[2];
    double *goal, *way;
    double *tangent, *escape;
    tmiPassageSense sense;
    double *start_values;
    tmFrame *before;
    double (*before_turns)[2];
};

/* Follows the motion from the base to the goal. Returns the part of the way that was covered; base,
 * values and turns are those of its end, or, where the goal is a singular pose, of a place before
 * it. */
double tmi_drive_continue(tmSpacePlan *p, tmSolveInfo *info);

/* Whether the tangent at the present frames differs from p->tangent, whose size is `motion`, by no
 * more than the part `max` of it. */
bool tmi_drive_goes_on(tmSpacePlan *p, double motion, double max);

/* Leaves a singular pose in which a continuation begins, along one of the motions that it has.
 * Returns the part of the way that was covered; 0: none was found, and all is as before. `way` is
 * the length of the whole way [rad or size]. */
double tmi_drive_escape(tmSpacePlan *p, double way, double motion, tmSolveInfo *info);

/* Pulls dragged points towards the goal from the base, which moves along. */
void tmi_drive_drag(tmSpacePlan *p, tmSolveInfo *info);

/* Demands of the inputs the values at a part of the way. */
void tmi_drive_demand(tmSpacePlan *p, double part);

/* Takes the present frames for the base, and counts turns of coordinates. */
void tmi_drive_settle(tmSpacePlan *p);

/* Keeps and brings back frames and turns. */
void tmi_drive_keep(const tmSpacePlan *p, tmFrame *frames, double (*turns)[2]);
void tmi_drive_return(tmSpacePlan *p, const tmFrame *frames, double (*turns)[2]);

/* How many doubles the watch takes for this many rows and unknowns; 0: it is not done. Takes the
 * sense of the equations as they were evaluated last; returns whether it is the same now. */
size_t tmi_sense_doubles(int32_t rows, int32_t cols);
void tmi_sense_take(tmSpacePlan *p);
bool tmi_sense_is_kept(const tmSpacePlan *p);

/* Sets whether the drags demand anything. */
void tmi_drive_mute_drags(tmSpacePlan *p, bool muted);

#endif
