"""Forge records with knowledge of the seed: each forger alters a record in one way, and recomputes all hashes."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

import msgspec

from games.catalogue import AnyGame
from games.kit.codec import codec
from games.kit.contract import Step
from games.kit.money import Stacks
from games.kit.seats import all_seats
from games.lab.owing import brought
from games.lab.simulation import Played, Stopped
from games.proof import chain, fair
from games.proof.record import CalledOff, Deed, perform, told_raw
from games.proof.seeded_dice import NotedDice

Lines = list[dict[str, Any]]
Forger = Callable[["Forgery"], list[str] | None]
"""Returns the altered lines without their hashes; None if there is nothing to alter."""


SILENT, LEAVING = 25, 3
"""How many deeds in a hundred are a silence, or a player who leaves."""


# Records to be altered


class Restless(Played):
    """A game in which many are silent, leave and return; it is called off after this many deeds."""

    def __init__(self, game: AnyGame, seed: bytes, deeds: int) -> None:
        super().__init__(game, game.options_from({}), 0, seed)
        self.deeds = deeds

    def go_on(self) -> None:
        """Do a deed: a quarter of them are silences."""
        lot = self.chance.below(100)
        if len(self.lines) >= 2 + self.deeds:
            self.call_off()
        elif lot < SILENT:
            self.silence()
        elif lot < SILENT + LEAVING and len(self.gone) < len(self.seats):
            self.leave()
        else:
            super().go_on()

    def call_off(self) -> None:
        self.lines.append(chain.written(chain.DeedLine(CalledOff("a storm"), self.dice.drawn, ())))
        self.chain.add(self.lines[-1])
        ended = chain.closing(self.game, self.chain.head, self.seed, self.dice.counts, self.state)
        self.lines.append(chain.written(ended))
        raise Stopped


def restless(game: AnyGame, number: int, deeds: int) -> str:
    """Return a record of a game with all kinds of deeds, called off after this many."""
    options = game.options_from({})
    count = max(game.seats(options)[0], min(game.seats(options)[-1], 3))
    played = Restless(game, fair.seed(str(number).encode(), game.name, b""), deeds)
    played.play((game.stack(options),) * count, None)
    assert played.violations == []
    return played.record


def match_of(game: AnyGame, number: int, rounds: int) -> str:
    """Return a record of several rounds, on one chain, of a game whose series stays closed to its end."""
    options = game.options_from({})
    played = Played(game, options, 0, fair.seed(str(number).encode(), game.name, b"match"))
    played.stacks = (game.stack(options),) * 3
    played.seats, played.brought = all_seats(3), brought(game, None, played.stacks)
    played.start(None)
    for _ in range(rounds - 1):
        finish(played)
        result = game.result(played.state)
        assert result is not None
        assert result.next_after is not None
        begin_again(played, result.stacks)
    finish(played)
    played.end()
    return played.record


def finish(played: Played) -> None:
    while played.game.asks(played.state) is not None:
        played.go_on()


def begin_again(played: Played, stacks: Stacks) -> None:
    game, carry = played.game, played.game.carried(played.state)
    played.gone = played.away = frozenset()
    house = tuple(seat for seat in played.seats if seat not in played.people)
    step = game.start(played.options, stacks, played.dice, carry)
    drawn, raw = played.dice.drawn, msgspec.Raw(codec(game).encode(carry))
    line = chain.written(chain.RoundLine(stacks, raw, house, (), drawn, told_raw(game, step.events)))
    played.lines.append(line)
    played.chain.add(line)
    played.happened(step)


# Hashes


def dumped(line: dict[str, Any]) -> str:
    return json.dumps(line, separators=(",", ":"), ensure_ascii=False)


def sealed(lines: list[str]) -> str:
    """Return the record with all its hashes made to fit, as far as its lines can be read."""
    lines = list(lines)
    try:
        parsed = [json.loads(line) for line in lines]
        seed, game_id = bytes.fromhex(parsed[-1]["seed"]), parsed[0]["game_id"]
        begun = [dumped(parsed[1][key]).encode() for key in ("options", "stacks", "carry")]
        mixed = fair.mixed_in(fair.terms(parsed[0]["rules"], *begun), parsed[1]["pairs"]).hex()
        lines[1] = lines[1].replace(parsed[1]["entropy"], mixed)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return "".join(f"{line}\n" for line in lines)
    return "".join(f"{line}\n" for line in chained(lines, seed, game_id))


def chained(lines: list[str], seed: bytes, game_id: str) -> list[str]:
    """Return the lines, the last one with the hashes of the chain."""
    raw = [line.encode() for line in lines]
    head = fair.chain_begun(fair.line_salt(seed, game_id, 0), raw[0], raw[1])
    for number, line in enumerate(raw[2:-1], start=1):
        head = fair.chained(head, fair.line_salt(seed, game_id, number), line)
    ended = {**json.loads(lines[-1]), "head": head.hex(), "sha256": ""}
    ended["sha256"] = fair.end_hash(head, dumped(ended).encode())
    return [*lines[:-1], dumped(ended)]


# Forgers


class Forgery:
    """One attempt: the record as texts and as parsed lines, and the random source for altering it."""

    def __init__(self, game: AnyGame, record: str, chance: Random) -> None:
        self.game, self.chance = game, chance
        self.texts = record.splitlines()
        self.parsed: Lines = [json.loads(line) for line in self.texts]

    @property
    def deeds(self) -> list[int]:
        return [at for at, line in enumerate(self.parsed) if line["type"] == "deed"]

    def a_deed(self, *kinds: str) -> int | None:
        found = [at for at in self.deeds if not kinds or self.parsed[at]["deed"]["type"] in kinds]
        return self.chance.choice(found) if found else None

    def with_line(self, at: int, line: dict[str, Any]) -> list[str]:
        return [*self.texts[:at], dumped(line), *self.texts[at + 1 :]]

    def altered(self, at: int, alter: Callable[[dict[str, Any]], object]) -> list[str]:
        line = deepcopy(self.parsed[at])
        alter(line)
        return self.with_line(at, line)

    def seat(self) -> int:
        return self.chance.randrange(-1, len(self.parsed[1]["stacks"]) + 1)


FORGERS: dict[str, Forger] = {}


def forger(made: Forger) -> Forger:
    FORGERS[made.__name__] = made
    return made


BYTES = "09afxz AZ\"'\\{}[]:,.-\t\r\u00e9\u2028"


@forger
def byte_changed(forgery: Forgery) -> list[str]:
    at = forgery.chance.randrange(len(forgery.texts))
    text = forgery.texts[at]
    place, how = forgery.chance.randrange(len(text)), forgery.chance.randrange(3)
    byte = forgery.chance.choice(BYTES)
    other = text[:place] + ("" if how == 0 else byte) + text[place + (how < 2) :]
    return [*forgery.texts[:at], other, *forgery.texts[at + 1 :]]


@forger
def looks_changed(forgery: Forgery) -> list[str]:
    """Change a blank, an escape, a repeated field, or the order of fields: JSON reads it the same."""
    at = forgery.chance.randrange(len(forgery.texts))
    text, line = forgery.texts[at], forgery.parsed[at]
    other = forgery.chance.choice(
        [
            text.replace(":", ": ", 1),
            f"{text} ",
            text.replace('"type"', '"\\u0074ype"', 1),
            text.replace("{", '{"type":"x",', 1),
            dumped(dict(reversed(line.items()))),
            json.dumps(line, ensure_ascii=False),
        ]
    )
    return [*forgery.texts[:at], other, *forgery.texts[at + 1 :]]


@forger
def unknown_field(forgery: Forgery) -> list[str]:
    """Add a field to any object of any line."""
    at = forgery.chance.randrange(len(forgery.texts))
    line = deepcopy(forgery.parsed[at])
    forgery.chance.choice(list(objects(line)))[forgery.chance.choice(["x", "seat2", "note"])] = 1
    return forgery.with_line(at, line)


def objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(one)


@forger
def field_dropped(forgery: Forgery) -> list[str]:
    at = forgery.chance.randrange(len(forgery.texts))
    line = deepcopy(forgery.parsed[at])
    found = forgery.chance.choice([one for one in objects(line) if one])
    del found[forgery.chance.choice(list(found))]
    return forgery.with_line(at, line)


@forger
def number_changed(forgery: Forgery) -> list[str]:
    """Change any number of any line by one."""
    at = forgery.chance.randrange(len(forgery.texts))
    line = deepcopy(forgery.parsed[at])
    places = list(numbers(line))
    if not places:
        return forgery.texts
    holder, key = forgery.chance.choice(places)
    holder[key] += forgery.chance.choice([-1, 1])
    return forgery.with_line(at, line)


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if type(one) is int:
            yield value, key
        yield from numbers(one)


@forger
def line_left_out(forgery: Forgery) -> list[str]:
    at = forgery.chance.randrange(len(forgery.texts))
    return [*forgery.texts[:at], *forgery.texts[at + 1 :]]


@forger
def line_doubled(forgery: Forgery) -> list[str]:
    at = forgery.chance.randrange(len(forgery.texts))
    return [*forgery.texts[: at + 1], *forgery.texts[at:]]


@forger
def lines_swapped(forgery: Forgery) -> list[str]:
    at = forgery.chance.randrange(len(forgery.texts) - 1)
    one, other = forgery.texts[at : at + 2]
    return [*forgery.texts[:at], other, one, *forgery.texts[at + 2 :]]


@forger
def line_moved(forgery: Forgery) -> list[str]:
    left = list(forgery.texts)
    left.insert(forgery.chance.randrange(len(left)), left.pop(forgery.chance.randrange(len(left))))
    return left


@forger
def deed_after_the_end(forgery: Forgery) -> list[str]:
    return [*forgery.texts[:-1], forgery.texts[forgery.chance.choice(forgery.deeds)], forgery.texts[-1]]


@forger
def second_end(forgery: Forgery) -> list[str]:
    at = forgery.chance.randrange(1, len(forgery.texts))
    return [*forgery.texts[:at], forgery.texts[-1], *forgery.texts[at:]]


@forger
def silence_moved(forgery: Forgery) -> list[str] | None:
    at = forgery.a_deed("time-up")
    if at is None:
        return None
    left = list(forgery.texts)
    left.insert(forgery.chance.choice(forgery.deeds), left.pop(at))
    return left


@forger
def silence_of_others(forgery: Forgery) -> list[str] | None:
    """Name nobody, one seat fewer, one more, one twice, or all in another order."""
    at = forgery.a_deed("time-up")
    if at is None:
        return None
    seats = forgery.parsed[at]["deed"]["seats"]
    more = forgery.seat()
    others = [[], seats[1:], seats[:-1], [*seats, more], [*seats, *seats], seats[::-1], [more]]
    chosen = forgery.chance.choice([one for one in others if one != seats])
    return forgery.altered(at, lambda line: line["deed"].update(seats=chosen))


@forger
def deed_put_in(forgery: Forgery) -> list[str]:
    seat, kind = forgery.seat(), forgery.chance.choice(["time-up", "left", "taken-over", "returned", "void"])
    who: dict[str, Any] = {"why": "x"} if kind == "void" else {"seats": [seat]} if kind == "time-up" else {"seat": seat}
    line = {"type": "deed", "deed": {"type": kind, **who}, "draws": [], "events": []}
    at = forgery.chance.choice(forgery.deeds)
    return [*forgery.texts[:at], dumped(line), *forgery.texts[at:]]


@forger
def somebody_else_did_it(forgery: Forgery) -> list[str] | None:
    at = forgery.a_deed("move", "left", "taken-over", "returned")
    return None if at is None else forgery.altered(at, lambda line: line["deed"].update(seat=forgery.seat()))


@forger
def another_move(forgery: Forgery) -> list[str] | None:
    """Use a move from elsewhere in the record, one written differently, or an invalid one."""
    at = forgery.a_deed("move")
    if at is None:
        return None
    move = forgery.parsed[at]["deed"]["move"]
    other = forgery.parsed[forgery.a_deed("move") or at]["deed"]["move"]
    texts = [other, move.upper(), f"{move} ", f" {move}", f"{move} 1", f"{move}0", move.replace(" ", "  "), "dance"]
    return forgery.altered(at, lambda line: line["deed"].update(move=forgery.chance.choice(texts)))


@forger
def other_options(forgery: Forgery) -> list[str]:
    options = dict(forgery.parsed[1]["options"])
    key = forgery.chance.choice([*options, "no_such"])
    value = options.pop(key, None)
    how = forgery.chance.randrange(4)
    if how == 1:
        options[key] = str(value)
    elif how == 2:
        options[key] = (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else 7
    elif how:
        options[key] = value
    return forgery.altered(1, lambda line: line.update(options=options))


@forger
def other_terms(forgery: Forgery) -> list[str]:
    key, value = forgery.chance.choice(
        [
            ("carry", {}),
            ("carry", None),
            ("carry", {"last": 1}),
            ("stacks", []),
            ("stacks", [1]),
            ("house", []),
            ("house", [0]),
            ("away", [0]),
            ("away", [0, 0]),
            ("stacks", [*forgery.parsed[1]["stacks"], 5]),
        ]
    )
    return forgery.altered(1, lambda line: line.update({key: value}))


@forger
def other_pairs(forgery: Forgery) -> list[str]:
    pairs = forgery.parsed[1]["pairs"]
    stamp = ["stamp", str(forgery.chance.randrange(9))]
    other = forgery.chance.choice(
        [
            pairs[:-1],
            pairs[1:],
            [pairs[0], *pairs],
            pairs[::-1],
            [stamp, *pairs],
            [*pairs, stamp],
            [*pairs, stamp, stamp],
            [["0", "luck"], *pairs[1:]],
            [["0", "x" * 65], *pairs[1:]],
            [],
        ]
    )
    return forgery.altered(1, lambda line: line.update(pairs=other))


@forger
def other_commitment(forgery: Forgery) -> list[str]:
    key, value = forgery.chance.choice(
        [
            ("key", 9),
            ("key", -1),
            ("key", 2**53),
            ("game_id", "x/y/1"),
            ("rules", "x/1"),
            ("form", 1),
            ("protocol", "potluck/2"),
            ("game", "coins"),
            ("commitment", "0" * 64),
            ("commitment", forgery.parsed[0]["commitment"].upper()),
        ]
    )
    return forgery.altered(0, lambda line: line.update({key: value}))


@forger
def other_draws(forgery: Forgery) -> list[str] | None:
    places = [at for at, line in enumerate(forgery.parsed[:-1]) if line.get("draws")]
    if not places:
        return None
    at = forgery.chance.choice(places)
    draws = deepcopy(forgery.parsed[at]["draws"])
    one = forgery.chance.choice(draws)
    match forgery.chance.randrange(6):
        case 0:
            draws.remove(one)
        case 1:
            draws.append(one)
        case 2:
            one["index"] += 1
        case 3:
            one["label"] = forgery.chance.choice(["bot/seat1", "bot/seat99", "clock", "deck", one["label"] + "x"])
        case 4:
            one["kind"] = forgery.chance.choice(["below 6", "below 0", "shuffle 52", "weights 1 1", "nothing"])
        case _:
            one["outcome"] = forgery.chance.choice([one["outcome"][::-1], [*one["outcome"], 0], one["outcome"][1:]])
    return forgery.altered(at, lambda line: line.update(draws=draws))


@forger
def other_end(forgery: Forgery) -> list[str]:
    end = forgery.parsed[-1]
    key, value = forgery.chance.choice(
        [
            ("seed", "0" * 64),
            ("seed", end["seed"][:-2]),
            ("seed", end["seed"].upper()),
            ("result", {}),
            ("draws", {}),
            ("draws", {**end["draws"], "bot/seat1": 999}),
            ("draws", {**end["draws"], "zz": 0}),
            ("result", None),
            ("draws", dict(reversed(end["draws"].items()))),
            ("void", "x"),
        ]
    )
    return forgery.altered(-1 % len(forgery.texts), lambda line: line.update({key: value}))


@forger
def result_changed(forgery: Forgery) -> list[str] | None:
    """Change the winner, and exchange two stacks: without the rules only the end shows it."""
    result = forgery.parsed[-1]["result"]
    if result is None:
        return None
    how = {"winners": [forgery.seat()], "stacks": result["stacks"][::-1], "bank": result["bank"] + 1}
    key = forgery.chance.choice([one for one in how if how[one] != result[one]])
    return forgery.altered(len(forgery.texts) - 1, lambda line: line["result"].update({key: how[key]}))


@forger
def reason_changed(forgery: Forgery) -> list[str] | None:
    at = forgery.a_deed("void")
    return None if at is None else forgery.altered(at, lambda line: line["deed"].update(why="another storm"))


@forger
def called_off_sooner(forgery: Forgery) -> list[str]:
    """Cut the game off before a deed, and call it off, with fitting counts."""
    at = forgery.chance.choice(forgery.deeds)
    counts: dict[str, int] = {}
    for line in forgery.parsed[1:at]:
        counts.update({one["label"]: one["index"] + 1 for one in line["draws"]})
    off = {"type": "deed", "deed": {"type": "void", "why": "a storm"}, "draws": [], "events": []}
    end = {**forgery.parsed[-1], "draws": dict(sorted(counts.items())), "result": None}
    return [*forgery.texts[:at], dumped(off), dumped(end)]


@forger
def played_anew(forgery: Forgery) -> list[str] | None:
    """Make another game with the same seed: leave out or repeat a deed, and write again what follows."""
    lines = [chain.LINES.decode(text) for text in forgery.texts[2:-1]]
    deeds = [line.deed for line in lines if isinstance(line, chain.DeedLine)]
    at = forgery.chance.randrange(len(deeds))
    deeds = deeds[:at] + deeds[at : at + 1] * forgery.chance.choice([0, 2]) + deeds[at + 1 :]
    return written_anew(forgery, [deed for deed in deeds if not isinstance(deed, CalledOff)])


def written_anew(forgery: Forgery, deeds: list[Deed]) -> list[str] | None:
    game, start, end = forgery.game, chain.LINES.decode(forgery.texts[1]), forgery.parsed[-1]
    assert isinstance(start, chain.StartLine)
    seed, game_id, mixed = bytes.fromhex(end["seed"]), forgery.parsed[0]["game_id"], bytes.fromhex(start.entropy)
    dice = NotedDice(seed, game_id, mixed)
    step: Step[Any] = game.start(
        game.options.model_validate(json.loads(bytes(start.options))), start.stacks, dice, None
    )
    lines = forgery.texts[:2]
    for deed in deeds:
        dice = NotedDice(seed, game_id, mixed, dice.counts)
        if game.asks(step.state) is None:
            break
        try:
            step = perform(game, step.state, deed, dice)
        except Exception:  # noqa: BLE001, S112 - it is no longer possible
            continue
        lines.append(chain.written(chain.DeedLine(deed, dice.drawn, told_raw(game, step.events))).decode())
    if game.result(step.state) is None:
        lines.append(chain.written(chain.DeedLine(CalledOff("a storm"), (), ())).decode())
    ended = chain.closing(game, b"", seed, dice.counts, step.state)
    return [*lines, chain.written(ended).decode()]


def forgeries(game: AnyGame, record: str, count: int, seed: str) -> Iterator[tuple[str, str]]:
    """Yield this many altered records, each with its forger's name, and different from the one that was played."""
    chance, names = Random(f"{seed} {game.name}"), list(FORGERS)  # noqa: S311 - no secret
    made = 0
    while made < count:
        name = names[made % len(names)]
        lines = FORGERS[name](Forgery(game, record, chance))
        text = record if lines is None else sealed(lines)
        if text != record:
            yield name, text
        made += 1
