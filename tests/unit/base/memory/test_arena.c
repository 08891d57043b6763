/* test_arena.c: memory, arrays and arenas, with every allocation failing in turn. */
#include "base/base.h"
#include "test.h"

#include <string.h>

TEST(arena_gives_zeroed_aligned_memory_that_does_not_overlap) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    unsigned char *blocks[40];
    for (size_t i = 0; i < 40; i++) {
        size_t size = i * i * 7 % 3001;
        blocks[i] = tmi_arena_alloc(arena, size, 1);
        MUST(blocks[i] ? TM_OK : TM_ERR_MEMORY);
        REQUIRE((uintptr_t)blocks[i] % 16 == 0);
        for (size_t k = 0; k < size; k++) {
            REQUIRE(blocks[i][k] == 0);
        }
        memset(blocks[i], (int)i + 1, size);
    }
    for (size_t i = 0; i < 40; i++) {
        for (size_t k = 0; k < i * i * 7 % 3001; k++) {
            REQUIRE(blocks[i][k] == i + 1);
        }
    }
}

TEST(arena_released_to_a_mark_uses_its_memory_again) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    char *kept = tmi_arena_text(arena, "kept");
    MUST(kept ? TM_OK : TM_ERR_MEMORY);
    tmiArenaMark mark = tmi_arena_mark(arena);
    int64_t after_warm_up = 0;
    for (int round = 0; round < 5; round++) {
        for (size_t i = 1; i < 30; i++) {
            MUST(tmi_arena_alloc(arena, i, 100) ? TM_OK : TM_ERR_MEMORY);
        }
        tmi_arena_release(arena, mark);
        if (round == 0) {
            after_warm_up = t->allocations;
        }
    }
    CHECK(t->allocations == after_warm_up);
    CHECK_TEXT(kept, "kept");
}

TEST(arena_released_to_its_empty_start_is_used_from_the_start) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    tmiArenaMark start = tmi_arena_mark(arena);
    void *first = tmi_arena_alloc(arena, 1, 8);
    MUST(first ? TM_OK : TM_ERR_MEMORY);
    tmi_arena_release(arena, start);
    void *second = tmi_arena_alloc(arena, 1, 8);
    MUST(second ? TM_OK : TM_ERR_MEMORY);
    CHECK(first == second);
    /* A block too small for what comes next stays in the chain and is not lost. */
    tmi_arena_release(arena, start);
    MUST(tmi_arena_alloc(arena, 1, 100000) ? TM_OK : TM_ERR_MEMORY);
    MUST(tmi_arena_alloc(arena, 1, 8) ? TM_OK : TM_ERR_MEMORY);
}

TEST(sizes_that_overflow_give_no_memory) {
    tmiArena *arena = test_memory(t, 1, sizeof *arena);
    tmi_arena_init(arena, t->allocator);
    DEFER(tmi_arena_clear, arena);
    CHECK(tmi_arena_alloc(arena, SIZE_MAX, 2) == NULL);
    CHECK(tmi_arena_alloc(arena, SIZE_MAX / 2, 1) == NULL);
    size_t product = 7;
    CHECK(!tmi_size_multiply(SIZE_MAX / 4, 8, &product) && product == 7);
    CHECK(tmi_size_multiply(0, SIZE_MAX, &product) && product == 0);
    CHECK(t->allocations == 0);
}

TEST(array_keeps_its_contents_while_it_grows) {
    struct {
        double *items;
        int32_t capacity;
    } *array = test_memory(t, 1, sizeof *array);
    tmStatus status = TM_OK;
    int32_t count = 0;
    while (status == TM_OK && count < 1000) {
        status = tmi_array_reserve(t->allocator, &array->items, &array->capacity, count + 1,
                                   sizeof(double));
        if (status == TM_OK) {
            array->items[count] = count;
            count++;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        CHECK(array->items[i] == i);
    }
    int32_t capacity = array->capacity;
    CHECK_STATUS(tmi_array_reserve(t->allocator, &array->items, &capacity, -1, 8), TM_ERR_ARGUMENT);
    CHECK_STATUS(tmi_array_reserve(t->allocator, &array->items, &capacity, INT32_MAX, SIZE_MAX / 4),
                 TM_ERR_LIMIT);
    CHECK(capacity == array->capacity && t->allocations < 30);
    tmi_array_clear(t->allocator, &array->items, &array->capacity, sizeof(double));
    CHECK(array->items == NULL && array->capacity == 0);
    MUST(status);
}

TEST(default_allocator_allocates_resizes_and_frees) {
    tmAllocator a = tm_allocator_default();
    char *block = a.alloc(a.user, NULL, 0, 4);
    REQUIRE(block);
    memcpy(block, "abc", 4);
    block = a.alloc(a.user, block, 4, 4000);
    REQUIRE(block);
    CHECK_TEXT(block, "abc");
    CHECK(a.alloc(a.user, block, 4000, 0) == NULL);
    CHECK(tmi_allocator_or_default(NULL).alloc == a.alloc);
    CHECK(tmi_allocator_or_default(&(tmAllocator){0}).alloc == a.alloc);
}

TEST_MAIN(CASE(arena_gives_zeroed_aligned_memory_that_does_not_overlap),
          CASE(arena_released_to_a_mark_uses_its_memory_again),
          CASE(arena_released_to_its_empty_start_is_used_from_the_start),
          CASE(sizes_that_overflow_give_no_memory), CASE(array_keeps_its_contents_while_it_grows),
          CASE(default_allocator_allocates_resizes_and_frees))
