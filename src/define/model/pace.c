/* pace.c: how an animation goes on its way in time: part of the way, its rates, and the time there.
 *
 * A profile is a way s(x) from 0 to 1 over the part x of the duration T, so that at the part p = s
 * of the way  p' = s'(x) / T,  p'' = s''(x) / T^2. An animation goes by its way: x is found from p.
 * docs/theory/rates-and-forces.md, section 6. */
#include "define/model/model.h"

#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

#define RAMP_DEFAULT (1.0 / 3.0)

/* ---- Cycloids ------------------------------------------------------------------------------ */

/* x - sin x, whose digits cancel for small x: its series, which ends below rounding up to x = 1. */
static double excess(double x) {
    if (fabs(x) > 1.0) {
        return x - tmi_sin(x);
    }
    double square = x * x, sum = 1.0;
    for (int n = 10; n >= 1; n--) {
        sum = 1.0 - square / ((2.0 * n + 2.0) * (2.0 * n + 3.0)) * sum;
    }
    return x * square / 6.0 * sum;
}

/* x in 0 … pi with x - sin x = y, by Newton's method from x^3 / 6 = y, which lies below it: the
 * function is convex there, so that every further step comes from above. */
static double invert_excess(double y) {
    double x = tmi_pow(6.0 * y, 1.0 / 3.0);
    for (int i = 0; i < 60 && x > 0.0; i++) {
        double half = tmi_sin(0.5 * x), step = (excess(x) - y) / (2.0 * half * half);
        double next = x - step > TMI_PI ? TMI_PI : x - step;
        if (!(fabs(next - x) > TMI_EPSILON * x)) {
            break;
        }
        x = next;
    }
    return x;
}

/* s = x - sin(2 pi x) / (2 pi), at the part p of the way: x, s', s''. */
static void cycloid(double p, double at[3]) {
    bool late = p > 0.5;
    double turn = invert_excess(TMI_TWO_PI * (late ? 1.0 - p : p)), half = tmi_sin(0.5 * turn);
    double x = turn / TMI_TWO_PI, second = TMI_TWO_PI * tmi_sin(turn);
    at[0] = late ? 1.0 - x : x;
    at[1] = 2.0 * half * half;
    at[2] = late ? -second : second;
}

/* ---- Trapezoids ---------------------------------------------------------------------------- */

/* The speed rises evenly over the part r of the time, stays at v = 1 / (1 - r), and falls as it
 * rose. At the corners of the speed the acceleration is that of the ramp. */
static void trapezoid(double ramp, double p, double at[3]) {
    double v = 1.0 / (1.0 - ramp), a = v / ramp, bend = 0.5 * v * ramp;
    double end = p > 0.5 ? 1.0 - p : p;
    if (end <= bend) {
        double x = sqrt(2.0 * end / a);
        at[0] = p > 0.5 ? 1.0 - x : x;
        at[1] = a * x;
        at[2] = p > 0.5 ? -a : a;
    } else {
        at[0] = ramp + (p - bend) / v;
        at[1] = v;
        at[2] = 0.0;
    }
}

/* ---- Tables -------------------------------------------------------------------------------- */

/* Of the table's first drive, whose values go on and on: the time by bisection between the points
 * that enclose the value, its rates by those of the table. */
static void from_table(const tmiTable *table, double p, double at[3]) {
    int32_t low = 0, high = table->count - 1;
    double first = table->y[0], way = table->y[high] - first, y[3];
    double wanted = p == 1.0 ? table->y[high] : first + p * way;
    double sense = way < 0.0 ? -1.0 : 1.0;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        *(sense * (table->y[middle] - wanted) <= 0.0 ? &low : &high) = middle;
    }
    double before = table->x[low], after = table->x[high];
    for (int i = 0; i < 100; i++) {
        double x = before + 0.5 * (after - before);
        if (x <= before || x >= after) {
            break;
        }
        *(sense * (tmi_table_value(table, x) - wanted) <= 0.0 ? &before : &after) = x;
    }
    double found = p == 0.0 ? table->x[0] : p == 1.0 ? table->x[table->count - 1] : before;
    tmi_table_derivatives(table, found, y);
    bool ends = found >= table->x[table->count - 1] && table->interpolation == TMI_TABLE_LINEAR;
    double last = (table->y[high] - table->y[low]) / (table->x[high] - table->x[low]);
    at[0] = found - table->x[0];
    at[1] = (ends ? last : y[1]) / way;
    at[2] = y[2] / way;
}

/* The greatest slope of a table, as part of its way per time: at its points, and where a cubic
 * between two points is steepest. */
static double steepest(const tmiTable *table) {
    double way = table->y[table->count - 1] - table->y[0], max = 0.0, y[3];
    for (int32_t i = 0; i + 1 < table->count; i++) {
        double from = table->x[i], length = table->x[i + 1] - from;
        double chord = (table->y[i + 1] - table->y[i]) / length / way;
        double ends = 0.0;
        if (table->interpolation == TMI_TABLE_CUBIC) {
            double a = table->slopes[i] / way, b = table->slopes[i + 1] / way;
            ends = a > b ? a : b;
            double curve = 3.0 * (a + b) - 6.0 * chord; /* of the slope, a + … u + curve u^2 */
            double u = curve != 0.0 ? (2.0 * a + b - 3.0 * chord) / curve : -1.0;
            if (u > 0.0 && u < 1.0) {
                tmi_table_derivatives(table, from + u * length, y);
                ends = y[1] / way > ends ? y[1] / way : ends;
            }
            chord = ends;
        }
        max = chord > max ? chord : max;
    }
    return max;
}

/* ---- The pace ------------------------------------------------------------------------------ */

/* s'(x) at its greatest: a duration follows from a greatest speed by it. */
static double peak_of(const tmPaceInfo *pace) {
    return pace->profile == TM_PACE_CYCLOID     ? 2.0
           : pace->profile == TM_PACE_TRAPEZOID ? 1.0 / (1.0 - pace->ramp)
                                                : 1.0;
}

static double number_of(const tmModel *model, const char *name) {
    const tmiSetting *setting =
        tmi_model_setting(model->run->settings, model->run->setting_count, name);
    return setting ? setting->value.number : NAN;
}

static tmPaceProfile profile_of(const tmModel *model) {
    static const char *const words[] = {"constant", "trapezoid", "cycloid"};
    const tmiSetting *setting =
        tmi_model_setting(model->run->settings, model->run->setting_count, "profile");
    for (int32_t i = 0; setting && !model->run->pace && i < 3; i++) {
        if (tmi_text_is(setting->value.text, setting->value.count, words[i])) {
            return (tmPaceProfile)i;
        }
    }
    return model->run->pace ? TM_PACE_TABLE : TM_PACE_CONSTANT;
}

void tmi_model_make_pace(tmModel *model) {
    tmPaceInfo *pace = &model->pace;
    const tmiRunRange *range = &model->run->drives[0];
    double ramp = number_of(model, "ramp"), way = fabs(range->last - range->first);
    pace->profile = profile_of(model);
    pace->ramp = ramp == ramp ? ramp : RAMP_DEFAULT;
    pace->speed = number_of(model, "speed");
    pace->duration = number_of(model, "duration");
    if (pace->profile == TM_PACE_TABLE) {
        const tmiTable *table = model->run->pace;
        pace->duration = table->x[table->count - 1] - table->x[0];
        pace->speed = steepest(table) * way;
    } else if (pace->speed == pace->speed) {
        pace->duration = peak_of(pace) * way / pace->speed;
    } else {
        pace->speed = peak_of(pace) * way / pace->duration;
    }
    pace->is_given = pace->duration > 0.0;
}

tmPaceInfo tm_model_pace(const tmModel *model) {
    return model && model->animate.drive_count > 0
               ? model->pace
               : (tmPaceInfo){.ramp = RAMP_DEFAULT, .speed = NAN, .duration = NAN};
}

tmStatus tm_model_pace_at(const tmModel *model, double part, double pace[3]) {
    if (!model || !pace || !(part >= 0.0 && part <= 1.0) || model->animate.drive_count == 0) {
        return TM_ERR_ARGUMENT;
    }
    const tmPaceInfo *info = &model->pace;
    double at[3] = {part, 1.0, 0.0};
    if (!info->is_given) {
        return TM_ERR_UNSUPPORTED;
    }
    if (info->profile == TM_PACE_TABLE) {
        from_table(model->run->pace, part, pace);
        return TM_OK;
    }
    if (info->profile == TM_PACE_CYCLOID) {
        cycloid(part, at);
    } else if (info->profile == TM_PACE_TRAPEZOID) {
        trapezoid(info->ramp, part, at);
    }
    pace[0] = at[0] * info->duration;
    pace[1] = at[1] / info->duration;
    pace[2] = at[2] / info->duration / info->duration;
    return TM_OK;
}

/* The part of the way at a part of the time. */
static double way_at(const tmModel *model, double x) {
    const tmPaceInfo *pace = &model->pace;
    double end = x > 0.5 ? 1.0 - x : x, p = end;
    if (pace->profile == TM_PACE_TABLE) {
        const tmiTable *table = model->run->pace;
        double first = table->y[0], way = table->y[table->count - 1] - first;
        return (tmi_table_value(table, table->x[0] + x * pace->duration) - first) / way;
    }
    if (pace->profile == TM_PACE_CYCLOID) {
        p = excess(TMI_TWO_PI * end) / TMI_TWO_PI;
    } else if (pace->profile == TM_PACE_TRAPEZOID) {
        double v = 1.0 / (1.0 - pace->ramp);
        p = end < pace->ramp ? 0.5 * v / pace->ramp * end * end : v * (end - 0.5 * pace->ramp);
    }
    return x > 0.5 ? 1.0 - p : p;
}

tmStatus tm_model_pace_part(const tmModel *model, double time, double *part) {
    if (!model || !part || model->animate.drive_count == 0) {
        return TM_ERR_ARGUMENT;
    }
    const tmPaceInfo *pace = &model->pace;
    if (!pace->is_given) {
        return TM_ERR_UNSUPPORTED;
    }
    if (!(time >= 0.0 && time <= pace->duration)) {
        return TM_ERR_ARGUMENT;
    }
    double found = way_at(model, time / pace->duration);
    *part = found < 0.0 ? 0.0 : found > 1.0 ? 1.0 : found;
    return TM_OK;
}
