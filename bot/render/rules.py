"""The rules for players: in short and for one table, or part by part.

A rulebook (`rules.en.md`) is in parts. A part begins with `## Title`, or with a paragraph, a numbered item or a marked
line that starts in bold. Options after its title, as in ``**The Liars' Den** (`betting=liars`)``, mean that it holds
only where one of them is set. See docs/write-a-game.md.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.table.change import Refused
from bot.table.document import Session, TableOptions
from bot.table.options import all_typed, as_typed, options_now, values_of
from bot.text import Words
from bot.text.words import rules_text
from games.catalogue import AnyGame
from games.kit.telling import Listed, Say

MORE: Final = "more"
IN_SHORT, IN_FULL, FOR_OPENING = "in short", "in full", "more to open a table with"
"""Parts with a meaning of their own: a few lines to be told first, all other parts, and options of other tables."""
MOST_LINES: Final = 12
OF_THE_TABLE: Final = ("money", "buyin", "level", "admits")
"""Those of the host's own options that change how the game is played."""
USUAL_OF_THE_TABLE: Final = {key: as_typed(getattr(TableOptions(), key)) for key in OF_THE_TABLE}
MARKS: Final = r"(?P<marks> \((?:`\w+=\w+`(?:, )?)+\))?"
HEADING: Final = re.compile(rf"## (?P<title>[^(`]+?){MARKS}\s*")
BOLD: Final = re.compile(rf"(?:(?P<number>[0-9]+)\. )?\*\*(?P<title>[^*]+?)[.:]?\*\*{MARKS}(?:[.:,]? .*|[.:,]?)")
MARK: Final = re.compile(r"`(\w+)=(\w+)`")


class Part(Struct, frozen=True):
    """A part of a rulebook. `only`: options of which one must be set, if any. `spaced`: an empty line is before it."""

    title: str
    number: str
    only: tuple[tuple[str, str], ...]
    text: str
    spaced: bool = True

    def holds(self, options: Mapping[str, str]) -> bool:
        return not self.only or any(options.get(key) == value for key, value in self.only)


# Reading a rulebook


def parts(rulebook: str) -> tuple[Part, ...]:
    """Return all parts but the title. The options of a `##` part hold for all parts below it."""
    found: list[Part] = []
    above: tuple[tuple[str, str], ...] = ()
    for spaced, line in lines_with_gaps(rulebook):
        heading, bold = HEADING.fullmatch(line), BOLD.fullmatch(line)
        if heading is not None:
            above = marked(heading)
            found.append(Part(heading["title"], "", above, line, spaced))
        elif bold is not None and (spaced or bold["number"] or bold["marks"]):
            found.append(Part(bold["title"], bold["number"] or "", marked(bold) or above, line, spaced))
        elif spaced or not found:
            found.append(Part("", "", above, line, spaced))
        else:
            last = found.pop()
            found.append(replace(last, text=f"{last.text}\n{line}"))
    return tuple(found)


def marked(start: re.Match[str]) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in MARK.findall(start["marks"] or ""))


def lines_with_gaps(rulebook: str) -> Iterator[tuple[bool, str]]:
    """Yield each line below the title, and whether an empty line comes before it."""
    spaced = True
    for line in rulebook.splitlines()[1:]:
        if line.strip():
            yield spaced, line
        spaced = not line.strip()


def in_short(rulebook: str) -> tuple[str, ...]:
    """Return the lines under `## In short`, unwrapped."""
    under = False
    found: list[str] = []
    for _, line in lines_with_gaps(rulebook):
        if line.startswith("## "):
            under = line[3:].strip().lower() == IN_SHORT
        elif under and line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        elif under:
            found.append(line)
    return tuple(found)


def in_full(rulebook: str, options: Mapping[str, str]) -> str:
    """Return all that is played with these options, without the parts for opening other tables."""
    played = [part for part in below_the_short(rulebook) if part.holds(options) and part.title.lower() != FOR_OPENING]
    return joined([part for part in played if part.title.lower() != IN_FULL])


def below_the_short(rulebook: str) -> tuple[Part, ...]:
    found = parts(rulebook)
    first = next((at for at, part in enumerate(found) if part.title.lower() == IN_FULL), 0)
    return found[first:]


def joined(chosen: Sequence[Part]) -> str:
    return "".join(f"\n\n{part.text}" if part.spaced else f"\n{part.text}" for part in chosen).strip()


# Options in words


def meaning(game: AnyGame, key: str, value: str, words: Words) -> str:
    """Return the meaning of an option with this value; empty if there are no words for it."""
    return words.own(f"option-{key}-{value}", game) or worded(f"option-{key}", value, game, words)


def of_value(game: AnyGame, key: str, value: str, words: Words, *, several: bool) -> str:
    """Return the meaning of a value; if `several` can be combined, the label of each."""
    said = words.own(f"value-{value}", game) if several else meaning(game, key, value, words)
    return sentence(said or value.replace("_", " "))


@lru_cache(maxsize=1024)
def in_words(game: AnyGame, key: str, value: str, words: Words) -> str:
    """Return the meaning of an option with this value; without words for it, its name and the value."""
    if key == game.presets:
        return words.own(f"preset-{value}", game) or value
    field = game.options.model_fields.get(key)
    several = field is not None and "+" in "".join(values_of(field))
    said = "" if several else meaning(game, key, value, words)
    if said:
        return sentence(said)
    name = words.own(f"named-{key}", game) or key.replace("_", " ")
    parts = [of_value(game, key, one, words, several=several) for one in value.split("+")]
    return f"{name}: {words.listed(parts)}"


def sentence(said: str) -> str:
    """Return a sentence with a capital first letter."""
    return said[:1].upper() + said[1:]


def in_sentences(game: AnyGame, chosen: Mapping[str, str], words: Words) -> Listed:
    """Return these options to be told in each reader's language; as typed where there are no words for them."""
    return Listed(tuple(in_a_sentence(game, key, value, words) for key, value in chosen.items()))


def in_a_sentence(game: AnyGame, key: str, value: str, words: Words) -> Say:
    if words.own_is_there(f"option-{key}-{value}", game):
        return Say(f"option-{key}-{value}")
    if words.own_is_there(f"option-{key}", game):
        return Say(f"option-{key}", {"value": int(value) if value.isdecimal() else value})
    return Say("called", {"name": f"{key}={value}"})


def worded(message: str, value: str, game: AnyGame, words: Words) -> str:
    if not words.own_is_there(message, game):
        return ""
    return words.sentence(Say(message, {"value": int(value) if value.isdecimal() else value}), (), game)


@cache
def usual(game: AnyGame) -> Mapping[str, str]:
    """Return the default options of a game, as typed."""
    return all_typed(game.options_from({}))


def set_otherwise(session: Session) -> dict[str, str]:
    """Return what the host has set differently from the usual, without what follows from it."""
    told = {**session.given, **dict.fromkeys(OF_THE_TABLE, "")}
    return {key: value for key, value in otherwise(session).items() if key in told}


def otherwise(session: Session) -> dict[str, str]:
    """Return what this table plays differently from the usual: first what somebody chose, clocks last."""
    plain = {**usual(session.rules), **USUAL_OF_THE_TABLE}
    hosts = {key: as_typed(getattr(session.options, key)) for key in OF_THE_TABLE}
    if session.options.money == TableOptions().money:
        hosts["buyin"] = plain["buyin"]
    now = {**options_now(session), **hosts}
    changed = [key for key, value in now.items() if plain[key] != value]
    return {
        key: now[key] for key in sorted(changed, key=lambda key: (key.endswith("_seconds"), key not in session.given))
    }


# What is told


def short(game: AnyGame, chosen: Mapping[str, str], words: Words, *, named: str = "") -> str:
    """Return a few lines: the goal, a turn, the end, and `chosen`, which differs from the usual.

    `named`: the game as it was named in the question.
    """
    rulebook = rules_text(game, words.locale)
    lines = [f"# {words.title(game)}", *in_short(rulebook)]
    told = option_lines(game, chosen, words, MOST_LINES - len(lines) - 2)
    if told:
        lines += [words.text("rules-otherwise"), *told]
    example = next((part.title.lower() for part in below_the_short(rulebook) if part.number), "")
    line = f"rules {named}".strip()
    more = words.text("rules-more", line=line, example=example) if example else words.text("rules-all", line=line)
    return "\n".join([*lines, more])


def option_lines(game: AnyGame, chosen: Mapping[str, str], words: Words, room: int) -> list[str]:
    """Return a line for each option; if there are more than `room`, the last line names the others."""
    all_of_them = [
        words.text("rules-option", option=f"{key}={value}", meaning=meaning(game, key, value, words) or value)
        for key, value in chosen.items()
    ]
    if len(all_of_them) <= room:
        return all_of_them
    others = ", ".join(f"`{key}={value}`" for key, value in list(chosen.items())[room - 1 :])
    return [*all_of_them[: room - 1], words.text("rules-options", options=others)]


def whole(game: AnyGame, options: Mapping[str, str], chosen: Mapping[str, str], words: Words) -> str:
    """Return the rulebook without what these options exclude, and the chosen options with their meanings."""
    lines = option_lines(game, chosen, words, len(chosen))
    here = "\n".join([words.text("rules-otherwise"), *lines]) if lines else ""
    text = in_full(rules_text(game, words.locale), options)
    return "\n\n".join(one for one in (f"# {words.title(game)}", here, text) if one)


def about_a_move(titled: Sequence[Part], word: str) -> list[Part]:
    """Return the parts that have a line beginning with this move, else the first part that mentions it."""
    begins = re.compile(rf"- `{re.escape(word)}\b", re.MULTILINE)
    named = [part for part in titled if f"`{word}`" in part.text or f"`{word} " in part.text]
    return [part for part in titled if begins.search(part.text)] or named[:1]


def played_first(found: Sequence[Part], options: Mapping[str, str]) -> Sequence[Part]:
    """Drop a part that does not hold under these options if another part with the same title does."""
    played = {part.title for part in found if part.holds(options)}
    return [part for part in found if part.holds(options) or part.title not in played]


def titled_parts(game: AnyGame, words: Words) -> list[Part]:
    found = below_the_short(rules_text(game, words.locale))
    return [part for part in found if part.title.lower() not in {"", IN_FULL}]


def named_by(asked: str, titled: Sequence[Part], options: Mapping[str, str]) -> list[Part]:
    """Return the parts that `asked` names: by number, by words of their title, or by a move that they explain.

    A part that holds for these options goes before one that does not.
    """
    wanted = asked.lower().rstrip(".")
    found = [part for part in titled if wanted in {part.title.lower(), part.number}]
    if found:
        return found
    by_title, by_move = [part for part in titled if wanted in part.title.lower()], about_a_move(titled, wanted)
    played = (found for found in (by_title, by_move) if any(part.holds(options) for part in found))
    return next(played, by_title or by_move)


def part_of(game: AnyGame, asked: str, options: Mapping[str, str], words: Words) -> str:
    """Return the text of the parts that `asked` names. Raises Refused with a list of all parts if it names none."""
    titled = titled_parts(game, words)
    found = named_by(asked, titled, options)
    if not found:
        raise Refused("no-such-part", word=asked, parts=", ".join(part.title.lower() for part in titled))
    lines = [f"# {words.title(game)}", ""]
    for holds, group in groupby(played_first(found, options), key=lambda part: part.holds(options)):
        told = list(group)
        if not holds:
            only = ", ".join(f"`{key}={value}`" for key, value in told[0].only)
            lines += [words.text("rules-not-here", options=only), ""]
        lines += ["\n\n".join(part.text for part in told)]
    return "\n".join(lines)
