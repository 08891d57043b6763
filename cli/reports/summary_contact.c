/* summary_contact.c: what a run did where bodies touch, for people and as JSON. */
#include "reports/reports.h"

#include "simulation/simulation.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>

/* The word for the model that held bodies apart; null: not known. */
static const char *model_of(const cliSummary *s) {
    return s->contact >= 0 && s->contact < TM_CONTACT_MODELS ? cli_contacts[s->contact] : NULL;
}

/* Energy that contact may add without a message, as part of the largest kinetic energy [1]. */
#define GAINED 1e-3

/* Part of the total energy that counts as rounding [1]. */
#define ENERGY_ROUNDED 1e-12

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
        printf("    %-12sless than asked for in %lld impact%s, since the full value would gain "
               "energy; "
               "least %.4g instead of %g at %g s (%s%s%s)\n",
               "restitution", (long long)count, count > 1 ? "s" : "", worst.after, worst.before,
               worst.time, cli_shown(joint ? joint : tm_recording_body(recording, worst.bodies[0])),
               joint ? "" : ", ",
               joint ? "" : cli_shown(tm_recording_body(recording, worst.bodies[1])));
    }
}

static void print_impacts(const cliSummary *s) {
    const tmSimInfo *info = s->info;
    if (info->impacts > 0) {
        printf("    %-12s%lld (law: %s, order: %s)\n", "impacts", (long long)info->impacts,
               cli_impacts[info->impact], cli_orders[info->order]);
    }
    print_lessened(s->recording);
}

void cli_summary_print_contact(const cliSummary *s) {
    const tmSimInfo *info = s->info;
    const char *model = model_of(s);
    if (info->touching == 0) {
        print_impacts(s);
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
    if (info->asleep > 0) {
        printf(", %lld steps of bodies asleep", (long long)info->asleep);
    }
    printf(", largest overlap %.2g of a body, largest residual %.2g\n", info->overlap,
           info->touch_residual);
    if (info->missed > 0) {
        printf("    %-12sin %lld part%s of steps the conditions of contact are missed by more than "
               "%g of a body: try %s\n",
               "doubtful", (long long)info->missed, info->missed > 1 ? "s" : "", TM_SIM_MISSED,
               s->contact == TM_CONTACT_FACETS ? "a smaller step" : "the model 'facets'");
    }
    if (info->gained > GAINED * info->energy_scale &&
        info->gained > ENERGY_ROUNDED * fabs(info->energy) && cli_has_moved(info, s->recording)) {
        printf("    %-12s%.2g J by contact that can only take energy: an error of the step (in all "
               "contact did %.2g J, %.2g J along normals and %.2g J by friction)\n",
               "gained", info->gained, info->normal_work + info->friction_work, info->normal_work,
               info->friction_work);
    }
    print_impacts(s);
}

void cli_summary_print_pass(const cliSummary *s) {
    const char *why = s->model && s->info
                          ? cli_pass_reason(s->model, s->info->method, s->info->integrator)
                          : NULL;
    tmSimEvent first;
    int64_t passes = cli_passes(s->recording, &first);
    char text[240];
    if (cli_pass_text(s->recording, text, sizeof text)) {
        printf("    %-12s%s", "overlap", text);
        if (passes > 1) {
            printf(", and %lld more pairs or times", (long long)(passes - 1));
        }
        printf(": %s\n", why ? why : "nothing holds them apart");
    } else if (why) {
        printf("    note: bodies may touch, and none did; had they, they would have passed through "
               "each other: %s\n",
               why);
    }
    if (s->model && passes > 0) {
        printf("    %-12s%s\n", "", cli_pass_advice(s->model));
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
           "\"jammed\":%lld,\"unsolved\":%lld,\"impacts\":%lld,\"lessened\":%lld,"
           "\"missed\":%lld,\"asleep\":%lld",
           (long long)info->touching, (long long)info->solved, (long long)info->halved,
           (long long)info->corners, (long long)info->jammed, (long long)info->unsolved,
           (long long)info->impacts, (long long)info->lessened, (long long)info->missed,
           (long long)info->asleep);
    if (info->impacts > 0) {
        printf(",\"impact\":\"%s\",\"order\":\"%s\"", cli_impacts[info->impact],
               cli_orders[info->order]);
    }
    if (model) {
        printf(",\"model\":\"%s\"", model);
    }
    put_number("overlap", info->overlap);
    put_number("residual", info->touch_residual);
    put_number("normal_work", info->normal_work);
    put_number("friction_work", info->friction_work);
    put_number("gained", info->gained);
    putchar('}');
}

void cli_summary_put_pass(const cliSummary *s) {
    bool touch = cli_may_touch(s->model, NULL);
    bool held =
        touch && s->info && !cli_pass_reason(s->model, s->info->method, s->info->integrator);
    tmSimEvent first = {.time = 0.0};
    int64_t passes = cli_passes(s->recording, &first);
    printf(",\"may_touch\":%s,\"held_apart\":%s,\"passed\":%lld", touch ? "true" : "false",
           held ? "true" : "false", (long long)passes);
    if (passes > 0) {
        put_number("first_pass", first.time);
        printf(",\"first_pass_bodies\":[");
        for (int i = 0; i < 2; i++) {
            const char *name = tm_recording_body(s->recording, first.bodies[i]);
            printf(i > 0 ? "," : "");
            cli_put_text(name ? name : "");
        }
        putchar(']');
    }
}
