/* summary_contact.c: what a run did where bodies touch, for people and as JSON. */
#include "summary.h"

#include "simulation.h"

#include <math.h>
#include <stdio.h>

/* Pairs of bodies that are asked whether they may touch before it is taken for granted. */
#define PAIRS_MOST 1000000

/* Whether any two bodies may touch. */
static bool may_touch(const tmModel *model) {
    int32_t count = 0;
    const int32_t *bodies = tm_model_touching(model, &count);
    int64_t asked = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            if (asked++ == PAIRS_MOST || tm_model_may_touch(model, bodies[i], bodies[k])) {
                return true;
            }
        }
    }
    return false;
}

/* The word for the model that held bodies apart; null: not known. */
static const char *model_of(const cliSummary *s) {
    return s->contact >= 0 && s->contact < TM_CONTACT_MODELS ? cli_contacts[s->contact] : NULL;
}

/* ---- For people ---------------------------------------------------------------------------- */

/* The impact that lost most of its restitution; false: none did. */
static bool find_lessened(const tmRecording *recording, tmSimEvent *worst, int64_t *count) {
    *count = 0;
    for (int32_t i = 0; i < tm_recording_info(recording)->events; i++) {
        tmSimEvent event;
        if (tm_recording_event(recording, i, &event) == TM_OK &&
            event.kind == TM_SIM_EVENT_LESSENED) {
            bool worse = *count == 0 || event.after * worst->before < worst->after * event.before;
            *worst = worse ? event : *worst;
            ++*count;
        }
    }
    return *count > 0;
}

static void print_lessened(const tmRecording *recording) {
    tmSimEvent worst;
    int64_t count;
    if (find_lessened(recording, &worst, &count)) {
        const char *joint = tm_recording_joint(recording, worst.joint);
        printf("    %-12sless than asked for in %lld impact%s, as all of it would gain energy; "
               "least %.4g instead of %g at %g s (%s%s%s)\n",
               "restitution", (long long)count, count > 1 ? "s" : "", worst.after, worst.before, worst.time,
               joint ? joint : tm_recording_body(recording, worst.bodies[0]), joint ? "" : ", ",
               joint ? "" : tm_recording_body(recording, worst.bodies[1]));
    }
}

void cli_summary_print_contact(const cliSummary *s) {
    const tmSimInfo *info = s->info;
    const char *model = model_of(s);
    if (info->touching == 0) {
        return;
    }
    printf("    %-12s%lld of %lld steps", "contact", (long long)info->touching,
           (long long)info->steps);
    if (model) {
        printf(" by %s", model);
    }
    printf(", %lld halved, %lld at corners", (long long)info->halved, (long long)info->corners);
    if (info->jammed > 0) {
        printf(", %lld jammed", (long long)info->jammed);
    }
    if (info->unsolved > 0) {
        printf(", %lld unsolved", (long long)info->unsolved);
    }
    printf(", largest overlap %.2g of a body, largest residual %.2g\n", info->overlap,
           info->touch_residual);
    print_lessened(s->recording);
}

void cli_summary_print_pass(const cliSummary *s) {
    if (!s->info || !may_touch(s->model)) {
        return;
    }
    if (!tm_model_world(s->model).planar) {
        printf("    note: bodies may touch, but contact in space is not simulated yet: they pass "
               "through each other\n");
    } else if (s->info->method != TM_METHOD_STEPPING) {
        printf("    note: bodies may touch, but pass through each other: only 'method: stepping' "
               "holds them apart\n");
    }
}

/* ---- For programs -------------------------------------------------------------------------- */

static void put_number(const char *name, double number) {
    printf(isfinite(number) ? ",\"%s\":%.17g" : ",\"%s\":null", name, number);
}

void cli_summary_put_contact(const cliSummary *s) {
    const tmSimInfo *info = s->info;
    const char *model = model_of(s);
    printf(",\"contact\":{\"steps\":%lld,\"solved\":%lld,\"halved\":%lld,\"corners\":%lld,"
           "\"jammed\":%lld,\"unsolved\":%lld,\"lessened\":%lld",
           (long long)info->touching, (long long)info->solved, (long long)info->halved,
           (long long)info->corners, (long long)info->jammed, (long long)info->unsolved,
           (long long)info->lessened);
    if (model) {
        printf(",\"model\":\"%s\"", model);
    }
    put_number("overlap", info->overlap);
    put_number("residual", info->touch_residual);
    putchar('}');
}

void cli_summary_put_pass(const cliSummary *s) {
    bool touch = may_touch(s->model);
    bool held = touch && s->info && s->info->method == TM_METHOD_STEPPING &&
                tm_model_world(s->model).planar;
    printf(",\"may_touch\":%s,\"held_apart\":%s", touch ? "true" : "false",
           held ? "true" : "false");
}
