/* output.h: files that commands write. */
#ifndef TM_CLI_OUTPUT_H
#define TM_CLI_OUTPUT_H

#include "place.h"
#include "trammel/trammel.h"

#include <stdint.h>
#include <stdio.h>

#define CLI_PATH_MOST 1600

/* A tmWriteFn; `user` is a FILE, whose error flag keeps that it could not take the bytes. */
void cli_write(void *user, const char *bytes, size_t count);

/* One file that is written, or the standard output. */
typedef struct cliOutput {
    const char *command, *path;
    FILE *to;
    cliPlace place;
    bool is_text;   /* for people: what would steer a terminal is spelled out */
    uint64_t limit; /* bytes it may have; 0: any number */
    uint64_t count; /* bytes it has */
    int problem;    /* errno of the first failure; 0: none */
    char rest[4];   /* of a text: bytes of a character whose end is still to come */
    size_t rest_count;
} cliOutput;

/* Begins the file, which takes its place when it is closed, and makes its folders; a null path is
 * the standard output, and so is "-". Says why it cannot, in the name of the command, and returns
 * false. */
bool cli_output_open(const char *command, const char *path, cliOutput *output);

/* A tmWriteFn; `user` is the cliOutput. */
void cli_output_write(void *user, const char *bytes, size_t count);

/* Closes it. Unless `status` is TM_OK, `why` is null and all was written it says so, leaves what
 * stood in the place before and returns EXIT_NO, or EXIT_USAGE where the disk is to blame. Null
 * `why`: the message of the status. Failures of the standard output are told by cli_end_output. */
int cli_output_close(cliOutput *output, tmStatus status, const char *why);

/* Closes it without a word, and leaves what stood in the place before. */
void cli_output_drop(cliOutput *output);

/* Hands the standard output to the system; cli_end_output tells when that failed. */
void cli_flush_output(void);

/* The same at the end of a command. Says when that, or anything before it, could not be written.
 * Returns the exit code, EXIT_USAGE then; nothing is said when the reader of a pipe has had enough.
 */
int cli_end_output(const char *command, int code);

/* Makes the folder unless it is there, and those that it lies in; says why it cannot. */
#define CLI_FOLDER_MOST 1000
bool cli_make_folder(const char *command, const char *path);

/* Notes that this call writes the file. Returns false when it did before: one of two results would
 * be lost. */
bool cli_claim(const char *path);
#define CLI_IS_CLAIMED                                                                             \
    "this call has written it already: definitions of the same name need folders of their own"

/* Returns seconds of a clock that only goes forward. */
double cli_clock(void);

#endif
