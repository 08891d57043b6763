/* tell.c: what is wrong with a shape, in words. */
#include "define/geometry/tell/tell.h"

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

static void write_message(tmiText *text, const tmiTold *told) {
    const int32_t *ints = told->ints;
    const double *numbers = told->numbers;
    const char *const *texts = told->texts;
    const tmVec3 *points = told->points;
    const char *at = told->form;
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

void tmi_shape_tell(tmiShapeMaker *maker, const tmiTold *told) {
    maker->wrong = maker->wrong || told->severity == TM_ERROR;
    if (!maker->diags) {
        return;
    }
    char buffer[MESSAGE_SIZE];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add(&text, maker->prefix);
    write_message(&text, told);
    tmDiag diag = {
        .severity = told->severity, .message = buffer, .hint = told->hint, .line = told->line};
    tmStatus status = tm_diags_add(maker->diags, &diag);
    maker->status = maker->status == TM_OK ? status : maker->status;
}
