/* text.c: bounded text building; no printf in the core, since it would bring stdio into WASM. */
#include "base/text/text.h"

#include <string.h>

void tmi_text_init(tmiText *text, char *buffer, size_t size) {
    *text = (tmiText){buffer, size, 0, 0};
    if (size) {
        buffer[0] = '\0';
    }
}

size_t tmi_utf8_length(const char *at) {
    unsigned char lead = (unsigned char)at[0];
    size_t length = lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (lead >= 0xf8) {
        return 1;
    }
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)at[i] & 0xc0) != 0x80) {
            return 1;
        }
    }
    return length;
}

bool tmi_utf8_is_character(const char *at, size_t length) {
    const unsigned char *text = (const unsigned char *)at;
    if (length == 1) {
        return text[0] < 0x80;
    }
    if (length == 2) {
        return text[0] >= 0xc2;
    }
    if (length == 3) {
        return (text[0] != 0xe0 || text[1] >= 0xa0) && (text[0] != 0xed || text[1] < 0xa0);
    }
    return text[0] <= 0xf4 && (text[0] != 0xf0 || text[1] >= 0x90) &&
           (text[0] != 0xf4 || text[1] < 0x90);
}

bool tmi_utf8_is_shown(const char *at, size_t length) {
    const unsigned char *text = (const unsigned char *)at;
    if (!tmi_utf8_is_character(at, length)) {
        return false;
    }
    uint32_t code = length == 1   ? text[0]
                    : length == 2 ? (text[0] & 0x1fu) << 6 | (text[1] & 0x3fu)
                    : length == 3
                        ? (text[0] & 0x0fu) << 12 | (text[1] & 0x3fu) << 6 | (text[2] & 0x3fu)
                        : 0x10000;
    return !(code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
             (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
             (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || code == 0xfffe ||
             code == 0xffff);
}

void tmi_text_add_bytes(tmiText *text, const char *added, size_t length) {
    size_t room = text->size ? text->size - 1 - text->kept : 0;
    size_t fits = text->kept == text->need ? length : 0;
    if (fits > room) {
        /* Cut before the character that would stand across the end. */
        size_t at = 0;
        for (size_t step = tmi_utf8_length(added); at + step <= room;
             step = tmi_utf8_length(added + at)) {
            at += step;
        }
        fits = at;
    }
    if (fits) {
        memcpy(text->buffer + text->kept, added, fits);
        text->kept += fits;
        text->buffer[text->kept] = '\0';
    }
    text->need += length;
}

void tmi_text_add(tmiText *text, const char *added) {
    tmi_text_add_bytes(text, added, strlen(added));
}

void tmi_text_add_int(tmiText *text, int64_t number) {
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? 0u - (uint64_t)number : (uint64_t)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0) {
        tmi_text_add_bytes(text, "-", 1);
    }
    tmi_text_add_bytes(text, digits + at, sizeof digits - at);
}
