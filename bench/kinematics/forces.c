/* forces.c: rates and forces of driven mechanisms against their moves: the ratio is what an
 * animation with a speed costs beside one without. */
#include "forces.h"

#include "measure.h"
#include "trammel/trammel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 5
#define RATIO_MAX 5.0

#define LINK                                                                                       \
    "primitive link(l) begin geometry: bar(l, 10mm, 5mm) where begin\n"                            \
    "  a: (-l / 2, 0); b: (l / 2, 0); end; dynamics: ; end\n"

#define RUN "animate w begin drive: motor.angle = 50deg .. 410deg in 361 frames; speed: 60rpm; end"

static const struct {
    const char *name, *text;
} cases[] = {
    {"4-bar forces",
     LINK "world w begin components crank: link(0.1m); coupler: link(0.3m); rocker: link(0.25m);\n"
          "  structure begin join crank to world with pin matching (a center) as motor;\n"
          "  join coupler to crank with pin matching (a b); join rocker to coupler with pin\n"
          "  matching (b b); join rocker to world with pin matching (a (0.35m, 0));\n"
          "  place crank by a at (0, 0) angle = 50deg; place rocker by a near (0.35m, 0) "
          "angle = 100deg; end properties: (planar, gravity); end\n" RUN},
    {"slider-crank forces",
     LINK "primitive piston begin geometry: cuboid(40mm, 30mm, 30mm) where begin\n"
          "  bore: axis((1, 0)); end; dynamics: ; end\n"
          "world w begin components crank: link(40mm); rod: link(140mm); piston: piston;\n"
          "  structure begin join crank to world with pin matching (a center) as motor;\n"
          "  join rod to crank with pin matching (a b); join piston to rod with pin matching\n"
          "  (center b); join piston to world with slider matching (bore x_axis) as guide;\n"
          "  place piston by center near (180mm, 0); end properties: (planar, gravity); end\n" RUN},
    {"spatial 4-bar forces",
     "primitive disc begin geometry: cylinder(60mm, 10mm) where begin axle: axis((0, 0, 1));\n"
     "  edge: (50mm, 0, 20mm); end; dynamics: ; end\n"
     "primitive rod begin geometry: capsule(6mm, 188mm) where begin low: (0, 0, -100mm);\n"
     "  high: (0, 0, 100mm); x: axis((1, 0, 0), (0, 0, -100mm)); end; dynamics: ; end\n"
     "primitive lever begin geometry: cuboid(150mm, 20mm, 20mm) where begin\n"
     "  pivot: axis((0, 1, 0), (-75mm, 0, 0)); tip: (75mm, 0, 0); end; dynamics: ; end\n"
     "world w begin components disc: disc; rod: rod; lever: lever; structure begin\n"
     "  join disc to world with pin matching (axle z_axis, center center) as motor;\n"
     "  join rod to disc with universal matching (low edge, x axle);\n"
     "  join rod to lever with ball.and.socket matching (high tip);\n"
     "  join lever to world with pin matching (pivot axis((0, 1, 0), (-40mm, 0, 200mm)),\n"
     "    (-75mm, 0, 0) (-40mm, 0, 200mm)); end properties: (gravity); end\n" RUN},
};

/* The shortest times of a frame [s]: of a move, and of its forces. */
static void measure(tmAnimation *animation, double seconds, double best[2]) {
    int32_t frames = tm_animation_info(animation)->frames;
    best[0] = best[1] = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        double spent[2] = {0.0, 0.0};
        long count = 0;
        do {
            tmDrivenInfo info;
            double start = measure_clock(), middle;
            for (int32_t i = 0; i < frames; i++) {
                if (tm_animation_move(animation, i, NULL) != TM_OK) {
                    abort();
                }
            }
            middle = measure_clock();
            for (int32_t i = 0; i < frames; i++) {
                if (tm_animation_solve(animation, 1.0, NULL, &info) != TM_OK ||
                    info.outcome != TM_DRIVEN_DONE) {
                    abort();
                }
            }
            spent[0] += middle - start;
            spent[1] += measure_clock() - middle;
            count += frames;
        } while (spent[0] + spent[1] < seconds);
        for (int i = 0; i < 2; i++) {
            double each = spent[i] / (double)count;
            best[i] = each < best[i] ? each : best[i];
        }
    }
}

int forces_compare(double seconds) {
    int missed = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tmDocumentDef def = tm_document_def_default();
        tmModelDef model_def = tm_model_def_default();
        tmDocument *document;
        tmModel *model;
        tmAnimation *animation;
        double best[2];
        def.text = cases[i].text;
        def.length = strlen(cases[i].text);
        if (tm_document_create(NULL, &def, &document) != TM_OK ||
            tm_model_create(NULL, document, 0, &model_def, &model) != TM_OK ||
            tm_animation_create(NULL, model, &animation) != TM_OK) {
            abort();
        }
        measure(animation, seconds, best);
        double ratio = best[1] / best[0];
        missed += !(ratio <= RATIO_MAX);
        printf("%-22s move %8.0f ns, forces %8.0f ns, ratio %5.2f, target %.0f%s\n", cases[i].name,
               1e9 * best[0], 1e9 * best[1], ratio, RATIO_MAX, ratio <= RATIO_MAX ? "" : " (slow)");
        tm_animation_destroy(animation);
        tm_model_destroy(model);
        tm_document_destroy(document);
    }
    return missed;
}
