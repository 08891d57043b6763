/* series.c: what a monitored number did: extremes, mean over time, where it crosses zero.
 *
 * Between two frames of different sign the crossing is that of the cubic through these two and one
 * frame on each side: its error falls with the fourth power of the time between frames. Where the
 * value jumps across zero it is the event that does it; without one, somewhere between the two. */
#include "report/recording/recording.h"

#include <math.h>

/* Halvings of the time between two frames: more would exceed the digits of a double. */
#define FRAME_HALVINGS 64

typedef struct Series {
    const tmRecording *recording;
    size_t index;
    int32_t count;
} Series;

static double time_of(const Series *s, int32_t frame) {
    return tmi_recording_scalar(s->recording, frame, 0);
}

/* NaN where an animation did not get to the frame: the frame does not hold a pose of the mechanism
 * at that part of its way. */
static double value_of(const Series *s, int32_t frame) {
    return tmi_recording_is_reached(s->recording, frame)
               ? tmi_recording_number(s->recording, frame, s->index)
               : NAN;
}

/* ---- Crossings ----------------------------------------------------------------------------- */

/* Frames around a crossing, in order. */
typedef struct Nodes {
    double time[4], value[4];
    int32_t count;
} Nodes;

/* Lagrange's polynomial through the nodes. */
static double polynomial(const Nodes *n, double time) {
    double sum = 0.0;
    for (int32_t i = 0; i < n->count; i++) {
        double term = n->value[i];
        for (int32_t k = 0; k < n->count; k++) {
            if (k != i) {
                term *= (time - n->time[k]) / (n->time[i] - n->time[k]);
            }
        }
        sum += term;
    }
    return sum;
}

/* Takes a frame where it is a number and later than the one before. */
static void add_node(Nodes *n, const Series *s, int32_t frame) {
    if (frame < 0 || frame >= s->count) {
        return;
    }
    double time = time_of(s, frame), value = value_of(s, frame);
    if (isfinite(time) && isfinite(value) && (n->count == 0 || time > n->time[n->count - 1])) {
        n->time[n->count] = time;
        n->value[n->count++] = value;
    }
}

/* A crossing: at `time`, or no further from it than `within` [s]. */
typedef struct Crossing {
    double time, within;
} Crossing;

/* The slope between two frames; 0 where there is none. */
static double slope_between(const Series *s, int32_t before, int32_t after) {
    Nodes n = {.count = 0};
    add_node(&n, s, before);
    add_node(&n, s, after);
    return n.count == 2 ? (n.value[1] - n.value[0]) / (n.time[1] - n.time[0]) : 0.0;
}

/* Whether what led to frame `at` is still on its side of zero at a time before the next frame, and
 * what leads on from there already on the other one: then the value jumps between. `to_zero`: to
 * where it is zero except for noise, and it must be less than half way there. */
static bool jumps_at(const Series *s, int32_t at, bool to_zero, double left, double right) {
    double before = value_of(s, at), after = value_of(s, at + 1);
    double led = before + slope_between(s, at - 1, at) * left;
    double leads = after - slope_between(s, at + 1, at + 2) * right;
    double bound = to_zero ? 0.5 * before : 0.0;
    return (before < 0.0 ? led < bound : led > bound) &&
           (to_zero || (after < 0.0 ? leads < 0.0 : leads > 0.0));
}

/* The first event from a time on, by bisection: they are in the order of time. */
static int32_t first_event(const Series *s, double from) {
    int32_t low = 0, high = s->recording->info.events;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        tmSimEvent event;
        bool before =
            tm_recording_event(s->recording, middle, &event) == TM_OK && event.time < from;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/* Times that differ by less than this part of the time between frames are one [1]. */
#define FRAME_TIME_SAME 1e-9

/* Whether a run begins or ends by an event: nothing jumps there. */
static bool is_edge(const tmSimEvent *event) {
    return event->kind == TM_SIM_EVENT_START || event->kind == TM_SIM_EVENT_STOP ||
           event->kind == TM_SIM_EVENT_END || event->kind == TM_SIM_EVENT_FAILURE;
}

/* Whether the time of an event is exact: otherwise it is that of its step. */
static bool is_located(const Series *s, const tmSimEvent *event) {
    const tmRecordingInfo *info = &s->recording->info;
    return event->kind == TM_SIM_EVENT_JUMP || event->kind == TM_SIM_EVENT_INPUT ||
           (info->has_end && info->end.method == TM_METHOD_EVENTS &&
            info->end.integrator < TM_INTEGRATOR_RK4);
}

/* The event between frame `at` and the next at which the value jumps across zero. */
static bool find_jump(const Series *s, int32_t at, bool to_zero, double *time) {
    double low = time_of(s, at), high = time_of(s, at + 1), near = FRAME_TIME_SAME * (high - low);
    tmSimEvent event;
    for (int32_t i = first_event(s, low - near);
         tm_recording_event(s->recording, i, &event) == TM_OK && event.time <= high + near; i++) {
        if (!is_edge(&event) && is_located(s, &event) &&
            jumps_at(s, at, to_zero, event.time - low, high - event.time)) {
            *time = event.time;
            return true;
        }
    }
    return false;
}

/* Where the cubic passes zero between frame `at` and the next: they have different signs. */
static double root(const Series *s, int32_t at) {
    Nodes n = {.count = 0};
    double low = time_of(s, at), high = time_of(s, at + 1);
    bool rises = value_of(s, at) < 0.0;
    for (int32_t i = at - 1; i <= at + 2; i++) {
        add_node(&n, s, i);
    }
    for (int i = 0; i < FRAME_HALVINGS; i++) {
        double middle = low + 0.5 * (high - low), value = polynomial(&n, middle);
        if (value == 0.0 || !(middle > low && middle < high)) {
            return middle;
        }
        if ((value < 0.0) == rises) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low + 0.5 * (high - low);
}

/* Where the value passes zero between frame `at` and the next: they have different signs, or
 * (`to_zero`) the next has none. */
static Crossing crossing(const Series *s, int32_t at, bool to_zero) {
    double low = time_of(s, at), high = time_of(s, at + 1), time, h = high - low;
    if (!(h > 0.0)) {
        return (Crossing){low, 0.0}; /* a jump */
    }
    bool may_jump = s->recording->info.kind != TM_RUN_ANIMATE;
    if (may_jump && find_jump(s, at, to_zero, &time)) {
        return (Crossing){time, 0.0};
    }
    return may_jump && jumps_at(s, at, to_zero, h, h)
               ? (Crossing){low + 0.5 * h, 0.5 * h}
               : (Crossing){to_zero ? high : root(s, at), 0.0};
}

typedef void CrossFn(void *user, Crossing crossing);

/* Where it crosses between two frames of different sign, with nothing but noise between them: at
 * the first zero, which is all that is below `rounding`, or the first change of the sign. */
static Crossing crossing_within(const Series *s, int32_t from, int32_t to, double rounding) {
    bool rises = value_of(s, from) < 0.0;
    for (int32_t i = from + 1; i < to; i++) {
        double value = value_of(s, i);
        if (fabs(value) <= rounding) {
            bool stays = i + 1 < to && fabs(value_of(s, i + 1)) <= rounding;
            return stays ? crossing(s, i - 1, true) : (Crossing){time_of(s, i), 0.0};
        }
        if ((value > 0.0) == rises) {
            return crossing(s, i - 1, false);
        }
    }
    return crossing(s, to - 1, false);
}

/* Calls `take` for each crossing. Values below the noise are zero, and zeros cross where the signs
 * before and after differ: a start at zero does not. */
static void find_crossings(const Series *s, tmiSeriesNoise noise, CrossFn *take, void *user) {
    int32_t last = -1; /* the last frame whose value was not zero; -1: none yet */
    for (int32_t i = 0; i < s->count; i++) {
        double value = value_of(s, i);
        if (isnan(value)) {
            last = -1;
        } else if (fabs(value) > noise.error) {
            if (last >= 0 && (value_of(s, last) < 0.0) != (value < 0.0)) {
                take(user, crossing_within(s, last, i, noise.rounding));
            }
            last = i;
        }
    }
}

/* ---- Everything ---------------------------------------------------------------------------- */

static void note_crossing(void *user, Crossing crossing) {
    tmSeriesInfo *info = user;
    info->first_crossing = info->crossings == 0 ? crossing.time : info->first_crossing;
    info->first_within = info->crossings == 0 ? crossing.within : info->first_within;
    info->last_crossing = crossing.time;
    info->last_within = crossing.within;
    info->crossings++;
}

static void note_extremes(tmSeriesInfo *info, double time, double value) {
    if (!(value >= info->min)) {
        info->min = value;
        info->min_time = time;
    }
    if (!(value <= info->max)) {
        info->max = value;
        info->max_time = time;
    }
}

static void describe(const Series *s, tmSeriesInfo *info) {
    double area = 0.0, whole = 0.0, time = NAN, value = NAN, first = NAN;
    *info = (tmSeriesInfo){.min = NAN,
                           .max = NAN,
                           .min_time = NAN,
                           .max_time = NAN,
                           .mean = NAN,
                           .first_crossing = NAN,
                           .last_crossing = NAN};
    for (int32_t i = 0; i < s->count; i++) {
        double next_time = time_of(s, i), next = value_of(s, i);
        if (!isnan(next)) {
            note_extremes(info, next_time, next);
            first = isnan(first) ? next_time : first;
            if (!isnan(value)) {
                whole += next_time - time;
                area += 0.5 * (next_time - time) * (value + next);
            }
            info->mean = isnan(info->mean) ? next : info->mean; /* of a single moment */
        }
        time = next_time;
        value = next;
    }
    info->mean = whole > 0.0 ? area / whole : info->mean;
    tmiSeriesNoise noise = tmi_series_noise(s->recording, s->index);
    info->is_constant = info->max - info->min <= noise.rounding;
    info->is_noise =
        info->is_constant || (info->max <= noise.unresolved && info->min >= -noise.unresolved);
    if (info->is_constant) { /* which frame has the smallest rounding error does not matter */
        info->min_time = info->max_time = first;
    }
    find_crossings(s, noise, note_crossing, info);
}

static tmStatus start(tmRecording *recording, int32_t index, Series *series) {
    if (!recording || index < 0 || index >= recording->info.values) {
        return TM_ERR_ARGUMENT;
    }
    tmStatus status = tm_recording_check(recording);
    *series = (Series){.recording = recording,
                       .index = tmi_recording_first_value(recording) + (size_t)index,
                       .count = recording->info.frames};
    return status;
}

tmStatus tm_recording_series(tmRecording *recording, int32_t index, tmSeriesInfo *info) {
    Series series;
    tmStatus status = info ? start(recording, index, &series) : TM_ERR_ARGUMENT;
    if (status == TM_OK) {
        describe(&series, info);
    }
    return status;
}

typedef struct Times {
    double *times;
    int32_t count, max;
} Times;

static void keep_time(void *user, Crossing crossing) {
    Times *times = user;
    if (times->count < times->max) {
        times->times[times->count++] = crossing.time;
    }
}

tmStatus tm_recording_crossings(tmRecording *recording, int32_t index, double *times, int32_t max) {
    Series series;
    Times kept = {.times = times, .max = max};
    tmStatus status =
        max >= 0 && (times || max == 0) ? start(recording, index, &series) : TM_ERR_ARGUMENT;
    if (status == TM_OK) {
        tmiSeriesNoise noise = tmi_series_noise(series.recording, series.index);
        find_crossings(&series, noise, keep_time, &kept);
    }
    return status;
}
