/* make_formula.c: expressions that are evaluated while a world runs, with what they read. */
#include "define/language/make/make_private.h"

#include <string.h>

#define FUNCTION_PARAMETERS_MAX 64

/* ---- Formulas ------------------------------------------------------------------------------ */

static tmiFormula *add_formula(tmiMaker *m, tmiSpot spot) {
    tmiWorlds *out = m->out;
    tmiFormula *formula = tmi_keep(m, 1, sizeof *formula);
    if (!formula || m->status != TM_OK) {
        return NULL;
    }
    formula->spot = spot;
    m->status = tmi_array_reserve(m->allocator, &out->formulas, &out->formula_capacity,
                                  out->formula_count + 1, sizeof *out->formulas);
    if (m->status != TM_OK) {
        return NULL;
    }
    out->formulas[out->formula_count++] = formula;
    return formula;
}

tmiFormula *tmi_formula_make(tmiMaker *m, tmiSpot at, const tmiWanted *wanted) {
    tmiWithin within = m->within;
    tmiFormula *formula = add_formula(m, at);
    if (formula) {
        m->within.runs = true;
        m->within.formula = formula;
        tmStatus status = tmi_compile(&m->e, tmi_maker_source(m, at.file), at.node, wanted,
                                      m->allocator, &formula->code, &formula->made);
        m->status = m->status == TM_OK ? status : m->status;
        tmi_notes_of_library(m, at);
        m->within = within;
    }
    return formula;
}

/* Angular quantities of a body: in the plane, one number suffices. */
static bool takes_number(const tmiQuantityRow *row) {
    return row->size == 1 || strcmp(row->unit, "rad/s") == 0 || strcmp(row->unit, "rad/s^2") == 0 ||
           strcmp(row->unit, "N*m") == 0;
}

tmiFormula *tmi_formula_for(tmiMaker *m, tmiSpot at, const tmiQuantityRow *row) {
    tmiWanted wanted = tmi_wants(row->size == 1 ? TMI_WANT_NUMBER : TMI_WANT_POINT, row->unit);
    if (row->size == 3 && takes_number(row)) {
        int32_t before = tmi_notes_errors(m);
        tmiFormula *tried = tmi_formula_make(m, at, NULL);
        if (!tried || tmi_notes_errors(m) > before) {
            return tried;
        }
        wanted.kind = tried->made && tried->code.result_count == 1 ? TMI_WANT_NUMBER : wanted.kind;
    }
    return tmi_formula_make(m, at, &wanted);
}

/* ---- Functions that are named alone -------------------------------------------------------- */

/* What a parameter of such a function is: time, or a quantity of the target. */
static bool sense_parameter(tmiMaker *m, const char *name, int32_t length, const tmiTarget *target,
                            tmiSense *sense) {
    uint32_t of = TMI_OF_BODY;
    *sense = (tmiSense){.kind = TMI_SENSE_WORLD, .size = 1};
    sense->row = tmi_quantity_find(TMI_OF_WORLD, name, length);
    if (sense->row) {
        sense->size = sense->row->size;
        return true;
    }
    if (target->kind == TMI_TARGET_JOIN) {
        const tmiType *type = &m->d->types[target->type];
        of = tmi_hinge_quantities(m, (tmiSpot){type->spot.file, type->joins[target->item].join});
    } else if (target->kind == TMI_TARGET_FEATURE) {
        of = target->feature.is_axis ? TMI_OF_AXIS : TMI_OF_POINT;
    }
    tmiTarget quantity = *target;
    quantity.kind = TMI_TARGET_QUANTITY;
    quantity.quantity = tmi_quantity_find(of, name, length);
    quantity.sense = target->kind == TMI_TARGET_JOIN      ? TMI_SENSE_JOIN
                     : target->kind == TMI_TARGET_FEATURE ? TMI_SENSE_FEATURE
                                                          : TMI_SENSE_BODY;
    *sense = tmi_sense_of(&quantity);
    return sense->row != NULL;
}

/* Meanings of all parameters; false after a message. */
static bool sense_parameters(tmiMaker *m, tmiSpot at, tmiSpot function, const tmiTarget *target,
                             tmiMeaning *meanings, int32_t *count) {
    const tmiTree *tree = tmi_maker_tree(m, function.file);
    tmiNodeRef parameters = tmi_tree_child_kind(tree, function.node, TMI_NODE_PARAMETERS);
    tmiNodeRef ref = parameters ? tmi_node(tree, parameters)->child : 0;
    for (*count = 0; ref && *count < FUNCTION_PARAMETERS_MAX; ref = tmi_node(tree, ref)->next) {
        int32_t length;
        tmiNodeRef name = tmi_node(tree, ref)->child;
        const char *text = tmi_tree_text(tree, name, &length);
        tmiMeaning *meaning = &meanings[(*count)++];
        tmiSense sense = {.kind = TMI_SENSE_WORLD, .size = 1};
        *meaning = (tmiMeaning){.kind = TMI_MEANS_NOTHING};
        bool is_angle = !target && *count == 1;
        if (is_angle || (target && sense_parameter(m, text, length, target, &sense))) {
            *meaning = (tmiMeaning){.kind = TMI_MEANS_SENSED,
                                    .slot = tmi_formula_slot(m, &sense),
                                    .size = sense.size,
                                    .dimension =
                                        is_angle ? TMI_ANGLE : tmi_unit_dimension(sense.row->unit)};
        } else if (!tmi_tree_child(tree, ref, TMI_ROLE_VALUE)) {
            tmiQuote function_name, parameter;
            tmi_note(m,
                     &(tmiNote){.code = TMI_SAYS_CONTROL,
                                .at = at,
                                .words = TMI_WORDS(tmi_spot_quote(m, at, &function_name), " needs ",
                                                   tmi_quote(&parameter, text, length)),
                                .hint = target ? TMI_WORDS("only the time and what can be sensed "
                                                           "there are supplied: pass it in "
                                                           "brackets")
                                               : TMI_WORDS("it is called with an angle only"),
                                .related = TMI_WORDS("this parameter"),
                                .related_at = {function.file, name}});
            return false;
        }
    }
    return true;
}

tmiFormula *tmi_formula_of_function(tmiMaker *m, tmiSpot at, tmiSpot function,
                                    const tmiTarget *target, const tmiWanted *wanted) {
    tmiMeaning meanings[FUNCTION_PARAMETERS_MAX];
    tmiWithin within = m->within;
    tmiFormula *formula = add_formula(m, at);
    int32_t count;
    if (!formula) {
        return NULL;
    }
    m->within.runs = true;
    m->within.formula = formula;
    if (sense_parameters(m, at, function, target, meanings, &count) && m->status == TM_OK) {
        tmi_notes_pass_on(m);
        m->status =
            tmi_compile_function(&m->e, tmi_maker_source(m, function.file), function.node, meanings,
                                 count, wanted, m->allocator, &formula->code, &formula->made);
        tmi_notes_of_library(m, at);
        tmi_notes_pass_on_with(m, "it is used here", at);
    }
    m->within = within;
    return formula;
}

tmiFormula *tmi_formula_of_function_for(tmiMaker *m, tmiSpot at, tmiSpot function,
                                        const tmiTarget *target, const tmiQuantityRow *row) {
    tmiWanted wanted = tmi_wants(row->size == 1 ? TMI_WANT_NUMBER : TMI_WANT_POINT, row->unit);
    if (row->size == 3 && takes_number(row)) {
        int32_t before = tmi_notes_errors(m);
        tmiFormula *tried = tmi_formula_of_function(m, at, function, target, NULL);
        if (!tried || tmi_notes_errors(m) > before) {
            return tried;
        }
        wanted.kind = tried->made && tried->code.result_count == 1 ? TMI_WANT_NUMBER : wanted.kind;
    }
    return tmi_formula_of_function(m, at, function, target, &wanted);
}
