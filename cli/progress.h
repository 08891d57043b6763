/* progress.h: a bar with the time left, on a standard error that is a terminal. */
#ifndef TM_CLI_PROGRESS_H
#define TM_CLI_PROGRESS_H

#include <stdbool.h>

typedef struct cliProgress {
    const char *what;
    bool is_wanted, is_shown;
    double began, shown; /* by cli_clock [s] */
    double from;         /* part of the way that was done when it began */
} cliProgress;

/* Begins to count; `quiet`: nothing is ever shown. `what` must outlive it. */
cliProgress cli_progress_begin(const char *what, double part, bool quiet);

/* Shows that a part of the way is done, 0 … 1, from a second after the beginning on. */
void cli_progress_show(cliProgress *progress, double part);

/* Removes it from the terminal. */
void cli_progress_end(cliProgress *progress);

#endif
