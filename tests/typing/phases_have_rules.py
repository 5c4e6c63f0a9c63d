"""List what mypy must report here, line by line: `# E: code` marks a required error; no other may occur."""

from games.headache.draw import DrawRules
from games.headache.phase_rules import PhaseRules
from games.headache.rules import rules_of
from games.headache.state import Drawing, InPlay, OpenBids, Over, State
from games.kit.contract import Ask


def asked(state: State, phase: InPlay) -> Ask:
    return rules_of(phase).asks(state, "1")


def asked_for_what_no_phase_has(state: State, phase: InPlay) -> None:
    rules_of(phase).ask_again(state)  # E: attr-defined


def asked_without_a_name(state: State, phase: InPlay) -> Ask:
    return rules_of(phase).asks(state)  # E: call-arg


def asked_when_it_is_over(phase: Over) -> PhaseRules:
    return rules_of(phase)  # E: arg-type


class OnlyAsks:
    def asks(self, state: State, name: str) -> Ask:
        return Ask(name, state.players, 1)


class AsksUnderNoName(DrawRules, frozen=True):
    def asks(self, state: State) -> Ask:  # E: override
        return Ask("1", state.players, 1)


def drawing(phase: Drawing) -> PhaseRules:
    return DrawRules(phase)


def drawing_while_bids_are_made(phase: OpenBids) -> PhaseRules:
    return DrawRules(phase)  # E: arg-type


only_asks: PhaseRules = OnlyAsks()  # E: assignment
