/* definitions_order.c: the types of components, the order in which types can be made, and rings;
 * the materials of contacts. */
#include "define/language/meaning/meaning_private.h"

#include <string.h>

static tmiNodeRef child_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->child;
}

static tmiNodeRef next_of(const tmiTree *tree, tmiNodeRef node) {
    return tmi_node(tree, node)->next;
}

/* ---- Types of components ------------------------------------------------------------------- */

/* The path of a call, or the path itself. */
static tmiNodeRef callee_of(const tmiTree *tree, tmiNodeRef call) {
    return tmi_node(tree, call)->kind == TMI_NODE_CALL ? child_of(tree, call) : call;
}

/* Remembers by which type a component can be called. */
static void add_only_one(tmiMaker *m, int32_t owner, int32_t component, const tmiSymbol *type) {
    tmiSymbol only = {.owner = TMI_OWNER_TYPES_OF(owner),
                      .kind = TMI_SYMBOL_ONLY_ONE,
                      .index = component,
                      .name = type->name,
                      .length = type->length,
                      .spot = type->spot};
    tmiSymbol *first;
    m->status = tmi_symbol_add(&m->d->symbols, &only, &first);
    if (first) {
        first->index = -1;
    }
}

void tmi_find_component_type(tmiMaker *m, int32_t owner, int32_t index) {
    tmiType *type = &m->d->types[owner];
    tmiComponent *component = &type->components[index];
    const tmiTree *tree = tmi_maker_tree(m, type->spot.file);
    if (!component->call || tmi_node(tree, component->call)->kind == TMI_NODE_ERROR) {
        return;
    }
    tmiSpot callee = {type->spot.file, callee_of(tree, component->call)};
    int32_t length;
    const char *name = tmi_spot_text(m, callee, &length);
    const tmiSymbol *found = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    tmiQuote quote;
    if (!found) {
        tmiLikeness likeness;
        tmi_quote(&quote, name, length);
        tmi_likeness_of(m, callee, &likeness);
        tmi_offer_definitions(m, TMI_KIND(TYPE), &likeness);
        if (!m->incomplete) {
            tmi_note_unknown(m, callee, TMI_WORDS("there is no type ", quote.text), &likeness);
        }
        return;
    }
    bool is_type = found->kind == TMI_SYMBOL_TYPE;
    if (!is_type || m->d->types[found->index].kind == TMI_TYPE_WORLD) {
        tmi_quote(&quote, name, length);
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_WRONG_THING,
                               .at = callee,
                               .words = TMI_WORDS(quote.text,
                                                  is_type ? " is a world, which cannot be a part"
                                                          : " is not a type"),
                               .hint = TMI_WORDS("components are primitives and composites"),
                               .related = TMI_WORDS("it is defined here"),
                               .related_at = found->spot});
        return;
    }
    component->type = found->index;
    add_only_one(m, owner, index, found);
}

/* ---- Order and rings ----------------------------------------------------------------------- */

enum { UNSEEN, OPEN, DONE };

typedef struct Step {
    int32_t type, component; /* that is being looked at */
} Step;

static void note_ring(tmiMaker *m, const Step *steps, int32_t depth, int32_t target) {
    char buffer[300];
    tmiText ring;
    tmiQuote quote;
    int32_t from = depth;
    while (steps[from].type != target) {
        from--;
    }
    tmi_text_init(&ring, buffer, sizeof buffer);
    for (int32_t i = from; i <= depth; i++) {
        m->d->types[steps[i].type].in_ring = true;
        tmi_text_add(&ring, tmi_type_quote(m, steps[i].type, &quote));
        tmi_text_add(&ring, i == from ? " contains " : i < depth ? ", which contains " : "");
        if (i == depth) {
            tmi_text_add(&ring, depth > from ? ", which contains " : "");
        }
    }
    tmi_text_add(&ring, tmi_type_quote(m, target, &quote));
    const tmiType *type = &m->d->types[steps[depth].type];
    tmi_type_quote(m, target, &quote);
    tmi_note(m, &(tmiNote){.code = TMI_SAYS_RING,
                           .at = {type->spot.file, type->components[steps[depth].component].call},
                           .words = TMI_WORDS(quote.text, " contains itself"),
                           .hint = depth > from ? TMI_WORDS(buffer) : NULL});
}

/* Types in depth, those of components first; `steps` is as long as there are types. */
static void order_from(tmiMaker *m, int32_t root, Step *steps, int32_t *ordered) {
    int32_t depth = 0;
    steps[0] = (Step){root, 0};
    m->d->types[root].state = OPEN;
    while (depth >= 0) {
        Step *step = &steps[depth];
        tmiType *type = &m->d->types[step->type];
        if (step->component >= type->component_count) {
            type->state = DONE;
            m->d->order[(*ordered)++] = step->type;
            depth--;
            continue;
        }
        int32_t child = type->components[step->component].type;
        tmiType *below = child >= 0 ? &m->d->types[child] : NULL;
        if (below && below->state == UNSEEN) {
            below->state = OPEN;
            steps[++depth] = (Step){child, 0};
            continue;
        }
        if (below && below->state == OPEN) {
            note_ring(m, steps, depth, child);
            type->components[step->component].type = -1;
        } else if (below && type->height < below->height + 1) {
            type->height = below->height + 1;
        }
        step->component++;
    }
}

void tmi_order_types(tmiMaker *m) {
    int32_t ordered = 0;
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    Step *steps = tmi_arena_alloc(&m->scratch, (size_t)m->d->type_count, sizeof *steps);
    m->status = steps ? m->status : TM_ERR_MEMORY;
    for (int32_t i = 0; i < m->d->type_count && m->status == TM_OK; i++) {
        if (m->d->types[i].state == UNSEEN) {
            order_from(m, i, steps, &ordered);
        }
    }
    tmi_arena_release(&m->scratch, mark);
}

/* ---- Contacts ------------------------------------------------------------------------------ */

static const tmiSymbol *find_material(tmiMaker *m, tmiSpot at) {
    int32_t length;
    tmiQuote quote;
    tmiLikeness likeness;
    const char *name = tmi_spot_text(m, at, &length);
    const tmiSymbol *found = tmi_symbol_find(&m->d->symbols, TMI_OWNER_FILE, name, length);
    if (found && found->kind == TMI_SYMBOL_MATERIAL) {
        return found;
    }
    tmi_likeness_of(m, at, &likeness);
    tmi_offer_definitions(m, TMI_KIND(MATERIAL), &likeness);
    if (!m->incomplete) {
        tmi_note_unknown(m, at, TMI_WORDS("there is no material ", tmi_quote(&quote, name, length)),
                         &likeness);
    }
    return NULL;
}

/* The pair must be new, whichever stands first. */
void tmi_read_contact(tmiMaker *m, int32_t index) {
    tmiSpot contact = m->d->contacts[index];
    const tmiTree *tree = tmi_maker_tree(m, contact.file);
    if (tmi_node(tree, contact.node)->spoiled) {
        return;
    }
    tmiSpot at = {contact.file, child_of(tree, contact.node)};
    const tmiSymbol *first = find_material(m, at);
    const tmiSymbol *second = find_material(m, (tmiSpot){at.file, next_of(tree, at.node)});
    if (!first || !second) {
        return;
    }
    bool swap = first->index > second->index;
    const tmiSymbol *named = swap ? first : second;
    tmiSymbol pair = {.owner = TMI_OWNER_CONTACT(swap ? second->index : first->index),
                      .kind = TMI_SYMBOL_CONTACT,
                      .index = index,
                      .name = named->name,
                      .length = named->length,
                      .spot = at};
    tmiSymbol *before;
    m->status = tmi_symbol_add(&m->d->symbols, &pair, &before);
    if (before) {
        tmi_note(m,
                 &(tmiNote){.code = TMI_SAYS_TWICE,
                            .at = at,
                            .words = TMI_WORDS("the contact of these two is defined a second time"),
                            .related = TMI_WORDS("the first is here"),
                            .related_at = before->spot});
    }
}
