"""Make one script of all modules that a page runs, and one style of its style sheets.

Modules are known by their addresses. Each becomes a function that runs once, when somebody needs it first, so they run
in the order in which browsers run them. What we don't understand is refused, because a bundle that leaves something out
would fail only in a browser.
"""

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

IMPORT: Final = re.compile(r'^import (?:\{ ([^{}]+) \}|(\w+)) from "([^"]+)";$', re.MULTILINE)
LATER: Final = re.compile(r'await import\("([^"]+)"\)')
DECLARED: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
LISTED: Final = re.compile(r"export ?\{([^{}]+)\};?")
DEFAULT: Final = re.compile(r"export default (?=function\b)")
UNKNOWN: Final = re.compile(r"^\s*(?:import|export)\b|;export\b|\bimport(?:\(|\.meta)", re.MULTILINE)
WAITS: Final = re.compile(r"^(?:const .*= )?await\b", re.MULTILINE)
COMMENT: Final = re.compile(r"^ *//.*\n", re.MULTILINE)
"""Whole lines only: a quarter of the script as it is sent would be comments."""
INDENT: Final = re.compile(r"^[ \n]+", re.MULTILINE)
"""No template has a line whose beginning matters: they are markup."""
MERE_BLANK: Final = re.compile(r"(?<=[{;,])\n| (?==> )|(?<==>) ")
"""Ends of lines, and blanks beside arrows, that separate nothing: no line ends with a comment, no text has arrows."""
STYLE_COMMENT: Final = re.compile(r"/\*.*?\*/\n?", re.DOTALL)
BLANKS: Final = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\s*;?\s*(})\s*|\s*([{;])\s*|([:,])\s+""")
"""Blanks of a style that mean nothing, and what stands beside them; not what is quoted, nor a blank before a colon."""
URL: Final = re.compile(r'\burl\("([^"]+)"\)')
ONCE: Final = "const once = (make) => { let made; return () => (made ??= make()); };"


def script_of(modules: Mapping[str, str], first: str) -> str:
    """Return the script that runs the module at the address `first`, with all that it imports.

    Raises ValueError for modules that import each other, for one that waits before it is done, for a name that its
    module doesn't export, and for an import or export of another form than those above.
    """
    bundle = ScriptBundle(modules)
    last = bundle.rewritten(first, ())[0]
    whole = "\n".join([ONCE, *bundle.functions, f"{{\n{last}\n}}\n"])
    return MERE_BLANK.sub("", INDENT.sub("", whole))


class ScriptBundle:
    """Hold the modules that are in a bundle so far, as functions, each behind those that it imports."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = modules
        self._exports: dict[str, Mapping[str, str]] = {}
        self.functions: list[str] = []

    def rewritten(self, address: str, importers: Sequence[str]) -> tuple[str, Mapping[str, str]]:
        """Return a module as the inside of a function, and what it exports: the names inside by those outside."""
        text, chain = COMMENT.sub("", f"{self._modules[address]}\n").strip(), (*importers, address)

        def imported(found: re.Match[str]) -> str:
            wanted = pairs(found[1]) if found[1] else [("default", found[2])]
            name, exports = self._function(posixpath.join(posixpath.dirname(address), found[3]), chain)
            if missing := [outside for outside, _ in wanted if outside not in exports]:
                raise ValueError(f"{address}: {found[3]} exports no {missing[0]}")
            return f"const {{ {joined(wanted)} }} = {name}();"

        def later(found: re.Match[str]) -> str:
            return f"await {self._function(posixpath.join(posixpath.dirname(address), found[1]), chain)[0]}()"

        exports = {name: name for name in DECLARED.findall(text)}
        for names in LISTED.findall(text):
            exports |= {outside: inside for inside, outside in pairs(names)}
        if DEFAULT.search(text):
            exports["default"] = "$default"
        text = LATER.sub(later, IMPORT.sub(imported, text))
        text = DEFAULT.sub("const $default = ", LISTED.sub("", DECLARED.sub("", text)))
        if ("import" in text or "export" in text) and (unknown := UNKNOWN.search(text)):
            raise ValueError(
                f"{address}: a form of import or export that bundles don't have: {text[unknown.start() :][:60].strip()}"
            )
        return text, exports

    def _function(self, address: str, importers: Sequence[str]) -> tuple[str, Mapping[str, str]]:
        """Return the name of a module's function, and what the module exports."""
        address = posixpath.normpath(address)
        if address in importers:
            raise ValueError(f"modules import each other: {' imports '.join([*importers, address])}")
        if address not in self._modules:
            raise ValueError(f"{importers[-1]} imports {address}, which is not there")
        if address not in self._exports:
            text, exports = self.rewritten(address, importers)
            if WAITS.search(text):
                raise ValueError(f"{address}: only the module that begins may wait outside its functions")
            self._exports[address] = exports
            name = self._named(address)
            given = joined(exports.items())
            self.functions.append(f"const {name} = once(() => {{\n{text}\nreturn {{ {given} }};\n}});")
        return self._named(address), self._exports[address]

    def _named(self, address: str) -> str:
        return f"$module{list(self._exports).index(address)}"


def pairs(names: str) -> list[tuple[str, str]]:
    """Read the names in braces: what stands before and behind each `as`; twice the same where there is none."""
    split = (name.strip().split(" as ") for name in names.split(",") if name.strip())
    return [(name[0], name[-1]) for name in split]


def joined(names: Iterable[tuple[str, str]]) -> str:
    """Write names outside and inside a module as JavaScript's objects have them."""
    return ",".join(outside if outside == inside else f"{outside}:{inside}" for outside, inside in names)


def style_of(sheets: Mapping[str, str], addresses: Sequence[str], files: Mapping[str, str]) -> str:
    """Return one style of the sheets at these addresses. `files`: how it calls the files that they fetch.

    Raises ValueError for a sheet that imports another one.
    """
    parts = list[str]()
    for address in addresses:
        if "@import" in sheets[address] or "@charset" in sheets[address]:
            raise ValueError(f"{address}: a sheet of a bundle may not begin with an import or a charset")

        def fetched(found: re.Match[str], folder: str = posixpath.dirname(address)) -> str:
            return f'url("{files[posixpath.join(folder, found[1])]}")'

        parts.append(URL.sub(fetched, tightened(sheets[address])))
    return "".join(parts)


@cache
def tightened(sheet: str) -> str:
    """Return a sheet without comments and blanks that mean nothing. Most sheets are in the styles of many pages."""
    return INDENT.sub("", BLANKS.sub(lambda found: found[found.lastindex or 0], STYLE_COMMENT.sub("", sheet)))
