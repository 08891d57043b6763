/* definition.c: texts of the language in tests. */
#include "definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void destroy(Definition *d) {
    tmi_tree_clear(d->t->allocator, &d->tree);
    tmi_tokens_clear(d->t->allocator, &d->tokens);
    tm_diags_destroy(d->diags);
}

static tmStatus make(Definition *d, size_t length, bool is_expression) {
    tmTest *t = d->t;
    tmStatus status = tm_diags_create(&t->allocator, &d->diags);
    d->reporter = (tmiReporter){.diags = d->diags, .file = "test.tml"};
    if (status == TM_OK) {
        status = tmi_scan(t->allocator, d->text, (int32_t)length, &d->reporter, &d->tokens);
    }
    if (status == TM_OK) {
        status = is_expression
                     ? tmi_parse_expression(t->allocator, &d->tokens, &d->reporter, &d->tree)
                     : tmi_parse(t->allocator, &d->tokens, &d->reporter, &d->tree);
    }
    return status;
}

Definition *definition_of_bytes(tmTest *t, const char *text, size_t length, bool is_expression) {
    Definition *d = test_memory(t, 1, sizeof *d);
    d->t = t;
    d->text = test_memory(t, length + 1, 1);
    memcpy(d->text, text, length);
    DEFER(destroy, d);
    return CHECK_STATUS(make(d, length, is_expression), TM_OK) ? d : NULL;
}

Definition *definition_of(tmTest *t, const char *text) {
    return definition_of_bytes(t, text, strlen(text), false);
}

Definition *definition_of_expression(tmTest *t, const char *text) {
    return definition_of_bytes(t, text, strlen(text), true);
}

char *definition_file(tmTest *t, const char *path) {
    FILE *f = fopen(path, "rb");
    if (!f) {
        return NULL;
    }
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = test_memory(t, (size_t)size + 1, 1);
    bool whole = fread(text, 1, (size_t)size, f) == (size_t)size;
    fclose(f);
    return whole ? text : NULL;
}

/* ---- The tree as text ---------------------------------------------------------------------- */

typedef struct Out {
    char *text;
    size_t used, size;
} Out;

static void put(Out *out, const char *text, size_t length) {
    if (out->used + length + 1 > out->size) {
        out->size = 2 * (out->used + length) + 64;
        out->text = realloc(out->text, out->size);
        if (!out->text) {
            abort();
        }
    }
    memcpy(out->text + out->used, text, length);
    out->used += length;
    out->text[out->used] = '\0';
}

static const char *const kinds[TMI_NODE_KINDS] = {
    "none",      "ERROR",      "file",      "language", "include",   "type",       "function",
    "table",     "hinge",      "material",  "contact",  "run",       "parameters", "parameter",
    "let",       "components", "component", "declared", "structure", "input",      "field",
    "where",     "block",      "clause",    "join",     "pairs",     "pair",       "place",
    "attribute", "repeat",     "row",       "number",   "string",    "name",       "member",
    "index",     "call",       "argument",  "list",     "unary",     "binary",     "if"};
static const char *const roles[] = {
    "", "of=", "at=", "value=", "first=", "last=", "step=", "count=", "unit=", "result=", "near="};

static void put_head(Out *out, const tmiTree *tree, tmiNodeRef ref) {
    static const char *const pairs[] = {"..", "<=", ">=", "==", "!="};
    const tmiNode *node = tmi_node(tree, ref);
    char sign[2] = {(char)node->sign, '\0'};
    bool is_operator = node->kind == TMI_NODE_UNARY || node->kind == TMI_NODE_BINARY;
    const char *head = !is_operator               ? kinds[node->kind]
                       : node->sign < TMI_SIGN_TO ? sign
                                                  : pairs[node->sign - TMI_SIGN_TO];
    put(out, head, strlen(head));
    if (node->kind == TMI_NODE_TYPE || node->kind == TMI_NODE_RUN) {
        const tmiToken *word = &tree->tokens->items[node->first];
        put(out, " ", 1);
        put(out, tree->tokens->text + word->start, (size_t)word->length);
    }
}

static void put_node(Out *out, const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref);
    put(out, roles[node->role], strlen(roles[node->role]));
    if (node->kind == TMI_NODE_NUMBER || node->kind == TMI_NODE_STRING ||
        node->kind == TMI_NODE_NAME) {
        int32_t length;
        const char *text = tmi_tree_text(tree, ref, &length);
        put(out, text, (size_t)length);
        return;
    }
    put(out, "(", 1);
    put_head(out, tree, ref);
    for (tmiNodeRef child = node->child; child; child = tmi_node(tree, child)->next) {
        put(out, " ", 1);
        put_node(out, tree, child);
    }
    put(out, ")", 1);
}

static const char *keep(const Definition *d, Out *out) {
    char *text = test_memory(d->t, out->used + 1, 1);
    memcpy(text, out->text ? out->text : "", out->used);
    free(out->text);
    return text;
}

const char *definition_tree(const Definition *d) {
    Out out = {0};
    put_node(&out, &d->tree, 1);
    return keep(d, &out);
}

const char *definition_messages(const Definition *d) {
    Out out = {0};
    for (int32_t i = 0; i < tm_diags_count(d->diags); i++) {
        char text[4000];
        size_t need = tm_diag_format(tm_diags_at(d->diags, i), d->text, text, sizeof text);
        put(&out, text, need < sizeof text ? need : sizeof text - 1);
    }
    return keep(d, &out);
}

/* ---- Promises ------------------------------------------------------------------------------ */

static bool is_within(const tmiNode *inner, const tmiNode *outer) {
    bool empty = inner->last < inner->first;
    return inner->first >= outer->first && (empty || inner->last <= outer->last);
}

static const char *broken_node(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref);
    int32_t end = -1;
    for (tmiNodeRef child = node->child; child; child = tmi_node(tree, child)->next) {
        const tmiNode *inner = tmi_node(tree, child);
        if (inner->parent != ref) {
            return "a child has another parent";
        }
        if (!is_within(inner, node)) {
            return "a child lies outside its parent";
        }
        if (inner->first <= end) {
            return "children overlap or are out of order";
        }
        if (inner->spoiled && !node->spoiled) {
            return "a node with a spoiled child is not spoiled";
        }
        end = inner->last > end ? inner->last : end;
    }
    return NULL;
}

const char *definition_broken(const Definition *d) {
    const tmiTree *tree = &d->tree;
    int32_t end = 0;
    for (int32_t i = 0; i < d->tokens.count; i++) {
        const tmiToken *token = &d->tokens.items[i];
        if (token->start < end || token->start + token->length > d->tokens.length) {
            return "tokens overlap or leave the text";
        }
        end = token->start + token->length;
    }
    for (tmiNodeRef ref = 1; ref < tree->count; ref++) {
        const char *broken = broken_node(tree, ref);
        if (broken) {
            return broken;
        }
    }
    bool spoiled = tmi_node(tree, 1)->spoiled;
    bool told = tm_diags_total(d->diags, TM_ERROR) > 0;
    return spoiled && !told ? "the tree is spoiled and nobody was told" : NULL;
}
