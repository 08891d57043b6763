/* ldlt.h: factors of a symmetric matrix, definite or not, for systems and for the signs of its
 * eigenvalues. */
#ifndef TMI_LDLT_H
#define TMI_LDLT_H

#include "numeric/matrix.h"

/* The factors of a symmetric matrix: views of the caller's memory, and what belongs to them. */
typedef struct tmiLdlt {
    tmiMatrix factors; /* above the diagonal L^T without its ones, D on the diagonal; the entry of
                        * D beside the diagonal stands where L^T has a zero */
    int32_t *pivots;   /* of each step k: the row exchanged with k; ~row in both rows of a 2 x 2 */
    double scale;      /* power of two by which the matrix was multiplied first */
    int32_t failed;    /* first step with a zero pivot; -1: none, the matrix is regular */
} tmiLdlt;

/* How many eigenvalues have which sign. */
typedef struct tmiInertia {
    int32_t positive;
    int32_t negative;
    int32_t zero;
} tmiInertia;

/* Factors the symmetric matrix `a` in place: P (scale A) P^T = L D L^T, D with blocks of order 1
 * and 2. Only what is on and above the diagonal is read and written. `pivots` has room for a.rows
 * numbers; both must outlive *ldlt. A zero pivot is no failure here: it stands in ldlt->failed,
 * tmi_ldlt_inertia counts it and tmi_ldlt_solve refuses it. On failure nothing is changed. */
tmStatus tmi_ldlt_factor(tmiMatrix a, int32_t *pivots, tmiLdlt *ldlt);

/* Solves A x = b for b with ldlt->factors.rows numbers; x takes the place of b. TM_ERR_SINGULAR and
 * TM_ERR_NOT_FINITE (in b) leave b as it was; when x itself is too large for a double,
 * TM_ERR_NOT_FINITE leaves b all zero. */
tmStatus tmi_ldlt_solve(const tmiLdlt *ldlt, double *b);

/* Counts the signs of the pivots, which are those of the eigenvalues. Pivots of magnitude at most
 * `tolerance` (0 or more) times the largest count as zero. */
tmStatus tmi_ldlt_inertia(const tmiLdlt *ldlt, double tolerance, tmiInertia *inertia);

#endif
