/* scan_private.h: what the files of the scanner share. */
#ifndef TMI_SCAN_PRIVATE_H
#define TMI_SCAN_PRIVATE_H

#include "define/language/tokens/tokens.h"

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
