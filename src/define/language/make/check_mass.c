/* check_mass.c: whether every body that has dynamics has mass and inertia: from its shape, or
 * given. */
#include "define/language/make/make_private.h"

#include <string.h>

/* Whether the shape is empty: none, or a union of empty ones. */
static bool is_nothing(const tmiShape *shape) {
    bool nothing = shape->piece_count > 0;
    for (int32_t i = 0; i < shape->piece_count && nothing; i++) {
        nothing = shape->pieces[i].row && is_nothing(&shape->pieces[i]);
    }
    return nothing || strcmp(shape->row->name, "none") == 0;
}

/* Whether mass and inertia cannot follow from a shape. A shape with a mistake counts as a shape. */
static bool is_shapeless(const tmiMaker *m, const tmiVariant *v) {
    const tmiType *type = &m->d->types[v->type];
    return !type->spoiled &&
           (!type->sections[TMI_SECTION_GEOMETRY] || (v->shape.row && is_nothing(&v->shape)));
}

void tmi_check_mass(tmiMaker *m, tmiVariant *v) {
    static const char hint[] = "as in dynamics: (mass: 2kg, inertia: 0.01kg*m^2); or give a shape";
    const tmiType *type = &m->d->types[v->type];
    if (m->status != TM_OK) {
        return;
    }
    tmiSpot dynamics = {type->spot.file, type->sections[TMI_SECTION_DYNAMICS]};
    tmiSpot at = {dynamics.file, tmi_node(tmi_maker_tree(m, dynamics.file), dynamics.node)->child};
    tmiQuote body;
    bool is_body = type->kind == TMI_TYPE_PRIMITIVE;
    bool mass = tmi_has_property(v, "mass"), inertia = tmi_has_property(v, "inertia");
    if (is_body && is_shapeless(m, v) && !(mass && inertia) && !tmi_has_property(v, "fixed")) {
        v->massless = v->type + 1;
    }
    for (int32_t i = 0; i < type->component_count && !v->massless; i++) {
        const tmiVariant *below = v->parts[i].variant;
        v->massless = below ? below->massless : 0;
    }
    if (!v->massless || !dynamics.node) {
        return;
    }
    const tmiType *massless = &m->d->types[v->massless - 1];
    v->massless = 0;
    tmi_note(
        m, &(tmiNote){.code = TMI_SAYS_MISSING,
                      .at = at,
                      .words = is_body ? TMI_WORDS("a body without a shape needs its ",
                                                   mass      ? "inertia"
                                                   : inertia ? "mass"
                                                             : "mass and inertia")
                                       : TMI_WORDS("'dynamics' holds for all bodies within, "
                                                   "but ",
                                                   tmi_type_quote(
                                                       m, (int32_t)(massless - m->d->types), &body),
                                                   " has neither a shape nor mass and "
                                                   "inertia"),
                      .hint = TMI_WORDS(hint),
                      .related = is_body ? NULL : TMI_WORDS("it is defined here"),
                      .related_at = {massless->spot.file, massless->name}});
}
