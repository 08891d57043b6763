/* study.h: the other models of contact, for study and comparison: what other engines do, and what
 * [NT] proposes, besides the pair form. docs/theory/contact.md, section 9.
 *
 * All but the last prevent overlaps. A contact is a vertex of one piece and facets of another, both
 * ways; gaps are linearised once, at the start of the step, and the step is accepted as it is.
 * There are no visible rows, no swept guard and no halves, so that the faults of the models show.
 * Round pieces are vertices with a radius and facets moved out by it; where a corner is nearest,
 * the tangent there is one more facet. So the round corner of an obstacle is a little larger than
 * it should be.
 *
 * The last one lets bodies move freely and pushes apart what then overlaps. */
#ifndef TMI_STUDY_H
#define TMI_STUDY_H

#include "analyse/contact/engine/engine.h"

/* Such a model of an engine. */
typedef struct tmiStudy tmiStudy;
tmStatus tmi_study_create(const tmModel *model, tmiContactEngine *engine, tmiStudy **study);
void tmi_study_destroy(tmiStudy *study);

/* Makes a step as tmi_engine_step does, by one of these models, where all movers are one cluster.
 * `unsolved` of the outcome: it has no answer. */
tmStatus tmi_study_step(tmiStudy *study, tmContactModel by, const tmiStepRequest *request);

#endif
