/* grammar.h: random texts of the definition language, made by its grammar. */
#ifndef TM_TEST_GRAMMAR_H
#define TM_TEST_GRAMMAR_H

#include <stddef.h>
#include <stdint.h>

/* Writes a file that docs/language.md allows, with comments, odd white space and `;` left out where
 * that is allowed; closed by a zero. Returns its bytes, less than `size`. The same seed gives the
 * same text. */
size_t grammar_text(uint64_t seed, char *buffer, size_t size);

#endif
