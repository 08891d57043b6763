/* driver.c: prints the hash of tm_bits_hash, and one of a few formulas of its own, for the compiler
 * and flags that it was built with. It is also a host with threads: the last argument is their
 * number. Usage: driver PROBLEMS SEED THREADS */
#include "trammel/trammel.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS_MAX 64

typedef struct Job {
    tmTask *task;
    void *context;
    int32_t count;
    atomic_int next;
} Job;

static void *work(void *argument) {
    Job *job = argument;
    for (int i = atomic_fetch_add(&job->next, 1); i < job->count;
         i = atomic_fetch_add(&job->next, 1)) {
        job->task(job->context, i);
    }
    return NULL;
}

/* Threads take the pieces as they come, so that their order differs from run to run. */
static void run_threads(void *user, int32_t count, tmTask *task, void *context) {
    const int *threads = user;
    Job job = {.task = task, .context = context, .count = count};
    pthread_t started[THREADS_MAX];
    for (int i = 0; i < *threads; i++) {
        if (pthread_create(&started[i], NULL, work, &job) != 0) {
            abort();
        }
    }
    for (int i = 0; i < *threads; i++) {
        pthread_join(started[i], NULL);
    }
}

/* Sums of products and roots whose last bits a fused operation, a reordered sum or another root
 * would change: what the test itself is tested with. */
static uint64_t control(void) {
    volatile double seed = 0.7; /* keeps the compiler from computing it all beforehand */
    double x = seed;
    double sum = 0.0;
    for (int i = 0; i < 1000; i++) {
        x = 3.9 * x * (1.0 - x);
        sum += sqrt(x) * x - x / 3.0;
    }
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return bits;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        return 2;
    }
    int threads = atoi(argv[3]);
    if (threads < 0 || threads > THREADS_MAX) {
        return 2;
    }
    tmParallel parallel = {run_threads, &threads};
    uint64_t hash = 0;
    tmStatus status = tm_bits_hash(NULL, threads ? &parallel : NULL, atoi(argv[1]),
                                   strtoull(argv[2], NULL, 10), &hash);
    if (status != TM_OK) {
        fprintf(stderr, "%s\n", tm_status_message(status));
        return 1;
    }
    printf("%" PRIu64 " %" PRIu64 "\n", hash, control());
    return 0;
}
