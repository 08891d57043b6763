/* test_status.c: codes, names, messages, version and hash. */
#include "base/base.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

TEST(every_status_has_its_own_name_and_message) {
    for (int i = 0; i < TM_STATUS_COUNT; i++) {
        CHECK(strncmp(tm_status_name((tmStatus)i), i ? "TM_ERR_" : "TM_OK", i ? 7 : 5) == 0);
        CHECK(strlen(tm_status_message((tmStatus)i)) > 5);
        for (int k = 0; k < i; k++) {
            CHECK(strcmp(tm_status_name((tmStatus)i), tm_status_name((tmStatus)k)) != 0);
            CHECK(strcmp(tm_status_message((tmStatus)i), tm_status_message((tmStatus)k)) != 0);
        }
    }
    CHECK_TEXT(tm_status_name(TM_ERR_MEMORY), "TM_ERR_MEMORY");
    CHECK_TEXT(tm_status_name((tmStatus)999), "TM_UNKNOWN");
    CHECK_TEXT(tm_status_name(TM_STATUS_COUNT), "TM_UNKNOWN");
    CHECK_TEXT(tm_status_message((tmStatus)-1), "not a status of this library");
}

TEST(version_number_and_text_agree) {
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", TM_VERSION_MAJOR, TM_VERSION_MINOR, TM_VERSION_PATCH);
    CHECK_TEXT(tm_version_text(), text);
    CHECK(tm_version() == TM_VERSION);
}

TEST(hash_is_fnv_1a_of_the_little_endian_bytes) {
    /* From the definition of FNV-1a with the bytes 1, 0, 0, 0, 0, 0, 0, 0. */
    uint64_t expected = 0xcbf29ce484222325u;
    const unsigned char bytes[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 8; i++) {
        expected = (expected ^ bytes[i]) * 1099511628211u;
    }
    CHECK(tmi_hash_word(TMI_HASH_START, 1) == expected);
    const int32_t one = 1;
    CHECK(tmi_hash_ints(TMI_HASH_START, &one, 1) == expected);
}

TEST(hash_tells_signed_zeros_apart_but_not_nans) {
    const double zeros[] = {0.0, -0.0};
    const double nans[] = {NAN, -NAN};
    CHECK(tmi_hash_doubles(1, &zeros[0], 1) != tmi_hash_doubles(1, &zeros[1], 1));
    CHECK(tmi_hash_doubles(1, &nans[0], 1) == tmi_hash_doubles(1, &nans[1], 1));
    CHECK(tmi_hash_doubles(1, zeros, 2) != tmi_hash_doubles(2, zeros, 2));
}

TEST_MAIN(CASE(every_status_has_its_own_name_and_message), CASE(version_number_and_text_agree),
          CASE(hash_is_fnv_1a_of_the_little_endian_bytes),
          CASE(hash_tells_signed_zeros_apart_but_not_nans))
