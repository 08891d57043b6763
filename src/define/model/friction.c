/* friction.c: what bodies do to each other where they touch: friction and restitution of two of
 * them, which docs/language.md, 'Materials and contacts', explains. */
#include "define/model/model.h"

#include <math.h>
#include <string.h>

static double number_or(const tmiSetting *setting, double otherwise) {
    return setting ? setting->value.number : otherwise;
}

/* Stored for each body: the caller of tm_model_surface asks for every near pair. */
tmStatus tmi_model_surfaces(tmModel *model) {
    for (int32_t i = 0; i < model->body_count; i++) {
        tmiBody *body = &model->bodies[i];
        body->material = tmi_model_material(model, body->instance);
        body->surface.friction =
            number_or(tmi_model_property(model, body->instance, "friction"), 0.0);
        body->surface.restitution =
            number_or(tmi_model_property(model, body->instance, "restitution"), 0.0);
    }
    return TM_OK;
}

/* What the text says about two materials; null: nothing. Pairs are kept as tmi_read_contact made
 * them: the one that is defined first owns the other's name. */
static const tmiSurface *contact_of(const tmModel *model, const tmiBody *a, const tmiBody *b) {
    if (a->material < 0 || b->material < 0) {
        return NULL;
    }
    const tmiBody *low = a->material <= b->material ? a : b, *high = low == a ? b : a;
    const char *name = high->info.material;
    const tmiSymbol *pair =
        tmi_symbol_find(&model->worlds->definitions.symbols, TMI_OWNER_CONTACT(low->material), name,
                        (int32_t)strlen(name));
    return pair ? &model->worlds->contacts[pair->index] : NULL;
}

/* Equal ones stay what they are to the last bit; roots first, so that no product overflows. */
static double mean_friction(double a, double b) {
    return a == b ? a : sqrt(a) * sqrt(b);
}

tmStatus tm_model_surface(const tmModel *model, int32_t a, int32_t b, tmSurfaceInfo *info) {
    int32_t count = tm_model_body_count(model);
    if (!info || a < 0 || b < 0 || a >= count || b >= count) {
        return TM_ERR_ARGUMENT;
    }
    const tmSurfaceInfo *one = &model->bodies[a].surface, *two = &model->bodies[b].surface;
    const tmiSurface *said = contact_of(model, &model->bodies[a], &model->bodies[b]);
    const tmiSetting *friction = NULL, *restitution = NULL;
    if (said) {
        friction = tmi_model_setting(said->settings, said->setting_count, "friction");
        restitution = tmi_model_setting(said->settings, said->setting_count, "restitution");
    }
    info->friction = number_or(friction, mean_friction(one->friction, two->friction));
    info->restitution = number_or(
        restitution, one->restitution > two->restitution ? one->restitution : two->restitution);
    if (model->info.left_out & TM_WITHOUT_FRICTION) {
        info->friction = 0.0;
    }
    return TM_OK;
}
