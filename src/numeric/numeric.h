/* numeric.h: the doors of all rooms here: numerical kernels without a mechanical word.
 *
 * Rules that every kernel keeps: - It never allocates: the caller passes workspace, whose size a
 * *_workspace function returns. - Bad input gives a status: null or negative sizes TM_ERR_ARGUMENT,
 * shapes that do not fit
 *   TM_ERR_SHAPE, NaN or infinity (in, or as the result) TM_ERR_NOT_FINITE, too large TM_ERR_LIMIT.
 *   Sizes of zero are fine and give empty answers.
 * - The same input gives the same bits: only + - * / sqrt, sums in a fixed order. */
#ifndef TMI_NUMERIC_H
#define TMI_NUMERIC_H

#include "base/base.h"
#include "numeric/dense/dense.h"
#include "numeric/elementary/elementary.h"
#include "numeric/enclosure/enclosure.h"
#include "numeric/lcp/lcp.h"
#include "numeric/ode/ode.h"
#include "numeric/sparse/sparse.h"
#include "numeric/vector/vector.h"

#endif
