/* output.c: files that commands write, and bytes that they read as they lie on the disk. */
#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double cli_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Writing ------------------------------------------------------------------------------- */

void cli_write(void *user, const char *bytes, size_t count) {
    fwrite(bytes, 1, count, user);
}

bool cli_output_open(const char *command, const char *path, cliOutput *output) {
    *output = (cliOutput){.command = command, .path = path, .to = stdout};
    if (path) {
        output->to = fopen(path, "wb");
    }
    if (!output->to) {
        fprintf(stderr, "trammel %s: %s: %s\n", command, path, strerror(errno));
    }
    return output->to != NULL;
}

int cli_output_close(cliOutput *output, tmStatus status, const char *why) {
    bool failed = fflush(output->to) != 0;
    int problem = errno;
    failed |= ferror(output->to) != 0;
    if (output->path && fclose(output->to) != 0 && !failed) {
        failed = true;
        problem = errno;
    }
    if (status == TM_OK && !failed) {
        return EXIT_DONE;
    }
    fprintf(stderr, "trammel %s: %s: %s\n", output->command,
            output->path ? output->path : "<stdout>",
            failed ? strerror(problem)
            : why  ? why
                   : tm_status_message(status));
    if (output->path) {
        remove(output->path);
    }
    return failed ? EXIT_USAGE : EXIT_NO;
}

/* ---- Reading ------------------------------------------------------------------------------- */

static const char *map(int handle, cliBytes *bytes) {
    struct stat status;
    *bytes = (cliBytes){.bytes = NULL};
    if (fstat(handle, &status) != 0) {
        return strerror(errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a plain file";
    }
    if (status.st_size > 0) {
        void *at = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, handle, 0);
        if (at == MAP_FAILED) {
            return strerror(errno);
        }
        *bytes = (cliBytes){at, (size_t)status.st_size};
    }
    return NULL;
}

const char *cli_bytes_open(const char *path, cliBytes *bytes) {
    int handle = open(path, O_RDONLY);
    if (handle < 0) {
        return strerror(errno);
    }
    const char *why = map(handle, bytes);
    close(handle);
    return why;
}

const char *cli_bytes_of(FILE *f, cliBytes *bytes) {
    return map(fileno(f), bytes);
}

void cli_bytes_close(cliBytes *bytes) {
    if (bytes->bytes) {
        munmap(bytes->bytes, bytes->length);
    }
    *bytes = (cliBytes){.bytes = NULL};
}
