/* files.h: how the program reads definitions: files by name, and what they include. */
#ifndef TM_CLI_FILES_H
#define TM_CLI_FILES_H

#include "trammel/trammel.h"

#include <stdio.h>

/* Reads a whole file, or the standard input for "-", into *text, which the caller frees and which
 * is closed by a zero. Returns null, or one line that says why it could not be read, which lives
 * until the next call; *text is then null. */
const char *cli_read_file(const char *path, char **text, size_t *length);

/* The same for a plain file whose path has no links: one that was put there meanwhile is not
 * followed. */
const char *cli_read_plain(const char *path, char **text, size_t *length);

/* Writes the file anew, so that it is never half written: to a file beside it, which then takes its
 * place. A file that is not there is made; what is behind a link is written, not the link. Returns
 * null, or why it could not be done. */
const char *cli_write_file(const char *path, const char *text, size_t length);

/* The same for a path that has no links: one that was put there meanwhile is not followed. */
const char *cli_write_plain(const char *path, const char *text, size_t length);
#define CLI_IS_LINK "a link was put in its place, which is not followed"

/* The same for a file that need not be there, and bytes that are replaced again and again: what a
 * kill leaves beside it, PATH.new, is written over the next time. */
const char *cli_replace_file(const char *path, const void *bytes, size_t length);

/* The path from the folder to what lies below it, null when it does not. Both are without links. */
const char *cli_below(const char *folder, const char *path);

/* What one definition may include: files below its own folder, no links out of it. */
typedef struct cliIncludes cliIncludes;

/* For a definition that was read from `path`, "-" for the standard input, whose folder is the
 * current one. Null when the folder cannot be found or there is no memory. */
cliIncludes *cli_includes_create(const char *path);
void cli_includes_destroy(cliIncludes *includes);

/* A tmIncludeFn, for meshes, too; `user` is the cliIncludes. A path counts from the folder of the
 * file that includes it. */
void cli_include(void *user, const char *from, const char *path, tmIncluded *included);

/* Puts FOLDER/BELOW into `real`, which has room for PATH_MAX bytes, without links; FOLDER is the
 * one that this program lies in. Returns false when there is no such file or folder. */
bool cli_beside_program(const char *below, char *real);

/* Go on with a hash (FNV-1a, 64 bits, from CLI_HASH_START) by bytes, or by all that was included,
 * meshes too. */
#define CLI_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t cli_hash(uint64_t hash, const void *bytes, size_t length);
uint64_t cli_includes_hash(const cliIncludes *includes, uint64_t hash);

/* Prints diagnostics on the standard error, with their lines in the document's texts: all, or those
 * of at least a severity. */
void cli_print_list(const tmDocument *document, const tmDiags *diags);
void cli_print_severe(const tmDocument *document, const tmDiags *diags, tmSeverity least);

/* Prints a text, or prints it on the standard output, as JSON has it, in quotes. */
void cli_print_text(FILE *to, const char *text);
void cli_put_text(const char *text);

/* Prints a diagnostic there as a JSON object in one line. */
void cli_put_diag(const tmDiag *diag);

/* Prints all diagnostics of the document on the standard error, with their lines. */
void cli_print_diags(const tmDocument *document);

#endif
