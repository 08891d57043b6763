/* library.c: functions that every document has, written in the language itself. */
#include "define/language/vocabulary/vocabulary.h"

/* A definition of the same name in a text comes first. Docs: docs/language.md, section Library. */
static const char text[] =
    /* [HH] example 3.3: w' = K1 u - K2 w, an actuator with gain and viscous damping. */
    "function actuator(u, gain, damping, angular_velocity) =\n"
    "  gain * u - damping * angular_velocity;\n"
    /* From one value to another between two times, smoothly. */
    "function ramp(t, first, last, start, end_time) =\n"
    "  mix(first, last, smooth((t - start) / (end_time - start)));\n"
    /* Proportional, and against the rate. */
    "function pd(error, rate, p, d) = p * error - d * rate;\n";

const char *tmi_library_text(int32_t *length) {
    *length = (int32_t)(sizeof text - 1);
    return text;
}
