/* drives.c: what an animation drives, in words and in units for people. */
#include "reports/reports.h"

#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A range that is driven, in the usual unit: degrees for angles. Recordings of earlier versions do
 * not know it: fractions of the motion then. */
typedef struct Drive {
    tmRangeInfo range;
    double factor;
    char unit[24];
} Drive;

static bool take_drive(const tmRecording *recording, int32_t index, Drive *drive) {
    *drive = (Drive){.range = {"", "", 0.0, 1.0}, .factor = 1.0};
    if (tm_recording_range(recording, index, &drive->range) != TM_OK) {
        return false;
    }
    bool turns = strcmp(drive->range.unit, "rad") == 0;
    drive->factor = turns ? 180.0 / 3.141592653589793 : 1.0;
    snprintf(drive->unit, sizeof drive->unit, "%s", turns ? "deg" : drive->range.unit);
    return true;
}

static double drive_at(const Drive *drive, double fraction) {
    return drive->factor * tm_range_at(&drive->range, fraction);
}

/* "drive motor.angle: 0 to 360 deg, a frame every 5 deg, both ends included". */
void cli_drives_print(const tmRecording *recording) {
    Drive drive;
    int32_t frames = tm_recording_info(recording)->frames;
    for (int32_t i = 0; take_drive(recording, i, &drive); i++) {
        double first = drive_at(&drive, 0.0), last = drive_at(&drive, 1.0);
        const char *unit = cli_shown(drive.unit), *space = unit[0] ? " " : "";
        printf("    drive %s:", cli_shown(drive.range.text));
        printf(" %.6g to %.6g%s%s, a frame every %.5g%s%s, both ends included\n", first, last,
               space, unit, fabs(last - first) / (frames > 1 ? frames - 1 : 1), space, unit);
    }
}

void cli_drive_times(const tmRecording *recording, tmSeriesInfo *series, char *unit, size_t size) {
    Drive drive;
    take_drive(recording, 0, &drive);
    series->min_time = drive_at(&drive, series->min_time);
    series->max_time = drive_at(&drive, series->max_time);
    series->first_crossing = drive_at(&drive, series->first_crossing);
    series->last_crossing = drive_at(&drive, series->last_crossing);
    double way = fabs(drive_at(&drive, 1.0) - drive_at(&drive, 0.0));
    series->first_within *= way;
    series->last_within *= way;
    snprintf(unit, size, "%s", drive.unit);
}

void cli_drives_note(tmRecording *recording) {
    const tmRecordingInfo *info = tm_recording_info(recording);
    bool has_none = false;
    for (int32_t i = 0; i < info->values; i++) {
        tmSeriesInfo series;
        has_none |= tm_recording_series(recording, i, &series) == TM_OK && isnan(series.min);
    }
    if (has_none && tm_recording_unreached(recording, NULL, NULL) < info->frames) {
        printf("    -: not known; rates and energy need 'speed' or 'duration' in the 'animate'\n");
    }
}
