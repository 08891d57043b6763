/* meaning.h: what names, paths and fields mean where they stand, and messages about that. */
#ifndef TMI_MEANING_H
#define TMI_MEANING_H

#include "define/hinge/hinge.h"
#include "define/language/expression/expression.h"
#include "define/language/limits/limits.h"
#include "define/language/world/world.h"

/* Numbers of messages, for programs; see tmiSays. */
typedef enum tmiMeaningSays {
    TMI_SAYS_TWICE = 1401, /* defined a second time */
    TMI_SAYS_NOTHING_SO,   /* no type, part, feature, hinge, … of this name */
    TMI_SAYS_WRONG_THING,  /* a feature where a part belongs, and the like */
    TMI_SAYS_FIELD,        /* no such field here */
    TMI_SAYS_FIELD_VALUE,
    TMI_SAYS_MISSING,
    TMI_SAYS_RING,
    TMI_SAYS_ROW,   /* indices */
    TMI_SAYS_PAIRS, /* what a hinge matches */
    TMI_SAYS_BOUND, /* a number that is too small or too large */
    TMI_SAYS_CONTROL,
    TMI_SAYS_RUN,
    TMI_SAYS_INSTANCES,     /* limits.h */
    TMI_SAYS_UNUSED = 1501, /* warnings */
    TMI_SAYS_UNRESOLVED,
    TMI_SAYS_LONELY
} tmiMeaningSays;

/* The value of a `for`. */
typedef struct tmiLoop {
    const struct tmiLoop *outer;
    const tmiTree *tree;
    tmiNodeRef name, repeat;
    bool known;
    int32_t value;
} tmiLoop;

/* What names mean where an expression stands. */
typedef struct tmiWithin {
    int32_t type; /* -1: only definitions */
    tmiVariant *variant;
    const tmiLoop *loop; /* the innermost */
    bool runs;           /* what is sensed has a value */
    tmiFormula *formula; /* that is being made; null: none */
    int32_t signals;     /* of the type that are known already */
} tmiWithin;

/* What requested a variant: for the names of instances in messages. */
typedef struct tmiAsker {
    const struct tmiAsker *outer;
    int32_t type, component; /* component -1: a run or a check of the type */
    bool named;              /* its variant has arguments: messages name the instance … */
    tmiSpot call;            /* … and show them */
} tmiAsker;

typedef struct tmiMaker {
    tmiWorlds *out;
    tmiDefinitions *d;
    tmAllocator allocator;
    tmiArena *arena;        /* of what is kept */
    tmiArena scratch;       /* of values while they are examined */
    tmiMeshFinder finder;   /* of the files that shapes name */
    tmDiags *diags, *fresh; /* fresh: not yet passed on, for the instance to be named */
    tmiEvaluator e;
    tmiWithin within;
    const tmiAsker *asker;
    tmStatus status;
    bool incomplete;        /* a file is missing: unknown definitions say nothing */
    bool touching;          /* paths mark the components that they go through */
    bool quiet;             /* nothing is reported */
    int32_t offers;         /* names compared for hints, against a limit */
    int32_t work;           /* against TMI_WORK_MAX */
    int32_t instances;      /* of all worlds so far */
    int32_t errors;         /* passed on so far */
    int32_t library_errors; /* reported so far about calls of the library */
    const char *instance;   /* the name to give with messages; null: that of `asker` */
} tmiMaker;

/* ---- maker.c: messages and small things ----------------------------------------------------- */

typedef struct tmiNote {
    tmSeverity severity; /* TM_NOTE counts as TM_ERROR */
    uint32_t code;
    tmiSpot at;
    const char *const *words, *const *hint, *const *related;
    tmiSpot related_at; /* may be in another file */
} tmiNote;
void tmi_note(tmiMaker *m, const tmiNote *note);

/* Passes fresh messages on, with the name of the instance that is being made. */
void tmi_notes_pass_on(tmiMaker *m);

/* The same, with another place for those that have none. */
void tmi_notes_pass_on_with(tmiMaker *m, const char *related, tmiSpot related_at);

/* Checks whether the evaluation of an expression reported something about a function of the
 * library, which is not a text of the user's: it is passed on as a message about the expression. */
void tmi_notes_of_library(tmiMaker *m, tmiSpot expression);

/* Errors so far, passed on or not. */
int32_t tmi_notes_errors(const tmiMaker *m);

const tmiSource *tmi_maker_source(const tmiMaker *m, int32_t file);
const tmiTree *tmi_maker_tree(const tmiMaker *m, int32_t file);
const char *tmi_spot_text(const tmiMaker *m, tmiSpot spot, int32_t *length);
const char *tmi_spot_quote(const tmiMaker *m, tmiSpot spot, tmiQuote *quote);
const char *tmi_type_quote(const tmiMaker *m, int32_t type, tmiQuote *quote);

/* Zeroed memory that is kept; null when memory runs out, which `status` then says. */
void *tmi_keep(tmiMaker *m, int64_t count, size_t size);

/* A copy of a value whose items are kept; an error once there was too much of that. */
tmiValue tmi_keep_value(tmiMaker *m, tmiValue value);

/* What is wanted of a number or point with this unit. */
tmiWanted tmi_wants(tmiWantedKind kind, const char *unit);

/* The same with a bound: a point without a unit that must not be 0 is a direction. */
tmiWanted tmi_wants_bound(tmiWantedKind kind, const char *unit, tmBound bound);

/* Evaluates within the present scope; false for an error or what is not known. */
bool tmi_value_of(tmiMaker *m, tmiSpot at, const tmiWanted *wanted, tmiValue *value);

/* Puts the three numbers of a point. */
void tmi_value_point(const tmiValue *value, double point[3]);

/* The same divided by its length, which is not 0. */
void tmi_value_direction(const tmiValue *value, double direction[3]);

/* Whether the number, or every number of a point, keeps to the bound; reports why if not. `what` is
 * its name. */
bool tmi_keeps_bound(tmiMaker *m, tmiSpot at, const char *what, tmBound bound,
                     const tmiValue *value);

/* Counts one step of work; false, once with a message, when there were too many. */
bool tmi_may_work(tmiMaker *m, tmiSpot at);

/* Offers names for a hint: members of a type, or definitions, of the kinds in the mask. */
#define TMI_KIND(kind) (1u << TMI_SYMBOL_##kind)
void tmi_offer_members(tmiMaker *m, int32_t type, uint32_t kinds, tmiLikeness *likeness);
void tmi_offer_definitions(tmiMaker *m, uint32_t kinds, tmiLikeness *likeness);
void tmi_offer_choices(const char *choices, tmiLikeness *likeness);

/* Reports that something does not exist, with the name that was probably meant. */
void tmi_note_unknown(tmiMaker *m, tmiSpot at, const char *const *words,
                      const tmiLikeness *likeness);
/* The same; `otherwise` is the hint where no name is like it. */
void tmi_note_unknown_or(tmiMaker *m, tmiSpot at, const char *const *words,
                         const tmiLikeness *likeness, const char *otherwise);
void tmi_likeness_of(const tmiMaker *m, tmiSpot at, tmiLikeness *likeness);

/* ---- scope.c: what names mean --------------------------------------------------------------- */

void tmi_scope_find(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                    tmiMeaning *meaning);
void tmi_scope_offer(void *user, const tmiSource *source, tmiNodeRef node, tmiLikeness *likeness);

/* The slot of something sensed in the formula that is being made. */
int32_t tmi_formula_slot(tmiMaker *m, const tmiSense *sense);

/* ---- resolve.c: paths ----------------------------------------------------------------------- */

typedef enum tmiTargetKind {
    TMI_TARGET_ERROR, /* reported */
    TMI_TARGET_OTHER, /* the path does not begin with a part: only where it may */
    TMI_TARGET_PART,
    TMI_TARGET_ROW, /* of parts, without an index */
    TMI_TARGET_GROUND,
    TMI_TARGET_FEATURE,
    TMI_TARGET_JOIN,
    TMI_TARGET_JOIN_ROW,
    TMI_TARGET_QUANTITY,
    TMI_TARGET_INPUT,
    TMI_TARGET_SIGNAL
} tmiTargetKind;

typedef struct tmiTarget {
    uint8_t kind;
    int32_t type;        /* of the part; -1 for the ground, and after an error below */
    tmiVariant *variant; /* of the part; null after an error below */
    int32_t component;   /* PART, ROW: of the type it is in */
    int32_t instance;
    int32_t item;           /* named join, input, signal; of a QUANTITY: likewise */
    int32_t join;           /* JOIN: in the variant; -1: not known */
    tmiComponentPlace row;  /* ROW */
    tmiBodyFeature feature; /* FEATURE, and QUANTITY of one */
    const tmiQuantityRow *quantity;
    uint8_t sense; /* tmiSenseKind of the quantity */
    bool unknown;  /* an index on the way has no value, so that `instance` means nothing */
} tmiTarget;

/* Finds what a path means, beginning within the present scope's type. TMI_TARGET_OTHER without a
 * message where it begins with something else. In an open variant instances mean nothing. */
tmiTarget tmi_resolve(tmiMaker *m, tmiSpot path);

/* The same for a path that begins within a part: features of the parts of a join. */
tmiTarget tmi_resolve_in(tmiMaker *m, const tmiTarget *part, tmiSpot path);

/* Whether the type has a member of this name that a path can go to. */
bool tmi_has_member(const tmiMaker *m, int32_t type, const char *name, int32_t length);

/* What a path names where only something else would do: "a component", "a feature", … */
const char *tmi_target_words(const tmiTarget *target);

/* A part, or the ground: otherwise reports what the path is, and returns false. */
bool tmi_resolve_part(tmiMaker *m, tmiSpot path, tmiTarget *target);

/* Makes a part that is a primitive of it, or reports that it has several bodies. */
bool tmi_is_one_body(tmiMaker *m, tmiSpot at, const tmiTarget *target);

/* Reports that a path does not begin with a member of the present type of these kinds, TMI_KIND(…).
 */
void tmi_note_no_part(tmiMaker *m, tmiSpot path, uint32_t kinds);

/* What a quantity, input or signal is as something sensed. */
tmiSense tmi_sense_of(const tmiTarget *target);

/* What kinds of quantities the hinge of a JOIN has, as TMI_OF_…; 0 when it is not known. */
uint32_t tmi_hinge_quantities(const tmiMaker *m, tmiSpot join);

/* Like tmi_hinge_find, of the hinge of a JOIN, also among extensions; and the definition in the
 * texts, which comes first, or -1. */
const tmHingeKind *tmi_join_hinge(const tmiMaker *m, tmiSpot join, int32_t *definition);

/* ---- definitions.c -------------------------------------------------------------------------- */

/* Reads all definitions and the members of all types, and reports what is defined twice. */
void tmi_definitions_read(tmiMaker *m);

/* ---- fields.c ------------------------------------------------------------------------------- */

/* The value of one field or item of which `node` is the value (0: none), a NAME for a word. False
 * after a message or where it is not known. */
bool tmi_field_value(tmiMaker *m, const tmiField *field, tmiSpot name, tmiNodeRef node,
                     tmiValue *value);

/* The row of a field, or null after a message. `where`: "a primitive". */
const tmiField *tmi_field_row(tmiMaker *m, uint32_t context, tmiSpot name, const char *where);

/* The row of the field that a wrong name was probably meant for; null: none. Reports nothing. */
const tmiField *tmi_field_meant(tmiMaker *m, uint32_t context, tmiSpot name);

/* Goes through the items of a list, the fields of a block, or one item alone: name and value. */
typedef struct tmiItems {
    const tmiTree *tree;
    tmiNodeRef next;
} tmiItems;
tmiItems tmi_items_of(tmiMaker *m, tmiSpot field);
bool tmi_items_next(tmiItems *items, tmiNodeRef *name, tmiNodeRef *value);

/* The one expression of a field, or 0 after a message. */
tmiNodeRef tmi_only_expression(tmiMaker *m, tmiSpot field);

/* The expression of a clause that has nothing else, or 0. */
tmiNodeRef tmi_bare_clause(const tmiTree *tree, tmiNodeRef clause);

#endif
