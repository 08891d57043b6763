/* verify.h: whether an answer meets the system of [NT] (11), corrected, in the pair form. It checks
 * what the engine found, so it shares no code with it: gaps are computed again from outlines and
 * frames, by brute force. Nothing here allocates. Numbers without a key are those of
 * docs/theory/contact.md: (3) is [NT] (11), (4) its smaller form, (7) the gap of a facet. */
#ifndef TMI_CONTACT_VERIFY_H
#define TMI_CONTACT_VERIFY_H

#include "base/base.h"
#include "trammel/model.h"

/* ---- The system over given gaps -------------------------------------------------------------- */

/* The natural residual of (3), which has all rows of [NT] (6), [NT] (9) and [NT] (10): the largest
 * |min(x, y)| over all its rows x _|_ y, and how much m is below 0. All are lengths: lambda is an
 * impulse times what its row yields to a unit of it [m]. psi, d and lambda have `count` entries, c
 * too, of which the first does not count. */
double tmi_verify_literal(int32_t count, const double *psi, const double *c, const double *d,
                          const double *lambda);

/* The same of (4) with the rows of c. */
double tmi_verify_reduced(int32_t count, const double *psi, const double *c, const double *lambda);

/* Puts c and d as the gaps determine them, by [NT] Lemma 2.1 and [NT] Lemma 2.2: those that (3) has
 * for these gaps. */
void tmi_verify_complete(int32_t count, const double *psi, double *c, double *d);

/* ---- The gaps of a pair ---------------------------------------------------------------------- */

/* A piece in the plane and where its body is at the start and at the end of the step. */
typedef struct tmiVerifyPiece {
    const tmPiece *piece; /* its outline has no corner twice */
    const tmFrame *start, *end;
} tmiVerifyPiece;

/* An impulse of the step: on facet a of the first piece (b: -1), on facet b of the second (a: -1),
 * or along the line from corner a of the first to corner b of the second. */
typedef struct tmiVerifyForce {
    bool corners;
    int32_t a, b;
    double impulse; /* [N s] */
    double yield;   /* by how much it opens its gap in the step, for one N s [m] */
} tmiVerifyForce;

typedef struct tmiVerdict {
    double separation; /* m, the largest gap at the end [m] */
    double literal;    /* natural residual of (3) [m] */
    double reduced;    /* of (4) [m] */
    double closed;     /* how far a row that has an impulse was closed at the start, at most [m];
                        * 0: all were visible */
} tmiVerdict;

/* Returns how many doubles of scratch the check needs. */
size_t tmi_verify_work(const tmPiece *a, const tmPiece *b, int32_t force_count);

/* Checks the impulses of a step between two pieces. Several on one row count together. */
tmiVerdict tmi_verify_pair(const tmiVerifyPiece *a, const tmiVerifyPiece *b,
                           const tmiVerifyForce *forces, int32_t force_count, double *work);

/* Returns how far the circles around corner i of a and corner j of b are apart along a unit vector
 * from a to b at the end of the step [m]. Where the direction of two corners is held (theory (15))
 * this, not their distance, is the gap that closes. */
double tmi_verify_corners(const tmiVerifyPiece *a, int32_t i, const tmiVerifyPiece *b, int32_t j,
                          const double normal[2]);

/* ---- verify_solid.c -------------------------------------------------------------------------- */

/* The same in space, in a form that needs no rows: docs/theory/contact-space.md, section 7. Two
 * pieces are apart if and only if some direction separates them. They touch at a point if it is in
 * both. So an answer is right where a direction is found that separates, and every point that
 * presses is in both pieces: the largest gap is then 0, as (11) has it wherever there is force. */

/* A piece of space, and where its body is at the end of the step. */
typedef struct tmiVerifySolid {
    const tmPiece *piece;
    const tmFrame *end;
} tmiVerifySolid;

/* A point of the step that presses. */
typedef struct tmiVerifyTouch {
    double point[3];
    double normal[3]; /* from the first piece to the second */
    double impulse;   /* [N s] */
    double yield;     /* by how much it opens its gap in the step, for one N s [m] */
    bool is_held;     /* its direction was held since the start, so that it need not be where the
                       * pieces are nearest */
} tmiVerifyTouch;

typedef struct tmiVerdictSolid {
    double separation; /* along the best direction that was tried [m] */
    double residual;   /* the largest of: how far they overlap; and, of points that press, the
                        * smaller one of how far they are outside of a piece and what their impulse
                        * opens [m] */
} tmiVerdictSolid;

/* Checks the points of a step between two pieces. Tries their normals, those of all faces, and, if
 * none of these separates by at least -enough [m], the products of all edges. */
tmiVerdictSolid tmi_verify_solids(const tmiVerifySolid *a, const tmiVerifySolid *b,
                                  const tmiVerifyTouch *touches, int32_t count, double enough);

/* Returns how far a point of the world is outside of a piece, as its nearest face, edge or centre
 * tells; less than 0 inside [m]. */
double tmi_verify_outside(const tmiVerifySolid *solid, const double point[3]);

#endif
