/* reading.c: the program's files for one that only reads: nothing is written, so that no input has
 * to be known. */
#include "files/files.h"

const char *cli_place_open(const char *path, cliPlace *place) {
    (void)path, (void)place;
    return "this program only reads";
}

const char *cli_place_take(cliPlace *place, bool sync) {
    (void)place, (void)sync;
    return "this program only reads";
}

void cli_place_close(cliPlace *place) {
    (void)place;
}

void cli_note_input(int handle) {
    (void)handle;
}
