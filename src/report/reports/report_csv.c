/* report_csv.c: frames as comma-separated values, as RFC 4180 has them except for lines that end
 * with a line feed alone. */
#include "report/reports/report_table.h"

#include <string.h>

typedef struct Csv {
    const tmRecording *recording;
    tmiSvg out;
    int32_t frame;
    bool is_first; /* of its line */
} Csv;

static void put_comma(Csv *csv) {
    tmi_svg_raw(&csv->out, csv->is_first ? "" : ",");
    csv->is_first = false;
}

static bool is_special(const char *text) {
    return text[strcspn(text, ",\"\r\n")] != '\0';
}

/* Names of a damaged or hostile recording may contain any bytes: a line must stay one line of text.
 */
static void put_quoted(tmiSvg *out, const char *text) {
    while (*text) {
        char letter[5] = {0};
        size_t length = tmi_utf8_length(text);
        memcpy(letter, text, length);
        tmi_svg_raw(out, *text == '"' ? "\"\"" : tmi_utf8_is_shown(text, length) ? letter : "?");
        text += length;
    }
}

/* Whether parts can be named behind it, as in arm.velocity.x: a dotted name, or a call. */
static bool is_name(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        bool letter = (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
                      (*text >= '0' && *text <= '9') || strchr("_.[]", *text) ||
                      (unsigned char)*text >= 0x80;
        depth += (*text == '(') - (*text == ')');
        if (!letter && depth == 0 && *text != ')') {
            return false;
        }
    }
    return true;
}

/* "arm.x [m]", "drive motor.angle [rad]", "knee on arm.fx [N]", "(a + b).x [m]". */
static void put_title(void *user, const tmiColumn *column) {
    Csv *csv = user;
    tmiSvg *out = &csv->out;
    bool is_quoted = (column->name && is_special(column->name)) ||
                     (column->on && is_special(column->on)) || is_special(column->unit);
    bool is_sum = column->name && column->part && !column->on && !is_name(column->name);
    put_comma(csv);
    tmi_svg_raw(out, is_quoted ? "\"" : "");
    if (column->name) {
        tmi_svg_raw(out, column->kind == TMI_COLUMN_DRIVE ? "drive " : "");
        tmi_svg_raw(out, is_sum ? "(" : "");
        put_quoted(out, column->name);
        tmi_svg_raw(out, is_sum ? ")" : "");
    }
    if (column->on) {
        tmi_svg_raw(out, " on ");
        put_quoted(out, column->on);
    }
    if (column->part) {
        tmi_svg_raw(out, column->name ? "." : "");
        tmi_svg_raw(out, column->part);
    }
    if (*column->unit) {
        tmi_svg_raw(out, " [");
        put_quoted(out, column->unit);
        tmi_svg_raw(out, "]");
    }
    tmi_svg_raw(out, is_quoted ? "\"" : "");
}

static void put_number(void *user, const tmiColumn *column) {
    Csv *csv = user;
    put_comma(csv);
    tmi_put_shortest(&csv->out, tmi_table_number(csv->recording, csv->frame, column));
}

tmStatus tm_report_csv(tmRecording *recording, uint32_t columns, int32_t body, tmWriteFn *write,
                       void *user) {
    Csv csv = {.recording = recording, .is_first = true};
    tmStatus status = tmi_report_start(recording, body, write);
    if (status != TM_OK) {
        return status;
    }
    tmi_svg_init(&csv.out, write, user);
    tmi_table_columns(recording, columns, body, put_title, &csv);
    tmi_svg_raw(&csv.out, "\n");
    for (csv.frame = 0; csv.frame < recording->info.frames; csv.frame++) {
        csv.is_first = true;
        tmi_table_columns(recording, columns, body, put_number, &csv);
        tmi_svg_raw(&csv.out, "\n");
    }
    tmi_svg_flush(&csv.out);
    return TM_OK;
}
