"""Read what was pressed: the press in the `custom_id`, with the values that were chosen from its list."""

from typing import Any

from discord import Interaction

from bot.adapters.discord.outbound.buttons import NUMBERED, Does, Press, as_chosen, read


def press_of(interaction: Interaction[Any]) -> Press | None:
    """Return what was pressed; None: it is not ours."""
    content: Any = interaction.data or {}
    press = read(str(content.get("custom_id", "")))
    return None if press is None else with_value(press, interaction)


def with_value(press: Press, interaction: Interaction[Any]) -> Press:
    """Return a press completed with the values that were chosen from its list."""
    content: Any = interaction.data or {}
    values = content.get("values", [])
    if press.does is Does.SEAT:
        count = values[0] if isinstance(values, list) and values else ""
        return Press(press.does, press.code, "", f"bots {count}".strip())
    if press.does is Does.SETUP:
        set_to = values if isinstance(values, list) else []
        return Press(press.does, press.code, "", " ".join([press.line, *map(str, set_to)]))
    if press.does in {Does.CHOOSE, Does.SET}:
        return Press(press.does, press.code, "", value_of_option(press, values))
    if press.does not in {Does.PICK, Does.WEIGH}:
        return press
    chosen = " ".join(map(as_chosen, values)) if isinstance(values, list) else ""
    made = Does.SURE if press.does is Does.WEIGH else Does.DO
    return Press(made, press.code, press.ask, f"{press.line.partition(NUMBERED)[0]} {chosen}".strip())


def value_of_option(press: Press, values: Any) -> str:
    """Return the chosen option; or what is set, `key=one+two`, or a preset as its list has it."""
    chosen = "+".join(map(str, values)) if isinstance(values, list) else ""
    return f"{press.line}={chosen}" if press.does is Does.SET and press.line else chosen
