/* check_unique.c: what may be stated only once: the place of a part, and a prescribed motion of a
 * body or join. */
#include "base/base.h"
#include "define/language/make/make_private.h"

#include <string.h>

/* What a statement decides. */
typedef struct Claim {
    int32_t what[4];
    tmiSpot spot; /* of the statement */
} Claim;

/* All claims so far, as numbers + 1 in a hash table. */
typedef struct Claims {
    Claim *items;
    int32_t count;
    int32_t *slots;
    uint64_t mask;
} Claims;

/* Room for `count` claims, and as many that something was reported. */
static bool start_claims(tmiMaker *m, int32_t count, Claims *claims) {
    size_t slots = 4;
    while (slots < 4 * (size_t)count) {
        slots *= 2;
    }
    *claims = (Claims){.items = tmi_arena_alloc(&m->scratch, 2 * (size_t)count, sizeof(Claim)),
                       .slots = tmi_arena_alloc(&m->scratch, slots, sizeof(int32_t)),
                       .mask = slots - 1};
    if (!claims->items || !claims->slots) {
        m->status = TM_ERR_MEMORY;
    }
    return m->status == TM_OK;
}

/* The earlier claim on the same thing, or null: then this one is stored. */
static const Claim *claim(Claims *claims, const Claim *new_one) {
    uint64_t slot = tmi_hash_ints(TMI_HASH_START, new_one->what, 4) & claims->mask;
    for (; claims->slots[slot]; slot = (slot + 1) & claims->mask) {
        const Claim *old = &claims->items[claims->slots[slot] - 1];
        if (memcmp(old->what, new_one->what, sizeof old->what) == 0) {
            return old;
        }
    }
    claims->items[claims->count++] = *new_one;
    claims->slots[slot] = claims->count;
    return NULL;
}

/* Reports a second claim, once for each statement: a `for` repeats them. */
static void report_second(tmiMaker *m, Claims *claims, const Claim *first, const Claim *second,
                          const tmiNote *note) {
    const Claim reported = {{-1, second->spot.file, second->spot.node, 0}, second->spot};
    bool same = first->spot.file == second->spot.file && first->spot.node == second->spot.node;
    if (!claim(claims, &reported)) {
        tmi_note(m, &(tmiNote){.code = TMI_SAYS_TWICE,
                               .at = note->at,
                               .words = note->words,
                               .hint = note->hint,
                               .related = same ? NULL : TMI_WORDS("the first is here"),
                               .related_at = first->spot});
    }
}

void tmi_check_places(tmiMaker *m, const tmiVariant *v) {
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    Claims claims;
    if (v->place_count < 2 || m->status != TM_OK || !start_claims(m, v->place_count, &claims)) {
        return;
    }
    for (int32_t i = 0; i < v->place_count; i++) {
        const tmiPlacement *place = &v->places[i];
        const Claim second = {{0, place->instance, 0, 0}, place->spot};
        const Claim *first = claim(&claims, &second);
        if (first) {
            const tmiTree *tree = tmi_maker_tree(m, place->spot.file);
            tmiSpot part = {place->spot.file, tmi_node(tree, place->spot.node)->child};
            tmiQuote quote;
            report_second(m, &claims, first, &second,
                          &(tmiNote){.at = part,
                                     .words = TMI_WORDS(tmi_spot_quote(m, part, &quote),
                                                        " is placed a second time")});
        }
    }
    tmi_arena_release(&m->scratch, mark);
}

/* Which motion the quantity belongs to: 1 turns, 2 moves along; 0: a force or torque, of which any
 * number can act. */
static int32_t motion_of(const tmiQuantityRow *row) {
    bool acts = strcmp(row->name, "force") == 0 || strcmp(row->name, "torque") == 0;
    return acts ? 0 : strncmp(row->unit, "rad", 3) == 0 ? 1 : 2;
}

/* Whether the control at `spot` leads another point of its body than this one. */
static bool leads_other_point(const tmiVariant *v, tmiSpot spot, const tmiControl *control) {
    for (int32_t i = 0; i < v->control_count; i++) {
        const tmiControl *first = &v->controls[i];
        if (first->spot.file == spot.file && first->spot.node == spot.node) {
            const double *one = first->target.end.feature.point;
            const double *two = control->target.end.feature.point;
            return first->target.kind != control->target.kind || one[0] != two[0] ||
                   one[1] != two[1] || one[2] != two[2];
        }
    }
    return false;
}

void tmi_check_motions(tmiMaker *m, const tmiVariant *v) {
    tmiArenaMark mark = tmi_arena_mark(&m->scratch);
    Claims claims;
    if (v->control_count < 2 || m->status != TM_OK || !start_claims(m, v->control_count, &claims)) {
        return;
    }
    for (int32_t i = 0; i < v->control_count; i++) {
        const tmiControl *control = &v->controls[i];
        const tmiSense *target = &control->target;
        int32_t motion = motion_of(target->row);
        int32_t join = target->kind == TMI_SENSE_JOIN ? target->item : -1;
        const Claim second = {{motion, target->end.instance, join, 0}, control->spot};
        const Claim *first = motion ? claim(&claims, &second) : NULL;
        if (first) {
            const tmiTree *tree = tmi_maker_tree(m, control->spot.file);
            tmiSpot name = {control->spot.file, tmi_node(tree, control->spot.node)->child};
            bool other = join < 0 && motion == 2 && leads_other_point(v, first->spot, control);
            report_second(
                m, &claims, first, &second,
                &(tmiNote){
                    .at = name,
                    .words = TMI_WORDS(other ? "another point of this body is already prescribed"
                                             : "this motion is already prescribed"),
                    .hint = TMI_WORDS(other ? "one point of a body can be prescribed, and its angle"
                                      : motion == 1 ? "one of angle, angular_velocity and "
                                                      "angular_acceleration is enough"
                                                    : "one of position or length, velocity and "
                                                      "acceleration is enough")});
        }
    }
    tmi_arena_release(&m->scratch, mark);
}
