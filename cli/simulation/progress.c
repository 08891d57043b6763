/* progress.c: a bar with the time left, on a standard error that is a terminal. */
#define _POSIX_C_SOURCE 200809L
#include "simulation/simulation.h"

#include "files/files.h"
#include "text/text.h"

#include <stdio.h>
#include <unistd.h>

/* Time before a bar is shown, and between updates [s]. */
#define FIRST_SECONDS 1.0
#define AGAIN_SECONDS 0.1
#define BAR_WIDTH 30

cliProgress cli_progress_begin(const char *what, double part, bool quiet) {
    return (cliProgress){.what = what,
                         .is_wanted = !quiet && isatty(STDERR_FILENO),
                         .began = cli_clock(),
                         .from = part};
}

/* "2:05", "1:01:07", "8 s" */
static void print_span(double seconds) {
    long s = (long)(seconds + 0.5);
    if (s >= 3600) {
        fprintf(stderr, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
    } else if (s >= 60) {
        fprintf(stderr, "%ld:%02ld", s / 60, s % 60);
    } else {
        fprintf(stderr, "%ld s", s);
    }
}

void cli_progress_show(cliProgress *progress, double part) {
    cliProgress *p = progress;
    double now = p->is_wanted ? cli_clock() : 0.0;
    if (!p->is_wanted || now < p->began + FIRST_SECONDS || now < p->shown + AGAIN_SECONDS) {
        return;
    }
    p->shown = now;
    p->is_shown = true;
    int full = (int)(part * BAR_WIDTH);
    fprintf(stderr, "\r%s [", cli_shown(p->what));
    for (int i = 0; i < BAR_WIDTH; i++) {
        putc(i < full ? '#' : '.', stderr);
    }
    fprintf(stderr, "] %3.0f %%, ", 100.0 * part);
    if (part > p->from) {
        print_span((now - p->began) * (1.0 - part) / (part - p->from));
        fprintf(stderr, " left");
    } else {
        fprintf(stderr, "begun");
    }
    fprintf(stderr, "\033[K");
    fflush(stderr);
}

void cli_progress_end(cliProgress *progress) {
    if (progress->is_shown) {
        fprintf(stderr, "\r\033[K");
        fflush(stderr);
    }
    progress->is_shown = false;
}
