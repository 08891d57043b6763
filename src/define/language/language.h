/* language.h: the door of this folder. Other folders include this and nothing else from it. */
#ifndef TMI_LANGUAGE_H
#define TMI_LANGUAGE_H

#include "define/language/document.h"
#include "define/language/jet.h"
#include "define/language/limits.h"
#include "define/language/message.h"
#include "define/language/syntax.h"
#include "define/language/vocabulary.h"

#endif
