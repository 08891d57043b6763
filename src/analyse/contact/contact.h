/* contact.h: the doors of all rooms here. dynamics makes its steps through step/ and study/.
 *
 * pair/    two convex pieces of the plane: gaps, rows, points
 * spatial/ the same of space
 * near/    which pieces are near each other; pairs by number, apart from their geometry
 * island/  the impulses of points that bodies couple
 * coulomb/ the same with one tangent or two, joints and limits, within a budget
 * impact/  laws of impact
 * verify/  whether an answer meets [NT] (11), without code of the others
 * motion/  the equations of motion, as the caller has them; a step and its outcome
 * engine/  contacts and warm start: what all steps share
 * solve/   rates, impulses, impacts of an engine's contacts
 * step/    one time step in the pair form
 * study/   one time step by other models, for study */
#ifndef TMI_CONTACT_H
#define TMI_CONTACT_H

#include "analyse/contact/coulomb/coulomb.h"
#include "analyse/contact/engine/engine.h"
#include "analyse/contact/impact/impact.h"
#include "analyse/contact/island/island.h"
#include "analyse/contact/motion/motion.h"
#include "analyse/contact/near/near.h"
#include "analyse/contact/pair/pair.h"
#include "analyse/contact/solve/solve.h"
#include "analyse/contact/step/step.h"
#include "analyse/contact/study/study.h"
#include "analyse/contact/verify/verify.h"

#endif
