/* names.h: what the files of a run are called. */
#ifndef TM_CLI_NAMES_H
#define TM_CLI_NAMES_H

#include <stdbool.h>

/* Puts the name of a file without its folder and ending into `name`, "stdin" for "-"; it leaves
 * room for the number of a run. */
#define CLI_NAME_MOST 240
void cli_base_name(const char *path, char name[CLI_NAME_MOST]);

/* Puts the name of the definition into `name` whose run may write a file called so: without its
 * ending for 0, then without "-2", "-plot" and such, one of them less each time. Returns false when
 * there is none any more. */
bool cli_run_stem(const char *file, int less, char name[CLI_NAME_MOST]);

#endif
