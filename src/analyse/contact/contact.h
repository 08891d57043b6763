/* contact.h: the doors of all rooms here. dynamics makes its steps through step/step.h.
 *
 * pair/    two convex pieces: gaps, rows, points, and which pieces are near each other
 * island/  the impulses of points that bodies couple
 * impact/  laws of impact
 * step/    one time step with contact; models for study
 * verify/  whether an answer meets [NT] (11), without code of the others */
#ifndef TMI_CONTACT_H
#define TMI_CONTACT_H

#include "analyse/contact/impact/impact.h"
#include "analyse/contact/island/island.h"
#include "analyse/contact/pair/pair.h"
#include "analyse/contact/step/step.h"
#include "analyse/contact/verify/verify.h"

#endif
