"""Which names hold secrets: ``DB_PASSWORD``, ``apiKey``, ``X-Auth-Token``, パスワード; and which only speak of them."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

NameClass: TypeAlias = Literal["password", "token", "key"]
"""``password``: any value counts; ``token``: values that look made; ``key``: only long random values."""

HINTS = (
    "pass", "secret", "token", "key", "cred", "pwd", "auth", "cookie", "psk", "otp", "sas", "sig", "jwt", "bearer", "mnemonic",
    "seed", "pin", "webhook", "session", "sid", "contraseña", "senha", "kennwort", "motdepasse", "mot de passe", "пароль", "hasło",
)  # fmt: skip
"""Lower-case literals, one of which stands in every ASCII or European name that counts."""

JAPANESE = (
    "パスワード", "パスフレーズ", "パスコード", "暗証番号", "秘密鍵", "シークレット", "トークン", "apiキー", "apiキ-", "アクセスキー",
    "認証キー", "暗号鍵", "暗号化キー", "合言葉", "認証情報", "ａｐｉキー", "シークレットキー", "鍵", "密码", "密碼", "口令", "密钥", "비밀번호", "암호",
)  # fmt: skip
"""Names in Japanese (and Chinese, Korean), lower case."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-zà-ÿа-яł]+|\d+")
_TAILS = frozenset(
    [
        "value",
        "val",
        "string",
        "str",
        "plain",
        "plaintext",
        "raw",
        "prod",
        "production",
        "dev",
        "development",
        "stg",
        "staging",
        "live",
        "old",
        "new",
        "current",
        "previous",
        "primary",
        "secondary",
        "default",
        "base64",
        "b64",
        "hex",
        "backup",
        "base",
        "local",
        "main",
        "qa",
        "uat",
        "ci",
        "text",
        "test",
        "env",
        "var",
        "header",
        "data",
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "01",
        "02",
    ]
)
_PASSWORD = re.compile(
    r"(?:pass(?:word|wd|phrase|code|wort)|pwd|(?:^|_)pass|(?:^|_)pw|userpass|dbpass|rootpass|(?:^|_)psk|(?:^|_)pin(?:code)?|kennwort"
    r"|contraseña|senha|motdepasse|mot_de_passe|пароль|hasło|requirepass|masterauth|mnemonic|seed_?phrase|recovery_?(?:code|phrase))$"
)
_TOKEN = re.compile(
    r"(?:secret|token|(?:^|_)creds?|credentials?|(?:^|_)jwt|bearer|(?:^|_)otp|(?:^|_)totp_seed|(?:^|_)sas|(?:^|_)sig|signature|(?:^|_)auth|authorization|sessionid"
    r"|session_id|(?:^|_)sid|phpsessid|session|cookie|api_?hash|webhook(?:_url)?|dsn"
    r"|(?:api|app|application|access|secret|private|auth|authentication|sign(?:ing)?|encrypt(?:ion)?|decrypt(?:ion)?|cipher|crypto|master|account"
    r"|shared|shared_?access|service|client|session|license|deploy(?:ment)?|admin|root|webhook|hmac|jwt|storage|server|rest|subscription|functions?"
    r"|host_?master|consumer|vault|wallet|fernet|aes|age|license|activation|security|ingest|write|read|write_?api|read_?api|user|developer|org"
    r"|integration|routing|bot|(?:stripe|openai|anthropic|gemini|google|maps|azure|sendgrid|mailgun|datadog|dd|twilio|cohere|mistral|groq|mem0|supermemory"
    r"|linear|notion|algolia|pinecone|replicate|deepgram|elevenlabs|newrelic|honeycomb|segment|mixpanel|amplitude|sentry|rollbar|intercom|hubspot))_?key)$"
)
_NOT_SECRET = re.compile(
    r"(?:^|_)(?:public|primary|foreign|sort|partition|cache|idempotency|index|unique|composite|object|row|hash|map|dict|json|lookup|group|issue"
    r"|ssh_public|host|registry|page|next|sync|continuation|cancel|cancellation|pagination|cursor|eos|bos|pad|unk|mask|stop|special|max|min|num"
    r"|total|input|output|prompt|completion|cached|per|first|last|config|route|query|i18n|translation|feature|hot|arrow|return|enter|escape|tab|shift"
    r"|ctrl|meta|press|on|no|has|is|use|get|set|csrf_header|turn|parse|keyboard|sub|git|model|work|thread|butler|agent|client_session|previous|new_session)_(?:\w*_)?"
    r"(?:key|token|secret|password|auth|session|session_id|sid|sig|signature|cookie|sessionid)$"
    r"|^(?:session_id|session|sid|sig|signature|cookie|dsn|webhook|user_?key|read_?key|write_?key|auth|bot_?key|org_?key|read|write|has_token|pin)$"
)
_WEAK_ALONE = frozenset(
    {"session_id", "sessionid", "session", "sid", "sig", "signature", "auth", "cookie", "dsn", "webhook", "phpsessid"}
)


@lru_cache(maxsize=4096)
def classify(name: str) -> NameClass | None:
    """What ``name`` (an identifier of at most 80 characters) promises about its value, or None: nothing.

    The last words decide: ``DB_PASSWORD`` and ``db.password.prod`` hold one, ``password_reset`` and ``token_count`` do
    not.
    """
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and words[-1] in _TAILS:
        words.pop()
    joined = "_".join(words)
    if not joined:
        return None
    if _PASSWORD.search(joined):
        return "password" if joined != "pin" or name.isupper() else None
    if joined in _WEAK_ALONE or _WEAK_TAIL.search(joined):
        return "key"
    if _NOT_SECRET.search(joined):
        return None
    if _TOKEN.search(joined):
        return "token"
    return "key" if len(words) > 1 and joined.endswith("key") else None


_WEAK_TAIL = re.compile(r"_(?:sig|signature|auth|cookie|dsn|sid)$")
