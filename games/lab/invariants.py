"""Check what holds in every game after every move, with a small named check for each rule. `simulate` and the inherited
tests use them.

A check looks at a moment and yields a sentence for each thing that is wrong; a sound game yields none.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from games.catalogue import AnyGame
from games.kit.board import Board
from games.kit.codec import codec
from games.kit.contract import Illegal, PublicEvent, Scene, Step, View
from games.kit.dice import Dice
from games.kit.kinds import changeable, holds_secret, keeps_secrets
from games.kit.moves import Move
from games.kit.seats import SPECTATOR, Seat, Viewer
from games.kit.telling import Say
from games.lab.boards import unsound
from games.lab.moment import Moment, nothing_lacks, somebody_who_may_move
from games.lab.outside import not_offered
from games.lab.overheard import Pair, choices, counterpart, with_choices_of
from games.lab.overheard import before as lies_before
from games.lab.owing import each_sucker_has_an_owner, who_leaves_takes_from_nobody
from games.lab.seen import Seen
from games.proof.seeded_dice import SeededDice

Check = Callable[[Moment], Iterator[str]]


def broken(checks: tuple[Check, ...], moment: Moment) -> Iterator[str]:
    """Yield what these checks find. If the game makes a check raise an error, that is a finding too."""
    for check in checks:
        try:
            yield from check(moment)
        except Exception as error:  # noqa: BLE001 - whatever a game raises here, it raises where it must not
            yield f"{check.__name__}: raised {error!r}"


# The types, checked once


def types_are_sound(game: AnyGame) -> Iterator[str]:
    """Check that a state cannot be changed in place, and no public event can hold a secret (habits 2 and 10)."""
    yield from (f"the state holds {what}, which can be changed in place" for what in changeable(game.state))
    yield from (f"the carry holds {what}, which can be changed in place" for what in changeable(game.carry))
    for event in game.events:
        if issubclass(event, PublicEvent) and holds_secret(event):
            yield f"the public event {event.__name__} can hold a secret"


# Money (ruling ALL-2)


def money_adds_up(moment: Moment) -> Iterator[str]:
    """Check that stacks, pot and bank add up to what was brought to the table, and that none is below zero."""
    yield from wrong_with_money(moment, moment.seen.view(SPECTATOR))


def wrong_with_money(moment: Moment, view: View) -> Iterator[str]:
    found = sum(view.stacks) + view.pot + view.bank
    if found != moment.total:
        yield f"money: {found} suckers on the table, {moment.total} were brought"
    if min((*view.stacks, view.pot)) < 0:
        yield f"money: below zero, stacks {view.stacks}, pot {view.pot}"
    if len(view.stacks) != len(moment.seats):
        yield f"money: {len(view.stacks)} stacks for {len(moment.seats)} seats"


# Who may do what (habit 4)


def a_legal_move_is_played(moment: Moment) -> Iterator[str]:
    """Try one of the moves offered to a seat, on copies: it must not be refused, and the money must still add up."""
    if moment.tried is None:
        return
    seat, offer, move, came = moment.tried
    if set(offer.fields) != set(move.__struct_fields__):
        yield f"legal moves: an offer of {offer.verb} names {sorted(offer.fields)}, not each of its fields"
    if isinstance(came, Illegal):
        yield f"legal moves: {move} is offered to seat {seat} and refused ({came})"
    else:
        yield from wrong_with_money(moment, moment.game.view(came.state, SPECTATOR))


def an_illegal_move_is_refused(moment: Moment) -> Iterator[str]:
    """Try moves just outside what is offered, for any seat and one that may move: they are refused without a draw."""
    any_seat = moment.chance.pick(moment.seats)
    yield from a_near_miss_is_refused(moment, any_seat)
    if moment.mover is not None:
        yield from a_near_miss_is_refused(moment, moment.mover[0])


def a_near_miss_is_refused(moment: Moment, seat: Seat) -> Iterator[str]:
    near = moment.seen.near(seat)
    if near:
        yield from refusal_of(moment, seat, moment.chance.pick(near))


def refusal_of(moment: Moment, seat: Seat, move: Move) -> Iterator[str]:
    dice = moment.copied()
    before = dict(dice.counts)
    try:
        moment.game.play(moment.state, seat, move, dice)
    except Illegal as refused:
        if dice.counts != before:
            yield f"refusals: {move} of seat {seat} is refused, but dice were drawn for it"
        legal = moment.seen.legal(seat)
        if refused.legal is not legal and not set(map(repr, refused.legal)) <= set(map(repr, legal)):
            yield f"refusals: {move} of seat {seat} is answered by moves that are not legal"
    except Exception as error:  # noqa: BLE001 - `play` raises Illegal and nothing else
        yield f"refusals: {move} of seat {seat} raises {error!r}, not Illegal"
    else:
        yield f"refusals: {move} of seat {seat} is not offered, yet played"


def who_is_awaited_can_act(moment: Moment) -> Iterator[str]:
    """Check that an awaited seat, chosen by chance, has a legal move, and that no seat that left is awaited."""
    ask = moment.seen.ask
    if ask is None:
        seat = moment.chance.pick(moment.seats)
        if moment.seen.legal(seat):
            yield f"asks: the game is over, yet seat {seat} may move"
        return
    if moment.gone.intersection(ask.seats):
        gone = sorted(moment.gone.intersection(ask.seats))
        yield f"asks: {gone} left, yet are awaited: `leave` notes who is gone, and `asks` passes them over"
    elif ask.seats and not moment.seen.legal(seat := moment.chance.pick(ask.seats)):
        yield f"asks: seat {seat} is awaited, yet has no legal move"


def who_is_awaited_anew_has_their_time(moment: Moment) -> Iterator[str]:
    """Try a move on copies: a turn whose clock already runs may not pass on, unless its time is extended.

    Who could move before their turn came has had that time, as whoever is made an offer (HA-31b).
    """
    if moment.tried is None or isinstance(moment.tried.came, Illegal):
        return
    ask, then = moment.seen.ask, moment.game.asks(moment.tried.came.state)
    if ask is None or then is None or (ask.id, ask.call) != (then.id, then.call) or then.extend_to:
        return
    late = [seat for seat in sorted(set(then.seats).difference(ask.seats)) if not moment.seen.legal(seat)]
    if late:
        yield f"asks: {late} are awaited anew by {ask.id!r}, whose clock runs already: each turn needs an id of its own"


def who_is_out_stays_out(moment: Moment) -> Iterator[str]:
    """Check that a seat for which the game is over, chosen by chance, is not awaited, may do nothing, and stays so."""
    seat, game = moment.chance.pick(moment.seats), moment.game
    if moment.ended or not game.is_out(moment.state, seat):
        return
    if moment.seen.ask is not None and seat in moment.seen.ask.seats:
        yield f"is_out: seat {seat} is out, yet awaited"
    if moment.seen.legal(seat):
        yield f"is_out: seat {seat} is out, yet may move"
    if moment.tried is not None and not isinstance(moment.tried.came, Illegal):
        then = moment.tried.came.state
        if game.asks(then) is not None and not game.is_out(then, seat):
            yield f"is_out: seat {seat} was out, and is in again after {moment.tried.move}"


# What a viewer may know (habits 10 to 12)


def no_view_holds_a_secret(moment: Moment) -> Iterator[str]:
    """Check by the types that neither the spectator's view nor that of a seat, chosen by chance, can hold a Secret."""
    for viewer in (moment.chance.pick(moment.seats), SPECTATOR):
        view = moment.seen.view(viewer)
        if holds_secret(type(view)):
            yield f"secrets: the view of {viewer}, a {type(view).__name__}, can hold a secret"


def dealt_again_it_looks_the_same(moment: Moment) -> Iterator[str]:
    """Deal again in a way that agrees with all a seat was told: everything the seat sees must be the same."""
    seat = moment.looking
    dealt = moment.game.resample(moment.state, seat, a_dealing(moment))
    if dealt is moment.state:
        return
    again = moment.seen.of(dealt)
    for viewer in (seat, SPECTATOR):
        first, second = (shown(seen, viewer, scene=moment.scenes) for seen in (moment.seen, again))
        for name, found in first.items():
            if found != second[name]:
                yield f"secrets: dealt again for seat {seat}, {viewer} sees another {name}: {found!r}, {second[name]!r}"
    if moment.game.owed(dealt, moment.brought.seats) != moment.owed:
        yield f"secrets: dealt again for seat {seat}, others are owed"


def a_dealing(moment: Moment) -> Dice:
    """Return dice that belong to no game, for another dealing."""
    return SeededDice(moment.chance.below(2**32).to_bytes(4, "big"), "another dealing", b"")


def shown(seen: Seen, viewer: Viewer, *, scene: bool = True) -> dict[str, Any]:
    """Return all that this viewer can see of a state, or learn from it without making a move."""
    found = lies_before(seen, viewer, scene=scene)
    if viewer is SPECTATOR:
        return found
    near = not_offered(seen.game, seen.legal(viewer)) or seen.near(viewer)
    return {**found, "refusal": refusal(seen, viewer, near[-1]) if near else None}


def refusal(seen: Seen, seat: Seat, move: Move) -> str:
    refused = seen.game.refusal(seen.state, seat, move, seen.legal(seat))
    return f"{refused.reason} {refused.rule} {refused.legal}"


# What a step tells others (threats T1 to T3, T31)

STEPS_ONE_IN: Final = 3
SILENCE_ONE_IN: Final = 6
LEAVING_ONE_IN: Final = 12
"""One in so many moments is checked, because each comparison costs two steps and four views."""


def pair(moment: Moment, viewer: Seat, *, same_choices: bool) -> Pair:
    """Return this state, and another that agrees with all that a seat was told. The sealed choices of the others are
    the same or not, as asked.
    """
    other = moment.game.resample(moment.state, viewer, a_dealing(moment))
    if same_choices:
        other = with_choices_of(moment.state, other)
    return Pair(viewer, moment.seen, moment.seen.of(other))


def a_move_tells_nothing_hidden(moment: Moment) -> Iterator[str]:
    """Check a move, usually one made in private, for which watchers must not notice any other move of the same verb."""
    if not keeps_secrets(moment.game) or moment.chance.below(STEPS_ONE_IN):
        return
    found = somebody_who_may_move(moment)
    if found is not None:
        mover, legal = found
        secret = [offer for offer in legal if offer.secret]
        offer = moment.chance.pick(secret if secret and moment.chance.below(2) else legal)
        yield from overheard_of_move(
            moment,
            mover,
            moment.chance.pick(offer.examples()),
            moment.chance.pick(moment.seats),
            same_choices=moment.chance.below(2) == 0,
        )


def overheard_of_move(moment: Moment, mover: Seat, move: Move, viewer: Seat, *, same_choices: bool) -> Iterator[str]:
    """Yield what lets this viewer distinguish two dealings by this move."""
    game, both = moment.game, pair(moment, viewer, same_choices=same_choices)
    other = move if viewer == mover else counterpart(both.other, mover, move, moment.chance.below)
    if other is not None:
        told = both.told_apart(
            lambda state: game.play(state, mover, move, moment.copied()),
            lambda state: game.play(state, mover, other, moment.copied()),
        )
        if told:
            yield f"secrets: when seat {mover} plays {move}, {told}"


def silence_tells_nothing_hidden(moment: Moment) -> Iterator[str]:
    """Check ALL-1: what the clock does for the silent must follow from what everybody knows, or was chosen before."""
    if not keeps_secrets(moment.game) or moment.ended or moment.chance.below(SILENCE_ONE_IN):
        return
    yield from overheard_of_silence(moment, moment.chance.pick(moment.seats), same_choices=moment.chance.below(2) == 0)


def overheard_of_silence(moment: Moment, viewer: Seat, *, same_choices: bool) -> Iterator[str]:
    game, ask = moment.game, moment.seen.ask
    silent = () if ask is None else tuple(seat for seat in ask.seats if seat != viewer)
    if ask is None or (ask.seats and not silent):
        return
    both = pair(moment, viewer, same_choices=same_choices)
    told = both.told_apart(lambda state: game.time_up(state, silent, moment.copied()))
    if told:
        yield f"secrets: when seats {silent} are silent, {told}"
    if same_choices:
        yield from chosen_by_silence(moment, both, silent)


def chosen_by_silence(moment: Moment, both: Pair, silent: tuple[Seat, ...]) -> Iterator[str]:
    """Check that what the clock seals for the silent does not depend on what they hold, because it will be opened one
    day (ALL-1).
    """
    steps = [moment.game.time_up(state, silent, moment.copied()) for state in (both.state.state, both.other.state)]
    if any(type(event).reveals for step in steps for event in step.events):
        return
    first, second = (choices(moment.game, step.state) for step in steps)
    if first != second:
        yield f"secrets: the silence of {silent} seals another choice where other things are hidden"


def a_sealed_choice_is_made_in_private(moment: Moment) -> Iterator[str]:
    """Check that no choice is sealed by a move that is not `secret`: it would be typed where everybody can read it."""
    if not keeps_secrets(moment.game) or moment.tried is None or moment.tried.offer.secret:
        return
    seat, _, move, came = moment.tried
    if not isinstance(came, Illegal):
        yield from sealed_by(moment, seat, move, came)


def sealed_by(moment: Moment, mover: Seat, move: Move, step: Step[Any]) -> Iterator[str]:
    if choices(moment.game, step.state) - choices(moment.game, moment.state):
        yield f"secrets: {move} of seat {mover} seals a choice, and is not secret"


def leaving_tells_nothing_hidden(moment: Moment) -> Iterator[str]:
    if not keeps_secrets(moment.game) or moment.ended or moment.chance.below(LEAVING_ONE_IN):
        return
    leaver, viewer = moment.chance.pick(moment.seats), moment.chance.pick(moment.seats)
    if leaver not in moment.gone:
        yield from overheard_of_leaving(moment, leaver, viewer, same_choices=moment.chance.below(2) == 0)


def overheard_of_leaving(moment: Moment, leaver: Seat, viewer: Seat, *, same_choices: bool) -> Iterator[str]:
    game = moment.game
    told = pair(moment, viewer, same_choices=same_choices).told_apart(
        lambda state: game.leave(state, leaver, moment.copied())
    )
    if told:
        yield f"secrets: when seat {leaver} leaves, {told}"


# What is stored


def stored_and_loaded(game: AnyGame, state: Any) -> tuple[Any, str]:
    """Return the state as it comes back from the store, and what is wrong with it ("" for nothing)."""
    content = codec(game).encode(state)
    loaded = codec(game).state(content)
    same = loaded == state and codec(game).encode(loaded) == content
    return loaded, "" if same else f"store: {state!r} comes back as {loaded!r}"


def events_come_back(game: AnyGame, step: Step[Any]) -> Iterator[str]:
    for event in step.events:
        if type(event) not in game.events:
            yield f"store: {type(event).__name__} is not among the game's events"
        elif codec(game).event(codec(game).encode(event)) != event:
            yield f"store: the event {event!r} does not come back"


# What is said (habit 15)


def what_is_said_has_words(moment: Moment) -> Iterator[str]:
    """Check that there are words for the events that led here, for what the spectator and a seat, chosen by chance,
    see, and for a refusal.
    """
    if moment.lacks is nothing_lacks:
        return
    said = [event.say() for event in moment.events]
    if moment.scenes:
        for viewer in (moment.looking, SPECTATOR):
            said += told_by(moment.seen.scene(viewer))
    said += refusals(moment, moment.chance.pick(moment.seats))
    for one in said:
        missing = moment.lacks(moment.game, one)
        if missing:
            yield f"words: {missing}, in {one}"


def told_by(scene: Scene) -> list[Say]:
    """Return every sentence of a scene."""
    drawn = [] if scene.board is None else [scene.board.says, *words_on(scene.board)]
    return [*scene.table, *scene.own, *drawn]


def words_on(board: Board) -> Iterator[Say]:
    """Yield the name and the label of each piece that has one."""
    for piece in board.pieces:
        yield from (one for one in (piece.says, piece.label) if one is not None)


def refusals(moment: Moment, seat: Seat) -> list[Say]:
    """Return why one move, chosen by chance among those that this seat may not make now, is refused."""
    legal, near = moment.seen.legal(seat), moment.seen.near(seat)
    if not near:
        return []
    return [moment.game.refusal(moment.state, seat, moment.chance.pick(near), legal).reason]


# What is seen


def the_board_is_sound(moment: Moment) -> Iterator[str]:
    """Check, at some moments, the boards of one seat and of the spectator (`games/lab/boards.py`)."""
    if not moment.scenes:
        return
    for viewer in (moment.looking, SPECTATOR):
        board = moment.seen.scene(viewer).board
        if board is not None:
            yield from unsound(moment.game, board)


# How it ends


def the_end_is_told(moment: Moment) -> Iterator[str]:
    """Check that there is a result exactly when nobody is awaited, and that the view agrees with it."""
    result, view = moment.seen.result, moment.seen.view(SPECTATOR)
    if (result is None) == moment.ended:
        yield f"result: {result} while {'nobody' if moment.ended else 'somebody'} is awaited"
    said = ((), view.stacks, view.bank) if result is None else (result.winners, result.stacks, result.bank)
    if (view.winners, view.stacks, view.bank) != said:
        yield f"result: {result}, yet the view shows winners {view.winners}, stacks {view.stacks}, bank {view.bank}"


EVERY_MOVE: tuple[Check, ...] = (
    money_adds_up,
    each_sucker_has_an_owner,
    who_leaves_takes_from_nobody,
    a_legal_move_is_played,
    an_illegal_move_is_refused,
    who_is_awaited_can_act,
    who_is_awaited_anew_has_their_time,
    who_is_out_stays_out,
    no_view_holds_a_secret,
    dealt_again_it_looks_the_same,
    a_move_tells_nothing_hidden,
    silence_tells_nothing_hidden,
    leaving_tells_nothing_hidden,
    a_sealed_choice_is_made_in_private,
    what_is_said_has_words,
    the_board_is_sound,
    the_end_is_told,
)
