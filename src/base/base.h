/* base.h: the doors of all rooms here. */
#ifndef TMI_BASE_H
#define TMI_BASE_H

#include "base/bits/bits.h"
#include "base/memory/memory.h"
#include "base/sets/sets.h"
#include "base/status/status.h"
#include "base/text/text.h"
#include "base/tolerances/tolerances.h"
#include "trammel/base.h"

#endif
