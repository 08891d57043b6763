/* cleanup.h: what is done when a signal ends the program: files that are not finished go, and so do
 * locks. */
#ifndef TM_CLI_CLEANUP_H
#define TM_CLI_CLEANUP_H

#include <stddef.h>

/* From here on Ctrl-C, SIGTERM and SIGHUP remove these files and end the program with 128 and the
 * signal's number, unless who started it has it ignore them; a file that grows past a limit of the
 * system is an error of writing, not a signal. */
void cli_cleanup_start(void);

/* Adds a file that such a signal removes, and takes it out again. */
void cli_cleanup_add(const char *path);
void cli_cleanup_drop(const char *path);

/* Removes all that was added: for those who end the program by themselves in a handler. */
void cli_cleanup_now(void);

#endif
