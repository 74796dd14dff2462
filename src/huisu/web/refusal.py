"""How is a visitor refused? In one sentence, in both languages, with a status that fits.

Read guard.py next, which refuses before anything else is looked at.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from huisu.errors import HuisuError
from huisu.web.texts import Texts, texts_of

__all__ = ["Refusal", "json_answer", "refuse"]


class Refusal(Exception):  # noqa: N818 - an answer rather than a fault
    """What ends a request without what was asked for: a status and why, in both languages."""

    def __init__(self, status: int, texts: Texts) -> None:
        """Keep both for the answer."""
        super().__init__(texts["en"])
        self.status, self.texts = status, texts

    def answer(self) -> Response:
        """Return the response that says it."""
        return json_answer({"error": self.texts}, self.status)


def refuse(status: int, key: str, **values: object) -> Refusal:
    """Return the refusal with a text of the catalogue.

    >>> refuse(404, "error.web.count").status
    404
    """
    return Refusal(status, texts_of(HuisuError(key, **values)))


def json_answer(value: Any, status: int = 200) -> Response:
    """Return a response in JSON of plain ASCII, which even half a character cannot break."""
    return Response(json.dumps(value) + "\n", status, media_type="application/json")
