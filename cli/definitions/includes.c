/* includes.c: what a definition includes. A definition from somebody else must not read files that
 * the user did not mean to share: includes stay below its folder. */
#define _XOPEN_SOURCE 700
#include "definitions/definitions.h"

#include "files/files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct Kept {
    struct Kept *next;
    char *text;
    size_t length;
    char name[PATH_MAX];
} Kept;

struct cliIncludes {
    char shown[PATH_MAX]; /* the folder as the user wrote it, with its `/`; may be empty */
    char real[PATH_MAX];  /* the same without links */
    Kept *kept;
    char message[256];
};

/* Bytes of the folder's part of a path, with its `/`. */
static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

cliIncludes *cli_includes_create(const char *path) {
    cliIncludes *includes = calloc(1, sizeof *includes);
    size_t length = strcmp(path, "-") == 0 ? 0 : folder_length(path);
    if (!includes || length >= sizeof includes->shown) {
        free(includes);
        return NULL;
    }
    memcpy(includes->shown, path, length);
    if (!realpath(length ? includes->shown : ".", includes->real)) {
        free(includes);
        return NULL;
    }
    return includes;
}

void cli_includes_destroy(cliIncludes *includes) {
    while (includes && includes->kept) {
        Kept *next = includes->kept->next;
        free(includes->kept->text);
        free(includes->kept);
        includes->kept = next;
    }
    free(includes);
}

/* Finds the file without links and what it is called in messages. Null, or why not. */
static const char *find(cliIncludes *includes, const char *from, const char *path, char *real,
                        char *name) {
    char wanted[PATH_MAX];
    struct stat status;
    if (path[0] == '/') {
        return "only files below the definition's folder may be used, by a path from there";
    }
    /* The includer's name begins with the folder as it is shown: its own folder is behind that. */
    size_t shown = strlen(includes->shown);
    const char *inner = from && strncmp(from, includes->shown, shown) == 0 ? from + shown : "";
    int length = snprintf(wanted, sizeof wanted, "%s/%.*s%s", includes->real,
                          (int)folder_length(inner), inner, path);
    if (length < 0 || (size_t)length >= sizeof wanted) {
        return "its path is too long";
    }
    if (!realpath(wanted, real)) {
        return errno == ENOENT || errno == ENOTDIR ? "there is no such file" : strerror(errno);
    }
    const char *below = cli_below(includes->real, real);
    if (!below) {
        return "it lies outside the definition's folder";
    }
    if (stat(real, &status) != 0 || !S_ISREG(status.st_mode)) {
        return "it is not a plain file";
    }
    length = snprintf(name, PATH_MAX, "%s%s", includes->shown, below);
    return length < 0 || length >= PATH_MAX ? "its path is too long" : NULL;
}

void cli_include(void *user, const char *from, const char *path, tmIncluded *included) {
    cliIncludes *includes = user;
    char real[PATH_MAX];
    Kept *kept = calloc(1, sizeof *kept);
    const char *why = "there is not enough memory for it";
    if (kept) {
        kept->next = includes->kept;
        includes->kept = kept;
        why = find(includes, from, path, real, kept->name);
        if (!why) {
            why = cli_read_plain(real, &kept->text, &kept->length);
        }
    }
    if (why) {
        snprintf(includes->message, sizeof includes->message, "%s", why);
        included->message = includes->message;
        return;
    }
    included->name = kept->name;
    included->text = kept->text;
    included->length = kept->length;
}

uint64_t cli_includes_hash(const cliIncludes *includes, uint64_t hash) {
    for (const Kept *kept = includes ? includes->kept : NULL; kept; kept = kept->next) {
        hash = kept->text ? cli_hash(hash, kept->text, kept->length + 1) : hash;
    }
    return hash;
}
