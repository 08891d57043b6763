/* vocabulary_hinges.c: kinds of hinges: their arguments, and the features that they match. */
#include "define/language/vocabulary_parts.h"

#include <string.h>

#define COUNT(rows) ((int32_t)(sizeof(rows) / sizeof((rows)[0])))
#define NONE NULL, 0

static const tmiArgumentRow screw[] = {{"pitch", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_ZERO, "m", NULL,
                                        "how far a turn moves it along its axis"}};
static const tmiArgumentRow rod[] = {{"length", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "m",
                                      "as placed", "distance of the two points"}};
static const tmiArgumentRow spring[] = {{"stiffness", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_NEGATIVE,
                                         "N/m", NULL, "force for each length that it is stretched"},
                                        {"length", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_NEGATIVE, "m",
                                         "as placed", "its length without force"},
                                        {"damping", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_NEGATIVE,
                                         "N*s/m", "0",
                                         "force for each speed at which it is stretched"}};
static const tmiArgumentRow damper[] = {{"damping", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_NEGATIVE,
                                         "N*s/m", NULL,
                                         "force for each speed at which it is stretched"}};
static const tmiArgumentRow gear[] = {
    {"ratio", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_ZERO, "", NULL,
     "turns of the first part for a turn of the second; less than 0: the other way round"}};
static const tmiArgumentRow rack[] = {
    {"radius", TMI_ARGUMENT_NUMBER, TMI_BOUND_NOT_ZERO, "m", NULL, "pitch radius of the wheel"}};
static const tmiArgumentRow belt[] = {
    {"first_radius", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "m", NULL, "of the first wheel"},
    {"second_radius", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "m", NULL, "of the second wheel"},
    {"crossed", TMI_ARGUMENT_TRUTH, TMI_BOUND_NONE, "", "false", "the wheels turn opposite ways"}};
static const tmiArgumentRow cam[] = {
    {"lift", TMI_ARGUMENT_FUNCTION, TMI_BOUND_NONE, "m", NULL,
     "function or table: distance of the follower for the angle of the cam"}};
static const tmiArgumentRow tackle[] = {{"length", TMI_ARGUMENT_NUMBER, TMI_BOUND_POSITIVE, "m",
                                         "as placed", "sum of the distances of all pairs"}};

static const tmiHingeRow hinges[] = {
    {"pin", NONE, "p", "pp pa a", TMI_HINGE_TURNS, "turns about one axis"},
    {"ball.and.socket", NONE, "p", "p", 0, "turns about a point"},
    {"slider", NONE, "a pp", "a aa pp", TMI_HINGE_SLIDES, "slides along an axis without turning"},
    {"cylindrical", NONE, "a pp", "a pp", TMI_HINGE_TURNS | TMI_HINGE_SLIDES,
     "turns about an axis and slides along it"},
    {"universal", NONE, "", "a pa", 0, "two shafts that meet: the axes stay at right angles"},
    {"planar", NONE, "", "a pa", 0, "slides and turns on a plane, across the axis"},
    {"screw", screw, COUNT(screw), "", "a", TMI_HINGE_TURNS | TMI_HINGE_SLIDES,
     "slides along an axis as it turns about it"},
    {"rigid", NONE, "p pp a", "p pa ppp aa", 0, "holds two parts fast to each other"},
    {"point_on_line", NONE, "x", "x", TMI_HINGE_SLIDES, "keeps a point on an axis"},
    {"point_on_plane", NONE, "x", "x", 0, "keeps a point on the plane across an axis"},
    {"rod", rod, COUNT(rod), "p", "p", TMI_HINGE_SPANS, "keeps the distance of two points"},
    {"spring", spring, COUNT(spring), "p", "p", TMI_HINGE_SPANS,
     "pulls two points together or pushes them apart"},
    {"damper", damper, COUNT(damper), "p", "p", TMI_HINGE_SPANS,
     "brakes two points that move to or from each other"},
    {"gear", gear, COUNT(gear), "p a", "a", 0, "two wheels, pinned elsewhere, turn in a ratio"},
    {"rack", rack, COUNT(rack), "x a", "a x", 0, "a wheel rolls along a rack"},
    {"belt", belt, COUNT(belt), "p a", "a", 0, "two wheels, pinned elsewhere, share a belt"},
    {"cam", cam, COUNT(cam), "p x a", "a x", 0, "a follower keeps its distance from a cam"},
    {"tackle", tackle, COUNT(tackle), "p+", "p+", TMI_HINGE_SPANS,
     "a rope over several pairs of points"},
};

const tmiHingeRow *tmi_hinges(int32_t *count) {
    *count = COUNT(hinges);
    return hinges;
}

const tmiHingeRow *tmi_hinge_find(const char *name, int32_t length) {
    for (int32_t i = 0; i < COUNT(hinges); i++) {
        if (hinges[i].name[0] == name[0] && strncmp(hinges[i].name, name, (size_t)length) == 0 &&
            !hinges[i].name[length]) {
            return &hinges[i];
        }
    }
    return NULL;
}
