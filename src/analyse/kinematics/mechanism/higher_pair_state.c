/* higher_pair_state.c: copies of a mechanism's higher pairs for a plan. */
#include "analyse/kinematics/mechanism/mechanism.h"

#include <math.h>
#include <string.h>

static bool reserve(tmiPairs *pairs, tmiArena *arena, int32_t count) {
    *pairs = (tmiPairs){0};
    pairs->joints = tmi_arena_alloc(arena, (size_t)count, sizeof *pairs->joints);
    pairs->nodes = tmi_arena_alloc(arena, (size_t)count, sizeof *pairs->nodes);
    pairs->slots = tmi_arena_alloc(arena, (size_t)count, sizeof *pairs->slots);
    return pairs->joints && pairs->nodes && pairs->slots;
}

static int32_t count_pairs(const tmMechanism *m) {
    int32_t count = 0;
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        count += m->joints[i].pair != NULL;
    }
    return count;
}

tmStatus tmi_pairs_make(tmiPairs *pairs, tmiArena *arena, const tmMechanism *m) {
    size_t count = (size_t)count_pairs(m);
    bool made = reserve(pairs, arena, (int32_t)count);
    tmiPair *own = tmi_arena_alloc(arena, count, sizeof *own);
    pairs->start = tmi_arena_alloc(arena, count, sizeof *pairs->start);
    pairs->good = tmi_arena_alloc(arena, count, sizeof *pairs->good);
    if (!made || !own || !pairs->start || !pairs->good) {
        return TM_ERR_MEMORY;
    }
    for (int32_t i = 0; i < m->joint_ids.count; i++) {
        if (m->joints[i].pair) {
            tmiPlanarJoint *copy = &pairs->joints[pairs->count];
            *copy = m->joints[i];
            own[pairs->count] = *copy->pair;
            copy->pair = &own[pairs->count];
            for (int32_t k = 0; k < copy->feature_count; k++) {
                pairs->nodes[pairs->count][k] = m->features[copy->features[k]].body;
            }
            pairs->slots[pairs->count++] = i;
        }
    }
    tmi_pairs_follow(pairs, m, NULL);
    tmi_pairs_accept(pairs);
    tmi_pairs_store(pairs, pairs->start[0]);
    return TM_OK;
}

tmStatus tmi_pairs_keep(const tmiPairs *pairs, tmiArena *arena) {
    for (int32_t i = 0; i < pairs->count; i++) {
        tmiProfile **profile = &pairs->joints[i].pair->profile;
        tmiProfile *copy = *profile ? tmi_profile_copy(*profile, arena) : NULL;
        if (*profile && !copy) {
            return TM_ERR_MEMORY;
        }
        *profile = copy;
    }
    return TM_OK;
}

tmStatus tmi_pairs_clone(tmiPairs *pairs, tmiArena *arena, const tmMechanism *m,
                         const tmiPairs *from) {
    tmStatus status = tmi_pairs_make(pairs, arena, m);
    for (int32_t i = 0; status == TM_OK && i < pairs->count; i++) {
        memcpy(pairs->start[i], from->start[i], sizeof(tmiWinds));
        memcpy(pairs->good[i], from->good[i], sizeof(tmiWinds));
    }
    return status;
}

tmStatus tmi_pairs_part(tmiPairs *part, tmiArena *arena, const tmiPairs *whole, int32_t count) {
    bool made = reserve(part, arena, count);
    part->whole = tmi_arena_alloc(arena, (size_t)count, sizeof *part->whole);
    part->start = whole->start;
    part->good = whole->good;
    return made && part->whole ? TM_OK : TM_ERR_MEMORY;
}

void tmi_pairs_add(tmiPairs *part, const tmiPairs *whole, int32_t number, const int32_t *local) {
    int32_t at = part->count++;
    part->joints[at] = whole->joints[number];
    part->slots[at] = whole->slots[number];
    part->whole[at] = number;
    for (int32_t k = 0; k < whole->joints[number].feature_count; k++) {
        part->nodes[at][k] = local[whole->nodes[number][k]];
    }
}

const double *tmi_pairs_start(const tmiPairs *pairs, int32_t i) {
    return pairs->start[pairs->whole ? pairs->whole[i] : i];
}

double *tmi_pairs_good(const tmiPairs *pairs, int32_t i) {
    return pairs->good[pairs->whole ? pairs->whole[i] : i];
}

void tmi_pairs_return(const tmiPairs *pairs) {
    for (int32_t i = 0; i < pairs->count; i++) {
        memcpy(pairs->joints[i].pair->wind, tmi_pairs_good(pairs, i), sizeof(tmiWinds));
    }
}

void tmi_pairs_accept(const tmiPairs *pairs) {
    for (int32_t i = 0; i < pairs->count; i++) {
        memcpy(tmi_pairs_good(pairs, i), pairs->joints[i].pair->wind, sizeof(tmiWinds));
    }
}

void tmi_pairs_copy(const tmiPairs *to, const tmiPairs *from) {
    for (int32_t i = 0; i < to->count; i++) {
        memcpy(to->joints[i].pair->wind, from->joints[i].pair->wind, sizeof(tmiWinds));
    }
}

tmiPlanarJoint *tmi_pairs_find(const tmiPairs *pairs, int32_t slot) {
    int32_t low = 0, high = pairs->count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (pairs->slots[middle] < slot) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < pairs->count && pairs->slots[low] == slot ? &pairs->joints[low] : NULL;
}

size_t tmi_pairs_winds(const tmiPairs *pairs) {
    return (size_t)pairs->count * TM_JOINT_FEATURES;
}

void tmi_pairs_store(const tmiPairs *pairs, double *winds) {
    for (int32_t i = 0; i < pairs->count; i++) {
        memcpy(winds + i * TM_JOINT_FEATURES, pairs->joints[i].pair->wind,
               sizeof pairs->joints[i].pair->wind);
    }
}

void tmi_pairs_load(const tmiPairs *pairs, const double *winds) {
    for (int32_t i = 0; i < pairs->count; i++) {
        memcpy(pairs->joints[i].pair->wind, winds + i * TM_JOINT_FEATURES,
               sizeof pairs->joints[i].pair->wind);
    }
}

void tmi_pairs_follow(const tmiPairs *pairs, const tmMechanism *m, const tmPose *poses) {
    for (int32_t i = 0; i < pairs->count; i++) {
        tmiFeaturePose places[TM_JOINT_FEATURES];
        tmi_joint_feature_poses(m, &pairs->joints[i], poses, places);
        tmi_pair_follow(&pairs->joints[i], places);
    }
}

double tmi_pairs_gap(const tmiPairs *pairs, const tmMechanism *m, const tmPose *poses,
                     double size) {
    double max = 0.0;
    for (int32_t i = 0; i < pairs->count; i++) {
        double gap = tmi_joint_gap_at(m, &pairs->joints[i], poses, size);
        max = gap <= max || max != max ? max : gap;
    }
    return max;
}

double tmi_pairs_roundings(const tmiPairs *pairs, double size) {
    double max = 0.0;
    for (int32_t i = 0; i < pairs->count; i++) {
        double own = tmi_pair_roundings(&pairs->joints[i], size);
        max = own > max ? own : max;
    }
    return max;
}

bool tmi_pairs_count_turns(const tmiPairs *pairs) {
    for (int32_t i = 0; i < pairs->count; i++) {
        for (int32_t k = 0; k < pairs->joints[i].feature_count; k++) {
            if (tmi_pair_rate(&pairs->joints[i], k) != 0.0) {
                return true;
            }
        }
    }
    return false;
}
