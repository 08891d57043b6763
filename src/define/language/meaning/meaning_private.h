/* meaning_private.h: what the files share that resolve paths or read definitions. */
#ifndef TMI_MEANING_PRIVATE_H
#define TMI_MEANING_PRIVATE_H

#include "define/language/meaning/meaning.h"

tmiTarget tmi_target_error(void);

/* Reports what is wrong, and returns an error. */
tmiTarget tmi_target_wrong(tmiMaker *m, tmiSpot at, tmiMeaningSays code, const char *const *words,
                           const char *const *hint);

/* center, x_axis, y_axis and z_axis, which every object has. */
bool tmi_given_feature(const char *name, int32_t length, tmiBodyFeature *feature);

/* What the name means within a part: TMI_TARGET_OTHER without a message where it means nothing. */
tmiTarget tmi_member_find(tmiMaker *m, const tmiTarget *in, tmiSpot at);

/* The same, quantities among it; reports where there is none. */
tmiTarget tmi_member_of_part(tmiMaker *m, const tmiTarget *in, tmiSpot at);
tmiTarget tmi_member_of_ground(tmiMaker *m, tmiSpot at, const char *name, int32_t length);

/* ---- definitions_order.c -------------------------------------------------------------------- */

/* Parts of tmi_definitions_read: the type of a component; all types, each behind those of its
 * components; the two materials of a contact. */
void tmi_find_component_type(tmiMaker *m, int32_t owner, int32_t index);
void tmi_order_types(tmiMaker *m);
void tmi_read_contact(tmiMaker *m, int32_t index);

#endif
