/* show.c: models in words ([HH] 3.1: what the abstract graph holds). */
#include "trammel/show.h"

#include "trammel/mechanism.h"

#include "define/model/model.h"
#include "report/svg/svg.h"

#include <math.h>
#include <string.h>

/* ---- Words --------------------------------------------------------------------------------- */

/* Writes a number with some six digits. */
static void put_number(tmiSvg *out, double number) {
    char buffer[64];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_rounded(&text, number);
    tmi_svg_raw(out, buffer);
}

static void put_int(tmiSvg *out, int64_t number) {
    char buffer[32];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_int(&text, number);
    tmi_svg_raw(out, buffer);
}

static void put_count(tmiSvg *out, int64_t count, const char *one, const char *many) {
    put_int(out, count);
    tmi_svg_raw(out, " ");
    tmi_svg_raw(out, count == 1 ? one : many);
}

static void put_vector(tmiSvg *out, const double v[3], int32_t count) {
    tmi_svg_raw(out, "(");
    for (int32_t i = 0; i < count; i++) {
        tmi_svg_raw(out, i > 0 ? ", " : "");
        put_number(out, v[i]);
    }
    tmi_svg_raw(out, ")");
}

static void put_spaces(tmiSvg *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        tmi_svg_raw(out, " ");
    }
}

/* ---- Parts --------------------------------------------------------------------------------- */

/* The name within the part around it: "piece[2]" of "left.piece[2]". */
static const char *own_name(const char *name) {
    const char *dot = name;
    for (const char *at = name; *at; at++) {
        dot = *at == '.' ? at + 1 : dot;
    }
    return dot;
}

static int32_t depth_of(const tmModel *model, int32_t part) {
    int32_t depth = -1;
    tmPartInfo info;
    while (part >= 0 && tm_model_part(model, part, &info) == TM_OK) {
        part = info.parent;
        depth++;
    }
    return depth;
}

/* Centres and products below this part of their scale [1] are rounding errors of zero. */
#define SHOWN_MIN 1e-12

/* Mass, centre of mass, moments and, where there are any, products of inertia. */
static void put_mass(tmiSvg *out, const tmBodyInfo *body) {
    const tmMass *mass = &body->mass;
    double moments[3], products[3], centre[3] = {mass->centre.x, mass->centre.y, mass->centre.z};
    double sum = 0.0;
    bool mixed = false;
    for (int i = 0; i < 3; i++) {
        moments[i] = mass->inertia[i][i];
        sum += moments[i];
    }
    for (int i = 0; i < 3; i++) {
        double product = -mass->inertia[i][(i + 1) % 3];
        products[i] = fabs(product) > SHOWN_MIN * sum ? product : 0.0;
        mixed = mixed || products[i] != 0.0;
        centre[i] =
            mass->mass * centre[i] * centre[i] > SHOWN_MIN * SHOWN_MIN * sum ? centre[i] : 0.0;
    }
    tmi_svg_raw(out, ", ");
    put_number(out, mass->mass);
    tmi_svg_raw(out, " kg");
    if (body->has_default_density) {
        tmi_svg_raw(out, " (at ");
        put_number(out, body->density);
        tmi_svg_raw(out, " kg/m^3 where no density is given)");
    }
    tmi_svg_raw(out, ", centre of mass ");
    put_vector(out, centre, 3);
    tmi_svg_raw(out, " m, inertia ");
    put_vector(out, moments, 3);
    if (mixed) {
        tmi_svg_raw(out, ", products (xy, yz, zx) ");
        put_vector(out, products, 3);
    }
    tmi_svg_raw(out, " kg*m^2");
}

static void put_body(tmiSvg *out, const tmModel *model, int32_t index) {
    tmBodyInfo body;
    if (tm_model_body(model, index, &body) != TM_OK) {
        return;
    }
    if (body.shape) {
        tmi_svg_raw(out, ", ");
        tmi_svg_raw(out, tm_shape_kind_name(tm_shape_kind(body.shape)));
    }
    if (body.is_fixed) {
        tmi_svg_raw(out, ", fixed");
    }
    if (body.mass.mass > 0.0) {
        put_mass(out, &body);
    }
    if (body.domains & TM_DOMAIN_INTERFERENCE) {
        tmi_svg_raw(out, ", touches");
    }
    if (body.domains & TM_DOMAIN_CONTROL) {
        tmi_svg_raw(out, ", controlled");
    }
}

static void put_parts(tmiSvg *out, const tmModel *model) {
    for (int32_t i = 1; i < tm_model_part_count(model); i++) {
        tmPartInfo part;
        if (tm_model_part(model, i, &part) != TM_OK) {
            return;
        }
        put_spaces(out, 2 * (size_t)depth_of(model, i));
        tmi_svg_raw(out, own_name(part.name));
        tmi_svg_raw(out, ": ");
        tmi_svg_raw(out, part.type);
        if (part.body >= 0) {
            put_body(out, model, part.body);
        }
        tmi_svg_raw(out, "\n");
    }
}

/* ---- Joints -------------------------------------------------------------------------------- */

/* The name of the feature that has this place on its body, or its coordinates. */
static void put_feature(tmiSvg *out, const tmModel *model, int32_t body, const tmPointOn *on) {
    tmBodyInfo info;
    if (tm_model_body(model, body, &info) != TM_OK) {
        return;
    }
    tmi_svg_raw(out, info.name);
    for (int32_t i = 0; i < tm_model_feature_count(model, body); i++) {
        const char *name;
        tmPointOn other;
        if (tm_model_feature(model, body, i, &name, &other) == TM_OK &&
            other.is_axis == on->is_axis && memcmp(other.point, on->point, sizeof on->point) == 0 &&
            memcmp(other.direction, on->direction, sizeof on->direction) == 0) {
            tmi_svg_raw(out, ".");
            tmi_svg_raw(out, name);
            return;
        }
    }
    tmi_svg_raw(out, " ");
    put_vector(out, on->point, 3);
}

static void put_joints(tmiSvg *out, const tmModel *model) {
    int32_t count = tm_model_joint_count(model);
    tmi_svg_raw(out, count > 0 ? "joints\n" : "");
    for (int32_t i = 0; i < count; i++) {
        tmJointInfo joint;
        if (tm_model_joint(model, i, &joint) != TM_OK) {
            return;
        }
        tmi_svg_raw(out, "  ");
        tmi_svg_raw(out, joint.name);
        tmi_svg_raw(out, ": ");
        tmi_svg_raw(out, joint.kind->name);
        tmi_svg_raw(out, ", ");
        put_count(out, joint.row_count, "equation", "equations");
        tmi_svg_raw(out,
                    tmi_model_joins_fixed(model, i) ? " (not counted: it joins fixed parts)" : "");
        for (int32_t k = 0; k < joint.use.pair_count; k++) {
            const tmPointOn *pair = joint.use.pairs[k];
            tmi_svg_raw(out, ", ");
            put_feature(out, model, joint.bodies[pair[0].body], &pair[0]);
            tmi_svg_raw(out, " - ");
            put_feature(out, model, joint.bodies[pair[1].body], &pair[1]);
        }
        tmi_svg_raw(out, "\n");
    }
}

/* ---- Freedoms ------------------------------------------------------------------------------ */

static void put_redundancy(tmiSvg *out, const tmModel *model, const tmSharedRedundancy *shared) {
    tmi_svg_raw(out, "  ");
    put_count(out, shared->equations, "equation", "equations");
    tmi_svg_raw(out, " too many, shared by");
    for (int32_t i = 0; i < shared->joint_count; i++) {
        tmJointInfo joint;
        if (tm_model_joint(model, shared->joints[i].joint, &joint) == TM_OK) {
            tmi_svg_raw(out, i > 0 ? ", " : " ");
            tmi_svg_raw(out, joint.name);
        }
    }
    tmi_svg_raw(out, "\n");
}

/* Where rows repeat each other, the rank may be lower in this pose than near it: the diagnosis
 * knows this for planar worlds (docs/theory/diagnosis.md, 5), not for others. */
static tmStatus put_singular(tmiSvg *out, const tmModel *model, const tmAssembly *assembly) {
    tmMechanism *mechanism = NULL;
    tmDiagnosis *diagnosis = NULL;
    tmAllocator allocator = tm_model_allocator(model);
    bool planar = tm_model_world(model).planar;
    tmStatus status = planar
                          ? tm_mechanism_from_model(&allocator, model, tm_assembly_frames(assembly),
                                                    NULL, &mechanism)
                          : TM_ERR_UNSUPPORTED;
    status = status == TM_OK ? tm_diagnosis_create(mechanism, NULL, &diagnosis) : status;
    const tmDiagnosisInfo *info = tm_diagnosis_info(diagnosis);
    if (info && (info->verdict == TM_VERDICT_SINGULAR || info->verdict == TM_VERDICT_SHAKY)) {
        tmi_svg_raw(out, "  ");
        tmi_svg_raw(out, tm_verdict_text(info->verdict));
        tmi_svg_raw(out, "; freedoms that last beyond this pose: ");
        put_int(out, info->finite_mobility);
        tmi_svg_raw(out, "\n");
    } else if (!info) {
        tmi_svg_raw(out, "  in this pose: in others the redundant equations may hold more\n");
    }
    tm_diagnosis_destroy(diagnosis);
    tm_mechanism_destroy(mechanism);
    return status == TM_ERR_MEMORY ? status : TM_OK; /* others: it has no planar joints for it */
}

static tmStatus put_freedoms(tmiSvg *out, const tmModel *model, const tmAssembly *assembly) {
    tmMobility *mobility;
    tmStatus status = tm_mobility_create(assembly, NULL, NULL, &mobility);
    if (status != TM_OK) {
        return status;
    }
    const tmMobilityInfo *info = tm_mobility_info(mobility);
    tmi_svg_raw(out, "freedoms: ");
    put_int(out, info->mobility);
    tmi_svg_raw(out, ", by count ");
    put_int(out, info->count);
    tmi_svg_raw(out, " (");
    put_count(out, info->equations, "equation", "equations");
    tmi_svg_raw(out, ", ");
    put_int(out, info->equations - info->rank);
    tmi_svg_raw(out, " of them redundant)\n");
    for (int32_t i = 0; i < tm_mobility_redundancy_count(mobility); i++) {
        put_redundancy(out, model, tm_mobility_redundancy(mobility, i));
    }
    if (info->mobility > 0 && info->equations > info->rank) {
        status = put_singular(out, model, assembly);
    }
    tm_mobility_destroy(mobility);
    return status;
}

/* ---- All ----------------------------------------------------------------------------------- */

static void put_world(tmiSvg *out, const tmModel *model) {
    tmWorldInfo world = tm_model_world(model);
    double mass = 0.0;
    for (int32_t i = 0; i < tm_model_body_count(model); i++) {
        tmBodyInfo body;
        mass += tm_model_body(model, i, &body) == TM_OK ? body.mass.mass : 0.0;
    }
    tmi_svg_raw(out, "world ");
    tmi_svg_raw(out, world.name);
    tmi_svg_raw(out, ": ");
    put_count(out, tm_model_body_count(model) - 1, "body", "bodies");
    tmi_svg_raw(out, ", ");
    put_count(out, tm_model_joint_count(model), "joint", "joints");
    tmi_svg_raw(out, world.planar ? ", planar" : "");
    if (world.gravity[0] != 0.0 || world.gravity[1] != 0.0 || world.gravity[2] != 0.0) {
        tmi_svg_raw(out, ", gravity ");
        put_vector(out, world.gravity, 3);
        tmi_svg_raw(out, " m/s^2");
    }
    if (mass > 0.0) {
        tmi_svg_raw(out, ", ");
        put_number(out, mass);
        tmi_svg_raw(out, " kg in all");
    }
    tmi_svg_raw(out, "\n");
}

tmStatus tm_show_text(const tmModel *model, const tmAssembly *assembly, tmWriteFn *write,
                      void *user) {
    tmiSvg out;
    if (!model || !write) {
        return TM_ERR_ARGUMENT;
    }
    tmi_svg_init(&out, write, user);
    put_world(&out, model);
    put_parts(&out, model);
    put_joints(&out, model);
    tmStatus status = assembly ? put_freedoms(&out, model, assembly) : TM_OK;
    tmi_svg_flush(&out);
    return status;
}
