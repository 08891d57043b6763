/* test_id_pool.c: ids go stale when their part is removed, and slots are used again. */
#include "base/base.h"
#include "test.h"

TEST(removed_id_is_stale_although_its_slot_is_used_again) {
    tmiIdPool *pool = test_memory(t, 1, sizeof *pool);
    tmi_id_pool_init(pool, t->allocator);
    DEFER(tmi_id_pool_clear, pool);
    uint32_t a, b, c;
    int32_t slot;
    MUST(tmi_id_pool_add(pool, &a, &slot));
    CHECK(slot == 0 && a == 1);
    MUST(tmi_id_pool_add(pool, &b, &slot));
    CHECK(slot == 1);
    CHECK_STATUS(tmi_id_pool_remove(pool, a), TM_OK);
    CHECK_STATUS(tmi_id_pool_remove(pool, a), TM_ERR_ID);
    MUST(tmi_id_pool_add(pool, &c, &slot));
    CHECK(slot == 0 && c != a);
    CHECK(tmi_id_pool_slot(pool, a) == -1);
    CHECK(tmi_id_pool_slot(pool, b) == 1);
    CHECK(tmi_id_pool_slot(pool, c) == 0);
    CHECK(tmi_id_pool_at(pool, 0) == c);
    CHECK(pool->alive == 2);
}

TEST(null_and_foreign_ids_have_no_slot) {
    tmiIdPool *pool = test_memory(t, 1, sizeof *pool);
    tmi_id_pool_init(pool, t->allocator);
    DEFER(tmi_id_pool_clear, pool);
    CHECK(tmi_id_pool_slot(pool, 0) == -1);
    CHECK(tmi_id_pool_slot(pool, 1) == -1);
    CHECK(tmi_id_pool_slot(pool, UINT32_MAX) == -1);
    CHECK(tmi_id_pool_at(pool, 0) == 0);
    CHECK(tmi_id_pool_at(pool, -1) == 0);
}

TEST(slot_with_used_up_generations_is_retired) {
    tmiIdPool *pool = test_memory(t, 1, sizeof *pool);
    tmi_id_pool_init(pool, t->allocator);
    DEFER(tmi_id_pool_clear, pool);
    uint32_t id;
    int32_t slot;
    uint32_t last = 0;
    for (uint32_t i = 0; i < TMI_ID_GENERATIONS; i++) {
        MUST(tmi_id_pool_add(pool, &id, &slot));
        REQUIRE(slot == 0 && id > last);
        last = id;
        REQUIRE(tmi_id_pool_remove(pool, id) == TM_OK);
    }
    MUST(tmi_id_pool_add(pool, &id, &slot));
    CHECK(slot == 1);
    CHECK(tmi_id_pool_slot(pool, last) == -1);
}

TEST(pool_is_full_at_its_limit) {
    tmiIdPool *pool = test_memory(t, 1, sizeof *pool);
    tmi_id_pool_init(pool, t->allocator);
    DEFER(tmi_id_pool_clear, pool);
    uint32_t id;
    int32_t slot;
    for (int32_t i = 0; i < TM_ID_LIMIT; i++) {
        tmStatus status = tmi_id_pool_add(pool, &id, &slot);
        if (status != TM_OK) {
            MUST(status);
        }
    }
    CHECK_STATUS(tmi_id_pool_add(pool, &id, &slot), TM_ERR_LIMIT);
    CHECK(pool->count == TM_ID_LIMIT);
}

TEST_MAIN(CASE(removed_id_is_stale_although_its_slot_is_used_again),
          CASE(null_and_foreign_ids_have_no_slot), CASE(slot_with_used_up_generations_is_retired),
          CASE(pool_is_full_at_its_limit))
