/* texts.h: definitions for fuzzers: a file of some folders, with words, numbers and lines
 * exchanged. */
#ifndef TM_FUZZ_TEXTS_H
#define TM_FUZZ_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEXT_MAX 9000

/* Puts the text that these bytes choose into `text`, which has room for TEXT_MAX and a zero: two
 * bytes for the file, of all .tml of the folders (closed by a null; read once), four for each
 * exchange. False where there are no bytes or files. */
bool text_make(const char *const *folders, const uint8_t *data, size_t size, char *text);

#endif
