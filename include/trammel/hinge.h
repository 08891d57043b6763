/* hinge.h: hinges: which equations hold between bodies that are joined.
 *
 * A hinge is a table of rows, each one equation. Most rows are [HH] 3.4's primitive: a point of one
 * body lies on a surface of another. A direction is a point at infinity, so that 'parallel' is of
 * the same form. Rows of another form have a function.
 *
 * A new hinge is a tmHingeKind; the kinds of the language (tm_hinge_kinds) are made the same way.
 */
#ifndef TRAMMEL_HINGE_H
#define TRAMMEL_HINGE_H

#include "trammel/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames -------------------------------------------------------------------------------- */

/* Where a body is: the position of its origin and the rotation of its axes, as a quaternion of
 * length 1 (w, x, y, z). */
typedef struct tmFrame {
    double position[3]; /* [m] */
    double rotation[4];
} tmFrame;

/* How a body moves: the velocity of its origin [m/s] and its angular velocity [rad/s], world axes.
 */
typedef struct tmTwist {
    double linear[3];
    double angular[3];
} tmTwist;

/* A force and a torque. */
typedef struct tmWrench {
    double force[3];  /* [N] */
    double torque[3]; /* [N m] */
} tmWrench;

/* A point of a body, with a direction where it is an axis. In the body's axes. */
typedef struct tmPointOn {
    int32_t body;
    bool is_axis;
    double point[3];     /* [m] */
    double direction[3]; /* of length 1; zero when it is not an axis */
} tmPointOn;

/* ---- Rows ---------------------------------------------------------------------------------- */

/* The maximum numbers of bodies and rows of a joint, coordinates of a hinge, and numbers of a row's
 * own. */
#define TM_HINGE_BODIES 16
#define TM_HINGE_ROWS 16
#define TM_HINGE_COORDINATES 2
#define TM_ROW_NUMBERS 12

/* The maximum number of parameters of a hinge. */
#define TM_HINGE_PARAMETERS 16

/* An equation at some frames: its value, zero when it holds; the gradient, so that the value's rate
 * is the sum over the joint's bodies of linear . velocity + angular . angular velocity; and what is
 * left of the second rate when no twist changes (minus the right-hand side of the equation for
 * accelerations). */
typedef struct tmRowAt {
    double value;
    tmTwist gradient[TM_HINGE_BODIES];
    double bias;
    double turns[2];     /* angles that it counts over whole turns [rad]; 0 where it counts none */
    const char *message; /* why the equation is useless at these frames, for people: "the two points
                            coincide"; null: fine. The value then is what it is nearby; the gradient
                            may be arbitrary or zero, and curvature is left out of the bias */
} tmRowAt;

struct tmRow;

/* Puts what a row of its own measures, with gradient, bias and turns, into *at, which is zero when
 * it is called; tm_row_at then subtracts the row's offset from the value. `frames` and `twists` are
 * those of the joint's bodies; null twists: no bias is wanted. Of an angle's whole turns those
 * count that are nearest to the angle in `near`. */
typedef void tmRowFn(const struct tmRow *row, const tmFrame *frames, const tmTwist *twists,
                     const double near[2], tmRowAt *at);

typedef enum tmRowKind {
    TM_ROW_PLANE,  /* normal . (point - on) = offset: a point on a plane; with `at_infinity` the
                    * point is a direction, and `on` does not count */
    TM_ROW_SPHERE, /* |point - on| = offset. Where the two coincide, the distance has no gradient:
                      the gradient is that of points that part along x */
    TM_ROW_TURN, /* a turns about `normal` from b: the angle from mark b to mark a, both seen along
                  * the normal, = offset */
    TM_ROW_OWN   /* what `function` measures = offset */
} tmRowKind;

/* What a row's value is measured in, for tolerances: metres; radians, or what is an angle while it
 * is small, as the cosine of directions that must be at right angles. */
typedef enum tmRowUnit { TM_ROW_LENGTH, TM_ROW_ANGLE } tmRowUnit;

typedef struct tmRow {
    uint8_t kind; /* tmRowKind */
    uint8_t unit; /* tmRowUnit */
    uint8_t a, b; /* the point's body and the surface's, as the joint counts them */
    bool at_infinity;
    bool as_placed;   /* the offset is what is measured when the parts are assembled; until then the
                       * row does not hold */
    double point[3];  /* or direction, of length 1; a's axes */
    double on[3];     /* point of the plane, or centre; b's axes */
    double normal[3]; /* of the plane, or of the turn; b's axes, of length 1 */
    double mark_a[3]; /* of a turn: directions across the axis, of length 1, in the axes of a and b.
                       * Of a plane with a point at infinity: directions that point the same way
                       * where the row holds as it is meant (tm_row_is_flipped); zero: either way */
    double mark_b[3];
    double offset;
    tmRowFn *function;              /* of TM_ROW_OWN … */
    double numbers[TM_ROW_NUMBERS]; /* … with its numbers */
    const void *data;               /* … and what else it needs; lives as long as the model */
} tmRow;

/* Puts the equation of a row at the frames of its joint's bodies into *at. Null twists: bias 0;
 * null near: angles in -pi … pi. */
TM_API void tm_row_at(const tmRow *row, const tmFrame *frames, const tmTwist *twists,
                      const double near[2], tmRowAt *at);

/* Returns whether the row's marks point opposite ways. Directions that are parallel or at right
 * angles, as planes have it, are so the other way round, too: a part is then in the wrong place
 * though the row's value is 0. Always false for rows of other kinds. */
TM_API bool tm_row_is_flipped(const tmRow *row, const tmFrame *frames);

/* ---- Kinds of hinges ----------------------------------------------------------------------- */

/* A function of one number with its first two derivatives: the lift of a cam. */
typedef struct tmCurve {
    void (*at)(const void *data, double x, double y[3]);
    const void *data;
} tmCurve;

/* A joint as its hinge sees it. Bodies count from 0 on, in the order of their first mention. */
typedef struct tmHingeUse {
    bool planar;
    int32_t body_count;
    const tmPointOn (*pairs)[2]; /* what `matching` names: of the first part, of the second */
    int32_t pair_count;
    const double *arguments; /* of its parameters, in order; NaN: not given, or a curve. May be null
                              * where none must be given */
    const tmCurve *curves;   /* likewise; `at` null: no curve. They and the pairs live as long as
                              * the rows that are made of them */
} tmHingeUse;

/* Equations that a hinge makes of its use, and its coordinates: rows whose offset is what a drive
 * prescribes, first of turns, then slides, then spans. */
typedef struct tmHingeTable {
    tmRow rows[TM_HINGE_ROWS];
    int32_t row_count;
    tmRow coordinates[TM_HINGE_COORDINATES];
    int32_t coordinate_count;
    const char *message; /* why there are none, for people: "two points of a part coincide";
                          * null: fine. A text that outlives the model */
} tmHingeTable;

/* Fills *table, which is zero when it is called. */
typedef void tmHingeFn(void *user, const tmHingeUse *use, tmHingeTable *table);

/* What an argument is. Hinges take numbers, whole numbers, truths and curves. */
typedef enum tmParameterKind {
    TM_PARAMETER_NUMBER,
    TM_PARAMETER_WHOLE, /* at least 1 */
    TM_PARAMETER_POINT,
    TM_PARAMETER_POINTS,   /* a list of at least 3 of them */
    TM_PARAMETER_OUTLINES, /* a list of such lists */
    TM_PARAMETER_TEXT,
    TM_PARAMETER_TRUTH,
    TM_PARAMETER_CURVE /* the name of a function or table of one number */
} tmParameterKind;

/* The range that a number must be in. */
typedef enum tmBound {
    TM_BOUND_NONE,
    TM_BOUND_POSITIVE,
    TM_BOUND_NOT_NEGATIVE,
    TM_BOUND_FRACTION, /* 0 to 1 */
    TM_BOUND_NOT_ZERO  /* of a point: not all of its numbers */
} tmBound;

/* What a hinge or a shape takes, by position or by name. */
typedef struct tmParameter {
    const char *name;
    uint8_t kind;        /* tmParameterKind */
    uint8_t bound;       /* tmBound, of each number */
    const char *unit;    /* whose dimension the numbers have, such as "N/m"; "" for none */
    const char *initial; /* what holds without it, in words for people; null: it must be given */
    const char *help;    /* one line */
} tmParameter;

/* What moves at a hinge, and so what can be sensed and driven; bits. */
enum { TM_HINGE_TURNS = 1, TM_HINGE_SLIDES = 2, TM_HINGE_SPANS = 4 };

typedef struct tmHingeKind {
    const char *name;
    const char *help; /* one line */
    const tmParameter *parameters;
    int32_t parameter_count;
    /* What it matches, one word for each alternative: p two points, a two axes, x a point and an
     * axis; + the last once or more. In planar worlds, and in space; "": it does not exist there.
     */
    const char *planar, *spatial;
    uint32_t moves; /* sum of TM_HINGE_… */
    tmHingeFn *make;
    void *user; /* passed to make */
} tmHingeKind;

/* Returns the hinges of the language, and their number in *count. Springs and dampers, which have
 * no equations, are among them. */
TM_API const tmHingeKind *tm_hinge_kinds(int32_t *count);

/* Makes the rows of a use of a hinge. Returns false where it has none: table->message then says
 * why, and the rest of *table is zero. That includes uses that do not match the kind's patterns or
 * lack an argument, and rows that name no part or have a number that is not finite. */
TM_API bool tm_hinge_make(const tmHingeKind *kind, const tmHingeUse *use, tmHingeTable *table);

#ifdef __cplusplus
}
#endif

#endif
