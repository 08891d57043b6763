/* bench_texts.c: reading, printing and patching definitions, by size.
 *
 *     bench_texts                         writes texts.csv
 *     bench_texts --once PROBLEM N KERNEL runs one kernel once, for tools/growth.py
 *
 * Problems: `types`, where each of N bodies has a type of its own (11 lines a body); `parts`, where
 * all have the same (2 lines); `variants`, the same with an argument that differs; `row`, a row of
 * them and a loop. Others have N of one thing: `places`, `functions`, `controls`, `features`,
 * `pieces` of a union; `nested` has ten levels of composites around them. Kernels: `read` makes the
 * tree only, `check` all that the text means, too; `keystroke` is the same check of a text that
 * differs in one byte each time; `complete` asks what can stand for the second part of the first
 * join.
 *
 * There is no other reader of the language. The peer is cJSON: it parses, and frees, the bodies and
 * joins of `types` or `parts` as JSON, and checks nothing. The column `ratio` is to the peer on the
 * bodies of that problem in the same run. Bytes and memory stand beside the times. */
#include "bench.h"
#include "trammel/trammel.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET 1.0 /* seconds for each row */

typedef struct scene {
    char *text;
    size_t length, size;
    size_t lines;
    size_t memory, max; /* bytes that a document holds now and held at most */
    tmDocument *document, *checked;
    tmNodeId node;
    size_t offset; /* to be completed */
    size_t written;
    struct scene *json; /* the same bodies for the peer; null: it has none */
    size_t digit;       /* the byte that a keystroke changes */
} scene;

static void need(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "bench_texts: %s failed\n", what);
        exit(1);
    }
}

/* ---- Texts --------------------------------------------------------------------------------- */

static void put(scene *s, const char *line, int number) {
    char filled[200];
    int length = snprintf(filled, sizeof filled, line, number, number - 1);
    if (s->length + (size_t)length + 1 > s->size) {
        s->size = 2 * s->size + 65536;
        s->text = realloc(s->text, s->size);
        need(s->text != NULL, "realloc");
    }
    memcpy(s->text + s->length, filled, (size_t)length + 1);
    s->length += (size_t)length;
    for (const char *at = filled; *at; at++) {
        s->lines += *at == '\n';
    }
}

static void put_rod(scene *s, int number, bool has_width) {
    put(s, has_width ? "primitive rod_%d(w) begin\n" : "primitive rod_%d begin\n", number);
    put(s, "  properties: (density: 2700kg/m^3, color: steelblue);\n", number);
    put(s,
        has_width ? "  geometry: cuboid(10mm, w, 10mm) where begin\n"
                  : "  geometry: cuboid(10mm, 30mm + %d * 0.1mm, 10mm) where begin\n",
        number);
    put(s, "    top: (0, 15mm, 0);\n    bottom: (0, -15mm, 0);\n", number);
    put(s, "  end;\n  dynamics: ;\nend\n\n", number);
}

/* `line` for each number, with the number and the one before. */
static void put_each(scene *s, const char *line, int first, int last) {
    for (int i = first; i <= last; i++) {
        put(s, line, i);
    }
}

static void put_row(scene *s, int bodies) {
    put(s, "composite chain begin\n  components link[1..%d]: rod_1;\n  structure begin\n", bodies);
    put(s, "    for i in 2 .. %d begin\n", bodies);
    put(s, "      join link[i] to link[i - 1] with pin matching (top bottom);\n", 0);
    put(s, "    end\n  end\nend\n", 0);
}

/* A chain of components, each declared by `line`, with a statement for each from `first` on, and a
 * control where there is one. */
static void put_chain(scene *s, int bodies, const char *line, const char *statement, int first,
                      const char *control) {
    put(s, "composite chain begin\n  components\n", 0);
    put_each(s, line, 1, bodies);
    put(s, "  structure begin\n", 0);
    put_each(s, statement, first, bodies);
    put(s, "  end\n", 0);
    if (control) {
        put(s, "  control: begin\n", 0);
        put_each(s, control, 1, bodies);
        put(s, "  end;\n", 0);
    }
    put(s, "end\n", 0);
}

/* One thing N times, and nothing else. */
static void put_single(scene *s, const char *problem, int count) {
    bool features = strcmp(problem, "features") == 0;
    if (strcmp(problem, "functions") == 0) {
        put_each(s, "function f_%d(x) = 2 * x + %d;\n", 1, count);
    } else {
        put(s,
            features ? "primitive big begin\n  geometry: sphere(1) where begin\n"
                     : "primitive big begin\n  geometry: union(sphere(1)\n",
            0);
        put_each(s, features ? "    top_%d: (0, 15mm, 0);\n" : "    , sphere(%dum, at: (1, 2))\n",
                 1, count);
        put(s, features ? "  end;\nend\n" : "  );\nend\n", 0);
    }
    put(s, "composite chain begin\n  components link: rod_1;\nend\n", 0);
}

static void put_nested(scene *s, int bodies) {
    put(s, "composite level_1 begin\n  components link[1..%d]: rod_1;\nend\n", bodies);
    put_each(s, "composite level_%d begin\n  components inner: level_%d;\nend\n", 2, 10);
    put(s, "composite chain begin\n  components inner: level_10;\n  structure begin\n", 0);
#define DEEP "inner.inner.inner.inner.inner.inner.inner.inner.inner.inner"
    for (int i = 2; i <= bodies; i++) {
        put(s, "    join " DEEP ".link[%d]\n", i);
        put(s, "      to " DEEP ".link[%d] with pin matching (top bottom);\n", i - 1);
    }
    put(s, "  end\nend\n", 0);
}

static void make_text(scene *s, const char *problem, int bodies) {
    static const char join[] = "    join link_%d to link_%d with pin matching (top bottom);\n";
    bool types = strcmp(problem, "types") == 0, variants = strcmp(problem, "variants") == 0;
    put(s, "language 1;\n\n", 0);
    for (int i = 1; i <= (types ? bodies : 1); i++) {
        put_rod(s, i, variants);
    }
    if (strcmp(problem, "row") == 0) {
        put_row(s, bodies);
    } else if (types || variants || strcmp(problem, "parts") == 0) {
        put_chain(s, bodies,
                  types      ? "    link_%1$d: rod_%1$d;\n"
                  : variants ? "    link_%1$d: rod_1(30mm + %1$dum);\n"
                             : "    link_%1$d: rod_1;\n",
                  join, 2, NULL);
    } else if (strcmp(problem, "places") == 0) {
        put_chain(s, bodies, "    link_%1$d: rod_1;\n",
                  "    place link_%1$d by top at (%1$dmm, 0) angle = 10deg;\n", 1, NULL);
    } else if (strcmp(problem, "controls") == 0) {
        put_chain(s, bodies, "    link_%1$d: rod_1;\n", join, 2,
                  "    torque of link_%1$d = -2 * link_%1$d.angular_velocity;\n");
    } else if (strcmp(problem, "nested") == 0) {
        put_nested(s, bodies);
    } else {
        put_single(s, problem, bodies);
    }
    put(s, "\nworld bench begin\n  components c: chain;\n  properties: (gravity, planar);\n", 0);
    put(s, "end\n\nsimulate bench begin\n  time: (1ms, 1s);\nend\n", 0);
}

/* What the peer reads: the same values, as a program would write them. */
static void make_json(scene *s, bool types, int bodies) {
    put(s, "{\"types\": [\n", 0);
    for (int i = 1; i <= (types ? bodies : 1); i++) {
        put(s, i > 1 ? ",\n{\"name\": \"rod_%d\"," : "{\"name\": \"rod_%d\",", i);
        put(s, " \"properties\": {\"density\": 2700, \"color\": \"steelblue\"},\n", i);
        put(s, "  \"geometry\": {\"cuboid\": [0.01, 0.03%05d, 0.01], \"where\": {\n", i);
        put(s, "    \"top\": [0, 0.015, 0],\n    \"bottom\": [0, -0.015, 0]}},\n", i);
        put(s, "  \"dynamics\": {}}", i);
    }
    put(s, "],\n\"components\": {\n", 0);
    put_each(s, types ? "  \"link_%1$d\": \"rod_%1$d\",\n" : "  \"link_%1$d\": \"rod_1\",\n", 1,
             bodies);
    put(s, "  \"none\": null},\n\"joins\": [\n", 0);
    put_each(s,
             "  {\"join\": \"link_%d\", \"to\": \"link_%d\", \"with\": \"pin\", "
             "\"matching\": [\"top\", \"bottom\"]},\n",
             2, bodies);
    put(s, "  null]}\n", 0);
}

/* ---- Kernels ------------------------------------------------------------------------------- */

static void *count_memory(void *user, void *block, size_t old_size, size_t new_size) {
    scene *s = user;
    s->memory += new_size - old_size;
    s->max = s->memory > s->max ? s->memory : s->max;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_size);
}

static void take(void *user, const char *bytes, size_t count) {
    (void)bytes;
    ((scene *)user)->written += count;
}

static void make_document(scene *s, bool alone) {
    tmAllocator allocator = {count_memory, s};
    tmDocumentDef def = tm_document_def_default();
    def.text = s->text;
    def.length = s->length;
    def.alone = alone;
    tmDocument *document;
    s->max = 0;
    need(tm_document_create(&allocator, &def, &document) == TM_OK, "reading");
    need(tm_diags_count(tm_document_diags(document)) == 0, "the text");
    need(alone || tm_document_run_count(document) == 1, "the run");
    tm_document_destroy(document);
}

static void read_json(void *context) {
    const scene *s = context;
    cJSON *json = cJSON_ParseWithLength(s->text, s->length);
    need(json != NULL, "the peer");
    cJSON_Delete(json);
}

static void read_text(void *context) {
    make_document(context, true);
}

static void check_text(void *context) {
    make_document(context, false);
}

/* A digit becomes another one, and all is read and checked again. */
static void press_key(void *context) {
    scene *s = context;
    s->text[s->digit] = s->text[s->digit] == '5' ? '6' : '5';
    make_document(s, false);
}

static void format(void *context) {
    scene *s = context;
    need(tm_document_format(s->document, take, s) == TM_OK, "formatting");
}

static void replace(void *context) {
    scene *s = context;
    need(tm_document_replace(s->document, s->node, "16mm", take, s) == TM_OK, "replacing");
}

static void find(void *context) {
    scene *s = context;
    need(tm_document_find(s->document, "rod_1.geometry.where.top[2]").value == s->node.value,
         "finding");
}

static void take_offer(void *user, const tmOffer *offer) {
    ((scene *)user)->written += offer->length;
}

static void complete(void *context) {
    scene *s = context;
    need(tm_document_complete(s->checked, s->offset, take_offer, s) == TM_OK, "completing");
}

static const struct {
    const char *name;
    benchFn *run;
} kernels[] = {{"read", read_text},   {"check", check_text}, {"keystroke", press_key},
               {"format", format},    {"replace", replace},  {"find", find},
               {"complete", complete}};
#define KERNELS (sizeof kernels / sizeof kernels[0])
#define CHECKS 2  /* the first of them */
#define READERS 3 /* those that make a document, as the peer does */

static void start(scene *s, const char *problem, int bodies) {
    *s = (scene){0};
    make_text(s, problem, bodies);
    tmDocumentDef def = tm_document_def_default();
    def.text = s->text;
    def.length = s->length;
    def.alone = true;
    need(tm_document_create(NULL, &def, &s->document) == TM_OK, "reading");
    s->node = tm_document_find(s->document, "rod_1.geometry.where.top[2]");
    need(s->node.value != 0, "finding");
    s->digit = (size_t)(strstr(s->text, "15mm") - s->text) + 1;
    bool types = strcmp(problem, "types") == 0;
    if (types || strcmp(problem, "parts") == 0) {
        s->json = calloc(1, sizeof *s->json);
        need(s->json != NULL, "calloc");
        make_json(s->json, types, bodies);
    }
    def.alone = false;
    need(tm_document_create(NULL, &def, &s->checked) == TM_OK, "checking");
    s->offset = (size_t)(strstr(s->text, " to link") - s->text) + 4;
}

static void finish(scene *s) {
    tm_document_destroy(s->checked);
    tm_document_destroy(s->document);
    if (s->json) {
        free(s->json->text);
        free(s->json);
    }
    free(s->text);
}

/* What tools/growth.py counts the instructions of. */
__attribute__((noinline)) static void bench_measured(benchFn *run, scene *s) {
    run(s);
}

static int run_once(const char *problem, int bodies, const char *kernel) {
    scene s;
    start(&s, problem, bodies);
    for (size_t i = 0; i < KERNELS; i++) {
        if (strcmp(kernel, kernels[i].name) == 0) {
            bench_measured(kernels[i].run, &s);
            finish(&s);
            return 0;
        }
    }
    fprintf(stderr, "bench_texts: there is no kernel %s\n", kernel);
    return 2;
}

/* One row of the table: a kernel on a text, in turns with the peer where it has one. */
static void measure(FILE *csv, const char *problem, int size, size_t kernel, scene *s) {
    bool reads = kernel < READERS;
    benchContender both[] = {{"trammel", kernels[kernel].run, s, 0.0},
                             {"cjson", read_json, s->json, 0.0}};
    bench_compare(both, reads && s->json ? 2 : 1, BUDGET);
    size_t memory = reads ? s->max : 0;
    char ratio[32] = "";
    if (reads && s->json) {
        snprintf(ratio, sizeof ratio, "%.2f", both[0].seconds / both[1].seconds);
    }
    fprintf(csv, "%s,%d,%zu,%zu,%s,%.3e,%s,%zu,%.0f\n", problem, size, s->lines, s->length,
            kernels[kernel].name, both[0].seconds, ratio, memory, (double)memory / size);
    printf("%-9s %6d of them %7zu lines %9zu bytes  %-9s %10.6f ms  %5s of the peer  %6.1f MB\n",
           problem, size, s->lines, s->length, kernels[kernel].name, 1e3 * both[0].seconds, ratio,
           1e-6 * (double)memory);
}

int main(int argc, char **argv) {
    static const char *const problems[] = {"types",     "parts",    "variants", "row",    "places",
                                           "functions", "controls", "features", "pieces", "nested"};
    static const int sizes[] = {25, 1000, 10000, 100000};
    if (argc == 5 && strcmp(argv[1], "--once") == 0) {
        return run_once(argv[2], atoi(argv[3]), argv[4]);
    }
    FILE *csv = bench_csv("texts.csv");
    fprintf(csv, "problem,bodies,lines,bytes,kernel,seconds,ratio,memory,memory_each\n");
    for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
        bool whole = p < 2; /* of the others only what their text means is of interest */
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            scene s;
            start(&s, problems[p], sizes[i]);
            for (size_t k = 0; k < (whole ? KERNELS : CHECKS); k++) {
                measure(csv, problems[p], sizes[i], k, &s);
            }
            finish(&s);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
