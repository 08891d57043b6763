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

#endif
