/* files.h: files that the program reads and writes: the door of this folder. */
#ifndef TM_CLI_FILES_H
#define TM_CLI_FILES_H

#include "trammel/trammel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- files.c: reading and writing whole files ------------------------------------------------ */

/* Reads a whole file, or the standard input for "-", into *text, which the caller frees and which
 * is closed by a zero. Returns null, or one line that says why it could not be read, which lives
 * until the next call; *text is then null. */
const char *cli_read_file(const char *path, char **text, size_t *length);

/* The same for a plain file whose path has no links: one that was put there meanwhile is not
 * followed. */
const char *cli_read_plain(const char *path, char **text, size_t *length);

/* Writes the file again, so that it is never half written: to a file beside it, which then takes
 * its place. A file that is not there is made; what is behind a link is written, not the link.
 * Returns null, or why it could not be done. */
const char *cli_write_file(const char *path, const char *text, size_t length);

/* The same for a path that has no links: one that was put there meanwhile is not followed. */
const char *cli_write_plain(const char *path, const char *text, size_t length);
#define CLI_IS_LINK "it was replaced by a link, which is not followed"

/* The same for a file that need not be there, and bytes that are replaced again and again: what a
 * kill leaves beside it, PATH.new, is written over the next time. */
const char *cli_replace_file(const char *path, const void *bytes, size_t length);

/* The path from the folder to what lies below it, null when it does not. Both are without links. */
const char *cli_below(const char *folder, const char *path);

/* Puts FOLDER/BELOW into `real`, which has room for PATH_MAX bytes, without links; FOLDER is the
 * one that this program lies in. Returns false when there is no such file or folder. */
bool cli_beside_program(const char *below, char *real);

/* Continues a hash (FNV-1a, 64 bits, from CLI_HASH_START) with bytes. */
#define CLI_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t cli_hash(uint64_t hash, const void *bytes, size_t length);

/* ---- bytes.c --------------------------------------------------------------------------------- */

/* Bytes of a file that is mapped, so that a large recording does not need memory of its size. */

typedef struct cliBytes {
    const char *path; /* for messages */
    void *bytes;      /* not to be written to; null for an empty file */
    size_t length;
    int handle;                   /* a copy of its own; meaningless without bytes */
    int64_t seconds, nanoseconds; /* when it was changed last, as of its opening */
} cliBytes;

/* Returns null, or why it cannot be read; "-" is the standard input. The caller closes it in the
 * first case. `command` and `path` are for the message of a file that is cut short by another
 * program while it is read: that ends this one with EXIT_USAGE, since no answer could be true. Both
 * must outlive the bytes. */
const char *cli_bytes_open(const char *command, const char *path, cliBytes *bytes);
const char *cli_bytes_of(const char *command, const char *path, FILE *f, cliBytes *bytes);
void cli_bytes_close(cliBytes *bytes);

#define CLI_NOT_RECORDED "it is not a recording, or is damaged at its beginning"

/* Returns null, or that the file was changed since it was opened. */
const char *cli_bytes_change(const cliBytes *bytes);
#define CLI_WAS_CHANGED "the input changed while it was read: try again when nothing writes to it"

/* ---- replace.c ------------------------------------------------------------------------------- */

/* Files that are replaced only when they are whole: they are written beside their final path, and
 * what was there before stays until then. */

/* Room for a path of the system. */
#define CLI_PLACE_MAX 4096

typedef struct cliPlace {
    FILE *f;                  /* for writing and reading */
    char path[CLI_PLACE_MAX]; /* without links */
    char beside[CLI_PLACE_MAX +
                32]; /* its path until then; "": it is in its place, or is a device */
    unsigned mode;
} cliPlace;

/* Begins a file for `path`. A file that is not there is made; what is behind a link is written, not
 * the link; devices and pipes are written as they are. Returns null, or why it cannot be done. */
const char *cli_place_open(const char *path, cliPlace *place);

/* Lets it take its place, with all that was written; `sync`: it is on the disk then. It stays open
 * and can be written on. Returns null, or why it cannot be done. */
const char *cli_place_take(cliPlace *place, bool sync);

/* Closes it, and removes it unless it took its place. Harmless where it was never opened. */
void cli_place_close(cliPlace *place);

/* Record that a file is read, so that nothing is written over it. */
void cli_note_input(int handle);
void cli_note_input_path(const char *path);

/* Returns whether that file is read by this program. */
bool cli_is_input(const char *path);
bool cli_is_input_handle(int handle);
#define CLI_IS_INPUT "it is also the input: name another file"

/* ---- output.c: files that commands write ----------------------------------------------------- */

#define CLI_PATH_MAX 1600

/* A tmWriteFn; `user` is a FILE, whose error flag keeps that it could not take the bytes. */
void cli_write(void *user, const char *bytes, size_t count);

/* One file that is written, or the standard output. */
typedef struct cliOutput {
    const char *command, *path;
    FILE *to;
    cliPlace place;
    bool is_text;   /* for people: control characters of terminals are spelled out */
    uint64_t limit; /* maximum bytes; 0: any number */
    uint64_t count; /* bytes so far */
    int error;      /* errno of the first failure; 0: none */
    char rest[4];   /* of a text: bytes of a character whose end is still to come */
    size_t rest_count;
} cliOutput;

/* Begins the file, which takes its place when it is closed, and makes its folders; a null path is
 * the standard output, and so is "-". On failure prints the reason, with the command's name, and
 * returns false. */
bool cli_output_open(const char *command, const char *path, cliOutput *output);

/* A tmWriteFn; `user` is the cliOutput. */
void cli_output_write(void *user, const char *bytes, size_t count);

/* Closes it. Unless `status` is TM_OK, `why` is null and all was written it says so, leaves what
 * was there before and returns EXIT_NO, or EXIT_USAGE where the disk is to blame. Null `why`: the
 * message of the status. cli_end_output reports failures of the standard output. */
int cli_output_close(cliOutput *output, tmStatus status, const char *why);

/* Closes it without a message, and leaves what was there before. */
void cli_output_drop(cliOutput *output);

/* Flushes the standard output; cli_end_output reports when that failed. */
void cli_flush_output(void);

/* The same at the end of a command. Says when that, or anything before it, could not be written.
 * Returns the exit code, EXIT_USAGE then; nothing is said when the reader of a pipe has closed it.
 */
int cli_end_output(const char *command, int code);

/* Makes the folder unless it is there, and those that it lies in; says why it cannot. */
#define CLI_FOLDER_MAX 1000
bool cli_make_folder(const char *command, const char *path);

/* Records that this call writes the file. Returns false when it already did: one of two results
 * would be lost. */
bool cli_claim(const char *path);
#define CLI_IS_CLAIMED                                                                             \
    "this call has already written it: definitions with the same name need separate folders"

/* Returns seconds of a clock that only goes forward. */
double cli_clock(void);

/* ---- lock.c: one run at a time writes the files of a name ------------------------------------ */

typedef struct cliLock {
    int handle; /* negative: nothing is locked */
    char path[CLI_PLACE_MAX];
} cliLock;

/* Locks what is written to FOLDER/NAME… until it is released or the program ends, however it ends.
 * On failure says that another run writes there, or what else is wrong, and returns false. */
bool cli_lock_take(const char *command, const char *folder, const char *name, cliLock *lock);
void cli_lock_release(cliLock *lock);

/* Returns whether the file, which need not be there, is one that a run of another program writes or
 * will write at its end. */
bool cli_is_locked(const char *path);
#define CLI_IS_LOCKED "another run is writing to it: wait until it ends"

/* ---- names.c: what the files of a run are called --------------------------------------------- */

/* Puts the name of a file without its folder and ending into `name`, "stdin" for "-"; it leaves
 * room for the number of a run. */
#define CLI_NAME_MAX 240
void cli_base_name(const char *path, char name[CLI_NAME_MAX]);

/* Puts the name of the definition into `name` whose run may write a file called so: without its
 * ending for 0, then without "-2", "-plot" and such, one of them less each time. Returns false when
 * there are no more. */
bool cli_run_stem(const char *file, int less, char name[CLI_NAME_MAX]);

/* ---- cleanup.c ------------------------------------------------------------------------------- */

/* What is done when a signal ends the program: files that are not finished are removed, and so are
 * locks. */

/* From here on Ctrl-C, SIGTERM and SIGHUP remove these files and end the program with 128 and the
 * signal's number, unless they were ignored when it started; a file that grows past a limit of the
 * system is an error of writing, not a signal. */
void cli_cleanup_start(void);

/* Adds a file that such a signal removes, and takes it out again. */
void cli_cleanup_add(const char *path);
void cli_cleanup_drop(const char *path);

/* Removes all that was added: for handlers that end the program themselves. */
void cli_cleanup_now(void);

#endif
