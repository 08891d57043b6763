/* unreached.c: frames of an animation that its drives did not get to. */
#include "reports/reports.h"

#include <math.h>
#include <stdio.h>

void cli_unreached_words(int32_t count, int32_t frames, int32_t first, double gap, char *text,
                         size_t size) {
    int length = snprintf(text, size, "%d of %d frames %s not reached, the first is number %d",
                          count, frames, count == 1 ? "was" : "were", first + 1);
    if (length > 0 && (size_t)length < size && gap > 0.0 && isfinite(gap)) {
        snprintf(text + length, size - (size_t)length, "; joints are open by up to %.3g mm",
                 1000.0 * gap);
    }
}

bool cli_unreached_text(tmRecording *recording, char *text, size_t size) {
    int32_t first;
    double gap;
    int32_t count = tm_recording_unreached(recording, &first, &gap);
    if (count > 0) {
        cli_unreached_words(count, tm_recording_info(recording)->frames, first, gap, text, size);
    }
    return count > 0;
}

bool cli_caveat_text(tmRecording *recording, char *text, size_t size) {
    return cli_unreached_text(recording, text, size) || cli_pass_text(recording, text, size);
}
