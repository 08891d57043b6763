/* lock.h: one run at a time writes the files of a name. */
#ifndef TM_CLI_LOCK_H
#define TM_CLI_LOCK_H

#include "place.h"

typedef struct cliLock {
    int handle; /* negative: nothing is locked */
    char path[CLI_PLACE_MOST];
} cliLock;

/* Locks what is written to FOLDER/NAME… until it is released or the program ends, however it ends.
 * Says that another run writes there, or why it cannot, and returns false. */
bool cli_lock_take(const char *command, const char *folder, const char *name, cliLock *lock);
void cli_lock_release(cliLock *lock);

/* Returns whether the file, which need not be there, is one that a run of another program writes or
 * will write at its end. */
bool cli_is_locked(const char *path);
#define CLI_IS_LOCKED "another run writes to it: wait for that"

#endif
