/* files.c: reading and writing definitions. A definition that somebody else wrote must not reach
 * files that its reader did not mean to show: includes stay below its folder. */
#define _XOPEN_SOURCE 700
#include "files.h"

#include "place.h"
#include "shown.h"

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
    cli_note_input(fileno(f));
    const char *why = fstat(fileno(f), &status) == 0 && S_ISDIR(status.st_mode)
                          ? "it is a folder"
                          : read_stream(f, text, length);
    fclose(f);
    return why;
}

const char *cli_read_plain(const char *path, char **text, size_t *length) {
    *text = NULL;
    *length = 0;
    int handle = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    FILE *f = handle < 0 ? NULL : fdopen(handle, "rb");
    if (!f) {
        int problem = errno;
        if (handle >= 0) {
            close(handle);
        }
        return problem == ELOOP ? CLI_IS_LINK : strerror(problem);
    }
    struct stat status;
    cli_note_input(handle);
    const char *why = fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)
                          ? "it is not a plain file"
                          : read_stream(f, text, length);
    fclose(f);
    return why;
}

static const char *write_file(const char *path, bool follow, const char *text, size_t length) {
    cliPlace place;
    const char *why = cli_place_open(path, &place);
    if (why) {
        return why;
    }
    if (!follow && strcmp(place.path, path) != 0) {
        cli_place_close(&place);
        return CLI_IS_LINK;
    }
    errno = 0;
    bool written = fwrite(text, 1, length, place.f) == length;
    why = written ? cli_place_take(&place, true) : strerror(errno ? errno : EIO);
    cli_place_close(&place);
    return why;
}

const char *cli_replace_file(const char *path, const void *bytes, size_t length) {
    char beside[PATH_MAX];
    int size = snprintf(beside, sizeof beside, "%s.new", path);
    if (size < 0 || (size_t)size >= sizeof beside) {
        return strerror(ENAMETOOLONG);
    }
    FILE *f = fopen(beside, "wb");
    if (!f) {
        return strerror(errno);
    }
    bool done = fwrite(bytes, 1, length, f) == length && fflush(f) == 0 && fsync(fileno(f)) == 0;
    int problem = errno;
    done = fclose(f) == 0 && done;
    if (!done || rename(beside, path) != 0) {
        problem = done ? errno : problem;
        unlink(beside);
        return strerror(problem);
    }
    return NULL;
}

const char *cli_write_file(const char *path, const char *text, size_t length) {
    return write_file(path, true, text, length);
}

const char *cli_write_plain(const char *path, const char *text, size_t length) {
    return write_file(path, false, text, length);
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

bool cli_beside_program(const char *below, char *real) {
    char program[PATH_MAX], path[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash) {
        return false;
    }
    *slash = '\0';
    snprintf(path, sizeof path, "%s/%s", program, below);
    return realpath(path, real) != NULL;
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
            why = cli_read_plain(real, &kept->text, &kept->length);
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
        tmDiag shown = *diag;
        shown.file = diag->file ? cli_shown(diag->file) : NULL;
        shown.related_file = diag->related_file ? cli_shown(diag->related_file) : NULL;
        size_t need = tm_diag_format(&shown, source, NULL, 0);
        char *text = malloc(need + 1);
        if (text) {
            tm_diag_format(&shown, source, text, need + 1);
            cli_print_shown(stderr, text);
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

/* JSON is UTF-8: bytes that are none become the mark for that. What steers a terminal is escaped
 * here, too. */
void cli_print_text(FILE *to, const char *text) {
    size_t length = strlen(text);
    putc('"', to);
    for (size_t at = 0; at < length;) {
        char spelled[CLI_SPELLED_MOST];
        int32_t code;
        size_t size = cli_character(text + at, length - at, &code);
        cli_spell(text + at, length - at, spelled);
        if (code == '"' || code == '\\') {
            fprintf(to, "\\%c", (int)code);
        } else if (spelled[0] == '\\') {
            fprintf(to, "\\u%04x", code < 0 ? 0xfffdu : (unsigned)code);
        } else {
            fputs(spelled, to);
        }
        at += size;
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
