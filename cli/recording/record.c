/* record.c: the recording of a run while it is written. */
#define _POSIX_C_SOURCE 200809L
#include "recording/recording.h"

#include "call/call.h"
#include "files/files.h"
#include "text/text.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A kill loses at most this time of unflushed data [s]. */
#define FLUSH_SECONDS 0.5

static bool fail(const char *command, const char *path, const char *why) {
    fprintf(stderr, "trammel %s: %s: %s\n", command, path ? cli_shown(path) : "a temporary file",
            why);
    return false;
}

/* ---- Begin --------------------------------------------------------------------------------- */

static bool prepare(const char *command, const char *path, cliRecord *record) {
    *record = (cliRecord){.command = command, .flushed = cli_clock()};
    if (path && !cli_claim(path)) {
        return fail(command, path, CLI_IS_CLAIMED);
    }
    if (path && cli_is_locked(path)) { /* by m.tml, whose second run writes what m-2.tml does */
        return fail(command, path, CLI_IS_LOCKED);
    }
    snprintf(record->path, sizeof record->path, "%s", path ? path : "");
    return true;
}

/* Opens the file of a new recording. Returns null, or why it cannot. */
static const char *open_file(const char *path, cliRecord *record) {
    if (path && cli_is_input(path)) {
        return CLI_IS_INPUT;
    }
    const char *why = path ? cli_place_open(path, &record->place) : NULL;
    record->f = path ? record->place.f : tmpfile();
    return why || record->f ? why : strerror(errno);
}

bool cli_record_begin(const char *command, const char *path, cliRecordWhen when,
                      const tmDocument *document, const tmModel *model, const tmRecorderDef *def,
                      cliRecord *record) {
    if (!prepare(command, path, record)) {
        return false;
    }
    const char *why = open_file(path, record);
    if (why) {
        return fail(command, path, why);
    }
    tmStatus status =
        tm_recorder_create(NULL, document, model, def, cli_write, record->f, &record->recorder);
    if (status != TM_OK) {
        return fail(command, path, tm_status_message(status));
    }
    /* Readers of the old one keep it. */
    why = path && when == CLI_RECORD_AT_ONCE ? cli_place_take(&record->place, false) : NULL;
    return !why || fail(command, path, why);
}

bool cli_record_resume(const char *command, const char *path, uint64_t length,
                       const tmDocument *document, const tmModel *model, const tmRecorderDef *def,
                       cliRecord *record) {
    cliBytes bytes = {.bytes = NULL};
    if (!prepare(command, path, record)) {
        return false;
    }
    record->f = fopen(path, "r+b");
    const char *why =
        record->f ? cli_bytes_of(command, record->path, record->f, &bytes) : strerror(errno);
    if (!why && bytes.length < length) {
        why = "it is shorter than when the checkpoint was written";
    }
    if (!why) {
        tmStatus status =
            tm_recorder_resume(NULL, document, model, def, bytes.bytes, (size_t)length, cli_write,
                               record->f, &record->recorder);
        why = status == TM_OK ? NULL : "it is not the recording that the checkpoint belongs to";
    }
    cli_bytes_close(&bytes);
    if (!why && (ftruncate(fileno(record->f), (off_t)length) != 0 ||
                 fseeko(record->f, (off_t)length, SEEK_SET) != 0)) {
        why = strerror(errno);
    }
    return !why || fail(command, path, why);
}

/* ---- Go on --------------------------------------------------------------------------------- */

static void note(cliRecord *record, tmStatus status) {
    record->status = record->status == TM_OK ? status : record->status;
}

void cli_record_frame(cliRecord *record, const tmRecordedFrame *frame) {
    note(record, tm_recorder_frame(record->recorder, frame));
}

void cli_record_moment(cliRecord *record, tmSim *sim) {
    tmStatus unknown = TM_OK;
    note(record, tm_recorder_moment(record->recorder, sim, &unknown));
    /* Forces and values that the simulation cannot compute are not a failure of the recording. */
    if (unknown != TM_OK && record->unknown == TM_OK) {
        record->unknown = unknown;
        record->unknown_time = tm_sim_info(sim)->time;
    }
}

void cli_record_events(void *user, const tmSim *sim) {
    cliRecord *record = user;
    note(record, tm_recorder_events(record->recorder, sim));
}

/* Whether nothing failed so far; keeps errno of the disk. */
static bool is_good(cliRecord *record, bool written) {
    if (!record->error && (!written || ferror(record->f))) {
        record->error = errno ? errno : EIO;
    }
    return !record->error && record->status == TM_OK;
}

bool cli_record_is_full(const cliRecord *record) {
    return record->limit > 0 && tm_recorder_length(record->recorder) >= record->limit;
}

bool cli_record_flush(cliRecord *record, bool sync) {
    record->flushed = cli_clock();
    errno = 0;
    bool written = fflush(record->f) == 0 && (!sync || fsync(fileno(record->f)) == 0);
    return is_good(record, written);
}

bool cli_record_keep(cliRecord *record) {
    return cli_clock() < record->flushed + FLUSH_SECONDS ? is_good(record, true)
                                                         : cli_record_flush(record, false);
}

/* ---- End ----------------------------------------------------------------------------------- */

/* Whether the path still names the file that was written. */
static bool is_there(const cliRecord *record) {
    struct stat mine, there;
    return !record->path[0] ||
           (fstat(fileno(record->f), &mine) == 0 && stat(record->path, &there) == 0 &&
            mine.st_dev == there.st_dev && mine.st_ino == there.st_ino);
}

int cli_record_finish(cliRecord *record, const tmSimInfo *info) {
    note(record, tm_recorder_finish(record->recorder, info));
    if (record->unknown != TM_OK) {
        fprintf(stderr,
                "trammel %s: at t = %.6g s forces and monitored values could not be computed: %s\n",
                record->command, record->unknown_time, tm_status_message(record->unknown));
    }
    const char *why = NULL;
    if (cli_record_flush(record, false)) {
        why = record->place.beside[0] ? cli_place_take(&record->place, false) : NULL;
        why = why || is_there(record) ? why : "it was removed or replaced while it was written";
        if (!why) {
            return record->unknown == TM_OK ? EXIT_DONE : EXIT_NO;
        }
    }
    fail(record->command, record->path[0] ? record->path : NULL,
         why             ? why
         : record->error ? strerror(record->error)
                         : tm_status_message(record->status));
    return why || record->error ? EXIT_USAGE : EXIT_NO;
}

void cli_record_close(cliRecord *record) {
    tm_recorder_destroy(record->recorder);
    if (record->place.f) {
        cli_place_close(&record->place);
    } else if (record->f) {
        fclose(record->f);
    }
    *record = (cliRecord){.command = NULL};
}
