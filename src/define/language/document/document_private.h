/* document_private.h: what the files of the document share. */
#ifndef TMI_DOCUMENT_PRIVATE_H
#define TMI_DOCUMENT_PRIVATE_H

#include "define/language/document/document.h"

/* Asks the host for a mesh: a tmiMeshFinder's function; `user` is a tmiMeshAsker. */
typedef struct tmiMeshAsker {
    tmDocument *document;
    const tmDocumentDef *def;
} tmiMeshAsker;
tmStatus tmi_document_find_mesh(void *user, int32_t file, const char *path, int32_t length,
                                const tmiMesh **mesh, const char **message);

/* The node of the first text, or 0 for an invalid id. */
tmiNodeRef tmi_document_node(const tmDocument *document, tmNodeId id);

/* Checks what the texts mean and makes their worlds; then sorts all messages by their places. */
tmStatus tmi_document_check(tmDocument *document, const tmDocumentDef *def);

#endif
