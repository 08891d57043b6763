/* scripts.h: scripts of texts in tests, with views that a case fills by hand. */
#ifndef TM_TEST_SCRIPTS_H
#define TM_TEST_SCRIPTS_H

#include "analyse/dynamics/script/script.h"
#include "test.h"

/* A lever, and a body that only a control moves. */
#define SCRIPT_LEVER                                                                               \
    "primitive lever begin\n"                                                                      \
    "  geometry: bar(0.4m, 30mm, 10mm) where begin axle: (-0.2m, 0); tip: (0.2m, 0); end;\n"       \
    "  dynamics: ;\n"                                                                              \
    "end\n"                                                                                        \
    "primitive dot begin geometry: none; end\n"

/* The lever on a pin and a spring, with a control, which begins in line 15. */
#define SCRIPT_WORLD(matched, control)                                                             \
    SCRIPT_LEVER "world w begin\n"                                                                 \
                 "  input u = 2 in -12 .. 12;\n"                                                   \
                 "  components lever: lever; dot: dot;\n"                                          \
                 "  structure begin\n"                                                             \
                 "    join lever to world with pin matching (" matched ") as motor;\n"             \
                 "    join lever to world with spring(10N/m, 1m) matching (tip center) as coil;\n" \
                 "    place dot by center at (0, 0);\n"                                            \
                 "  end\n" control "end\n"                                                         \
                 "simulate w begin time: (1ms, 1s); end\n"
#define SCRIPT_PLANE(control)                                                                      \
    SCRIPT_WORLD("axle center", "  properties: (planar);\n  control: begin " control " end;\n")
#define SCRIPT_SPACE(control)                                                                      \
    SCRIPT_WORLD("axle center, z_axis z_axis", "  control: begin " control " end;\n")

enum { SCRIPT_LEVER_BODY = 1, SCRIPT_DOT };

typedef struct stage {
    const tmModel *model;
    tmiScript *script;
    tmiView view; /* its arrays are those below */
    int32_t body_count, joint_count;
    tmFrame *frames;
    tmTwist *twists, *accelerations;
    tmWrench *joints, *loads;
    double (*coordinates)[TM_HINGE_COORDINATES][2];
    double *angles;
} stage;

/* Makes the script of run 0 of a text, and a view with bodies where the text has them, at rest;
 * both live until the case's end. False where there is none, which the case has then been reported.
 */
bool make_stage(tmTest *t, const char *text, tmMethod method, const tmHostControl *hosts,
                int32_t host_count, stage *s);

/* The same with `events` and without a host. */
bool make_stage_of(tmTest *t, const char *text, stage *s);

/* What is reported such a text, a line each: "3:5 message [part] (hint)". */
const char *script_messages(tmTest *t, const char *text, tmMethod method);

/* Runs the script; null after a failure, which the case has then been reported. */
const tmiAct *run_stage(tmTest *t, stage *s);

/* Compares three numbers. */
void check_vector(tmTest *t, const double found[3], double x, double y, double z, double tolerance,
                  const char *what);

#endif
