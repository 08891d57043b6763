/* cleanup.c: what is done when a signal ends the program. A handler may neither allocate nor use
 * streams: the paths are in a table of fixed size, and a row is used once its path is whole. */
#define _POSIX_C_SOURCE 200809L
#include "files/files.h"

#include <limits.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* At most an output, a recording and a lock at a time. */
#define ROWS 8
static char paths[ROWS][PATH_MAX];
static volatile sig_atomic_t is_used[ROWS];

void cli_cleanup_add(const char *path) {
    for (int i = 0; i < ROWS && strlen(path) < PATH_MAX; i++) {
        if (!is_used[i]) {
            memcpy(paths[i], path, strlen(path) + 1);
            is_used[i] = 1;
            return;
        }
    }
}

void cli_cleanup_drop(const char *path) {
    for (int i = 0; i < ROWS; i++) {
        if (is_used[i] && strcmp(paths[i], path) == 0) {
            is_used[i] = 0;
        }
    }
}

void cli_cleanup_now(void) {
    for (int i = 0; i < ROWS; i++) {
        if (is_used[i]) {
            unlink(paths[i]);
        }
    }
}

static void end_program(int number) {
    cli_cleanup_now();
    _exit(128 + number);
}

void cli_cleanup_start(void) {
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_program;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        if (sigaction(ends[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(ends[i], &action, NULL);
        }
    }
    action.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &action, NULL);
}
