/* dynamics.h: the door of this folder. Other folders include this and nothing else from it. */
#ifndef TMI_DYNAMICS_H
#define TMI_DYNAMICS_H

#include "analyse/dynamics/script.h"
#include "trammel/simulate.h"

#endif
