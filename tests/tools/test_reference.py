"""Runs tools/reference.py and tools/docs_site.py: every public function has its place and its words."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "tools")]
import api  # noqa: E402
import docs_site  # noqa: E402
import reference  # noqa: E402
from script import ScriptTest, main  # noqa: E402

HEADER = """/* toy.h: makes toys.
 *
 *     tm_toy_make(1);        as many as you like
 */
#ifndef TRAMMEL_TOY_H
#define TRAMMEL_TOY_H

#include "trammel/base.h"

/* ---- Toys ---------------------------------------------------------------------------------- */

/* A toy; `size` is *not* its length. See TM_TOY_LIMIT. */
typedef struct tmToy {
    double size; /* [m] */

    int32_t count;
} tmToy;

TM_API int32_t tm_toy_count(const tmToy *toy);

#define TM_TOY_LIMIT 7

/* Takes a toy. tm_toy_drop
 * drops one. */
TM_API tmStatus tm_toy_take(const tmToy *toy,
                            double at[3]);
TM_API tmStatus tm_toy_drop(void);

/* Called for each. */
typedef void tmToyFn(void *user, int32_t index);

#define TM_TOY_CODE(x) x,
typedef enum tmToyKind { TM_TOY_CODE(TM_TOY_A) TM_TOY_B } tmToyKind;
#undef TM_TOY_CODE

/* ---- More ---------------------------------------------------------------------------------- */

TM_API void tm_toy_break(tmToy *toy);

TM_API tmToy tm_toy_default(void);

#endif
"""


class Reference(ScriptTest):
    def test_every_public_function_stands_in_the_reference(self):
        known = reference.known_names(reference.read_headers())
        self.assertEqual({name for name, kind in known.items() if kind == "function"},
                         api.public_functions(ROOT / "include"))

    def test_something_is_said_about_every_public_function(self):
        self.assertEqual(reference.undocumented(reference.read_headers()), [])

    def toy(self):
        self.write("toy.h", HEADER)
        return reference.read_headers(self.folder)

    def test_a_function_that_nothing_is_said_about_is_found(self):
        self.assertEqual(reference.undocumented(self.toy()), ["toy.h: nothing is said about tm_toy_break"])

    def test_names_are_read_whatever_is_declared(self):
        self.assertEqual(reference.known_names(self.toy()), {
            "tmToy": "type", "tm_toy_count": "function", "TM_TOY_LIMIT": "macro", "tm_toy_take": "function",
            "tm_toy_drop": "function", "tmToyFn": "type", "tmToyKind": "type", "tm_toy_break": "function",
            "tm_toy_default": "function"})

    def test_a_page_has_sections_groups_links_and_code(self):
        self.toy()
        page = reference.pages(self.folder)["toy.h"]
        self.assertIn("trammel/toy.h\n=============\n\nMakes toys.\n\n.. code-block:: none\n", page)
        self.assertIn("Toys\n----\n", page)
        self.assertIn("``size`` is \\*not\\* its length. See :c:macro:`TM_TOY_LIMIT`\\ .", page)
        self.assertIn(".. c:function:: tmStatus tm_toy_take(const tmToy *toy, double at[3])\n"
                      "                tmStatus tm_toy_drop(void)\n\n"
                      "   Takes a toy. :c:func:`tm_toy_drop` drops one.\n", page)
        self.assertIn("          double size; /* [m] */\n", page)
        self.assertIn("Returns the defaults that :c:type:`tmToy` states.", page)

    def test_the_sources_of_the_site_hold_every_page_and_their_links_lead_somewhere(self):
        sources = self.folder / "source"
        docs_site.write_sources(sources, self.folder / "site")
        index = (sources / "index.md").read_text(encoding="utf-8")
        for page in sorted((ROOT / "docs").rglob("*.md")):
            place = page.relative_to(ROOT / "docs")
            if place != Path("README.md"):
                self.assertIn(f"\n{place.with_suffix('')}\n", index)
        for page in sorted(sources.rglob("*.md")):
            for target in re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", page.read_text(encoding="utf-8")):
                self.assertTrue((page.parent / target).exists(), f"{page.relative_to(sources)}: {target}")


if __name__ == "__main__":
    main()
