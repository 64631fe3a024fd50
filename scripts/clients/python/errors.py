"""The error of every failed call."""

from __future__ import annotations

from typing import Callable, Optional, Tuple


class PerennialError(Exception):
    """Why a call failed.

    `code` is a code of the contract ("invalid_request", "unauthorized", "rate_limited", ...), or a code of this client:
    "unreachable" (refused, reset, unknown host), "timed_out" (no answer within the time limit of an attempt or of the
    call) or "unexpected_answer" (an answer that is not one of the contract, from a proxy or another server).
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
        #: HTTP status of the answer; None without an answer.
        self.status = status
        #: Id of the request in the server's log; None without an answer.
        self.request_id = request_id
        #: Seconds to wait before a retry (the header Retry-After); None without the header.
        self.retry_after = retry_after

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    def __reduce__(self) -> Tuple[Callable[..., PerennialError], Tuple[object, ...]]:
        """Keeps all fields when the exception is pickled."""
        return (_restored, (self.message, self.code, self.status, self.request_id, self.retry_after))


def _restored(
    message: str,
    code: str,
    status: Optional[int],
    request_id: Optional[str],
    retry_after: Optional[int],
) -> PerennialError:
    return PerennialError(message, code, status=status, request_id=request_id, retry_after=retry_after)
