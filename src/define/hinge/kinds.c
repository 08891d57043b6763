/* kinds.c: the one table of the language's hinges: what they match, take and make. A new hinge is a
 * file with the function that makes its rows, and a row here. */
#include "define/hinge/match.h"

#include <string.h>

#define COUNT(rows) ((int32_t)(sizeof(rows) / sizeof((rows)[0])))
#define NO_ARGUMENTS NULL, 0

/* Limits and springs make no rows: only simulations use them. */
static const tmParameter pin[] = {
    {"low", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "rad", "none", "angle that it cannot fall below"},
    {"high", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "rad", "none", "angle that it cannot exceed"},
    {"restitution", TM_PARAMETER_NUMBER, TM_BOUND_FRACTION, "", "0",
     "ratio of the speeds after and before it meets a limit"},
    {"stiffness", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "N*m/rad", "0",
     "torque of its spring per rad from 'rest'"},
    {"rest", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "rad", "as assembled",
     "angle at which its spring is slack"},
    {"damping", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "N*m*s/rad", "0",
     "torque per rad/s against the motion"}};
static const tmParameter slider[] = {
    {"low", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "m", "none", "position that it cannot fall below"},
    {"high", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "m", "none", "position that it cannot exceed"},
    {"restitution", TM_PARAMETER_NUMBER, TM_BOUND_FRACTION, "", "0",
     "ratio of the speeds after and before it meets a limit"},
    {"stiffness", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "N/m", "0",
     "force of its spring per m from 'rest'"},
    {"rest", TM_PARAMETER_NUMBER, TM_BOUND_NONE, "m", "as assembled",
     "position at which its spring is slack"},
    {"damping", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "N*s/m", "0",
     "force per m/s against the motion"}};
static const tmParameter screw[] = {
    {"pitch", TM_PARAMETER_NUMBER, TM_BOUND_NOT_ZERO, "m", NULL, "travel along its axis per turn"}};
static const tmParameter rod[] = {{"length", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m",
                                   "as assembled", "distance between the two points"}};
static const tmParameter spring[] = {{"stiffness", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE,
                                      "N/m", NULL, "force per length that it is stretched"},
                                     {"length", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE, "m",
                                      "as assembled", "its length without force"},
                                     {"damping", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE,
                                      "N*s/m", "0", "force per speed at which it is stretched"}};
static const tmParameter damper[] = {{"damping", TM_PARAMETER_NUMBER, TM_BOUND_NOT_NEGATIVE,
                                      "N*s/m", NULL, "force per speed at which it is stretched"}};
static const tmParameter gear[] = {
    {"ratio", TM_PARAMETER_NUMBER, TM_BOUND_NOT_ZERO, "", NULL,
     "turns of the first part per turn of the second; negative: in the opposite sense"}};
static const tmParameter rack[] = {
    {"radius", TM_PARAMETER_NUMBER, TM_BOUND_NOT_ZERO, "m", NULL, "pitch radius of the wheel"}};
static const tmParameter belt[] = {
    {"first_radius", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m", NULL, "of the first wheel"},
    {"second_radius", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m", NULL, "of the second wheel"},
    {"crossed", TM_PARAMETER_TRUTH, TM_BOUND_NONE, "", "false", "the wheels turn opposite ways"}};
static const tmParameter cam[] = {
    {"lift", TM_PARAMETER_CURVE, TM_BOUND_NONE, "m", NULL,
     "function or table: distance of the follower as a function of the cam's angle"}};
static const tmParameter tackle[] = {{"length", TM_PARAMETER_NUMBER, TM_BOUND_POSITIVE, "m",
                                      "as assembled", "sum of the distances of all pairs"}};

/* One row for each: the function tmi_hinge_… that makes it, its name, help, arguments, what it
 * matches in the plane and in space, and what moves at it (tmHingeKind). */
#define HINGE_LIST(X)                                                                              \
    X(pin, "pin", "turns about one axis", pin, COUNT(pin), "p", "pp pa a", TM_HINGE_TURNS)         \
    X(ball, "ball.and.socket", "turns about a point", NO_ARGUMENTS, "p", "p", 0)                   \
    X(slider, "slider", "slides along an axis without turning", slider, COUNT(slider), "a pp",     \
      "a aa pp", TM_HINGE_SLIDES)                                                                  \
    X(cylindrical, "cylindrical", "turns about an axis and slides along it", NO_ARGUMENTS, "a pp", \
      "a pp", TM_HINGE_TURNS | TM_HINGE_SLIDES)                                                    \
    X(universal, "universal", "two shafts that meet: the axes stay at right angles", NO_ARGUMENTS, \
      "", "a pa", 0)                                                                               \
    X(planar, "planar", "slides and turns in the plane perpendicular to the axis", NO_ARGUMENTS,   \
      "", "a pa", 0)                                                                               \
    X(screw, "screw", "slides along an axis as it turns about it", screw, COUNT(screw), "", "a",   \
      TM_HINGE_TURNS | TM_HINGE_SLIDES)                                                            \
    X(rigid, "rigid", "fixes two parts to each other", NO_ARGUMENTS, "p pp a", "p pa ppp aa", 0)   \
    X(point_on_line, "point_on_line", "keeps a point on an axis", NO_ARGUMENTS, "x", "x",          \
      TM_HINGE_SLIDES)                                                                             \
    X(point_on_plane, "point_on_plane", "keeps a point in the plane perpendicular to an axis",     \
      NO_ARGUMENTS, "x", "x", 0)                                                                   \
    X(rod, "rod", "keeps the distance between two points", rod, COUNT(rod), "p", "p",              \
      TM_HINGE_SPANS)                                                                              \
    X(spring, "spring", "pulls two points together or pushes them apart", spring, COUNT(spring),   \
      "p", "p", TM_HINGE_SPANS)                                                                    \
    X(spring, "damper", "resists two points that move towards or away from each other", damper,    \
      COUNT(damper), "p", "p", TM_HINGE_SPANS)                                                     \
    X(gear, "gear", "two wheels, pinned elsewhere, turn in a ratio", gear, COUNT(gear), "p a",     \
      "a", 0)                                                                                      \
    X(rack, "rack", "a wheel rolls along a rack", rack, COUNT(rack), "x a", "a x", 0)              \
    X(belt, "belt", "two wheels, pinned elsewhere, share a belt", belt, COUNT(belt), "p a", "a",   \
      0)                                                                                           \
    X(cam, "cam", "a follower keeps its distance from a cam", cam, COUNT(cam), "p x a", "a x", 0)  \
    X(tackle, "tackle", "a rope over several pairs of points", tackle, COUNT(tackle), "p+", "p+",  \
      TM_HINGE_SPANS)

#define DECLARE(make, ...) tmHingeFn tmi_hinge_##make;
HINGE_LIST(DECLARE)

#define ROW(make, ...) {__VA_ARGS__, tmi_hinge_##make, NULL},
static const tmHingeKind kinds[] = {HINGE_LIST(ROW)};

const tmHingeKind *tm_hinge_kinds(int32_t *count) {
    *count = COUNT(kinds);
    return kinds;
}

const tmHingeKind *tmi_hinge_kind_find(const tmHingeKind *all, int32_t count, const char *name,
                                       int32_t length) {
    for (int32_t i = 0; i < count; i++) {
        if (all[i].name[0] == name[0] && strncmp(all[i].name, name, (size_t)length) == 0 &&
            !all[i].name[length]) {
            return &all[i];
        }
    }
    return NULL;
}

const tmHingeKind *tmi_hinge_find(const char *name, int32_t length) {
    return tmi_hinge_kind_find(kinds, COUNT(kinds), name, length);
}
