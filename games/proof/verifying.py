"""Check a record offline: commitment, terms, texts, every draw, every event, and the chain of deeds.

A record is read strictly: a line is accepted only if it is written exactly as the bot writes it.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec import Struct

from games.catalogue import AnyGame, catalogue
from games.kit.codec import codec
from games.kit.contract import Ask, Step
from games.kit.dice import HOST_LABELS, Drawn
from games.kit.money import Stacks
from games.kit.notation import read, write
from games.kit.seats import Seat, all_seats
from games.proof import fair
from games.proof.chain import (
    FORM,
    LINES,
    AnyLine,
    Chain,
    DeedLine,
    EndLine,
    InTime,
    RoundLine,
    StartLine,
    brought_on,
    closing,
    options_written,
    terms_of,
    written,
)
from games.proof.record import (
    AnyDeed,
    CalledOff,
    Committed,
    Left,
    Mismatch,
    Moment,
    Moved,
    Returned,
    TakenOver,
    TimedOut,
    compare,
    perform,
)
from games.proof.seeded_dice import NotedDice

WORDS_OF_A_THOUGHT: Final = fair.SEED_BYTES // 4
EXACT: Final = 2**53
BOT: Final = re.compile(r"bot/seat(0|[1-9][0-9]{0,3})")
UNSEEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
"""The categories (Unicode's general ones) of characters that no text shows: controls, direction marks, line ends."""


class Replayed(Struct, frozen=True):
    """Hold a record that was checked line by line. `moments`: of its start and each deed. `void`: why it was called
    off.

    `options`: all of the game's, as JSON. `entropy`: as told with the start. `heads`: of the chain, at the start and
    after each deed. `end`: the hash told with the result. `pairs`: what was mixed in, by owner. `told`: when its seal
    was told, and when its stamp came. `brought`: the stacks with which its last round began.
    """

    committed: Committed
    stacks: Stacks
    moments: tuple[Moment, ...]
    void: str
    entropy: str
    pairs: tuple[fair.Pair, ...]
    heads: tuple[str, ...]
    end: str
    options: bytes = b"{}"
    told: InTime | None = None
    brought: Stacks = ()

    @property
    def last_round(self) -> tuple[Moment, ...]:
        """Return the moments of the last round; of the whole game if it has only one."""
        start = max(at for at, moment in enumerate(self.moments) if moment.deed is None)
        return self.moments[start:]

    @property
    def stamp(self) -> str:
        """Return the platform's id that was mixed in; empty if none was."""
        return fair.stamp_in(self.pairs)

    @property
    def texts(self) -> dict[str, str]:
        """Return, by seat number, the hash (T) that had to be told of each text when it was given."""
        game_id = self.committed.game_id
        return {seat: fair.text_told(game_id, seat, text) for seat, text in self.pairs if text and seat != fair.STAMP}

    @property
    def receipts(self) -> tuple[str, ...]:
        return self.heads[1:]


def verify(text: str, games: Mapping[str, AnyGame] | None = None) -> Committed:
    """Check a whole record. Raises Mismatch. `games`: the rules for the replay; by default the installed games."""
    return replayed(text, games).committed


def replayed(text: str, games: Mapping[str, AnyGame] | None = None) -> Replayed:
    """Check a whole record as `verify` does, and return all that happened in it. Raises Mismatch."""
    installed = catalogue() if games is None else games
    check_protocol(text)
    lines = whole_lines(text)
    match [decoded(line, number) for number, line in enumerate(lines, start=1)]:
        case [Committed() as committed, StartLine() as started, *deeds, EndLine() as ended]:
            return Replay(installed, committed, started, ended, lines).go_on(deeds)
        case _:
            raise Mismatch(len(lines), "a record is a commitment, a start, deeds and one end")


def check_protocol(text: str) -> None:
    """Raise Mismatch unless a record says that it follows the protocol that is known here."""
    first = text.partition("\n")[0].removesuffix("\r")
    committed = unproven(first, 1)
    if not isinstance(committed, Committed):
        raise Mismatch(1, "a record begins with a commitment")
    if (committed.protocol, committed.form) != (fair.PROTOCOL, FORM):
        raise Mismatch(1, f"protocol {committed.protocol!r} form {committed.form} is not known here")


def whole_lines(text: str) -> list[bytes]:
    """Return the lines of a file, of which not even one byte may differ. Raises Mismatch."""
    lines = text.encode().split(b"\n")
    if lines[-1]:
        raise Mismatch(len(lines), "the last line has no line feed: the file is not whole")
    return lines[:-1]


def unproven(line: bytes | str, number: int) -> AnyLine:
    """Return the content of a line, however it is written. Raises Mismatch."""
    try:
        return LINES.decode(line)
    except RecursionError:
        raise Mismatch(number, "not a line of a record (too deep)") from None
    except msgspec.MsgspecError as error:
        raise Mismatch(number, f"not a line of a record ({error})") from None


def decoded(line: bytes, number: int) -> AnyLine:
    """Return the content of a line. Raises Mismatch unless it is written as the bot writes it."""
    found = unproven(line, number)
    if written(found) != line:
        raise Mismatch(number, "not written as the bot writes a line: to the byte, with nothing before or behind")
    if not exact(msgspec.json.decode(line)):
        raise Mismatch(number, "a number of a record is below 2^53: not every program reads a larger one exactly")
    return found


def exact(content: Any) -> bool:
    """Tell whether every program reads each whole number in this alike."""
    match content:
        case dict():
            return all(map(exact, content.values()))
        case list():
            return all(map(exact, content))
        case int():
            return abs(content) < EXACT
        case _:
            return True


class Replay:
    """Replay one record: keep what stands on the table after each line, and who plays for whom."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        committed: Committed,
        started: StartLine,
        ended: EndLine,
        lines: Sequence[bytes],
    ) -> None:
        self.committed, self.started, self.ended, self.lines = committed, started, ended, lines
        self.game = game_of(committed, games)
        self.seed = seed_of(committed, ended, len(lines))
        self.seats = all_seats(len(started.stacks))
        self.entropy = self.checked_entropy()
        self.brought = started.stacks
        self.chain = Chain(self.seed, committed.game_id)
        self.counts: dict[str, int] = {}
        self.house: frozenset[Seat] = frozenset(started.house)
        self.away: frozenset[Seat] = frozenset(started.away)
        self.gone: frozenset[Seat] = frozenset()
        self.just_taken: tuple[Seat, ...] = ()
        """Seats taken over in the lines directly before, after a second silence; the silence of the others follows."""
        self.void: str | None = None

    def go_on(self, deeds: Sequence[AnyLine]) -> Replayed:
        """Replay all lines. Raises Mismatch."""
        step = self.begun(self.started, 2)
        self.chain.begin(self.lines[0], self.lines[1])
        heads, moments = [self.chain.head.hex()], [Moment(None, step.events, step.state)]
        for number, done in enumerate(deeds, start=3):
            if isinstance(done, RoundLine):
                step = self.next_round(step.state, done, number)
            elif isinstance(done, DeedLine):
                step = self.do(step.state, done, number)
            else:
                raise Mismatch(number, "a deed was expected")
            self.chain.add(self.lines[number - 1])
            heads.append(self.chain.head.hex())
            moments.append(Moment(done.deed if isinstance(done, DeedLine) else None, step.events, step.state))
        self.check_end(step.state)
        return Replayed(
            self.committed,
            self.started.stacks,
            tuple(moments),
            self.void or "",
            self.started.entropy,
            self.started.pairs,
            tuple(heads),
            self.ended.sha256,
            bytes(self.started.options),
            self.started.told,
            self.brought,
        )

    # The start

    def checked_entropy(self) -> bytes:
        started = self.started
        check_pairs(started.pairs, len(started.stacks))
        if any(owner in map(str, started.house) and text for owner, text in started.pairs):
            raise Mismatch(2, "a house bot gives no text: whoever chose one for it could choose the dice")
        self.check_played_for(started, 2)
        stamp, told = fair.stamp_in(started.pairs), started.told
        if (told is None) is bool(stamp):
            raise Mismatch(
                2, "when the seal was told, and when the stamp came, stands there exactly where a stamp does"
            )
        if told is not None and not 0 <= told.seal_at <= told.stamp_at:
            raise Mismatch(2, "the stamp came before the seal was told")
        terms = terms_of(self.committed.rules, started.options, started.stacks, started.carry)
        mixed = fair.mixed_in(terms, started.pairs)
        if started.entropy != mixed.hex():
            raise Mismatch(2, "the entropy is not that of the terms and the texts")
        return mixed

    def check_played_for(self, line: StartLine | RoundLine, number: int) -> None:
        """Check which seats this line says house bots play. Raises Mismatch."""
        if any(list(one) != sorted(one) for one in (line.house, line.away)) or not fit(
            (*line.house, *line.away), self.seats
        ):
            raise Mismatch(number, "those whom house bots play are not seats of this table, each once and in order")

    def begun(self, line: StartLine | RoundLine, number: int) -> Step[Any]:
        """Return the first step of the game, or of a later round, by this line."""
        game, written_options, dice = self.game, self.started.options, self.dice()
        try:
            options = game.options.model_validate(msgspec.json.decode(written_options))
            carry = None if bytes(line.carry) == b"null" else codec(game).carry(bytes(line.carry))
            if not 0 < len(self.seats) < game.seats(options).stop:
                raise Mismatch(number, "the game is not for so many")  # noqa: TRY301 - as whatever a start provokes
            step = game.start(options, line.stacks, dice, carry)
        except Mismatch:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a forged start provokes, it is this line that is wrong
            raise Mismatch(number, f"the game cannot start like this ({type(error).__name__})") from None
        if bytes(options_written(options)) != bytes(written_options):
            raise Mismatch(number, "the options are not all that there are, each once and as it is written")
        if bytes(codec(game).encode(carry)) != bytes(line.carry):
            raise Mismatch(number, "what the game before handed on is not as it is written")
        self.drawn_alike(dice, line.draws, number)
        compare(game, step, line.events, number)
        return step

    def next_round(self, state: Any, line: RoundLine, number: int) -> Step[Any]:
        """Return the first step of the next round in a match that stays closed: seats go on with the stacks they had.

        A seat that the rules let buy in again may have a new stack.
        """
        game, result = self.game, self.game.result(state)
        goes_on = game.keeps_hidden and self.void is None and result is not None and result.next_after is not None
        if not goes_on or result is None:
            raise Mismatch(number, "no further round follows here")
        carry = game.carried(state)
        if bytes(line.carry) != codec(game).encode(carry):
            raise Mismatch(number, "the round before handed on something else")
        options = game.options.model_validate(msgspec.json.decode(self.started.options))
        if not brought_on(game, options, carry, result.stacks, line.stacks):
            raise Mismatch(number, "the round before left its seats something else, or a new stack is not theirs")
        self.check_played_for(line, number)
        self.house, self.away, self.gone = frozenset(line.house), frozenset(line.away), frozenset()
        self.just_taken, self.brought = (), line.stacks
        return self.begun(line, number)

    def dice(self) -> NotedDice:
        return NotedDice(self.seed, self.committed.game_id, self.entropy, self.counts)

    # The deeds

    def do(self, state: Any, done: DeedLine, number: int) -> Step[Any]:
        ask = self.game.asks(state)
        if ask is None or self.void is not None:
            raise Mismatch(number, "the game was over before this deed")
        dice = self.dice()
        self.let_bots_draw(dice, done.draws, ask, number)
        wrong = self.wrong_with(done.deed, ask)
        if wrong:
            raise Mismatch(number, wrong)
        step = self.performed(state, done.deed, dice, number)
        self.drawn_alike(dice, done.draws, number)
        compare(self.game, step, done.events, number)
        self.note_who_plays(done.deed)
        return step

    def performed(self, state: Any, deed: AnyDeed, dice: NotedDice, number: int) -> Step[Any]:
        if isinstance(deed, CalledOff):
            return Step(state, ())
        try:
            return perform(self.game, state, deed, dice)
        except Exception as error:  # noqa: BLE001 - whatever a forged deed provokes, it is this line that is wrong
            raise Mismatch(number, f"the rules refuse this deed ({error})") from None

    def wrong_with(self, deed: AnyDeed, ask: Ask) -> str:
        """Return what is wrong with a deed before the rules of the game are asked; empty: nothing."""
        match deed:
            case Moved(seat=seat, move=line):
                return self.wrong_with_move(seat, line)
            case TimedOut(seats=seats):
                awaited = tuple(seat for seat in ask.seats if seat not in self.just_taken) or ask.seats
                return "" if seats == awaited else f"the silent seats were {list(awaited)}: those awaited, and no other"
            case Left(seat=seat):
                return "" if seat in self.seats and seat not in self.gone else "nobody sits there who could leave"
            case TakenOver(seat=seat):
                taken = seat in self.house | self.away | self.gone or seat not in ask.seats
                return "a house bot takes over who is awaited, and plays for nobody yet" * taken
            case Returned(seat=seat):
                return "" if seat in self.away else "nobody returns to a seat that no house bot took over"
            case CalledOff(why=why):
                return "" if why else "a game is called off for a reason"

    def wrong_with_move(self, seat: Seat, line: str) -> str:
        if seat not in self.seats or seat in self.gone:
            return "nobody sits there who could move"
        try:
            same = write(read(line, self.game.moves)) == line
        except Exception as error:  # noqa: BLE001 - whatever it is, it is no move
            return f"the rules refuse this deed ({error})"
        return "" if same else "the move is not written as the bot writes it"

    def note_who_plays(self, deed: AnyDeed) -> None:
        """Note who plays which seat after a deed."""
        self.just_taken = (*self.just_taken, deed.seat) if isinstance(deed, TakenOver) else ()
        match deed:
            case Left(seat=seat):
                self.gone, self.away = self.gone | {seat}, self.away - {seat}
            case TakenOver(seat=seat):
                self.away |= {seat}
            case Returned(seat=seat):
                self.away -= {seat}
            case CalledOff(why=why):
                self.void = why
            case _:
                pass

    # The draws

    def let_bots_draw(self, dice: NotedDice, listed: Sequence[Drawn], ask: Ask, number: int) -> None:
        """Repeat what house bots drew before this deed: for a decision, or for how long one lets people go first."""
        for (label, _), reads in groupby(listed, key=lambda one: (one.label, one.index)):
            if label.partition("/")[0] not in HOST_LABELS:
                return
            owner, (first, *more) = BOT.fullmatch(label), reads
            bot = None if owner is None else Seat(int(owner[1]))
            later = (f"below {ask.head_start * 1000 + 1}", 1)
            may = ((f"below {2**32}", WORDS_OF_A_THOUGHT), *([later] if ask.head_start else []))
            if bot not in self.house | self.away or more or (first.kind, len(first.outcome)) not in may:
                raise Mismatch(number, f"nobody draws {label} like this")
            draw, n = dice.draw("bot", bot), int(first.kind.removeprefix("below "))
            for _ in first.outcome:
                draw.below(n)

    def drawn_alike(self, dice: NotedDice, listed: tuple[Drawn, ...], number: int) -> None:
        """Compare the listed draws with those that were made, and count them."""
        made = dice.drawn
        for said, found in zip(listed, made, strict=False):
            if said != found:
                raise Mismatch(number, f"the record says {shown(said)} was drawn, the rules drew {shown(found)}")
        if len(listed) != len(made):
            raise Mismatch(number, f"the record lists {len(listed)} draws, the rules made {len(made)}")
        self.counts = dict(dice.counts)

    # The end

    def check_end(self, state: Any) -> None:
        game, ended, number = self.game, self.ended, len(self.lines)
        result = game.result(state)
        if result is None and self.void is None:
            raise Mismatch(number, "the game had not come to its end")
        if bytes(ended.result) != codec(game).encode(result):
            raise Mismatch(number, "the result is not the one the rules come to")
        if ended.draws != self.counts or list(ended.draws) != sorted(ended.draws):
            raise Mismatch(number, f"the record counts draws {ended.draws}, there were {self.counts}")
        if ended.head != self.chain.head.hex():
            raise Mismatch(number, "the head is not that of the chain of deeds")
        if ended != closing(game, self.chain.head, self.seed, self.counts, state):
            raise Mismatch(number, "the SHA-256 is not that of the end")


def fit(seats: Sequence[Seat], there: Sequence[Seat]) -> bool:
    """Tell whether these seats are all different and all among those there."""
    return len(set(seats)) == len(seats) and set(seats) <= set(there)


def shown(one: Drawn) -> str:
    return f"{one.label} {one.index}: {one.kind} = {' '.join(map(str, one.outcome))}"


def game_of(committed: Committed, games: Mapping[str, AnyGame]) -> AnyGame:
    if committed.key < 0:
        raise Mismatch(1, "the number of a key is not below nought")
    game = games.get(committed.game)
    if game is None or game.version != committed.rules:
        raise Mismatch(1, f"the rules {committed.rules!r} are not installed here")
    return game


def seed_of(committed: Committed, ended: EndLine, number: int) -> bytes:
    if not re.fullmatch(r"[0-9a-f]{64}", ended.seed):
        raise Mismatch(number, "the seed is not 64 hexadecimal digits")
    seed = bytes.fromhex(ended.seed)
    if committed.commitment != fair.commitment(committed.game_id, seed):
        raise Mismatch(1, "the commitment is not that of the seed revealed at the end")
    return seed


def check_pairs(pairs: Sequence[fair.Pair], seats: int) -> None:
    """Raise Mismatch unless there is one text for each seat, in their order, and at most one stamp, the last."""
    owners = [owner for owner, _ in pairs]
    numbers = [str(seat) for seat in range(seats)]
    if owners not in (numbers, [*numbers, fair.STAMP]):
        raise Mismatch(2, "there is not one text for each seat, in their order, with the stamp at most once and last")
    if (fair.STAMP, "") in pairs:
        raise Mismatch(2, "a stamp is the platform's own id: it is never empty")
    for _, text in pairs:
        if len(text) > fair.LONGEST_TEXT or unicodedata.normalize("NFC", text).strip() != text:
            raise Mismatch(
                2, f"a text has at most {fair.LONGEST_TEXT} characters, and none of them is a blank around it"
            )
        if not UNSEEN.isdisjoint(map(unicodedata.category, text)):
            raise Mismatch(2, "a text stands as it is shown: no sign of it is one that can't be seen")
