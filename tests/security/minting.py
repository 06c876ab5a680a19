"""Values that look like real secrets, made anew from a seed: none of them stands in the repository."""

from __future__ import annotations

import base64
import json
import random
import string
from collections.abc import Callable

_ALNUM = string.ascii_letters + string.digits
_SYLLABLES = ("ka", "ko", "mi", "ra", "to", "ve", "zu", "ne", "lo", "pi", "sha", "tri", "gor", "bel")
_GLUED = ""


def glued(*parts: str) -> str:
    """Join the parts of a prefix, so that no scanner of the repository takes the source for a secret."""
    return _GLUED.join(parts)


class Mint:
    """Random-looking values, the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def of(self, alphabet: str, size: int) -> str:
        """``size`` letters of an alphabet."""
        return "".join(self._random.choice(alphabet) for _ in range(size))

    def alnum(self, size: int) -> str:
        """Letters and digits, with at least one of each case and a digit."""
        return self.of(_ALNUM, size - 3) + self.of("abcdefgh", 1) + self.of("QRSTUVW", 1) + self.of(string.digits, 1)

    def lower(self, size: int) -> str:
        """Small letters and digits."""
        return self.of(string.ascii_lowercase + string.digits, size - 2) + self.of("bcdfg", 1) + self.of("23456789", 1)

    def upper(self, size: int) -> str:
        """Capitals and digits 2-7, as base32 has them."""
        return self.of(string.ascii_uppercase + "234567", size)

    def digits(self, size: int) -> str:
        """Digits, the first not zero."""
        return self.of("123456789", 1) + self.of(string.digits, size - 1)

    def hex(self, size: int) -> str:
        """Hexadecimal digits."""
        return self.of("0123456789abcdef", size)

    def url64(self, size: int) -> str:
        """The alphabet of base64url, beginning and ending with a letter or digit."""
        return self.of(_ALNUM, 1) + self.of(_ALNUM + "-_", size - 2) + self.of(_ALNUM, 1)

    def b64(self, count: int) -> str:
        """``count`` random bytes in base64."""
        return base64.b64encode(bytes(self._random.randrange(256) for _ in range(count))).decode()

    def uuid(self) -> str:
        """A random UUID."""
        return f"{self.hex(8)}-{self.hex(4)}-4{self.hex(3)}-a{self.hex(3)}-{self.hex(12)}"

    def word(self, syllables: int = 3) -> str:
        """Something that can be spoken."""
        return "".join(self._random.choice(_SYLLABLES) for _ in range(syllables))

    def password(self) -> str:
        """What a person would choose: a word, a number, a sign."""
        return f"{self.word().capitalize()}{self.digits(4)}{self.of('!%+', 1)}{self.word(1)}"

    def plain(self) -> str:
        """A password without signs."""
        return f"{self.word(2)}{self.word(2).capitalize()}{self.digits(5)}"

    def hard(self) -> str:
        """A password that a manager made, with signs that syntaxes must escape."""
        return f"{self.alnum(7)}#{self.alnum(5)}^{self.alnum(4)}&{self.alnum(3)}"

    def passphrase(self) -> str:
        """Four words with spaces."""
        return " ".join(self.word(3) for _ in range(4))

    def jwt(self) -> str:
        """A signed JSON Web Token."""
        parts = [{"alg": "HS256", "typ": "JWT"}, {"sub": self.digits(10), "name": self.word(), "iat": 1748900000}]
        told = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts]
        return ".".join([*told, self.url64(43)])

    def pem_body(self, lines: int = 6) -> list[str]:
        """The base64 lines of a key file."""
        return [*(self.b64(48) for _ in range(lines)), self.b64(20)]


Value = Callable[[Mint], str]

VALUES: dict[str, Value] = {
    "password": Mint.password,
    "plain": Mint.plain,
    "hard": Mint.hard,
    "passphrase": Mint.passphrase,
    "jwt": Mint.jwt,
    "uuid": Mint.uuid,
    "hex32": lambda m: m.hex(32),
    "hex40": lambda m: m.hex(40),
    "hex64": lambda m: m.hex(64),
    "b64_32": lambda m: m.b64(32),
    "b64_64": lambda m: m.b64(64),
    "alnum24": lambda m: m.alnum(24),
    "alnum32": lambda m: m.alnum(32),
    "alnum40": lambda m: m.alnum(40),
    "url43": lambda m: m.url64(43),
    "totp": lambda m: m.upper(32),
}
