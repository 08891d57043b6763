/* bytes.c: bytes of a file that is mapped into memory. The system sends SIGBUS for bytes that are
 * no longer there; a handler turns that into a message. */
#define _POSIX_C_SOURCE 200809L
#include "files/files.h"

#include "call/call.h"
#include "text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is read now: the last one that was opened. Its message is prepared, for a handler may not
 * make one. */
static struct {
    const char *from, *to;
    char message[2000];
    volatile sig_atomic_t length;
} guarded;

static void report_cut(int number, siginfo_t *info, void *context) {
    (void)context;
    const char *at = info->si_addr;
    if (guarded.length == 0 || at < guarded.from || at >= guarded.to) {
        signal(number, SIG_DFL); /* a bug of ours: it is raised again */
        return;
    }
    cli_cleanup_now();
    if (write(STDERR_FILENO, guarded.message, (size_t)guarded.length) < 0) {
        _exit(EXIT_USAGE); /* there is no way to report it */
    }
    _exit(EXIT_USAGE);
}

static void guard(const char *command, const char *path, const cliBytes *bytes) {
    struct sigaction action;
    guarded.length = 0;
    guarded.from = bytes->bytes;
    guarded.to = guarded.from + bytes->length;
    int length = snprintf(guarded.message, sizeof guarded.message, "trammel %s: %s: %s\n", command,
                          cli_shown(path), CLI_WAS_CHANGED);
    guarded.length = length < (int)sizeof guarded.message ? length : (int)sizeof guarded.message;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = report_cut;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, NULL);
}

static const char *map(int handle, cliBytes *bytes) {
    struct stat status;
    *bytes = (cliBytes){.bytes = NULL};
    if (fstat(handle, &status) != 0) {
        return strerror(errno);
    }
    if (!S_ISREG(status.st_mode)) {
        return S_ISDIR(status.st_mode) ? "it is a folder" : "it is not a plain file";
    }
    size_t length = (size_t)status.st_size;
    if (length > 0) {
        bytes->handle = dup(handle);
        void *at = bytes->handle < 0 ? MAP_FAILED
                                     : mmap(NULL, length, PROT_READ, MAP_PRIVATE, bytes->handle, 0);
        if (at == MAP_FAILED) {
            int error = errno;
            if (bytes->handle >= 0) {
                close(bytes->handle);
            }
            return strerror(error);
        }
        bytes->bytes = at;
        bytes->length = length;
        bytes->seconds = status.st_mtim.tv_sec;
        bytes->nanoseconds = status.st_mtim.tv_nsec;
    }
    return NULL;
}

/* Bytes from a pipe go to an unnamed file, which can be mapped. What is not a recording may be
 * endless: its first bytes show it. Returns null, or why not. */
static const char *spool(int from, FILE *to) {
    static const char magic[] = "\x89TMR\r\n\x1a\n";
    char buffer[65536];
    ssize_t count;
    size_t got = 0;
    while ((count = read(from, buffer, sizeof buffer)) != 0) {
        if (count < 0 && errno != EINTR) {
            return strerror(errno);
        }
        size_t length = count > 0 ? (size_t)count : 0;
        for (size_t i = 0; i < length && got + i < sizeof magic - 1; i++) {
            if (buffer[i] != magic[got + i]) {
                return CLI_NOT_RECORDED;
            }
        }
        got += length;
        if (fwrite(buffer, 1, length, to) != length) {
            return strerror(errno);
        }
    }
    return fflush(to) == 0 ? NULL : strerror(errno);
}

/* The same for what may be a pipe. */
static const char *map_any(int handle, cliBytes *bytes) {
    struct stat status;
    if (fstat(handle, &status) != 0) {
        return strerror(errno);
    }
    if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) {
        return map(handle, bytes);
    }
    FILE *f = tmpfile();
    const char *why = f ? spool(handle, f) : strerror(errno);
    why = why ? why : map(fileno(f), bytes);
    if (f) {
        fclose(f);
    }
    return why;
}

const char *cli_bytes_open(const char *command, const char *path, cliBytes *bytes) {
    *bytes = (cliBytes){.bytes = NULL};
    int handle = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY);
    if (handle < 0) {
        return strerror(errno);
    }
    cli_note_input(handle);
    const char *why = map_any(handle, bytes);
    close(handle);
    bytes->path = path;
    if (bytes->bytes) {
        guard(command, path, bytes);
    }
    return why;
}

const char *cli_bytes_of(const char *command, const char *path, FILE *f, cliBytes *bytes) {
    const char *why = map(fileno(f), bytes);
    bytes->path = path;
    if (bytes->bytes) {
        guard(command, path, bytes);
    }
    return why;
}

void cli_bytes_close(cliBytes *bytes) {
    if (bytes->bytes) {
        guarded.length = 0;
        munmap(bytes->bytes, bytes->length);
        close(bytes->handle);
    }
    *bytes = (cliBytes){.bytes = NULL};
}

const char *cli_bytes_change(const cliBytes *bytes) {
    struct stat now;
    if (!bytes->bytes) {
        return NULL;
    }
    if (fstat(bytes->handle, &now) != 0) {
        return strerror(errno);
    }
    bool same = (size_t)now.st_size == bytes->length && now.st_mtim.tv_sec == bytes->seconds &&
                now.st_mtim.tv_nsec == bytes->nanoseconds;
    return same ? NULL : CLI_WAS_CHANGED;
}
