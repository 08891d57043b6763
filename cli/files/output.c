/* output.c: files that commands write. */
#define _POSIX_C_SOURCE 200809L
#include "files/files.h"

#include "call/call.h"
#include "text/text.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

double cli_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void cli_write(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

/* errno of the first failure of the standard output; 0: none that is known. */
static int stdout_error;

static void note_error(int error) {
    stdout_error = stdout_error ? stdout_error : error;
}

/* ---- Folders ------------------------------------------------------------------------------- */

/* Makes what the path names up to each `/`, and all of it unless it ends with the name of a file.
 */
static const char *make_folders(const char *path, bool is_file) {
    char part[CLI_PLACE_MAX];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        return strerror(length == 0 ? ENOENT : ENAMETOOLONG);
    }
    for (size_t i = 1; i <= length; i++) {
        bool ends = path[i] == '/' || (path[i] == '\0' && !is_file);
        snprintf(part, sizeof part, "%.*s", (int)i, path);
        if (ends && mkdir(part, 0777) != 0 && errno != EEXIST) {
            return strerror(errno);
        }
    }
    return NULL;
}

bool cli_make_folder(const char *command, const char *path) {
    const char *why =
        strlen(path) >= CLI_FOLDER_MAX ? "the folder's name is too long"
        : strcmp(path, "-") == 0
            ? "several files are written, which need a folder; ./- is one of that name"
            : make_folders(path, false);
    if (why) {
        fprintf(stderr, "trammel %s: %s: %s\n", command, cli_shown(path), why);
    }
    return !why;
}

/* Paths of files that this call writes. */
static char **claimed;
static size_t claimed_count;

bool cli_claim(const char *path) {
    for (size_t i = 0; i < claimed_count; i++) {
        if (strcmp(claimed[i], path) == 0) {
            return false;
        }
    }
    char **larger = realloc(claimed, (claimed_count + 1) * sizeof *claimed);
    claimed = larger ? larger : claimed;
    char *copy = larger ? strdup(path) : NULL;
    if (copy) {
        claimed[claimed_count++] = copy;
    }
    return true;
}

/* ---- Files --------------------------------------------------------------------------------- */

bool cli_output_open(const char *command, const char *path, cliOutput *output) {
    path = path && strcmp(path, "-") == 0 ? NULL : path;
    *output = (cliOutput){.command = command, .path = path, .to = stdout};
    bool is_input = path ? cli_is_input(path) : cli_is_input_handle(fileno(stdout));
    const char *why = is_input ? CLI_IS_INPUT : path ? make_folders(path, true) : NULL;
    if (!why && path) {
        why = cli_claim(path) ? cli_place_open(path, &output->place) : CLI_IS_CLAIMED;
    }
    if (!why && path) { /* the folders that were made may lead to what is read: new/../s.rec */
        why = cli_is_input(output->place.path)    ? CLI_IS_INPUT
              : cli_is_locked(output->place.path) ? CLI_IS_LOCKED
                                                  : NULL;
        if (why) {
            cli_place_close(&output->place);
        }
    }
    if (why) {
        fprintf(stderr, "trammel %s: %s: %s\n", command, path ? cli_shown(path) : "<stdout>", why);
        return false;
    }
    output->to = path ? output->place.f : stdout;
    return true;
}

static void put(cliOutput *o, const char *bytes, size_t count) {
    if (o->limit > 0 && o->count + count > o->limit) {
        o->error = o->error ? o->error : EFBIG;
    }
    o->count += count;
    errno = 0;
    if (!o->error && fwrite(bytes, 1, count, o->to) != count) {
        o->error = errno ? errno : EIO;
    }
}

/* Spells out a text piece by piece: a character may begin in one and end in the next. */
static void put_text(cliOutput *o, const char *bytes, size_t count, bool is_last) {
    char spelled[CLI_SPELLED_MAX];
    for (size_t i = 0; i < count || (is_last && o->rest_count > 0);) {
        while (o->rest_count < sizeof o->rest && i < count) {
            o->rest[o->rest_count++] = bytes[i++];
        }
        if (o->rest_count < sizeof o->rest && !is_last) {
            return;
        }
        size_t size = cli_spell(o->rest, o->rest_count, spelled);
        bool stays = o->rest[0] == '\n' || o->rest[0] == '\t';
        put(o, stays ? o->rest : spelled, stays ? 1 : strlen(spelled));
        o->rest_count -= size;
        memmove(o->rest, o->rest + size, o->rest_count);
    }
}

void cli_output_write(void *user, const char *bytes, size_t count) {
    cliOutput *o = user;
    if (o->is_text) {
        put_text(o, bytes, count, false);
    } else {
        put(o, bytes, count);
    }
}

void cli_output_drop(cliOutput *output) {
    if (!output->path) {
        note_error(output->error);
    }
    cli_place_close(&output->place);
}

int cli_output_close(cliOutput *output, tmStatus status, const char *why) {
    cliOutput *o = output;
    put_text(o, "", 0, true);
    const char *disk = o->error ? strerror(o->error) : NULL;
    bool is_good = status == TM_OK && !why;
    if (is_good && o->path && !disk) {
        /* A run may have begun there meanwhile. */
        disk = cli_is_locked(o->place.path) ? CLI_IS_LOCKED : cli_place_take(&o->place, false);
    }
    cli_output_drop(o);
    disk = o->path ? disk : NULL;
    if (is_good && !disk) {
        return EXIT_DONE;
    }
    fprintf(stderr, "trammel %s: %s: %s\n", o->command, o->path ? cli_shown(o->path) : "<stdout>",
            disk  ? disk
            : why ? why
                  : tm_status_message(status));
    return disk ? EXIT_USAGE : EXIT_NO;
}

/* ---- The standard output ------------------------------------------------------------------- */

void cli_flush_output(void) {
    if (fflush(stdout) != 0) {
        note_error(errno);
    }
}

int cli_end_output(const char *command, int code) {
    cli_flush_output();
    if (!stdout_error && !ferror(stdout)) {
        return code;
    }
    if (stdout_error == EPIPE) {
        return EXIT_SIGNALS + SIGPIPE;
    }
    fprintf(stderr, "trammel %s: <stdout>: %s\n", cli_shown(command),
            stdout_error ? strerror(stdout_error) : "not all of it could be written");
    return code > EXIT_SIGNALS ? code : EXIT_USAGE;
}
