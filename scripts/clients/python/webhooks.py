"""Verifies messages of webhooks as Standard Webhooks describes: https://www.standardwebhooks.com."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, TypedDict, Union

from .models import WebhookEvent

#: Seconds that the clocks of sender and receiver may differ.
TOLERANCE = 300

_PREFIX = "whsec_"


class WebhookTestData(TypedDict):
    webhook_id: str


class WebhookTestMessage(TypedDict):
    """The message that `test_webhook` sends; `type` is "webhook.test"."""

    type: str
    timestamp: str
    data: WebhookTestData


class WebhookVerificationError(Exception):
    """The message cannot be trusted: answer it with 400 and do nothing else."""


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, Any], secret: str
) -> Union[WebhookEvent, WebhookTestMessage]:
    """Verifies a message, which must have been signed with the secret within the last five minutes, and returns its event.

    An event may be delivered more than once: process each `webhook-id` once.

    Args:
        body: exactly as it was received, before any JSON is parsed.
        headers: of the request, in any case: a dictionary, or the headers of your framework.
        secret: as `create_webhook` or `rotate_webhook_secret` answered it: "whsec_...".

    Raises:
        WebhookVerificationError: a header is missing, the time is too far off, or no signature fits.
        ValueError: the secret is none.
    """
    key = _key_of(secret)
    found = {str(name).lower(): str(value) for name, value in headers.items()}
    missing = [name for name in ("webhook-id", "webhook-timestamp", "webhook-signature") if not found.get(name)]
    if missing:
        raise WebhookVerificationError(f"The message has no header {', '.join(missing)}.")
    timestamp = found["webhook-timestamp"]
    if not (timestamp.isascii() and timestamp.isdigit()):
        raise WebhookVerificationError(f"webhook-timestamp must be a number of seconds, not {timestamp!r}.")
    if abs(time.time() - int(timestamp)) > TOLERANCE:
        raise WebhookVerificationError("webhook-timestamp is more than five minutes from the clock of this machine.")
    content = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    signed = f"{found['webhook-id']}.{timestamp}.".encode("utf-8") + content
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # After a rotation a message has a signature by each secret.
    signatures = found["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(one.encode("utf-8"), expected) for one in signatures):
        raise WebhookVerificationError("No signature matches: the secret or the body is another one.")
    event: Union[WebhookEvent, WebhookTestMessage] = json.loads(content)
    return event


def _key_of(secret: str) -> bytes:
    text = secret.strip()
    text = text[len(_PREFIX) :] if text.startswith(_PREFIX) else text
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ValueError("secret must be that of the webhook: whsec_ and Base64")
    return key
