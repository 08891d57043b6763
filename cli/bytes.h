/* bytes.h: bytes of a file that are read where they lie, so that a large recording needs no memory
 * of its size. */
#ifndef TM_CLI_BYTES_H
#define TM_CLI_BYTES_H

#include <stdint.h>
#include <stdio.h>

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

#define CLI_NOT_RECORDED "it is not a recording, or damaged at its beginning"

/* Returns null, or that the file was changed since it was opened. */
const char *cli_bytes_change(const cliBytes *bytes);
#define CLI_WAS_CHANGED "what is read was changed meanwhile: try again when nothing writes to it"

#endif
