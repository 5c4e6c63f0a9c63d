"""Say what was wrong with a move, and which rule says so."""

from games.cones.board import Space, by_name, reach, shown
from games.cones.moves import Enter, LiftCone, MoveCone, Pass
from games.cones.state import State, Team, ToMove, ToPop
from games.cones.ways import barred, must_enter
from games.kit.contract import Illegal
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.kit.telling import Say, Who, say, yes

RULES = {
    "own": "rulebook 4 d",
    "safe": "HC-15",
    "early": "HC-5",
}


def refusal(state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal | None:
    """Return what the rules of this game have to say; None: the common refusal says enough."""
    match move, state.phase:
        case MoveCone(start=str(start), to=str(to)), ToMove() as phase if mine(state, phase, seat):
            return refused_move(state, phase, (start, to), legal)
        case Enter(), ToMove() as phase if mine(state, phase, seat):
            reason, rule = refused_entry(state, phase)
            return Illegal(reason, rule=rule, legal=legal)
        case LiftCone(), ToPop(bonus=True) as phase if mine(state, phase, seat):
            return Illegal(say("no-such-lift"), rule="HC-11", legal=legal)
        case Pass(), ToMove() as phase if mine(state, phase, seat):
            return Illegal(say("must-move"), rule="HC-14", legal=legal)
        case _:
            return None


def mine(state: State, phase: ToMove | ToPop, seat: Seat) -> bool:
    return state.position.team[phase.colour].seat == seat


def refused_move(state: State, phase: ToMove, words: tuple[str, str], legal: tuple[LegalMove, ...]) -> Illegal:
    names, team = by_name(state.options.sections), state.position.team[phase.colour]
    unknown = next((word for word in words if word not in names), None)
    if unknown is not None:
        return Illegal(say("no-such-space", word=unknown), rule="rulings 1.1", legal=legal)
    start, to = names[words[0]], names[words[1]]
    if (entry := first_the_new_one(state, phase, team, start)) is not None:
        return Illegal(entry, rule="rulebook 7", legal=legal)
    if not may_start(state, phase, team, start):
        return Illegal(say("not-your-piece", space=shown(start)), rule="rulebook 4 a", legal=legal)
    stack = len(state.position.board[start]) > 1
    if to not in reach(state.options.sections, start, phase.pop, stack):
        reason = say("not-so-far", start=shown(start), to=shown(to), pop=phase.pop, stack=yes(stack))
        return Illegal(reason, rule="rulebook 4 e", legal=legal)
    why = barred(state.position, team, to) or "own"
    if why == "protected":
        owner = Who(state.position.protected[to])
        return Illegal(say("protected", owner=owner, space=shown(to)), rule="HC-4", legal=legal)
    return Illegal(say("barred", why=why, space=shown(to)), rule=RULES[why], legal=legal)


def first_the_new_one(state: State, phase: ToMove, team: Team, start: Space) -> Say | None:
    """Return that the man just entered is the one that must move (1968, 7); None if this is not the reason."""
    if not must_enter(state.position, team.colour, bonus=phase.bonus):
        return None
    home = state.position.start(team.colour)
    return None if start == home else say("new-one-first", space=shown(home))


def may_start(state: State, phase: ToMove, team: Team, start: Space) -> bool:
    if must_enter(state.position, team.colour, bonus=phase.bonus):
        return start == state.position.start(team.colour)
    return state.position.board[start].endswith(team.colour) and bool(state.position.board[start])


def refused_entry(state: State, phase: ToMove) -> tuple[Say, str]:
    """Return why no cone may enter now, and the rule that says so."""
    team = state.position.team[phase.colour]
    if not team.waiting:
        return say("all-entered"), "rulebook 5"
    if must_enter(state.position, team.colour, bonus=phase.bonus):
        return say("enters-by-itself"), "rulebook 7"
    if phase.bonus and not state.options.bonus_may_enter:
        return say("bonus-enters-nothing"), "HC-12"
    return say("start-taken", space=shown(state.position.start(team.colour))), "HC-13"
