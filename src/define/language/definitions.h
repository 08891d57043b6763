/* definitions.h: what the texts of a document define, and the members of each type. */
#ifndef TMI_DEFINITIONS_H
#define TMI_DEFINITIONS_H

#include "define/language/symbols.h"
#include "define/language/value.h"
#include "define/language/vocabulary.h"

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

typedef struct tmiMember {
    tmiNodeRef name, node; /* a FIELD of features and signals, an INPUT */
    bool used;
} tmiMember;

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
    tmiMember *features, *inputs, *signals;
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
