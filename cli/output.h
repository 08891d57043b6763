/* output.h: files that commands write, and bytes that they read as they lie on the disk. */
#ifndef TM_CLI_OUTPUT_H
#define TM_CLI_OUTPUT_H

#include "trammel/trammel.h"

#include <stdio.h>

#define CLI_PATH_MOST 1600

/* A tmWriteFn; `user` is a FILE, whose error flag keeps that it could not take the bytes. */
void cli_write(void *user, const char *bytes, size_t count);

/* One file that is written, or the standard output. */
typedef struct cliOutput {
    const char *command, *path;
    FILE *to;
} cliOutput;

/* Opens the file; a null path is the standard output. Says why it cannot, in the name of the
 * command, and returns false. */
bool cli_output_open(const char *command, const char *path, cliOutput *output);

/* Closes it. Unless `status` is TM_OK and all was written it says so, removes the file and returns
 * EXIT_NO, or EXIT_USAGE where the disk is to blame. Null `why`: the message of the status. */
int cli_output_close(cliOutput *output, tmStatus status, const char *why);

/* A file that is read where it lies. */
typedef struct cliBytes {
    void *bytes; /* not to be written to; null for an empty file */
    size_t length;
} cliBytes;

/* Returns null, or why it cannot be read; the caller closes it in the first case. */
const char *cli_bytes_open(const char *path, cliBytes *bytes);
const char *cli_bytes_of(FILE *f, cliBytes *bytes);
void cli_bytes_close(cliBytes *bytes);

/* Returns seconds of a clock that only goes forward. */
double cli_clock(void);

#endif
