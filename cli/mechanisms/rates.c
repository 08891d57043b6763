/* rates.c: the table of `trammel mechanisms --rates`. */
#include "mechanisms/mechanisms.h"

#include <math.h>
#include <string.h>

#define TURN 6.283185307179586

/* A name that has a comma, a quote or a line break is quoted, as RFC 4180 says. */
static void print_name(FILE *out, const char *name) {
    if (!strpbrk(name, ",\"\r\n")) {
        fputs(name, out);
        return;
    }
    fputc('"', out);
    for (; *name; name++) {
        fprintf(out, *name == '"' ? "\"\"" : "%c", *name);
    }
    fputc('"', out);
}

static void print_frame(FILE *out, const tmMechanism *m, const tmPlan *plan, const tmRates *rates,
                        double input) {
    for (int32_t i = 1; i < tm_body_count(m); i++) {
        tmBodyId body = tm_body_at(m, i);
        if (body.value == 0) {
            continue;
        }
        tmPose p = tm_plan_poses(plan)[i];
        tmPoseRate v = tm_rates_velocities(rates)[i], a = tm_rates_accelerations(rates)[i];
        const double numbers[] = {p.x, p.y, atan2(p.s, p.c), v.x, v.y, v.angle, a.x, a.y, a.angle};
        fprintf(out, "%.15g,", input);
        print_name(out, tm_body_name(m, body));
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            fprintf(out, ",%.15g", numbers[k]);
        }
        fputc('\n', out);
    }
}

/* Why a frame has no rates; null where it has. */
static const char *reason_of(const tmSolveInfo *moved, const tmRatesInfo *info) {
    if (moved->outcome != TM_MOVE_DONE) {
        return "the mechanism cannot be moved there";
    }
    switch (info->outcome) {
    case TM_RATES_DONE:
    case TM_RATES_FREE:
        return NULL;
    case TM_RATES_SINGULAR:
        return "a dead point: there are no rates";
    case TM_RATES_OPEN:
        return "a joint is open";
    }
    return "no rates";
}

tmStatus mechanism_rates_print(const tmMechanism *mechanism, tmPlan *plan, long frames, FILE *out,
                               FILE *complaints, long *missing) {
    tmRates *rates = NULL;
    double start = 0.0;
    const double one = 1.0;
    *missing = 0;
    tmStatus status = tm_rates_create(plan, &rates);
    if (status == TM_OK) {
        status = tm_plan_values(plan, &start);
        fprintf(out, "input,body,x,y,angle,vx,vy,omega,ax,ay,alpha\n");
    }
    for (long i = 0; i < frames && status == TM_OK; i++) {
        double value = start + TURN * (double)i / (double)frames;
        tmSolveInfo moved = {.outcome = TM_MOVE_NOT_CONVERGED};
        tmRatesInfo info = {.outcome = TM_RATES_OPEN};
        status = tm_plan_move(plan, &value, &moved);
        status = status == TM_OK ? tm_rates_solve(rates, &one, NULL, &info) : status;
        const char *reason = reason_of(&moved, &info);
        if (status == TM_OK && reason) {
            fprintf(complaints, "input %.6g: %s\n", value, reason);
            ++*missing;
        } else if (status == TM_OK) {
            print_frame(out, mechanism, plan, rates, value);
        }
    }
    tm_rates_destroy(rates);
    return status;
}
