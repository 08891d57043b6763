/* vocabulary_quantities.c: what can be sensed while a world runs, and what a study makes of it. */
#include "define/language/vocabulary/vocabulary.h"

#include <string.h>

#define COUNT(rows) ((int32_t)(sizeof(rows) / sizeof((rows)[0])))
#define MOVES (TMI_OF_BODY | TMI_OF_POINT | TMI_OF_AXIS)

static const tmiQuantityRow quantities[] = {
    {"time", TMI_OF_WORLD, 1, false, false, "s", "time since the run began"},
    {"t", TMI_OF_WORLD, 1, false, false, "s", "short for time"},
    {"energy", TMI_OF_WORLD | TMI_OF_BODY, 1, false, false, "J", "kinetic and potential energy"},
    {"kinetic_energy", TMI_OF_WORLD | TMI_OF_BODY, 1, false, false, "J", "energy of motion"},
    {"potential_energy", TMI_OF_WORLD | TMI_OF_BODY, 1, false, false, "J",
     "potential energy: of weight, and of a world also that of springs"},
    {"momentum", TMI_OF_WORLD | TMI_OF_BODY, 3, false, false, "kg*m/s", "mass times velocity"},
    {"angular_momentum", TMI_OF_WORLD | TMI_OF_BODY, 3, false, false, "kg*m^2/s",
     "of a body about its centre of mass, of a world about (0, 0, 0)"},

    {"position", MOVES, 3, false, true, "m", "where it is in the world"},
    {"velocity", MOVES, 3, false, true, "m/s", "how fast it moves"},
    {"acceleration", MOVES, 3, false, true, "m/s^2", "rate of change of its velocity"},
    {"angle", TMI_OF_BODY, 1, false, true, "rad", "how far it is turned about z"},
    {"angular_velocity", TMI_OF_BODY, 3, false, true, "rad/s", "how fast it turns, about x, y, z"},
    {"angular_acceleration", TMI_OF_BODY, 3, false, true, "rad/s^2",
     "rate of change of its angular velocity"},
    {"force", TMI_OF_BODY, 3, false, true, "N",
     "sum of the forces of hinges, contacts and controls on it"},
    {"force", TMI_OF_POINT | TMI_OF_AXIS, 3, false, true, "N",
     "sum of the forces of the hinges that match it"},
    {"torque", TMI_OF_BODY, 3, false, true, "N*m", "sum of their torques about its centre"},
    {"power", TMI_OF_BODY, 1, false, false, "W", "power of this force and this torque"},
    {"mass", TMI_OF_BODY, 1, false, false, "kg", "mass"},
    {"direction", TMI_OF_AXIS, 3, false, false, "", "direction of the axis, of length 1"},

    {"angle", TMI_OF_TURN, 1, false, true, "rad",
     "how far the first part is turned from the second"},
    {"angular_velocity", TMI_OF_TURN, 1, false, true, "rad/s", "how fast it turns"},
    {"angular_acceleration", TMI_OF_TURN, 1, false, true, "rad/s^2",
     "rate of change of its angular velocity"},
    {"torque", TMI_OF_TURN, 1, false, true, "N*m", "torque about its axis"},
    {"position", TMI_OF_SLIDE, 1, false, true, "m", "how far the first part is along the axis"},
    {"velocity", TMI_OF_SLIDE, 1, false, true, "m/s", "how fast it slides"},
    {"acceleration", TMI_OF_SLIDE, 1, false, true, "m/s^2", "rate of change of its velocity"},
    {"force", TMI_OF_SLIDE | TMI_OF_SPAN, 1, false, true, "N", "force along its axis or length"},
    {"length", TMI_OF_SPAN, 1, false, true, "m", "distance between its two points"},
    {"velocity", TMI_OF_SPAN, 1, false, true, "m/s", "how fast its length grows"},
    {"acceleration", TMI_OF_SPAN, 1, false, true, "m/s^2", "rate of change of that"},
    {"force", TMI_OF_HINGE, 3, false, false, "N", "force of the second part on the first"},
    {"torque", TMI_OF_HINGE, 3, false, false, "N*m",
     "torque of the second part on the first, about the first's feature"},
    {"power", TMI_OF_HINGE, 1, false, false, "W",
     "power of what its drive, spring, damper and controls do to its two parts"},
    {"reaction", TMI_OF_HINGE, 3, false, false, "N",
     "total force of the second part on the first through this join, also where it leaves them "
     "free; "
     "'trammel equations' prints the opposite, of the first on the second"},
    {"reaction_torque", TMI_OF_HINGE, 3, false, false, "N*m",
     "total torque of the second part on the first likewise, about the first's feature"},

    {"force", TMI_OF_TWO, 3, false, false, "N",
     "force(a, b): of part b on part a, by hinges and contacts"},
    {"torque", TMI_OF_TWO, 3, false, false, "N*m",
     "torque(a, b): of part b on part a, about the centre of a"},
    {"distance", TMI_OF_TWO, 1, false, false, "m",
     "distance(a, b): between the shapes of two parts"},
    {"instant_center", TMI_OF_TWO, 3, false, false, "m",
     "instant_center(a, b): the point at which they move alike, in a planar world"},
    {"contact", TMI_OF_TWO, 1, true, false, "", "contact(a, b): whether two parts touch"},
};

static const tmiMeasureRow measures[] = {
    {"final", "the value at the end"},
    {"greatest", "the largest value"},
    {"least", "the smallest value"},
    {"mean", "the mean over time"},
};

const tmiQuantityRow *tmi_quantities(int32_t *count) {
    *count = COUNT(quantities);
    return quantities;
}

const tmiQuantityRow *tmi_quantity_find(uint32_t of, const char *name, int32_t length) {
    for (int32_t i = 0; i < COUNT(quantities); i++) {
        const tmiQuantityRow *row = &quantities[i];
        if ((row->of & of) && row->name[0] == name[0] &&
            strncmp(row->name, name, (size_t)length) == 0 && !row->name[length]) {
            return row;
        }
    }
    return NULL;
}

const tmiMeasureRow *tmi_measures(int32_t *count) {
    *count = COUNT(measures);
    return measures;
}
