/* text.h: texts: copies, numbers to and from text, and output into buffers. */
#ifndef TMI_TEXT_H
#define TMI_TEXT_H

#include "trammel/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- text.c ---------------------------------------------------------------------------------- */

/* Writes text into a buffer of fixed size, counting what did not fit. */

typedef struct tmiText {
    char *buffer; /* may be null when size is 0 */
    size_t size;  /* bytes in buffer, with room for the closing zero */
    size_t need;  /* bytes of the whole text so far, without the closing zero */
    size_t kept;  /* bytes of it that stand in buffer */
} tmiText;

/* Starts an empty text in `buffer`. */
void tmi_text_init(tmiText *text, char *buffer, size_t size);

/* Append: a text, the first `length` bytes of one, a whole number. Once something did not fit,
 * nothing more is written, so that the buffer holds a beginning of the whole. */
void tmi_text_add(tmiText *text, const char *added);
void tmi_text_add_bytes(tmiText *text, const char *added, size_t length);
void tmi_text_add_int(tmiText *text, int64_t number);

/* Append a number with `decimals` places behind the point (at most TMI_TEXT_DECIMALS; none: no
 * point), rounded as printf("%.*f") does: to nearest of the exact binary value, halves to even.
 * The second leaves out closing zeros and the sign of zero: 12.5, 3, 0. */
#define TMI_TEXT_DECIMALS 30
void tmi_text_add_double(tmiText *text, double number, int32_t decimals);
void tmi_text_add_short(tmiText *text, double number, int32_t decimals);

/* Appends a number with this many significant digits (1 … TMI_TEXT_DIGITS), rounded likewise,
 * without closing zeros, so that it reads as a number with a point in C, JSON and Lisp: 1.0,
 * -58.86, 0.0. Below 10^TMI_TEXT_PLAIN_MIN, and from 10^TMI_TEXT_PLAIN_MAX on, with a power of
 * ten: 1.5e-17. Zero has no sign. */
#define TMI_TEXT_DIGITS 17
#define TMI_TEXT_PLAIN_MIN (-4)
#define TMI_TEXT_PLAIN_MAX 15
void tmi_text_add_digits(tmiText *text, double number, int32_t count);

/* Appends a number with up to six significant digits, for people: 12, 0.25, 1.5e-9; "-" for NaN. */
void tmi_text_add_rounded(tmiText *text, double number);

/* Appends the shortest decimal that reads back as the same double, of several the nearest: 0.1,
 * 1e-7, -0, nan, -inf. At most 24 bytes. */
void tmi_text_add_shortest(tmiText *text, double number);

/* Returns the double nearest to the decimal number that `text` begins with, times 10^tens: digits
 * with at most one point, then e or E with an exponent, no sign in front. Halves go to even, what
 * is too large to infinity. *used is the number of the `length` bytes that belong to it; 0: none,
 * and the result is 0. An e without digits behind it does not belong to it. */
double tmi_text_read_double(const char *text, int32_t length, int32_t tens, int32_t *used);

/* Returns the bytes of the UTF-8 character at `at`, 1 … 4; 1 for a byte that starts none. Never
 * reaches past a closing zero. */
size_t tmi_utf8_length(const char *at);

/* Returns whether the `length` bytes at `at`, as tmi_utf8_length counts them, are one character,
 * and no surrogate. */
bool tmi_utf8_is_character(const char *at, size_t length);

/* The same for a character that is allowed in a picture or a table: not a control of C0 or C1, none
 * that changes the direction of writing or ends a line, none that XML forbids. */
bool tmi_utf8_is_shown(const char *at, size_t length);

/* ---- output.c -------------------------------------------------------------------------------- */

/* Text of any length through a caller's function, handed over in pieces. */

#define TMI_OUTPUT_BUFFER 4096

typedef struct tmiOutput {
    tmWriteFn *write;
    void *user;
    size_t used;
    char buffer[TMI_OUTPUT_BUFFER];
} tmiOutput;

void tmi_output_init(tmiOutput *out, tmWriteFn *write, void *user);

/* Hands over what is still in the buffer. */
void tmi_output_flush(tmiOutput *out);

/* Append: a text, the first `count` bytes of one, a whole number, a number with significant digits
 * as tmi_text_add_digits writes it. */
void tmi_output_add(tmiOutput *out, const char *text);
void tmi_output_add_bytes(tmiOutput *out, const char *bytes, size_t count);
void tmi_output_add_int(tmiOutput *out, int64_t number);
void tmi_output_add_digits(tmiOutput *out, double number, int32_t count);

/* Appends the first `length` bytes of a text as a string of JSON, with its quotes. Controls are
 * escaped, and bytes that are not characters become U+FFFD. */
void tmi_output_add_string(tmiOutput *out, const char *text, size_t length);

/* ---- json.c ---------------------------------------------------------------------------------- */

/* JSON piece by piece; commas come by themselves. */
typedef struct tmiJson {
    tmiOutput out;
    bool is_first; /* of its list or object */
} tmiJson;

void tmi_json_init(tmiJson *json, tmWriteFn *write, void *user);

/* Open and close objects and lists; `key` is null within lists. */
void tmi_json_open(tmiJson *json, const char *key, char bracket);
void tmi_json_close(tmiJson *json, char bracket);

/* Values; `key` is null within lists. Numbers that are not finite, and null texts, are null. */
void tmi_json_text(tmiJson *json, const char *key, const char *text);
void tmi_json_bytes(tmiJson *json, const char *key, const char *text, size_t length);
void tmi_json_number(tmiJson *json, const char *key, double number);
void tmi_json_int(tmiJson *json, const char *key, int64_t number);
void tmi_json_truth(tmiJson *json, const char *key, bool truth);
void tmi_json_null(tmiJson *json, const char *key);

/* Begins a line before the next value of a list. */
void tmi_json_new_line(tmiJson *json);

#endif
