/* files.c: reading and writing whole files. */
#define _XOPEN_SOURCE 700
#include "files/files.h"

#include "trammel/trammel.h"

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
        const char *why = !buffer     ? "there is not enough memory for it"
                          : ferror(f) ? strerror(errno)
                                      : "it has more than 64 MiB";
        free(buffer);
        return why;
    }
    if (used >= 8 && memcmp(buffer, "\x89TMR\r\n\x1a\n", 8) == 0) { /* docs/recording.md */
        free(buffer);
        return "it is a recording: 'trammel report' reads it";
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
        int error = errno;
        if (handle >= 0) {
            close(handle);
        }
        return error == ELOOP ? CLI_IS_LINK : strerror(error);
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
    int error = errno;
    done = fclose(f) == 0 && done;
    if (!done || rename(beside, path) != 0) {
        error = done ? errno : error;
        unlink(beside);
        return strerror(error);
    }
    return NULL;
}

const char *cli_write_file(const char *path, const char *text, size_t length) {
    return write_file(path, true, text, length);
}

const char *cli_write_plain(const char *path, const char *text, size_t length) {
    return write_file(path, false, text, length);
}

/* ---- Paths -------------------------------------------------------------------------------- */

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

/* ---- Hashes ------------------------------------------------------------------------------- */

uint64_t cli_hash(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ at[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}
