/* models.h: models of texts in tests. */
#ifndef TM_TEST_MODELS_H
#define TM_TEST_MODELS_H

#include "test.h"

/* The model of run 0 of a text; it lives until the case's end. Errors of the text itself are
 * failures. Null when there is none, which the case has then been reported. */
tmModel *model_of(tmTest *t, const char *text);

/* The same, and messages of the model are failures, too. */
tmModel *fine_model_of(tmTest *t, const char *text);

/* All messages of the model, a line each: "3:5 message [part]". Lives until the case's end. */
const char *model_messages(tmTest *t, const tmModel *model);

#endif
