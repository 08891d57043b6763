/* bench_interference.c: searches for bodies that are near each other, by their number.
 *
 *     bench_interference                         writes interference.csv
 *     bench_interference --once PROBLEM N KERNEL runs one kernel once, for tools/growth.py
 *
 * Problems: `pile`, boxes at random places and as dense for every N; `floor`, the same in one layer
 * on a plate that is under all of them, with one body a million times further off than the rest;
 * `chain`, boxes that overlap their neighbours, to which hinges join them; `gears`, meshing wheels
 * of a dozen teeth, each of many pieces. Kernels: `first` is the first search, which makes the
 * tree; `again` a later one, after the bodies moved a little; `sweep` one over a step. The table
 * gives the counts of what was found beside the times. */
#include "bench.h"
#include "trammel/trammel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET 0.5 /* seconds for each size */

typedef struct scene {
    tmDocument *document;
    tmModel *model;
    tmInterference *finder;
    tmFrame *frames;
    tmTwist *twists;
    int32_t count;
} scene;

static void need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_interference: %s failed\n", what);
        exit(1);
    }
}

static double uniform(uint64_t *seed, double low, double high) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 11) * 0x1p-53;
}

/* ---- Scenes -------------------------------------------------------------------------------- */

static void make_model(scene *s, const char *problem, int bodies) {
    bool chain = strcmp(problem, "chain") == 0, gears = strcmp(problem, "gears") == 0;
    char text[2000];
    snprintf(text, sizeof text,
             "primitive box begin geometry: %s where begin l: (-50cm, 0); r: (50cm, 0); end;\n"
             "  interference: ; dynamics: ; end\n"
             "primitive plate begin properties: (fixed); geometry: cuboid(1e6, 1, 1e6);\n"
             "  interference: ; end\n"
             "world w begin components %s box[1..%d]: box;\n"
             "  structure for i in 2 .. %d begin\n"
             "    join box[i] to box[i - 1] with ball.and.socket matching (l r); end\n"
             "  properties: (gravity);\nend\n",
             gears ? "gear(12, 10cm, 20cm)" : "cuboid(1, 60cm, 40cm)",
             strcmp(problem, "floor") == 0 ? "plate: plate;" : "", bodies, chain ? bodies : 1);
    tmDocumentDef def = tm_document_def_default();
    tmModelDef model_def = tm_model_def_default();
    def.text = text;
    def.length = strlen(text);
    need(tm_document_create(NULL, &def, &s->document) == TM_OK, "reading");
    need(tm_model_create(NULL, s->document, 0, &model_def, &s->model) == TM_OK, "the model");
    need(tm_diags_count(tm_model_diags(s->model)) == 0, "the text");
    need(tm_interference_create(s->model, &s->finder) == TM_OK, "the finder");
    s->count = tm_model_body_count(s->model);
}

static tmFrame place(const char *problem, int bodies, int index, uint64_t *seed) {
    tmFrame frame = {{0, 0, 0}, {1, 0, 0, 0}};
    double side = cbrt((double)bodies), *p = frame.position, length = 0.0;
    if (strcmp(problem, "chain") == 0) {
        p[0] = index;
        return frame;
    }
    if (strcmp(problem, "gears") == 0) {
        p[0] = 1.2 * index;
        return frame;
    }
    bool floor = strcmp(problem, "floor") == 0;
    side = floor ? sqrt((double)bodies) : side;
    for (int k = 0; k < 4; k++) {
        frame.rotation[k] = uniform(seed, -1.0, 1.0);
        length += frame.rotation[k] * frame.rotation[k];
    }
    for (int k = 0; k < 4; k++) {
        frame.rotation[k] /= sqrt(length);
        p[k % 3] = uniform(seed, 0.0, side);
    }
    p[1] = floor ? 1.0 : p[1];
    p[0] += floor && index == bodies / 2 ? 1e6 * side : 0.0;
    return frame;
}

static void start(scene *s, const char *problem, int bodies) {
    uint64_t seed = 1;
    *s = (scene){0};
    make_model(s, problem, bodies);
    s->frames = calloc((size_t)s->count, sizeof *s->frames);
    s->twists = calloc((size_t)s->count, sizeof *s->twists);
    need(s->frames && s->twists, "calloc");
    for (int32_t i = 0; i < s->count; i++) {
        s->frames[i] = (tmFrame){{0, 0, 0}, {1, 0, 0, 0}};
        if (i >= s->count - bodies) {
            s->frames[i] = place(problem, bodies, i, &seed);
            for (int k = 0; k < 3; k++) {
                s->twists[i].linear[k] = uniform(&seed, -1.0, 1.0);
                s->twists[i].angular[k] = uniform(&seed, -1.0, 1.0);
            }
        }
    }
}

static void finish(scene *s) {
    tm_interference_destroy(s->finder);
    tm_model_destroy(s->model);
    tm_document_destroy(s->document);
    free(s->frames);
    free(s->twists);
}

/* ---- Kernels ------------------------------------------------------------------------------- */

static void first(void *context) {
    scene *s = context;
    tm_interference_destroy(s->finder);
    need(tm_interference_create(s->model, &s->finder) == TM_OK, "the finder");
    need(tm_interference_find(s->finder, s->frames, 0.01) == TM_OK, "finding");
}

/* Every other time everything is a hundredth of a step further. */
static void again(void *context) {
    scene *s = context;
    for (int32_t i = 0; i < s->count; i++) {
        for (int k = 0; k < 3; k++) {
            s->frames[i].position[k] += 0.01 * s->twists[i].linear[k];
            s->twists[i].linear[k] = -s->twists[i].linear[k];
        }
    }
    need(tm_interference_find(s->finder, s->frames, 0.01) == TM_OK, "finding");
}

static void sweep(void *context) {
    scene *s = context;
    need(tm_interference_sweep(s->finder, s->frames, s->twists, 0.02, 0.01) == TM_OK, "sweeping");
}

static const struct {
    const char *name;
    benchFn *run;
} kernels[] = {{"first", first}, {"again", again}, {"sweep", sweep}};
#define KERNELS (sizeof kernels / sizeof kernels[0])

/* What tools/growth.py counts the instructions of. */
__attribute__((noinline)) static void bench_measured(benchFn *run, scene *s) {
    run(s);
}

static int run_once(const char *problem, int bodies, const char *kernel) {
    scene s;
    start(&s, problem, bodies);
    first(&s);
    for (size_t i = 0; i < KERNELS; i++) {
        if (strcmp(kernel, kernels[i].name) == 0) {
            bench_measured(kernels[i].run, &s);
            finish(&s);
            return 0;
        }
    }
    fprintf(stderr, "bench_interference: there is no kernel %s\n", kernel);
    return 2;
}

int main(int argc, char **argv) {
    static const char *const problems[] = {"pile", "floor", "chain", "gears"};
    static const int sizes[] = {10, 100, 1000, 10000};
    if (argc == 5 && strcmp(argv[1], "--once") == 0) {
        return run_once(argv[2], atoi(argv[3]), argv[4]);
    }
    FILE *csv = bench_csv("interference.csv");
    fprintf(csv, "problem,bodies,kernel,seconds,boxes,near_bodies,near_pieces,tests\n");
    for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            scene s;
            start(&s, problems[p], sizes[i]);
            for (size_t k = 0; k < KERNELS; k++) {
                benchContender one = {"trammel", kernels[k].run, &s, 0.0};
                bench_compare(&one, 1, BUDGET);
                tmInterferenceInfo info = tm_interference_info(s.finder);
                fprintf(csv, "%s,%d,%s,%.3e,%d,%d,%d,%lld\n", problems[p], sizes[i],
                        kernels[k].name, one.seconds, info.boxes, info.near_bodies,
                        info.near_pieces, (long long)info.tests);
                printf("%-6s %6d bodies  %-6s %10.6f ms  %7d boxes %7d bodies %8d pieces\n",
                       problems[p], sizes[i], kernels[k].name, 1e3 * one.seconds, info.boxes,
                       info.near_bodies, info.near_pieces);
            }
            finish(&s);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
