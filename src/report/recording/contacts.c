/* contacts.c: contacts of a frame as bytes, and back. They lie behind the numbers of the frame,
 * each of as many bytes as the frame says: what a later version adds is at their ends, and is
 * skipped. */
#include "report/recording/pack.h"
#include "report/recording/recording.h"

#define FLAG_SLIPS 1u
#define FLAG_PARTED 2u

/* Where a frame has its number of contacts, and the bytes of each. */
#define COUNT_AT 24
#define EACH_AT 28
#define QUALITY_AT 32

bool tmi_is_contact(const tmiFrameLayout *layout, const tmContact *contact) {
    for (int i = 0; i < 2; i++) {
        if (contact->bodies[i] < 0 || (size_t)contact->bodies[i] > layout->bodies ||
            contact->pieces[i] < 0) {
            return false;
        }
    }
    return true;
}

unsigned char *tmi_put_contact(const tmiFrameLayout *layout, unsigned char *at,
                               const tmContact *contact) {
    size_t axes = layout->planar ? 2 : 3;
    at = tmi_put32(at, (uint32_t)contact->bodies[0]);
    at = tmi_put32(at, (uint32_t)contact->bodies[1]);
    at = tmi_put32(at, (uint32_t)contact->pieces[0]);
    at = tmi_put32(at, (uint32_t)contact->pieces[1]);
    at = tmi_put64(at, (contact->slips ? FLAG_SLIPS : 0) | (contact->parted ? FLAG_PARTED : 0));
    at = tmi_put_double(at, contact->gap);
    at = tmi_put_double(at, contact->force);
    at = tmi_put_doubles(at, contact->point, axes, 0.0);
    at = tmi_put_doubles(at, contact->normal, axes, 0.0);
    return tmi_put_doubles(at, contact->friction, axes, 0.0);
}

int32_t tmi_load_contact_count(const tmiFrameLayout *layout, const unsigned char *payload) {
    return layout->contact > 0 ? (int32_t)tmi_load32(payload + COUNT_AT) : 0;
}

void tmi_load_contact(const tmiFrameLayout *layout, const unsigned char *payload, int32_t index,
                      tmContact *contact) {
    size_t each = tmi_load32(payload + EACH_AT), axes = layout->planar ? 2 : 3;
    const unsigned char *at = payload + layout->size + (size_t)index * each;
    *contact = (tmContact){
        .bodies = {(int32_t)tmi_load32(at), (int32_t)tmi_load32(at + 4)},
        .pieces = {(int32_t)tmi_load32(at + 8), (int32_t)tmi_load32(at + 12)},
        .slips = tmi_load32(at + 16) & FLAG_SLIPS,
        .parted = tmi_load32(at + 16) & FLAG_PARTED,
        .gap = tmi_load_double(at + 24),
        .force = tmi_load_double(at + 32),
    };
    at += 40;
    for (size_t i = 0; i < axes; i++) {
        contact->point[i] = tmi_load_double(at + 8 * i);
        contact->normal[i] = tmi_load_double(at + 8 * (axes + i));
        contact->friction[i] = tmi_load_double(at + 8 * (2 * axes + i));
    }
}

double tmi_load_quality(const tmiFrameLayout *layout, const unsigned char *payload, int32_t which) {
    return layout->contact > 0 ? tmi_load_double(payload + QUALITY_AT + 8 * which) : 0.0;
}

bool tmi_is_frame(const tmiFrameLayout *layout, const tmiRecord *record) {
    if (record->kind != TMI_RECORD_FRAME || record->size < layout->size) {
        return false;
    }
    uint64_t count = tmi_load32(record->payload + COUNT_AT);
    uint64_t each = tmi_load32(record->payload + EACH_AT);
    if (count * each != record->size - layout->size || (count > 0 && each < layout->contact)) {
        return false;
    }
    for (uint64_t i = 0; layout->contact > 0 && i < count; i++) {
        tmContact contact;
        tmi_load_contact(layout, record->payload, (int32_t)i, &contact);
        if (!tmi_is_contact(layout, &contact)) {
            return false;
        }
    }
    return true;
}

bool tmi_is_event(const tmiRecord *record) {
    return record->kind == TMI_RECORD_EVENT && record->size == TMI_EVENT_SIZE;
}
