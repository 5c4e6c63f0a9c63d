"""Numbers as a language writes them, and the form that a word takes beside them."""

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

PLURAL_FORMS: Final = frozenset({"zero", "one", "two", "few", "many", "other"})
MOST_KEPT: Final = 4096
"""So many numbers of a language are kept as they are written, and with their form."""


def in_english(number: float) -> str:
    return f"{number:,}"


def form_in_english(number: float) -> str:
    return "one" if number in {1, -1} else "other"


class Numbers:
    """The numbers of one language. `grouped`: how one is written; `form`: its plural form, of PLURAL_FORMS.

    English, in which nearly everybody plays, needs no library, which takes its time to be loaded.
    """

    def __init__(self, locale: str) -> None:
        self.grouped: Callable[[float], str] = in_english
        self.form: Callable[[float], str] = form_in_english
        if locale != "en":
            babel: Any = import_module("babel.numbers")
            known = babel.Locale.parse(locale.replace("-", "_"))
            self.grouped = lru_cache(MOST_KEPT)(lambda number: str(babel.format_decimal(number, locale=known)))
            self.form = lru_cache(MOST_KEPT)(lambda number: str(known.plural_form(number)))
