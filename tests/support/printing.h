/* printing.h: what must hold of every text that is printed in its canonical layout. */
#ifndef TM_TEST_PRINTING_H
#define TM_TEST_PRINTING_H

#include "test.h"

/* Prints a text without mistakes, parses what came out and prints it again: tree and tokens (except
 * for `;`) are the same, and the second text is the first. Returns what was printed, which lives
 * until the case's end; null after a failure. */
const char *printing_check(tmTest *t, const char *text);

#endif
