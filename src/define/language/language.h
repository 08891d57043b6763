/* language.h: the doors of the rooms that other folders use. */
#ifndef TMI_LANGUAGE_H
#define TMI_LANGUAGE_H

#include "define/language/code/code.h"
#include "define/language/document/document.h"
#include "define/language/expression/expression.h"
#include "define/language/symbols/symbols.h"
#include "define/language/syntax/syntax.h"
#include "define/language/tokens/tokens.h"
#include "define/language/units/units.h"
#include "define/language/vocabulary/vocabulary.h"
#include "define/language/world/world.h"

#endif
