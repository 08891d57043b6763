/* edit_private.h: private to edits of a text: what each puts in or takes out, and where. */
#ifndef TMI_EDIT_PRIVATE_H
#define TMI_EDIT_PRIVATE_H

#include "define/language/document/document_private.h"

/* A span of the first text that is replaced by other bytes. */
typedef struct tmiSplice {
    int32_t start, length;
    const char *text; /* in the arena */
    int32_t added;    /* bytes of it */
    int32_t edit;     /* number of the edit that it is of */
    int32_t placed;   /* where its bytes begin in the new text */
    int32_t order;    /* among those at one place */
} tmiSplice;

/* What becomes of a node. */
enum { TMI_MARK_REPLACED = 1, TMI_MARK_REMOVED = 2 };

typedef struct tmiEditing {
    const tmDocument *document;
    const tmiTree *tree;
    const tmiTokens *tokens;
    const char *text;
    tmiArena arena;
    uint8_t *marks;     /* of each node */
    int32_t *edit_of;   /* of each marked node: its edit */
    int32_t *made;      /* of each edit: nodes that it added */
    tmiSplice *splices; /* by index, once all are there */
    int32_t count, capacity;
    bool crlf;    /* lines end with \r\n, those that are put in, too */
    int32_t edit; /* the one that is being looked at */
} tmiEditing;

static inline const tmiToken *tmi_edit_token(const tmiEditing *e, int32_t token) {
    return &e->tokens->items[token];
}

static inline int32_t tmi_edit_token_end(const tmiEditing *e, int32_t token) {
    return tmi_edit_token(e, token)->start + tmi_edit_token(e, token)->length;
}

/* How elements of something are kept apart. */
typedef enum tmiApart {
    TMI_APART_NOT,    /* it is not an element: it can be replaced, not taken away */
    TMI_APART_LINES,  /* each with its line, or side by side in one */
    TMI_APART_COMMAS, /* by commas */
    TMI_APART_SPACES
} tmiApart;
tmiApart tmi_node_apart(const tmiTree *tree, tmiNodeRef ref);

/* Whether it is the one statement of a structure without `begin`. */
bool tmi_is_bare(const tmiTree *tree, tmiNodeRef ref);

/* See tm_document_element; 0: none. */
tmiNodeRef tmi_element_of(const tmiTree *tree, tmiNodeRef ref);

/* Adds a splice; TM_ERR_MEMORY. The bytes are copied. */
tmStatus tmi_splice_add(tmiEditing *e, int32_t start, int32_t length, const char *const *parts);

/* Bytes of a splice from several texts, a null behind the last. */
#define TMI_PARTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* edit_remove.c and edit_place.c: the splices of an edit. TM_ERR_TEXT where it has no place,
 * TM_ERR_MEMORY. */
tmStatus tmi_edit_remove(tmiEditing *e, tmiNodeRef ref);
tmStatus tmi_edit_insert(tmiEditing *e, tmiNodeRef node, tmWhere where, const char *text);

/* edit_lines.c: where elements with lines of their own begin and end. */
typedef struct tmiElementLines {
    int32_t start, end; /* bytes of the element: its comments, itself, its `;` */
    bool whole;         /* it has these lines for itself */
} tmiElementLines;
tmiElementLines tmi_lines_of(const tmiEditing *e, tmiNodeRef ref);

/* The last token of the element, a closing `;` counted. */
int32_t tmi_closing_token(const tmiEditing *e, tmiNodeRef ref);

/* White space before the first token of the line that the token stands in; in the arena. Null:
 * there is no memory. */
const char *tmi_indent_of(tmiEditing *e, int32_t token, const char *more);

/* Extends the lines of an element that is removed by an empty line that would be superfluous. */
void tmi_lines_close_gap(const tmiEditing *e, tmiElementLines *lines);

#endif
