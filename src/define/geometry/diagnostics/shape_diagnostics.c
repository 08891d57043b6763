/* shape_diagnostics.c: what is wrong with a shape, in words. */
#include "define/geometry/diagnostics/diagnostics.h"

#include <math.h>
#include <string.h>

#define MESSAGE_SIZE 400

/* Six digits or more, without closing zeros: lengths may be of any size. */
static void add_number(tmiText *text, double number) {
    int32_t decimals = 3;
    for (double size = fabs(number); size > 0.0 && size < 1000.0 && decimals < TMI_TEXT_DECIMALS;
         size *= 10.0) {
        decimals++;
    }
    tmi_text_add_short(text, number, number == 0.0 ? 0 : decimals);
}

static void add_point(tmiText *text, tmVec3 point, bool flat) {
    tmi_text_add(text, "(");
    add_number(text, point.x);
    tmi_text_add(text, ", ");
    add_number(text, point.y);
    if (!flat) {
        tmi_text_add(text, ", ");
        add_number(text, point.z);
    }
    tmi_text_add(text, ")");
}

static void write_message(tmiText *text, const tmiShapeDiag *report) {
    const int32_t *ints = report->ints;
    const double *numbers = report->numbers;
    const char *const *texts = report->texts;
    const tmVec3 *points = report->points;
    const char *at = report->form;
    while (*at) {
        size_t plain = strcspn(at, "#~$@%");
        tmi_text_add_bytes(text, at, plain);
        at += plain;
        switch (*at) {
        case '#':
            tmi_text_add_int(text, *ints++);
            break;
        case '~':
            add_number(text, *numbers++);
            break;
        case '$':
            tmi_text_add(text, *texts++);
            break;
        case '@':
        case '%':
            add_point(text, *points++, *at == '%');
            break;
        default:
            return;
        }
        at++;
    }
}

void tmi_shape_add_diag(tmiShapeMaker *maker, const tmiShapeDiag *report) {
    maker->wrong = maker->wrong || report->severity == TM_ERROR;
    if (!maker->diags) {
        return;
    }
    char buffer[MESSAGE_SIZE];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add(&text, maker->prefix);
    write_message(&text, report);
    tmDiag diag = {.severity = report->severity,
                   .message = buffer,
                   .hint = report->hint,
                   .line = report->line};
    tmStatus status = tm_diags_add(maker->diags, &diag);
    maker->status = maker->status == TM_OK ? status : maker->status;
}
