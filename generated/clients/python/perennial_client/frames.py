# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""Answers as data frames of pandas, which `pip install "perennial-client[pandas]"` installs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Union

from ._dates import DATE_FIELDS

if TYPE_CHECKING:
    import pandas

#: The members of answers that hold rows, in order of preference.
_ROWS = (
    "opportunities",
    "scores",
    "records",
    "picks",
    "seasonal_curve",
    "per_year",
    "card.receipts.per_year",
    "symbols",
    "rows",
    "markets",
    "saved_scans",
    "calendar_links",
    "exports",
    "webhooks",
    "deliveries",
    "runs",
    "definitions",
)


class Answer(Dict[str, Any]):
    """A JSON answer: the dictionary that its type describes, and its rows as a data frame.

    Type checkers know the keys of an answer but not this method: use `df(answer)` with them.
    """

    def df(self, rows: Optional[str] = None) -> pandas.DataFrame:
        """`df(answer, rows)`."""
        return df(self, rows)


def df(answer: Union[Mapping[str, Any], Iterable[Any], str], rows: Optional[str] = None) -> pandas.DataFrame:
    """The rows of an answer as a data frame.

    Fields of nested objects get dotted names ("setup.entry_date"), and lists stay lists. Dates are datetime64, instants
    those in UTC, and null is NaN or NaT. The index is `rank`, or else `year`, where the rows have one of them.

    Args:
        answer: of a method; or its rows, for example those of an iterator; or a table that was asked for with
            `accept="application/x-ndjson"`, whose columns are flat.
        rows: the member with the rows ("per_year_bars", "card.receipts.per_year") where the answer has several.

    Raises:
        ImportError: pandas is not installed.
        ValueError: the answer has no such rows.
    """
    try:
        import pandas
    except ImportError as fault:
        raise ImportError('Data frames need pandas: pip install "perennial-client[pandas]"') from fault
    frame = pandas.json_normalize(_rows_of(answer, rows))
    for name in frame.columns:
        if str(name).rpartition(".")[2] in DATE_FIELDS:
            frame[name] = pandas.to_datetime([_moment(pandas, value) for value in frame[name]])
    index = next((name for name in ("rank", "year") if name in frame.columns), None)
    return frame if index is None else frame.set_index(index)


def _moment(pandas: Any, value: Any) -> Any:
    return pandas.Timestamp(value) if isinstance(value, str) else pandas.NaT


def _rows_of(answer: Union[Mapping[str, Any], Iterable[Any], str], rows: Optional[str]) -> List[Any]:
    if isinstance(answer, str):
        return [json.loads(line) for line in answer.split("\n") if line]
    if not isinstance(answer, Mapping):
        return list(answer)
    names = _ROWS if rows is None else (rows,)
    found = next((value for value in (_member(answer, name) for name in names) if isinstance(value, list)), None)
    if found is None:
        lists = ", ".join(_lists(answer, "")) or "no list of objects"
        asked = "This answer has no rows of its own" if rows is None else f"This answer has no list {rows!r}"
        raise ValueError(f"{asked}; it has {lists}.")
    return found


def _member(answer: Mapping[str, Any], name: str) -> Any:
    value: Any = answer
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _lists(value: Mapping[str, Any], prefix: str) -> List[str]:
    """Names of the lists of objects."""
    names: List[str] = []
    for name, member in value.items():
        if isinstance(member, Mapping):
            names.extend(_lists(member, f"{prefix}{name}."))
        elif isinstance(member, list) and member and isinstance(member[0], Mapping):
            names.append(f"{prefix}{name}")
    return names
