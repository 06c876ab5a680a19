"""Which names hold secrets: ``DB_PASSWORD``, ``apiKey``, ``X-Auth-Token``, パスワード; and which only speak of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from butler.maids.late_patterns import late

NameClass: TypeAlias = Literal["password", "token", "key", "short", "query"]
"""``password``: any literal counts; ``token``: values that look made; ``key``: only long random ones. ``short``: a
password by a word that also means something else (``pass``, ``pw``, ``PIN``): only as ``pass=…`` or in quotes.
``query``: a secret only as a parameter of a URL (``sig``)."""

HINTS = (
    "pass", "secret", "token", "key", "cred", "pwd", "auth", "cookie", "psk", "otp", "sas", "sig", "appid", "jwt", "bearer", "mnemonic",
    "pin", "pw", "seed phrase", "seed_phrase", "seedphrase", "recovery code", "recovery phrase", "recovery_", "pin code", "webhook", "sessionid", "sid", "dsn", "api_hash",
    "_salt", "_pat ", "_pat\"", "_pat'", "pat =", "pat=", "pat:", "contraseña", "senha", "kennwort", "motdepasse", "mot de passe", "wachtwoord", "lösenord", "adgangskode", "salasana", "heslo", "parola", "jelszó", "lozinka",
    "mfacode", "mfa_code", "cvv", "cvc", "securitycode", "security_code", "verificationcode", "verification_code", "2fa_code", "2facode", "пароль", "hasło",
)  # fmt: skip
"""Lower-case literals, one of which stands in every ASCII or European name that counts."""

JAPANESE = (
    "パスワード", "パスフレーズ", "パスコード", "暗証番号", "秘密鍵", "シークレットキー", "シークレット", "トークン",
    "apiキー", "ａｐｉキー", "アクセスキー", "認証キー", "暗号鍵", "暗号化キー", "合言葉", "認証情報", "共通鍵", "ログイン情報", "api キー", "アクセス キー", "キー", "鍵", "署名鍵", "秘密キー",
    "密码", "密碼", "口令", "密钥", "비밀번호", "암호",
)  # fmt: skip
"""Names in Japanese (and Chinese, Korean), lower case."""

_WORD = late(r"[A-Z]+(?![a-z])|[A-Z]?[a-zà-ÿа-яł]+|\d+")
_TAILS = frozenset((
    "value", "val", "string", "str", "plain", "plaintext", "raw", "prod", "production", "dev", "development", "stg",
    "staging", "live", "v", "old", "new", "current", "previous", "primary", "secondary", "default", "base64", "b64",
    "hex", "backup", "base", "b", "local", "main", "qa", "uat", "ci", "text", "test", "env", "var", "header",
))  # fmt: skip
_KEY_IDS = frozenset({"user.signingkey", "signingkey", "signing.keyId", "signingKey.id"})
_SHORT = frozenset(
    {"pin_code", "pass", "pw", "pin", "psk", "otp", "auth", "pincode", "sas", "cred", "creds", "dsn", "webhook"}
)
_CODES = late(r"(?:^|_)(?:(?:mfa|otp|totp|2fa|security|verification|sms|two_factor)_?code|cvv2?|cvc2?)$")
_QUERY = frozenset(
    {"sig", "appid", "signature", "sid", "sessionid", "x_amz_signature", "x_goog_signature", "x_amz_credential"}
)
_PASSWORD = late(
    r"(?:pass(?:word|wd|_?phrase|code|wort)|pwd|_pass|_pw|(?:user|db|root|ssh|mysql|pg|smtp|mail|admin|ftp|ldap|redis|my|http|proxy|sudo|become|account|keystore|bind)_?pass|_psk|(?:^|_)(?:bind|root|admin|db|user)_?pw|authtok|kennwort"
    r"|contraseña|wachtwoord|lösenord|adgangskode|salasana|heslo|parola|jelszó|lozinka|(?:secret|security)_answer|senha|motdepasse|mot_de_passe|пароль|hasło|requirepass|masterauth|mnemonic|seed_?phrase"
    r"|recovery_?(?:code|phrase)|(?:password|passwd|pass|pwd|passphrase)_?(?:confirmation|confirm|again|repeat|retype|verification|verify|check))$"
)
_KEY_OWNERS = (
    "api", "app", "application", "access", "secret", "private", "auth", "authentication", "sign", "signing",
    "encrypt", "encryption", "decrypt", "decryption", "cipher", "crypto", "master", "account", "shared",
    "shared_access", "session", "license", "deploy", "deployment", "admin", "root", "webhook", "hmac", "jwt",
    "subscription", "host_master", "consumer", "vault", "wallet", "fernet", "aes", "age", "activation", "security",
    "ingest", "write_api", "read_api", "developer", "stripe", "openai", "anthropic", "gemini", "google", "maps",
    "azure", "sendgrid", "mailgun", "datadog", "dd", "twilio", "cohere", "mistral", "groq", "mem0", "supermemory",
    "linear", "notion", "algolia", "pinecone", "replicate", "deepgram", "elevenlabs", "newrelic", "honeycomb",
    "kaggle", "gladia", "record", "exa", "serp", "serpapi", "brave", "tavily", "weather", "openweather", "openweathermap", "news",
    "github", "gitlab", "mapbox", "here", "tomtom", "geocoding", "recaptcha", "hcaptcha", "turnstile", "paypal", "razorpay",
    "mollie", "adyen", "alchemy", "infura", "etherscan", "deepseek", "fireworks", "together", "xai", "openrouter", "huggingface",
    "voyage", "jina", "firecrawl", "assemblyai", "stability", "brevo", "postmark", "resend", "mailchimp", "mailjet", "vonage",
    "nonce", "logged_in", "secure_auth", "instrumentation", "grafana", "bugsnag", "posthog", "launchdarkly", "pagerduty",
    "dynatrace", "cloudflare", "digitalocean", "linode", "vultr", "hetzner", "heroku", "netlify", "vercel", "supabase",
    "cosmos", "ssh", "pgp", "gpg", "tls", "ssl", "rsa", "ec", "ecdsa", "ed25519",
    "functions", "function", "host_functions", "storage", "storage_account", "batch", "search", "cognitive", "speech", "translator",
    "segment", "mixpanel", "amplitude", "sentry", "rollbar", "intercom", "hubspot",
)  # fmt: skip
"""What a key of that name opens: ``api_key``, ``signing_key``, ``OPENAI_KEY``."""
_TOKEN = late(
    r"(?:secret|token|credentials?|_creds?|(?:^|_)jwt|bearer|_otp|totp_seed|_sas|_pat|root_token_id|authorization|(?:http|basic|proxy|npm|api|registry|docker|bearer|redis|rediscli|cli|digest|token|key)_auth|^x_(?:[a-z]+_){1,3}key|phpsessid|jsessionid"
    rf"|api_?hash|_dsn|_cookie|webhook_url|client_key_data|secret_id|instrumentation_key|(?:auth|nonce|logged_in|password|app|jwt|session|encryption|security)_salt|(?:password|secret|auth|token|hash)_pepper|(?:(?:^|_)(?:{'|'.join(_KEY_OWNERS)})|api|access|secret|private)_?key)$"
)
_NOT_SECRET = late(
    r"(?:^|_)(?:existing|pull|tls|kube|k8s)_secret$|(?:^|_)(?:public|primary|foreign|sort|partition|cache|idempotency|index|unique|composite|object|row|hash|map|dict|json"
    r"|lookup|group|issue|host|registry|config|route|query|i18n|translation|feature|hot|arrow|return|enter|escape|tab|shift"
    r"|ctrl|meta|sub|model|project|storage_item|local_storage|session_storage|react|list|item|column|field|grouping|order)_key$"
    r"|(?:^|_)(?:page|next|sync|continuation|cancel|cancellation|pagination|cursor|eos|bos|pad|unk|mask|stop|special|max|min"
    r"|num|total|input|output|prompt|completion|cached|per|first|last|reasoning|idempotency|change|start|end|current|client_request|request|trace|dedup|lease|lock|resume|public_key|watch|snapshot|fencing)_token$"
)
_OWNERS = frozenset((*_KEY_OWNERS, "unseal", "recovery", "seed", "auth", "bot"))
_LAST_WORD = late(r"\w*$")
_VERB = late(
    r"(?:has|is|get|set|use|no|on|need|needs|requires?|with|validate|check|verify|parse|forgot|change|update|create|generate"
    r"|hash|show|hide|toggle|fetch|make|load|find|save|store|decode|encode|decrypt|handle|missing|invalid|expired)_"
)


def spaced(name: str, before: str) -> str:
    """``name`` with the word before it where both are one name in prose (``API key``, ``client secret``)."""
    if before[-1:] != " " or name.lower() not in ("key", "secret", "token", "phrase"):
        return name
    found = _LAST_WORD.search(before, 0, len(before) - 1)
    return _owned(found[0], name) if found is not None else name


@lru_cache(maxsize=4096)
def _owned(owner: str, name: str) -> str:
    """``name`` with its owner where both are one name."""
    return f"{owner}_{name}" if owner.lower() in _OWNERS or _NOT_SECRET.search(f"{owner}_{name}".lower()) else name


@lru_cache(maxsize=4096)
def classify(name: str) -> NameClass | None:
    """As ``promised``, remembered: for names alone, no value that may be a secret is to outlive its document."""
    return promised(name)


def promised(name: str) -> NameClass | None:
    """What ``name`` (an identifier of at most 80 characters) promises about its value, or None: nothing.

    The last words decide: ``DB_PASSWORD`` and ``db.password.prod`` hold one, ``password_reset`` and ``token_count`` do
    not.
    """
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and (words[-1] in _TAILS or (words[-1].isdigit() and len(words[-1]) <= 8)):
        words.pop()
    joined = "_".join(words)
    if name.isupper() and joined.endswith("_pin"):
        return "short"
    if joined in _QUERY:
        return "query"
    if joined in ("store_password", "key_store_password"):
        return "password"
    if name == "_auth" or name.startswith("TF_TOKEN_") or (name.isupper() and joined.endswith("_auth")):
        return "token"
    if name in _KEY_IDS:
        return None
    if joined in _SHORT or _CODES.search(joined):
        return "short"
    if _NOT_SECRET.search(joined) or (not name.isupper() and _VERB.match(joined)):
        return None
    if _PASSWORD.search(joined):
        return "password"
    if _TOKEN.search(joined):
        return "token"
    return "key" if words[-1:] == ["key"] else None
