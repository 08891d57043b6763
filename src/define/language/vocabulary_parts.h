/* vocabulary_parts.h: shapes, hinges and what can be sensed: one row each, with a line of help, for
 * the checks, completion and the reference page. */
#ifndef TMI_VOCABULARY_PARTS_H
#define TMI_VOCABULARY_PARTS_H

#include "define/language/units.h"
#include "define/language/vocabulary.h"

/* Items of the list `properties` of a composite: they hold for all bodies in it. */
#define TMI_IN_COMPOSITE_PROPERTIES (1 << 15)

/* The dimension of a unit as the tables write it: "kg/m^3"; plain for "". */
tmiDimension tmi_unit_dimension(const char *unit);

/* What numbers must keep to, in tables of fields and arguments. */
typedef enum tmiBound {
    TMI_BOUND_NONE,
    TMI_BOUND_POSITIVE,
    TMI_BOUND_NOT_NEGATIVE,
    TMI_BOUND_FRACTION, /* 0 to 1 */
    TMI_BOUND_NOT_ZERO  /* of a point: not all of its numbers */
} tmiBound;

/* The bound of a field's numbers. */
tmiBound tmi_field_bound(const tmiField *field);

/* The names of colours, in the order of strcmp. */
const char *const *tmi_colors(int32_t *count);

/* ---- Arguments ----------------------------------------------------------------------------- */

typedef enum tmiArgumentKind {
    TMI_ARGUMENT_NUMBER,
    TMI_ARGUMENT_WHOLE, /* a whole number, at least 1 */
    TMI_ARGUMENT_POINT,
    TMI_ARGUMENT_POINTS,   /* a list of at least 3 of them */
    TMI_ARGUMENT_OUTLINES, /* a list of such lists */
    TMI_ARGUMENT_TEXT,
    TMI_ARGUMENT_TRUTH,
    TMI_ARGUMENT_FUNCTION /* the name of a function or table of one number */
} tmiArgumentKind;

/* An argument of a shape or hinge. */
typedef struct tmiArgumentRow {
    const char *name;
    uint8_t kind;        /* tmiArgumentKind */
    uint8_t bound;       /* tmiBound, of each number */
    const char *unit;    /* whose dimension the numbers have */
    const char *initial; /* what holds without it, in words for people; null: it must be given */
    const char *help;
} tmiArgumentRow;

/* ---- Shapes -------------------------------------------------------------------------------- */

/* The origin of a body's axes is the middle of its shape unless its help says otherwise. */
typedef struct tmiShapeRow {
    const char *name;
    const tmiArgumentRow *arguments;
    int32_t argument_count;
    const char *help;
} tmiShapeRow;

const tmiShapeRow *tmi_shapes(int32_t *count);
const tmiShapeRow *tmi_shape_find(const char *name, int32_t length);

/* Arguments that every shape within a `union` takes by name: where it stands, its density. */
const tmiArgumentRow *tmi_piece_arguments(int32_t *count);

/* ---- Hinges -------------------------------------------------------------------------------- */

/* What a hinge lets move, and so what can be sensed and prescribed at it. */
enum {
    TMI_HINGE_TURNS = 1,  /* about one axis */
    TMI_HINGE_SLIDES = 2, /* along one axis */
    TMI_HINGE_SPANS = 4   /* has a length between two points */
};

typedef struct tmiHingeRow {
    const char *name; /* with its dots: ball.and.socket */
    const tmiArgumentRow *arguments;
    int32_t argument_count;
    /* What it matches, one word for each way: p two points, a two axes, x a point and an axis; +
     * the last once or more. In planar worlds, and in space; "": it does not exist there. */
    const char *planar, *spatial;
    uint8_t moves; /* TMI_HINGE_… */
    const char *help;
} tmiHingeRow;

const tmiHingeRow *tmi_hinges(int32_t *count);
const tmiHingeRow *tmi_hinge_find(const char *name, int32_t length);

/* ---- What can be sensed -------------------------------------------------------------------- */

enum {
    TMI_OF_WORLD = 1,
    TMI_OF_BODY = 2,
    TMI_OF_POINT = 4, /* features */
    TMI_OF_AXIS = 8,
    TMI_OF_TURN = 16, /* of a hinge that turns about one axis */
    TMI_OF_SLIDE = 32,
    TMI_OF_SPAN = 64,
    TMI_OF_HINGE = 128, /* of any */
    TMI_OF_TWO = 256    /* of two parts, as a call: force(a, b) */
};

typedef struct tmiQuantityRow {
    const char *name;
    uint16_t of;     /* sum of TMI_OF_… */
    uint8_t size;    /* numbers: 1, or 3 of a point */
    bool is_truth;   /* a condition */
    bool prescribed; /* a control can prescribe it, or make it act */
    const char *unit;
    const char *help;
} tmiQuantityRow;

const tmiQuantityRow *tmi_quantities(int32_t *count);

/* The quantity of this name of something of the kinds `of`, or null. Special kinds of hinges come
 * before TMI_OF_HINGE. */
const tmiQuantityRow *tmi_quantity_find(uint32_t of, const char *name, int32_t length);

/* How a study makes one number of a value that changes: final, least, greatest, mean. */
typedef struct tmiMeasureRow {
    const char *name;
    const char *help;
} tmiMeasureRow;
const tmiMeasureRow *tmi_measures(int32_t *count);

#endif
