/* vocabulary_fields.c: the fields: where they stand, what they take, and what holds without them.
 * Sections of types come first: the parser looks for them there. */
#include "define/language/vocabulary/vocabulary.h"

#include "trammel/report_list.h"

#include <string.h>

#define ALL_TYPES (TMI_IN_PRIMITIVE | TMI_IN_COMPOSITE | TMI_IN_WORLD)
#define BODIES (TMI_IN_PROPERTIES | TMI_IN_COMPOSITE_PROPERTIES)
#define RUNS (TMI_IN_SIMULATE | TMI_IN_ANIMATE | TMI_IN_STUDY)
#define TIMED (TMI_IN_SIMULATE | TMI_IN_STUDY)
#define MOVED (TMI_IN_ANIMATE | TMI_IN_STUDY)
#define TOUCH (BODIES | TMI_IN_WORLD_PROPERTIES | TMI_IN_MATERIAL | TMI_IN_CONTACT)

/* The words of `report`, a space before each. */
#define OPTION_WORD(word, report, animations, option, help) " " #word
#define REPORT_WORD(word, report, animations) " " #word

static const tmiField fields[] = {
    /* Sections of types. */
    {"properties", ALL_TYPES, TMI_TAKES_LIST, "", "", "",
     "what a body is like, or what holds in a world"},
    {"geometry", TMI_IN_PRIMITIVE, TMI_TAKES_SHAPE, "", "none", "",
     "the shape of a body, and its features in 'where'"},
    {"interference", ALL_TYPES, TMI_TAKES_NOTHING | TMI_TAKES_LIST, "", "", "",
     "the body touches others; without it, it passes through them"},
    {"dynamics", ALL_TYPES, TMI_TAKES_NOTHING | TMI_TAKES_LIST, "", "", "",
     "the body has mass and is moved by forces; without it, it is not"},
    {"control", ALL_TYPES, TMI_TAKES_CLAUSES, "", "", "",
     "motions that are prescribed, and forces that act"},

    /* Items of properties. */
    {"density", BODIES | TMI_IN_MATERIAL, TMI_TAKES_NUMBER, "kg/m^3", "1000", "",
     "mass per volume"},
    {"color", BODIES | TMI_IN_MATERIAL, TMI_TAKES_WORD | TMI_TAKES_STRING, "", "gray", "",
     "how it is drawn: a colour's name, or \"#rrggbb\""},
    {"locked", BODIES, TMI_TAKES_NOTHING | TMI_TAKES_TRUTH, "", "false", "",
     "the editor keeps it still; a run moves it like any other"},
    {"hidden", BODIES, TMI_TAKES_NOTHING | TMI_TAKES_TRUTH, "", "false", "",
     "pictures leave it out"},
    {"material", BODIES, TMI_TAKES_WORD, "", "", "", "the material that it is made of"},
    {"fixed", TMI_IN_PROPERTIES, TMI_TAKES_NOTHING, "", "", "",
     "the body stays where it is placed"},
    {"mass", TMI_IN_PROPERTIES | TMI_IN_DYNAMICS, TMI_TAKES_NUMBER, "kg", "density times volume",
     "", "mass of the body"},
    {"inertia", TMI_IN_PROPERTIES | TMI_IN_DYNAMICS, TMI_TAKES_NUMBER | TMI_TAKES_POINT, "kg*m^2",
     "from shape and density", "",
     "moments about axes through the centre of mass, along the body's; or the one about z"},
    {"products", TMI_IN_PROPERTIES | TMI_IN_DYNAMICS, TMI_TAKES_POINT, "kg*m^2",
     "from shape and density", "",
     "products of inertia (xy, yz, zx) likewise: sums of mass times x y, y z and z x"},
    {"center_of_mass", TMI_IN_PROPERTIES | TMI_IN_DYNAMICS, TMI_TAKES_POINT, "m",
     "that of the shape, or the origin", "", "where the mass is, in the body's axes"},
    {"friction", TOUCH, TMI_TAKES_NUMBER, "", "0", "", "coefficient of dry friction"},
    {"restitution", TOUCH, TMI_TAKES_NUMBER, "", "0", "",
     "how bodies rebound from an impact: the ratio that 'impact' of 'simulate' names [1]"},
    {"stiffness", TMI_IN_MATERIAL | TMI_IN_CONTACT, TMI_TAKES_NUMBER, "N/m", "rigid", "",
     "force per depth of contact; nothing uses it yet: bodies that touch are rigid"},
    {"gravity", TMI_IN_WORLD_PROPERTIES, TMI_TAKES_NOTHING | TMI_TAKES_NUMBER | TMI_TAKES_POINT,
     "m/s^2", "none", "", "gravity: 9.81m/s^2 against y, another magnitude, or a vector"},
    {"planar", TMI_IN_WORLD_PROPERTIES, TMI_TAKES_NOTHING, "", "", "",
     "everything moves in the plane z = 0"},

    /* Which bodies touch; only in composites and worlds. */
    {"on", TMI_IN_INTERFERENCE, TMI_TAKES_PATHS, "", "", "",
     "these parts touch each other, though hinges join them; one part alone: those within it"},
    {"off", TMI_IN_INTERFERENCE, TMI_TAKES_PATHS, "", "", "",
     "these parts pass through each other; one part alone: those within it"},

    /* What a control prescribes; `every` stands in its block. */
    {"position", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "m", "", "", "prescribes where it is"},
    {"velocity", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "m/s", "", "", "prescribes its velocity"},
    {"acceleration", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "m/s^2", "", "",
     "prescribes its acceleration"},
    {"angle", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "rad", "", "", "prescribes its angle"},
    {"angular_velocity", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "rad/s", "", "",
     "prescribes how fast it turns"},
    {"angular_acceleration", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "rad/s^2", "", "",
     "prescribes its angular acceleration"},
    {"length", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "m", "", "",
     "prescribes the length of a rod, spring, damper or tackle"},
    {"force", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "N", "", "",
     "a force that acts at a feature, a body or along a hinge"},
    {"torque", TMI_IN_CONTROL, TMI_TAKES_EXPRESSION, "N*m", "", "",
     "a torque that acts on a body or about a hinge"},
    {"every", TMI_IN_CONTROL, TMI_TAKES_NUMBER, "s", "always", "",
     "time between two samples of the control"},

    /* Attributes of `place`. */
    {"velocity", TMI_IN_PLACE, TMI_TAKES_POINT | TMI_TAKES_LIST, "m/s", "0", "",
     "velocity at the start; ((linear) (angular)) gives both"},
    {"angular_velocity", TMI_IN_PLACE, TMI_TAKES_NUMBER | TMI_TAKES_POINT, "rad/s", "0", "",
     "angular velocity at the start, about z or as a vector"},
    {"angle", TMI_IN_PLACE, TMI_TAKES_NUMBER, "rad", "0", "", "how far it is turned about 'axis'"},
    {"axis", TMI_IN_PLACE, TMI_TAKES_POINT, "", "(0, 0, 1)", "",
     "the direction that it is turned about"},

    /* Attributes of `join`: its coordinate at the start. */
    {"angle", TMI_IN_JOIN, TMI_TAKES_NUMBER, "rad", "", "", "its angle at the start"},
    {"angular_velocity", TMI_IN_JOIN, TMI_TAKES_NUMBER, "rad/s", "", "",
     "how fast it turns at the start"},
    {"position", TMI_IN_JOIN, TMI_TAKES_NUMBER, "m", "", "", "how far it has slid at the start"},
    {"velocity", TMI_IN_JOIN, TMI_TAKES_NUMBER, "m/s", "", "",
     "how fast it slides, or its length grows, at the start"},
    {"length", TMI_IN_JOIN, TMI_TAKES_NUMBER, "m", "", "", "its length at the start"},

    /* Runs. */
    {"time", TIMED, TMI_TAKES_NUMBERS, "s", "", "", "step and duration: (1ms, 10s)"},
    {"method", TIMED, TMI_TAKES_WORD, "", "events", "events stepping classic",
     "how it advances in time: exact to events, step by step, or with accelerations held through "
     "each step; stepping where bodies of a plane can touch"},
    {"integrator", TIMED, TMI_TAKES_WORD, "", "auto", "auto dop853 dopri5 sdirk4 rk4 euler",
     "the rule for motion between events: auto is dop853, and sdirk4 where the world is stiff"},
    {"tolerance", TIMED, TMI_TAKES_NUMBER, "", "1e-8", "",
     "error allowed in a step, relative to the motion; rk4 and euler do not control it"},
    {"contact", TIMED, TMI_TAKES_WORD, "", "facets",
     "facets vertex vertex_literal vertex_branch face face_single correction face_front",
     "the contact model of 'stepping': all but facets are for study"},
    {"active", TIMED, TMI_TAKES_WORD, "", "speed", "speed all",
     "which facets the models for study consider: those within reach at this speed, or all"},
    {"unsolved", TIMED, TMI_TAKES_WORD, "", "fall_back", "fall_back stop",
     "what to do where 'contact' finds no answer: take facets for that step, or end the run"},
    {"impact", TIMED, TMI_TAKES_WORD, "", "poisson", "poisson newton energetic",
     "what a coefficient of restitution is the ratio of: impulses, speeds, or works (its square)"},
    {"order", TIMED, TMI_TAKES_WORD, "", "simultaneous", "simultaneous propagating sequential",
     "how an impact passes through touching bodies: all at once, as a wave, or the fastest first"},
    {"sleep", TIMED, TMI_TAKES_WORD, "", "on", "on off",
     "whether free bodies at rest stay as they are, without steps, until something may move them"},
    {"stop", TIMED, TMI_TAKES_EXPRESSION, "", "", "", "a condition that ends the run"},
    {"record", TIMED, TMI_TAKES_NUMBER, "s", "the step", "", "time between recorded frames"},
    {"without", TIMED, TMI_TAKES_WORDS, "", "", "dynamics interference control gravity friction",
     "what this run leaves out"},
    {"drive", MOVED, TMI_TAKES_RANGES, "", "", "",
     "what moves the mechanism: m.crank.angle = 0deg .. 360deg in 721 frames"},
    {"speed", TMI_IN_ANIMATE, TMI_TAKES_NUMBER, "", "", "",
     "greatest speed of the first drive: 60rpm, 90deg/s, 20mm/s"},
    {"duration", TMI_IN_ANIMATE, TMI_TAKES_NUMBER, "s", "", "",
     "how long the whole way takes; given instead of 'speed'"},
    {"profile", TMI_IN_ANIMATE, TMI_TAKES_WORD, "", "constant", "constant trapezoid cycloid",
     "how the speed changes on the way; or a table of the first drive over time"},
    {"ramp", TMI_IN_ANIMATE, TMI_TAKES_NUMBER, "", "1/3", "",
     "part of the time in which a trapezoid speeds up, and of that in which it slows down"},
    {"trace", RUNS, TMI_TAKES_PATHS, "", "", "", "points whose paths are drawn"},
    {"on_break", MOVED, TMI_TAKES_WORD, "", "limit", "limit search stretch",
     "what to do where the mechanism cannot follow"},
    {"monitor", RUNS, TMI_TAKES_EXPRESSIONS, "", "", "", "values that are recorded and plotted"},
    {"report", RUNS, TMI_TAKES_WORDS, "", "", &(TM_REPORT_LIST(OPTION_WORD, REPORT_WORD))[1],
     "what is written at the end of the run; 'page' is not available yet"},
    {"vary", TMI_IN_STUDY, TMI_TAKES_RANGES, "", "", "",
     "parameters or inputs of the world: l = 10mm .. 50mm in 9 steps"},
    {"measure", TMI_IN_STUDY, TMI_TAKES_EXPRESSIONS, "", "", "",
     "what is measured in each run: final(x), least(x), greatest(x) or mean(x)"},

    /* Tables, which table_read.c reads. */
    {"points", TMI_IN_TABLE, TMI_TAKES_LIST, "", "", "", "its points: ((x, y), (x, y), …)"},
    {"interpolation", TMI_IN_TABLE, TMI_TAKES_WORD, "", "linear", "linear cubic",
     "how it goes from point to point"},
    {"beyond", TMI_IN_TABLE, TMI_TAKES_WORD, "", "error", "error hold extend repeat",
     "what it is outside its points"},
};
#define FIELD_COUNT ((int32_t)(sizeof fields / sizeof fields[0]))

const tmiField *tmi_fields(int32_t *count) {
    *count = FIELD_COUNT;
    return fields;
}

const tmiField *tmi_field_find(tmiContext context, const char *name, int32_t length) {
    for (int32_t i = 0; i < FIELD_COUNT; i++) {
        if ((fields[i].contexts & (uint32_t)context) && tmi_text_is(name, length, fields[i].name)) {
            return &fields[i];
        }
    }
    return NULL;
}

bool tmi_is_section_field(const char *name, int32_t length) {
    for (int32_t i = 0; i < FIELD_COUNT && (fields[i].contexts & TMI_IN_TYPES); i++) {
        if (tmi_text_is(name, length, fields[i].name)) {
            return true;
        }
    }
    return false;
}

tmBound tmi_field_bound(const tmiField *field) {
    static const struct {
        const char *name;
        tmBound bound;
    } bounds[] = {{"density", TM_BOUND_POSITIVE},     {"mass", TM_BOUND_POSITIVE},
                  {"inertia", TM_BOUND_POSITIVE},     {"friction", TM_BOUND_NOT_NEGATIVE},
                  {"restitution", TM_BOUND_FRACTION}, {"stiffness", TM_BOUND_POSITIVE},
                  {"every", TM_BOUND_POSITIVE},       {"axis", TM_BOUND_NOT_ZERO},
                  {"time", TM_BOUND_POSITIVE},        {"tolerance", TM_BOUND_POSITIVE},
                  {"record", TM_BOUND_POSITIVE},      {"speed", TM_BOUND_POSITIVE},
                  {"duration", TM_BOUND_POSITIVE},    {"ramp", TM_BOUND_POSITIVE}};
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        if (strcmp(bounds[i].name, field->name) == 0) {
            return bounds[i].bound;
        }
    }
    return TM_BOUND_NONE;
}

tmiDimension tmi_unit_dimension(const char *unit) {
    char text[32] = "1";
    size_t length = strlen(unit);
    if (length == 0) {
        return TMI_PLAIN;
    }
    if (length == 1 && unit[0] == 'm') {
        return TMI_LENGTH; /* the most frequent one */
    }
    memcpy(text + 1, unit, length < sizeof text - 2 ? length : sizeof text - 2);
    return tmi_number_read(text, (int32_t)strlen(text)).dimension;
}
