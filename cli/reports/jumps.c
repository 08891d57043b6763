/* jumps.c: jumps of prescribed rates, which no finite force makes. */
#include "reports/reports.h"

#include "text/text.h"

#include <math.h>
#include <stdio.h>

int64_t cli_jumps(const tmRecording *recording, tmSimEvent *first) {
    int64_t count = 0;
    for (int32_t i = 0; i < tm_recording_info(recording)->events; i++) {
        tmSimEvent event;
        if (tm_recording_event(recording, i, &event) == TM_OK && event.kind == TM_SIM_EVENT_JUMP) {
            *first = count++ == 0 ? event : *first;
        }
    }
    return count;
}

void cli_summary_print_jumps(const tmRecording *recording, const tmSimInfo *info) {
    tmSimEvent first = {.time = 0.0};
    int64_t count = cli_jumps(recording, &first);
    const char *joint = tm_recording_joint(recording, first.joint);
    if (count > 0) {
        const char *cost = ". That takes an impulse, which forces do not show and whose work the "
                           "balance of energy may lack";
        cost = isnan(info->energy) ? "" /* nothing has a mass without dynamics */
               : info->method == TM_METHOD_EVENTS
                   ? ". That takes an impulse, which forces do not show"
                   : cost;
        printf("    %-12s%lld, the first at %g s: the rate prescribed for %s goes from %g to %g at "
               "once%s\n",
               "jumps", (long long)count, first.time,
               cli_shown(joint ? joint : tm_recording_body(recording, first.bodies[0])),
               first.before, first.after, cost);
    }
}
