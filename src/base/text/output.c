/* output.c: text in a buffer that is handed over when it is full. */
#include "base/text/text.h"

#include <string.h>

void tmi_output_init(tmiOutput *out, tmWriteFn *write, void *user) {
    out->write = write;
    out->user = user;
    out->used = 0;
}

void tmi_output_flush(tmiOutput *out) {
    if (out->used) {
        out->write(out->user, out->buffer, out->used);
        out->used = 0;
    }
}

void tmi_output_add_bytes(tmiOutput *out, const char *bytes, size_t count) {
    while (count > 0) {
        if (out->used == TMI_OUTPUT_BUFFER) {
            tmi_output_flush(out);
        }
        size_t room = TMI_OUTPUT_BUFFER - out->used;
        size_t part = count < room ? count : room;
        memcpy(out->buffer + out->used, bytes, part);
        out->used += part;
        bytes += part;
        count -= part;
    }
}

void tmi_output_add(tmiOutput *out, const char *text) {
    tmi_output_add_bytes(out, text, strlen(text));
}

void tmi_output_add_int(tmiOutput *out, int64_t number) {
    char digits[32];
    tmiText text;
    tmi_text_init(&text, digits, sizeof digits);
    tmi_text_add_int(&text, number);
    tmi_output_add(out, digits);
}

void tmi_output_add_digits(tmiOutput *out, double number, int32_t count) {
    char digits[48];
    tmiText text;
    tmi_text_init(&text, digits, sizeof digits);
    tmi_text_add_digits(&text, number, count);
    tmi_output_add(out, digits);
}

void tmi_output_add_string(tmiOutput *out, const char *text, size_t length) {
    static const char hex[] = "0123456789abcdef";
    tmi_output_add(out, "\"");
    for (size_t i = 0, step; i < length; i += step) {
        unsigned char byte = (unsigned char)text[i];
        step = byte ? tmi_utf8_length(text + i) : 1;
        if (byte < 0x20 || byte == 0x7f) {
            const char code[] = {'\\', 'u', '0', '0', hex[byte >> 4], hex[byte & 15]};
            tmi_output_add_bytes(out, code, sizeof code);
        } else if (tmi_utf8_is_character(text + i, step)) {
            tmi_output_add(out, byte == '"' || byte == '\\' ? "\\" : "");
            tmi_output_add_bytes(out, text + i, step);
        } else {
            tmi_output_add(out, "\\ufffd");
            step = 1;
        }
    }
    tmi_output_add(out, "\"");
}
