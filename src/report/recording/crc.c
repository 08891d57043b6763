/* crc.c: CRC-32C (Castagnoli: polynomial 0x1edc6f41, bits reflected), as iSCSI and ext4 have it.
 * Most processors have an instruction for it; others take eight bytes at a time from tables.
 *
 * table[k][b] is what byte b does to the sum k bytes later. Each is linear in the bits of b, so
 * that eight constants make 256. */
#include "report/recording/recording.h"

#define BITS_1(v, a) (v), (v) ^ (a)
#define BITS_2(v, a, b) BITS_1(v, a), BITS_1((v) ^ (b), a)
#define BITS_3(v, a, b, c) BITS_2(v, a, b), BITS_2((v) ^ (c), a, b)
#define BITS_4(v, a, b, c, d) BITS_3(v, a, b, c), BITS_3((v) ^ (d), a, b, c)
#define BITS_5(v, a, b, c, d, e) BITS_4(v, a, b, c, d), BITS_4((v) ^ (e), a, b, c, d)
#define BITS_6(v, a, b, c, d, e, f) BITS_5(v, a, b, c, d, e), BITS_5((v) ^ (f), a, b, c, d, e)
#define BITS_7(v, a, b, c, d, e, f, g)                                                             \
    BITS_6(v, a, b, c, d, e, f), BITS_6((v) ^ (g), a, b, c, d, e, f)
#define BITS_8(a, b, c, d, e, f, g, h)                                                             \
    { BITS_7(0u, a, b, c, d, e, f, g), BITS_7(h, a, b, c, d, e, f, g) }

static const uint32_t table[8][256] = {
    BITS_8(0xf26b8303u, 0xe13b70f7u, 0xc79a971fu, 0x8ad958cfu, 0x105ec76fu, 0x20bd8edeu,
           0x417b1dbcu, 0x82f63b78u),
    BITS_8(0x13a29877u, 0x274530eeu, 0x4e8a61dcu, 0x9d14c3b8u, 0x3fc5f181u, 0x7f8be302u,
           0xff17c604u, 0xfbc3faf9u),
    BITS_8(0xa541927eu, 0x4f6f520du, 0x9edea41au, 0x38513ec5u, 0x70a27d8au, 0xe144fb14u,
           0xc76580d9u, 0x8b277743u),
    BITS_8(0xdd45aab8u, 0xbf672381u, 0x7b2231f3u, 0xf64463e6u, 0xe964b13du, 0xd725148bu,
           0xaba65fe7u, 0x52a0c93fu),
    BITS_8(0x38116facu, 0x7022df58u, 0xe045beb0u, 0xc5670b91u, 0x8f2261d3u, 0x1ba8b557u,
           0x37516aaeu, 0x6ea2d55cu),
    BITS_8(0xef306b19u, 0xdb8ca0c3u, 0xb2f53777u, 0x6006181fu, 0xc00c303eu, 0x85f4168du,
           0x0e045bebu, 0x1c08b7d6u),
    BITS_8(0x68032cc8u, 0xd0065990u, 0xa5e0c5d1u, 0x4e2dfd53u, 0x9c5bfaa6u, 0x3d5b83bdu,
           0x7ab7077au, 0xf56e0ef4u),
    BITS_8(0x493c7d27u, 0x9278fa4eu, 0x211d826du, 0x423b04dau, 0x847609b4u, 0x0d006599u,
           0x1a00cb32u, 0x34019664u),
};

static uint32_t add_byte(uint32_t crc, unsigned char byte) {
    return crc >> 8 ^ table[0][(crc ^ byte) & 0xff];
}

uint32_t tmi_crc_plain(const unsigned char *bytes, size_t count) {
    uint32_t crc = 0xffffffffu;
    for (; count >= 8; count -= 8, bytes += 8) {
        uint32_t a = crc ^ tmi_load32(bytes), b = tmi_load32(bytes + 4);
        uint32_t far = (table[7][a & 0xff] ^ table[6][a >> 8 & 0xff]) ^
                       (table[5][a >> 16 & 0xff] ^ table[4][a >> 24]);
        uint32_t near = (table[3][b & 0xff] ^ table[2][b >> 8 & 0xff]) ^
                        (table[1][b >> 16 & 0xff] ^ table[0][b >> 24]);
        crc = far ^ near;
    }
    for (; count > 0; count--, bytes++) {
        crc = add_byte(crc, *bytes);
    }
    return ~crc;
}

#if defined(__x86_64__) && defined(__GNUC__)

/* Three cycles for eight bytes. */
__attribute__((target("sse4.2"))) static uint32_t sum(const unsigned char *bytes, size_t count) {
    uint64_t crc = 0xffffffffu;
    for (; count >= 8; count -= 8, bytes += 8) {
        crc = __builtin_ia32_crc32di(crc, tmi_load64(bytes));
    }
    uint32_t rest = (uint32_t)crc;
    for (; count > 0; count--, bytes++) {
        rest = add_byte(rest, *bytes);
    }
    return ~rest;
}

uint32_t tmi_crc(const unsigned char *bytes, size_t count) {
    return __builtin_cpu_supports("sse4.2") ? sum(bytes, count) : tmi_crc_plain(bytes, count);
}

#else

uint32_t tmi_crc(const unsigned char *bytes, size_t count) {
    return tmi_crc_plain(bytes, count);
}

#endif
