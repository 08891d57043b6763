/* recording.h: recordings, while they are written and as they are read: the door of this folder. */
#ifndef TM_CLI_RECORDING_H
#define TM_CLI_RECORDING_H

#include "definitions/definitions.h"
#include "files/files.h"
#include "trammel/recording.h"

/* ---- record.c -------------------------------------------------------------------------------- */

/* The recording of a run while it is written: into a file or, where none is wanted, into an unnamed
 * one, from which the summary is made. */

/* Default limit of a recording [bytes]. */
#define CLI_RECORD_LIMIT UINT64_C(4000000000)
#define CLI_RECORD_LIMIT_WORD "4GB"

typedef struct cliRecord {
    const char *command;
    char path[CLI_PATH_MAX]; /* "": a file without a name */
    FILE *f;
    cliPlace place; /* f is its file, unless it has no name or was begun before */
    uint64_t limit; /* of its bytes; 0: none */
    tmRecorder *recorder;
    double flushed;      /* when all was handed to the system, by cli_clock */
    tmStatus status;     /* the first thing that failed, except for the disk … */
    tmStatus unknown;    /* the first reason why values of a moment were not known … */
    double unknown_time; /* … and its time [s] */
    int error;           /* … and errno of that; 0: nothing */
} cliRecord;

/* When a recording takes its place: as soon as it is begun, so that it can be read while it grows
 * and after a kill, or when it is finished. */
typedef enum cliRecordWhen { CLI_RECORD_AT_ONCE, CLI_RECORD_WHEN_WHOLE } cliRecordWhen;

/* Begins a recording of run `def->run`. On failure prints the reason and returns false. The caller
 * closes it in any case. A null path: a file without a name. What stood in its place before is left
 * as it is until the new one takes it. */
bool cli_record_begin(const char *command, const char *path, cliRecordWhen when,
                      const tmDocument *document, const tmModel *model, const tmRecorderDef *def,
                      cliRecord *record);

/* Continues after the first `length` bytes of the file; what follows them is cut off. When that
 * cannot be done the file is left as it is. */
bool cli_record_resume(const char *command, const char *path, uint64_t length,
                       const tmDocument *document, const tmModel *model, const tmRecorderDef *def,
                       cliRecord *record);

/* Add a moment; that of a simulation unless there is one of its time already. */
void cli_record_frame(cliRecord *record, const tmRecordedFrame *frame);
void cli_record_moment(cliRecord *record, tmSim *sim);

/* Adds the events of the simulation's last call; `user` is the record. */
void cli_record_events(void *user, const tmSim *sim);

/* Returns whether it has reached its limit. */
bool cli_record_is_full(const cliRecord *record);

/* Flushes what was written once a second, so that a kill loses no more. Returns false when the disk
 * or the recorder failed. */
bool cli_record_keep(cliRecord *record);

/* The same at once; `sync`: it is on the disk when this returns. */
bool cli_record_flush(cliRecord *record, bool sync);

/* Writes the end, and puts the file in its place. Reports failures and returns an exit code:
 * EXIT_USAGE when the disk did, and it must then not be read. */
int cli_record_finish(cliRecord *record, const tmSimInfo *info);

void cli_record_close(cliRecord *record);

/* ---- recorded.c ------------------------------------------------------------------------------ */

/* A recording as commands read it, and the world that it was made of, from its own
 * texts. */

typedef struct cliRecorded {
    const char *command, *path;
    const char *meshes; /* folder of the definition, for its meshes; null: not known */
    cliIncludes *includes;
    cliBytes bytes;
    tmRecording *recording;
    tmDocument *document; /* null until cli_recorded_build, as those below */
    tmDiags *diags;
    cliModel model;
} cliRecorded;

/* Reads a recording. On failure prints the reason, with the command's name, and returns false; a
 * note says where it was cut. The caller closes it in any case. */
bool cli_recorded_open(const char *command, const char *path, cliRecorded *recorded);
void cli_recorded_close(cliRecorded *recorded);

/* Builds document and model; on failure prints the reason and returns false. A recording holds all
 * texts, but no meshes: these are read from `meshes`. */
bool cli_recorded_build(cliRecorded *recorded);

#endif
