/* vocabulary_names.c: names that the language gives by itself: features that every object has,
 * truths, coordinates, what a range is counted in, and the arguments of an axis. */
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

#define COUNT(rows) ((int32_t)(sizeof(rows) / sizeof((rows)[0])))

static const tmiNameRow given[] = {
    {"center", "the origin of its axes"},
    {"x_axis", "its x axis"},
    {"y_axis", "its y axis"},
    {"z_axis", "its z axis"},
};

static const tmiNameRow truths[] = {
    {"true", "a condition that holds"},
    {"false", "a condition that does not hold"},
};

static const tmiNameRow coordinates[] = {
    {"x", "the first number of a point"},
    {"y", "the second number of a point"},
    {"z", "the third number of a point"},
};

static const tmiNameRow counted[] = {
    {"frames", "number of pictures"},
    {"steps", "number of values"},
    {"points", "number of values"},
};

static const tmiNameRow ground = {"world", "the ground, to which parts can be joined"};

static const tmiNameRow axis = {"axis", "a line as a feature: its direction and a point of it"};

static const tmParameter axis_rows[] = {
    {"along", TM_PARAMETER_POINT, TM_BOUND_NOT_ZERO, "", NULL, "its direction"},
    {"at", TM_PARAMETER_POINT, TM_BOUND_NONE, "m", "(0, 0, 0)", "a point of it"},
};

const tmiNameRow *tmi_names(tmiNames names, int32_t *count) {
    static const struct {
        const tmiNameRow *rows;
        int32_t count;
    } tables[] = {
        [TMI_NAMES_GIVEN] = {given, COUNT(given)},
        [TMI_NAMES_TRUTHS] = {truths, COUNT(truths)},
        [TMI_NAMES_COORDINATES] = {coordinates, COUNT(coordinates)},
        [TMI_NAMES_COUNTED] = {counted, COUNT(counted)},
        [TMI_NAMES_GROUND] = {&ground, 1},
        [TMI_NAMES_AXIS] = {&axis, 1},
    };
    *count = tables[names].count;
    return tables[names].rows;
}

int32_t tmi_name_find(tmiNames names, const char *name, int32_t length) {
    int32_t count;
    const tmiNameRow *rows = tmi_names(names, &count);
    for (int32_t i = 0; i < count; i++) {
        if (strlen(rows[i].name) == (size_t)length &&
            memcmp(rows[i].name, name, (size_t)length) == 0) {
            return i;
        }
    }
    return -1;
}

const tmParameter *tmi_axis_arguments(int32_t *count) {
    *count = COUNT(axis_rows);
    return axis_rows;
}
