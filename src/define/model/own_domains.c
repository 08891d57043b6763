/* own_domains.c: domains that a program adds ([HH] 3.6): they see the model through its public
 * interface only. */
#include "define/model/model.h"

#include <math.h>
#include <string.h>

/* The spot for a diagnostic about a body: the first of the domain's properties that it has, or
 * where the part is declared. */
static tmiSpot spot_of(const tmModel *model, const tmDomainKind *kind, int32_t instance) {
    for (int32_t i = 0; i < kind->property_count; i++) {
        const tmiSetting *setting = tmi_model_property(model, instance, kind->properties[i].name);
        if (setting) {
            return setting->spot;
        }
    }
    return model->worlds->definitions.types[model->world->instances[instance].variant->type].spot;
}

static void add_diag(tmModel *model, const tmDomainKind *kind, int32_t instance,
                     const char *message) {
    tmi_model_add_diag(model, TM_ERROR, TMI_SAYS_DOMAIN, spot_of(model, kind, instance), instance,
                       TMI_WORDS(kind->name, ": ", message), NULL);
}

static void add_body(tmModel *model, const tmDomainKind *kind, int32_t body, void *data) {
    double values[TM_DOMAIN_PROPERTIES];
    int32_t instance = model->bodies[body].instance;
    for (int32_t i = 0; i < kind->property_count; i++) {
        const tmiSetting *setting = tmi_model_property(model, instance, kind->properties[i].name);
        bool given = setting && setting->value.kind == TMI_VALUE_NUMBER;
        values[i] = given ? setting->value.number : NAN;
    }
    const char *message = kind->body(kind->user, model, body, values, data);
    if (message) {
        add_diag(model, kind, instance, message);
    }
}

tmStatus tmi_model_own(tmModel *model) {
    const tmExtensions *extensions = &model->worlds->extensions;
    model->own_domains = tmi_arena_alloc(&model->arena, (size_t)extensions->domain_count + 1,
                                         sizeof *model->own_domains);
    if (!model->own_domains) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < extensions->domain_count; i++) {
        const tmDomainKind *kind = &extensions->domains[i];
        char *data = tmi_arena_alloc(&model->arena, (size_t)model->body_count,
                                     kind->body_size > 0 ? kind->body_size : 1);
        if (!data) {
            return TM_ERR_MEMORY;
        }
        model->own_domains[i] = data;
        for (int32_t body = 1; body < model->body_count; body++) {
            add_body(model, kind, body, data + (size_t)body * kind->body_size);
        }
        const char *message = kind->finish ? kind->finish(kind->user, model, data) : NULL;
        if (message) {
            add_diag(model, kind, 0, message);
        }
    }
    return model->status;
}

const void *tm_model_domain(const tmModel *model, const char *domain, int32_t body) {
    const tmExtensions *extensions = model ? &model->worlds->extensions : NULL;
    if (!model || !domain || body < 0 || body >= model->body_count) {
        return NULL;
    }
    for (int32_t i = 0; i < extensions->domain_count; i++) {
        if (strcmp(extensions->domains[i].name, domain) == 0) {
            return (const char *)model->own_domains[i] +
                   (size_t)body * extensions->domains[i].body_size;
        }
    }
    return NULL;
}
