/* bare_length.c: numbers without a unit that made a length: `link(60)` is 60 m long. */
#include "define/model/model.h"

/* A number makes a length of the same size, not the same length: halves, sums, points of a shape
 * [1]. */
#define LENGTHS_ALIKE 4.0

/* The first number without a unit among the tokens of a node that is like `length`; -1: none. */
static int32_t find_bare(const tmiTree *tree, tmiNodeRef node, double length) {
    const tmiTokens *tokens = tree->tokens;
    for (int32_t i = tmi_node(tree, node)->first; i <= tmi_node(tree, node)->last; i++) {
        const tmiToken *token = &tokens->items[i];
        if (token->kind != TMI_TOKEN_NUMBER) {
            continue;
        }
        tmiNumber number = tmi_number_read(tokens->text + token->start, token->length);
        if (number.fault == TMI_NUMBER_FINE && tmi_dimension_is_plain(number.dimension) &&
            number.value * LENGTHS_ALIKE >= length && number.value <= LENGTHS_ALIKE * length) {
            return i;
        }
    }
    return -1;
}

static bool report(const tmModel *model, tmiSpot in, double length, tmiBareLength *bare) {
    const tmiSource *source = &model->worlds->definitions.sources[in.file];
    int32_t found = find_bare(source->tree, in.node, length);
    if (found < 0) {
        return false;
    }
    const tmiToken *token = &source->tree->tokens->items[found];
    bare->text = source->tree->tokens->text + token->start;
    bare->text_length = token->length;
    bare->file = source->reporter->file;
    tmi_tokens_place(source->tree->tokens, (tmiSpan){token->start, token->length}, &bare->line,
                     &bare->column, &bare->length);
    return true;
}

bool tmi_model_bare_length(const tmModel *model, int32_t body, int32_t joint, double length,
                           tmiBareLength *bare) {
    const tmiDefinitions *d = &model->worlds->definitions;
    int32_t part = body > 0 ? model->bodies[body].instance : 0;
    /* Points that the join writes out, the arguments of the part, and of what it is a part of … */
    if (report(model, tmi_model_joint_spot(model, joint), length, bare)) {
        return true;
    }
    for (int32_t i = part; i > 0; i = model->world->instances[i].parent) {
        tmiSpot declared = tmi_model_part_spot(model, i);
        tmiNodeRef component = tmi_node(d->sources[declared.file].tree, declared.node)->parent;
        if (report(model, (tmiSpot){declared.file, component}, length, bare)) {
            return true;
        }
    }
    /* … or its type itself. */
    return part > 0 && report(model, d->types[tmi_model_type_of(model, part)].spot, length, bare);
}
