/* threads.h: the parallel-for that this host passes to the core, on POSIX threads. */
#ifndef TM_CLI_THREADS_H
#define TM_CLI_THREADS_H

#include "trammel/trammel.h"

/* The maximum number of threads that it starts. */
#define CLI_THREADS_MAX 64

/* Returns a parallel-for on `*threads` threads; the number is read at each call. If a thread cannot
 * be started, the others do its work. */
tmParallel cli_parallel(int *threads);

/* Returns how many processors are online, 1 … CLI_THREADS_MAX. */
int cli_processors(void);

#endif
