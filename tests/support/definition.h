/* definition.h: texts of the language in tests: scanned, parsed, shown as one line. */
#ifndef TM_TEST_DEFINITION_H
#define TM_TEST_DEFINITION_H

#include "define/language/syntax/syntax.h"
#include "test.h"

/* A text with all that was made of it. Lives until the case's end. */
typedef struct Definition {
    tmTest *t;
    char *text;
    tmDiags *diags;
    tmiReporter reporter;
    tmiTokens tokens;
    tmiTree tree;
} Definition;

/* Scans and parses the first `length` bytes of `text`: as a file, or as one expression. Null when
 * memory runs out, which the case has then been reported. */
Definition *definition_of_bytes(tmTest *t, const char *text, size_t length, bool is_expression);
Definition *definition_of(tmTest *t, const char *text);
Definition *definition_of_expression(tmTest *t, const char *text);

/* Reads a whole file; null when it cannot be read. Lives until the case's end. */
char *definition_file(tmTest *t, const char *path);

/* The tree as text: `(+ 1 (call f x))`. Lives until the case's end. */
const char *definition_tree(const Definition *d);

/* All messages as tm_diag_format writes them. Lives until the case's end. */
const char *definition_messages(const Definition *d);

/* What the tree promises whatever the text: parents and children fit, spans lie within each other,
 * every token but comments, `;` and closing words belongs to a node. Null, or what is broken. */
const char *definition_broken(const Definition *d);

#endif
