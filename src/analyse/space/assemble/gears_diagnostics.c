/* gears_diagnostics.c: wheels that a joint couples but whose teeth do not mesh: unlike modules or
 * pressure angles, a ratio that is not that of their teeth, centres at another distance. The joint
 * holds anyway: it counts turns, not teeth. */
#include "analyse/space/assemble/gears_diagnostics.h"

#include "base/base.h"
#include "define/hinge/hinge.h"
#include "numeric/numeric.h"

#include <math.h>
#include <string.h>

/* Part [1] by which modules, pressure angles and ratios may differ: numbers that were rounded. */
#define TEETH_SAME 1e-3

/* Part of a module [1] by which centres may be off: the backlash that people give to gears. */
#define BACKLASH 0.1

/* Square of the sine [1] between axes that count as parallel. */
#define AXES_PARALLEL 1e-12

/* A joint of two wheels that have teeth. */
typedef struct Pair {
    tmJointInfo joint;
    tmBodyInfo bodies[2];
    tmGear gears[2];
    double ratio;    /* by their teeth */
    double distance; /* at which they would mesh [m] */
    double apart;    /* at which they are [m] */
} Pair;

static bool is_same(double a, double b) {
    return fabs(a - b) <= TEETH_SAME * fabs(b);
}

/* How far the wheels' centres are apart across their axes; less than 0: these are not parallel. */
static double apart_of(const tmFrame *a, const tmFrame *b) {
    static const double axis[3] = {0.0, 0.0, 1.0};
    double tips[2][3], z[2][3], between[3], across[3];
    tmi_frame_point(a, axis, tips[0]);
    tmi_frame_point(b, axis, tips[1]);
    for (int i = 0; i < 3; i++) {
        z[0][i] = tips[0][i] - a->position[i];
        z[1][i] = tips[1][i] - b->position[i];
        between[i] = b->position[i] - a->position[i];
    }
    tmi_cross3(z[0], z[1], across);
    if (tmi_dot3(across, across) > AXES_PARALLEL) {
        return -1.0;
    }
    tmi_cross3(z[0], between, across);
    return tmi_length3(across);
}

/* Whether a joint couples two wheels with teeth at their centres. */
static bool find_pair(const tmAssembly *assembly, const tmModel *model, int32_t index, Pair *pair) {
    tmGearMesh mesh;
    tm_model_joint(model, index, &pair->joint);
    const tmHingeUse *use = &pair->joint.use;
    if (strcmp(pair->joint.kind->name, "gear") != 0 || use->pair_count < 1) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        const tmPointOn *end = &use->pairs[0][k];
        tm_model_body(model, pair->joint.bodies[end->body], &pair->bodies[k]);
        if (!tm_shape_gear(pair->bodies[k].shape, &pair->gears[k]) ||
            tmi_hypot(end->point[0], end->point[1]) > TEETH_SAME * pair->gears[k].module) {
            return false;
        }
    }
    const tmFrame *frames = tm_assembly_frames(assembly);
    pair->apart = apart_of(&frames[pair->joint.bodies[use->pairs[0][0].body]],
                           &frames[pair->joint.bodies[use->pairs[0][1].body]]);
    tm_gear_mesh(pair->gears[0].teeth, pair->gears[1].teeth, pair->gears[0].module, 0.0, 0.0,
                 &mesh);
    pair->ratio = mesh.ratio;
    pair->distance = mesh.distance;
    return pair->apart >= 0.0;
}

static void add_mm(tmiText *text, double metres) {
    tmi_text_add_short(text, 1000.0 * metres, 3);
    tmi_text_add(text, " mm");
}

static void say_modules(tmiText *text, const Pair *pair) {
    tmi_text_add(text, "they have modules of ");
    add_mm(text, pair->gears[0].module);
    tmi_text_add(text, " and ");
    add_mm(text, pair->gears[1].module);
}

static void say_ratio(tmiText *text, const Pair *pair) {
    tmi_text_add(text, "the ratio is ");
    tmi_text_add_short(text, pair->joint.use.arguments[0], 4);
    tmi_text_add(text, ", but their teeth give -");
    tmi_text_add_int(text, pair->gears[1].teeth);
    tmi_text_add(text, " / ");
    tmi_text_add_int(text, pair->gears[0].teeth);
}

static void say_distance(tmiText *text, const Pair *pair) {
    tmi_text_add(text, "their centres are ");
    add_mm(text, pair->apart);
    tmi_text_add(text, " apart instead of ");
    add_mm(text, pair->distance);
}

/* Appends to the text why the wheels do not mesh, and returns what to do; null: they mesh. */
static const char *find_reason(tmiText *text, const Pair *pair) {
    if (!is_same(pair->gears[0].module, pair->gears[1].module)) {
        say_modules(text, pair);
        return "wheels mesh when their modules are the same";
    }
    if (!is_same(pair->gears[0].pressure_angle, pair->gears[1].pressure_angle)) {
        tmi_text_add(text, "they have different pressure angles");
        return "wheels mesh when their pressure angles are the same";
    }
    if (!is_same(pair->joint.use.arguments[0], pair->ratio)) {
        say_ratio(text, pair);
        return "give the ratio of their teeth, or other numbers of teeth";
    }
    if (fabs(pair->apart - pair->distance) > BACKLASH * pair->gears[0].module) {
        say_distance(text, pair);
        return "wheels mesh at half the sum of their pitch diameters: move one of them";
    }
    return NULL;
}

static tmStatus add_pair_diag(const tmModel *model, int32_t index, const Pair *pair,
                              tmDiags *diags) {
    char message[300];
    tmiText text;
    const char *parts[] = {pair->joint.name, pair->bodies[0].name, pair->bodies[1].name};
    tmDiag diag = {.severity = TM_WARNING,
                   .code = TM_CODE_GEARS,
                   .message = message,
                   .parts = parts,
                   .part_count = 3};
    tmi_text_init(&text, message, sizeof message);
    tmi_text_add(&text, "'");
    tmi_text_add(&text, pair->bodies[0].name);
    tmi_text_add(&text, "' and '");
    tmi_text_add(&text, pair->bodies[1].name);
    tmi_text_add(&text, "' do not mesh: ");
    diag.hint = find_reason(&text, pair);
    if (!diag.hint) {
        return TM_OK;
    }
    tm_model_joint_place(model, index, &diag.file, &diag.line, &diag.column);
    return tm_diags_add(diags, &diag);
}

tmStatus tmi_gears_add_diags(const tmAssembly *assembly, const tmModel *model, tmDiags *diags) {
    tmStatus status = TM_OK;
    for (int32_t i = 0; status == TM_OK && i < tm_model_joint_count(model); i++) {
        Pair pair;
        if (find_pair(assembly, model, i, &pair)) {
            status = add_pair_diag(model, i, &pair, diags);
        }
    }
    return status;
}
