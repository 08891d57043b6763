/* expression.h: what expressions are worth, and how names in them get a meaning.
 *
 * One walk over the tree serves both ends of the language. tmi_evaluate finds constants: sizes,
 * counts, places. tmi_compile goes the same way, but values that are known only while a world runs
 * become operations. So both report the same mistakes in the same words. */
#ifndef TMI_EXPRESSION_H
#define TMI_EXPRESSION_H

#include "define/language/code/code.h"
#include "define/language/syntax/syntax.h"
#include "define/language/tokens/tokens.h"
#include "define/language/units/units.h"

/* Numbers of the messages of this part, for programs; see tmiSays. */
typedef enum tmiValueSays {
    TMI_SAYS_UNKNOWN_NAME = 1301,
    TMI_SAYS_NO_VALUE,     /* a name or node that has no value */
    TMI_SAYS_NOT_CONSTANT, /* known only while a world runs */
    TMI_SAYS_DIMENSION,
    TMI_SAYS_KIND, /* a text where a number belongs, and the like */
    TMI_SAYS_ARGUMENTS,
    TMI_SAYS_ARITHMETIC, /* division by zero and its kin */
    TMI_SAYS_UNIT,
    TMI_SAYS_INDEX,
    TMI_SAYS_RECURSION,
    TMI_SAYS_EXPANSION, /* a limit of limits.h */
    TMI_SAYS_TABLE,
    TMI_SAYS_BARE_ANGLE /* a warning */
} tmiValueSays;

/* ---- Values --------------------------------------------------------------------------------- */

typedef enum tmiValueKind {
    TMI_VALUE_ERROR, /* a message gave the reason: nothing more is reported */
    TMI_VALUE_NUMBER,
    TMI_VALUE_TRUTH,
    TMI_VALUE_TEXT,
    TMI_VALUE_WORD, /* a name that has no meaning here, where words are allowed */
    TMI_VALUE_LIST, /* two or three numbers in it are a point */
    TMI_VALUE_KINDS
} tmiValueKind;

/* Where a number's dimension comes from. */
enum {
    TMI_MARK_SENSED = 1, /* in part from something sensed while a world runs */
    TMI_MARK_LOOSE = 2,  /* sensed, then multiplied by a plain number: that may be a gain */
    TMI_MARK_HERTZ = 4,  /* given in Hz, which is not rad/s */
    TMI_MARK_BARE = 8 /* written without a unit, and nothing computed since but its sign, or a sum
                       * of such; of what runs: an input that is so, above a turn, a sum with one
                       * above a turn, or a choice of it */
};

typedef struct tmiItem tmiItem;

typedef struct tmiValue {
    uint8_t kind; /* tmiValueKind */
    bool runs;    /* known only while running, or a list with such an item; never of tmi_evaluate */
    bool spoiled; /* a list with an error in it, however deep */
    uint8_t marks;          /* TMI_MARK_… */
    tmiDimension dimension; /* of a number */
    int32_t count;          /* items of a list, bytes of a text or word */
    union {
        double number; /* in SI; of a truth 0 or 1 */
        int32_t place; /* of what runs: its operand in the code that is being made */
        const char *text;
        const tmiItem *items;
    };
} tmiValue;

struct tmiItem {
    const char *name; /* null: it has none */
    int32_t name_length;
    tmiValue value;
};

static inline tmiValue tmi_value_error(void) {
    return (tmiValue){.kind = TMI_VALUE_ERROR};
}

static inline tmiValue tmi_value_number(double number, tmiDimension dimension) {
    return (tmiValue){.kind = TMI_VALUE_NUMBER, .dimension = dimension, .number = number};
}

static inline tmiValue tmi_value_truth(bool truth) {
    return (tmiValue){.kind = TMI_VALUE_TRUTH, .number = truth ? 1.0 : 0.0};
}

/* Bytes that hold every text of tmi_value_text. */
#define TMI_VALUE_TEXT_SIZE TMI_DIMENSION_TEXT

/* Puts what it is in words: "a length", "a text", "a point", "a list of 5 items". */
void tmi_value_text(const tmiValue *value, char text[TMI_VALUE_TEXT_SIZE]);

/* Two or three numbers in a list. Errors within make it an error, see tmi_is_spoiled. */
bool tmi_is_point(const tmiValue *value);

/* A number above a turn that stands without a unit: degrees, perhaps. */
bool tmi_is_bare_turn(const tmiValue *value);

/* An error, or a list with one in it. */
bool tmi_is_spoiled(const tmiValue *value);

/* ---- Names ---------------------------------------------------------------------------------- */

/* A text with its tree, and where messages about it go. */
typedef struct tmiSource {
    const tmiTree *tree;
    tmiReporter *reporter;
} tmiSource;

typedef enum tmiMeaningKind {
    TMI_MEANS_NOTHING,
    TMI_MEANS_ERROR, /* a message gave the reason */
    TMI_MEANS_VALUE,
    TMI_MEANS_FUNCTION,
    TMI_MEANS_TABLE,
    TMI_MEANS_SENSED, /* known while a world runs */
    TMI_MEANS_OTHER   /* no value: a component, a type, … */
} tmiMeaningKind;

typedef struct tmiMeaning {
    tmiMeaningKind kind;
    tmiValue value;          /* VALUE */
    const tmiSource *source; /* FUNCTION: where it is defined; it must stay until the end */
    tmiNodeRef node;         /* FUNCTION: its TMI_NODE_FUNCTION */
    const tmiTable *table;   /* TABLE */
    int32_t slot;            /* SENSED: where in the inputs it stands … */
    int32_t size;            /* … and how many numbers it is: 1, or 3 of a point */
    bool is_truth;           /* SENSED: a condition, 0 or 1 */
    bool is_loose;           /* SENSED: TMI_MARK_LOOSE */
    bool is_bare;            /* SENSED: TMI_MARK_BARE */
    tmiDimension dimension;  /* SENSED */
    const char *what;        /* OTHER: with its article, "a component" */
} tmiMeaning;

typedef struct tmiEvaluator tmiEvaluator;

/* Names from outside the expression. */
typedef struct tmiScope {
    /* Puts the meaning of `node`, a NAME, MEMBER, INDEX or CALL, into *meaning, which is NOTHING
     * before. It is asked for whole paths and calls first, for their beginnings only when those
     * mean nothing. May call tmi_evaluate for what stands in brackets. */
    void (*find)(void *user, tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                 tmiMeaning *meaning);
    /* Offers the names that could have been meant by the NAME `node`, for hints. Null: none. */
    void (*offer)(void *user, const tmiSource *source, tmiNodeRef node, tmiLikeness *likeness);
    void *user;
} tmiScope;

/* ---- Evaluation ----------------------------------------------------------------------------- */

typedef enum tmiWantedKind {
    TMI_WANT_ANY, /* no check at all */
    TMI_WANT_NUMBER,
    TMI_WANT_TRUTH,
    TMI_WANT_TEXT,
    TMI_WANT_WORD,  /* a name without meaning is a word; one with a meaning is not used */
    TMI_WANT_POINT, /* two or three numbers; the value has three */
    TMI_WANT_LIST
} tmiWantedKind;

/* What belongs where an expression stands. */
typedef struct tmiWanted {
    uint8_t kind; /* tmiWantedKind */
    bool words;   /* names without a meaning are words, in a list, too */
    bool any_dimension;
    bool direction;         /* of a point: any dimension that its numbers share */
    tmiDimension dimension; /* of a number, or of the numbers of a point */
} tmiWanted;

/* A name within a function. */
typedef struct tmiBinding {
    const char *name;
    int32_t length;
    tmiValue value;
} tmiBinding;

/* A function that is being expanded. */
typedef struct tmiCallFrame {
    const struct tmiCallFrame *caller;
    const tmiSource *source; /* where the function stands */
    tmiNodeRef function;
    const tmiSource *call_source; /* where it is called; null: nowhere in a text */
    tmiNodeRef call;
    tmiBinding *bindings;
    int32_t count;
} tmiCallFrame;

/* One for each document: limits apply to all of its expressions together. */
struct tmiEvaluator {
    tmiScope scope;
    tmiArena *arena;  /* for the items of lists; the caller may release it after use */
    tmStatus status;  /* TM_ERR_MEMORY once there was none; values are then errors */
    int32_t expanded; /* nodes of functions gone through so far, against TMI_EXPANSION_MAX */
    int64_t effort;   /* nodes evaluated so far, and what costs as much, against TMI_EFFORT_MAX */

    /* Private to the walk. */
    const tmiCallFrame *frame; /* the function that is being expanded; null: none */
    tmiCodeEmitter *emitter;   /* null: constants only */
    int32_t depth;
    int32_t unsure; /* in a branch that may not be taken: 1/0 is not a mistake there */
    bool words;     /* names without meaning are words */
    bool reported_limit;
};

void tmi_evaluator_init(tmiEvaluator *e, const tmiScope *scope, tmiArena *arena);

/* Puts what the expression is worth into *value: a constant that fits `wanted` (null: anything), or
 * TMI_VALUE_ERROR after a message. A status other than TM_OK is TM_ERR_MEMORY, *value then an
 * error. Texts point into the source, items into the arena. */
tmStatus tmi_evaluate(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                      const tmiWanted *wanted, tmiValue *value);

/* Where a value comes from, for messages. */
typedef struct tmiAt {
    const tmiSource *source;
    tmiNodeRef node;
} tmiAt;

/* Adds to the effort. False, once with a message about `at`, when it is too much. */
bool tmi_may_spend(tmiEvaluator *e, tmiAt at, int64_t effort);

/* A whole number between `min` and `max`; false after a message. */
bool tmi_evaluate_whole(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node, int32_t min,
                        int32_t max, int32_t *whole);

/* Two ends of a range, `first .. last`: numbers of the same dimension that fits `wanted`. False
 * after a message. */
bool tmi_evaluate_range(tmiEvaluator *e, const tmiSource *source, tmiNodeRef first, tmiNodeRef last,
                        const tmiWanted *wanted, tmiValue ends[2]);

/* Goes through a function that may never be called, its parameters unknown, and reports what is
 * wrong in any case: names without a meaning, calls in a ring, wrong counts of arguments. */
tmStatus tmi_check_function(tmiEvaluator *e, const tmiSource *source, tmiNodeRef function);

/* Reports that `value`, which is what the node is worth, does not fit, unless it does. Returns it,
 * points with three numbers, or an error. */
tmiValue tmi_value_fit(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node, tmiValue value,
                       const tmiWanted *wanted);

/* Reads a TMI_NODE_TABLE. Its memory comes from the evaluator's arena. False after a message or
 * where memory ran out (the evaluator's status). */
bool tmi_table_read(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node, tmiTable *table);

/* ---- Compilation (compile.c) ---------------------------------------------------------------- */

/* Makes code of an expression. Names that mean TMI_MEANS_SENSED become inputs; functions are
 * expanded where they are called; what is constant is computed now. The value must fit `wanted`
 * (null: a number, a condition or a point). TM_OK with *made false where messages reported
 * mistakes; TM_ERR_MEMORY. *code is then empty; otherwise the caller clears it. */
tmStatus tmi_compile(tmiEvaluator *e, const tmiSource *source, tmiNodeRef node,
                     const tmiWanted *wanted, tmAllocator allocator, tmiCode *code, bool *made);

/* The same for a call of a function that stands in no text: a control that is named alone.
 * `arguments` has a meaning for each parameter: VALUE, SENSED, or NOTHING for its default. */
tmStatus tmi_compile_function(tmiEvaluator *e, const tmiSource *source, tmiNodeRef function,
                              const tmiMeaning *arguments, int32_t argument_count,
                              const tmiWanted *wanted, tmAllocator allocator, tmiCode *code,
                              bool *made);

/* ---- Functions (functions.c) ---------------------------------------------------------------- */

/* The functions and constants that every text knows: one row each, for evaluation, compilation,
 * completion and the reference page. */

/* What a function takes and gives. */
typedef enum tmiRule {
    TMI_RULE_OF_ANGLE, /* of an angle, a plain number */
    TMI_RULE_ANGLE,    /* of a plain number, an angle */
    TMI_RULE_PLAIN,    /* of a plain number, a plain number; an angle counts as one */
    TMI_RULE_WHOLE,    /* of a plain number, a whole one */
    TMI_RULE_SAME,     /* of numbers of one dimension, that dimension */
    TMI_RULE_QUOTIENT, /* of two numbers of one dimension, an angle */
    TMI_RULE_ROOT,
    TMI_RULE_POWER,
    TMI_RULE_SIGN, /* of any number, a plain number */
    /* Made of other operations. */
    TMI_RULE_CLAMP,
    TMI_RULE_MIX,
    TMI_RULE_SMOOTH,
    TMI_RULE_POLAR,
    TMI_RULE_POINT_ANGLE,
    TMI_RULE_LENGTH,
    TMI_RULE_DISTANCE,
    TMI_RULE_DOT,
    TMI_RULE_CROSS,
    TMI_RULE_UNIT,
    TMI_RULE_ROTATE
} tmiRule;

typedef struct tmiFunctionRow {
    const char *name;
    const char *parameters; /* as the reference page shows them: "x, y" */
    uint8_t min, max;       /* arguments; most 255: any number */
    uint8_t rule;           /* tmiRule */
    uint8_t operation;      /* tmiOperation that does it, 0 where it is made of several */
    const char *help;       /* one line, no full stop */
} tmiFunctionRow;

/* In the order of strcmp. */
const tmiFunctionRow *tmi_functions(int32_t *count);

/* The function of this name, or null. */
const tmiFunctionRow *tmi_function_find(const char *name, int32_t length);

typedef struct tmiConstantRow {
    const char *name;
    double value;
    const char *help;
} tmiConstantRow;

const tmiConstantRow *tmi_constants(int32_t *count);
const tmiConstantRow *tmi_constant_find(const char *name, int32_t length);

#endif
