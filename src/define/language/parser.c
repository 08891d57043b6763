/* parser.c: the parser's walk over the tokens, and the growth of the tree. */
#include "define/language/parser.h"

/* ---- Tokens -------------------------------------------------------------------------------- */

tmStatus tmi_parser_start(tmiParser *p, tmAllocator allocator, const tmiTokens *tokens,
                          tmiTeller *teller, tmiTree *tree) {
    *tree = (tmiTree){.tokens = tokens};
    *p = (tmiParser){.allocator = allocator,
                     .tokens = tokens,
                     .tree = tree,
                     .teller = teller,
                     .previous = -1,
                     .told_at = -1};
    p->at = tmi_skip_comments(p, 0);
    tmStatus status = tmi_array_reserve(allocator, &tree->nodes, &tree->capacity,
                                        tokens->count / 2 + 8, sizeof *tree->nodes);
    if (status == TM_OK) {
        tree->nodes[0] = (tmiNode){0};
        tree->count = 1;
    }
    return status;
}

const tmiToken *tmi_token_behind(const tmiParser *p, int32_t count) {
    int32_t at = p->at;
    for (; count > 0 && p->tokens->items[at].kind != TMI_TOKEN_END; count--) {
        at = tmi_skip_comments(p, at + 1);
    }
    return &p->tokens->items[at];
}

bool tmi_at_field(const tmiParser *p) {
    return tmi_token(p)->kind == TMI_TOKEN_WORD && tmi_is_sign(tmi_token_behind(p, 1), ':');
}

bool tmi_at_end(const tmiParser *p) {
    return tmi_at_word(p, TMI_WORD_END) && !tmi_at_field(p);
}

/* ---- Nodes --------------------------------------------------------------------------------- */

/* Nothing goes on: the rest of the text is not read. */
static void end_early(tmiParser *p) {
    p->lost = p->ended = true;
    p->at = p->tokens->count - 1;
}

static tmiNodeRef new_node(tmiParser *p, tmiNodeKind kind, int32_t first) {
    tmiTree *tree = p->tree;
    if (tree->count >= TMI_NODES_MOST) {
        tmi_mistake(p, &(tmiMessage){.code = TMI_SAYS_TOO_LARGE,
                                     .words = TMI_WORDS("the text is too large"),
                                     .hint = TMI_WORDS("split it into several files")});
        end_early(p);
        return 0;
    }
    if (tree->count == tree->capacity) {
        tmStatus status = tmi_array_reserve(p->allocator, &tree->nodes, &tree->capacity,
                                            tree->count + 1, sizeof *tree->nodes);
        if (status != TM_OK) {
            p->status = status;
            end_early(p);
            return 0;
        }
    }
    tree->nodes[tree->count] = (tmiNode){.kind = (uint8_t)kind, .first = first};
    return tree->count++;
}

tmiGrowth tmi_grow(tmiParser *p, tmiNodeKind kind) {
    return (tmiGrowth){new_node(p, kind, p->at), 0, p->spoils};
}

tmiGrowth tmi_grow_around(tmiParser *p, tmiNodeKind kind, tmiNodeRef first) {
    tmiGrowth growth = {new_node(p, kind, p->tree->nodes[first].first), 0, p->spoils};
    /* What was spoiled before this node began to grow is within it, too. */
    growth.spoils -= p->tree->nodes[first].spoiled;
    tmi_add_child(p, &growth, first, TMI_ROLE_PLAIN);
    return growth;
}

void tmi_add_child(tmiParser *p, tmiGrowth *growth, tmiNodeRef child, tmiRole role) {
    tmiNode *nodes = p->tree->nodes;
    if (!growth->node || !child) {
        return;
    }
    nodes[child].parent = growth->node;
    nodes[child].role = (uint8_t)role;
    if (growth->tail) {
        nodes[growth->tail].next = child;
    } else {
        nodes[growth->node].child = child;
    }
    growth->tail = child;
}

tmiNodeRef tmi_grown(tmiParser *p, tmiGrowth *growth) {
    if (growth->node) {
        tmiNode *node = &p->tree->nodes[growth->node];
        node->last = p->previous;
        node->spoiled = p->spoils != growth->spoils;
    }
    return growth->node;
}

bool tmi_enter(tmiParser *p, int32_t levels) {
    p->depth += levels;
    if (p->depth <= TMI_DEPTH_MOST) {
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
