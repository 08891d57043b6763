/* replace.c: files that are replaced only when they are whole. */
#define _XOPEN_SOURCE 700
#include "files/files.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What is read -------------------------------------------------------------------------- */

typedef struct Input {
    dev_t device;
    ino_t number;
} Input;

static Input *inputs;
static size_t input_count, input_room;

static bool is_noted(const struct stat *status) {
    for (size_t i = 0; i < input_count; i++) {
        if (inputs[i].device == status->st_dev && inputs[i].number == status->st_ino) {
            return true;
        }
    }
    return false;
}

static void note(const struct stat *status) {
    if (!S_ISREG(status->st_mode) || is_noted(status)) {
        return;
    }
    if (input_count == input_room) {
        size_t room = 2 * input_room + 16;
        Input *larger = realloc(inputs, room * sizeof *inputs);
        if (!larger) {
            return;
        }
        inputs = larger;
        input_room = room;
    }
    inputs[input_count++] = (Input){status->st_dev, status->st_ino};
}

void cli_note_input(int handle) {
    struct stat status;
    if (fstat(handle, &status) == 0) {
        note(&status);
    }
}

void cli_note_input_path(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0) {
        note(&status);
    }
}

bool cli_is_input(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && is_noted(&status);
}

bool cli_is_input_handle(int handle) {
    struct stat status;
    return fstat(handle, &status) == 0 && is_noted(&status);
}

/* ---- What is written ----------------------------------------------------------------------- */

_Static_assert(CLI_PLACE_MAX >= PATH_MAX, "realpath needs that room");

/* The file without links, or the path itself where nothing is yet, and what its mode is to be. */
static const char *find_target(const char *path, cliPlace *place) {
    struct stat status;
    if (realpath(path, place->path)) {
        bool found = stat(place->path, &status) == 0;
        place->mode = found ? status.st_mode : 0;
        return found ? NULL : strerror(errno);
    }
    int error = errno;
    if (error != ENOENT || lstat(path, &status) == 0) {
        return error == ENOENT ? "it is a link to nothing" : strerror(error);
    }
    if (strlen(path) >= sizeof place->path) {
        return strerror(ENAMETOOLONG);
    }
    memcpy(place->path, path, strlen(path) + 1);
    mode_t mask = umask(0);
    umask(mask);
    place->mode = S_IFREG | (0666 & ~mask);
    return NULL;
}

static const char *open_beside(cliPlace *place) {
    const char *slash = strrchr(place->path, '/');
    int folder = slash ? (int)(slash - place->path) + 1 : 0;
    snprintf(place->beside, sizeof place->beside, "%.*s.trammel-XXXXXX", folder, place->path);
    int handle = mkstemp(place->beside);
    if (handle < 0) {
        place->beside[0] = '\0';
        return strerror(errno);
    }
    cli_cleanup_add(place->beside);
    place->f = fdopen(handle, "w+b");
    if (!place->f) {
        int error = errno;
        close(handle);
        return strerror(error);
    }
    return NULL;
}

const char *cli_place_open(const char *path, cliPlace *place) {
    *place = (cliPlace){.f = NULL};
    const char *why = find_target(path, place);
    if (why) {
        return why;
    }
    if (S_ISDIR(place->mode)) {
        return strerror(EISDIR);
    }
    /* A file that is write-protected could be replaced by another one; its owner would not want
     * that. */
    if (access(place->path, W_OK) != 0 && errno != ENOENT) {
        return strerror(errno);
    }
    if (S_ISREG(place->mode)) {
        why = open_beside(place);
    } else {
        place->f = fopen(place->path, "wb");
        why = place->f ? NULL : strerror(errno);
    }
    if (why) {
        cli_place_close(place);
    }
    return why;
}

/* Some file systems report only on closing that a file does not fit: so a copy of the handle is
 * closed. */
static bool is_written(const cliPlace *place, bool sync) {
    int handle = fileno(place->f);
    if (ferror(place->f) || fflush(place->f) != 0 || (sync && fsync(handle) != 0)) {
        return false;
    }
    int copy = dup(handle);
    return copy >= 0 && close(copy) == 0;
}

const char *cli_place_take(cliPlace *place, bool sync) {
    errno = 0;
    bool done = is_written(place, sync);
    if (done && place->beside[0]) {
        done = fchmod(fileno(place->f), place->mode & 07777) == 0 &&
               rename(place->beside, place->path) == 0;
    }
    if (!done) {
        return errno ? strerror(errno) : "it cannot be written";
    }
    if (place->beside[0]) {
        cli_cleanup_drop(place->beside);
        place->beside[0] = '\0';
    }
    return NULL;
}

void cli_place_close(cliPlace *place) {
    if (place->f) {
        fclose(place->f);
    }
    if (place->beside[0]) {
        unlink(place->beside);
        cli_cleanup_drop(place->beside);
    }
    *place = (cliPlace){.f = NULL};
}
