/* make_private.h: what the files that make variants, worlds and runs share. */
#ifndef TMI_MAKE_PRIVATE_H
#define TMI_MAKE_PRIVATE_H

#include "define/language/meaning/meaning.h"

/* ---- arguments.c: calls of types, hinges and shapes ----------------------------------------- */

/* Arguments of a call by the names of its parameters. */
typedef struct tmiCall {
    const char *what; /* the name of what is called, for messages */
    int32_t what_length;
    const char *const *names;
    const int32_t *lengths;
    const bool *optional;
    int32_t count, places; /* the first `places` can be given without their names */
} tmiCall;

/* Puts the node of each argument into `nodes`, 0 where it is missing; reports what is wrong with
 * them. `call` is a path or CALL. */
bool tmi_match_arguments(tmiMaker *m, tmiSpot call, const tmiCall *wanted, tmiNodeRef *nodes);

/* The same for rows of arguments, evaluated; `extra` more rows can be given by name only. */
bool tmi_give_arguments(tmiMaker *m, tmiSpot call, const char *what, int32_t what_length,
                        const tmParameter *rows, int32_t count, const tmParameter *extra,
                        int32_t extra_count, tmiGiven *given);

/* ---- make_variant.c ------------------------------------------------------------------------- */

/* Checks a type, its parameters unknown: makes its `checked`, null where it cannot be. */
void tmi_check_type(tmiMaker *m, int32_t type);

/* The variant for a call of the type, evaluated in the present scope: component `component` of the
 * scope's type, or -1 for a run. The type's `checked` where arguments are not known. Null after a
 * mistake in the definition of the type or a lack of memory. */
tmiVariant *tmi_variant_of(tmiMaker *m, int32_t type, tmiSpot call, int32_t component);

/* ---- Sections ------------------------------------------------------------------------------- */

void tmi_make_geometry(tmiMaker *m, tmiVariant *v); /* make_geometry.c */

/* Whether an expression is axis(along, at): it is put into *feature, which must be zero; what is
 * wrong with it is reported. */
bool tmi_make_axis(tmiMaker *m, tmiSpot at, tmiBodyFeature *feature);
void tmi_make_properties(tmiMaker *m, tmiVariant *v);       /* make_settings.c */
void tmi_make_structure(tmiMaker *m, tmiVariant *v);        /* make_structure.c */
void tmi_make_join(tmiMaker *m, tmiVariant *v, tmiSpot at); /* make_join.c */

/* Reads attributes, `name = value`, of a statement from `first` on. */
void tmi_make_attributes(tmiMaker *m, tmiSpot first, tmiContext context, const char *who,
                         tmiSetting **settings, int32_t *setting_count);
void tmi_make_interference(tmiMaker *m, tmiVariant *v); /* make_structure.c */
void tmi_make_controls(tmiMaker *m, tmiVariant *v);     /* make_control.c */
void tmi_make_run(tmiMaker *m, tmiSpot run);            /* make_run.c */
void tmi_warn_run(tmiMaker *m, const tmiRun *run);      /* warn_run.c */

/* Makes a clause of `field`, drive or vary, of the world of m->within. In make_range.c. */
void tmi_make_range(tmiMaker *m, const tmiField *field, tmiSpot clause, tmiRunRange *range);

/* How drives go in time, in make_pace.c. tmi_takes_pace: whether a field with this value is for
 * tmi_make_pace, which evaluates a speed, of any dimension, or keeps the table that is named;
 * tmi_check_pace: whether all of it fits the drives. */
bool tmi_takes_pace(tmiMaker *m, const tmiField *field, tmiSpot at);
bool tmi_make_pace(tmiMaker *m, const tmiField *field, tmiSpot at, tmiRun *run, tmiValue *value);
void tmi_check_pace(tmiMaker *m, const tmiRun *run);

/* Records whether a body of the variant lacks shape, mass and dynamics; reports where one lacks the
 * first two but has dynamics, of its own or of a composite around it. */
void tmi_check_mass(tmiMaker *m, tmiVariant *v); /* check_mass.c */

/* Report parts that are placed twice, and motions that are prescribed twice. In check_unique.c. */
void tmi_check_places(tmiMaker *m, const tmiVariant *v);
void tmi_check_motions(tmiMaker *m, const tmiVariant *v);

/* ---- make_settings.c ------------------------------------------------------------------------ */

/* Whether a property of this name was given, right or wrong. */
bool tmi_has_property(const tmiVariant *v, const char *name);

/* The fields of a material, contact or run: those that are plain values. */
void tmi_make_settings(tmiMaker *m, tmiSpot item, uint32_t context, const char *where,
                       tmiSetting **settings, int32_t *count);

/* ---- make_formula.c ------------------------------------------------------------------------- */

/* Makes code of an expression in the present scope. Never null except for a lack of memory. */
tmiFormula *tmi_formula_make(tmiMaker *m, tmiSpot expression, const tmiWanted *wanted);

/* Code of a function that is named alone, its parameters sensed of the target. */
tmiFormula *tmi_formula_of_function(tmiMaker *m, tmiSpot name, tmiSpot function,
                                    const tmiTarget *target, const tmiWanted *wanted);

/* The same for a quantity that it prescribes, as tmi_formula_for. */
tmiFormula *tmi_formula_of_function_for(tmiMaker *m, tmiSpot name, tmiSpot function,
                                        const tmiTarget *target, const tmiQuantityRow *row);

/* Whether the formula's value fits a quantity; makes it again with what is wanted of it. Angular
 * quantities of bodies take a number, too: about z. */
tmiFormula *tmi_formula_for(tmiMaker *m, tmiSpot expression, const tmiQuantityRow *row);

/* ---- make_world.c --------------------------------------------------------------------------- */

/* The world of a variant, made when it is asked for first; null where it has errors. */
tmiWorld *tmi_world_of(tmiMaker *m, tmiVariant *v);

/* Puts the name of an instance as the text has it, "bench.m.link[3]"; "" for the world. Returns its
 * bytes without the closing zero, beyond `size` too. */
size_t tmi_instance_name(const tmiWorlds *worlds, const tmiWorld *world, int32_t instance,
                         char *buffer, size_t size);

/* ---- make_hinge.c --------------------------------------------------------------------------- */

/* Checks a hinge that a text defines, its parameters unknown. */
void tmi_check_hinge(tmiMaker *m, int32_t hinge);

/* Arguments, then lines of such a hinge for a join; false after a message or where they are not
 * known. */
bool tmi_hinge_arguments(tmiMaker *m, int32_t hinge, tmiSpot call, tmiJoin *join);
bool tmi_hinge_lines(tmiMaker *m, int32_t hinge, tmiJoin *join);

/* Says what a hinge would match instead; `where`: " in a planar world", or "". */
void tmi_note_pattern(tmiMaker *m, const tmHingeKind *hinge, tmiSpot pairs, const char *kinds,
                      const char *where);

/* What the hinge matches, in words. */
void tmi_pattern_text(const char *patterns, tmiText *text);

#endif
