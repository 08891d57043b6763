/* files.c: see files.h. A path means a file beside the edited text: `../` and folders are part of
 * the name and nothing else. */
#include "files.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>

typedef struct File {
    char *name;
    char *bytes; /* null: asked for, but not there */
    size_t length;
} File;

static File *files;
static size_t file_count;

/* Adds a file, or takes its place. Null bytes: there is none. TM_ERR_MEMORY. */
TM_API tmStatus tm_wasm_file_add(const char *name, const char *bytes, size_t length);

/* Writes the names that were requested but missing, each closed by a line's end. */
TM_API tmStatus tm_wasm_files_missing(void);

static File *find(const char *name) {
    for (size_t i = 0; i < file_count; i++) {
        if (strcmp(files[i].name, name) == 0) {
            return &files[i];
        }
    }
    return NULL;
}

static File *add(const char *name) {
    File *grown = realloc(files, (file_count + 1) * sizeof *files);
    if (!grown) {
        return NULL;
    }
    files = grown;
    size_t length = strlen(name) + 1;
    char *copy = malloc(length);
    if (!copy) {
        return NULL;
    }
    memcpy(copy, name, length);
    files[file_count] = (File){.name = copy};
    return &files[file_count++];
}

tmStatus tm_wasm_file_add(const char *name, const char *bytes, size_t length) {
    File *file = find(name);
    if (!file && !(file = add(name))) {
        return TM_ERR_MEMORY;
    }
    char *copy = NULL;
    if (bytes && !(copy = malloc(length + 1))) {
        return TM_ERR_MEMORY;
    }
    if (copy) {
        memcpy(copy, bytes, length);
    }
    free(file->bytes);
    file->bytes = copy;
    file->length = length;
    return TM_OK;
}

tmStatus tm_wasm_files_missing(void) {
    output_clear();
    for (size_t i = 0; i < file_count; i++) {
        if (!files[i].bytes) {
            output_write(NULL, files[i].name, strlen(files[i].name));
            output_write(NULL, "\n", 1);
        }
    }
    return output_status(TM_OK);
}

static void answer(void *user, const char *from, const char *path, tmIncluded *included) {
    (void)user;
    (void)from;
    File *file = find(path);
    if (!file) {
        file = add(path);
    }
    included->name = file ? file->name : path;
    if (file && file->bytes) {
        included->text = file->bytes;
        included->length = file->length;
    } else {
        included->message = "there is no such file beside this text";
    }
}

void files_offer(tmDocumentDef *def) {
    def->include = answer;
    def->mesh = answer;
}
