/* report_list.h: what can be made of a run: the words that `report` of a text takes and the options
 * of `trammel report`, in one list. */
#ifndef TRAMMEL_REPORT_LIST_H
#define TRAMMEL_REPORT_LIST_H

/* The rows, by their words: OPTION(word, report, animations, option, help), or WORD(word, report,
 * animations) for those that share the report of another row or have an option with a value.
 * `report` is the name of what the program makes of it (cli/reports), `animations` is 1 where there
 * is something to make of an `animate`, too. */
#define TM_REPORT_LIST(OPTION, WORD)                                                               \
    OPTION(animation, loop, 1, "--loop", "an animated picture, of planar worlds")                  \
    OPTION(csv, csv, 1, "--csv",                                                                   \
           "time and monitored values as a table, units in its first line; where nothing is "      \
           "monitored, poses; before it a line with # where bodies that may touch passed through " \
           "each other, or an animation did not reach frames")                                     \
    WORD(energy, csv, 0)                                                                           \
    WORD(equations, equations, 0)                                                                  \
    OPTION(events, events, 0, "--events", "what happened, and when")                               \
    OPTION(impulses, impulses, 0, "--impulses",                                                    \
           "tables of the impulses of impacts and of bodies that touch")                           \
    OPTION(json, json, 1, "--json",                                                                \
           "the table of --csv, and all that is known about the run, as one JSON object")          \
    WORD(page, page, 0)                                                                            \
    OPTION(plot, plot, 1, "--plot", "monitored values over time as a picture")                     \
    OPTION(svg, strip, 1, "--svg",                                                                 \
           "poses side by side as a picture, with the paths of traced points")                     \
    WORD(table, csv, 1)

/* The words as numbers of bits (tmSimulateInfo.reports). */
#define TM_REPORT_OPTION_BIT(word, report, animations, option, help) TM_REPORT_##word,
#define TM_REPORT_WORD_BIT(word, report, animations) TM_REPORT_##word,
typedef enum tmReportBit {
    TM_REPORT_LIST(TM_REPORT_OPTION_BIT, TM_REPORT_WORD_BIT) TM_REPORT_COUNT
} tmReportBit;
#undef TM_REPORT_OPTION_BIT
#undef TM_REPORT_WORD_BIT

#endif
