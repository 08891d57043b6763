/* symbols.h: what the texts of a document define, and their names and those of the members of
 * every type in one hash table. */
#ifndef TMI_SYMBOLS_H
#define TMI_SYMBOLS_H

#include "define/language/expression/expression.h"
#include "define/language/syntax/syntax.h"
#include "define/language/vocabulary/vocabulary.h"

/* ---- Names (symbols.c) ---------------------------------------------------------------------- */

/* A node of one of a document's texts. */
typedef struct tmiSpot {
    int32_t file;
    tmiNodeRef node;
} tmiSpot;

typedef enum tmiSymbolKind {
    TMI_SYMBOL_TYPE, /* definitions */
    TMI_SYMBOL_FUNCTION,
    TMI_SYMBOL_TABLE,
    TMI_SYMBOL_HINGE,
    TMI_SYMBOL_MATERIAL,
    TMI_SYMBOL_CONTACT,   /* two materials: the owner is the first */
    TMI_SYMBOL_PARAMETER, /* members of a type */
    TMI_SYMBOL_COMPONENT,
    TMI_SYMBOL_FEATURE,
    TMI_SYMBOL_JOIN,
    TMI_SYMBOL_INPUT,
    TMI_SYMBOL_SIGNAL,
    TMI_SYMBOL_ONLY_ONE /* the name of a type that components have; more than one: index -1 */
} tmiSymbolKind;

/* Whose name it is. */
enum { TMI_OWNER_FILE = -1 };
#define TMI_OWNER_TYPES_OF(type) (-2 - 2 * (type)) /* TMI_SYMBOL_ONLY_ONE */
#define TMI_OWNER_CONTACT(material) (-3 - 2 * (material))

typedef struct tmiSymbol {
    int32_t owner; /* a type's number, or TMI_OWNER_… */
    uint8_t kind;  /* tmiSymbolKind */
    int32_t index; /* among its kind */
    const char *name;
    int32_t length;
    tmiSpot spot; /* its TMI_NODE_NAME */
} tmiSymbol;

/* With the hash, so that a search touches no symbol but the one it finds. */
typedef struct tmiSymbolSlot {
    uint32_t hash;
    int32_t number; /* of the symbol + 1; 0: free */
} tmiSymbolSlot;

typedef struct tmiSymbols {
    tmAllocator allocator;
    tmiSymbol *items; /* those of one owner stand together, in the order of the text */
    int32_t count, capacity;
    tmiSymbolSlot *slots;
    int32_t slot_count;
} tmiSymbols;

/* The symbol of this name, or null. It stays where it is until the next one is added. */
tmiSymbol *tmi_symbol_find(const tmiSymbols *symbols, int32_t owner, const char *name,
                           int32_t length);

/* Adds a symbol, unless there is one of this name and owner: *first is that one, else null.
 * TM_ERR_MEMORY leaves all as it was. */
tmStatus tmi_symbol_add(tmiSymbols *symbols, const tmiSymbol *symbol, tmiSymbol **first);

void tmi_symbols_clear(tmiSymbols *symbols);

/* ---- Definitions (read in meaning/definitions.c) -------------------------------------------- */

typedef enum tmiTypeKind { TMI_TYPE_PRIMITIVE, TMI_TYPE_COMPOSITE, TMI_TYPE_WORLD } tmiTypeKind;

typedef struct tmiParameter {
    tmiNodeRef name, initial; /* initial 0: it must be given */
    bool used;
} tmiParameter;

/* One declared name: `rod2` and `rod3` of `rod2, rod3: rod` are two. */
typedef struct tmiComponent {
    tmiNodeRef name, first, last; /* first 0: no row */
    tmiNodeRef call;              /* the type: a path or CALL */
    int32_t type;                 /* -1: there is none */
    bool touched;                 /* joined, placed or reached into */
} tmiComponent;

typedef struct tmiNamedJoin {
    tmiNodeRef join, name;
    tmiNodeRef repeat; /* the `for` around it: a row of joins; 0: none */
} tmiNamedJoin;

typedef struct tmiTypeMember {
    tmiNodeRef name, node; /* a FIELD of features and signals, an INPUT */
    bool used;
} tmiTypeMember;

/* Sections that are fields, in the order of their rows. */
enum {
    TMI_SECTION_PROPERTIES,
    TMI_SECTION_GEOMETRY,
    TMI_SECTION_INTERFERENCE,
    TMI_SECTION_DYNAMICS,
    TMI_SECTION_CONTROL,
    TMI_SECTIONS
};

typedef struct tmiType {
    uint8_t kind; /* tmiTypeKind */
    uint8_t state;
    bool spoiled;   /* its text has mistakes of syntax, or a name twice */
    uint32_t hides; /* bits of tmiSymbolKind: members of which some could not be read */
    bool in_ring;   /* it contains itself */
    tmiSpot spot;   /* its TMI_NODE_TYPE */
    tmiNodeRef name;
    int32_t first_symbol, symbol_count;
    tmiParameter *parameters;
    int32_t parameter_count;
    tmiComponent *components;
    int32_t component_count;
    tmiNamedJoin *joins;
    int32_t join_count;
    tmiTypeMember *features, *inputs, *signals;
    int32_t feature_count, input_count, signal_count;
    tmiNodeRef sections[TMI_SECTIONS];
    int32_t height;             /* levels of components below it */
    struct tmiVariant *checked; /* its parameters unknown; the only one where it has none */
} tmiType;

typedef struct tmiDefinitions {
    const tmiSource *sources;
    int32_t source_count;
    tmiSymbols symbols;
    int32_t file_symbols; /* those of TMI_OWNER_FILE stand first */
    tmiType *types;
    int32_t type_count;
    tmiSpot *functions, *tables, *hinges, *materials, *contacts, *runs; /* their nodes */
    int32_t function_count, table_count, hinge_count, material_count, contact_count, run_count;
    tmiTable *table_values; /* count 0: it could not be read */
    int32_t *order;         /* types, each behind those of its components */
} tmiDefinitions;

#endif
