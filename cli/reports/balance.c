/* balance.c: what a run says of its own errors: whether its energy is balanced, gaps of joints. */
#include "reports/reports.h"

#include <math.h>
#include <stdio.h>

/* Part of the energies that moved by which the balance may be off [1]. */
#define DOUBTFUL 1e-3

/* The same of fixed steps, whose error is of the first order, as part of the kinetic energy [1]. */
#define COARSE 0.01

/* A smaller tolerance [1] cannot be met: numbers have 16 digits. */
#define TIGHT_TOLERANCE 1e-12

/* Whether anything with a mass moved, beyond rounding errors. */
static bool has_moved(const tmSimInfo *info) {
    return info->energy_scale > 1e-12 * fabs(info->energy);
}

static void print_energy(const tmSimInfo *info) {
    if (isnan(info->energy)) {
        printf("    %-12snone: the run is without dynamics", "energy");
        return;
    }
    printf("    %-12s%.6g J, error %.2g J", "energy", info->energy, info->energy_error);
    if (has_moved(info)) {
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
static const char *imbalance(const tmSimInfo *info, const tmRecording *recording) {
    tmSimEvent first;
    double error = has_moved(info) ? fabs(info->energy_error) : 0.0;
    if (info->method == TM_METHOD_EVENTS) {
        return error > DOUBTFUL * (info->energy_scale + fabs(info->work)) ? "doubtful" : NULL;
    }
    return error > COARSE * info->energy_scale && cli_jumps(recording, &first) == 0 ? "coarse"
                                                                                    : NULL;
}

bool cli_energy_is_balanced(const tmSimInfo *info, const tmRecording *recording) {
    return !imbalance(info, recording);
}

void cli_summary_print_balance(const tmSimInfo *info, const tmRecording *recording) {
    const char *word = imbalance(info, recording);
    print_energy(info);
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
