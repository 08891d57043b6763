/* parser.c: the parser's walk over the tokens, and the growth of the tree. */
#include "define/language/syntax/parser_private.h"

/* ---- Tokens -------------------------------------------------------------------------------- */

tmStatus tmi_parser_start(tmiParser *p, tmAllocator allocator, const tmiTokens *tokens,
                          tmiReporter *reporter, tmiTree *tree) {
    *tree = (tmiTree){.tokens = tokens};
    *p = (tmiParser){.allocator = allocator,
                     .tokens = tokens,
                     .tree = tree,
                     .reporter = reporter,
                     .previous = -1,
                     .reported_at = -1};
    p->at = tmi_skip_comments(p, 0);
    /* Four nodes for five tokens: most texts have a few less. */
    int32_t usual = tokens->count / 5 * 4 + 8;
    tmStatus status =
        tmi_array_reserve(allocator, &tree->nodes, &tree->capacity,
                          usual < TMI_NODES_MAX ? usual : TMI_NODES_MAX, sizeof *tree->nodes);
    if (status == TM_OK) {
        tree->nodes[0] = (tmiNode){0};
        tree->count = 1;
    }
    return status;
}

/* ---- Nodes --------------------------------------------------------------------------------- */

void tmi_end_early(tmiParser *p) {
    p->lost = p->ended = true;
    p->at = p->tokens->count - 1;
}

bool tmi_more_nodes(tmiParser *p) {
    tmiTree *tree = p->tree;
    if (tree->count >= TMI_NODES_MAX) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_TOO_LARGE,
                                     .words = TMI_WORDS("the text is too large"),
                                     .hint = TMI_WORDS("split it into several files")});
        tmi_end_early(p);
        return false;
    }
    tmStatus status = tmi_array_reserve(p->allocator, &tree->nodes, &tree->capacity,
                                        tree->count + 1, sizeof *tree->nodes);
    if (status != TM_OK) {
        p->status = status;
        tmi_end_early(p);
    }
    return status == TM_OK;
}

tmiGrowth tmi_grow_around(tmiParser *p, tmiNodeKind kind, tmiNodeRef first) {
    tmiGrowth growth = {tmi_new_node(p, kind, p->tree->nodes[first].first), 0, p->spoils};
    /* What was spoiled before this node began to grow is within it, too. */
    growth.spoils -= p->tree->nodes[first].spoiled;
    tmi_add_child(p, &growth, first, TMI_ROLE_PLAIN);
    return growth;
}

bool tmi_enter(tmiParser *p, int32_t levels) {
    p->depth += levels;
    if (p->depth <= TMI_DEPTH_MAX) {
        return true;
    }
    if (!p->lost) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_TOO_DEEP,
                                     .words = TMI_WORDS("this is nested too deep: more than 200 "
                                                        "blocks, brackets and operators"),
                                     .hint = TMI_WORDS("split it, by a function or a 'let'")});
        p->lost = p->deep = true;
    }
    return false;
}

void tmi_leave(tmiParser *p, int32_t levels) {
    p->depth -= levels;
}

tmiBeginning tmi_tokens_beginning(const tmiTokens *tokens) {
    tmiParser p = {.tokens = tokens};
    p.at = tmi_skip_comments(&p, 0);
    return (tmiBeginning){.first = p.at,
                          .next = (int32_t)(tmi_token_behind(&p, 1) - tokens->items),
                          .section = tmi_at_section(&p),
                          .statement = tmi_at_statement(&p),
                          .field = tmi_at_field(&p),
                          .name = tmi_at_name(&p)};
}
