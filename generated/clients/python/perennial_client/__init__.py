# Generated from openapi.yaml by `npm run generate`. Do not edit.
"""Client of the Seasonal Pattern Screening API: `Perennial(base_url, api_key).scan_markets(markets="dow30")`."""

from .client import Perennial
from .errors import PerennialError

__all__ = ["Perennial", "PerennialError"]

__version__ = "1.1.0"
