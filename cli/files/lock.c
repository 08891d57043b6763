/* lock.c: one run at a time writes the files of a name. The lock is the system's, on a file beside
 * them: it goes with the program, so that what a kill leaves does not block others. */
#define _GNU_SOURCE
#include "files/files.h"

#include "text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The lock that this program holds: its own files are not locked to it. */
static const cliLock *held;

/* The former owner may have removed the file while this one waited: then the lock is useless. */
static bool is_in_place(const cliLock *lock) {
    struct stat mine, there;
    return fstat(lock->handle, &mine) == 0 && stat(lock->path, &there) == 0 &&
           mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
}

/* Returns null, or why not. File systems without locks are written without one. */
static const char *take(cliLock *lock) {
    for (;;) {
        lock->handle = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (lock->handle < 0) {
            return strerror(errno);
        }
        if (flock(lock->handle, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            return CLI_IS_LOCKED ", or choose another folder";
        }
        if (is_in_place(lock)) {
            return NULL;
        }
        close(lock->handle);
    }
}

bool cli_lock_take(const char *command, const char *folder, const char *name, cliLock *lock) {
    lock->handle = -1;
    int length = snprintf(lock->path, sizeof lock->path, "%s/.%s.lock", folder, name);
    const char *why =
        length < 0 || (size_t)length >= sizeof lock->path ? strerror(ENAMETOOLONG) : take(lock);
    if (why) {
        fprintf(stderr, "trammel %s: %s/%s.rec: %s\n", command, cli_shown(folder), cli_shown(name),
                why);
        if (lock->handle >= 0) {
            close(lock->handle);
        }
        lock->handle = -1;
        return false;
    }
    cli_cleanup_add(lock->path);
    held = lock;
    return true;
}

void cli_lock_release(cliLock *lock) {
    if (lock->handle >= 0) {
        unlink(lock->path);
        cli_cleanup_drop(lock->path);
        close(lock->handle);
        held = NULL;
    }
    lock->handle = -1;
}

/* ---- Files that other commands replace ----------------------------------------------------- */

/* Whether another program holds the lock of that file. */
static bool is_taken(const char *path) {
    struct stat there, mine;
    int handle = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (handle < 0) {
        return false;
    }
    bool own = held && fstat(handle, &there) == 0 && fstat(held->handle, &mine) == 0 &&
               mine.st_dev == there.st_dev && mine.st_ino == there.st_ino;
    bool taken = !own && flock(handle, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    close(handle);
    return taken;
}

bool cli_is_locked(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    char lock[CLI_PLACE_MAX], stem[CLI_NAME_MAX];
    bool taken = false;
    for (int count = 0; !taken && cli_run_stem(base, count, stem); count++) {
        int length = snprintf(lock, sizeof lock, "%.*s.%s.lock", (int)(base - path), path, stem);
        taken = length > 0 && (size_t)length < sizeof lock && is_taken(lock);
    }
    return taken;
}
