/* series.c: what a monitored number did: extremes, mean over time, where it crosses zero.
 *
 * Between two frames of different sign the crossing is that of the cubic through these two and one
 * frame on each side: its error falls with the fourth power of the time between frames. */
#include "report/recording/recording.h"

#include <math.h>

/* Halvings of the time between two frames: nothing is left of a double after so many. */
#define FRAME_HALVINGS 64

typedef struct Series {
    const tmRecording *recording;
    size_t index;
    int32_t count;
} Series;

static double time_of(const Series *s, int32_t frame) {
    return tmi_recording_scalar(s->recording, frame, 0);
}

/* NaN where an animation did not get to the frame: what is there is no pose of the mechanism at
 * that part of its way. */
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

/* Where the value passes zero between frame `at` and the next: they have different signs. */
static double crossing(const Series *s, int32_t at) {
    Nodes n = {.count = 0};
    double low = time_of(s, at), high = time_of(s, at + 1);
    bool rises = value_of(s, at) < 0.0;
    if (!(high > low)) {
        return low; /* a leap */
    }
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

typedef void CrossFn(void *user, double time);

/* Where it crosses between two frames of different sign, with nothing but noise between them: at
 * the first zero, which is all that is below `rounding`, or the first change of the sign. */
static double crossing_within(const Series *s, int32_t from, int32_t to, double rounding) {
    bool rises = value_of(s, from) < 0.0;
    for (int32_t i = from + 1; i < to; i++) {
        double value = value_of(s, i);
        if (fabs(value) <= rounding) {
            return time_of(s, i);
        }
        if ((value > 0.0) == rises) {
            return crossing(s, i - 1);
        }
    }
    return crossing(s, to - 1);
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

static void note_crossing(void *user, double time) {
    tmSeriesInfo *info = user;
    info->first_crossing = info->crossings == 0 ? time : info->first_crossing;
    info->last_crossing = time;
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
    if (info->is_constant) { /* which frame has the least rounding error does not matter */
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

static void keep_time(void *user, double time) {
    Times *times = user;
    if (times->count < times->max) {
        times->times[times->count++] = time;
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
