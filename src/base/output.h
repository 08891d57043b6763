/* output.h: text of any length through a caller's function, handed over in pieces. */
#ifndef TMI_OUTPUT_H
#define TMI_OUTPUT_H

#include "trammel/base.h"

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

/* Appends a text as a string of JSON, with its quotes. Bytes beyond ASCII stay as they are. */
void tmi_output_add_string(tmiOutput *out, const char *text);

#endif
