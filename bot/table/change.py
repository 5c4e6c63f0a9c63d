"""A change of a session in the making: the new session, what is told, and what money moves."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.ports.ids import NO_PLACE, PlaceId
from bot.ports.messages import Person
from bot.table.audit import VOID, AuditEntry, Cause
from bot.table.document import IDLE, Session
from bot.table.fairness import Fairness
from bot.table.log import Batch, Cast, Note, Position, Receipt
from bot.table.phases import Between, Closed, EndedGame, Hosting, Lobby, Playing, Pledge, PrivateTold
from bot.table.seals import AtPlace, TakenSeal, ToldBefore, never
from bot.table.seats import Seated
from bot.table.thinking import Thought
from bot.text.safe_text import bare
from games.kit.codec import codec
from games.kit.contract import Event, PrivateEvent, Step
from games.kit.dice import Dice
from games.kit.kept import known_once
from games.kit.seats import Seat, all_seats
from games.kit.telling import All, Listed, Say, Told, Who
from games.kit.telling import say as saying
from games.proof import chain, fair
from games.proof.chain import InTime
from games.proof.record import AnyDeed, CalledOff, Deed, Moved
from persistence import Transfer


class Refused(Exception):  # noqa: N818 - as `Illegal`, but by the bot
    """Refuse what somebody wants. The reason is a sentence's id and values."""

    def __init__(self, message: str, /, **args: Told) -> None:
        super().__init__(message)
        self.reason: Say = saying(message, **args)


class NoTable(Refused):
    """Refuse it, because there is no table at this place."""


class UnknownTable(Refused):
    """Refuse it, because no table that the sender may know of has this code."""


class NotSeated(Refused):
    """Refuse it, because only somebody with a seat there may do it."""


class Exposed(Refused):
    """Refuse it, because it was said where all can read it and must not be; the line is taken away where we may."""


def no_game(session: Session, now: int) -> Refused:
    """Return a refusal: no game is on. It tells if one begins by itself. `now` in ms, by the table's clock."""
    match session.phase:
        case Lobby(starts_at=int(at)) | Between(starts_at=int(at)):
            return Refused(
                "next-begins-soon", one=session.next_is, code=session.code, seconds=max(1, -((now - at) // 1000))
            )
        case _:
            return Refused("no-game-yet", code=session.code)


class Change:
    """A change. `now` in ms. `ended`: the games that ended by it, whose records are to be archived.

    `passing`: something was told that the next line replaces. `audit`: acts of staff, and voids. `heard`: the id of the
    message whose sender moves. `receipt`: the first digits of the head after that move. `stamp_link`: where the stamp's
    message can be seen. `lines_in_time`: lines known to be told before that message. `before`: the table as stored;
    None: it is new, and its first seal is told by this change. `at_place`: for a new table, the standing seal of its
    place. `generous`: the venue lets the House pay more than it wins. `thought`: the decision of a house bot that is
    due. `full`: why the venue takes no more games now.
    """

    def __init__(
        self,
        session: Session,
        now: int,
        fairness: Fairness,
        to_pledge: Callable[[], Pledge],
        before: Session | None,
    ) -> None:
        self.session, self.now, self.fairness, self.to_pledge = session, now, fairness, to_pledge
        self.before = before
        self.started = session
        self.batches: list[Batch] = []
        self.transfers: list[Transfer] = []
        self.pledges_used = 0
        self.void = ""
        self.passing = False
        self.ended: tuple[EndedGame, ...] = ()
        self.audit: list[AuditEntry] = []
        self.heard, self.receipt, self.stamp_link = "", "", ""
        self.stamp_place = NO_PLACE
        self.at_place: AtPlace | None = None
        self.in_time: InTime | None = None
        self.lines_in_time: tuple[int, ...] = ()
        self.told_before: ToldBefore = never
        self.generous = False
        self.full: Refused | None = None
        self.thought: Thought | None = None

    @known_once
    def next_pledge(self) -> Pledge:
        """Return the pledge of the game after the one that is already pledged."""
        return self.to_pledge()

    def end_game(self) -> None:
        """Note that the running game ends with this change, before anybody is cleared from the table."""
        self.ended = (*self.ended, EndedGame(self.playing, self.session.seats, self.called, self.void))

    @property
    def was_sealed(self) -> bool:
        """Tell whether the seal of the next game was told before this change."""
        return self.before is not None and self.session.pledge == self.before.pledge

    def stamped_by(self, stamp: str, place: PlaceId, link: str) -> str:
        """Return the stamp of a message said at a place, which can be seen at this link.

        Empty unless the place acknowledged the next game's seal before: if the seal was not yet told, it could be
        chosen by somebody who knows the stamp.
        """
        found, in_time = None if self.at_place is None else self.at_place.found, None
        if stamp and self.was_sealed:
            in_time = self.told_before(self.session.table, place, self.session.sealed_in)
        elif stamp and found is not None:
            in_time = self.told_before(found.table, place, found.told_in)
        self.in_time, self.stamp_place, self.stamp_link = in_time, place, link
        return "" if in_time is None else stamp

    def stamp_of_next(self, stamp: str) -> str:
        """Return the stamp of the next game; empty if its seal is told only by this change."""
        return stamp if self.was_sealed else ""

    def text_of(self, seat: Seat, *, stamped: bool) -> str:
        """Return a seat's text for the dice; empty if its commitment was not told in time.

        In time is: before this change; and if the game is `stamped`, acknowledged before the stamp's message.
        """
        seated = self.session.seats[seat]
        told = () if self.before is None else (one.bound for one in self.before.seats)
        in_time = seated.bound in told and (not stamped or self.is_in_time(seated))
        return seated.text if in_time or not seated.bound else ""

    def is_in_time(self, seated: Seated) -> bool:
        """Tell whether a text's commitment was acknowledged before the stamp's message."""
        known = self.told_before(self.session.table, self.stamp_place, seated.bound_in)
        return seated.bound_in in self.lines_in_time or known is not None

    @property
    def texts_in_time(self) -> tuple[int, ...]:
        """Return the lines of the log with texts for the next game that were told in time, if it is stamped now."""
        return tuple([one.bound_in for one in self.session.seats if one.bound and self.is_in_time(one)])

    def take_seal(self) -> TakenSeal:
        """Take the seal of a game that begins: for a new table, the standing seal of the place."""
        place, own = self.at_place, self.session.pledge
        found = None if place is None or place.left is not None else place.found
        if found is None:
            seal = TakenSeal(own, self.next_pledge, None, self.was_sealed)
            self.pledges_used += 1
        else:
            seal = TakenSeal(found.pledge, own, None, sealed=True)
        if place is None or place.left is not None:
            return seal
        here = place.place == self.session.places[0]
        others = 1 + self.pledges_used if here else 0
        standing = place.leave(others, self.session.table, self.last_line + 1)
        self.pledges_used += here
        return seal._replace(standing=standing)

    @property
    def table_time(self) -> int:
        """Return the table's own clock, by which deadlines are set. It stops while the table is paused."""
        return self.now if self.session.paused is None else self.session.paused.at

    @property
    def playing(self) -> Playing:
        """Return the running game. Raises Refused where there is none."""
        if isinstance(self.session.phase, Playing):
            return self.session.phase
        if isinstance(self.session.phase, Hosting):
            raise Refused("tournament-how")
        raise no_game(self.session, self.table_time)

    @property
    def called_off(self) -> bool:
        """Tell whether a game was called off by this change."""
        return any(entry.counts == VOID for entry in self.audit)

    def note_void(self, cause: Cause, n: int) -> None:
        """Note in the audit log that game number `n` is void: it is counted, and public (threats T30)."""
        session, reason = self.session, cause.reason or cause.why
        where = (session.code, session.table, reason)
        did = f"{cause.did}, game {n} void"
        self.audit.append(AuditEntry(self.now, cause.by, bare(cause.name), did, *where, counts=VOID))

    @property
    def closes_the_step(self) -> bool:
        """Tell whether nothing else may go into the same step: a game began or ended, the table moved or was closed."""
        over = bool(self.ended) or isinstance(self.session.phase, Closed) or (bool(self.audit) and self.called_off)
        return over or bool(self.pledges_used) or self.session.places != self.started.places

    def undone(self) -> "Change":
        """Return the same change before anything was done."""
        return Change(self.started, self.now, self.fairness, self.to_pledge, self.before)

    def followed(self) -> "Change":
        """Return a following change that belongs to the same step of the store."""
        change = Change(self.session, self.now, self.fairness, self.to_pledge, self.before)
        change.generous, change.thought, change.full = self.generous, self.thought, self.full
        return change

    def take_in(self, later: "Change") -> None:
        """Merge the change that followed this one."""
        if later.session is later.started and not later.batches:
            return
        self.session = later.session
        self.batches += later.batches
        self.transfers += later.transfers
        self.audit += later.audit
        self.pledges_used, self.void, self.ended = later.pledges_used, later.void, later.ended

    def set(self, **fields: Any) -> None:
        self.session = self.session.changed(**fields)

    def say(self, message: str, /, to: Seat | None = None, **args: Told) -> None:
        """Tell everybody (or one seat) something as the bot."""
        self.tell(saying(message, **args), to)

    def tell(self, told: Say, to: Seat | None = None) -> None:
        note, cast = Note(told, to), () if to is None else self.cast((to,))
        position = Position(self.session.told_to_all, public=to is None)
        if self.batches and self.batches[-1].is_of_notes:
            last = self.batches[-1]
            if last.is_for_all or not position.public:
                position = last.position
            else:
                self.set(told_to_all=position.before + 1)
            notes, both = (*last.notes, note), (*last.cast, *cast)
            self.batches[-1] = replace(last, notes=notes, cast=both, position=position)
        else:
            self.log(Batch(self.now, notes=(note,), cast=cast, position=position))

    def log(self, batch: Batch, **fields: Any) -> None:
        """Add a line to the log. `fields`: what else of the session changes with it."""
        session = self.session
        self.batches.append(batch)
        length, public = session.log_length + 1, session.told_to_all + batch.position.public
        self.session = session.changed(log_length=length, told_to_all=public, **fields)

    def began(self, events: tuple[Event, ...], written: tuple[msgspec.Raw, ...], begun: str = "") -> None:
        """Log the start of the running game. `begun`: the first two lines of its record, or a later round's line."""
        cast, position = self.told_by(events)
        self.log(Batch(self.now, self.playing.pledge.n, None, written, cast=cast, position=position, begun=begun))

    def happened(self, deed: AnyDeed) -> None:
        """Add a deed that leaves the state of the game as it is to the log and to the chain of deeds."""
        playing = self.playing
        line, n = chain.DeedLine(deed, playing.drawn, ()), playing.pledge.n
        if isinstance(deed, CalledOff) and self.batches and self.batches[-1].is_of_notes:
            last = self.batches[-1]  # one line tells who called the game off, too
            self.batches[-1] = replace(last, game=n, deed=deed, draws=line.draws)
            self.set(phase=self.chained(playing, line, public=last.is_for_all))
        else:
            position = Position(self.session.told_to_all, public=False)
            batch = Batch(self.now, n, deed, draws=line.draws, position=position)
            self.log(batch, phase=self.chained(playing, line, public=False))

    def played(self, playing: Playing, deed: Deed, step: Step[Any], dice: Dice, **fields: Any) -> None:
        """Take in what came of a deed in the game that is on, and add it to the log and to the chain of deeds.

        `dice`: those that it was done with. `fields`: what else of the session changes with it.
        """
        encode = codec(self.session.rules).encode
        written = tuple(map(msgspec.Raw, map(encode, step.events)))
        line, (cast, position) = chain.DeedLine(deed, (*playing.drawn, *dice.drawn), written), self.told_by(step.events)
        phase = self.chained(
            playing,
            line,
            public=position.public,
            state=msgspec.Raw(encode(step.state)),
            draws=dict(dice.counts),
            told=(*playing.told, *private_of(step.events, written)),
        )
        receipt = None
        if self.heard and isinstance(deed, Moved):
            receipt, self.heard = Receipt(phase.head[: fair.SHOWN], self.heard), ""
            self.receipt = receipt.digits
        batch = Batch(self.now, playing.pledge.n, deed, written, (), cast, position, line.draws, receipt=receipt)
        self.log(batch, phase=phase, **fields)
        Session.state.keep(self.session, step.state)  # what the stored one means

    def chained(self, playing: Playing, line: chain.DeedLine, *, public: bool, **fields: Any) -> Playing:
        """Return the game with a deed chained to those before it. Its line is the same, byte for byte, as in the
        record. `public`: everybody is told of it. `fields`: what else of the game changes with it.
        """
        head = self.fairness.chained(playing, chain.written(line))
        seen = head if public else playing.seen_head
        return replace(playing, head=head, seen_head=seen, deeds=playing.deeds + 1, drawn=(), **fields)

    def told_by(self, events: tuple[Event, ...]) -> tuple[tuple[Cast, ...], Position]:
        """Return whom the line that tells these events mentions, and its position."""
        sentences, to, public = list[Say](), set[Seat](), False
        for event in events:
            sentences.append(event.say())
            self.passing = self.passing or event.replaces
            if isinstance(event, PrivateEvent):
                to.add(event.to)
            else:
                public = True
        seats = to | mentioned_in(sentences)
        cast = self.cast(sorted(seats)) if seats else ()
        return cast, Position(self.session.told_to_all, public)

    @property
    def last_line(self) -> int:
        """Return the number of the last line of the log so far."""
        return self.session.log_length - 1

    def cast(self, seats: Iterable[Seat]) -> tuple[Cast, ...]:
        """Return who sits on these seats now."""
        called, seated = self.session.called, self.session.seats
        return tuple([Cast(seat, seated[seat].player, called[seat], seated[seat].played_by_house) for seat in seats])

    @property
    def called(self) -> tuple[str, ...]:
        """Return the current name of each seat, numbered where two look alike (threats T13)."""
        return self.session.called

    def move_money(self, source: str, target: str, amount: int, cause: str, once: str | None = None) -> None:
        if amount > 0:
            self.transfers.append(Transfer(source, target, amount, cause, once, note=self.session.code))

    def reseat(self, staying: tuple[Seat, ...]) -> None:
        """Keep only these seats, in this order; a series is told the new seating."""
        old, carry = self.session, self.session.carry
        seats = tuple(old.seats[seat] for seat in staying)
        phase = old.phase
        if carry is not None and isinstance(phase, Lobby | Between):
            now_at = {seat: Seat(place) for place, seat in enumerate(staying)}
            kept = old.rules.reseated(carry, tuple(now_at.get(seat) for seat in all_seats(len(old.seats))))
            phase = replace(phase, carry=msgspec.Raw(codec(old.rules).encode(kept)))
        self.set(seats=seats, phase=phase)

    @property
    def purse_table(self) -> bool:
        return self.session.options.money == "purse"

    @property
    def stake_account(self) -> str:
        return f"stake:{self.session.table}"

    def stop_countdown(self) -> None:
        """Let no game begin by itself, not even one that enough were ready for."""
        if isinstance(self.session.phase, Lobby | Between):
            self.set(phase=replace(self.session.phase, starts_at=None, by_vote=False))

    def touched(self) -> None:
        """Note that somebody did something, so that the table is not idle."""
        self.session = self.session.changed(idle_at=self.now + IDLE * 1000)


def refuse_removed(session: Session, person: Person) -> None:
    """Raise Refused for a person who was taken off this table, under any of their ids."""
    removal = session.removal_of(person.ids)
    if removal is not None:
        raise Refused("removed-here", code=session.code, by="table" if removal.by_table else "moderator")


def people(called: Iterable[str]) -> Listed:
    """Return the names of several people as one value of a sentence."""
    return Listed(tuple(saying("called", name=name) for name in called))


def private_of(events: tuple[Event, ...], written: tuple[msgspec.Raw, ...]) -> tuple[PrivateTold, ...]:
    """Return what single seats were told. `written`: the events, as they are stored."""
    each = zip(events, written, strict=True)
    return tuple([PrivateTold(event.to, one) for event, one in each if isinstance(event, PrivateEvent)])


def mentioned_in(sentences: Iterable[Say]) -> set[Seat]:
    """Return the seats that sentences mention."""
    found, left = set[Seat](), list[Told](sentences)
    while left:
        told = left.pop()
        if isinstance(told, Say):
            left += told.args.values()
        elif isinstance(told, Who):
            found.add(told.seat)
        elif isinstance(told, All):
            found.update(told.seats)
        elif isinstance(told, Listed):
            left += told.says
    return found
