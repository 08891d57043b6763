/* bench_texts.c: reading, printing and patching definitions, by size.
 *
 *     bench_texts                         writes texts.csv
 *     bench_texts --once PROBLEM N KERNEL runs one kernel once, for tools/growth.py
 *
 * Problems: `types`, where each of N bodies has a type of its own (11 lines a body); `parts`, where
 * all have the same (2 lines); `variants`, the same with an argument that differs; `row`, a row of
 * them and a loop. Kernels: `read` makes the tree only, `check` all that the text means, too. There
 * is no other reader of the language to compare with: the table gives times, bytes and memory. */
#include "bench.h"
#include "trammel/trammel.h"

#include <stdlib.h>
#include <string.h>

#define BUDGET 0.5 /* seconds for each size */

typedef struct scene {
    char *text;
    size_t length, size;
    size_t lines;
    size_t memory, most; /* bytes that a document holds now and held at most */
    tmDocument *document;
    tmNodeId node;
    size_t written;
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

static void put_row(scene *s, int bodies) {
    put(s, "composite chain begin\n  components link[1..%d]: rod_1;\n  structure begin\n", bodies);
    put(s, "    for i in 2 .. %d begin\n", bodies);
    put(s, "      join link[i] to link[i - 1] with pin matching (top bottom);\n", 0);
    put(s, "    end\n  end\nend\n", 0);
}

static void make_text(scene *s, const char *problem, int bodies) {
    bool types = strcmp(problem, "types") == 0, row = strcmp(problem, "row") == 0;
    bool variants = strcmp(problem, "variants") == 0;
    put(s, "language 1;\n\n", 0);
    for (int i = 1; i <= (types ? bodies : 1); i++) {
        put(s, variants ? "primitive rod_%d(w) begin\n" : "primitive rod_%d begin\n", i);
        put(s, "  properties: (density: 2700kg/m^3, color: steelblue);\n", i);
        put(s,
            variants ? "  geometry: cuboid(10mm, w, 10mm) where begin\n"
                     : "  geometry: cuboid(10mm, 30mm + %d * 0.1mm, 10mm) where begin\n",
            i);
        put(s, "    top: (0, 15mm, 0);\n    bottom: (0, -15mm, 0);\n", i);
        put(s, "  end;\n  dynamics: ;\nend\n\n", i);
    }
    if (row) {
        put_row(s, bodies);
    } else {
        put(s, "composite chain begin\n  components\n", 0);
        for (int i = 1; i <= bodies; i++) {
            put(s,
                types      ? "    link_%1$d: rod_%1$d;\n"
                : variants ? "    link_%1$d: rod_1(30mm + %1$dum);\n"
                           : "    link_%1$d: rod_1;\n",
                i);
        }
        put(s, "  structure begin\n", 0);
        for (int i = 2; i <= bodies; i++) {
            put(s, "    join link_%d to link_%d with pin matching (top bottom);\n", i);
        }
        put(s, "  end\nend\n", 0);
    }
    put(s, "\nworld bench begin\n  components c: chain;\n  properties: (gravity, planar);\n", 0);
    put(s, "end\n\nsimulate bench begin\n  time: (1ms, 1s);\nend\n", 0);
}

/* ---- Kernels ------------------------------------------------------------------------------- */

static void *count_memory(void *user, void *block, size_t old_size, size_t new_size) {
    scene *s = user;
    s->memory += new_size - old_size;
    s->most = s->memory > s->most ? s->memory : s->most;
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
    s->most = 0;
    need(tm_document_create(&allocator, &def, &document) == TM_OK, "reading");
    need(tm_diags_count(tm_document_diags(document)) == 0, "the text");
    need(alone || tm_document_run_count(document) == 1, "the run");
    tm_document_destroy(document);
}

static void read_text(void *context) {
    make_document(context, true);
}

static void check_text(void *context) {
    make_document(context, false);
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

static const struct {
    const char *name;
    benchFn *run;
} kernels[] = {{"read", read_text},
               {"check", check_text},
               {"format", format},
               {"replace", replace},
               {"find", find}};
#define KERNELS (sizeof kernels / sizeof kernels[0])

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
}

static void finish(scene *s) {
    tm_document_destroy(s->document);
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

int main(int argc, char **argv) {
    static const char *const problems[] = {"types", "parts", "variants", "row"};
    static const int sizes[] = {25, 1000, 10000, 100000};
    if (argc == 5 && strcmp(argv[1], "--once") == 0) {
        return run_once(argv[2], atoi(argv[3]), argv[4]);
    }
    FILE *csv = bench_csv("texts.csv");
    fprintf(csv, "problem,bodies,lines,bytes,kernel,seconds,memory\n");
    for (size_t p = 0; p < sizeof problems / sizeof problems[0]; p++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            scene s;
            start(&s, problems[p], sizes[i]);
            for (size_t k = 0; k < KERNELS; k++) {
                benchContender one = {"trammel", kernels[k].run, &s, 0.0};
                bench_compare(&one, 1, BUDGET);
                size_t memory = k < 2 ? s.most : 0;
                fprintf(csv, "%s,%d,%zu,%zu,%s,%.3e,%zu\n", problems[p], sizes[i], s.lines,
                        s.length, kernels[k].name, one.seconds, memory);
                printf("%-6s %6d bodies %7zu lines %9zu bytes  %-8s %10.6f ms  %6.1f MB\n",
                       problems[p], sizes[i], s.lines, s.length, kernels[k].name, 1e3 * one.seconds,
                       1e-6 * (double)memory);
            }
            finish(&s);
        }
    }
    return fclose(csv) == 0 ? 0 : 1;
}
