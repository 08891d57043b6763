/* series.c: what a monitored number did: extremes, mean over time, where it crosses zero.
 *
 * Between two frames of different sign the crossing is that of the cubic through these two and one
 * frame on each side: its error falls with the fourth power of the time between frames. */
#include "report/recording/recording.h"

#include <math.h>
#include <string.h>

/* Values below this part of the largest [1] are rounding errors about zero, and count as zero:
 * joints are closed, and steps resolved, no better. */
#define VALUE_ZERO 1e-12

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

/* The monitor that the series is a number of; of a series without one, a monitor of size 0. */
static tmMonitorInfo monitor_of(const Series *s) {
    size_t number = s->index - tmi_recording_first_value(s->recording);
    for (int32_t i = 0; i < s->recording->info.monitors; i++) {
        tmMonitorInfo monitor;
        bool found = tm_recording_monitor(s->recording, i, &monitor) == TM_OK &&
                     number >= (size_t)monitor.first &&
                     number < (size_t)monitor.first + (size_t)monitor.size;
        if (found) {
            return monitor;
        }
    }
    return (tmMonitorInfo){.unit = "", .first = (int32_t)number};
}

/* The magnitude below which values of the series count as zero. A coordinate that is all rounding
 * errors is one of its vector's, an angle one of a turn's. */
static double noise_of(const Series *s) {
    tmMonitorInfo monitor = monitor_of(s);
    double max = strcmp(monitor.unit, "rad") == 0 ? 1.0 : 0.0;
    Series part = *s;
    part.index = tmi_recording_first_value(s->recording) + (size_t)monitor.first;
    for (int32_t k = 0; k == 0 || k < monitor.size; k++, part.index++) {
        for (int32_t i = 0; i < s->count; i++) {
            double value = fabs(value_of(&part, i));
            max = value > max && value < INFINITY ? value : max;
        }
    }
    return VALUE_ZERO * max;
}

/* Calls `take` for each crossing. A value of zero crosses where the signs before and after differ:
 * a start at zero does not. */
static void find_crossings(const Series *s, CrossFn *take, void *user) {
    double last = 0.0; /* the last value that was not zero; 0: none yet */
    double zero = NAN; /* time of the first zero since */
    double noise = noise_of(s);
    for (int32_t i = 0; i < s->count; i++) {
        double value = value_of(s, i);
        if (isnan(value)) {
            last = 0.0;
            zero = NAN;
        } else if (fabs(value) <= noise) {
            zero = isnan(zero) ? time_of(s, i) : zero;
        } else {
            if (last != 0.0 && (last < 0.0) != (value < 0.0)) {
                take(user, isnan(zero) ? crossing(s, i - 1) : zero);
            }
            last = value;
            zero = NAN;
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
    double area = 0.0, whole = 0.0, time = NAN, value = NAN;
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
    find_crossings(s, note_crossing, info);
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
        find_crossings(&series, keep_time, &kept);
    }
    return status;
}
