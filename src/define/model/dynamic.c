/* dynamic.c: the dynamic domain ([HH] 3.4) of single bodies: mass, centre of mass and inertia, from
 * shape and density or as the text gives them. */
#include "define/model/model.h"

/* No body has them otherwise: each moment is at most the sum of the two others. */
static void check_moments(tmModel *model, int32_t instance, tmiSpot at, const tmMass *mass) {
    for (int i = 0; i < 3; i++) {
        double own = mass->inertia[i][i], a = mass->inertia[(i + 1) % 3][(i + 1) % 3],
               b = mass->inertia[(i + 2) % 3][(i + 2) % 3];
        if (!model->info.planar && own > (a + b) * (1.0 + 1e-9)) {
            tmi_model_tell(model, TM_WARNING, TMI_SAYS_MASS, at, instance,
                           TMI_WORDS("no rigid body has these moments of inertia: the one about ",
                                     (const char *[]){"x", "y", "z"}[i],
                                     " is larger than the sum of the two others"),
                           NULL);
            return;
        }
    }
}

/* What is given stands in for what the shape would make. A mass alone scales the inertia of the
 * shape. An inertia is about the body's axes through its centre of mass; one number is that about
 * z, and about all axes where there is no shape. */
static void override(tmModel *model, int32_t instance, tmMass *mass) {
    const tmiSetting *given = tmi_model_property(model, instance, "mass");
    const tmiSetting *inertia = tmi_model_property(model, instance, "inertia");
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
    if (inertia) {
        check_moments(model, instance, inertia->spot, mass);
    }
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
            tmi_model_tell(model, TM_ERROR, TMI_SAYS_MASS, v->shape.spot, instance,
                           TMI_WORDS("the mass of this shape is too large to be computed with"),
                           TMI_WORDS("lengths are in metres unless they have a unit"));
        }
        override(model, instance, &info->mass);
    }
    return model->status;
}
