/* document.h: a text with all that was made of it. */
#ifndef TMI_DOCUMENT_H
#define TMI_DOCUMENT_H

#include "define/language/world.h"
#include "trammel/define.h"

/* One text of a document. */
typedef struct tmiFile {
    char *name; /* null: none */
    char *text; /* closed by a zero */
    int32_t length;
    tmiTokens tokens;
    tmiTree tree;
    tmiTeller teller;
    bool mistaken;       /* its syntax has mistakes */
    int32_t includer;    /* number of the file that includes it; -1: none */
    tmiNodeRef included; /* the TMI_NODE_INCLUDE there */
} tmiFile;

struct tmDocument {
    tmAllocator allocator;
    tmiArena texts; /* names and texts */
    tmDiags *diags;
    tmiFile **files; /* the def's text first; an included one behind its includer */
    int32_t file_count, file_capacity;
    tmiSource *sources; /* the same for what they mean, and the library at last; in the arena */
    tmiFile library;
    tmiWorlds *worlds; /* null: only the syntax was checked */
};

/* The node of the first text, or 0 for an id that is none. */
tmiNodeRef tmi_document_node(const tmDocument *document, tmNodeId id);

/* Checks what the texts mean and makes their worlds; then sorts all messages by their places. */
tmStatus tmi_document_check(tmDocument *document);

#endif
