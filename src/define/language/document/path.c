/* path.c: names of nodes for editors, such as `crank.geometry.where.a[2]`: see tm_document_find.
 *
 * A step goes from a node to one of its members: the nodes below it, where those that only hold
 * others (`components`, a block) are looked through. A node that has one value stands for it: a
 * field for what it says, a component for its type. */
#include "define/language/document/document_private.h"

#include <string.h>

typedef struct Word {
    const char *text;
    int32_t length;
} Word;

static bool is_equal(Word a, Word b) {
    return a.length == b.length && memcmp(a.text, b.text, (size_t)a.length) == 0;
}

static Word word_of(const char *text) {
    return (Word){text, (int32_t)strlen(text)};
}

static Word text_of(const tmiTree *tree, tmiNodeRef ref) {
    Word word;
    word.text = tmi_tree_text(tree, ref, &word.length);
    return word;
}

/* ---- What stands for what ------------------------------------------------------------------ */

static bool is_holder(const tmiNode *node) {
    return node->kind == TMI_NODE_COMPONENTS || node->kind == TMI_NODE_STRUCTURE ||
           node->kind == TMI_NODE_PARAMETERS || node->kind == TMI_NODE_BLOCK;
}

/* Kinds whose first child is their name. */
static bool is_named(const tmiNode *node) {
    switch (node->kind) {
    case TMI_NODE_TYPE:
    case TMI_NODE_FUNCTION:
    case TMI_NODE_TABLE:
    case TMI_NODE_HINGE:
    case TMI_NODE_MATERIAL:
    case TMI_NODE_CONTACT:
    case TMI_NODE_PARAMETER:
    case TMI_NODE_LET:
    case TMI_NODE_DECLARED:
    case TMI_NODE_INPUT:
    case TMI_NODE_FIELD:
    case TMI_NODE_ATTRIBUTE:
    case TMI_NODE_ARGUMENT:
    case TMI_NODE_REPEAT:
        return true;
    default:
        return false;
    }
}

static int32_t position(const tmiTree *tree, tmiNodeRef ref) {
    int32_t count = 0;
    for (tmiNodeRef c = tmi_node(tree, tmi_node(tree, ref)->parent)->child; c != ref;
         c = tmi_node(tree, c)->next) {
        count++;
    }
    return count;
}

/* A clause `name = value`. */
static bool is_setting(const tmiTree *tree, const tmiNode *clause) {
    return clause->child && tmi_node(tree, clause->child)->kind == TMI_NODE_NAME &&
           tmi_node(tree, clause->child)->next &&
           tmi_node(tree, tmi_node(tree, clause->child)->next)->role == TMI_ROLE_VALUE;
}

/* A name that only names what it is in. */
static bool is_label(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref), *parent = tmi_node(tree, node->parent);
    if (node->kind != TMI_NODE_NAME) {
        return false;
    }
    bool is_first = parent->child == ref;
    return (is_named(parent) && is_first) ||
           (parent->kind == TMI_NODE_CLAUSE && is_first && is_setting(tree, parent)) ||
           parent->kind == TMI_NODE_CONTACT ||
           (parent->kind == TMI_NODE_JOIN && position(tree, ref) == 4);
}

/* The only clause of a field, unless it has a name by which it is found. */
static tmiNodeRef only_clause(const tmiTree *tree, const tmiNode *field) {
    tmiNodeRef found = 0;
    for (tmiNodeRef c = field->child; c; c = tmi_node(tree, c)->next) {
        if (tmi_node(tree, c)->kind == TMI_NODE_CLAUSE) {
            if (found || is_setting(tree, tmi_node(tree, c))) {
                return 0;
            }
            found = c;
        }
    }
    return found;
}

/* What the node stands for; 0: itself. */
static tmiNodeRef meant(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref);
    tmiNodeRef second = node->child ? tmi_node(tree, node->child)->next : 0;
    switch (node->kind) {
    case TMI_NODE_FIELD:
        return only_clause(tree, node);
    case TMI_NODE_CLAUSE:
        return !second                                                   ? node->child
               : is_setting(tree, node) && !tmi_node(tree, second)->next ? second
                                                                         : 0;
    case TMI_NODE_PARAMETER:
    case TMI_NODE_INPUT:
    case TMI_NODE_LET:
    case TMI_NODE_ATTRIBUTE:
    case TMI_NODE_ARGUMENT:
        return second;
    case TMI_NODE_LANGUAGE:
    case TMI_NODE_INCLUDE:
        return node->child;
    case TMI_NODE_COMPONENT:
        while (second && tmi_node(tree, second)->next) {
            second = tmi_node(tree, second)->next;
        }
        return second;
    default:
        return 0;
    }
}

/* ---- Members ------------------------------------------------------------------------------- */

/* The first member at or behind the sibling `c`; 0: there is none below this node. */
static tmiNodeRef member_from(const tmiTree *tree, tmiNodeRef c, tmiNodeRef skipped) {
    for (; c; c = tmi_node(tree, c)->next) {
        if (is_holder(tmi_node(tree, c))) {
            tmiNodeRef inner = member_from(tree, tmi_node(tree, c)->child, skipped);
            if (inner) {
                return inner;
            }
        } else if (c != skipped && !is_label(tree, c)) {
            return c;
        }
    }
    return 0;
}

static tmiNodeRef first_member(const tmiTree *tree, tmiNodeRef owner) {
    return member_from(tree, tmi_node(tree, owner)->child, meant(tree, owner));
}

static tmiNodeRef next_member(const tmiTree *tree, tmiNodeRef owner, tmiNodeRef member) {
    tmiNodeRef skipped = meant(tree, owner);
    while (member != owner) {
        tmiNodeRef found = member_from(tree, tmi_node(tree, member)->next, skipped);
        if (found) {
            return found;
        }
        member = tmi_node(tree, member)->parent;
    }
    return 0;
}

/* ---- Words --------------------------------------------------------------------------------- */

/* The word for a node that the text gives no name; empty where it has none. */
static Word common_word(const tmiTree *tree, tmiNodeRef ref) {
    static const char *const roles[] = {"",     "of",    "at",   "value",  "first", "last",
                                        "step", "count", "unit", "result", "near"};
    static const char *const join[] = {"part", "to", "with"}, *const place[] = {"part", "by", "at"};
    static const char *const row[] = {"point", "plane", "normal"};
    const tmiNode *node = tmi_node(tree, ref), *parent = tmi_node(tree, node->parent);
    const tmiToken *first = &tree->tokens->items[node->first];
    if (node->role) {
        return word_of(roles[node->role]);
    }
    switch (node->kind) {
    case TMI_NODE_WHERE:
    case TMI_NODE_RUN:
    case TMI_NODE_CONTACT:
    case TMI_NODE_INCLUDE:
    case TMI_NODE_LANGUAGE:
    case TMI_NODE_JOIN:
    case TMI_NODE_PLACE:
    case TMI_NODE_REPEAT:
    case TMI_NODE_ROW:
        return (Word){tree->tokens->text + first->start, first->length};
    case TMI_NODE_PAIRS:
        return word_of("matching");
    case TMI_NODE_DECLARED:
        return word_of("name");
    default:
        break;
    }
    int32_t at = parent->kind == TMI_NODE_JOIN || parent->kind == TMI_NODE_PLACE ||
                         parent->kind == TMI_NODE_ROW
                     ? position(tree, ref)
                     : 3;
    if (at < 3) {
        return word_of(parent->kind == TMI_NODE_JOIN    ? join[at]
                       : parent->kind == TMI_NODE_PLACE ? place[at]
                                                        : row[at]);
    }
    bool is_first = parent->child == ref;
    return !is_first                         ? (Word){"", 0}
           : parent->kind == TMI_NODE_RUN    ? word_of("world")
           : parent->kind == TMI_NODE_CALL   ? word_of("callee")
           : parent->kind == TMI_NODE_CLAUSE ? word_of("what")
                                             : (Word){"", 0};
}

/* The name that the text gives a node; empty where it gives none. */
static Word own_name(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *node = tmi_node(tree, ref);
    tmiNodeRef name =
        is_named(node) && node->kind != TMI_NODE_REPEAT && node->kind != TMI_NODE_CONTACT
            ? node->child
            : 0;
    if (node->kind == TMI_NODE_CLAUSE && is_setting(tree, node)) {
        name = node->child;
    } else if (node->kind == TMI_NODE_COMPONENT) {
        name = node->child ? tmi_node(tree, node->child)->child : 0;
    } else if (node->kind == TMI_NODE_JOIN) {
        for (tmiNodeRef c = node->child; c; c = tmi_node(tree, c)->next) {
            name = is_label(tree, c) ? c : name;
        }
    }
    return name && tmi_node(tree, name)->kind == TMI_NODE_NAME ? text_of(tree, name)
                                                               : (Word){"", 0};
}

/* Whether the word names the node. A component has several names where it declares several. */
static bool is_called(const tmiTree *tree, tmiNodeRef ref, Word word) {
    if (is_equal(own_name(tree, ref), word) || is_equal(common_word(tree, ref), word)) {
        return true;
    }
    bool found = false;
    if (tmi_node(tree, ref)->kind == TMI_NODE_COMPONENT) {
        for (tmiNodeRef c = tmi_node(tree, ref)->child; c && !found; c = tmi_node(tree, c)->next) {
            found =
                tmi_node(tree, c)->kind == TMI_NODE_DECLARED && is_equal(own_name(tree, c), word);
        }
    }
    return found;
}

/* Whether a step with this word can mean the node; an empty one means all that have no word. */
static bool is_choice(const tmiTree *tree, tmiNodeRef ref, Word word) {
    return word.length ? is_called(tree, ref, word) : common_word(tree, ref).length == 0;
}

/* ---- Finding ------------------------------------------------------------------------------- */

/* Member `count` of those that the word can mean. */
static tmiNodeRef find_member(const tmiTree *tree, tmiNodeRef owner, Word word, int32_t count) {
    for (tmiNodeRef m = first_member(tree, owner); m; m = next_member(tree, owner, m)) {
        if (is_choice(tree, m, word) && --count == 0) {
            return m;
        }
    }
    return 0;
}

/* The same, in the node or what it stands for. */
static tmiNodeRef step_to(const tmiTree *tree, tmiNodeRef from, Word word, int32_t count) {
    tmiNodeRef found = 0;
    for (; from && !found; from = meant(tree, from)) {
        found = find_member(tree, from, word, count);
    }
    return found;
}

/* Reads a number from 1 and moves *at behind it; 0 when there is none. */
static int32_t read_count(const char **at) {
    int32_t count = 0;
    for (; **at >= '0' && **at <= '9' && count < 100000000; (*at)++) {
        count = 10 * count + (**at - '0');
    }
    return count;
}

/* Reads `word`, `word#k` or `[k]` and moves *at behind it; false when it is none. */
static bool read_step(const char **at, Word *word, int32_t *count) {
    *word = (Word){*at, 0};
    *count = 1;
    if (**at == '[') {
        (*at)++;
        *count = read_count(at);
        return *count > 0 && *(*at)++ == ']';
    }
    word->length = (int32_t)strcspn(*at, ".[#");
    *at += word->length;
    if (**at == '#') {
        (*at)++;
        *count = read_count(at);
    }
    return word->length > 0 && *count > 0;
}

tmNodeId tm_document_find(const tmDocument *document, const char *path) {
    if (!document || !path || strlen(path) > TM_TEXT_LIMIT) {
        return (tmNodeId){0};
    }
    const tmiTree *tree = &document->files[0]->tree;
    tmiNodeRef ref = *path ? 1 : 0;
    for (const char *at = path; ref && *at;) {
        Word word;
        int32_t count;
        at += at > path && *at == '.';
        ref = read_step(&at, &word, &count) ? step_to(tree, ref, word, count) : 0;
        ref = *at && *at != '.' && *at != '[' ? 0 : ref;
    }
    for (tmiNodeRef inner = ref; inner; inner = meant(tree, ref)) {
        ref = inner;
    }
    return (tmNodeId){(uint32_t)ref};
}

/* ---- Naming -------------------------------------------------------------------------------- */

static void add_step(tmiText *text, const tmiTree *tree, tmiNodeRef owner, tmiNodeRef member) {
    Word word = own_name(tree, member);
    if (word.length == 0) {
        word = common_word(tree, member);
    }
    int32_t count = 1;
    for (tmiNodeRef m = first_member(tree, owner); m && m != member;
         m = next_member(tree, owner, m)) {
        count += is_choice(tree, m, word);
    }
    if (word.length == 0) {
        tmi_text_add(text, "[");
        tmi_text_add_int(text, count);
        tmi_text_add(text, "]");
        return;
    }
    tmi_text_add(text, text->need ? "." : "");
    tmi_text_add_bytes(text, word.text, (size_t)word.length);
    if (count > 1) {
        tmi_text_add(text, "#");
        tmi_text_add_int(text, count);
    }
}

static void add_steps(tmiText *text, const tmiTree *tree, tmiNodeRef ref);

/* The first operand of an operator: down a chain such as a + b + c all steps are alike. */
static bool is_chained(const tmiTree *tree, tmiNodeRef ref) {
    const tmiNode *parent = tmi_node(tree, tmi_node(tree, ref)->parent);
    return parent->kind == TMI_NODE_BINARY && parent->child == ref;
}

static void add_path(tmiText *text, const tmiTree *tree, tmiNodeRef ref) {
    int32_t chained = 0;
    for (; is_chained(tree, ref) && is_chained(tree, tmi_node(tree, ref)->parent); chained++) {
        ref = tmi_node(tree, ref)->parent;
    }
    add_steps(text, tree, ref);
    for (; chained > 0; chained--) {
        tmi_text_add(text, "[1]");
    }
}

static void add_steps(tmiText *text, const tmiTree *tree, tmiNodeRef ref) {
    tmiNodeRef owner = tmi_node(tree, ref)->parent;
    while (owner && is_holder(tmi_node(tree, owner))) {
        owner = tmi_node(tree, owner)->parent;
    }
    if (!owner) {
        return;
    }
    add_path(text, tree, owner);
    if (meant(tree, owner) != ref && !is_label(tree, ref) && !is_holder(tmi_node(tree, ref))) {
        add_step(text, tree, owner, ref);
    }
}

size_t tm_document_path(const tmDocument *document, tmNodeId node, char *buffer, size_t size) {
    tmiText text;
    tmi_text_init(&text, buffer, buffer ? size : 0);
    tmiNodeRef ref = tmi_document_node(document, node);
    if (ref) {
        add_path(&text, &document->files[0]->tree, ref);
    }
    return text.need;
}
