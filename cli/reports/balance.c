/* balance.c: what a run says of its own errors: whether its energy is balanced, gaps of joints. */
#include "reports/reports.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Part of the energies that moved by which the balance may be off [1]. */
#define DOUBTFUL 1e-3

/* The same of fixed steps, whose error is of the first order, as part of the kinetic energy [1]. */
#define COARSE 0.01

/* A smaller tolerance [1] cannot be met: numbers have 16 digits. */
#define TIGHT_TOLERANCE 1e-12

/* A world rests where no body leaves its first place by more than the first of these parts of the
 * size, or turns by more [rad], and none has a speed that in the whole run would take it further
 * than the second [1]. */
#define STILL_PLACE 1e-12
#define STILL_WAY 1e-10

static bool is_still(const tmRecordedFrame *frame, const tmFrame *first, int32_t bodies,
                     double size, double span) {
    for (int32_t i = 0; i < bodies; i++) {
        const tmFrame *now = &frame->frames[i];
        const tmTwist *twist = &frame->twists[i];
        for (int k = 0; k < 4; k++) {
            bool lies =
                k == 3 || (fabs(now->position[k] - first[i].position[k]) <= STILL_PLACE * size &&
                           fabs(twist->linear[k]) * span <= STILL_WAY * size &&
                           fabs(twist->angular[k]) * span <= STILL_WAY);
            if (!lies || !(fabs(now->rotation[k] - first[i].rotation[k]) <= STILL_PLACE)) {
                return false;
            }
        }
    }
    return true;
}

static bool rests(const tmSimInfo *info, tmRecording *recording) {
    const tmRecordingInfo *known = tm_recording_info(recording);
    tmRecordedFrame frame;
    if (known->frames == 0 || tm_recording_frame(recording, 0, &frame) != TM_OK) {
        return false;
    }
    size_t size = (size_t)known->bodies * sizeof(tmFrame);
    tmFrame *first = malloc(size);
    bool still = first;
    if (first) {
        memcpy(first, frame.frames, size);
    }
    for (int32_t i = 0; i < known->frames && still; i++) {
        still = tm_recording_frame(recording, i, &frame) == TM_OK &&
                is_still(&frame, first, known->bodies, info->size, info->time);
    }
    free(first);
    return still;
}

bool cli_has_moved(const tmSimInfo *info, tmRecording *recording) {
    double off = fabs(info->energy_error) + info->gained;
    return info->energy_scale > 1e-12 * fabs(info->energy) &&
           (off <= DOUBTFUL * info->energy_scale || !rests(info, recording));
}

static void print_energy(const tmSimInfo *info, tmRecording *recording) {
    if (isnan(info->energy)) {
        printf("    %-12snone: the run is without dynamics", "energy");
        return;
    }
    printf("    %-12s%.6g J, error %.2g J", "energy", info->energy, info->energy_error);
    if (cli_has_moved(info, recording)) {
        printf(" (%.2g of the largest kinetic energy)",
               fabs(info->energy_error) / info->energy_scale);
    }
}

/* What could make the energy right. A run that failed ended where no step is short enough, or no
 * motion goes on: nothing that is smaller helps there. */
static const char *advice_of(const tmSimInfo *info) {
    bool fixed = info->method != TM_METHOD_EVENTS || info->integrator >= TM_INTEGRATOR_RK4;
    return info->outcome == TM_SIM_FAILED      ? " up to where the run failed"
           : fixed                             ? ": try a smaller step"
           : info->tolerance > TIGHT_TOLERANCE ? ": try a smaller tolerance"
                                               : "";
}

/* The word for a balance of energy that is off; null where it is not. Of fixed steps, what jumps
 * does work that it lacks. */
static const char *imbalance(const tmSimInfo *info, tmRecording *recording) {
    tmSimEvent first;
    double error = cli_has_moved(info, recording) ? fabs(info->energy_error) : 0.0;
    if (info->method == TM_METHOD_EVENTS) {
        return error > DOUBTFUL * (info->energy_scale + fabs(info->work)) ? "doubtful" : NULL;
    }
    return error > COARSE * info->energy_scale && cli_jumps(recording, &first) == 0 ? "coarse"
                                                                                    : NULL;
}

bool cli_energy_is_balanced(const tmSimInfo *info, tmRecording *recording) {
    return !imbalance(info, recording);
}

void cli_summary_print_balance(const tmSimInfo *info, tmRecording *recording) {
    const char *word = imbalance(info, recording);
    print_energy(info, recording);
    printf("\n    %-12slargest gap of a joint %.2g m, largest residual of an equation %.2g\n",
           "errors", info->gap, info->residual);
    if (word) {
        printf(
            info->method == TM_METHOD_EVENTS
                ? "    %-12sthe energy is off by more than a thousandth of what moved%s\n"
                : "    %-12sthat error is more than a hundredth of what moved, and is not lost in "
                  "impacts or friction%s\n",
            word, advice_of(info));
    }
}
