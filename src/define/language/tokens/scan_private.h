/* scan_private.h: what the files of the scanner share. */
#ifndef TMI_SCAN_PRIVATE_H
#define TMI_SCAN_PRIVATE_H

#include "define/language/tokens/tokens.h"

/* Bytes of the character at `at`, or 0 where it is not UTF-8 or a zero. */
int32_t tmi_scan_utf8_length(const char *at);

/* Bytes of the letter past ASCII at `at`; 0: there is none. In a broken text, one that is not
 * UTF-8, its other bytes stand for letters. */
int32_t tmi_scan_letter_length(const char *at, bool is_broken);

/* What stands at `start` out of habit, in a text that is closed by a zero: quotes, braces and
 * comments of other languages. Length 0: nothing. */
typedef struct tmiHabit {
    int32_t length; /* bytes */
    uint16_t word;  /* the tmiWord that it stands for; 0: none */
    const char *hint;
} tmiHabit;
tmiHabit tmi_scan_habit(const char *text, int32_t start);

/* What to write instead of bytes that are not a token; null: nothing is known about them. */
const char *tmi_bad_hint(const char *at);

#endif
