/* serve.h: the page of the editor on loopback, and the one file that it may save. */
#ifndef TM_CLI_SERVE_H
#define TM_CLI_SERVE_H

#include <stdbool.h>

#define CLI_PORT_USUAL (-1)

typedef struct cliServing {
    const char *page; /* folder of the page, without links */
    const char *file; /* the definition that is edited, as the user wrote it; null: none */
    int port;         /* 0: any that is free; CLI_PORT_USUAL: the first free one of the usual */
    bool open;        /* start the browser, too */
} cliServing;

/* Serves until the program is stopped, and prints the address. Returns the exit code; what went
 * wrong was reported. */
int cli_serve(const cliServing *serving);

#endif
