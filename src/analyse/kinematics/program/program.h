/* program.h: the door of this room: the arithmetic of plans. */
#ifndef TMI_PROGRAM_H
#define TMI_PROGRAM_H

#include "base/base.h"
#include "numeric/numeric.h"

/* ---- program.c ------------------------------------------------------------------------------- */

/* A plan's arithmetic as a list of small steps on registers, executed for each frame.
 *
 * A register is one or more doubles in one array, named by the index of its first:
 *   point  x, y                    direction  cos, sin
 *   pose   x, y, cos, sin (its direction is at + 2)
 * A step whose inputs never change is executed when it is added and leaves no trace in the list: so
 * lengths, ratios and all that lies still cost nothing in a frame. */

/* kind, inputs, doubles written: out[] in the order of the words. */
typedef enum tmiOpKind {
    TMI_OP_ANGLE,        /* value k -> direction */
    TMI_OP_ALONG,        /* point, direction, value k -> point + k direction */
    TMI_OP_ROTATE,       /* direction a, b -> a turned by b */
    TMI_OP_UNROTATE,     /* direction a, b -> a turned back by b */
    TMI_OP_POINT,        /* pose, point -> the point seen from where the pose is */
    TMI_OP_COMPOSE,      /* pose, pose -> the second seen from where the first is */
    TMI_OP_PIVOT,        /* direction, point at, point p -> pose that brings p to at */
    TMI_OP_PLACE,        /* points at, to, p, q -> pose that brings p to at, and q towards to */
    TMI_OP_ARM,          /* point at, direction, points p, q -> at + (q - p) turned */
    TMI_OP_SPAN,         /* points p, q -> |q - p|^2 */
    TMI_OP_HEIGHT,       /* direction u, points p, q -> hat(u) . (q - p) */
    TMI_OP_DIFFERENCE,   /* numbers a, b -> a - b */
    TMI_OP_DYAD_PREPARE, /* points p, c of one link, d, c of the other -> what TMI_OP_DYAD needs */
    TMI_OP_DYAD,         /* points P, D, prepared, sign, p, d -> point C, pose, pose */
    TMI_OP_RATIO,        /* points p, c, q of a link -> where q is between p and c */
    TMI_OP_AFFINE,       /* points P, C, ratio -> point */
    TMI_OP_CIRCLE_LINE,  /* point centre, radius^2, point, direction, sign -> point */
    TMI_OP_LINE_LINE,    /* point, direction, point, direction -> point */
    TMI_OP_TANGENT, /* points P, D, height, sign -> direction w with hat(w) . (D - P) = height */
    TMI_OP_SETTLE,  /* point p, direction u, point q, direction w, direction v, numbers s, t ->
                       points  p + s' u and q + t' w on one line along v, with s', t' nearest to s, t
                     */
    TMI_OP_GAP,     /* points p, q, length^2 -> (|q - p|^2 - length^2) / (2 length) */
    /* Higher pairs. Their numbers are angles over whole turns, and lengths. */
    TMI_OP_VALUE,     /* value k -> number */
    TMI_OP_LINEAR,    /* numbers a, b, (f, g, h) -> f a + g b + h */
    TMI_OP_TURN,      /* number -> direction */
    TMI_OP_UNWRAP,    /* direction, number n -> its angle, the nearest to n */
    TMI_OP_REACH,     /* direction u, points p, q -> u . (q - p) */
    TMI_OP_STRAIGHT,  /* points p, q, radii -> direction and length of a rope between wheels */
    TMI_OP_AHEAD,     /* point, direction, number t -> point + t direction */
    TMI_OP_SOLVE_PIN, /* point and direction of a, point at, points p, b, direction of b, direction
                         d -> direction near d that closes the pair when p is pinned at `at` */
    TMI_OP_SOLVE_SLIDE, /* point and direction of a, point and direction of b, direction w, number n
                           -> number t near n that closes the pair when b moves by t w */
    TMI_OP_COUNT
} tmiOpKind;

#define TMI_OP_INPUTS 7

struct tmiPlanarJoint;

typedef struct tmiOp {
    int16_t kind;              /* tmiOpKind */
    bool point_only;           /* of a dyad: no derivative but the point's is asked for */
    bool rigid;                /* of STRAIGHT: its points keep their distance */
    int32_t in[TMI_OP_INPUTS]; /* registers; of ANGLE and ALONG the last is the value's number */
    int32_t out;               /* register */
    int32_t part;              /* joint that the step closes, for messages; -1: none */
    const struct tmiPlanarJoint *joint; /* the pair that TMI_OP_SOLVE_… closes */
} tmiOp;

typedef struct tmiProgram {
    tmAllocator allocator;
    double *registers;
    uint8_t *varies; /* of each double: what it changes with, as bits */
    int32_t register_count, register_capacity, varies_capacity;
    tmiOp *ops;
    int32_t op_count, op_capacity;
    tmStatus status; /* of the first failure while it was made; later calls do nothing */
} tmiProgram;

/* Bits of `varies`. */
enum { TMI_FIXED = 0, TMI_BY_INPUT = 1, TMI_BY_GUESS = 2, TMI_BY_SIDE = 4 };

void tmi_program_init(tmiProgram *program, tmAllocator allocator);
void tmi_program_clear(tmiProgram *program);

/* Returns a new register of `count` doubles with these values (null: zero), or 0 after a failure.
 */
int32_t tmi_program_register(tmiProgram *program, const double *values, int32_t count, int varies);

/* Adds a step that writes to `out` (-1: a new register) and returns its output. When nothing that
 * it reads varies it is executed now, and is not added; a step that then fails is added all the
 * same, so that it fails in each frame. */
int32_t tmi_program_add(tmiProgram *program, tmiOpKind kind, const int32_t *in, int32_t out,
                        int32_t part);

/* The same for the steps that close a pair, which must live as long as the program. */
int32_t tmi_program_add_pair(tmiProgram *program, tmiOpKind kind, const int32_t *in,
                             const struct tmiPlanarJoint *joint, int32_t part);

/* Executes steps first … last - 1. Returns -1, or the number of a step that has no real answer
 * (circles that do not meet); registers then hold rubbish behind it. */
int32_t tmi_program_run(const tmiProgram *program, int32_t first, int32_t last,
                        const double *values);

/* The same for LANES frames at once: double i of lane l is registers[i * TMI_LANES + l], and value
 * k of lane l is values[k * TMI_LANES + l]. *failed gets a bit for each lane that has no answer. */
#define TMI_LANES 32
void tmi_program_run_lanes(const tmiProgram *program, double *registers, const double *values,
                           uint32_t *failed);

/* Puts the program's registers into every lane. */
void tmi_program_fill_lanes(const tmiProgram *program, double *registers);

/* Derivatives of steps first … last - 1 along one direction: `gradients` has a double for each
 * register; those that steps of the range write are set, the others are read. */
void tmi_program_derivative(const tmiProgram *program, int32_t first, int32_t last,
                            double *gradients);

/* Returns how many inputs a kind has, how many doubles input i is (0: the number of a value), and
 * how many doubles it writes. */
int32_t tmi_op_inputs(tmiOpKind kind);
int32_t tmi_op_input_size(tmiOpKind kind, int32_t i);
int32_t tmi_op_outputs(tmiOpKind kind);

/* ---- program_bound.c ------------------------------------------------------------------------- */

/* A proof that a closed-form program has an answer, and keeps its sides, on the
 * whole straight way between two sets of values: docs/theory/breaking-and-branches.md, "Balls
 * through a program". */

/* Proves that every step first … last - 1 that has dead centres (dyad, circle and line, tangent,
 * two lines, place) stays away from them while the values go from `from` to `to`, at which the
 * program was run last. Returns false where it cannot prove it, which says nothing: take a smaller
 * step. Allocates nothing; costs about as much as the run.
 *
 * `radii` has a double for each double of the registers. Those of registers that steps of the range
 * write are set, the others are read: 0 for what stands still on the way. Of a point, direction or
 * number its first double is the radius of a ball about the present value that it does not leave on
 * the way. Of a pose the first is that of one of its points, which the second names: by its
 * register, -1 for its origin; the third is that of its direction. After false they are rubbish. */
bool tmi_program_clear_between(const tmiProgram *program, int32_t first, int32_t last,
                               const double *from, const double *to, double *radii);

/* ---- program_enclose.c ----------------------------------------------------------------------- */

/* What a program's steps can give while one direction runs through an arc: the
 * proof that there is no zero in it, or one at most. */

/* Sets up one enclosure for each register, all at the registers' own numbers. */
void tmi_program_enclose_start(const tmiProgram *program, tmiEnclosure *enclosures);

/* Encloses steps first … last - 1; `half` is half the width of the box that the variable runs
 * through. Reads what it does not write from `enclosures`. Returns false when a step has no answer
 * anywhere in the box. */
bool tmi_program_enclose(const tmiProgram *program, int32_t first, int32_t last,
                         const double *values, double half, tmiEnclosure *enclosures);

#endif
