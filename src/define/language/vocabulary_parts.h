/* vocabulary_parts.h: shapes and what can be sensed: one row each, with a line of help, for
 * the checks, completion and the reference page. */
#ifndef TMI_VOCABULARY_PARTS_H
#define TMI_VOCABULARY_PARTS_H

#include "define/hinge/hinge.h"
#include "define/language/units.h"
#include "define/language/vocabulary.h"

/* Items of the list `properties` of a composite: they hold for all bodies in it. */
#define TMI_IN_COMPOSITE_PROPERTIES (1 << 16)

/* The dimension of a unit as the tables write it: "kg/m^3"; plain for "". */
tmiDimension tmi_unit_dimension(const char *unit);

/* The bound of a field's numbers. */
tmBound tmi_field_bound(const tmiField *field);

/* The names of colours, in the order of strcmp. */
const char *const *tmi_colors(int32_t *count);

/* Those of `axis(along, at)`, a feature. */
const tmParameter *tmi_axis_arguments(int32_t *count);

/* ---- Shapes -------------------------------------------------------------------------------- */

/* The origin of a body's axes is the middle of its shape unless its help says otherwise. */
typedef struct tmiShapeRow {
    const char *name;
    const tmParameter *arguments;
    int32_t argument_count;
    const char *help;
} tmiShapeRow;

const tmiShapeRow *tmi_shapes(int32_t *count);
const tmiShapeRow *tmi_shape_find(const char *name, int32_t length);

/* Arguments that every shape within a `union` takes by name: where it stands, its density. */
const tmParameter *tmi_piece_arguments(int32_t *count);

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

/* ---- Names of the language itself ---------------------------------------------------------- */

typedef struct tmiNameRow {
    const char *name;
    const char *help;
} tmiNameRow;

typedef enum tmiNames {
    TMI_NAMES_GIVEN,       /* features that every object has: a point, then three axes */
    TMI_NAMES_TRUTHS,      /* true, false */
    TMI_NAMES_COORDINATES, /* of a point */
    TMI_NAMES_COUNTED,     /* what a range is counted in */
    TMI_NAMES_GROUND,      /* as a part of a world */
    TMI_NAMES_AXIS         /* what makes a feature a line */
} tmiNames;
const tmiNameRow *tmi_names(tmiNames names, int32_t *count);

/* The row of this name among them, or -1. */
int32_t tmi_name_find(tmiNames names, const char *name, int32_t length);

#endif
