/* dynamic.c: the dynamic domain ([HH] 3.4) of single bodies: mass, centre of mass and inertia, from
 * shape and density or as the text gives them. */
#include "define/model/model.h"

/* Maximum error of the moments against what a body can have, as part of them [1]: the text's
 * rounding errors. */
#define MOMENTS_ROUNDED 1e-9

static void add_moments_diag(tmModel *model, int32_t instance, tmiSpot at, const char *why,
                             const char *axis, const char *rest) {
    tmi_model_add_diag(
        model, TM_ERROR, TMI_SAYS_MASS, at, instance,
        TMI_WORDS("no rigid body has ", why, axis, rest),
        TMI_WORDS("'inertia' is about axes through the centre of mass; 'products' are "
                  "sums of mass times x y, y z and z x there"));
}

/* A body has S = sum of m r r^T, which no direction makes negative, and the inertia tr(S) 1 - S. So
 * each moment is at most the sum of the two others, about any axes. In the plane only the one about
 * z counts. */
static void check_moments(tmModel *model, int32_t instance, tmiSpot at, const tmMass *mass) {
    double s[3][3], half = 0.0, max = 0.0;
    for (int i = 0; i < 3; i++) {
        half += 0.5 * mass->inertia[i][i];
        max = mass->inertia[i][i] > max ? mass->inertia[i][i] : max;
    }
    for (int i = 0; i < 9; i++) {
        s[i / 3][i % 3] = (i % 4 == 0 ? half : 0.0) - mass->inertia[i / 3][i % 3];
    }
    double slack = MOMENTS_ROUNDED * max, min = 0.0;
    for (int i = 0; i < 3 && !model->info.planar; i++) {
        int a = (i + 1) % 3, b = (i + 2) % 3;
        if (s[i][i] < -slack) {
            add_moments_diag(model, instance, at, "these moments of inertia: the one about ",
                             (const char *[]){"x", "y", "z"}[i],
                             " is larger than the sum of the two others");
            return;
        }
        double minor = s[a][a] * s[b][b] - s[a][b] * s[a][b];
        min = minor < min ? minor : min;
    }
    double all = s[0][0] * (s[1][1] * s[2][2] - s[1][2] * s[1][2]) -
                 s[0][1] * (s[0][1] * s[2][2] - s[1][2] * s[0][2]) +
                 s[0][2] * (s[0][1] * s[1][2] - s[1][1] * s[0][2]);
    if (!model->info.planar && (min < -slack * max || all < -slack * max * max)) {
        add_moments_diag(model, instance, at, "these moments and products of inertia", "",
                         ": the products are too large for the moments");
    }
}

static void give_products(const tmiSetting *products, tmMass *mass) {
    double p[3] = {0.0, 0.0, 0.0};
    tmi_model_point(&products->value, p);
    for (int i = 0; i < 3; i++) { /* xy, yz, zx */
        int a = i, b = (i + 1) % 3;
        mass->inertia[a][b] = mass->inertia[b][a] = -p[i];
    }
}

static void give_centre(const tmiSetting *centre, tmMass *mass) {
    double c[3] = {0.0, 0.0, 0.0};
    tmi_model_point(&centre->value, c);
    mass->centre = (tmVec3){c[0], c[1], c[2]};
}

/* What is given stands in for what the shape would make. A mass alone scales the inertia of the
 * shape. An inertia is about the body's axes through its centre of mass, wherever that is; one
 * number is that about z, and about all axes where there is no shape. */
static void override(tmModel *model, int32_t instance, tmMass *mass) {
    const tmiSetting *given = tmi_model_property(model, instance, "mass");
    const tmiSetting *inertia = tmi_model_property(model, instance, "inertia");
    const tmiSetting *products = tmi_model_property(model, instance, "products");
    const tmiSetting *centre = tmi_model_property(model, instance, "center_of_mass");
    if (given) {
        double factor = mass->mass > 0.0 ? given->value.number / mass->mass : 0.0;
        mass->mass = given->value.number;
        for (int i = 0; i < 9; i++) {
            mass->inertia[i / 3][i % 3] *= factor;
        }
    }
    if (inertia && inertia->value.kind == TMI_VALUE_NUMBER) {
        bool shaped = mass->volume > 0.0;
        for (int i = shaped ? 2 : 0; i < 3; i++) {
            mass->inertia[i][i] = inertia->value.number;
        }
    } else if (inertia) {
        double moments[3] = {0.0, 0.0, 0.0};
        tmi_model_point(&inertia->value, moments);
        for (int i = 0; i < 9; i++) {
            mass->inertia[i / 3][i % 3] = i % 4 == 0 ? moments[i / 3] : 0.0;
        }
    }
    if (products) {
        give_products(products, mass);
    }
    if (centre) {
        give_centre(centre, mass);
    }
    if (products || inertia) {
        check_moments(model, instance, products ? products->spot : inertia->spot, mass);
    }
}

/* Whether the mass comes from the density that counts where the text states none. Only pieces of a
 * union can have one of their own: then the mass at a density of 0 is theirs. */
static bool has_default_density(const tmModel *model, int32_t instance, const tmBodyInfo *info) {
    if (!info->shape || tmi_model_property(model, instance, "density") ||
        tmi_model_property(model, instance, "mass")) {
        return false;
    }
    tmMass rest = {.mass = 0.0};
    bool is_union = info->shape->member_count > 0;
    return (!is_union || tm_shape_mass(info->shape, 0.0, &rest) == TM_OK) &&
           rest.mass < info->mass.mass;
}

tmStatus tmi_model_dynamic(tmModel *model) {
    for (int32_t i = 1; i < model->body_count; i++) {
        tmBodyInfo *info = &model->bodies[i].info;
        int32_t instance = model->bodies[i].instance;
        const tmiVariant *v = model->world->instances[instance].variant;
        if (!(info->domains & TM_DOMAIN_DYNAMIC) || model->moulds[v->number].hollow) {
            continue;
        }
        if (info->shape && tm_shape_mass(info->shape, info->density, &info->mass) != TM_OK) {
            tmi_model_add_diag(model, TM_ERROR, TMI_SAYS_MASS, v->shape.spot, instance,
                               TMI_WORDS("the mass of this shape is too large to be computed with"),
                               TMI_WORDS("lengths are in metres unless they have a unit"));
        }
        info->has_default_density = has_default_density(model, instance, info);
        override(model, instance, &info->mass);
    }
    return model->status;
}
