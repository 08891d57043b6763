/* world.h: what a document means: types with their arguments, worlds and runs. The model is built
 * from these.
 *
 * A variant is a type with values for its parameters. All that its text says is evaluated once for
 * each variant; a thousand rods of one length are one variant. Within a variant, instances are
 * counted from its own on, 0: itself, then its components with all that is in them. A world only
 * adds where each instance's count begins. */
#ifndef TMI_WORLD_H
#define TMI_WORLD_H

#include "define/geometry/shape/shape.h"
#include "define/language/code/code.h"
#include "define/language/symbols/symbols.h"
#include "define/language/vocabulary/vocabulary.h"
#include "trammel/document.h"

#define TMI_GROUND (-1) /* as an instance: the world itself, which stands still */

/* ---- Bodies -------------------------------------------------------------------------------- */

/* A point of a body, or an axis: a point and a direction. In the body's axes [m]. */
typedef struct tmiBodyFeature {
    bool is_axis;
    double point[3];
    double direction[3]; /* of an axis: of length 1 */
} tmiBodyFeature;

/* A value that was given, or that holds without it. */
typedef struct tmiGiven {
    const tmParameter *row; /* null: a parameter of a hinge that the text defines */
    tmiValue value;         /* TMI_VALUE_ERROR: not given */
    const tmiTable *table;  /* of a TM_PARAMETER_CURVE: a table … */
    const tmiCode *code;    /* … or a function, of one input */
    tmiSpot spot;
} tmiGiven;

/* The bytes of a file that a shape is made of. The document keeps them. */
typedef struct tmiMesh {
    const char *name; /* of the file, as the host calls it; null: it has none */
    const unsigned char *bytes;
    size_t length;
} tmiMesh;

/* The source of such files: puts the one of `path`, which is not closed by a zero and stands in
 * text `file`, into *mesh; where there is none, *mesh is null and *problem gives the reason.
 * TM_ERR_MEMORY. */
typedef struct tmiMeshFinder {
    tmStatus (*find)(void *user, int32_t file, const char *path, int32_t length,
                     const tmiMesh **mesh, const char **message);
    void *user;
} tmiMeshFinder;

typedef struct tmiShape {
    const tmiShapeRow *row;
    tmiGiven *arguments;    /* one for each of the row's; of a piece of a union, then one for */
    int32_t argument_count; /* each of tmi_piece_arguments */
    double (*points)[3];    /* of a link: those of `where`, in the body's axes [m] */
    int32_t point_count;
    const tmiMesh *mesh;     /* of a mesh; null after a mistake, and where its name is not known */
    struct tmiShape *pieces; /* of a union */
    int32_t piece_count;
    tmiSpot spot;
} tmiShape;

/* A field or item with its value: a number, point, word or text; a truth where it takes nothing. */
typedef struct tmiSetting {
    const tmiField *field;
    tmiValue value;
    tmiSpot spot;
} tmiSetting;

/* ---- Structure ----------------------------------------------------------------------------- */

/* A feature of an instance, which is counted within the variant. */
typedef struct tmiInstanceFeature {
    int32_t instance; /* or TMI_GROUND */
    tmiBodyFeature feature;
} tmiInstanceFeature;

/* A row of a hinge that the text defines: point on plane. */
typedef struct tmiHingeLine {
    tmiInstanceFeature point,
        plane; /* the plane's feature is an axis: its direction is the normal */
} tmiHingeLine;

typedef struct tmiJoin {
    const tmHingeKind *hinge; /* null: `lines` define it */
    int32_t hinge_definition; /* -1: one of the language */
    tmiGiven *arguments;
    int32_t argument_count;
    tmiInstanceFeature (*pairs)[2];
    int32_t pair_count;
    tmiHingeLine *lines;
    int32_t line_count;
    int32_t name;         /* among the type's named joins; -1: none */
    int32_t number;       /* of a named join in a `for`: its value there */
    tmiSetting *settings; /* its coordinate at the start */
    int32_t setting_count;
    tmiSpot spot;
} tmiJoin;

typedef struct tmiPlacement {
    tmiInstanceFeature by;
    double at[3];     /* [m] */
    bool is_rough;    /* `near`: it only says where to begin */
    int32_t instance; /* the part that is placed */
    tmiSetting *settings;
    int32_t setting_count;
    tmiSpot spot;
} tmiPlacement;

/* Parts that touch each other, or do not. */
typedef struct tmiTouchRule {
    bool on;
    int32_t *instances;
    int32_t instance_count;
    tmiSpot spot;
} tmiTouchRule;

/* ---- What runs ----------------------------------------------------------------------------- */

typedef enum tmiSenseKind {
    TMI_SENSE_WORLD,
    TMI_SENSE_BODY,
    TMI_SENSE_FEATURE,
    TMI_SENSE_JOIN,     /* item: the join, in the variant of the instance */
    TMI_SENSE_TWO,      /* item: the other instance */
    TMI_SENSE_INPUT,    /* item: the input, in the variant of the instance */
    TMI_SENSE_SIGNAL,   /* likewise */
    TMI_SENSE_PARAMETER /* item: the world's parameter, which a study varies */
} tmiSenseKind;

/* Something that is read, prescribed or driven. */
typedef struct tmiSense {
    uint8_t kind;              /* tmiSenseKind */
    const tmiQuantityRow *row; /* null: an input, signal or parameter */
    tmiInstanceFeature end;    /* instance; of a feature, the feature */
    int32_t item;
    int32_t slot, size; /* in the inputs of the formula */
} tmiSense;

/* An expression as code, with what it reads. */
typedef struct tmiFormula {
    bool made; /* false: it could not be, or depends on unknown parameters */
    tmiCode code;
    tmiSense *senses;
    int32_t sense_count, sense_capacity, input_count;
    const char *measure; /* of a study: final, least, …; null: none */
    tmiSpot spot;
} tmiFormula;

typedef struct tmiControl {
    tmiSense target;
    const tmiFormula *formula; /* null: the host registers the name */
    const char *name;          /* not closed by a zero */
    int32_t name_length;
    double every; /* [s]; 0: always */
    tmiSpot spot;
} tmiControl;

typedef struct tmiInput {
    double initial, low, high; /* without a range: -infinity, infinity */
    tmiDimension dimension;
    bool is_bare; /* its value or an end of its range is a number above a turn without a unit */
} tmiInput;

/* ---- Variants ------------------------------------------------------------------------------ */

/* Where a component stands in its variant. */
typedef struct tmiComponentPlace {
    struct tmiVariant *variant; /* null after an error */
    int32_t first, count;       /* of a row: link[first], …; count -1: not known */
    int32_t offset;             /* instance of the first */
} tmiComponentPlace;

typedef struct tmiVariant {
    int32_t type, number;
    bool is_open;                /* a parameter is not known: only checked, never part of a world */
    bool has_errors;             /* a mistake in it or below was reported */
    bool dynamics, interference; /* the domain is stated: here, for composites for all within */
    int32_t
        massless; /* 1 + the type of a body in it that has no shape, mass and dynamics; 0: none */
    int32_t size, bodies; /* instances with itself; primitives among them */
    tmiValue *parameters;
    tmiComponentPlace *parts;
    tmiBodyFeature *features;
    tmiShape shape; /* of a primitive; row null: none was given */
    tmiSetting *properties;
    int32_t property_count;
    tmiJoin *joins;
    int32_t join_count, join_capacity;
    int32_t *named_joins; /* by name, then as they stand */
    int32_t *named_first; /* of each name, and one more */
    tmiPlacement *places;
    int32_t place_count, place_capacity;
    tmiTouchRule *touches;
    int32_t touch_count;
    tmiInput *inputs;
    tmiFormula **signals; /* evaluated in this order, before the controls */
    tmiControl *controls;
    int32_t control_count;
    double every;                                      /* of controls and signals [s]; 0: always */
    int32_t total_joins, total_places, total_controls; /* with those of all instances */
    uint64_t hash;
    struct tmiWorld *world; /* that was made of it; null: none */
    uint8_t matched;        /* bits: pairs were examined for planar worlds, for space */
} tmiVariant;

/* ---- Worlds and runs ----------------------------------------------------------------------- */

enum { TMI_DOMAIN_DYNAMICS = 1, TMI_DOMAIN_INTERFERENCE = 2, TMI_DOMAIN_CONTROL = 4 };

typedef struct tmiInstance {
    const tmiVariant *variant;
    int32_t parent;    /* -1: the world */
    int32_t component; /* of the parent's type */
    int32_t index;     /* in a row: as the text counts; else 0 */
    uint8_t domains;   /* TMI_DOMAIN_…, of a body: stated by its type or around it */
} tmiInstance;

/* A statement of an instance: item `item` of its variant's list; what it names counts from
 * `instance` on. */
typedef struct tmiOccurrence {
    int32_t instance, item;
} tmiOccurrence;

typedef struct tmiWorld {
    const tmiVariant *variant;
    bool planar;
    bool is_run;            /* a run has it */
    tmiInstance *instances; /* 0 is the world itself */
    int32_t instance_count, body_count;
    tmiOccurrence *joins, *places, *controls;
    int32_t join_count, place_count, control_count;
    int32_t dynamic_count, touching_count; /* bodies with that domain */
    int32_t kinematic_count;               /* bodies without dynamics that are not fixed */
    int32_t unresolved;                    /* controls that a host must register */
} tmiWorld;

typedef struct tmiRunRange {
    tmiSense target;
    double first, last;
    int32_t count; /* 0: not said */
    tmiDimension dimension;
    tmiSpot spot;
} tmiRunRange;

typedef struct tmiRun {
    tmiWord kind; /* TMI_WORD_SIMULATE, _ANIMATE, _STUDY */
    tmiWorld *world;
    tmiSetting *settings; /* fields of one value */
    int32_t setting_count;
    const tmiFormula **monitors, **measures;
    int32_t monitor_count, measure_count;
    const tmiFormula *stop;
    tmiRunRange *drives, *varied;
    int32_t drive_count, varied_count;
    const tmiTable *pace; /* of an animation: its first drive over time; null: no table gives it */
    tmiInstanceFeature *traces;
    int32_t trace_count;
    uint32_t reports, without; /* bits in the order of the choices of their fields */
    tmiSpot spot;
} tmiRun;

/* A material, or what two of them do to each other. */
typedef struct tmiSurface {
    tmiSpot spot;
    tmiSetting *settings;
    int32_t setting_count;
} tmiSurface;

/* A property that a domain of the program's own reads. */
typedef struct tmiOwnField {
    tmiField field;
    tmBound bound;
} tmiOwnField;

/* All of a document. Constant after it was made. */
typedef struct tmiWorlds {
    tmAllocator allocator;
    tmiArena arena;
    tmExtensions extensions;
    tmiOwnField *own_fields; /* properties of the program's domains */
    int32_t own_field_count;
    tmiDefinitions definitions;
    tmiSurface *materials, *contacts; /* as many as there are definitions */
    tmiVariant **variants;
    int32_t variant_count, variant_capacity;
    int32_t *variant_slots; /* hash table of those with parameters: number + 1 */
    int32_t variant_slot_count, variant_slots_used;
    tmiFormula **formulas; /* owns their code */
    int32_t formula_count, formula_capacity;
    tmiWorld **worlds;
    int32_t world_count, world_capacity;
    tmiWorld **unrun; /* those that no run has */
    int32_t unrun_count;
    tmiRun **runs;
    int32_t run_count, run_capacity;
} tmiWorlds;

/* Whether extensions are as their header requires. */
bool tmi_extensions_are_sound(const tmExtensions *extensions);

/* Makes the fields of their domains. TM_ERR_MEMORY. */
tmStatus tmi_extensions_fields(tmiWorlds *worlds);

/* The property of this name in these contexts, or null. */
const tmiOwnField *tmi_own_field(const tmiWorlds *worlds, uint32_t context, const char *name,
                                 int32_t length);

void tmi_worlds_destroy(tmiWorlds *worlds);

#endif
