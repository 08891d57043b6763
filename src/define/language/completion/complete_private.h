/* complete_private.h: private to completion: what can stand at a cursor, and the offers made of it.
 */
#ifndef TMI_COMPLETE_PRIVATE_H
#define TMI_COMPLETE_PRIVATE_H

#include "define/language/document/document.h"
#include "define/language/meaning/meaning.h"
#include "define/language/syntax/syntax.h"

/* ---- What can stand there ------------------------------------------------------------------- */

/* Names that can stand at the cursor; sums of these. */
enum {
    TMI_ALLOW_VALUE = 1 << 0,   /* constants, functions, parameters, names of a `for` or `let` */
    TMI_ALLOW_SENSED = 1 << 1,  /* what has a value while a world runs */
    TMI_ALLOW_PART = 1 << 2,    /* components */
    TMI_ALLOW_FEATURE = 1 << 3, /* of components */
    TMI_ALLOW_JOIN = 1 << 4,
    TMI_ALLOW_GROUND = 1 << 5, /* the word `world` */
    TMI_ALLOW_TYPE = 1 << 6,   /* primitives and composites */
    TMI_ALLOW_WORLD = 1 << 7,
    TMI_ALLOW_SHAPE = 1 << 8,
    TMI_ALLOW_HINGE = 1 << 9,
    TMI_ALLOW_MATERIAL = 1 << 10,
    TMI_ALLOW_COLOR = 1 << 11,
    TMI_ALLOW_CHOICE = 1 << 12,     /* of the field */
    TMI_ALLOW_PRESCRIBED = 1 << 13, /* what a control gives */
    TMI_ALLOW_MEASURE = 1 << 14,
    TMI_ALLOW_VARIED = 1 << 15, /* parameters and inputs of the world */
    TMI_ALLOW_COUNTED = 1 << 16,
    TMI_ALLOW_AXIS = 1 << 17,
    TMI_ALLOW_FUNCTION = 1 << 18, /* a function or table by its name alone */
    TMI_ALLOW_TRUTH = 1 << 19,
    TMI_ALLOW_ATTRIBUTE = 1 << 20, /* `name =` of a place */
    TMI_ALLOW_PARAMETER = 1 << 21, /* of the type: one that holds a text */
    TMI_ALLOW_PATH = 1 << 22       /* of the hinge's own pairs */
};

/* Part paths that features are searched for in. */
typedef struct tmiPathTokens {
    int32_t first, last; /* tokens of the path; first < 0: none */
} tmiPathTokens;

typedef struct tmiAllowed {
    uint32_t names;        /* TMI_ALLOW_… */
    uint64_t words;        /* a bit for each tmiWord */
    uint32_t fields;       /* contexts whose fields can stand there, as `name: ` */
    uint32_t items;        /* contexts whose fields can stand there as items of a list */
    int32_t list;          /* what holds those that are given already: its opening token */
    const char *unit;      /* of a number there; null: not known */
    const tmiField *field; /* whose value it is; null: none */
    tmiPathTokens side;    /* of a pair or of `by` */
    const tmParameter *arguments[2]; /* that can be given by name */
    int32_t argument_counts[2];
    tmiSpot parameters; /* the PARAMETERS of what is called; node 0: none */
    int32_t bracket;    /* the `(` of that call */
} tmiAllowed;

/* ---- Offers --------------------------------------------------------------------------------- */

typedef struct tmiMade {
    tmOffer offer;
    int32_t rank; /* less: more useful */
} tmiMade;

typedef struct tmiCompletion {
    const tmDocument *document;
    const tmiTree *tree;
    tmiCursor cursor;
    tmiMaker maker; /* only `out` and `d`, for questions about definitions; null: not known */
    int32_t type;   /* whose names are known at the cursor; -1: none */
    tmiAllowed allowed;
    tmiArena arena;
    tmiMade *made;
    int32_t count, capacity;
    tmStatus status;
} tmiCompletion;

static inline const tmiOpen *tmi_open_at(const tmiCompletion *c, int32_t level) {
    return &c->cursor.open[level];
}

/* What belongs where something is open: names, and the unit of numbers. */
typedef struct tmiTakesHere {
    uint32_t names;        /* TMI_ALLOW_… */
    const char *unit;      /* null: not known */
    const tmiField *field; /* whose value it is; null: none */
} tmiTakesHere;

/* What is called before a bracket, as the vocabulary or a text has it. */
typedef struct tmiCalled {
    const tmParameter *rows[2];
    int32_t counts[2];
    tmiSpot parameters;
    bool shapes; /* a union: its arguments are shapes */
    bool is_call;
} tmiCalled;

/* complete_takes.c: `level` counts what is open, the file 0. */
tmiTakesHere tmi_takes_at(const tmiCompletion *c, int32_t level);
uint32_t tmi_item_context(tmiWord word); /* of the fields in an item; 0: none */

/* The row of the field that is open; null where it has none, as a feature. */
const tmiField *tmi_open_field(const tmiCompletion *c, int32_t level);

/* What the items of a section's list or block are; 0: it has none. */
uint32_t tmi_inner_context(const tmiCompletion *c, const tmiField *section);

bool tmi_is_where(const tmiCompletion *c, int32_t block); /* the block of features */
bool tmi_is_pairs(const tmiCompletion *c, int32_t level); /* the bracket behind `matching` */
bool tmi_is_head(const tmiCompletion *c, int32_t level);  /* the bracket of parameters */

/* What stands before the bracket, where names of these kinds belong. */
tmiCalled tmi_called_before(const tmiCompletion *c, int32_t level, uint32_t names);

/* complete_allowed.c: what can stand at the cursor. */
void tmi_allowed_find(const tmiCompletion *c, tmiAllowed *allowed);

/* What a path of tokens leads to. */
typedef struct tmiLeads {
    enum {
        TMI_LEADS_NOWHERE,
        TMI_LEADS_PART,
        TMI_LEADS_GROUND,
        TMI_LEADS_FEATURE,
        TMI_LEADS_JOIN,
        TMI_LEADS_SENSED
    } kind;
    int32_t type;                   /* of the part */
    uint32_t of;                    /* TMI_OF_…: whose quantities it has */
    const tmiQuantityRow *quantity; /* SENSED; null: a signal or input */
} tmiLeads;

/* complete_paths.c */
const char *tmi_token_text(const tmiCompletion *c, int32_t token, int32_t *length);
/* The first token of the path; -1: it has none, as `] . x` at the beginning of a file. */
int32_t tmi_path_start(const tmiCompletion *c, int32_t last);
tmiLeads tmi_leads_to(const tmiCompletion *c, int32_t type, int32_t first, int32_t last);
tmiLeads tmi_leads_from_side(const tmiCompletion *c, const tmiPathTokens *side);
const tmiSymbol *tmi_file_symbol(const tmiCompletion *c, int32_t first, int32_t last);

/* complete_names.c: offers the names that are allowed. */
void tmi_offer_names(tmiCompletion *c);

/* Bytes of a declaration that are shown as help. */
#define TMI_HELP_MAX 100

bool tmi_is_run(tmiWord word); /* simulate, animate or study */

/* Whether what was typed is the beginning of the name. */
bool tmi_offer_fits(const tmiCompletion *c, const char *name, int32_t length);

/* Adds an offer unless what was typed is not a beginning of it. `tail` is added to what is
 * inserted.
 */
void tmi_offer(tmiCompletion *c, tmOfferKind kind, int32_t rank, const char *name, int32_t length,
               const char *tail, const char *help);

#endif
