/* includes.h: what a definition includes. */
#ifndef TM_CLI_INCLUDES_H
#define TM_CLI_INCLUDES_H

#include "trammel/trammel.h"

/* What one definition may include: files below its own folder, no links out of it. */
typedef struct cliIncludes cliIncludes;

/* For a definition that was read from `path`, "-" for the standard input, whose folder is the
 * current one. Null when the folder cannot be found or there is no memory. */
cliIncludes *cli_includes_create(const char *path);
void cli_includes_destroy(cliIncludes *includes);

/* A tmIncludeFn, for meshes, too; `user` is the cliIncludes. A path counts from the folder of the
 * file that includes it. */
void cli_include(void *user, const char *from, const char *path, tmIncluded *included);

/* Goes on with a hash (cli_hash) by all that was included, meshes too. */
uint64_t cli_includes_hash(const cliIncludes *includes, uint64_t hash);

#endif
