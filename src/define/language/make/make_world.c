/* make_world.c: worlds as flat arrays: every instance, and the statements of each. */
#include "define/language/make/make_private.h"

#include <string.h>

/* ---- Instances ----------------------------------------------------------------------------- */

typedef struct Filler {
    tmiWorld *world;
    int32_t next;
} Filler;

static void add_occurrences(tmiOccurrence *list, int32_t *count, int32_t instance, int32_t items) {
    for (int32_t i = 0; i < items; i++) {
        list[(*count)++] = (tmiOccurrence){instance, i};
    }
}

/* In the order of the text, each before what is in it; no deeper than composites may be. */
static void fill(Filler *f, const tmiVariant *v, tmiInstance instance, const tmiDefinitions *d) {
    tmiWorld *world = f->world;
    int32_t number = f->next++;
    instance.variant = v;
    instance.domains |= (uint8_t)((v->dynamics ? TMI_DOMAIN_DYNAMICS : 0) |
                                  (v->interference ? TMI_DOMAIN_INTERFERENCE : 0) |
                                  (v->control_count > 0 ? TMI_DOMAIN_CONTROL : 0));
    world->instances[number] = instance;
    add_occurrences(world->joins, &world->join_count, number, v->join_count);
    add_occurrences(world->places, &world->place_count, number, v->place_count);
    add_occurrences(world->controls, &world->control_count, number, v->control_count);
    for (int32_t i = 0; i < v->control_count; i++) {
        world->unresolved += v->controls[i].formula == NULL;
    }
    if (d->types[v->type].kind == TMI_TYPE_PRIMITIVE) {
        world->body_count++;
        bool dynamic = instance.domains & TMI_DOMAIN_DYNAMICS;
        world->dynamic_count += dynamic;
        world->kinematic_count += !dynamic && !tmi_has_property(v, "fixed");
        world->touching_count += (instance.domains & TMI_DOMAIN_INTERFERENCE) != 0;
    }
    uint8_t below = instance.domains & (TMI_DOMAIN_DYNAMICS | TMI_DOMAIN_INTERFERENCE);
    for (int32_t i = 0; i < d->types[v->type].component_count; i++) {
        for (int32_t k = 0; k < v->parts[i].count; k++) {
            fill(f, v->parts[i].variant,
                 (tmiInstance){.parent = number,
                               .component = i,
                               .index = v->parts[i].first + k,
                               .domains = below},
                 d);
        }
    }
}

/* ---- Pairs in the plane and in space ------------------------------------------------------- */

static void check_pairs(tmiMaker *m, const tmiJoin *join, bool planar) {
    char kinds[65];
    const tmiTree *tree = tmi_maker_tree(m, join->spot.file);
    for (int32_t i = 0; i < join->pair_count && i < 64; i++) {
        bool first = join->pairs[i][0].feature.is_axis, second = join->pairs[i][1].feature.is_axis;
        kinds[i] = first && second ? 'a' : first || second ? 'x' : 'p';
    }
    kinds[join->pair_count < 64 ? join->pair_count : 64] = '\0';
    if (!tmi_pattern_fits(planar ? join->hinge->planar : join->hinge->spatial, kinds)) {
        tmi_note_pattern(
            m, join->hinge,
            (tmiSpot){join->spot.file, tmi_tree_child_kind(tree, join->spot.node, TMI_NODE_PAIRS)},
            kinds, planar ? " in a planar world" : " in space");
    }
}

/* Every variant once: what its joins match depends on nothing else. */
static void check_world(tmiMaker *m, const tmiWorld *world) {
    uint8_t bit = world->planar ? 1 : 2;
    char name[300];
    for (int32_t i = 0; i < world->join_count && m->status == TM_OK; i++) {
        int32_t instance = world->joins[i].instance;
        /* Variants are constant for others; this mark is the maker's own. */
        tmiVariant *v = m->out->variants[world->instances[instance].variant->number];
        if (v->matched & bit) {
            continue;
        }
        v->matched |= bit;
        tmi_instance_name(m->out, world, instance, name, sizeof name);
        m->instance = instance > 0 ? name : NULL;
        for (int32_t k = 0; k < v->join_count; k++) {
            if (v->joins[k].hinge) {
                check_pairs(m, &v->joins[k], world->planar);
            }
        }
        tmi_notes_pass_on(m);
        m->instance = NULL;
    }
}

/* ---- Worlds -------------------------------------------------------------------------------- */

/* Whether all worlds together stay small enough; reports it once if not. */
static bool may_add(tmiMaker *m, const tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    bool reported = m->instances > TMI_ALL_INSTANCES_MAX;
    m->instances += reported ? 0 : v->size;
    bool fits = m->instances <= TMI_ALL_INSTANCES_MAX;
    if (!fits && !reported) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_INSTANCES,
                               .at = {type->spot.file, type->name},
                               .words = TMI_WORDS("the worlds up to here have more than 4,000,000 "
                                                  "components altogether")});
    }
    return fits;
}

tmiWorld *tmi_world_of(tmiMaker *m, tmiVariant *v) {
    tmiWorlds *out = m->out;
    const tmiType *type = &m->d->types[v->type];
    tmiNodeRef properties = type->sections[TMI_SECTION_PROPERTIES];
    bool unread = properties && tmi_node(tmi_maker_tree(m, type->spot.file), properties)->spoiled;
    if (v->world || v->has_errors || v->is_open || unread) { /* whether it is planar is unknown */
        return v->world;
    }
    if (!may_add(m, v)) {
        return NULL;
    }
    tmiWorld *world = tmi_keep(m, 1, sizeof *world);
    if (!world || tmi_array_reserve(m->allocator, &out->worlds, &out->world_capacity,
                                    out->world_count + 1, sizeof *out->worlds) != TM_OK) {
        m->status = TM_ERR_MEMORY;
        return NULL;
    }
    world->variant = v;
    world->planar = tmi_has_property(v, "planar");
    world->instances = tmi_keep(m, v->size, sizeof *world->instances);
    world->joins = tmi_keep(m, v->total_joins, sizeof *world->joins);
    world->places = tmi_keep(m, v->total_places, sizeof *world->places);
    world->controls = tmi_keep(m, v->total_controls, sizeof *world->controls);
    if (m->status != TM_OK) {
        return NULL;
    }
    world->instance_count = v->size;
    fill(&(Filler){world, 0}, v, (tmiInstance){.parent = -1, .component = -1}, m->d);
    v->world = world;
    out->worlds[out->world_count++] = world;
    check_world(m, world);
    return world;
}

/* From the outermost in. */
static void add_name(const tmiWorlds *worlds, const tmiWorld *world, int32_t number,
                     tmiText *text) {
    const tmiInstance *instance = &world->instances[number];
    if (instance->parent > 0) {
        add_name(worlds, world, instance->parent, text);
        tmi_text_add(text, ".");
    }
    const tmiType *type =
        &worlds->definitions.types[world->instances[instance->parent].variant->type];
    const tmiComponent *component = &type->components[instance->component];
    int32_t length;
    const char *name =
        tmi_tree_text(worlds->definitions.sources[type->spot.file].tree, component->name, &length);
    tmi_text_add_bytes(text, name, (size_t)length);
    if (component->first) {
        tmi_text_add(text, "[");
        tmi_text_add_int(text, instance->index);
        tmi_text_add(text, "]");
    }
}

size_t tmi_instance_name(const tmiWorlds *worlds, const tmiWorld *world, int32_t instance,
                         char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, size);
    if (instance > 0 && instance < world->instance_count) {
        add_name(worlds, world, instance, &text);
    }
    return text.need;
}
