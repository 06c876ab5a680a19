"""The shape of ``marks.json``, checked strictly; imported only where there are marks, because pydantic takes its time."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from butler.capabilities.session_log.marks import NOTE_LIMIT
from butler.capabilities.session_log.models import Mark

_Text = Annotated[str, Field(max_length=NOTE_LIMIT)]


class _MarkRecord(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    agent: _Text
    session_id: _Text
    line: Annotated[int, Field(ge=0)]
    at: _Text
    note: _Text
    writer: _Text


class _MarksFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    format: Literal["butler-marks"]
    schema_version: Literal[1]
    marks: list[_MarkRecord]


def marks_in(raw: Any) -> list[Mark]:
    """The marks of the file's JSON value.

    Raises:
        ValueError: the value has another shape.
    """
    return [Mark(**record.model_dump()) for record in _MarksFile.model_validate(raw).marks]
