/* document_mesh.c: the files that shapes are made of: asked of the host, kept by the document. What
 * their bytes mean is left to the model. */
#include "define/language/document/document_private.h"
#include "define/language/limits/limits.h"

#include <string.h>

_Static_assert(TM_MESH_LIMIT == TMI_MESH_MAX, "the public limits are those of limits.h");

/* What was asked before in the same place; null: nothing. */
static const tmiAsked *find_asked(const tmDocument *d, int32_t file, const char *path,
                                  int32_t length) {
    for (int32_t i = d->asked_count - 1; i >= 0; i--) {
        const tmiAsked *asked = &d->asked[i];
        if (asked->file == file && asked->length == length &&
            memcmp(asked->path, path, (size_t)length) == 0) {
            return asked;
        }
    }
    return NULL;
}

/* The same file may be reached by two paths. */
static const tmiMesh *find_mesh(const tmDocument *d, const char *name) {
    for (int32_t i = 0; name && i < d->asked_count; i++) {
        const tmiMesh *mesh = d->asked[i].mesh;
        if (mesh && mesh->name && strcmp(mesh->name, name) == 0) {
            return mesh;
        }
    }
    return NULL;
}

/* Why the bytes cannot be kept; null: they can. */
static const char *refusal(const tmDocument *d, const tmIncluded *found) {
    if (!found->text) {
        return found->message ? found->message : "it cannot be read";
    }
    if (found->length > TMI_MESH_MAX) {
        return "it has more than 64 MiB";
    }
    return found->length > TMI_MESHES_MAX - d->mesh_bytes
               ? "all such files together have more than 256 MiB"
               : NULL;
}

static tmiMesh *keep(tmDocument *d, const tmIncluded *found) {
    tmiMesh *mesh = tmi_arena_alloc(&d->texts, 1, sizeof *mesh);
    unsigned char *bytes = tmi_arena_alloc(&d->texts, found->length + 1, 1);
    char *name = tmi_arena_text(&d->texts, found->name);
    if (!mesh || !bytes || (found->name && !name)) {
        return NULL;
    }
    memcpy(bytes, found->text, found->length);
    *mesh = (tmiMesh){.name = name, .bytes = bytes, .length = found->length};
    d->mesh_bytes += found->length;
    return mesh;
}

/* Asks the host, and puts the answer into *asked. */
static tmStatus ask(tmDocument *d, const tmDocumentDef *def, tmiAsked *asked) {
    tmIncluded found = {0};
    if (!def->mesh) {
        asked->message = "this program reads no other files";
        return TM_OK;
    }
    bool known_file = asked->file >= 0 && asked->file < d->file_count;
    def->mesh(def->user, known_file ? d->files[asked->file]->name : NULL, asked->path, &found);
    asked->mesh = found.text ? find_mesh(d, found.name) : NULL;
    const char *why = asked->mesh ? NULL : refusal(d, &found);
    if (why) {
        asked->message = tmi_arena_text(&d->texts, why);
        return asked->message ? TM_OK : TM_ERR_MEMORY;
    }
    asked->mesh = asked->mesh ? asked->mesh : keep(d, &found);
    return asked->mesh ? TM_OK : TM_ERR_MEMORY;
}

tmStatus tmi_document_find_mesh(void *user, int32_t file, const char *path, int32_t length,
                                const tmiMesh **mesh, const char **message) {
    const tmiMeshAsker *asker = user;
    tmDocument *d = asker->document;
    const tmiAsked *known = find_asked(d, file, path, length);
    *mesh = NULL;
    *message = "there are more than 1000 files";
    if (!known && d->asked_count < TMI_FILES_MAX) {
        tmiAsked asked = {.file = file, .length = length};
        asked.path = tmi_arena_alloc(&d->texts, (size_t)length + 1, 1);
        if (!asked.path || tmi_array_reserve(d->allocator, &d->asked, &d->asked_capacity,
                                             d->asked_count + 1, sizeof *d->asked) != TM_OK) {
            return TM_ERR_MEMORY;
        }
        memcpy(asked.path, path, (size_t)length);
        tmStatus status = ask(d, asker->def, &asked);
        if (status != TM_OK) {
            return status;
        }
        d->asked[d->asked_count++] = asked;
        known = &d->asked[d->asked_count - 1];
    }
    if (known) {
        *mesh = known->mesh;
        *message = known->message;
    }
    return TM_OK;
}
