# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""Client of the Seasonal Pattern Screening API: `Perennial().scan_markets(markets="dow30").df()`."""

from .client import Perennial
from .errors import PerennialError
from .frames import df
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = ["Perennial", "PerennialError", "WebhookVerificationError", "df", "verify_webhook"]

__version__ = "1.2.0"
