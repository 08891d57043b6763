/* modes_turn.c: branch and bound over a turn: an arc in which the gap's enclosure has no zero is
 * dropped, one in which its gradient has none holds at most one zero, any other is halved.
 *
 * The direction of the guess is +-(1 - t^2, 2t) / (1 + t^2) with t in [-1, 1]: two charts of half a
 * turn each, rational, so that enclosing it takes no sine. What cannot be decided is small: about a
 * zero that the gap touches without crossing (a fold of the mechanism), and about a dead centre of
 * an inner closed form that is a zero too. Such arcs end when they are so short that two zeros
 * within them would be one assembly. */
#include "analyse/kinematics/modes/modes_turn.h"

#include <math.h>

/* Arcs of each chart at the start. */
#define ARCS 8

/* Half widths of arcs in t [1]: where zeros count as one; the same at a dead centre, where poses go
 * with the root of t; and where an arc is given up. */
#define HALF_CLOSE 0x1p-23
#define HALF_SHARP 0x1p-44
#define HALF_MIN 0x1p-49

/* Halvings after which no double lies between the ends, and steps of a golden section that make
 * HALF_CLOSE a rounding. */
#define BISECTIONS 64
#define GOLDEN_STEPS 48
#define GOLDEN 0.6180339887498949

/* At a dead centre a gap below the first part of the size [1] may be a zero, and one beyond the
 * second is a pole. */
#define SHARP_NEAR 1e-5
#define POLE 1e3

/* Zeros found on arcs of HALF_CLOSE beyond which the gap has no single zeros: special lengths leave
 * the knot a freedom. A double zero has some ten. */
#define TOUCHES_MAX 256

/* What enclosing a step costs, in steps. */
#define ENCLOSE_COST 100

/* Every split adds one arc to the stack, and none goes deeper than HALF_MIN. */
#define STACK_MAX (2 * ARCS + 64)

typedef struct Arc {
    double low, high; /* of t */
    double chart;     /* +1 or -1 */
} Arc;

/* The gap at one t. */
typedef struct Sample {
    double t, gap;
    bool good; /* every step has an answer there */
} Sample;

static int32_t gap_register(const tmiStageVariant *v, int32_t number) {
    return v->emitter.gaps[number];
}

/* The gap that the guess must close: the first that depends on it. */
static int32_t main_gap(const tmiStageVariant *v) {
    for (int32_t i = 0; i < v->emitter.gap_count; i++) {
        if (v->program.varies[gap_register(v, i)] & TMI_BY_GUESS) {
            return gap_register(v, i);
        }
    }
    return gap_register(v, 0);
}

static Sample sample(tmiTurn *s, double chart, double t) {
    tmiStageVariant *v = s->variant;
    double *d = v->program.registers + v->guesses[0].direction;
    double unit = chart / (1.0 + t * t);
    d[0] = (1.0 - t * t) * unit;
    d[1] = 2.0 * t * unit;
    s->work -= v->closed_ops - v->known_ops;
    bool good = tmi_program_run(&v->program, v->known_ops, v->closed_ops, s->values) < 0;
    double gap = v->program.registers[main_gap(v)];
    return (Sample){t, gap, good && gap - gap == 0.0};
}

/* Runs the program at the better of two samples, and reports it. */
static bool offer(tmiTurn *s, double chart, Sample a, Sample b) {
    bool second = b.good && (!a.good || fabs(b.gap) < fabs(a.gap));
    Sample at = sample(s, chart, second ? b.t : a.t);
    return at.good && s->found(s->user, fabs(at.gap) <= s->tolerance);
}

/* The gap has different signs at both ends. */
static bool offer_crossing(tmiTurn *s, double chart, Sample a, Sample b) {
    for (int i = 0; i < BISECTIONS; i++) {
        Sample mid = sample(s, chart, 0.5 * (a.t + b.t));
        if (mid.t == a.t || mid.t == b.t || !mid.good) {
            break;
        }
        if ((mid.gap < 0.0) == (a.gap < 0.0)) {
            a = mid;
        } else {
            b = mid;
        }
    }
    return offer(s, chart, a, b);
}

static bool crosses(Sample a, Sample b) {
    return a.good && b.good && (a.gap < 0.0) != (b.gap < 0.0);
}

/* The gradient has no zero: there is one zero, or none. Returns whether the arc is done with. */
static bool finish_monotone(tmiTurn *s, const Arc *arc) {
    Sample a = sample(s, arc->chart, arc->low), b = sample(s, arc->chart, arc->high);
    if (!a.good || !b.good) {
        return false;
    }
    if (crosses(a, b)) {
        return offer_crossing(s, arc->chart, a, b);
    }
    bool at_end = fabs(a.gap) <= s->tolerance || fabs(b.gap) <= s->tolerance;
    return !at_end || offer(s, arc->chart, a, b);
}

/* The gap comes near zero and may turn back: looks for its minimum by golden section. Returns
 * whether there is a zero. */
static bool finish_touching(tmiTurn *s, const Arc *arc) {
    Sample a = sample(s, arc->chart, arc->low), b = sample(s, arc->chart, arc->high);
    if (crosses(a, b)) {
        return offer_crossing(s, arc->chart, a, b);
    }
    double low = arc->low, high = arc->high, part = GOLDEN * (high - low);
    Sample p = sample(s, arc->chart, high - part), q = sample(s, arc->chart, low + part);
    for (int i = 0; i < GOLDEN_STEPS && p.good && q.good; i++) {
        if (crosses(a, p) || crosses(a, q)) { /* two zeros, next to each other */
            return offer_crossing(s, arc->chart, a, crosses(a, p) ? p : q);
        }
        part *= GOLDEN;
        if (fabs(p.gap) < fabs(q.gap)) {
            high = q.t;
            q = p;
            p = sample(s, arc->chart, high - part);
        } else {
            low = p.t;
            p = q;
            q = sample(s, arc->chart, low + part);
        }
    }
    double min = fabs(p.gap) < fabs(q.gap) ? fabs(p.gap) : fabs(q.gap);
    return p.good && q.good && min <= s->tolerance && offer(s, arc->chart, p, q);
}

/* The last sample with an answer on the way from a, which has one, to b, which has none. */
static Sample find_edge(tmiTurn *s, double chart, Sample a, Sample b) {
    for (int i = 0; i < BISECTIONS; i++) {
        Sample mid = sample(s, chart, 0.5 * (a.t + b.t));
        if (mid.t == a.t || mid.t == b.t) {
            break;
        }
        if (mid.good) {
            a = mid;
        } else {
            b = mid;
        }
    }
    return a;
}

/* A dead centre or a pole lies in the arc. Returns whether the arc is done with. */
static bool finish_sharp(tmiTurn *s, const Arc *arc) {
    Sample a = sample(s, arc->chart, arc->low), b = sample(s, arc->chart, arc->high);
    if (!a.good && !b.good) {
        return false;
    }
    if (a.good && !b.good) {
        b = find_edge(s, arc->chart, a, b);
    } else if (b.good && !a.good) {
        a = find_edge(s, arc->chart, b, a);
    }
    double min = fabs(a.gap) < fabs(b.gap) ? fabs(a.gap) : fabs(b.gap);
    if (min > POLE * s->size) {
        return true;
    }
    if (crosses(a, b)) {
        return offer_crossing(s, arc->chart, a, b);
    }
    return min <= SHARP_NEAR * s->size && offer(s, arc->chart, a, b);
}

/* Encloses the program over the arc; false when it has no answer there. */
static bool enclose(tmiTurn *s, const Arc *arc, double half) {
    const tmiStageVariant *v = s->variant;
    double middle = 0.5 * (arc->low + arc->high);
    const tmiEnclosure one = tmi_enclosure_of(1.0), two = tmi_enclosure_of(2.0 * arc->chart);
    const tmiEnclosure t = {{arc->low, arc->high}, {middle, middle}, {1.0, 1.0}};
    tmiEnclosure below = tmi_enclosure_add(one, tmi_enclosure_square(t, half), half);
    tmiEnclosure over = tmi_enclosure_divide(two, below, half);
    int32_t at = v->guesses[0].direction;
    s->enclosures[at] = tmi_enclosure_subtract(over, tmi_enclosure_of(arc->chart), half);
    s->enclosures[at + 1] = tmi_enclosure_multiply(over, t, half);
    s->work -= ENCLOSE_COST * (int64_t)(v->closed_ops - v->known_ops);
    return tmi_program_enclose(&v->program, v->known_ops, v->closed_ops, s->values, half,
                               s->enclosures);
}

/* Whether some gap that depends on the guess has no zero over the arc. */
static bool is_excluded(const tmiTurn *s) {
    const tmiStageVariant *v = s->variant;
    for (int32_t i = 0; i < v->emitter.gap_count; i++) {
        int32_t at = gap_register(v, i);
        tmiInterval gap = s->enclosures[at].all;
        if ((v->program.varies[at] & TMI_BY_GUESS) && (gap.low > 0.0 || gap.high < 0.0)) {
            return true;
        }
    }
    return false;
}

/* Returns whether the arc is done with; otherwise it must be halved. */
static bool look_at(tmiTurn *s, const Arc *arc) {
    double half = 0.5 * (arc->high - arc->low);
    if (!enclose(s, arc, half) || is_excluded(s)) {
        return true;
    }
    tmiInterval derivative = s->enclosures[main_gap(s->variant)].derivative;
    if (derivative.low != derivative.low || derivative.high != derivative.high) {
        s->proven = false; /* the input is meaningless: a closed form has no single answer */
        return true;
    }
    if (tmi_interval_is_bounded(derivative)) {
        if (!tmi_interval_has_zero(derivative) && finish_monotone(s, arc)) {
            return true;
        }
        bool touches = half <= HALF_CLOSE && finish_touching(s, arc);
        s->touches += touches;
        return touches;
    }
    return half <= HALF_SHARP && finish_sharp(s, arc);
}

static void search_from(tmiTurn *s, Arc first) {
    Arc stack[STACK_MAX];
    int32_t count = 0;
    stack[count++] = first;
    while (count > 0 && s->work > 0 && s->touches < TOUCHES_MAX) {
        Arc arc = stack[--count];
        if (look_at(s, &arc)) {
            continue;
        }
        double middle = 0.5 * (arc.low + arc.high);
        if (0.5 * (arc.high - arc.low) <= HALF_MIN) {
            s->proven = false;
            continue;
        }
        stack[count++] = (Arc){middle, arc.high, arc.chart};
        stack[count++] = (Arc){arc.low, middle, arc.chart};
    }
    s->proven &= count == 0;
}

void tmi_turn_search(tmiTurn *turn) {
    turn->proven = true;
    turn->touches = 0;
    tmi_program_enclose_start(&turn->variant->program, turn->enclosures);
    for (int chart = 1; chart >= -1; chart -= 2) {
        for (int i = 0; i < ARCS; i++) {
            Arc arc = {2.0 * i / ARCS - 1.0, 2.0 * (i + 1) / ARCS - 1.0, chart};
            search_from(turn, arc);
        }
    }
}
