/* document.h: a text with all that was made of it. */
#ifndef TMI_DOCUMENT_H
#define TMI_DOCUMENT_H

#include "define/language/world/world.h"
#include "trammel/document.h"

/* One text of a document. */
typedef struct tmiFile {
    char *name; /* null: none */
    char *text; /* closed by a zero */
    int32_t length;
    tmiTokens tokens;
    tmiTree tree;
    tmiReporter reporter;
    bool mistaken;       /* its syntax has mistakes */
    int32_t mistakes;    /* how many */
    int32_t includer;    /* number of the file that includes it; -1: none */
    tmiNodeRef included; /* the TMI_NODE_INCLUDE there */
} tmiFile;

/* A path that a shape named, and what the host answered: a mesh, or why there is none. */
typedef struct tmiAsked {
    int32_t file; /* the text where the shape stands */
    char *path;   /* closed by a zero */
    int32_t length;
    const tmiMesh *mesh;
    const char *message;
} tmiAsked;

struct tmDocument {
    tmAllocator allocator;
    tmiArena texts; /* names and texts */
    tmDiags *diags;
    tmExtensions extensions;
    tmiFile **files; /* the def's text first; an included one behind its includer */
    int32_t file_count, file_capacity;
    tmiSource *sources; /* the same for what they mean, and the library at last; in the arena */
    tmiFile library;
    tmiWorlds *worlds; /* null: only the syntax was checked */
    tmiAsked *asked;   /* meshes; their names and bytes are in the arena */
    int32_t asked_count, asked_capacity;
    size_t mesh_bytes; /* of all meshes */
};

/* The world of run `index` as tm_document_run counts, or null; *run is null where nothing runs it.
 */
const tmiWorld *tmi_document_world(const tmDocument *document, int32_t index, const tmiRun **run);

#endif
