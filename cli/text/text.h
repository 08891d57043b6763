/* text.h: texts as they are shown and printed: the door of this folder. */
#ifndef TM_CLI_TEXT_H
#define TM_CLI_TEXT_H

#include "trammel/trammel.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- shown.c --------------------------------------------------------------------------------- */

/* Text that others wrote (names of files, lines of definitions, names in recordings) as it may go
 * to a terminal: control characters, also those of the direction of writing, are spelled out. */

/* Room for a character that is spelled out, with its closing zero. */
#define CLI_SPELLED_MAX 12

/* Reads the first character of `length` bytes (at least 1) of UTF-8 and returns its bytes. *code is
 * its number; for a byte that does not belong to one it is negative, and 1 is returned. */
size_t cli_character(const char *text, size_t length, int32_t *code);

/* Puts what stands for the first character of `length` bytes into `spelled`: itself, or \x1b,
 * \u202e. Returns the bytes that were read. */
size_t cli_spell(const char *text, size_t length, char spelled[CLI_SPELLED_MAX]);

/* Returns the text with such characters spelled out, a newline, too. It lives until the eighth call
 * from here: a message may name several. If memory runs out it is "?". */
const char *cli_shown(const char *text);
const char *cli_shown_part(const char *text, size_t length);

/* Prints lines: newlines and tabs stay. A line of carets below another one is stretched with it. */
void cli_print_shown(FILE *to, const char *lines);

/* Puts a number of bytes as people say it: 1.52 kB, 4 GB. */
#define CLI_SIZE_MAX 32
const char *cli_size_text(uint64_t bytes, char text[CLI_SIZE_MAX]);

/* ---- print.c: diagnostics and texts, for people and as JSON ---------------------------------- */

/* Prints diagnostics on the standard error, with their lines in the document's texts: all, or those
 * of at least a severity. */
void cli_print_list(const tmDocument *document, const tmDiags *diags);
void cli_print_severe(const tmDocument *document, const tmDiags *diags, tmSeverity min);

/* Prints a text, or prints it on the standard output, as JSON has it, in quotes. */
void cli_print_text(FILE *to, const char *text);
void cli_put_text(const char *text);

/* Prints a diagnostic there as a JSON object in one line. */
void cli_put_diag(const tmDiag *diag);

/* Prints all diagnostics of the document on the standard error, with their lines. */
void cli_print_diags(const tmDocument *document);

#endif
