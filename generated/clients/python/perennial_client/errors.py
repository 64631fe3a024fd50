# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""The one class of all failures of calls."""

from __future__ import annotations

from typing import Callable, Optional, Tuple


class PerennialError(Exception):
    """Why a call failed.

    `code` is one of the contract ("invalid_request", "unauthorized", "rate_limited", ...), or of the client's own for
    what never became an answer of it: "unreachable" (refused, reset, no such host), "timed_out" (no answer within the
    time of a try, or of the call) and "unexpected_answer" (somebody answered, but not as the contract has it).
    """

    def __init__(
        self,
        message: str,
        code: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        #: Of the answer; None when there was none.
        self.status = status
        #: Names the request in the server's log; None when there was no answer.
        self.request_id = request_id
        #: Seconds after which the server would like to be asked again; None when it did not say.
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def __reduce__(self) -> Tuple[Callable[..., PerennialError], Tuple[object, ...]]:
        """Keeps all of it where processes hand exceptions on."""
        return (_restored, (self.message, self.code, self.status, self.request_id, self.retry_after))


def _restored(
    message: str,
    code: str,
    status: Optional[int],
    request_id: Optional[str],
    retry_after: Optional[int],
) -> PerennialError:
    return PerennialError(message, code, status=status, request_id=request_id, retry_after=retry_after)
