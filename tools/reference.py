#!/usr/bin/python3
"""reference.py [HEADER…]: makes the reference of the C interface from the public headers.

A header is blocks of lines with empty ones between them. A comment that begins a block tells what the block
declares; `/* ---- Name ---- */` opens a section. A block of functions without a comment belongs to the type
in front of it; one that fills a struct of options needs none. Each header becomes a page of reStructuredText, for Sphinx. Ends with status 1 and says which
functions nothing is said about, when there are such.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import api  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ROOT / "include/trammel"
SECTION = re.compile(r"/\* -{4} (.*?) -+ \*/\s*")
HEAD_COMMENT = re.compile(r"/\*.*?\*/[ ]*\n?", re.DOTALL)
GUARDS = re.compile(r"#(ifndef TRAMMEL_|define TRAMMEL_|include|if|ifdef|else|endif|undef)|extern \"C\"|}$|#define TM_API")
FUNCTION_NAME = re.compile(r"(\w+)\s*\(")
WORD = re.compile(r"\b(tm_\w+|tm[A-Z]\w*|TM_\w+)\b")
ROLES = {"function": "func", "type": "type", "macro": "macro"}
SPECIAL = re.compile(r"([\\*`_|])")


class Block:
    """What a block of a header declares: comment, code, and names as (kind, name, signature)."""

    def __init__(self, comment, code):
        self.comment, self.code = comment, code
        self.names = declared(code)


def statements(code):
    """Yields the directives and declarations of C code without comments, each as one line of text."""
    rest = code
    while rest.strip():
        rest = rest.lstrip()
        if rest.startswith("#"):
            end = re.match(r"(?:[^\n]*\\\n)*[^\n]*", rest).end()
        else:
            depth, end = 0, len(rest)
            for place, letter in enumerate(rest):
                depth += (letter in "({[") - (letter in ")}]")
                if letter == ";" and depth == 0:
                    end = place + 1
                    break
        yield rest[:end]
        rest = rest[end:]


def declared(code):
    found = []
    for statement in statements(api.strip_comments(code)):
        words = " ".join(statement.split())
        if words.startswith("#define"):
            found.append(("macro", re.match(r"#define (\w+)", words)[1], ""))
        elif words.startswith("TM_API"):
            signature = words[len("TM_API"):].strip(" ;")
            found.append(("function", FUNCTION_NAME.search(signature)[1], signature))
        elif words.startswith("typedef"):
            name = re.search(r"(\w+);$", words) or re.search(r"(\w+)\)?\(", words.split("typedef", 1)[1])
            found.append(("type", name[1], ""))
    return found


def split_blocks(text):
    """Yields the blocks of a header as text: what stands between empty lines outside comments and braces."""
    lines, depth, inside = [], 0, False
    for line in text.split("\n"):
        if not line.strip() and not inside and depth == 0:
            if lines:
                yield "\n".join(lines)
            lines = []
            continue
        lines.append(line)
        inside = (inside or "/*" in line) and line.rfind("/*") >= line.rfind("*/") or (inside and "*/" not in line)
        bare = re.sub(r"/\*.*?\*/", "", line)
        if not inside and not line.startswith('extern "C"') and line != "}":
            depth += bare.count("{") - bare.count("}")
    if lines:
        yield "\n".join(lines)


def plain(comment):
    """Returns the text of a comment, its stars taken away."""
    body = comment.strip()[2:-2].strip("\n")
    lines = [re.sub(r"^ ?\* ?", "", line) if number else line.lstrip() for number, line in enumerate(body.split("\n"))]
    return "\n".join(line.rstrip() for line in lines).strip()


def blocks(text):
    """Returns the head of a header and its contents: ('section', name) and ('block', Block) in order."""
    head, contents = "", []
    for chunk in split_blocks(text):
        section = SECTION.match(chunk)
        if section:
            contents.append(("section", section[1]))
            chunk = chunk[section.end():]
        lines = chunk.split("\n")
        comment = HEAD_COMMENT.match(chunk)
        if comment and not contents and not head:
            head = plain(comment[0])
            continue
        kept = [line for line in lines if not GUARDS.match(line)]
        chunk = "\n".join(kept).strip("\n")
        comment = HEAD_COMMENT.match(chunk)
        code = chunk[comment.end():] if comment else chunk
        block = Block(plain(comment[0]) if comment else "", code)
        block.names = [entry for entry in block.names if f"#undef {entry[1]}\n" not in text]
        if block.names or block.comment:
            contents.append(("block", block))
    explain_defaults(contents)
    return head, contents


def explain_defaults(contents):
    """A function that fills a def struct needs no comment of its own: the struct states its defaults."""
    for _, block in (item for item in contents if item[0] == "block"):
        if block.names and not block.comment and all(name.endswith("_default") for _, name, _ in block.names):
            types = " and ".join(signature.split()[0] for _, _, signature in block.names)
            block.comment = f"Returns the defaults that {types} states."


# ---- reStructuredText -----------------------------------------------------------------------------


class Writer:
    """Writes pages; `known` is kind by name of all that the headers declare."""

    def __init__(self, known):
        self.known = known

    def words(self, text):
        """Returns prose with code between backticks as literals and known names as links."""
        parts = re.split(r"(`[^`]*`)", text)
        return "".join(f"``{part[1:-1]}``" if part.startswith("`") and len(part) > 2 else self.linked(part)
                       for part in parts)

    def linked(self, text):
        out, last = "", 0
        for match in WORD.finditer(text):
            out += SPECIAL.sub(r"\\\1", text[last:match.start()])
            kind = self.known.get(match[0])
            before, after = text[match.start() - 1:match.start()], text[match.end():match.end() + 1]
            link = f":c:{ROLES[kind]}:`{match[0]}`" if kind else SPECIAL.sub(r"\\\1", match[0])
            out += ("\\ " if kind and before.strip() else "") + link + ("\\ " if kind and after.strip() else "")
            last = match.end()
        return out + SPECIAL.sub(r"\\\1", text[last:])

    def prose(self, text, indent=""):
        """Returns paragraphs; one with indented lines is shown as it stands."""
        out = []
        for paragraph in re.split(r"\n\s*\n", text):
            lines = paragraph.split("\n")
            first = next((n for n, line in enumerate(lines) if line.startswith("  ")), len(lines))
            if first:
                out += [indent + self.words(" ".join(lines[:first])), ""]
            if first < len(lines):
                out += [f"{indent}.. code-block:: none", "", *(f"{indent}   {line}" for line in lines[first:]), ""]
        return out

    def run(self, kind, names, code, comment):
        """Returns the entry of declarations of one kind that stand together."""
        lead = f".. c:{kind}:: "
        out = [(lead if number == 0 else " " * len(lead)) + (signature or name)
               for number, (_, name, signature) in enumerate(names)]
        out.append("")
        out += self.prose(comment, "   ") if comment else []
        if kind != "function" and code:
            out += ["   .. code-block:: c", "", *("      " + line for line in code.strip("\n").split("\n")), ""]
        return out

    def block(self, block):
        kinds = list(dict.fromkeys(kind for kind, _, _ in block.names))
        if not kinds:
            return self.prose(block.comment)
        out, comment, code = [], block.comment, block.code
        for kind in kinds:
            out += self.run(kind, [entry for entry in block.names if entry[0] == kind], code, comment)
            comment = ""
            code = code if kind == "function" else ""  # types and macros of a block are shown once
        return [*out, ""]

    def page(self, name, head, contents):
        title = f"trammel/{name}"
        out = [title, "=" * len(title), ""]
        opening = re.sub(r"^[\w.]+: ", "", head)
        out += self.prose(opening[:1].upper() + opening[1:])
        for kind, item in contents:
            if kind == "section":
                out += [item, "-" * len(item), ""]
            else:
                out += self.block(item)
        return "\n".join(out) + "\n"


def read_headers(folder=HEADERS):
    return {path.name: blocks(path.read_text(encoding="utf-8")) for path in sorted(Path(folder).glob("*.h"))}


def known_names(headers):
    return {name: kind for _, contents in headers.values() for what, block in contents if what == "block"
            for kind, name, _ in block.names}


def undocumented(headers):
    """Returns the functions that no comment is about: neither their own nor that of the type before them."""
    found = []
    for header, (_, contents) in headers.items():
        before = None
        for kind, block in contents:
            if kind == "section":
                before = None
                continue
            functions = [name for what, name, _ in block.names if what == "function"]
            if functions and not block.comment:
                types = [name for what, name, _ in before.names if what == "type"] if before else []
                uses = any(re.search(rf"\b{name}\b", block.code) for name in types)
                if not uses:
                    found += [f"{header}: nothing is said about {name}" for name in functions]
            before = block if block.comment else before
    return found


def pages(folder=HEADERS):
    """Returns the page of each header."""
    headers = read_headers(folder)
    writer = Writer(known_names(headers))
    return {name: writer.page(name, *header) for name, header in headers.items() if known_names({name: header})}


def main():
    made = pages()
    for name in sys.argv[1:]:
        print(made[name])
    found = undocumented(read_headers())
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
