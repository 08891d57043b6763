/* fuzz_sketch.c: sketches and live simulations, as a page that has gone mad would use them.
 *
 *     fuzz_sketch [options of libFuzzer] [corpus folder or input]
 *
 * The first bytes choose an example and exchange some of its words, the others choose calls of
 * sketch.h and live.h with odd numbers. What must hold: no crash, leak or hang; what is refused
 * changes no pose; poses are finite and their directions have length 1; facts are one whole JSON
 * object; a sketch that was reset is where it began. */
#include "texts.h"
#include "trammel/trammel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Larger worlds take too long for what they find. */
#define BODIES_MAX 24
#define CALLS_MAX 24
#define EXCHANGES 6 /* of words of the text, at most */
#define STEPS 9
#define VALUES_MAX 64

typedef struct Fuzz {
    const uint8_t *data;
    size_t left;
    const char *text;
} Fuzz;

static void demand(const Fuzz *f, bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "broken: %s\n---\n%s\n---\n", what, f->text);
        abort();
    }
}

static uint8_t byte(Fuzz *f) {
    if (f->left == 0) {
        return 0;
    }
    f->left--;
    return *f->data++;
}

/* Mostly lengths that a mouse could reach; at times no number at all. */
static double number(Fuzz *f) {
    static const double odd[] = {0.0,    -0.0, 1e-300,   1e9,       -1e9, 1e150,
                                 -1e300, NAN,  INFINITY, -INFINITY, 1e-9, 0.5};
    uint8_t kind = byte(f);
    if (kind < 24) {
        return odd[kind % (sizeof odd / sizeof odd[0])];
    }
    return ((double)byte(f) - 128.0) / 128.0 * (kind & 1 ? 0.1 : kind & 2 ? 0.01 : 1.0);
}

static int32_t index_of(Fuzz *f) {
    return (int32_t)(byte(f) % 28) - 2;
}

/* ---- What is written ----------------------------------------------------------------------- */

typedef struct Brackets {
    int depth, max;
    bool in_text, escaped, broken;
    size_t length;
} Brackets;

static void follow_json(void *user, const char *bytes, size_t count) {
    Brackets *b = user;
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        if (b->in_text) {
            b->in_text = b->escaped || c != '"';
            b->escaped = !b->escaped && c == '\\';
        } else {
            b->in_text = c == '"';
            b->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        }
        b->broken |= b->depth < 0 || c == '\0';
        b->max = b->depth > b->max ? b->depth : b->max;
    }
    b->length += count;
}

static void check_json(const Fuzz *f, tmStatus status, const Brackets *b) {
    demand(f, status != TM_OK || (!b->broken && !b->in_text && b->depth == 0 && b->max > 0),
           "JSON is whole");
}

static void check_poses(const Fuzz *f, const tmPose *poses, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const tmPose *p = &poses[i];
        demand(f, isfinite(p->x) && isfinite(p->y), "places are finite");
        demand(f, fabs(p->c * p->c + p->s * p->s - 1.0) < 1e-6, "directions have length 1");
    }
}

/* ---- Sketches ------------------------------------------------------------------------------ */

static void drag(Fuzz *f, tmSketch *sketch, int32_t count) {
    int32_t held[2] = {index_of(f), index_of(f)};
    double x = number(f), y = number(f);
    tmSolveInfo info;
    (void)tm_sketch_grab(sketch, index_of(f), x, y, held, byte(f) % 3);
    for (int i = 0; i < 3; i++) {
        x = number(f);
        y = number(f);
        (void)tm_sketch_drag(sketch, x, y, &info);
        check_poses(f, tm_sketch_poses(sketch), count);
    }
    if (byte(f) & 1) {
        tm_sketch_release(sketch);
    }
}

static void drive(Fuzz *f, tmSketch *sketch) {
    tmAnimateInfo animate = tm_model_animate(tm_sketch_model(sketch));
    tmSimulateInfo monitors = tm_model_simulate(tm_sketch_model(sketch));
    double values[VALUES_MAX * STEPS], rates[6 * (BODIES_MAX + 1)];
    bool blocking[4 * VALUES_MAX];
    double part = number(f);
    (void)tm_sketch_play(sketch, part, NULL);
    (void)tm_sketch_part(sketch, &part);
    if (tm_model_joint_count(tm_sketch_model(sketch)) <= 4 * VALUES_MAX) {
        (void)tm_sketch_blocking(sketch, blocking);
    }
    (void)tm_sketch_rates(sketch, number(f), rates);
    if (2 * animate.trace_count <= VALUES_MAX) {
        (void)tm_sketch_curves(sketch, byte(f) % (STEPS + 1), values);
    }
    if (monitors.value_count <= VALUES_MAX) {
        (void)tm_sketch_monitors(sketch, byte(f) % (STEPS + 1), values);
    }
}

static void diagnose(Fuzz *f, tmSketch *sketch, int32_t count) {
    Brackets b = {0};
    int32_t modes = 0;
    bool complete;
    check_json(f, tm_sketch_diagnosis(sketch, follow_json, &b), &b);
    (void)tm_sketch_follow(sketch, index_of(f), number(f), NULL);
    if (count <= 8 && tm_sketch_find_modes(sketch, &modes, &complete) == TM_OK) {
        for (int32_t i = -1; i <= modes; i++) {
            const tmPose *poses = tm_sketch_mode(sketch, i);
            demand(f, (poses != NULL) == (i >= 0 && i < modes), "modes are those counted");
            check_poses(f, poses, poses ? count : 0);
        }
        demand(f, tm_sketch_present_mode(sketch) < modes, "the present mode is one of them");
    }
}

static void set_poses(Fuzz *f, tmSketch *sketch, int32_t count) {
    tmPose before[BODIES_MAX], poses[BODIES_MAX];
    memcpy(before, tm_sketch_poses(sketch), (size_t)count * sizeof *before);
    memcpy(poses, before, (size_t)count * sizeof *poses);
    for (int32_t i = 0; i < count; i++) {
        poses[i].x += number(f);
        poses[i].c = byte(f) & 1 ? number(f) : poses[i].c;
    }
    if (tm_sketch_set_poses(sketch, poses) != TM_OK) {
        demand(f, memcmp(before, tm_sketch_poses(sketch), (size_t)count * sizeof *before) == 0,
               "poses that are refused change nothing");
    }
}

static void call_sketch(Fuzz *f, tmSketch *sketch, int32_t count) {
    double gaps[4 * VALUES_MAX];
    switch (byte(f) % 8) {
    case 0:
    case 1:
    case 2:
        drag(f, sketch, count);
        break;
    case 3:
        drive(f, sketch);
        break;
    case 4:
        diagnose(f, sketch, count);
        break;
    case 5:
        set_poses(f, sketch, count);
        break;
    case 6:
        tm_sketch_release(sketch);
        if (tm_model_joint_count(tm_sketch_model(sketch)) <= 4 * VALUES_MAX) {
            (void)tm_sketch_gaps(sketch, gaps);
        }
        break;
    default:
        tm_sketch_reset(sketch);
        break;
    }
    check_poses(f, tm_sketch_poses(sketch), count);
}

static tmDocumentDef def_of(const Fuzz *f) {
    tmDocumentDef def = tm_document_def_default();
    def.text = f->text;
    def.length = strlen(f->text);
    return def;
}

static void use_sketch(Fuzz *f) {
    tmDocumentDef def = def_of(f);
    tmSketch *sketch;
    Brackets b = {0};
    tmPose first[BODIES_MAX];
    demand(f, tm_sketch_create(NULL, &def, (int32_t)(byte(f) % 4) - 1, &sketch) == TM_OK,
           "any text makes a sketch");
    check_json(f, tm_sketch_json(sketch, follow_json, &b), &b);
    int32_t count = tm_sketch_is_good(sketch) ? tm_model_body_count(tm_sketch_model(sketch)) : 0;
    demand(f, (count > 0) == (tm_sketch_poses(sketch) != NULL), "a good one has poses");
    if (count > 0 && count <= BODIES_MAX) {
        memcpy(first, tm_sketch_poses(sketch), (size_t)count * sizeof *first);
        for (int i = 0; i < CALLS_MAX && f->left > 0; i++) {
            call_sketch(f, sketch, count);
        }
        tm_sketch_release(sketch);
        tm_sketch_reset(sketch);
        demand(f, memcmp(first, tm_sketch_poses(sketch), (size_t)count * sizeof *first) == 0,
               "it can be reset");
    }
    tm_sketch_destroy(sketch);
}

/* ---- Lives --------------------------------------------------------------------------------- */

static void call_live(Fuzz *f, tmLive *live, tmLive *other, int32_t count) {
    const double *numbers;
    int32_t contacts;
    double a = number(f), b = number(f), c = number(f), d = number(f);
    tmPose poses[BODIES_MAX];
    memcpy(poses, tm_live_poses(live), (size_t)count * sizeof *poses);
    switch (byte(f) % 6) {
    case 0:
        (void)tm_live_pull(live, index_of(f), a, b, c, d);
        break;
    case 1:
        poses[byte(f) % count] = (tmPose){a, b, c, d};
        (void)tm_live_start(live, poses, count - (byte(f) == 7));
        break;
    case 2:
        (void)tm_live_take(live, other);
        break;
    case 3:
        (void)tm_sim_let_go(tm_live_sim(live));
        break;
    default:
        (void)tm_sim_advance(tm_live_sim(live), tm_live_time(live) + 0.002 * (byte(f) % 8));
        break;
    }
    (void)tm_live_contacts(live, &numbers, &contacts);
    (void)tm_live_monitors(live);
    check_poses(f, tm_live_poses(live), count);
}

static void use_live(Fuzz *f) {
    tmDocumentDef def = def_of(f);
    tmLive *live, *other;
    Brackets heard = {0};
    demand(f, tm_live_create(NULL, &def, -1, &live) == TM_OK, "any text makes a live");
    demand(f, tm_live_create(NULL, &def, -1, &other) == TM_OK, "and another one");
    (void)tm_live_diagnostic(live, follow_json, &heard);
    demand(f, tm_live_sim(live) || heard.length > 0, "it says why there is no simulation");
    int32_t count = tm_live_sim(live) ? tm_model_body_count(tm_live_model(live)) : 0;
    for (int i = 0; i < CALLS_MAX && f->left > 0 && count > 0 && count <= BODIES_MAX; i++) {
        bool which = byte(f) & 1;
        call_live(f, which ? live : other, which ? other : live, count);
    }
    tm_live_destroy(other);
    tm_live_destroy(live);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const folders[] = {EXAMPLES "/gallery",
                                          EXAMPLES "/papers",
                                          EXAMPLES "/contact",
                                          EXAMPLES "/hinges",
                                          EXAMPLES "/dynamics",
                                          SEEDS "/right",
                                          NULL};
    static char text[TEXT_MAX + 1];
    if (size < 4) {
        return 0;
    }
    size_t used = 2 + 4 * (size_t)(data[0] % (EXCHANGES + 1));
    bool lives = data[1] & 1;
    data += 2;
    size -= 2;
    used = used < size ? used : size;
    if (!text_make(folders, data, used, text)) {
        return 0;
    }
    Fuzz f = {.data = data + used, .left = size - used, .text = text};
    if (lives) {
        use_live(&f);
    } else {
        use_sketch(&f);
    }
    return 0;
}
