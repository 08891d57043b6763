/* symbols.h: names and what they are, in one hash table: definitions of all files, and the members
 * of every type. */
#ifndef TMI_SYMBOLS_H
#define TMI_SYMBOLS_H

#include "define/language/syntax.h"

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

#endif
