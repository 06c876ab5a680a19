"""The second engine of redaction: the detectors of ``detect-secrets`` (Yelp, Apache-2.0), the extra ``[secrets]``.

Off unless the user's own configuration says ``second_engine: true``. Only its patterns are used, on strings: no file is
read, nothing is verified over a network, and its entropy and address detectors, which take digests for secrets, stay out.
What it finds is judged by `redaction_worker` before anything is replaced.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from butler.errors import Unreadable
from butler.maids.redaction_forms import Span

_DETECTORS = {
    "artifactory": "ArtifactoryDetector",
    "aws": "AWSKeyDetector",
    "azure_storage_key": "AzureStorageKeyDetector",
    "basic_auth": "BasicAuthDetector",
    "cloudant": "CloudantDetector",
    "discord": "DiscordBotTokenDetector",
    "github_token": "GitHubTokenDetector",
    "gitlab_token": "GitLabTokenDetector",
    "ibm_cloud_iam": "IbmCloudIamDetector",
    "ibm_cos_hmac": "IbmCosHmacDetector",
    "jwt": "JwtTokenDetector",
    "keyword": "KeywordDetector",
    "mailchimp": "MailchimpDetector",
    "npm": "NpmDetector",
    "openai": "OpenAIDetector",
    "pypi_token": "PypiTokenDetector",
    "sendgrid": "SendGridDetector",
    "slack": "SlackDetector",
    "softlayer": "SoftlayerDetector",
    "square_oauth": "SquareOAuthDetector",
    "stripe": "StripeDetector",
    "telegram_token": "TelegramBotTokenDetector",
    "twilio": "TwilioKeyDetector",
}
"""Modules of ``detect_secrets.plugins`` and their detectors; private keys and entropy are ours alone."""
_LONGEST = 2000
"""So many code points are given to a detector at once: its patterns are not bounded."""


class SecondEngine:
    """Finds what the detectors take for secrets, with its exact place."""

    def __init__(self, detectors: tuple[tuple[str, Any], ...]) -> None:
        self._detectors = detectors

    def __call__(self, text: str) -> Iterator[Span]:
        """Yield every value that a detector names in a line of ``text``; the same value may come more than once."""
        at = 0
        for line in text.split("\n"):
            for start in range(0, len(line), _LONGEST):
                yield from self._of_piece(line[start : start + _LONGEST], at + start)
            at += len(line) + 1

    def _of_piece(self, piece: str, at: int) -> Iterator[Span]:
        for kind, detector in self._detectors:
            for value in detector.analyze_string(piece):
                start = piece.find(value) if value else -1
                while start >= 0:
                    yield Span(at + start, at + start + len(value), kind)
                    start = piece.find(value, start + len(value))


def second_engine(*, wanted: bool) -> SecondEngine | None:
    """The engine where it is wanted, None where it is not.

    Raises:
        Unreadable: it is wanted and not installed (``second_engine_missing``).
    """
    return _engine() if wanted else None


@cache
def _engine() -> SecondEngine:
    try:
        modules = {name: importlib.import_module(f"detect_secrets.plugins.{name}") for name in _DETECTORS}
    except ImportError:
        raise Unreadable("second_engine_missing") from None
    kinds = ((f"{name}_{found}", getattr(modules[name], found)()) for name, found in _DETECTORS.items())
    return SecondEngine(tuple((_kind(name), detector) for name, detector in kinds))


def _kind(name: str) -> str:
    """The kind in the mark: the module's name."""
    return name.rpartition("_")[0]
