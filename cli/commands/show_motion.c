/* show_motion.c: `trammel show --motion` prints what a motion amounts to, in one table. */
#include "commands/show_motion.h"
#include "text/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI 3.141592653589793

/* A number as people read it: angles in degrees, lengths in millimetres. */
typedef struct Shown {
    double factor;
    const char *unit;
} Shown;

static Shown shown_of(const char *unit) {
    return strcmp(unit, "rad") == 0 ? (Shown){180.0 / PI, "deg"}
           : strcmp(unit, "m") == 0 ? (Shown){1000.0, "mm"}
                                    : (Shown){1.0, unit};
}

static void print_at(const Shown *drive, double at) {
    printf(" %12.6g", drive->factor * at + 0.0);
}

static void print_number(double number) {
    if (number == number) {
        printf(" %12.6g", number + 0.0);
    } else {
        printf(" %12s", "-");
    }
}

/* "motor.angle [deg]": a joint's coordinate by what the language calls it. */
static void coordinate_name(const tmModel *model, int32_t number, int32_t coordinate, char *name,
                            size_t size, Shown *shown) {
    tmJointInfo joint;
    tm_model_joint(model, number, &joint);
    bool turns = joint.coordinates[coordinate].unit == TM_ROW_ANGLE;
    *shown = shown_of(turns ? "rad" : "m");
    const char *quantity = turns                                 ? "angle"
                           : joint.kind->moves & TM_HINGE_SLIDES ? "position"
                                                                 : "length";
    snprintf(name, size, "%s.%s", cli_shown(joint.name), quantity);
}

static void print_range(const char *name, const Shown *shown, const Shown *drive,
                        const tmMotionRange *range) {
    char label[200];
    snprintf(label, sizeof label, "%s [%s]", name, shown->unit[0] ? shown->unit : "1");
    printf("    %-36s", label);
    print_number(shown->factor * range->low);
    print_at(drive, range->low_at);
    print_number(shown->factor * range->high);
    print_at(drive, range->high_at);
    printf("%s\n", range->unknown > 0 ? "  not known everywhere" : "");
}

static void print_head(const char *what, const Shown *drive) {
    char at[64];
    snprintf(at, sizeof at, "at [%s]", drive->unit);
    printf("    %-36s %12s %12s %12s %12s\n", what, "least", at, "greatest", at);
}

/* ---- The drive ------------------------------------------------------------------------------- */

static void print_end(const char *word, const char *unit, double value) {
    if (fabs(value) < INFINITY) {
        printf(" %s %.9g %s", word, value, unit);
    } else {
        printf(" without end%s", strcmp(word, "from") == 0 ? " backwards" : " onwards");
    }
}

static void print_drive(const tmMotionInfo *info, const tmRangeInfo *range, const Shown *drive) {
    if (!info->has_reach) {
        printf(
            "    how far the drives can go was not examined: that is for one drive of a number\n");
        return;
    }
    if (info->is_whole) {
        printf("    %s can turn all round: no toggle position\n", cli_shown(range->text));
    } else {
        printf("    %s can go", cli_shown(range->text));
        print_end("from", drive->unit, drive->factor * info->low);
        print_end("to", drive->unit, drive->factor * info->high);
        printf(": toggle position%s\n",
               fabs(info->low) < INFINITY && fabs(info->high) < INFINITY ? "s" : "");
    }
}

static void print_modes(const tmMotionInfo *info, const tmRangeInfo *range, const Shown *drive) {
    if (info->modes == 0) {
        return;
    }
    printf("    at %.6g %s it can be assembled in %d way%s (branches)%s",
           drive->factor * range->first, drive->unit, info->modes, info->modes == 1 ? "" : "s",
           info->has_all_modes ? "" : " that were found, there may be more");
    if (info->circuits > 0) {
        printf(", on %d circuit%s", info->circuits, info->circuits == 1 ? "" : "s");
    } else {
        printf("; their circuits could not be followed");
    }
    printf("\n");
}

/* ---- All of it ------------------------------------------------------------------------------- */

static void print_limits(const tmModel *model, const tmMotion *motion, const Shown *drive) {
    char name[160];
    Shown shown;
    for (int32_t i = 0; i < tm_motion_limit_count(motion); i++) {
        const tmMotionLimit *limit = tm_motion_limit(motion, i);
        coordinate_name(model, limit->joint, limit->coordinate, name, sizeof name, &shown);
        printf("    limit position at %.9g %s: %s turns back at %s of %.6g %s\n",
               drive->factor * limit->at + 0.0, drive->unit, name,
               limit->is_high ? "a greatest value" : "a least value",
               shown.factor * limit->value + 0.0, shown.unit);
    }
}

static void print_measures(const tmModel *model, const tmMotion *motion, const Shown *drive) {
    static const char *const ends[] = {".x", ".y", ".z"};
    if (tm_motion_measure_count(motion) > 0) {
        print_head("measure", drive);
    }
    for (int32_t i = 0; i < tm_model_simulate(model).monitor_count; i++) {
        tmMonitorInfo monitor;
        tm_model_monitor(model, i, &monitor);
        Shown shown = {1.0, monitor.unit};
        int32_t axes = monitor.size == 3 && tm_model_world(model).planar ? 2 : monitor.size;
        for (int32_t k = 0; k < axes; k++) {
            char name[160];
            snprintf(name, sizeof name, "%s%s", cli_shown(monitor.text), axes > 1 ? ends[k] : "");
            print_range(name, &shown, drive, tm_motion_measure(motion, monitor.first + k));
        }
    }
}

void cli_show_motion(const tmModel *model, const tmMotion *motion) {
    const tmMotionInfo *info = tm_motion_info(motion);
    tmRangeInfo range;
    char name[160];
    tm_model_range(model, 0, &range);
    Shown drive = shown_of(range.unit), shown;
    printf("motion of %s: %s from %.6g to %.6g %s in %d steps", tm_model_world(model).name,
           cli_shown(range.text), drive.factor * range.first, drive.factor * range.last, drive.unit,
           info->steps);
    printf(info->unreached > 0 ? ", %d of whose ends cannot be reached\n" : "\n", info->unreached);
    print_drive(info, &range, &drive);
    print_modes(info, &range, &drive);
    print_limits(model, motion, &drive);
    print_head("joint", &drive);
    for (int32_t i = 0; i < tm_motion_joint_count(motion); i++) {
        const tmMotionRange *joint = tm_motion_joint(motion, i);
        coordinate_name(model, joint->joint, joint->coordinate, name, sizeof name, &shown);
        print_range(name, &shown, &drive, joint);
    }
    print_measures(model, motion, &drive);
}
