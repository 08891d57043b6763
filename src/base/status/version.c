/* version.c: which library is linked. */
#include "base/base.h"

#define QUOTE(x) #x
#define TEXT(x) QUOTE(x)

int32_t tm_version(void) {
    return TM_VERSION;
}

const char *tm_version_text(void) {
    return TEXT(TM_VERSION_MAJOR) "." TEXT(TM_VERSION_MINOR) "." TEXT(TM_VERSION_PATCH);
}
