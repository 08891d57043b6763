/* numeric.h: the door of this folder: numerical kernels without a mechanical word.
 *
 * Rules that every kernel keeps:
 * - It never allocates: the caller passes workspace, whose size a *_workspace function tells.
 * - Bad input gives a status: null or negative sizes TM_ERR_ARGUMENT, shapes that do not fit
 *   TM_ERR_SHAPE, NaN or infinity (in, or as the result) TM_ERR_NOT_FINITE, too large TM_ERR_LIMIT.
 *   Sizes of zero are fine and give empty answers.
 * - The same input gives the same bits: only + - * / sqrt, sums in a fixed order. */
#ifndef TMI_NUMERIC_H
#define TMI_NUMERIC_H

#include "base/base.h"
#include "numeric/exponential.h"
#include "numeric/householder.h"
#include "numeric/ldlt.h"
#include "numeric/least_norm.h"
#include "numeric/lu.h"
#include "numeric/matrix.h"
#include "numeric/ordering.h"
#include "numeric/qr.h"
#include "numeric/root.h"
#include "numeric/rows.h"
#include "numeric/runge_kutta.h"
#include "numeric/sparse.h"
#include "numeric/sparse_ldlt.h"
#include "numeric/sparse_least_norm.h"
#include "numeric/svd.h"
#include "numeric/trig.h"
#include "numeric/vector3.h"

#endif
