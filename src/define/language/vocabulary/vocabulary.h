/* vocabulary.h: everything in the language that has a name: words, fields, shapes, what can be
 * sensed. Parser, checker, printer, completion and the reference page read the same rows. Units are
 * in units, functions in expression. Names within a table are in the order of strcmp, for the
 * search. */
#ifndef TMI_VOCABULARY_H
#define TMI_VOCABULARY_H

#include "base/base.h"
#include "define/hinge/hinge.h"
#include "define/language/units/units.h"

/* Whether the bytes are this word. A loop: the words are short, and most names differ from them in
 * the first letters. */
static inline bool tmi_text_is(const char *text, int32_t length, const char *word) {
    int32_t at = 0;
    while (at < length && word[at] && text[at] == word[at]) {
        at++;
    }
    return at == length && !word[at];
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* Words of the grammar. Those before TMI_WORD_FREE are reserved; the others mean something only
 * where the grammar expects them, and are names everywhere else. */
#define TMI_WORD_LIST(X)                                                                           \
    X(AND, "and", "", "both hold")                                                                 \
    X(ANIMATE, "animate", "item", "moves a world's mechanism and shows it")                        \
    X(AS, "as", "", "gives a join a name")                                                         \
    X(AT, "at", "", "where something is placed or acts")                                           \
    X(BEGIN, "begin", "", "opens a block")                                                         \
    X(BY, "by", "", "the feature by which something is placed")                                    \
    X(COMPONENTS, "components", "section", "the parts of a composite or world")                    \
    X(COMPOSITE, "composite", "item", "a type made of other types")                                \
    X(ELSE, "else", "", "the value when a condition fails")                                        \
    X(END, "end", "", "closes a block")                                                            \
    X(FOR, "for", "statement", "repeats statements for a range of whole numbers")                  \
    X(FUNCTION, "function", "item", "an expression with parameters")                               \
    X(IF, "if", "", "chooses between two values")                                                  \
    X(IN, "in", "", "a range, or a number of frames")                                              \
    X(INCLUDE, "include", "item", "includes the definitions of another file")                      \
    X(JOIN, "join", "statement", "holds two parts together by a hinge")                            \
    X(LET, "let", "", "names a value within a function")                                           \
    X(MATCHING, "matching", "", "the features that a join brings together")                        \
    X(NOT, "not", "", "the opposite of a condition")                                               \
    X(OF, "of", "", "whose value it is")                                                           \
    X(OR, "or", "", "at least one holds")                                                          \
    X(PLACE, "place", "statement", "puts a part somewhere at the start")                           \
    X(PRIMITIVE, "primitive", "item", "a type that is one body")                                   \
    X(SIMULATE, "simulate", "item", "simulates a world")                                           \
    X(STRUCTURE, "structure", "section", "how the parts are assembled")                            \
    X(THEN, "then", "", "the value when a condition holds")                                        \
    X(TO, "to", "", "the second part of a join")                                                   \
    X(WHERE, "where", "", "names features of a shape")                                             \
    X(WITH, "with", "", "the hinge of a join, or the other of two materials")

#define TMI_FREE_WORD_LIST(X)                                                                      \
    X(CONTACT, "contact", "item", "what two materials do to each other where they touch")          \
    X(HINGE, "hinge", "item", "a kind of hinge made of points on planes")                          \
    X(INPUT, "input", "section", "a value that can be set while a world runs")                     \
    X(LANGUAGE, "language", "item", "the version of the language that a file is in")               \
    X(MATERIAL, "material", "item", "what bodies are made of")                                     \
    X(NEAR, "near", "", "where something is roughly placed: joints may move it")                   \
    X(NORMAL, "normal", "", "the direction of a plane, in a hinge")                                \
    X(ON, "on", "", "where a point stays, in a hinge")                                             \
    X(PLANE, "plane", "", "what a point stays on, in a hinge")                                     \
    X(POINT, "point", "", "a row of a hinge")                                                      \
    X(STEP, "step", "", "the step of a range")                                                     \
    X(STUDY, "study", "item", "runs a world many times over ranges of values")                     \
    X(TABLE, "table", "item", "a function given by numbers")                                       \
    X(WORLD, "world", "item", "what is run: parts, how they are joined, and their laws")

#define TMI_WORD_CODE(code, name, starts, help) TMI_WORD_##code,
typedef enum tmiWord {
    TMI_WORD_NONE, /* a name */
    TMI_WORD_LIST(TMI_WORD_CODE) TMI_WORD_FREE,
    TMI_WORD_FREE_BEFORE = TMI_WORD_FREE - 1,
    TMI_FREE_WORD_LIST(TMI_WORD_CODE) TMI_WORD_COUNT
} tmiWord;
#undef TMI_WORD_CODE

typedef struct tmiWordRow {
    const char *name;
    const char *starts; /* "item", "section", "statement", or "" */
    const char *help;   /* one line, no full stop */
} tmiWordRow;

/* The row of a word; one of empty texts for TMI_WORD_NONE. */
const tmiWordRow *tmi_word_row(tmiWord word);

/* The word that these bytes spell; TMI_WORD_NONE where they are a plain name. */
tmiWord tmi_word_find(const char *name, int32_t length);

/* Puts the names that a word of another language or program may stand for; null: no more. They are
 * in vocabulary_habits.c. */
#define TMI_HABITS 3
void tmi_habits_of(const char *word, int32_t length, const char *meant[TMI_HABITS]);

/* ---- Fields --------------------------------------------------------------------------------- */

/* Where a field, or a named item of a list, can stand. */
typedef enum tmiContext {
    TMI_IN_PRIMITIVE = 1 << 0, /* sections of types */
    TMI_IN_COMPOSITE = 1 << 1,
    TMI_IN_WORLD = 1 << 2,
    TMI_IN_SIMULATE = 1 << 3, /* fields of other items */
    TMI_IN_ANIMATE = 1 << 4,
    TMI_IN_STUDY = 1 << 5,
    TMI_IN_TABLE = 1 << 6,
    TMI_IN_MATERIAL = 1 << 7,
    TMI_IN_CONTACT = 1 << 8,
    TMI_IN_PROPERTIES = 1 << 9, /* of a primitive: items of its list or fields of its block */
    TMI_IN_WORLD_PROPERTIES = 1 << 10,
    TMI_IN_INTERFERENCE = 1 << 11,
    TMI_IN_DYNAMICS = 1 << 12,
    TMI_IN_CONTROL = 1 << 13, /* what a clause of a control prescribes */
    TMI_IN_PLACE = 1 << 14,   /* attributes of `place` */
    TMI_IN_JOIN = 1 << 15     /* … and of `join` */
} tmiContext;
#define TMI_IN_TYPES (TMI_IN_PRIMITIVE | TMI_IN_COMPOSITE | TMI_IN_WORLD)

/* What a field takes. */
typedef enum tmiTakes {
    TMI_TAKES_NOTHING = 1 << 0,    /* its presence is enough */
    TMI_TAKES_NUMBER = 1 << 1,     /* of the dimension of `unit` */
    TMI_TAKES_POINT = 1 << 2,      /* two or three numbers of that dimension */
    TMI_TAKES_WORD = 1 << 3,       /* one of `choices` where it has some */
    TMI_TAKES_WORDS = 1 << 4,      /* one or several of them */
    TMI_TAKES_PATH = 1 << 5,       /* a part or feature */
    TMI_TAKES_PATHS = 1 << 6,      /* one or several of them */
    TMI_TAKES_SHAPE = 1 << 7,      /* with features in `where` */
    TMI_TAKES_EXPRESSION = 1 << 8, /* a value while the world runs */
    TMI_TAKES_EXPRESSIONS = 1 << 9,
    TMI_TAKES_CLAUSES = 1 << 10, /* what = value, of or at a part */
    TMI_TAKES_RANGES = 1 << 11,  /* what = first .. last in count */
    TMI_TAKES_NUMBERS = 1 << 12, /* a list */
    TMI_TAKES_LIST = 1 << 13,    /* named items, in brackets or as a block */
    TMI_TAKES_STRING = 1 << 14,
    TMI_TAKES_TRUTH = 1 << 15 /* true or false */
} tmiTakes;

/* A field of one or several contexts. Rows stand in vocabulary_fields.c, by context and name. */
typedef struct tmiField {
    const char *name;
    uint32_t contexts;   /* sum of tmiContext */
    uint32_t takes;      /* sum of tmiTakes */
    const char *unit;    /* whose dimension a number has; "": a plain number */
    const char *initial; /* the value that holds where the field is missing, as text; "": none */
    const char *choices; /* words, a space between two; "": any */
    const char *help;    /* one line, no full stop */
} tmiField;

const tmiField *tmi_fields(int32_t *count);

/* The field of this name in this context, or null. */
const tmiField *tmi_field_find(tmiContext context, const char *name, int32_t length);

/* Where a field of this name can stand, for hints: "a field of 'simulate'"; null: nowhere. */
const char *tmi_field_place(const char *name, int32_t length);

/* True for the name of a section of a type. The parser asks it where `components` end. */
bool tmi_is_section_field(const char *name, int32_t length);

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

/* ---- What can be sensed --------------------------------------------------------------------- */

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

/* How a study reduces a value that changes to one number: final, least, greatest, mean. */
typedef struct tmiMeasureRow {
    const char *name;
    const char *help;
} tmiMeasureRow;
const tmiMeasureRow *tmi_measures(int32_t *count);

/* ---- Names of the language itself ----------------------------------------------------------- */

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

/* ---- library.c ------------------------------------------------------------------------------ */

/* The text of the functions that every document has, closed by a zero. */
const char *tmi_library_text(int32_t *length);

#endif
