"""Simulate a modal as a person sees it, and what their client lets them send."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from standins.discord.errors import Json
from standins.discord.messages import SELECTS, Option, component_texts, options_of, walk

if TYPE_CHECKING:
    from standins.discord.interactions import Interaction

TEXT_INPUT = 4
RADIO_GROUP = 21
CHECKBOX_GROUP = 22
CHECKBOX = 23
FIELDS = SELECTS | {TEXT_INPUT, 19, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX}
Filled = str | bool | int | Sequence[Any] | None


@dataclass(frozen=True)
class Field:
    type: int
    custom_id: str
    label: str
    description: str | None
    required: bool
    placeholder: str | None
    value: str | None
    options: tuple[Option, ...]
    least: int
    most: int


def _fields(components: Sequence[Json]) -> Iterator[Field]:
    for component in components:
        inner = component.get("component")
        for field in [inner] if inner else component.get("components") or []:
            if field.get("type") in FIELDS:
                label = component.get("label") or field.get("label") or ""
                yield _field(field, label, component.get("description"))


def _field(field: Json, label: str, description: str | None) -> Field:
    lengths = field["type"] == TEXT_INPUT
    required = bool(field.get("required", field["type"] != CHECKBOX))
    most = 4000 if lengths else len(field.get("options") or []) if field["type"] == CHECKBOX_GROUP else 1
    least = 0 if lengths else int(required)
    found_least = field.get("min_length" if lengths else "min_values")
    found_most = field.get("max_length" if lengths else "max_values")
    return Field(
        field["type"],
        field["custom_id"],
        label,
        description,
        required,
        field.get("placeholder"),
        field.get("value"),
        options_of(field),
        least if found_least is None else found_least,
        found_most or most,
    )


class Modal:
    """A modal. `fields`: by custom id; `texts`: its text displays, labels and descriptions, in order."""

    def __init__(self, interaction: Interaction, body: Json) -> None:
        self.interaction = interaction
        self.custom_id: str = body["custom_id"]
        self.title: str = body["title"]
        self.components: list[Json] = body["components"]
        self.fields: dict[str, Field] = {field.custom_id: field for field in _fields(self.components)}
        for number, component in enumerate(walk(self.components), 1):
            component.setdefault("id", number)

    @property
    def text(self) -> str:
        """Return everything that can be read in it."""
        return "\n".join(text for kind, text in self.texts() if kind not in {"custom_id", "value"})

    def texts(self) -> Iterator[tuple[str, str]]:
        yield "modal_title", self.title
        yield "custom_id", self.custom_id
        yield from component_texts(self.components)

    def field(self, label: str) -> Field:
        for field in self.fields.values():
            if field.label == label:
                return field
        raise AssertionError(f"no field {label!r} in this modal, but {[f.label for f in self.fields.values()]}")

    def filled(self, values: Mapping[str, Filled]) -> Json:
        """Return the data of the submit. Raises AssertionError if the client would not send it."""
        unknown = set(values) - set(self.fields)
        if unknown:
            raise AssertionError(f"no field {sorted(unknown)} in the modal {self.title!r}, but {sorted(self.fields)}")
        return {
            "custom_id": self.custom_id,
            "components": [self._component(component, values) for component in self.components],
        }

    def _component(self, component: Json, values: Mapping[str, Filled]) -> Json:
        shell: Json = {"type": component["type"], "id": component["id"]}
        if component["type"] == 18:
            return shell | {"component": self._answer(component["component"], values)}
        if component["type"] == 1:
            return shell | {"components": [self._answer(field, values) for field in component["components"]]}
        return shell

    def _answer(self, component: Json, values: Mapping[str, Filled]) -> Json:
        field = self.fields[component["custom_id"]]
        given = values.get(field.custom_id)
        shell: Json = {"type": field.type, "id": component["id"], "custom_id": field.custom_id}
        if field.type == TEXT_INPUT:
            return shell | {"value": _typed(field, given)}
        if field.type == CHECKBOX:
            return shell | {"value": bool(component.get("default") if given is None else given)}
        chosen = _chosen(field, given)
        if field.type == RADIO_GROUP:
            return shell | {"value": chosen[0] if chosen else None}
        return shell | {"values": chosen}


def _typed(field: Field, given: Filled) -> str:
    text = field.value or "" if given is None else given
    if not isinstance(text, str):
        raise AssertionError(f"{field.label!r} takes text, not {given!r}")  # noqa: TRY004 - a failed test
    if field.required and not text:
        raise AssertionError(f"{field.label!r} must be filled in")
    if text and not field.least <= len(text) <= field.most:
        raise AssertionError(f"{field.label!r} takes {field.least} to {field.most} characters, not {len(text)}")
    return text


def _chosen(field: Field, given: Filled) -> list[str]:
    if given is None:
        chosen = [option.value for option in field.options if option.default]
    elif isinstance(given, str | bool | int):
        chosen = [str(given)]
    else:
        chosen = [str(getattr(one, "id", one)) for one in given]
    known = [option.value for option in field.options]
    wrong = [value for value in chosen if known and value not in known]
    if wrong:
        raise AssertionError(f"{field.label!r} offers {known}, not {wrong}")
    if len(set(chosen)) != len(chosen):
        raise AssertionError(f"{field.label!r}: chosen twice in {chosen}")
    if not chosen and not field.required:
        return []
    least = max(field.least, 1) if field.required else field.least
    if not least <= len(chosen) <= field.most:
        raise AssertionError(f"{field.label!r} takes {least} to {field.most} choices, not {len(chosen)}")
    return chosen
