/* library.h: functions that every document has. */
#ifndef TMI_LIBRARY_H
#define TMI_LIBRARY_H

#include <stdint.h>

/* The text of the library, closed by a zero. */
const char *tmi_library_text(int32_t *length);

#endif
