/* document.h: texts of the definition language (docs/language.md).
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
#ifndef TRAMMEL_DOCUMENT_H
#define TRAMMEL_DOCUMENT_H

#include "trammel/base.h"
#include "trammel/hinge.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Documents ----------------------------------------------------------------------------- */

/* A text with the texts that it includes, read and checked. */
typedef struct tmDocument tmDocument;

/* The maximum number of bytes of a text, and of texts of a document. */
#define TM_TEXT_LIMIT 67108864
#define TM_FILE_LIMIT 1000

/* The maximum number of bytes of a file that a shape is made of, as in mesh("bracket.stl"). */
#define TM_MESH_LIMIT 67108864

/* What a host answers when a text includes another, or names the file of a mesh. Whatever it points
 * to must live until tm_document_create returns. */
typedef struct tmIncluded {
    const char *name; /* of the file, the same however it was reached; messages show it */
    const char *text; /* UTF-8, of a mesh any bytes; null: there is none, and `message` says why */
    size_t length;    /* bytes of it */
    const char *message; /* one line without a full stop, such as "there is no such file" */
} tmIncluded;

/* Finds the text for `include "path"`, or the bytes for `mesh("path")`, in the text of the name
 * `from`, which is null where the def has none. Trammel opens no files: what a path means and which
 * are allowed is left to the host. Fills *included, which is all zero when it is called. */
typedef void tmIncludeFn(void *user, const char *from, const char *path, tmIncluded *included);

struct tmModel; /* model.h */

/* A domain of a program's own ([HH] 3.6): one more view of every body, beside shape, mass and
 * control. Texts give its numbers among the `properties` of bodies, of materials, and of composites
 * and worlds for all bodies within. Models keep what it makes of them (tm_model_domain). */
typedef struct tmDomainKind {
    const char *name;
    const char *help;              /* one line */
    const tmParameter *properties; /* numbers; names that the language does not have */
    int32_t property_count;
    size_t body_size; /* bytes that models keep for each body, zero at first */
    /* Makes what it keeps of a body, in *data, of its properties; NaN where none is given. Not
     * called for the ground, whose data stay zero. Returns
     * null, or why it cannot, for people. */
    const char *(*body)(void *user, const struct tmModel *model, int32_t body,
                        const double *properties, void *data);
    /* Null, or checks all bodies, one after the other in `data`, once joints exist, too. */
    const char *(*finish)(void *user, const struct tmModel *model, void *data);
    void *user; /* passed to both */
} tmDomainKind;

/* The maximum number of properties of all domains of a program's own. */
#define TM_DOMAIN_PROPERTIES 64

/* What a program adds to the language. */
typedef struct tmExtensions {
    const tmHingeKind *hinges; /* stand behind `with` as those of tm_hinge_kinds do; a hinge that a
                                * text defines comes before one of the same name */
    int32_t hinge_count;
    const tmDomainKind *domains;
    int32_t domain_count;
} tmExtensions;

typedef struct tmDocumentDef {
    uint32_t stamp;       /* private */
    const char *name;     /* of the text, for messages; default null: none */
    const char *text;     /* UTF-8; copied; default "" */
    size_t length;        /* bytes of it, at most TM_TEXT_LIMIT; default 0 */
    tmIncludeFn *include; /* default null: every `include` is an error */
    tmIncludeFn *mesh;    /* default null: every `mesh` is an error; asked once for each path, for
                           * at most TM_MESH_LIMIT bytes, which are copied */
    void *user;           /* passed to include and mesh */
    bool alone;           /* only this text is read and only its syntax checked, which is enough to
                           * format and edit it; default false */
    const tmExtensions *extensions; /* default null: none. What it points to must outlive the
                                     * document and all that is made of it */
} tmDocumentDef;

TM_API tmDocumentDef tm_document_def_default(void);

/* Reads a text and all that it includes into *document, which the caller destroys. A text with
 * mistakes makes a document, too: tm_document_diags lists them all. Null allocator: the default
 * one. TM_ERR_DEF, TM_ERR_ARGUMENT for null and for invalid extensions (hinges without a name, a
 * function, or a pattern in the form that tmHingeKind states, with one of the language's names, or
 * with a parameter that a hinge cannot take; domains likewise), TM_ERR_LIMIT for a text past
 * TM_TEXT_LIMIT, TM_ERR_MEMORY; *document is then null. */
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

/* A run with its world, or a world without a run. */
typedef struct tmRunInfo {
    tmRunKind kind;
    const char *world;    /* its name, not closed by a zero; lives as long as the document */
    int32_t world_length; /* bytes of the name */
    int32_t bodies;
    int32_t joints;              /* joins of any kind, springs and the like among them */
    int32_t controls;            /* motions and forces that are prescribed */
    int32_t unresolved_controls; /* of these, those that the program must supply */
    int32_t dynamic_bodies;      /* of the bodies, those that say `dynamics` */
    int32_t kinematic_bodies; /* of the bodies, those that neither say it nor are `fixed`: no force
                               * moves them */
    int32_t touching_bodies;  /* of the bodies, those that say `interference` */
    bool planar;
    uint32_t left_out; /* sum of TM_WITHOUT_… */
} tmRunInfo;

/* Returns how many runs there are, and worlds that need no arguments and have no run. Those with
 * mistakes do not count. */
TM_API int32_t tm_document_run_count(const tmDocument *document);

/* Describes run `index` in *info: runs come first, in the order of the text. TM_ERR_ARGUMENT where
 * there is none; *info is then unchanged. */
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
 *             include; or a part: part, to, with, matching; by, at, near; of, value, first, last,
 *             step, count; result of a function, callee of a call, world of a run
 *   #k        behind a name or word: the k-th of several, from 1
 *   [k]       member k whatever it is called: item of a list, argument, operand, clause
 * A field, parameter, component or named item stands for its value: `crank.geometry.where.a` is the
 * point of feature a, `crank.geometry.where.a[2]` its second coordinate, `bench.m[2]` the first
 * argument of component m behind its type, `four_bar.join#2.with` the hinge of the second join,
 * `bench.place#2.near` the point that the second place names behind that word. */
TM_API tmNodeId tm_document_find(const tmDocument *document, const char *path);

/* Writes a path that names the node, as tm_document_find takes it: at most `size` bytes with the
 * closing zero. Returns how many bytes the whole would take without it; 0 for none and for the
 * whole file. */
TM_API size_t tm_document_path(const tmDocument *document, tmNodeId node, char *buffer,
                               size_t size);

/* Puts the node's place in *start and *length [bytes of the first text]; a closing `;` is not part
 * of it. TM_ERR_ID when it does not belong to the document: both are then unchanged. */
TM_API tmStatus tm_document_span(const tmDocument *document, tmNodeId node, size_t *start,
                                 size_t *length);

/* Returns the node around this one; none for the whole file. */
TM_API tmNodeId tm_document_parent(const tmDocument *document, tmNodeId node);

/* Writes the first text with other text in place of one node; every other byte is as it was.
 * TM_ERR_TEXT when what comes out has a mistake of syntax there or would be read otherwise: the new
 * text must stand alone where the old one stood, as `1 + 2` does in a list but not before `* 3`.
 * TM_ERR_ID, TM_ERR_ARGUMENT, TM_ERR_LIMIT, TM_ERR_MEMORY. On failure nothing is written. */
TM_API tmStatus tm_document_replace(const tmDocument *document, tmNodeId node, const char *text,
                                    tmWriteFn *write, void *user);

/* ---- Edits --------------------------------------------------------------------------------- */

/* Where something is put: into a node, or beside one. */
typedef enum tmWhere { TM_WHERE_FIRST, TM_WHERE_LAST, TM_WHERE_BEFORE, TM_WHERE_AFTER } tmWhere;

/* Returns the element that a node is the name or the value of: a definition, section, field,
 * component, statement, clause, feature, item, argument, parameter, pair, attribute or `where`; the
 * node itself where it is one, none for other parts and the whole file. tm_document_find gives the
 * value of a field; this is the way from there to the field. */
TM_API tmNodeId tm_document_element(const tmDocument *document, tmNodeId node);

/* Writes the first text with one more element; every other byte is as it was.
 *   TM_WHERE_FIRST, TM_WHERE_LAST    into `node`: the whole file, a definition or run, a section, a
 *     block, a `for`, a field, a list, the arguments of a call, parameters, pairs
 *   TM_WHERE_BEFORE, TM_WHERE_AFTER  beside tm_document_element of `node`
 * A statement that is put into a composite or world goes to its `structure`, a component to its
 * `components`, a feature that is put into `geometry` to its `where`; each is made where it is
 * missing, as are `begin` and `end` around a second statement. The element gets a line with the
 * indentation of its surroundings, or stands side by side with the others where they share one; the
 * `;` or comma that it needs is added. TM_ERR_TEXT when what comes out has a mistake of syntax
 * there or would be read otherwise elsewhere. TM_ERR_ID, TM_ERR_ARGUMENT, TM_ERR_LIMIT,
 * TM_ERR_MEMORY. On failure nothing is written. */
TM_API tmStatus tm_document_insert(const tmDocument *document, tmNodeId node, tmWhere where,
                                   const char *text, tmWriteFn *write, void *user);

/* Writes the first text without tm_document_element of `node`. With it go its `;` or comma, the
 * comment behind it in its line, and comments in lines of their own right above it. The only
 * statement of a `structure` without `begin` takes that with it. Fails as tm_document_insert does;
 * TM_ERR_TEXT also where there is no element. */
TM_API tmStatus tm_document_remove(const tmDocument *document, tmNodeId node, tmWriteFn *write,
                                   void *user);

typedef enum tmEditKind { TM_EDIT_REPLACE, TM_EDIT_INSERT, TM_EDIT_REMOVE } tmEditKind;

/* One of several edits. All zero but `node` and `text`: that node is replaced. */
typedef struct tmEdit {
    tmEditKind kind;
    tmNodeId node;
    tmWhere where;    /* TM_EDIT_INSERT */
    const char *text; /* not of TM_EDIT_REMOVE */
} tmEdit;

/* Writes the first text with all of the edits at once, or fails and writes nothing. Nodes are those
 * of the document, whatever the order of the edits; what several put into one place comes in their
 * order. TM_ERR_ARGUMENT also when two of them change the same bytes; else as the functions for one
 * edit. No edits write the text as it is. */
TM_API tmStatus tm_document_edit(const tmDocument *document, const tmEdit *edits, int32_t count,
                                 tmWriteFn *write, void *user);

/* ---- Completion ---------------------------------------------------------------------------- */

/* What an offer is. */
typedef enum tmOfferKind {
    TM_OFFER_WORD,     /* of the grammar: `join`, `end` */
    TM_OFFER_SECTION,  /* of a type: `geometry: ` */
    TM_OFFER_FIELD,    /* `time: `, an item of a list, what a control prescribes, `angle = ` */
    TM_OFFER_ARGUMENT, /* by its name: `length: ` */
    TM_OFFER_UNIT,
    TM_OFFER_CHOICE, /* a word that a field takes: `search`; x, y, z of a point */
    TM_OFFER_COLOR,
    TM_OFFER_SHAPE,
    TM_OFFER_HINGE,
    TM_OFFER_TYPE,
    TM_OFFER_MATERIAL,
    TM_OFFER_FUNCTION,
    TM_OFFER_TABLE,
    TM_OFFER_CONSTANT,
    TM_OFFER_PARAMETER, /* or another name within a function, hinge or `for` */
    TM_OFFER_COMPONENT,
    TM_OFFER_FEATURE,
    TM_OFFER_JOIN,
    TM_OFFER_INPUT,
    TM_OFFER_SIGNAL,
    TM_OFFER_QUANTITY, /* that can be sensed */
    TM_OFFER_MEASURE,
    TM_OFFER_KINDS
} tmOfferKind;

/* Something that can stand at a place of the first text. It lives until the call of tmOfferFn that
 * gets it returns. */
typedef struct tmOffer {
    const char *text; /* what to put in, closed by a zero */
    tmOfferKind kind;
    const char *help;     /* one line: what it is, or how the text declares it */
    size_t start, length; /* the bytes that it takes the place of: the word that is being typed */
} tmOffer;

typedef void tmOfferFn(void *user, const tmOffer *offer);

/* Returns the name of a kind in small letters, such as "word"; null where there is none. */
TM_API const char *tm_offer_kind_name(tmOfferKind kind);

/* Lists what can be written at the byte `offset` of the first text, most useful first: words,
 * sections and fields that are not given yet, units of what is wanted, and the names that are known
 * there. What stands between the beginning of the word at the offset and the offset filters them:
 * offers begin with it. Texts with mistakes will do; what follows the offset counts for the names
 * that it defines. A document that is `alone` knows no names of its texts. Nothing is offered
 * within comments, strings and digits, nor where a new name is to be made up. TM_ERR_ARGUMENT for
 * null and past the end of the text, TM_ERR_MEMORY; `offer` is then not called. */
TM_API tmStatus tm_document_complete(const tmDocument *document, size_t offset, tmOfferFn *offer,
                                     void *user);

/* ---- Numbers that people type -------------------------------------------------------------- */

/* Computes an expression of the language, such as "50 + 5", "2*3mm" or "30deg", where a number in
 * `unit` belongs ("mm", "kg/m^3"; "": a plain number), and puts it into *value in SI. A plain
 * result counts in the unit. The text is `length` bytes, closed by a zero. TM_ERR_TEXT: it is not
 * such a number; the reason is added to `diags` (may be null). TM_ERR_ARGUMENT also for a unit that
 * does not exist; TM_ERR_MEMORY. *value is then unchanged. */
TM_API tmStatus tm_quantity_read(const tmAllocator *allocator, const char *text, size_t length,
                                 const char *unit, tmDiags *diags, double *value);

#ifdef __cplusplus
}
#endif

#endif
