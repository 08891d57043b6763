/* files.h: reading and writing whole files. */
#ifndef TM_CLI_FILES_H
#define TM_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* Puts FOLDER/BELOW into `real`, which has room for PATH_MAX bytes, without links; FOLDER is the
 * one that this program lies in. Returns false when there is no such file or folder. */
bool cli_beside_program(const char *below, char *real);

/* Goes on with a hash (FNV-1a, 64 bits, from CLI_HASH_START) by bytes. */
#define CLI_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t cli_hash(uint64_t hash, const void *bytes, size_t length);

#endif
