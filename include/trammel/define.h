/* define.h: texts of the definition language (docs/language.md).
 *
 *     tmDocumentDef def = tm_document_def_default();
 *     def.name = "crank.tml";
 *     def.text = text;
 *     def.length = length;
 *     tmDocument *document;
 *     tm_document_create(NULL, &def, &document);
 *     … tm_document_diags(document) …
 *     tm_document_destroy(document);
 *
 * A document is constant: a text that was edited makes a new one. 200 lines take some 0.1 ms. */
#ifndef TRAMMEL_DEFINE_H
#define TRAMMEL_DEFINE_H

#include "trammel/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Documents ----------------------------------------------------------------------------- */

/* A text with the texts that it includes, read and checked. */
typedef struct tmDocument tmDocument;

/* The most bytes of a text, and the most texts of a document. */
#define TM_TEXT_LIMIT 67108864
#define TM_FILE_LIMIT 1000

/* What a host answers when a text includes another. Whatever it points to must live until
 * tm_document_create returns. */
typedef struct tmIncluded {
    const char *name;    /* of the file, the same however it was reached; messages show it */
    const char *text;    /* UTF-8; null: there is none, and `problem` says why */
    size_t length;       /* bytes of the text */
    const char *problem; /* one line without a full stop, such as "there is no such file" */
} tmIncluded;

/* Finds the text for `include "path"` in the text of the name `from`, which is null where the def
 * has none. Trammel opens no files: what a path means and which are allowed is the host's affair.
 * Fills *included, which is all zero when it is called. */
typedef void tmIncludeFn(void *user, const char *from, const char *path, tmIncluded *included);

typedef struct tmDocumentDef {
    uint32_t stamp;       /* private */
    const char *name;     /* of the text, for messages; default null: none */
    const char *text;     /* UTF-8; copied; default "" */
    size_t length;        /* bytes of it, at most TM_TEXT_LIMIT; default 0 */
    tmIncludeFn *include; /* default null: every `include` is an error */
    void *user;           /* passed to include */
    bool alone;           /* only this text is read and only its syntax checked, which is enough to
                           * format and edit it; default false */
} tmDocumentDef;

TM_API tmDocumentDef tm_document_def_default(void);

/* Reads a text and all that it includes into *document, which the caller destroys. A text with
 * mistakes makes a document, too: tm_document_diags tells them all. Null allocator: the default
 * one. TM_ERR_DEF, TM_ERR_ARGUMENT for null, TM_ERR_LIMIT for a text past TM_TEXT_LIMIT,
 * TM_ERR_MEMORY; *document is then null. */
TM_API tmStatus tm_document_create(const tmAllocator *allocator, const tmDocumentDef *def,
                                   tmDocument **document);

/* Frees the document and all that came from it. Null is accepted. */
TM_API void tm_document_destroy(tmDocument *document);

/* Returns what is wrong with the texts, in the order of the texts. It belongs to the document. */
TM_API const tmDiags *tm_document_diags(const tmDocument *document);

/* Returns how many texts there are: the first is the def's, then those that were included. */
TM_API int32_t tm_document_file_count(const tmDocument *document);

/* Returns the name of text `file`, or null where there is none. It lives as long as the document.
 */
TM_API const char *tm_document_file_name(const tmDocument *document, int32_t file);

/* Returns text `file`, closed by a zero, and puts its bytes in *length (may be null); null where
 * there is none. It lives as long as the document. */
TM_API const char *tm_document_text(const tmDocument *document, int32_t file, size_t *length);

/* Writes the first text in its canonical layout: two spaces a level, one line for each field,
 * component and statement, at most one empty line, lines of at most 100 columns where a list can be
 * broken; comments stay where they are. Formatting twice is formatting once, and the meaning is the
 * same. TM_ERR_TEXT when the text has mistakes of syntax, TM_ERR_ARGUMENT, TM_ERR_MEMORY: nothing
 * is written. */
TM_API tmStatus tm_document_format(const tmDocument *document, tmWriteFn *write, void *user);

/* ---- What a document amounts to ------------------------------------------------------------ */

/* Returns how many types are defined: primitives, composites and worlds. */
TM_API int32_t tm_document_type_count(const tmDocument *document);

typedef enum tmRunKind { TM_RUN_NONE, TM_RUN_SIMULATE, TM_RUN_ANIMATE, TM_RUN_STUDY } tmRunKind;

/* What a run can leave out: `without` in the text. */
enum {
    TM_WITHOUT_DYNAMICS = 1,
    TM_WITHOUT_INTERFERENCE = 2,
    TM_WITHOUT_CONTROL = 4,
    TM_WITHOUT_GRAVITY = 8,
    TM_WITHOUT_FRICTION = 16
};

/* A run with its world, or a world that nothing runs. */
typedef struct tmRunInfo {
    tmRunKind kind;
    const char *world;    /* its name, not closed by a zero; lives as long as the document */
    int32_t world_length; /* bytes of the name */
    int32_t bodies;
    int32_t joints;              /* joins of any kind, springs and the like among them */
    int32_t controls;            /* motions and forces that are prescribed */
    int32_t unresolved_controls; /* of these, those that the program must supply */
    int32_t dynamic_bodies;      /* of the bodies, those that say `dynamics` */
    int32_t touching_bodies;     /* of the bodies, those that say `interference` */
    bool planar;
    uint32_t left_out; /* sum of TM_WITHOUT_… */
} tmRunInfo;

/* Returns how many runs there are, and worlds that need no arguments and that nothing runs. Those
 * with mistakes do not count. */
TM_API int32_t tm_document_run_count(const tmDocument *document);

/* Puts what run `index` is into *info: runs in the order of the text come first. TM_ERR_ARGUMENT
 * where there is none; *info is then unchanged. */
TM_API tmStatus tm_document_run(const tmDocument *document, int32_t index, tmRunInfo *info);

/* ---- Nodes --------------------------------------------------------------------------------- */

/* A piece of the first text that means something: a definition, a field, a value. Zero is none. */
typedef struct tmNodeId {
    uint32_t value;
} tmNodeId;

/* Returns the smallest node that the byte at `offset` lies in; none outside the text. */
TM_API tmNodeId tm_document_at(const tmDocument *document, size_t offset);

/* Returns the node that a path names, or none. A path goes from outside inwards, step by step:
 *   .name     a definition, parameter, component, input, field, feature, named item, join
 *   .word     what has no name: where, join, place, for, simulate, animate, study, contact,
 * include; or a part: part, to, with, matching; by, at; of, value, first, last, step, count; result
 * of a function, callee of a call, world of a run #k        behind a name or word: the k-th of
 * several, from 1 [k]       member k whatever it is called: item of a list, argument, operand,
 * clause A field, parameter, component or named item stands for its value: `crank.geometry.where.a`
 * is the point of feature a, `crank.geometry.where.a[2]` its second coordinate, `bench.m[2]` the
 * first argument of component m behind its type, `four_bar.join#2.with` the hinge of the second
 * join. */
TM_API tmNodeId tm_document_find(const tmDocument *document, const char *path);

/* Writes a path that names the node, as tm_document_find takes it: at most `size` bytes with the
 * closing zero. Returns how many bytes the whole would take without it; 0 for none and for the
 * whole file. */
TM_API size_t tm_document_path(const tmDocument *document, tmNodeId node, char *buffer,
                               size_t size);

/* Puts the node's place in *start and *length [bytes of the first text]; a closing `;` is not part
 * of it. TM_ERR_ID when it is none of the document's: both are then unchanged. */
TM_API tmStatus tm_document_span(const tmDocument *document, tmNodeId node, size_t *start,
                                 size_t *length);

/* Returns the node around this one; none for the whole file. */
TM_API tmNodeId tm_document_parent(const tmDocument *document, tmNodeId node);

/* Writes the first text with other text in the place of one node; every other byte is as it was.
 * TM_ERR_TEXT when what comes out has a mistake of syntax there or would be read otherwise: the new
 * text must stand alone where the old one stood, as `1 + 2` does in a list but not before `* 3`.
 * TM_ERR_ID, TM_ERR_ARGUMENT, TM_ERR_LIMIT, TM_ERR_MEMORY. On failure nothing is written. */
TM_API tmStatus tm_document_replace(const tmDocument *document, tmNodeId node, const char *text,
                                    tmWriteFn *write, void *user);

#ifdef __cplusplus
}
#endif

#endif
