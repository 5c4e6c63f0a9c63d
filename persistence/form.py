"""The form of all stored data: one number under its own key, checked before anything is read (threats F21, F22)."""

from typing import Final

from persistence.face import Face
from persistence.keys import FORM_KEY, SCRATCH
from persistence.troubles import StoreTrouble

FORM: Final = 13
"""The current form. Raise it when anything is stored differently: tables, notes, purses, games, a game's own state."""

HALF: Final = (
    "Redis at {where} holds a part of a backup: a restore is under way there, or was broken off. Let it end, or begin "
    "it again: potluck restore FILE."
)
RESTORING: Final = b"restoring"
"""Stands in place of the form while a backup is written into the store."""


class Form(Face):
    """Refuse a store of another form before anything is read or written in it."""

    async def check_form(self) -> None:
        """Check that the stored data has this form. Raises StoreTrouble, with a sentence, if it has another."""
        found = await self._form()
        if found is None and await self._holds_anything():
            found = await self._form() or b""  # another process may have started here meanwhile
        if found == RESTORING:
            raise StoreTrouble("unsuitable", HALF.format(where=self.pipe.where))
        if found is not None and found != str(FORM).encode():
            raise self._other(found.decode(errors="replace"))

    async def claim_form(self) -> None:
        """Note the form in an empty store. Raises StoreTrouble, with a sentence, if the store has another form."""
        await self.check_form()
        if await self._form() is None:
            await self.pipe.write("SET", FORM_KEY, FORM, "NX")

    async def _form(self) -> bytes | None:
        found: bytes | None = await self.pipe.read("GET", FORM_KEY)
        return found

    async def _holds_anything(self) -> bool:
        async for names in self._all_keys("pl:*"):
            if any(not name.startswith(SCRATCH) for name in names):
                return True
        return False

    def _other(self, found: str) -> StoreTrouble:
        newer = found.isdecimal() and int(found) > FORM
        form = f"form {found}" if found else "no form"
        whose, way_out = ("a newer", "start that one") if newer else ("an older", "delete what is stored there")
        return StoreTrouble(
            "unsuitable",
            f"Redis at {self.pipe.where} holds what {whose} Potluck stored ({form}); "
            f"this one reads form {FORM} alone. Nothing in it was touched. Point REDIS_URL (or POTLUCK_DATA, where "
            f"Potluck runs a Redis of its own) elsewhere, or {way_out}.",
        )
