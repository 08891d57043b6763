#!/usr/bin/python3
"""check_docs.py [--mend] [--root DIR]: checks the pages that people read.

Every page under docs/ stands in docs/README.md, once and on its shelf; every link leads to a file that
is there, and to a heading that is there; theory pages name the page of symbols; lines are short. --mend
wraps long lines of prose and changes nothing else.

Prints every breach and ends with status 1 when there is one.
"""
import argparse
import re
import sys
import textwrap
from pathlib import Path
from urllib.parse import unquote

# Rows of tables cannot be wrapped; code, to be copied, and what programs print are as long as they are.
WIDTH, TABLE_WIDTH = 120, 320
INDEX = "docs/README.md"
SHELVES = {"Tutorial": ["docs/tutorial.md"], "Guide": ["docs/guide/*.md", "docs/python.md"], "Theory": ["docs/theory/*.md"],
           "Reference": ["docs/*.md"], "Design": ["docs/design/*.md"]}

FENCE = re.compile(r"\s*(```|~~~)")
HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*$")
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(([^()\s]+)(?:\s+\"[^\"]*\")?\)")
NAMED_LINK = re.compile(r"^\[[^\]]+\]:\s+(\S+)", re.MULTILINE)
HTML_LINK = re.compile(r"<(?:a|img)\s[^>]*?(?:href|src)=\"([^\"]+)\"")
ANCHOR = re.compile(r"<a\s+(?:id|name)=\"([^\"]+)\"")
INLINE_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
ITEM = re.compile(r"(\s*)([-*+]|\d+[.)])(\s+)")
# Words that would begin an item, a heading, a quotation or a table at the start of a line.
STARTS = re.compile(r"[-+*]$|#{1,6}$|>|\||\d+[.)]$|=+$|-+$|```|~~~|<!--")
GLUE = "\0"


def read(path):
    return path.read_text(encoding="utf-8")


def pages(root):
    """Returns the pages whose links are followed."""
    found = [root / "README.md", root / "CONTRIBUTING.md"]
    for folder in ("docs", "examples"):
        found += sorted((root / folder).rglob("*.md"))
    return [page for page in found if page.is_file()]


def wrapped_pages(root):
    return [page for page in pages(root) if page.relative_to(root).parts[0] != "examples"]


def without_code(text):
    """Blanks blocks of code out and keeps the lines."""
    kept, fence = [], None
    for line in text.split("\n"):
        match = FENCE.match(line)
        if match and fence in (None, match[1]):
            fence = None if fence else match[1]
            line = ""
        kept.append("" if fence else line)
    return "\n".join(kept)


def slug(heading):
    """Returns the name of a heading's anchor, as code hosts make it."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    text = re.sub(r"[*]", "", text).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    text = without_code(read(page))
    found, seen = set(ANCHOR.findall(text)), {}
    for line in text.split("\n"):
        match = HEADING.match(line)
        if match:
            name = slug(match[1])
            seen[name] = seen.get(name, -1) + 1
            found.add(f"{name}-{seen[name]}" if seen[name] else name)
    return found


def links(text):
    """Yields (line, target) of the links of a page."""
    text = without_code(text)
    text = INLINE_CODE.sub(lambda match: re.sub(r"[^\n]", "x", match[0]), text)
    for pattern in (LINK, NAMED_LINK, HTML_LINK):
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match[1]


def check_links(root, breach):
    for page in pages(root):
        for line, target in links(read(page)):
            if ELSEWHERE.match(target):
                continue
            name, _, anchor = unquote(target).partition("#")
            file = (page.parent / name).resolve() if name else page
            where = f"{page.relative_to(root)}:{line}"
            if not file.exists():
                breach(where, f"the link to {target} leads nowhere")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file):
                breach(where, f"{target}: there is no heading of that name")


def shelf_pages(root):
    """Returns the shelf of each page; the first pattern that fits decides."""
    found = {}
    for shelf, patterns in SHELVES.items():
        for pattern in patterns:
            for page in sorted(root.glob(pattern)):
                if page != root / INDEX:
                    found.setdefault(page.resolve(), shelf)
    return found


def check_index(root, breach):
    index = root / INDEX
    if not index.is_file():
        breach(INDEX, "there is no index of the pages")
        return
    shelf, listed = None, {}
    for number, line in enumerate(read(index).split("\n"), 1):
        heading = HEADING.match(line)
        shelf = heading[1] if heading else shelf
        if line.startswith("- "):
            for _, target in list(links(line))[:1]:
                listed.setdefault((index.parent / target).resolve(), []).append((number, shelf))
    shelves = shelf_pages(root)
    for page in sorted((root / "docs").rglob("*.md")):
        where = page.relative_to(root)
        if page != index and page.resolve() not in shelves:
            breach(where, f"is on none of the shelves {', '.join(SHELVES)}")
    for page, right in shelves.items():
        places = listed.get(page, [])
        where = page.relative_to(root.resolve())
        if len(places) != 1:
            breach(where, f"stands {len(places)} times in {INDEX}, not once")
        elif places[0][1] != right:
            breach(f"{INDEX}:{places[0][0]}", f"{where} belongs under {right}")


def check_theory(root, breach):
    """Every page of theory sends its reader to the symbols that all of them share."""
    notation = root / "docs/theory/notation.md"
    for page in sorted(notation.parent.glob("*.md")):
        if page != notation and not any(target.split("#")[0] == notation.name for _, target in links(read(page))):
            breach(page.relative_to(root), "has no link to notation.md")


class Line:
    """A line of a page: its kind is code, table, other (heading, rule, comment, blank) or prose."""

    def __init__(self, text, kind):
        self.text, self.kind = text, kind


def classified(text):
    found, fence, before, inside = [], None, None, 0
    for line in text.split("\n"):
        match = FENCE.match(line)
        if match and fence in (None, match[1]):
            fence, kind = (None if fence else match[1]), "code"
        elif fence:
            kind = "code"
        elif not line.strip():
            kind = "other"
        elif line.startswith(" " * (inside + 4)) and before in ("blank", "code") and not ITEM.match(line):
            kind = "code"
        elif line.lstrip().startswith("|") and line.rstrip().endswith("|"):
            kind = "table"
        elif HEADING.match(line) or line.startswith("<"):
            kind = "other"
        else:
            kind = "prose"
        item = ITEM.match(line) if kind == "prose" else None
        if item:
            inside = len(item[0])  # paragraphs of an item begin there, its code four columns later
        elif line.strip() and not fence and len(line) - len(line.lstrip()) < inside:
            inside = 0
        found.append(Line(line, kind))
        before = "blank" if not line.strip() and before != "code" else kind if line.strip() else before
    return found


def check_widths(root, breach):
    for page in wrapped_pages(root):
        for number, line in enumerate(classified(read(page)), 1):
            shown = re.sub(r"\]\([^()\s]+\)", "]()", line.text)  # an address cannot be broken
            width = TABLE_WIDTH if line.kind == "table" else WIDTH
            if line.kind != "code" and len(shown) > width and " " in shown.strip():
                advice = ("make a list of the table" if line.kind == "table" else
                          "tools/check_docs.py --mend wraps it")
                breach(f"{page.relative_to(root)}:{number}", f"{len(shown)} characters, past {width}: {advice}")


def paragraphs(lines):
    """Yields lists of lines: each a paragraph or item of prose, or one line of another kind."""
    block = []
    for line in lines:
        if line.kind != "prose" or ITEM.match(line.text):
            if block:
                yield block
            block = []
        if line.kind == "prose":
            block.append(line)
        else:
            yield [line]
    if block:
        yield block


def filled(block):
    """Returns the lines of a paragraph, wrapped anew; code between backticks stays on one line."""
    item = ITEM.match(block[0].text)
    first = item[0] if item else re.match(r"\s*", block[0].text)[0]
    rest = re.match(r"\s*", block[1].text)[0] if len(block) > 1 else " " * len(first)
    text = " ".join([block[0].text[len(first):].strip(), *(line.text.strip() for line in block[1:])])
    text = INLINE_CODE.sub(lambda match: match[0].replace(" ", GLUE) if len(match[0]) < WIDTH // 2 else match[0],
                           text)
    words = []
    for word in text.split():
        if words and STARTS.match(word):
            words[-1] += GLUE + word
        else:
            words.append(word)
    return textwrap.fill(" ".join(words), WIDTH, initial_indent=first, subsequent_indent=rest,
                         break_long_words=False, break_on_hyphens=False).replace(GLUE, " ").split("\n")


def mended(text):
    """Returns the text with those paragraphs wrapped that have a long line."""
    out = []
    for block in paragraphs(classified(text)):
        is_long = any(len(line.text) > WIDTH for line in block)
        hard = any(line.text.endswith(("  ", "\\")) for line in block[:-1])
        if block[0].kind == "prose" and is_long and not hard:
            out += filled(block)
        else:
            out += [line.text for line in block]
    return "\n".join(out)


def mend(root):
    for page in wrapped_pages(root):
        text = read(page)
        if mended(text) != text:
            page.write_text(mended(text), encoding="utf-8")


def findings(root):
    found = []

    def breach(where, what):
        found.append(f"{where}: {what}")

    check_index(root, breach)
    check_links(root, breach)
    check_theory(root, breach)
    check_widths(root, breach)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--mend", action="store_true")
    options = parser.parse_args()
    if options.mend:
        mend(options.root)
    found = findings(options.root)
    print("\n".join(found) or "the pages are in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
