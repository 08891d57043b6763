/* print.h: diagnostics and texts, for people and as JSON. */
#ifndef TM_CLI_PRINT_H
#define TM_CLI_PRINT_H

#include "trammel/trammel.h"

#include <stdio.h>

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
