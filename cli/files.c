/* files.c: reading and writing definitions. A definition that somebody else wrote must not reach
 * files that its reader did not mean to show: includes stay below its folder. */
#define _XOPEN_SOURCE 700
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Whole files --------------------------------------------------------------------------- */

/* Reads to the end, at most one byte more than a text may have. */
static const char *read_stream(FILE *f, char **text, size_t *length) {
    size_t used = 0, size = 65536;
    char *buffer = malloc(size);
    while (buffer) {
        used += fread(buffer + used, 1, size - 1 - used, f);
        if (used < size - 1 || used > TM_TEXT_LIMIT) {
            break;
        }
        char *larger = realloc(buffer, 2 * size);
        if (!larger) {
            free(buffer);
        }
        buffer = larger;
        size *= 2;
    }
    if (!buffer || ferror(f) || used > TM_TEXT_LIMIT) {
        const char *why = !buffer     ? "there is no memory for it"
                          : ferror(f) ? strerror(errno)
                                      : "it has more than 64 MiB";
        free(buffer);
        return why;
    }
    buffer[used] = '\0';
    *text = buffer;
    *length = used;
    return NULL;
}

const char *cli_read_file(const char *path, char **text, size_t *length) {
    *text = NULL;
    *length = 0;
    if (strcmp(path, "-") == 0) {
        return read_stream(stdin, text, length);
    }
    FILE *f = fopen(path, "rb");
    if (!f) {
        return strerror(errno);
    }
    struct stat status;
    const char *why = fstat(fileno(f), &status) == 0 && S_ISDIR(status.st_mode)
                          ? "it is a folder"
                          : read_stream(f, text, length);
    fclose(f);
    return why;
}

/* Writes to an open file, closes it and lets it take the place of another. */
static const char *put_in_place(int handle, const char *beside, const char *path, mode_t mode,
                                const void *bytes, size_t length) {
    FILE *f = fdopen(handle, "wb");
    bool done = f && fwrite(bytes, 1, length, f) == length && fflush(f) == 0 && fsync(handle) == 0;
    done = done && fchmod(handle, mode & 07777) == 0;
    int problem = errno;
    if (f) {
        done = fclose(f) == 0 && done;
    } else {
        close(handle);
    }
    if (!done || rename(beside, path) != 0) {
        problem = done ? errno : problem;
        unlink(beside);
        return strerror(problem);
    }
    return NULL;
}

/* The file without links, or the path itself where nothing is yet, and what its mode is to be. */
static const char *find_target(const char *path, char *real, mode_t *mode) {
    struct stat status;
    if (realpath(path, real)) {
        bool found = stat(real, &status) == 0;
        *mode = status.st_mode;
        return found ? NULL : strerror(errno);
    }
    int problem = errno;
    if (problem != ENOENT || lstat(path, &status) == 0) {
        return strerror(problem);
    }
    snprintf(real, PATH_MAX, "%s", path);
    mode_t mask = umask(0);
    umask(mask);
    *mode = 0666 & ~mask;
    return NULL;
}

const char *cli_write_file(const char *path, const char *text, size_t length) {
    char real[PATH_MAX], beside[PATH_MAX + 16];
    mode_t mode = 0;
    const char *why = find_target(path, real, &mode);
    if (why) {
        return why;
    }
    snprintf(beside, sizeof beside, "%s.XXXXXX", real);
    int handle = mkstemp(beside);
    return handle < 0 ? strerror(errno) : put_in_place(handle, beside, real, mode, text, length);
}

const char *cli_replace_file(const char *path, const void *bytes, size_t length) {
    char beside[PATH_MAX];
    struct stat status;
    int size = snprintf(beside, sizeof beside, "%s.new", path);
    if (size < 0 || (size_t)size >= sizeof beside) {
        return strerror(ENAMETOOLONG);
    }
    int handle = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (handle < 0) {
        return strerror(errno);
    }
    mode_t mode = fstat(handle, &status) == 0 ? status.st_mode : 0644;
    return put_in_place(handle, beside, path, mode, bytes, length);
}

/* ---- Includes ------------------------------------------------------------------------------ */

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
    char problem[256];
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

const char *cli_below(const char *folder, const char *path) {
    size_t length = strlen(folder);
    bool root = strcmp(folder, "/") == 0;
    if (strncmp(path, folder, length) != 0 || (!root && path[length] != '/')) {
        return NULL;
    }
    return path + length + !root;
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
    const char *why = "there is no memory for it";
    if (kept) {
        kept->next = includes->kept;
        includes->kept = kept;
        why = find(includes, from, path, real, kept->name);
        if (!why) {
            why = cli_read_file(real, &kept->text, &kept->length);
        }
    }
    if (why) {
        snprintf(includes->problem, sizeof includes->problem, "%s", why);
        included->problem = includes->problem;
        return;
    }
    included->name = kept->name;
    included->text = kept->text;
    included->length = kept->length;
}

uint64_t cli_hash(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

uint64_t cli_includes_hash(const cliIncludes *includes, uint64_t hash) {
    for (const Kept *kept = includes ? includes->kept : NULL; kept; kept = kept->next) {
        hash = kept->text ? cli_hash(hash, kept->text, kept->length + 1) : hash;
    }
    return hash;
}

/* ---- Messages ------------------------------------------------------------------------------ */

/* The text of the file that the diagnostic is about; null where it is none of the document's. */
static const char *source_of(const tmDocument *document, const tmDiag *diag) {
    for (int32_t i = 0; diag->file && i < tm_document_file_count(document); i++) {
        const char *name = tm_document_file_name(document, i);
        if (name && strcmp(name, diag->file) == 0) {
            return tm_document_text(document, i, NULL);
        }
    }
    return NULL;
}

void cli_print_severe(const tmDocument *document, const tmDiags *diags, tmSeverity least) {
    for (int32_t i = 0; i < tm_diags_count(diags); i++) {
        const tmDiag *diag = tm_diags_at(diags, i);
        if (diag->severity < least) {
            continue;
        }
        const char *source = source_of(document, diag);
        size_t need = tm_diag_format(diag, source, NULL, 0);
        char *text = malloc(need + 1);
        if (text) {
            tm_diag_format(diag, source, text, need + 1);
            fputs(text, stderr);
        }
        free(text);
    }
}

void cli_print_list(const tmDocument *document, const tmDiags *diags) {
    cli_print_severe(document, diags, TM_NOTE);
}

void cli_print_diags(const tmDocument *document) {
    cli_print_list(document, tm_document_diags(document));
}

void cli_print_text(FILE *to, const char *text) {
    putc('"', to);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fprintf(to, "\\%c", c);
        } else if (c < 32) {
            fprintf(to, "\\u%04x", c);
        } else {
            putc(c, to);
        }
    }
    putc('"', to);
}

void cli_put_text(const char *text) {
    cli_print_text(stdout, text);
}

static void put_place(const char *file, int32_t line, int32_t column, int32_t length) {
    printf("\"file\":");
    cli_put_text(file ? file : "");
    printf(",\"range\":{\"line\":%d,\"column\":%d,\"length\":%d}", line, column, length);
}

void cli_put_diag(const tmDiag *diag) {
    static const char *const severities[] = {"note", "warning", "error"};
    putchar('{');
    put_place(diag->file, diag->line, diag->column, diag->length);
    printf(",\"severity\":\"%s\",\"code\":%u,\"message\":", severities[diag->severity], diag->code);
    cli_put_text(diag->message);
    if (diag->hint) {
        printf(",\"hint\":");
        cli_put_text(diag->hint);
    }
    if (diag->part_count > 0) {
        printf(",\"parts\":[");
        for (int32_t i = 0; i < diag->part_count; i++) {
            printf(i > 0 ? "," : "");
            cli_put_text(diag->parts[i]);
        }
        putchar(']');
    }
    if (diag->related) {
        printf(",\"related\":{");
        put_place(diag->related_file ? diag->related_file : diag->file, diag->related_line,
                  diag->related_column, diag->related_length);
        printf(",\"message\":");
        cli_put_text(diag->related);
        putchar('}');
    }
    putchar('}');
}
