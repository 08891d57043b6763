/* threads.c: tasks are taken from a shared counter, so uneven ones balance by themselves. */
#define _POSIX_C_SOURCE 200809L
#include "commands/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct Work {
    tmTask *task;
    void *context;
    int32_t count;
    _Atomic int32_t next;
} Work;

static void *work_through(void *argument) {
    Work *work = argument;
    int32_t index;
    while ((index = atomic_fetch_add(&work->next, 1)) < work->count) {
        work->task(work->context, index);
    }
    return NULL;
}

static void run(void *user, int32_t count, tmTask *task, void *context) {
    Work work = {.task = task, .context = context, .count = count};
    pthread_t threads[CLI_THREADS_MAX];
    int wanted = *(const int *)user;
    int started = 0;
    while (started < wanted - 1 && started < CLI_THREADS_MAX &&
           pthread_create(&threads[started], NULL, work_through, &work) == 0) {
        started++;
    }
    work_through(&work);
    while (started > 0) {
        pthread_join(threads[--started], NULL);
    }
}

tmParallel cli_parallel(int *threads) {
    return (tmParallel){run, threads};
}

int cli_processors(void) {
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online < 1 ? 1 : online > CLI_THREADS_MAX ? CLI_THREADS_MAX : (int)online;
}
