/* svg.c: elements, attributes and paths as text. */
#include "report/svg/svg.h"

#include <string.h>

#define PX_MAX 1e6

void tmi_svg_init(tmiSvg *svg, tmWriteFn *write, void *user) {
    tmi_output_init(&svg->out, write, user);
}

void tmi_svg_flush(tmiSvg *svg) {
    tmi_output_flush(&svg->out);
}

void tmi_svg_raw(tmiSvg *svg, const char *text) {
    tmi_output_add(&svg->out, text);
}

void tmi_svg_escaped(tmiSvg *svg, const char *text) {
    while (*text) {
        unsigned char byte = (unsigned char)*text;
        size_t length = tmi_utf8_length(text);
        const char *instead = byte == '&'                        ? "&amp;"
                              : byte == '<'                      ? "&lt;"
                              : byte == '>'                      ? "&gt;"
                              : byte == '"'                      ? "&quot;"
                              : !tmi_utf8_is_shown(text, length) ? "?"
                                                                 : NULL;
        if (instead) {
            tmi_svg_raw(svg, instead);
        } else {
            tmi_output_add_bytes(&svg->out, text, length);
        }
        text += length;
    }
}

void tmi_svg_unit(tmiSvg *svg, const char *unit) {
    static const char *const signs[][2] = {
        {" ", "·"}, {"*", "·"}, {"^2", "²"}, {"^3", "³"}, {"^-1", "⁻¹"}};
    while (*unit) {
        const char *instead = NULL;
        char letter[5] = {0};
        size_t length = tmi_utf8_length(unit);
        memcpy(letter, unit, length);
        for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !instead; i++) {
            size_t count = strlen(signs[i][0]);
            if (strncmp(unit, signs[i][0], count) == 0) {
                instead = signs[i][1];
                length = count;
            }
        }
        tmi_svg_escaped(svg, instead ? instead : letter);
        unit += length;
    }
}

void tmi_svg_number(tmiSvg *svg, double number) {
    char digits[32];
    tmiText text;
    double cut = number > PX_MAX ? PX_MAX : number > -PX_MAX ? number : -PX_MAX;
    tmi_text_init(&text, digits, sizeof digits);
    tmi_text_add_short(&text, cut, 2);
    tmi_svg_raw(svg, digits);
}

void tmi_svg_open(tmiSvg *svg, const char *name) {
    tmi_svg_raw(svg, "<");
    tmi_svg_raw(svg, name);
}

void tmi_svg_attr(tmiSvg *svg, const char *name, const char *value) {
    tmi_svg_raw(svg, " ");
    tmi_svg_raw(svg, name);
    tmi_svg_raw(svg, "=\"");
    tmi_svg_escaped(svg, value);
    tmi_svg_raw(svg, "\"");
}

void tmi_svg_attr_number(tmiSvg *svg, const char *name, double value) {
    tmi_svg_raw(svg, " ");
    tmi_svg_raw(svg, name);
    tmi_svg_raw(svg, "=\"");
    tmi_svg_number(svg, value);
    tmi_svg_raw(svg, "\"");
}

void tmi_svg_end(tmiSvg *svg, bool empty) {
    tmi_svg_raw(svg, empty ? "/>\n" : ">");
}

void tmi_svg_close(tmiSvg *svg, const char *name) {
    tmi_svg_raw(svg, "</");
    tmi_svg_raw(svg, name);
    tmi_svg_raw(svg, ">\n");
}

void tmi_svg_path_point(tmiSvg *svg, char command, double x, double y) {
    const char text[2] = {command, '\0'};
    tmi_svg_raw(svg, text);
    tmi_svg_number(svg, x);
    tmi_svg_raw(svg, ",");
    tmi_svg_number(svg, y);
}

void tmi_svg_path_arc(tmiSvg *svg, double radius, bool large, double x, double y) {
    tmi_svg_path_point(svg, 'A', radius, radius);
    tmi_svg_raw(svg, large ? " 0 1 0 " : " 0 0 0 ");
    tmi_svg_number(svg, x);
    tmi_svg_raw(svg, ",");
    tmi_svg_number(svg, y);
}

void tmi_svg_line(tmiSvg *svg, double x, double y, double u, double v) {
    tmi_svg_raw(svg, "<path d=\"");
    tmi_svg_path_point(svg, 'M', x, y);
    tmi_svg_path_point(svg, 'L', u, v);
    tmi_svg_raw(svg, "\"/>\n");
}
