/* base.h: the door of this folder. Other folders include this and nothing else from it. */
#ifndef TMI_BASE_H
#define TMI_BASE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/assert.h"
#include "base/build.h"
#include "base/hash.h"
#include "base/id_pool.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "base/tolerances.h"
#include "base/wide.h"
#include "trammel/base.h"

#endif
