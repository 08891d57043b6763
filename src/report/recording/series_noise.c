/* series_noise.c: how much of a monitored number is rounding or the error of steps.
 *
 * A number that is all noise has no scale of its own. It is compared with the largest of its kind
 * in the world, a length with the size of the world, a force with all forces. A rate counts as zero
 * if it moves nothing in the whole run. */
#include "report/recording/recording.h"

#include <math.h>
#include <string.h>

/* Parts of the largest [1] that are rounding errors: joints are closed, and steps resolved, no
 * better. */
#define VALUE_ROUNDED 1e-12

/* The same of forces where bodies touch: they are changes of velocities over a step, and these have
 * the rounding errors of positions over a step. */
#define FORCE_ROUNDED 1e-9

/* A coarser tolerance of steps [1] than this does not increase the noise. */
#define VALUE_ERROR_MAX 1e-6

/* Errors of steps add up to this many tolerances: what stays below may be nothing else. The world
 * rests where no pose changes by more than that, as part of the size or of 1 rad; then what is left
 * of all values are errors of steps. */
#define STILL_TOLERANCES 100.0

/* Where a recording has numbers of its bodies and joints. */
typedef enum Kind { POSES, TWISTS, WRENCHES } Kind;

/* The largest magnitude of numbers from `first` to `last` - 1 of each body or joint. */
static double largest(const tmRecording *r, Kind kind, size_t first, size_t last) {
    const tmiFrameLayout *l = &r->layout;
    size_t count = kind == WRENCHES ? l->joints : l->bodies;
    size_t each = kind == POSES ? l->pose : l->motion;
    size_t start =
        (kind > POSES ? l->bodies * l->pose : 0) + (kind > TWISTS ? l->bodies * l->motion : 0);
    double max = 0.0;
    for (int32_t i = 0; i < r->info.frames; i++) {
        for (size_t k = 0; k < count; k++) {
            for (size_t n = first; n < last; n++) {
                double value = fabs(tmi_recording_number(r, i, start + k * each + n));
                max = value > max && value < INFINITY ? value : max;
            }
        }
    }
    return max;
}

static double largest_contact_force(const tmRecording *r) {
    double max = 0.0;
    for (int32_t i = 0; i < r->info.frames; i++) {
        const unsigned char *payload = tmi_recording_payload(r, i);
        int32_t count = tmi_load_contact_count(&r->layout, payload);
        for (int32_t k = 0; k < count; k++) {
            tmContact contact;
            tmi_load_contact(&r->layout, payload, k, &contact);
            double force = fabs(contact.force);
            max = force < INFINITY ? tmi_max(max, force) : max;
        }
    }
    return max;
}

/* Vectors come first in poses, velocities and wrenches. */
static size_t axes_of(const tmRecording *r) {
    return r->layout.planar ? 2 : 3;
}

static double size_of(const tmRecording *r) {
    double size = r->info.has_end && r->info.end.size < INFINITY ? r->info.end.size : 0.0;
    return tmi_max(size, largest(r, POSES, 0, axes_of(r)));
}

/* The time during which anything moves [s]; INFINITY where nothing does. */
static double span_of(const tmRecording *r) {
    int32_t count = r->info.frames;
    double span = count > 1 && r->info.kind != TM_RUN_ANIMATE
                      ? tmi_recording_scalar(r, count - 1, 0) - tmi_recording_scalar(r, 0, 0)
                      : 0.0;
    return span > 0.0 ? span : INFINITY;
}

static double force_of(const tmRecording *r) {
    return tmi_max(largest(r, WRENCHES, 0, axes_of(r)), largest_contact_force(r));
}

static double energy_of(const tmRecording *r) {
    double max =
        r->info.has_end && r->info.end.energy_scale < INFINITY ? r->info.end.energy_scale : 0.0;
    for (int32_t i = 0; i < r->info.frames; i++) {
        double energy = fabs(tmi_recording_scalar(r, i, 1));
        max = energy < INFINITY ? tmi_max(max, energy) : max;
    }
    return max;
}

/* The least that the sum of all magnitudes m v and I w / size can be where their energies come to
 * E, which is at most half of (v + w size) times it [kg m/s]: of that the momentum is the sum. */
static double momentum_of(const tmRecording *r) {
    double energy = r->info.has_end ? r->info.end.energy_scale : 0.0;
    double speed = largest(r, TWISTS, 0, axes_of(r)) +
                   size_of(r) * largest(r, TWISTS, axes_of(r), r->layout.motion);
    return energy > 0.0 && energy < INFINITY && speed > 0.0 ? 2.0 * energy / speed : 0.0;
}

static double speed_of(const tmRecording *r) {
    return tmi_max(size_of(r) / span_of(r), largest(r, TWISTS, 0, axes_of(r)));
}

static double speed_squared_of(const tmRecording *r) {
    return speed_of(r) * speed_of(r);
}

static double spin_of(const tmRecording *r) {
    return tmi_max(1.0 / span_of(r), largest(r, TWISTS, axes_of(r), r->layout.motion));
}

static double torque_of(const tmRecording *r) {
    return tmi_max(size_of(r) * force_of(r), largest(r, WRENCHES, axes_of(r), r->layout.motion));
}

/* An angle is part of a turn, whatever moves. */
static double turn_of(const tmRecording *r) {
    (void)r;
    return 1.0;
}

static double acceleration_of(const tmRecording *r) {
    return size_of(r) / span_of(r) / span_of(r);
}

static double turn_rate_change_of(const tmRecording *r) {
    return 1.0 / span_of(r) / span_of(r);
}

static double area_of(const tmRecording *r) {
    return size_of(r) * size_of(r);
}

static double angular_momentum_of(const tmRecording *r) {
    return size_of(r) * momentum_of(r);
}

static double power_of(const tmRecording *r) {
    return tmi_max(force_of(r) * speed_of(r), torque_of(r) * spin_of(r));
}

/* The largest of what has this unit in the world; 0 where it is not known. */
static double scale_of(const tmRecording *r, const char *unit) {
    static const struct {
        const char *unit;
        double (*scale)(const tmRecording *r);
    } rows[] = {
        {"rad", turn_of},
        {"m", size_of},
        {"m^2", area_of},
        {"m/s", speed_of},
        {"rad/s", spin_of},
        {"m^2/s^2", speed_squared_of},
        {"m/s^2", acceleration_of},
        {"rad/s^2", turn_rate_change_of},
        {"N", force_of},
        {"N*m", torque_of},
        {"J", energy_of},
        {"W", power_of},
        {"kg*m/s", momentum_of},
        {"N*s", momentum_of}, /* of a sum that the text writes */
        {"kg*m^2/s", angular_momentum_of},
        {"N*m*s", angular_momentum_of},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(unit, rows[i].unit) == 0) {
            return rows[i].scale(r);
        }
    }
    return 0.0;
}

/* Whether the tolerance of steps, as part of the scale, bounds errors of this unit. */
static bool is_state(const char *unit) {
    static const char *const units[] = {"rad", "m", "rad/s", "m/s", "J"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(unit, units[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Which part of the largest is a rounding error [1]. */
static double rounded(const tmRecording *r, const char *unit) {
    bool is_force = strcmp(unit, "N") == 0 || strcmp(unit, "N*m") == 0;
    return is_force && r->info.has_end && r->info.end.touching > 0 ? FORCE_ROUNDED : VALUE_ROUNDED;
}

/* The monitor that number `index` of a frame belongs to; of a number without one, a monitor of that
 * number alone. */
static tmMonitorInfo monitor_of(const tmRecording *r, size_t index) {
    size_t number = index - tmi_recording_first_value(r);
    for (int32_t i = 0; i < r->info.monitors; i++) {
        tmMonitorInfo monitor;
        bool found = tm_recording_monitor(r, i, &monitor) == TM_OK &&
                     number >= (size_t)monitor.first &&
                     number < (size_t)monitor.first + (size_t)monitor.size;
        if (found) {
            return monitor;
        }
    }
    return (tmMonitorInfo){.unit = "", .first = (int32_t)number, .size = 1};
}

/* The largest of the monitor's numbers: a coordinate is one of its vector's. */
static double largest_value(const tmRecording *r, const tmMonitorInfo *monitor) {
    size_t start = tmi_recording_first_value(r) + (size_t)monitor->first;
    double max = 0.0;
    for (int32_t i = 0; i < r->info.frames; i++) {
        for (int32_t k = 0; k < monitor->size && tmi_recording_is_reached(r, i); k++) {
            double value = fabs(tmi_recording_number(r, i, start + (size_t)k));
            max = value < INFINITY ? tmi_max(max, value) : max;
        }
    }
    return max;
}

/* Whether the first numbers of all poses stay within `part` of the size, the others of 1. */
static bool is_still(const tmRecording *r, double part) {
    double slide = part * size_of(r);
    for (int32_t i = 1; i < r->info.frames; i++) {
        for (size_t k = 0; k < r->layout.bodies * r->layout.pose; k++) {
            double way = tmi_recording_number(r, i, k) - tmi_recording_number(r, 0, k);
            if (!(fabs(way) <= (k % r->layout.pose < axes_of(r) ? slide : part))) {
                return false;
            }
        }
    }
    return true;
}

tmiSeriesNoise tmi_series_noise(const tmRecording *recording, size_t index) {
    tmMonitorInfo monitor = monitor_of(recording, index);
    const tmSimInfo *end = &recording->info.end;
    double own = largest_value(recording, &monitor);
    double world = tmi_max(own, scale_of(recording, monitor.unit));
    bool controlled = recording->info.has_end && end->method == TM_METHOD_EVENTS &&
                      end->integrator < TM_INTEGRATOR_RK4;
    double error = controlled ? tmi_max(VALUE_ROUNDED, end->tolerance) : VALUE_ROUNDED;
    error = error < VALUE_ERROR_MAX ? error : VALUE_ERROR_MAX;
    double unresolved = STILL_TOLERANCES * error * world;
    bool still = controlled && is_still(recording, STILL_TOLERANCES * error);
    bool counts_world = still || is_state(monitor.unit);
    error *= still ? STILL_TOLERANCES : 1.0;
    double rounding = rounded(recording, monitor.unit) * world;
    return (tmiSeriesNoise){.rounding = rounding,
                            .unresolved = unresolved,
                            .error = tmi_max(rounding, error * (counts_world ? world : own))};
}
