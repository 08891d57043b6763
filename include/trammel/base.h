/* base.h: what every other part of Trammel uses: version, status codes, memory, ids, diagnostics,
 * and the promise of equal bits. Read it in order: what everyone calls comes first. */
#ifndef TRAMMEL_BASE_H
#define TRAMMEL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TM_API __attribute__((visibility("default")))
#else
#define TM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ------------------------------------------------------------------------------- */

#define TM_VERSION_MAJOR 0
#define TM_VERSION_MINOR 1
#define TM_VERSION_PATCH 0
/* One number that sorts: 1.2.3 is 10203. */
#define TM_VERSION (TM_VERSION_MAJOR * 10000 + TM_VERSION_MINOR * 100 + TM_VERSION_PATCH)

/* Returns TM_VERSION of the library that is linked, to compare with the header's. */
TM_API int32_t tm_version(void);

/* Returns the version as text, such as "0.1.0". The text is constant and never freed. */
TM_API const char *tm_version_text(void);

/* ---- Status -------------------------------------------------------------------------------- */

/* One list makes the codes, their names and their messages. New codes go at the end. */
#define TM_STATUS_LIST(X)                                                                          \
    X(TM_OK, "success")                                                                            \
    X(TM_ERR_MEMORY, "there is not enough memory")                                                 \
    X(TM_ERR_ARGUMENT, "an argument is null or outside its stated range")                          \
    X(TM_ERR_DEF, "a definition struct was not made by its default function")                      \
    X(TM_ERR_ID, "an id is null, stale, or belongs to another owner")                              \
    X(TM_ERR_LIMIT, "a size exceeds the stated limit")                                             \
    X(TM_ERR_SHAPE, "the sizes of matrices or vectors do not match")                               \
    X(TM_ERR_NOT_FINITE, "a number is NaN or infinite, or the result would be")                    \
    X(TM_ERR_SINGULAR, "the matrix is singular")                                                   \
    X(TM_ERR_NOT_CONVERGED, "the iteration did not converge within its limit")                     \
    X(TM_ERR_STALE, "the owner was edited after this was made from it")                            \
    X(TM_ERR_PROFILE, "the follower cannot touch the profile all round")                           \
    X(TM_ERR_TEXT, "a definition text has mistakes")                                               \
    X(TM_ERR_GEOMETRY, "these numbers do not describe a solid")                                    \
    X(TM_ERR_UNSUPPORTED, "this analysis cannot handle a part of the model")

#define TM_STATUS_CODE(code, message) code,
typedef enum tmStatus { TM_STATUS_LIST(TM_STATUS_CODE) TM_STATUS_COUNT } tmStatus;
#undef TM_STATUS_CODE

/* Returns the code's name, such as "TM_ERR_MEMORY"; "TM_UNKNOWN" for a number that is not a status.
 */
TM_API const char *tm_status_name(tmStatus status);

/* Returns one sentence without a full stop that says what the code means. Never null. */
TM_API const char *tm_status_message(tmStatus status);

/* ---- Memory -------------------------------------------------------------------------------- */

/* Like realloc, but with the old size. `block` is null for a new block (old_size 0); new_size 0
 * frees and returns null. On failure returns null and leaves the old block as it was. Blocks must
 * be aligned for any type, as malloc's are. */
typedef void *tmAllocFn(void *user, void *block, size_t old_size, size_t new_size);

/* Every owner takes its memory from the allocator given at its creation, which must outlive it. */
typedef struct tmAllocator {
    tmAllocFn *alloc; /* null: the C library's realloc and free */
    void *user;       /* passed to alloc */
} tmAllocator;

/* Returns the allocator that uses the C library's realloc and free. */
TM_API tmAllocator tm_allocator_default(void);

/* ---- Ids ----------------------------------------------------------------------------------- */

/* A part of an owner is named by an id: slot plus one in the low 20 bits, generation above; zero is
 * null. Ids live for one run, and the id of a removed part is stale. Each kind has its own type, so
 * that a joint's id given for a body's does not compile. */
typedef struct tmBodyId {
    uint32_t value;
} tmBodyId;

typedef struct tmJointId {
    uint32_t value;
} tmJointId;

typedef struct tmFeatureId {
    uint32_t value;
} tmFeatureId;

/* The maximum number of parts of one kind that an owner can hold. */
#define TM_ID_LIMIT 1048575

/* ---- Diagnostics --------------------------------------------------------------------------- */

typedef enum tmSeverity { TM_NOTE, TM_WARNING, TM_ERROR } tmSeverity;

/* What is wrong with a definition, where, and what to do. All texts are UTF-8. */
typedef struct tmDiag {
    tmSeverity severity;
    uint32_t code;            /* number that programs can test; 0: none */
    const char *file;         /* name of the text; null: none */
    int32_t line;             /* 1 is the first; 0: unknown */
    int32_t column;           /* in characters, 1 is the first; 0: unknown */
    int32_t length;           /* characters concerned, for the underline; 0: one */
    const char *message;      /* one line, no full stop; never null */
    const char *hint;         /* what to do about it; null: none */
    const char *const *parts; /* names of the bodies, joints, … concerned */
    int32_t part_count;
    const char *related; /* words about another place, such as where a block opened; null: none */
    const char *related_file; /* the text that place is in; null: `file` */
    int32_t related_line;     /* `line`, `column` and `length` of that place */
    int32_t related_column;
    int32_t related_length;
} tmDiag;

/* A list of diagnostics in the order in which they were found. */
typedef struct tmDiags tmDiags;

/* The maximum number of diagnostics that a list keeps; later ones are only counted. */
#define TM_DIAG_LIMIT 1000

/* Makes an empty list in *diags. Null allocator: the default one. TM_ERR_ARGUMENT for a null
 * `diags`, TM_ERR_MEMORY when there is none; *diags is then null. */
TM_API tmStatus tm_diags_create(const tmAllocator *allocator, tmDiags **diags);

/* Frees the list and all texts that came from it. Null is accepted. */
TM_API void tm_diags_destroy(tmDiags *diags);

/* Copies `diag` and its texts to the end of the list. One that is already there (same severity,
 * code, place and message) is not added again. On failure the list is unchanged. */
TM_API tmStatus tm_diags_add(tmDiags *diags, const tmDiag *diag);

/* Returns how many diagnostics the list keeps. Zero for null. */
TM_API int32_t tm_diags_count(const tmDiags *diags);

/* Returns how many of at least this severity were added, beyond TM_DIAG_LIMIT too. */
TM_API int32_t tm_diags_total(const tmDiags *diags, tmSeverity severity);

/* Returns diagnostic `index`, or null when there is none. It lives as long as the list. */
TM_API const tmDiag *tm_diags_at(const tmDiags *diags, int32_t index);

/* Writes `diag` as people read it: place, severity and message; the line of `source` with the
 * place underlined; the related place in the same way; parts and hint. `source` is the whole text
 * of diag->file, or null to leave the lines out; of a very long line, only what stands around the
 * place is shown. Writes at most `size` bytes with the closing zero, never half a character, and
 * returns how many bytes the whole would take without it. */
TM_API size_t tm_diag_format(const tmDiag *diag, const char *source, char *buffer, size_t size);

/* ---- Output -------------------------------------------------------------------------------- */

/* Takes the next `count` bytes of a text, which live only as long as the call. A host that cannot
 * take them records that in what `user` points to. */
typedef void tmWriteFn(void *user, const char *bytes, size_t count);

/* ---- Parallel work ------------------------------------------------------------------------- */

/* One piece of work. Pieces with different indices may run at the same time. */
typedef void tmTask(void *context, int32_t index);

/* Trammel starts no threads. A host that has some passes in a `run` that calls task(context, i)
 * once for each i in 0 … count - 1, in any order, on any threads, and returns when all are done.
 * Results are the same bits for every order and number of threads. */
typedef struct tmParallel {
    void (*run)(void *user, int32_t count, tmTask *task, void *context);
    void *user; /* passed to run */
} tmParallel;

/* ---- Equal bits ---------------------------------------------------------------------------- */

/* The maximum number of problems that tm_bits_hash takes. */
#define TM_BITS_LIMIT 1000000

/* What this version gives for the standard problems. It changes only with the numerical results,
 * and the change log lists every such change. */
#define TM_BITS_PROBLEMS 10000
#define TM_BITS_SEED 1
#define TM_BITS_EXPECTED UINT64_C(0x1a3b2869cbba0c59)

/* Solves `problems` random problems with every numeric kernel and hashes all bits of all results
 * into *hash. The same seed and count give the same hash on every platform, with every compiler
 * and number of threads: a program can check that its machine keeps Trammel's promise. Null
 * allocator: the default one; null parallel: one after the other. The allocator is called on the
 * threads of `parallel`, several at a time. TM_ERR_LIMIT past TM_BITS_LIMIT problems. On failure
 * *hash is unchanged. */
TM_API tmStatus tm_bits_hash(const tmAllocator *allocator, const tmParallel *parallel,
                             int32_t problems, uint64_t seed, uint64_t *hash);

#ifdef __cplusplus
}
#endif

#endif
