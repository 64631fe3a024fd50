# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""Sends requests, retries those that are safe to repeat, and reads answers. Standard library only."""

from __future__ import annotations

import http.client
import json
import math
import os
import random
import re
import socket
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple
from urllib.parse import quote, urlencode, urlsplit

from .errors import PerennialError
from .frames import Answer

#: Receives the headers of an answer, with names in lower case.
OnHeaders = Callable[[Mapping[str, str]], None]

VERSION = "1.2.0"

_PASSING = (429, 502, 503, 504)
_FIRST_WAIT = 0.5
_LONGEST_WAIT = 20.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, which would send the key to another server."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class _Answer:
    """An answer with its whole body."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body

    def error(self, code: str, message: str) -> PerennialError:
        return PerennialError(
            message,
            code,
            status=self.status,
            request_id=self.headers.get("x-request-id"),
            retry_after=seconds_of(self.headers.get("retry-after")),
        )

    def refusal(self) -> PerennialError:
        try:
            error = json.loads(self.body)["error"]
            return self.error(str(error["code"]), str(error["message"]))
        except (ValueError, KeyError, TypeError):
            message = f"Status {self.status} without an error of the API: is this its address?"
            return self.error("unexpected_answer", message)

    def decoded(self) -> Any:
        if not self.body:
            return None
        media = self.headers.get("content-type", "").split(";")[0].strip().lower()
        if media.startswith("text/") or media.endswith("ndjson"):
            return self.body.decode("utf-8")
        if not re.search(r"[/+]json$", media):
            return self.body
        try:
            value = json.loads(self.body)
        except ValueError as fault:
            raise self.error("unexpected_answer", "The answer is not JSON.") from fault
        return Answer(value) if isinstance(value, dict) else value


class Transport:
    """The common part of all methods of a client. It keeps no state between calls."""

    def __init__(
        self,
        base_url: Optional[str],
        api_key: Optional[str],
        *,
        retries: int,
        timeout: float,
        deadline: float,
    ) -> None:
        self._base_url = _base_url(base_url)
        self._api_key = _api_key(api_key)
        self._retries = retries
        self._timeout = timeout
        self._deadline = deadline
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(
        self,
        method: str,
        path_template: str,
        *,
        path: Optional[Dict[str, Any]] = None,
        query: Optional[Dict[str, Any]] = None,
        header: Optional[Dict[str, Any]] = None,
        body: Any = None,
        accept: Optional[str] = None,
        repeatable: bool = False,
        deadline: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> Any:
        """The body of the answer, decoded by its media type. Raises PerennialError."""
        url = self._base_url + _filled(path_template, path or {}) + _query_text(query or {})
        headers = {name: _text(value) for name, value in (header or {}).items() if value is not None}
        headers["User-Agent"] = f"perennial-client-python/{VERSION}"
        if accept is not None:
            headers["Accept"] = accept
        data = None
        if body is not None:
            data = json.dumps(body, allow_nan=False).encode("utf-8")
            headers["Content-Type"] = "application/json"
        end = time.monotonic() + (self._deadline if deadline is None else deadline)
        tried = 0
        while True:
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            request.add_unredirected_header("Authorization", f"Bearer {self._api_key}")
            try:
                answer = self._try_once(request, end)
                break
            except PerennialError as fault:
                wait = _wait_after(fault, tried)
                passing = fault.status is None or fault.status in _PASSING
                may_go_on = repeatable and passing and tried < self._retries
                if not may_go_on or time.monotonic() + wait >= end:
                    raise
            tried += 1
            time.sleep(wait)
        if on_headers is not None:
            on_headers(answer.headers)
        return answer.decoded()

    def _try_once(self, request: urllib.request.Request, end: float) -> _Answer:
        try_end = min(end, time.monotonic() + self._timeout)
        try:
            # The timeout applies to each wait for the connection; the total time is checked between parts of the body.
            with self._opener.open(request, timeout=max(0.001, try_end - time.monotonic())) as response:
                return _read(response, response.status, try_end)
        except urllib.error.HTTPError as refused:
            with refused:
                try:
                    answer = _read(refused, refused.code, try_end)
                except (OSError, http.client.HTTPException) as fault:
                    raise _no_answer(fault) from fault
            raise answer.refusal() from None
        except (OSError, http.client.HTTPException) as fault:
            raise _no_answer(fault) from fault


def _from_environment(argument: str, variable: str) -> str:
    value = os.environ.get(variable, "").strip()
    if not value:
        raise ValueError(f"{argument} is missing: pass it, or set {variable}")
    return value


def _base_url(given: Optional[str]) -> str:
    name = "PERENNIAL_URL" if given is None else "base_url"
    url = (_from_environment("base_url", name) if given is None else given).rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ValueError(f"{name} must be an http or https URL, not {url!r}")
    # The variable holds the URL of the service, as for `perennial mcp`.
    return f"{url}/v1" if given is None and not url.endswith("/v1") else url


def _api_key(given: Optional[str]) -> str:
    name = "PERENNIAL_API_KEY" if given is None else "api_key"
    key = _from_environment("api_key", name) if given is None else given
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError(f"{name} must be one word, as the server issued it")
    return key


def _read(response: Any, status: int, end: float) -> _Answer:
    parts: List[bytes] = []
    while True:
        if time.monotonic() >= end:
            raise socket.timeout("timed out")
        part = response.read1(65536) if hasattr(response, "read1") else response.read(65536)
        if not part:
            break
        parts.append(part)
    body = b"".join(parts)
    headers = {name.lower(): value for name, value in response.headers.items()}
    promised = headers.get("content-length")
    if promised is not None and promised.isdigit() and len(body) < int(promised):
        raise http.client.IncompleteRead(body, int(promised) - len(body))
    return _Answer(status, headers, body)


def _no_answer(fault: BaseException) -> PerennialError:
    reason = getattr(fault, "reason", fault)
    if isinstance(reason, socket.timeout) or isinstance(fault, socket.timeout):
        return PerennialError("No answer in time.", "timed_out")
    return PerennialError(f"No answer: {reason}", "unreachable")


def _wait_after(fault: PerennialError, tried: int) -> float:
    """The pause in seconds: that of Retry-After, or else pauses that double, both with jitter."""
    if fault.retry_after is not None:
        return fault.retry_after + random.random() * _FIRST_WAIT
    longest = min(_LONGEST_WAIT, _FIRST_WAIT * float(2**tried))
    return longest * (1 + random.random()) / 2


def seconds_of(text: Optional[str]) -> Optional[int]:
    """The seconds of a Retry-After header, which holds seconds or a date (RFC 9110, 10.2.3); None for any other text."""
    if text is None:
        return None
    if re.fullmatch(r"[0-9]+", text.strip()):
        return int(text)
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if at.tzinfo is None:
        at = at.replace(tzinfo=timezone.utc)
    return max(0, math.ceil((at - datetime.now(timezone.utc)).total_seconds()))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(_text(one) for one in value)
    return str(value)


def _filled(template: str, values: Mapping[str, Any]) -> str:
    def part(match: "re.Match[str]") -> str:
        text = _text(values[match.group(1)])
        if text in ("", ".", ".."):
            raise ValueError(f"{text!r} cannot be a {match.group(1)}")
        return quote(text, safe="")

    return re.sub(r"\{(\w+)\}", part, template)


def _query_text(values: Mapping[str, Any]) -> str:
    pairs: List[Tuple[str, str]] = []
    for name, value in values.items():
        if isinstance(value, (list, tuple)):
            pairs.extend((name, _text(one)) for one in value)
        elif value is not None:
            pairs.append((name, _text(value)))
    return f"?{urlencode(pairs, quote_via=quote)}" if pairs else ""
