/* report_events.c: what happened in a run, a sentence for each event. */
#include "report/reports/report_table.h"

#include <math.h>
#include <string.h>

/* Decimals of times: as many as show all of them exactly, within these; more for runs of less than
 * a tenth of a second. */
#define DECIMALS_MIN 4
#define DECIMALS_MAX 6
#define SHORTER_MAX 12

/* Maximum distance of a time from a whole number of last places that counts as rounding [1]. */
#define TIME_WHOLE 1e-4

/* A gap that opens slower than this part of the speed at which it closed opens by rounding [1]. */
#define REBOUND 1e-6

typedef struct Story {
    const tmRecording *recording;
    tmiSvg out;
    int32_t decimals, width; /* of times */
} Story;

/* ---- Words --------------------------------------------------------------------------------- */

static void put(Story *s, const char *text) {
    tmi_svg_raw(&s->out, text);
}

static void put_number(Story *s, const char *before, double number, const char *unit) {
    char buffer[40];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_rounded(&text, number);
    put(s, before);
    put(s, buffer);
    put(s, unit);
}

static void put_time(Story *s, double time) {
    char buffer[400];
    tmiText text;
    tmi_text_init(&text, buffer, sizeof buffer);
    tmi_text_add_double(&text, time, s->decimals);
    for (int32_t i = (int32_t)text.need; i < s->width; i++) {
        put(s, " ");
    }
    put(s, buffer);
    put(s, " s  ");
}

static const char *joint_of(const Story *s, const tmSimEvent *event) {
    const char *name = tm_recording_joint(s->recording, event->joint);
    return name ? name : "a joint";
}

/* ---- Sentences ----------------------------------------------------------------------------- */

static void describe_input(Story *s, const tmSimEvent *event) {
    tmInputInfo input = {.name = "an input", .unit = ""};
    tm_recording_input(s->recording, event->input, &input);
    put(s, input.name);
    put_number(s, " becomes ", event->value, *input.unit ? " " : "");
    put(s, input.unit);
}

/* Units of a coordinate, of an impulse along it, and of its rate. */
typedef struct Units {
    const char *value, *impulse, *rate;
} Units;

/* Of hinges only pins and sliders have limits; recordings may hold any name. */
static Units units_of(const Story *s, const tmSimEvent *event) {
    static const Units none = {"", "", ""}, turns = {" rad", " N*m*s", " rad/s"},
                       slides = {" m", " N*s", " m/s"};
    const tmiRecordingHead *head = &s->recording->head;
    bool known = event->joint >= 0 && event->joint < head->joint_count;
    const char *kind = known ? head->joints[event->joint].kind : "";
    return strcmp(kind, "pin") == 0 ? turns : strcmp(kind, "slider") == 0 ? slides : none;
}

static void describe_limit(Story *s, const tmSimEvent *event) {
    Units units = units_of(s, event);
    put(s, joint_of(s, event));
    if (event->kind == TM_SIM_EVENT_RELEASE) {
        put_number(s, " leaves its limit at ", event->value, units.value);
        return;
    }
    put_number(s, " meets its limit at ", event->value, units.value);
    put_number(s, ": impulse ", event->impulse, units.impulse);
    put_number(s, ", rate ", event->before, units.rate);
    put_number(s, " before and ", event->after, units.rate);
    put(s, " after");
}

static void describe_touch(Story *s, const tmSimEvent *event) {
    const char *names[2];
    tmi_report_names(s->recording, event, names);
    put(s, names[0]);
    put(s, event->kind == TM_SIM_EVENT_TOUCH    ? " touches "
           : event->kind == TM_SIM_EVENT_IMPACT ? " hits "
                                                : " parts from ");
    put(s, names[1]);
    if (event->kind == TM_SIM_EVENT_PART) {
        return;
    }
    if (event->impulse == 0.0) { /* from the start on */
        return;
    }
    put_number(s, ": ", event->impulse, " N*s");
    if (event->before < 0.0) {
        put_number(s, ", ", -event->before, " m/s");
    }
    if (event->before < 0.0 && event->after > REBOUND * -event->before) {
        put_number(s, ", leaves at ", event->after, " m/s");
    }
}

static void describe_reduced(Story *s, const tmSimEvent *event) {
    const char *names[2];
    if (event->joint >= 0) {
        put(s, joint_of(s, event));
    } else {
        tmi_report_names(s->recording, event, names);
        put(s, names[0]);
        put(s, " and ");
        put(s, names[1]);
    }
    put_number(s, ": restitution ", event->after, "");
    put_number(s, " instead of ", event->before, ", since the full value would gain energy");
}

static void describe_pass(Story *s, const tmSimEvent *event) {
    const char *names[2];
    tmi_report_names(s->recording, event, names);
    put(s, names[0]);
    put(s, " passes into ");
    put(s, names[1]);
    put(s, ": nothing holds them apart");
}

/* Of two bodies that touch: how they go on. */
static void describe_change(Story *s, const tmSimEvent *event) {
    const char *names[2];
    bool rests = event->kind == TM_SIM_EVENT_REST;
    tmi_report_names(s->recording, event, names);
    put(s, names[0]);
    put(s, rests                               ? " rests on "
           : event->kind == TM_SIM_EVENT_STICK ? " sticks to "
                                               : " slides on ");
    put(s, names[1]);
    if (rests) {
        put_number(s, ": its impacts, ever faster, end at ", event->value, " s");
    }
}

static void describe_unsolved(Story *s, const tmSimEvent *event) {
    const char *names[2];
    if (event->bodies[0] >= 0 && event->bodies[1] >= 0) {
        tmi_report_names(s->recording, event, names);
        put(s, names[0]);
        put(s, " and ");
        put(s, names[1]);
        put(s, ": ");
    }
    put(s, "the contact model has no answer, the pair form takes over");
}

static void describe_jump(Story *s, const tmSimEvent *event) {
    const char *names[2];
    tmi_report_names(s->recording, event, names);
    put(s, tm_recording_joint(s->recording, event->joint) ? joint_of(s, event) : names[0]);
    put_number(s, ": the rate that is prescribed jumps from ", event->before, "");
    put_number(s, " to ", event->after, ", which takes an impulse that forces do not show");
}

static void describe_failure(Story *s, const tmSimEvent *event) {
    put(s, "it cannot go on");
    if (tm_recording_joint(s->recording, event->joint)) {
        put(s, ": ");
        put(s, joint_of(s, event));
    }
}

static void put_event(Story *s, const tmSimEvent *event) {
    switch (event->kind) {
    case TM_SIM_EVENT_INPUT:
        describe_input(s, event);
        break;
    case TM_SIM_EVENT_LIMIT:
    case TM_SIM_EVENT_RELEASE:
        describe_limit(s, event);
        break;
    case TM_SIM_EVENT_PASS:
        describe_pass(s, event);
        break;
    case TM_SIM_EVENT_JUMP:
        describe_jump(s, event);
        break;
    case TM_SIM_EVENT_LESSENED:
        describe_reduced(s, event);
        break;
    case TM_SIM_EVENT_TOUCH:
    case TM_SIM_EVENT_IMPACT:
    case TM_SIM_EVENT_PART:
        describe_touch(s, event);
        break;
    case TM_SIM_EVENT_REST:
    case TM_SIM_EVENT_SLIP:
    case TM_SIM_EVENT_STICK:
        describe_change(s, event);
        break;
    case TM_SIM_EVENT_UNSOLVED:
        describe_unsolved(s, event);
        break;
    case TM_SIM_EVENT_STIFF:
        put(s, "the stiff method takes over");
        break;
    case TM_SIM_EVENT_LOOSE:
        put(s, "the usual method takes over again");
        break;
    case TM_SIM_EVENT_STOP:
        put(s, "stop: the condition holds");
        break;
    case TM_SIM_EVENT_FAILURE:
        describe_failure(s, event);
        break;
    case TM_SIM_EVENTS:
        put(s, "something that this version does not know");
        break;
    default: /* start, end */
        put(s, tm_sim_event_name(event->kind));
        break;
    }
}

/* ---- Times --------------------------------------------------------------------------------- */

static double time_of(const tmRecording *r, int32_t index) {
    tmSimEvent event = {.time = 0.0};
    tm_recording_event(r, index, &event);
    return event.time;
}

/* Whether this many decimals show all times. */
static bool are_exact(const tmRecording *r, int32_t decimals) {
    double places = 1.0;
    for (int32_t i = 0; i < decimals; i++) {
        places *= 10.0;
    }
    for (int32_t i = 0; i < r->info.events; i++) {
        double time = places * time_of(r, i);
        if (!(fabs(time - floor(time + 0.5)) <= TIME_WHOLE)) {
            return false;
        }
    }
    return true;
}

static void measure_times(Story *s) {
    const tmRecording *r = s->recording;
    double last = 0.0;
    int32_t shorter = 0, max;
    for (int32_t i = 0; i < r->info.events; i++) {
        double time = fabs(time_of(r, i));
        last = time > last ? time : last;
    }
    for (double time = last; time > 0.0 && time < 1.0 && shorter < SHORTER_MAX; shorter++) {
        time *= 10.0;
    }
    max = DECIMALS_MAX + shorter;
    s->decimals = DECIMALS_MIN + shorter - (shorter > 0);
    while (s->decimals < max && !are_exact(r, s->decimals)) {
        s->decimals++;
    }
    s->width = s->decimals + 2;
    for (; last >= 10.0 && s->width < 300; last /= 10.0) {
        s->width++;
    }
}

tmStatus tm_report_events(tmRecording *recording, tmWriteFn *write, void *user) {
    Story story = {.recording = recording};
    tmStatus status = tmi_report_start(recording, -1, write);
    if (status != TM_OK) {
        return status;
    }
    tmi_svg_init(&story.out, write, user);
    measure_times(&story);
    for (int32_t i = 0; i < recording->info.events; i++) {
        tmSimEvent event;
        if (tmi_report_event(recording, i, &event)) {
            put_time(&story, event.time);
            put_event(&story, &event);
            put(&story, "\n");
        }
    }
    tmi_svg_flush(&story.out);
    return TM_OK;
}
