/* status.c: names and messages of the status codes, from the one list in the public header. */
#include "base/base.h"

const char *tm_status_name(tmStatus status) {
    switch (status) {
#define CASE(code, message)                                                                        \
    case code:                                                                                     \
        return #code;
        TM_STATUS_LIST(CASE)
#undef CASE
    case TM_STATUS_COUNT:
        break;
    }
    return "TM_UNKNOWN";
}

const char *tm_status_message(tmStatus status) {
    switch (status) {
#define CASE(code, message)                                                                        \
    case code:                                                                                     \
        return message;
        TM_STATUS_LIST(CASE)
#undef CASE
    case TM_STATUS_COUNT:
        break;
    }
    return "not a status of this library";
}
