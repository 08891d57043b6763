/* scan_letters.c: characters past ASCII: whether they are UTF-8, and which of them names may have.
 */
#include "define/language/tokens/scan_private.h"

int32_t tmi_scan_utf8_length(const char *at) {
    unsigned char lead = (unsigned char)at[0];
    if (lead < 0x80) {
        return lead != 0;
    }
    int32_t length = (int32_t)tmi_utf8_length(at);
    unsigned char second = length > 1 ? (unsigned char)at[1] : 0;
    bool overlong =
        lead < 0xc2 || (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    bool beyond = lead > 0xf4 || (lead == 0xf4 && second > 0x8f) || (lead == 0xed && second > 0x9f);
    return length == 1 || overlong || beyond ? 0 : length;
}

/* Letters past ASCII that names may have: those of XML's names (NameStartChar of XML 1.0), without
 * the punctuation and the invisible characters among them, and marks that combine with letters. */
static bool is_name_character(uint32_t c) {
    static const uint32_t ranges[][2] = {
        {0xaa, 0xaa},       {0xba, 0xba},      {0xc0, 0xd6},     {0xd8, 0xf6},     {0xf8, 0x37d},
        {0x37f, 0x386},     {0x388, 0x1fff},   {0x2070, 0x209c}, {0x2102, 0x2188}, {0x2c00, 0x2dff},
        {0x3005, 0x3007},   {0x3021, 0x302f},  {0x3031, 0x3035}, {0x3041, 0xd7ff}, {0xf900, 0xfdcf},
        {0xfdf0, 0xfdff},   {0xfe70, 0xfefc},  {0xff21, 0xff3a}, {0xff41, 0xff5a}, {0xff66, 0xffdc},
        {0x10000, 0x1efff}, {0x20000, 0x3ffff}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (c >= ranges[i][0] && c <= ranges[i][1]) {
            return true;
        }
    }
    return false;
}

int32_t tmi_scan_letter_length(const char *at, bool is_broken) {
    const unsigned char *b = (const unsigned char *)at;
    int32_t length = b[0] < 0x80 ? 0 : tmi_scan_utf8_length(at);
    if (length == 0) {
        return b[0] >= 0x80 && is_broken;
    }
    uint32_t c = length == 2 ? b[0] & 0x1fu : length == 3 ? b[0] & 0x0fu : b[0] & 0x07u;
    for (int32_t i = 1; i < length; i++) {
        c = c << 6 | (b[i] & 0x3fu);
    }
    return is_name_character(c) ? length : 0;
}
