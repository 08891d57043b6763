/* summary_recheck.c: the error of a run, estimated by its difference from another, for people and
 * as JSON. */
#include "simulation/simulation.h"

#include "reports/reports.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>

/* Bodies that are reported at most; JSON has all of them. */
#define BODIES_SHOWN 10

#define MARK_DOUBTFUL "  doubtful"

#define DEGREES (180.0 / 3.14159265358979323846)

static bool moves(const cliRecheck *r, int32_t body) {
    return r->places[body].max > 0.0 || r->turns[body].max > 0.0;
}

static double part_of(const cliApart *apart) {
    return apart->max / apart->scale;
}

static double worst_of(const cliRecheck *r, int32_t body) {
    double place = part_of(&r->places[body]), turn = part_of(&r->turns[body]);
    return place > turn ? place : turn;
}

/* ---- For people ---------------------------------------------------------------------------- */

/* A line of the table; `mark` stands behind what is far apart. */
static void print_apart(const char *what, const char *name, const char *unit, const cliApart *apart,
                        double factor, const char *mark) {
    char title[300];
    snprintf(title, sizeof title, unit[0] ? "%s%s [%s]" : "%s%s", what, name, unit);
    printf("    %-30s %11.2g %11.5g %11.2g%s\n", title, factor * apart->max, apart->time,
           part_of(apart), part_of(apart) > CLI_APART_LARGE ? mark : "");
}

/* The bodies that are furthest apart, in their own order. */
static void print_bodies(const cliRecheck *r, const tmRecording *recording) {
    int32_t count = 0, reported = 0;
    double min = 0.0; /* of those that are reported */
    for (int32_t i = 0; i < r->bodies; i++) {
        int32_t worse = 0;
        for (int32_t k = 0; k < r->bodies && worse < BODIES_SHOWN; k++) {
            worse += worst_of(r, k) > worst_of(r, i);
        }
        bool is_reported = moves(r, i) && worse < BODIES_SHOWN && reported < BODIES_SHOWN;
        count += moves(r, i);
        reported += is_reported;
        if (is_reported) {
            const char *name = cli_shown(tm_recording_body(recording, i));
            min = reported == 1 || worst_of(r, i) < min ? worst_of(r, i) : min;
            print_apart("position of ", name, "m", &r->places[i], 1.0, MARK_DOUBTFUL);
            print_apart("angle of ", name, "deg", &r->turns[i], DEGREES, MARK_DOUBTFUL);
        }
    }
    if (count > reported) {
        printf("    and %d more bodies, none of them further apart than %.2g of what moves\n",
               count - reported, min);
    }
}

/* The mark of a number that differs by much of its largest value. No two runs agree in one that is
 * nothing but errors. */
static const char *mark_of(tmRecording *recording, int32_t number) {
    tmSeriesInfo series;
    bool is_noise = tm_recording_series(recording, number, &series) == TM_OK && series.is_noise;
    return is_noise ? "  noise" : MARK_DOUBTFUL;
}

static void print_numbers(const cliRecheck *r, tmRecording *recording) {
    tmMonitorInfo monitor;
    char name[200];
    for (int32_t i = 0; tm_recording_monitor(recording, i, &monitor) == TM_OK; i++) {
        for (int32_t k = 0; k < monitor.size; k++) {
            const cliApart *apart = &r->numbers[monitor.first + k];
            if (k < 2 || !tm_recording_info(recording)->planar || apart->max > 0.0) {
                cli_summary_value_name(&monitor, k, name, sizeof name);
                print_apart("", name, monitor.unit, apart, 1.0,
                            mark_of(recording, monitor.first + k));
            }
        }
    }
}

static void print_verdict(const cliRecheck *r) {
    if (cli_recheck_is_good(r)) {
        printf("    %-12sthe error is about %.2g of what moves, by the two runs\n", "trust",
               r->worst);
        return;
    }
    if (!(r->trusted < INFINITY)) {
        printf(
            "    doubtful    the two runs agree to %.2g of what moves, but the energy is off, as "
            "reported above:\n                they may share what is wrong\n",
            r->worst / r->factor);
        return;
    }
    const char *what = r->by_step ? "step" : "tolerance";
    printf("    doubtful    from %.5g s on the error is more than about a hundredth of what "
           "moves:\n",
           r->trusted);
    printf("                do not rely on what comes after that. Try a smaller %s; where that "
           "gains little\n                time, the motion is chaotic\n",
           what);
    if (r->outcome == TM_SIM_FAILED) {
        printf("                the second run fails at %.5g s\n", r->time);
    }
}

void cli_recheck_print(const cliRecheck *r, tmRecording *recording) {
    if (r->cannot) {
        printf("    not checked: %s\n", r->cannot);
        return;
    }
    char title[60];
    snprintf(title, sizeof title, r->by_step ? "again with step %g s" : "again with tolerance %g",
             r->with);
    printf("    %-30s %11s %11s %11s\n", title, "error about", "at [s]", "relative");
    print_bodies(r, recording);
    print_numbers(r, recording);
    print_verdict(r);
}

void cli_recheck_warn(const cliRecheck *r, const char *path, bool quiet) {
    if (quiet && r->cannot) {
        fprintf(stderr, "trammel simulate: %s: not checked: %s\n", path, r->cannot);
    } else if (quiet && r->trusted < INFINITY) {
        fprintf(stderr,
                "trammel simulate: %s: doubtful: from %.5g s on its error is more than about a "
                "hundredth of what moves, by a run with %s %g\n",
                path, r->trusted, r->by_step ? "step" : "tolerance", r->with);
    } else if (quiet && !r->is_balanced) {
        fprintf(stderr, "trammel simulate: %s: doubtful: its energy is off\n", path);
    }
}

/* ---- For programs -------------------------------------------------------------------------- */

static void put_number(const char *name, double number) {
    printf(isfinite(number) ? ",\"%s\":%.17g" : ",\"%s\":null", name, number);
}

static void put_bodies(const cliRecheck *r, const tmRecording *recording) {
    bool first = true;
    printf(",\"bodies\":[");
    for (int32_t i = 0; i < r->bodies; i++) {
        if (moves(r, i)) {
            printf(first ? "{\"name\":" : ",{\"name\":");
            cli_put_text(tm_recording_body(recording, i));
            put_number("position", r->places[i].max);
            put_number("position_time", r->places[i].time);
            put_number("position_part", part_of(&r->places[i]));
            put_number("angle", r->turns[i].max);
            put_number("angle_time", r->turns[i].time);
            put_number("angle_part", part_of(&r->turns[i]));
            putchar('}');
            first = false;
        }
    }
    putchar(']');
}

static void put_numbers(const cliRecheck *r, const tmRecording *recording) {
    tmMonitorInfo monitor;
    char name[200];
    printf(",\"monitors\":[");
    for (int32_t i = 0; tm_recording_monitor(recording, i, &monitor) == TM_OK; i++) {
        for (int32_t k = 0; k < monitor.size; k++) {
            const cliApart *apart = &r->numbers[monitor.first + k];
            cli_summary_value_name(&monitor, k, name, sizeof name);
            printf(monitor.first + k == 0 ? "{\"name\":" : ",{\"name\":");
            cli_put_text(name);
            printf(",\"unit\":");
            cli_put_text(monitor.unit);
            put_number("error", apart->max);
            put_number("time", apart->time);
            put_number("part", part_of(apart));
            putchar('}');
        }
    }
    putchar(']');
}

void cli_recheck_put(const cliRecheck *r, tmRecording *recording) {
    printf(",\"check\":{\"is_good\":%s", cli_recheck_is_good(r) ? "true" : "false");
    if (r->cannot) {
        printf(",\"cannot\":");
        cli_put_text(r->cannot);
    } else {
        put_number(r->by_step ? "step" : "tolerance", r->with);
        put_number("factor", r->factor);
        printf(",\"is_balanced\":%s", r->is_balanced ? "true" : "false");
        put_number("time", r->time);
        put_number("trusted_until", r->trusted);
        put_number("worst", r->worst);
        put_bodies(r, recording);
        put_numbers(r, recording);
    }
    putchar('}');
}
