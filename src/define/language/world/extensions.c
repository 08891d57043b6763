/* extensions.c: what programs add to the language, checked before any text is read. */
#include "define/language/world/world.h"

#include <string.h>

/* Bytes of a unit that the tables can hold. */
#define UNIT_MAX 30

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Names with dots between them, as ball.and.socket. */
static bool is_name(const char *name) {
    bool begins = true;
    for (; *name; name++) {
        bool digit = *name >= '0' && *name <= '9';
        if (*name == '.' ? begins : !is_letter(*name) && (begins || !digit)) {
            return false;
        }
        begins = *name == '.';
    }
    return !begins;
}

/* Words of p, a and x with a space between them, each with + at its end or not. */
static bool is_pattern(const char *pattern) {
    while (*pattern) {
        size_t pairs = strspn(pattern, "pax");
        pattern += pairs;
        pattern += *pattern == '+';
        if (pairs == 0 || pairs > TMI_HINGE_PAIRS || (*pattern && *pattern != ' ') ||
            (*pattern == ' ' && !pattern[1])) {
            return false;
        }
        pattern += *pattern == ' ';
    }
    return true;
}

static bool is_unit(const char *unit) {
    char text[UNIT_MAX + 2] = "1";
    size_t length = strlen(unit);
    if (length > UNIT_MAX) {
        return false;
    }
    memcpy(text + 1, unit, length);
    return tmi_number_read(text, (int32_t)length + 1).fault == TMI_NUMBER_FINE;
}

static bool parameter_is_sound(const tmParameter *parameter) {
    bool known = parameter->kind == TM_PARAMETER_NUMBER || parameter->kind == TM_PARAMETER_WHOLE ||
                 parameter->kind == TM_PARAMETER_TRUTH || parameter->kind == TM_PARAMETER_CURVE;
    return known && parameter->bound <= TM_BOUND_NOT_ZERO && parameter->name && parameter->help &&
           parameter->unit && is_name(parameter->name) && !strchr(parameter->name, '.') &&
           is_unit(parameter->unit);
}

static bool hinge_is_sound(const tmHingeKind *kind) {
    if (!kind->name || !kind->help || !kind->planar || !kind->spatial || !kind->make ||
        kind->parameter_count < 0 || kind->parameter_count > TM_HINGE_PARAMETERS ||
        (kind->parameter_count > 0 && !kind->parameters)) {
        return false;
    }
    bool sound = is_name(kind->name) && is_pattern(kind->planar) && is_pattern(kind->spatial) &&
                 (kind->planar[0] || kind->spatial[0]) &&
                 !(kind->moves & ~(uint32_t)(TM_HINGE_TURNS | TM_HINGE_SLIDES | TM_HINGE_SPANS));
    for (int32_t i = 0; sound && i < kind->parameter_count; i++) {
        const tmParameter *all = kind->parameters;
        sound = parameter_is_sound(&all[i]) && (i == 0 || all[i].initial || !all[i - 1].initial);
        for (int32_t k = 0; sound && k < i; k++) {
            sound = strcmp(all[i].name, all[k].name) != 0;
        }
    }
    return sound;
}

static bool hinges_are_sound(const tmHingeKind *hinges, int32_t count) {
    if (count < 0 || (count > 0 && !hinges)) {
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        if (!hinge_is_sound(&hinges[i])) {
            return false;
        }
        int32_t length = (int32_t)strlen(hinges[i].name);
        if (tmi_hinge_find(hinges[i].name, length) ||
            tmi_hinge_kind_find(hinges, i, hinges[i].name, length)) {
            return false;
        }
    }
    return true;
}

/* ---- Domains ------------------------------------------------------------------------------- */

#define PROPERTIES_OF_ALL                                                                          \
    (TMI_IN_PROPERTIES | TMI_IN_COMPOSITE_PROPERTIES | TMI_IN_WORLD_PROPERTIES | TMI_IN_MATERIAL)

/* A name of one word that no field of the language has. */
static bool is_free(const char *name) {
    int32_t length = (int32_t)strlen(name);
    return is_name(name) && !strchr(name, '.') && !tmi_field_find(PROPERTIES_OF_ALL, name, length);
}

static bool domain_is_sound(const tmDomainKind *kind) {
    bool sound = kind->name && kind->help && kind->body && is_name(kind->name) &&
                 kind->property_count >= 0 && kind->property_count <= TM_DOMAIN_PROPERTIES &&
                 (kind->property_count == 0 || kind->properties);
    for (int32_t i = 0; sound && i < kind->property_count; i++) {
        const tmParameter *property = &kind->properties[i];
        sound = parameter_is_sound(property) && property->kind == TM_PARAMETER_NUMBER &&
                is_free(property->name);
    }
    return sound;
}

/* No property belongs to two domains. */
static bool are_different(const tmDomainKind *kinds, int32_t count) {
    const char *names[TM_DOMAIN_PROPERTIES];
    int32_t found = 0;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = 0; k < kinds[i].property_count; k++) {
            for (int32_t n = 0; n < found; n++) {
                if (strcmp(names[n], kinds[i].properties[k].name) == 0) {
                    return false;
                }
            }
            if (found == TM_DOMAIN_PROPERTIES) {
                return false;
            }
            names[found++] = kinds[i].properties[k].name;
        }
    }
    return true;
}

static bool domains_are_sound(const tmDomainKind *kinds, int32_t count) {
    bool sound = count >= 0 && (count == 0 || kinds);
    for (int32_t i = 0; sound && i < count; i++) {
        sound = domain_is_sound(&kinds[i]);
    }
    return sound && are_different(kinds, count);
}

bool tmi_extensions_are_sound(const tmExtensions *extensions) {
    return hinges_are_sound(extensions->hinges, extensions->hinge_count) &&
           domains_are_sound(extensions->domains, extensions->domain_count);
}

tmStatus tmi_extensions_fields(tmiWorlds *worlds) {
    const tmExtensions *extensions = &worlds->extensions;
    worlds->own_fields =
        tmi_arena_alloc(&worlds->arena, TM_DOMAIN_PROPERTIES, sizeof *worlds->own_fields);
    if (!worlds->own_fields) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < extensions->domain_count; i++) {
        for (int32_t k = 0; k < extensions->domains[i].property_count; k++) {
            const tmParameter *property = &extensions->domains[i].properties[k];
            worlds->own_fields[worlds->own_field_count++] = (tmiOwnField){
                .field = {property->name, PROPERTIES_OF_ALL, TMI_TAKES_NUMBER, property->unit,
                          property->initial ? property->initial : "", "", property->help},
                .bound = (tmBound)property->bound};
        }
    }
    return TM_OK;
}

const tmiOwnField *tmi_own_field(const tmiWorlds *worlds, uint32_t context, const char *name,
                                 int32_t length) {
    for (int32_t i = 0; i < worlds->own_field_count; i++) {
        const tmiField *field = &worlds->own_fields[i].field;
        if ((field->contexts & context) && strncmp(field->name, name, (size_t)length) == 0 &&
            !field->name[length]) {
            return &worlds->own_fields[i];
        }
    }
    return NULL;
}
