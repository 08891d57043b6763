/* place.h: files that take their place only when they are whole: they are written beside it, and
 * what stood there before stays as it is until then. */
#ifndef TM_CLI_PLACE_H
#define TM_CLI_PLACE_H

#include <stdbool.h>
#include <stdio.h>

/* Room for a path of the system. */
#define CLI_PLACE_MOST 4096

typedef struct cliPlace {
    FILE *f;                   /* for writing and reading */
    char path[CLI_PLACE_MOST]; /* without links */
    char beside[CLI_PLACE_MOST +
                32]; /* where it is until then; "": it is in its place, or is a device */
    unsigned mode;
} cliPlace;

/* Begins a file for `path`. A file that is not there is made; what is behind a link is written, not
 * the link; devices and pipes are written as they are. Returns null, or why it cannot be done. */
const char *cli_place_open(const char *path, cliPlace *place);

/* Lets it take its place, with all that was written; `sync`: it is on the disk then. It stays open
 * and can be written on. Returns null, or why it cannot be done. */
const char *cli_place_take(cliPlace *place, bool sync);

/* Closes it, and removes it unless it took its place. Harmless where it was never opened. */
void cli_place_close(cliPlace *place);

/* Note that a file is read, so that nothing is written over it. */
void cli_note_input(int handle);
void cli_note_input_path(const char *path);

/* Returns whether that file is read by this program. */
bool cli_is_input(const char *path);
bool cli_is_input_handle(int handle);
#define CLI_IS_INPUT "it is what is read: name another file"

#endif
