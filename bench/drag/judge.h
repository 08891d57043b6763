/* judge.h: what a contender's frames are worth, by the reference alone. */
#ifndef TM_BENCH_JUDGE_H
#define TM_BENCH_JUDGE_H

#include "family.h"
#include "system.h"

#define CURVES_MAX 24

typedef enum Offence {
    OFFENCE_FLIP, /* it is on another side of a dead centre, or motion, than fine steps lead to */
    OFFENCE_KICK, /* a point moved more than ten times the pointer, and fine steps do not */
    OFFENCE_FAILURE, /* not done although fine steps go there, or done and wrong */
    OFFENCE_STRAY,   /* none of these, but elsewhere than fine steps lead to */
    OFFENCE_BREAK,   /* not done, and rightly: fine steps end on the way. No offence */
    OFFENCES
} Offence;

/* All that is known of one scene: its motions, found as contenders stray onto them. */
typedef struct Judge {
    const Scene *scene;
    Curve *curves[CURVES_MAX]; /* none for a scene of more freedoms */
    int curve_count;
    int freedoms;
    double start; /* where on the first the scene starts */
} Judge;

typedef struct Verdict {
    int frames;
    int count[OFFENCES];
    double out_and_back; /* largest distance of a feature from its start, of the size */
    double seconds;      /* of the contender's run */
} Verdict;

/* Told of every offence; `detail` is a number that says more: distance, ratio, part. */
typedef void JudgeTold(void *context, const Path *path, int frame, Offence offence,
                       const char *words, double detail);

void judge_begin(Judge *judge, const Scene *scene);
void judge_end(Judge *judge);

/* Makes the paths of the judge's scene, which is this one of the family, and returns how many. */
int family_paths(const Family *family, int number, const Judge *judge, Path *paths);

/* Judges a run and adds to the verdict. `told` may be null. */
void judge_run(Judge *judge, const Path *path, const DragAnswer *answers, const ScenePoint *points,
               Verdict *verdict, JudgeTold *told, void *context);

const char *offence_name(Offence offence);

#endif
