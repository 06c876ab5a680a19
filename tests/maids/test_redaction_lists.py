"""Planted secrets in many syntaxes, and look-alikes that are evidence. Every value is made when the test runs."""

from __future__ import annotations

import base64
import json
import random
import string

import pytest

from butler.maids.redaction_worker import redact

ALNUM = string.ascii_letters + string.digits
URLSAFE = ALNUM + "_-"
HEX = "0123456789abcdef"


def made(label: str, length: int, alphabet: str = ALNUM) -> str:
    """A value of ``length`` that depends on ``label`` alone, with at least one digit and letter where possible."""
    source = random.Random(label)
    value = "".join(source.choice(alphabet) for _ in range(length))
    return (value[:-2] + "7k")[-length:] if alphabet in (ALNUM, URLSAFE) and length > 3 else value


def uuid(label: str) -> str:
    digits = made(label, 32, HEX)
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-a{digits[17:20]}-{digits[20:]}"


def words(label: str) -> str:
    """A password as people choose them."""
    return "Tr0ub" + made(label, 5).lower() + "&3"


# name -> (carrier with {}, value)
PROVIDERS = {
    "gitlab runner": ("registered with {}", "glrt" + "-" + made("a1", 20, URLSAFE)),
    "slack app": (
        "SLACK_APP={}",
        "xapp" + "-1-A0" + made("a2", 9).upper() + "-" + made("a2b", 13, string.digits) + "-" + made("a2c", 64, HEX),
    ),
    "stripe webhook": ("endpoint secret {} was printed", "whsec" + "_" + made("a3", 32)),
    "openai service": ("export KEY={}", "sk-svc" + "acct-" + made("a4", 80, URLSAFE)),
    "deepseek": ("curl with {} works", "sk" + "-" + made("a5", 32, HEX)),
    "groq": ("groq: {}", "gs" + "k_" + made("a6", 52)),
    "google refresh": ("refresh {}", "1/" + "/0" + made("a7", 60, URLSAFE)),
    "google access": ("access {}", "ya" + "29." + made("a8", 120, URLSAFE)),
    "notion": ("notion uses {}", "nt" + "n_" + made("a9", 46)),
    "linear": ("{} for linear", "lin" + "_api_" + made("a10", 40)),
    "atlassian": ("jira -t {}", "ATA" + "TT3xFfGF0" + made("a11", 150, URLSAFE) + "=" + made("a11b", 8, HEX).upper()),
    "databricks": ("host=x, {}", "da" + "pi" + made("a12", 32, HEX)),
    "doppler": ("doppler run --token={}", "dp" + ".st.dev." + made("a13", 43)),
    "docker": ("docker login -u me -p {}", "dckr" + "_pat_" + made("a14", 27, URLSAFE)),
    "shopify": ("X-Shopify-Access-Token: {}", "shp" + "at_" + made("a15", 32, HEX)),
    "mailgun": ("mailgun {}", "ke" + "y-" + made("a16", 32, HEX)),
    "postman": ("postman {}", "PM" + "AK-" + made("a17", 24, HEX) + "-" + made("a17b", 34, HEX)),
    "terraform": ('token "{}"', made("a18", 14) + ".atlas" + "v1." + made("a18b", 67)),
    "vault": ("vault login {}", "hv" + "s." + made("a19", 90, URLSAFE)),
    "age": ("# key\n{}", "AGE-SECRET" + "-KEY-1" + made("a20", 58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")),
    "netlify": ("netlify {}", "nf" + "p_" + made("a21", 36)),
    "vercel": ("vercel --token {}", "vc" + "p_" + made("a22", 56)),
    "supermemory": ("SUPERMEMORY={}", "s" + "m_" + made("a23", 40)),
    "heroku": ("heroku {}", "HRK" + "U-AA" + made("a24", 58, URLSAFE)),
    "grafana": ("{}", "gls" + "a_" + made("a25", 32) + "_" + made("a25b", 8, HEX)),
    "replicate": ("replicate says {}", "r8" + "_" + made("a26", 37)),
    "tailscale": ("tailscale up --authkey {}", "tsk" + "ey-auth-" + made("a27", 17) + "-" + made("a27b", 32)),
    "hubspot": ("hubspot {}", "pat" + "-na1-" + uuid("a28")),
    "sentry org": ("sentry-cli {}", "sntr" + "ys_" + made("a29", 90) + "_" + made("a29b", 43)),
    "newrelic": ("NR {}", "NR" + "AK-" + made("a30", 27).upper()),
    "planetscale": ("pscale {}", "pscale" + "_tkn_" + made("a31", 43)),
    "square": ("square {}", "sq0" + "atp-" + made("a32", 22, URLSAFE)),
    "figma": ("figma {}", "fig" + "d_" + made("a33", 40, URLSAFE)),
    "rubygems": ("gem push -k {}", "ruby" + "gems_" + made("a34", 48, HEX)),
    "mailchimp": ("mc {}", made("a35", 32, HEX) + "-us" + "12"),
    "flyio": ("fly {}", "fm" + "2_" + made("a36", 150)),
    "langsmith": ("LANGSMITH={}", "lsv2" + "_pt_" + made("a37", 32, HEX) + "_" + made("a37b", 10, HEX)),
    "supabase": ("supabase {}", "sb" + "p_" + made("a38", 40, HEX)),
    "xai": ("grok {}", "xa" + "i-" + made("a39", 80)),
    "fernet token": ("decoded {}", "gAA" + "AAABm" + made("a40", 100, URLSAFE) + "=="),
    "bcrypt": ("user row: admin|{}|1", "$2" + "b$12$" + made("a41", 53)),
    "discord hook": (
        "curl -d x https://discord.com/api/webhooks/{}",
        made("a42", 18, string.digits) + "/" + made("a42b", 68, URLSAFE),
    ),
    "teams hook": (
        "https://acme.webhook.office.com/webhookb2/{}",
        uuid("a43") + "@" + uuid("a43b") + "/IncomingWebhook/" + made("a43c", 32, HEX) + "/" + uuid("a43d"),
    ),
    "expired jwt in text": (
        "sent {}.",
        "ey" + "JhbGciOiJSUzI1NiJ9." + "ey" + "JzdWIiOiIxIn0." + made("a44", 86, URLSAFE),
    ),
    "sentry dsn": ("dsn https://{}@o123.ingest.sentry.io/456", made("a45", 32, HEX)),
    "coloured": ("\x1b[32m{}\x1b[0m", "gh" + "o_" + made("a46", 36)),
    "after escaped newline": ('{{"text":"a\\n{}\\nb"}}', "gh" + "s_" + made("a47", 36)),
    "in a query": ("GET /x?a=1&k={}&b=2", "AI" + "za" + made("a48", 35, URLSAFE)),
    "url-encoded": ("next=%2Fa%3Ft%3D{}", "gl" + "pat-" + made("a49", 20)),
}
ASSIGNMENTS = {
    "shell export": ("export DB_PASSWORD={}", words("b1")),
    "shell quoted": ("export DB_PASS='{}'", words("b2")),
    "powershell": ('$env:API_TOKEN = "{}"', made("b3", 24)),
    "cmd": ("set SECRET_KEY={}", made("b4", 24)),
    "setx": ("setx CLIENT_SECRET {}", made("b5", 24)),
    "fish": ("set -gx MY_TOKEN {}", made("b6", 24)),
    "csh": ("setenv AUTH_TOKEN {}", made("b7", 24)),
    "dockerfile env": ("ENV APP_SECRET {}", made("b8", 24)),
    "docker -e": ("docker run -e POSTGRES_PASSWORD={} postgres:16", words("b9")),
    "yaml": ("  password: {}", words("b10")),
    "yaml single quotes": ("  smtp_password: '{}'", words("b11")),
    "yaml word": ("db:\n  user: app\n  password: {}\n", "sunflower" + "orchid"),
    "json": ('{{"user": "app", "password": "{}"}}', words("b12")),
    "json in json": ('{{\\"apiKey\\": \\"{}\\"}}', made("b13", 32)),
    "json twice escaped": ('\\\\\\"client_secret\\\\\\": \\\\\\"{}\\\\\\"', made("b14", 32)),
    "toml": ('api_token = "{}"', made("b15", 32)),
    "ini": ("[db]\npasswd = {}\n", words("b16")),
    "properties": ("spring.datasource.password={}", words("b17")),
    "xml element": ("<dbPassword>{}</dbPassword>", words("b18")),
    "xml attribute": ('<datasource user="sa" password="{}"/>', words("b19")),
    "appsettings": ('<add key="ApiKey" value="{}" />', made("b20", 32)),
    "k8s env": ("- name: DB_PASSWORD\n  value: {}\n", words("b21")),
    "k8s secret": ("kind: Secret\ndata:\n  password: {}\n", base64.b64encode(words("b22").encode()).decode()),
    "terraform variable": ('variable "db_password" {{\n  default = "{}"\n}}', words("b23")),
    "python": ('password = "{}"', words("b24")),
    "python typed": ('api_key: str = "{}"', made("b25", 32)),
    "python dict": ("config['secret_key'] = '{}'", made("b26", 50, ALNUM + "!@#$%^&*(-_=+)")),
    "python keyword": ('connect(user="a", password="{}")', words("b27")),
    "go": ('authToken := "{}"', made("b28", 32)),
    "go const": ('const apiSecret string = "{}"', made("b29", 32)),
    "rust": ('let token: &str = "{}";', made("b30", 32)),
    "java": ('private static final String PASSWORD = "{}";', words("b31")),
    "csharp": ('string clientSecret = @"{}";', made("b32", 32)),
    "php array": ("'password' => '{}',", words("b33")),
    "php define": ("define('DB_PASSWORD', '{}');", words("b34")),
    "ruby hash": (':secret_key_base => "{}"', made("b35", 64, HEX)),
    "c define": ('#define WIFI_PASSWORD "{}"', words("b36")),
    "sql": ("CREATE USER app WITH PASSWORD '{}';", words("b37")),
    "mysql": ("ALTER USER 'a'@'%' IDENTIFIED BY '{}';", words("b38")),
    "netrc": ("machine git.example login bot password {}", words("b39")),
    "npmrc": ("//npm.example/:_password={}", base64.b64encode(words("b40").encode()).decode()),
    "ado": ("Server=db;User Id=sa;Password={};Encrypt=true", words("b41")),
    "pwd": ("Driver=x;Uid=sa;Pwd={};", words("b42")),
    "jdbc": ("jdbc:mysql://h/db?user=a&password={}&ssl=1", made("b43", 12)),
    "servicebus": (
        "SharedAccessKeyName=Root;SharedAccessKey={};EntityPath=q",
        base64.b64encode(made("b44", 32).encode()).decode(),
    ),
    "sas": ("https://a.blob.core.windows.net/c?sv=2024&sig={}&se=2030", made("b45", 40) + "%3D"),
    "presigned": ("https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature={}", made("b46", 64, HEX)),
    "oauth callback": ("https://a.example/cb#access_token={}&token_type=bearer", made("b47", 40)),
    "flag": ("deploy --api-key {} --region x", made("b48", 32)),
    "flag with equals": ("deploy --password={} --dry-run", words("b49")),
    "flag continued": ("deploy \\\n  --token \\\n  {}\n", made("b50", 32)),
    "curl user": ("curl -u admin:{} https://h/", words("b51")),
    "mysql -p": ("mysql -u root -p{} db", words("b52")),
    "sshpass": ("sshpass -p '{}' ssh h", words("b53")),
    "openssl": ("openssl rsa -passin pass:{} -in k.pem", words("b54")),
    "piped": ("echo {} | docker login -u me --password-stdin", words("b55")),
    "redis conf": ("requirepass {}", words("b56")),
    "x-api-key": ("X-Api-Key: {}", made("b57", 40)),
    "private-token": ("curl -H 'PRIVATE-TOKEN: {}' h", made("b58", 20)),
    "basic header": ("Authorization: Basic {}", base64.b64encode(b"bot:" + words("b59").encode()).decode()),
    "token header": ('"authorization": "token {}"', made("b60", 40)),
    "header tuple": ("('Authorization', 'Bearer {}')", made("b61", 40)),
    "js header": ("headers: {{ Authorization: `Bearer {}` }}", made("b62", 40)),
    "cookie": ("Cookie: theme=dark; sessionid={}; lang=ja", made("b63", 32)),
    "set-cookie": ("< Set-Cookie: connect.sid=s%3A{}; Path=/; HttpOnly", made("b64", 40)),
    "url user": ("git clone https://me:{}@git.example/r.git", words("b65")),
    "redis url": ("redis://:{}@cache:6379/0", made("b66", 16)),
    "amqp": ("amqps://svc:{}@mq.internal/vh", words("b67")),
    "url with at": ("postgres://u:{}@db/x", "p@ss" + made("b68", 6)),
    "diff added": ("+API_SECRET={}", made("b69", 32)),
    "diff json": ('-    "token": "{}",', made("b70", 32)),
    "diff next line": ('+  "api_key":\n+    "{}"\n', made("b71", 32)),
    "coloured name": ("\x1b[36mDB_PASSWORD\x1b[0m=\x1b[33m{}\x1b[0m", words("b72")),
    "coloured json": ('\x1b[34;1m"password"\x1b[0m: \x1b[32m"{}"\x1b[0m', words("b73")),
    "nested name": ("aws_secret: aws_secret_access_key = {}", made("b74", 40)),
    "table": ("| db password | {} |", words("b75")),
    "markdown": ("- **Password**: `{}`", words("b76")),
    "log": ("2026-01-02 INFO login user=a password={} ok", words("b77")),
    "repr": ("Settings(host='h', api_key='{}', port=1)", made("b78", 32)),
    "heroku uuid": ("HEROKU_API_KEY={}", uuid("b79")),
    "datadog": ("DD_API_KEY={}", made("b80", 32, HEX)),
    "django": ("SECRET_KEY = 'django-insecure-{}'", made("b81", 40)),
    "full-width colon": ("パスワード：{}", words("b82")),
    "ja prose": ("本番DBのパスワードは{}でした", words("b83")),
    "ja brackets": ("APIキーは「{}」を使う", made("b84", 24)),
    "ja to": ("パスワードを {} に変更した", words("b85")),
    "ja token": ("アクセストークン: {}", made("b86", 32)),
    "ja pin": ("暗証番号は「{}」", "4821"),
    "en prose": ("the admin password is {} now", words("b87")),
    "en prose quoted": ('The password for staging was "{}".', words("b88")),
    "en prose use": ("log in with password {} please", words("b89")),
    "en token": ("here is the token: {}", made("b90", 30)),
    "german": ("Das Passwort lautet: {}", words("b91")),
    "spanish": ("contraseña: {}", words("b92")),
    "passphrase": ('passphrase = "{}"', "otter violin cactus lantern"),
    "env list": ("env: ['PATH=/bin', 'AWS_SECRET_ACCESS_KEY={}']", made("b93", 40, ALNUM + "+/")),
    "npm authToken": ("//registry.example/:_authToken={}", made("b94", 36)),
    "nuget": ('<add key="ClearTextPassword" value="{}" />', words("b95")),
    "maven": ("<server><id>r</id><password>{}</password></server>", words("b96")),
    "wifi": ('psk="{}"', words("b97")),
    "systemd": ("Environment=APP_TOKEN={}", made("b98", 32)),
    "gha": ("gh secret set DEPLOY_TOKEN --body {}", made("b99", 32)),
    "lua": ("local api_key = [[{}]]", made("b100", 32)),
    "lisp": ('(setq my-api-token "{}")', made("b101", 32)),
    "r": ('Sys.setenv(API_KEY = "{}")', made("b102", 32)),
    "swift": ('let apiKey: String = "{}"', made("b103", 32)),
    "kotlin": ('const val API_SECRET = "{}"', made("b104", 32)),
    "makefile": ("TOKEN ?= {}", made("b105", 32)),
    "hcl": ('  secret_key = "{}"', made("b106", 40, ALNUM + "+/")),
    "graphql": ('mutation {{ login(user: "a", password: "{}") {{ token }} }}', words("b107")),
    "form": ("curl -d 'grant_type=password&client_secret={}' h", made("b108", 32)),
    "multipart": ('name="password"\r\n\r\n{}\r\n--b', words("b109")),
    "ssh config": ("ProxyCommand sshpass -p {} ssh x", words("b110")),
}


def pem(kind: str, label: str) -> str:
    body = base64.b64encode(made(label, 400).encode()).decode()
    lines = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    return f"-----BEGIN {kind}-----\n{lines}\n-----END {kind}-----"


def blocks() -> dict[str, tuple[str, str]]:
    """Text with a key block, and one line of the key that must be gone."""
    key = pem("EC PRIVATE " + "KEY", "c1")
    middle, last = key.split("\n")[3], key.split("\n")[-2]
    return {
        "plain": (f"a\n{key}\nb", middle),
        "escaped": (json.dumps({"k": key}), middle),
        "twice escaped": (json.dumps(json.dumps({"k": key})), middle),
        "diff": ("\n".join("+" + line for line in key.split("\n")), middle),
        "indented": ("key: |\n" + "\n".join("    " + line for line in key.split("\n")), last),
        "quoted lines": ("\n".join(f'  "{line}\\n" +' for line in key.split("\n")), middle),
        "no end": (key.rpartition("\n")[0], last),
        "cut in the middle": ("\n".join(key.split("\n")[:5]) + "\n… 12 lines", middle),
        "no begin": (key.partition("\n")[2] + "\nok", middle),
        "pgp": (pem("PGP PRIVATE " + "KEY BLOCK", "c2"), pem("PGP PRIVATE KEY BLOCK", "c2").split("\n")[2]),
        "crlf": (key.replace("\n", "\r\n"), last),
        "encrypted": (
            pem("RSA PRIVATE " + "KEY", "c3").replace(
                "-----\n", "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n", 1
            ),
            pem("RSA PRIVATE KEY", "c3").split("\n")[4],
        ),
    }


PLANTED = {**PROVIDERS, **ASSIGNMENTS}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_secret_is_gone(name: str) -> None:
    carrier, value = PLANTED[name]
    text, counts = redact(carrier.format(value))
    assert value not in text
    assert counts
    assert redact(text)[0] == text


@pytest.mark.parametrize("name", blocks())
def test_a_private_key_block_is_gone(name: str) -> None:
    text, line = blocks()[name]
    assert line in text
    clean, _ = redact(text)
    assert line not in clean
    assert redact(clean)[0] == clean


SHA, SHA256 = made("d1", 40, HEX), made("d2", 64, HEX)
BENIGN = [
    f"commit {SHA}",
    f"Merge: {SHA[:7]} {SHA[7:14]}",
    f"HEAD is now at {SHA[:7]} Add token refresh",
    f"index {SHA[:7]}..{SHA[10:17]} 100644",
    f"sha256:{SHA256}",
    f"{SHA256}  dist/app.whl",
    f'"integrity": "sha512-{base64.b64encode(made("d3", 64).encode()).decode()}"',
    f'checksum = "{SHA256}"',
    f'etag: "{made("d4", 32, HEX)}"',
    f"trace_id={made('d5', 32, HEX)} span_id={made('d6', 16, HEX)}",
    f"session {uuid('d7')} resumed",
    f"session_id: {uuid('d7')}",
    f'"sessionId":"{uuid("d8")}","parentUuid":"{uuid("d9")}"',
    f"thread_id {uuid('d10')}",
    f"request-id: req_{made('d11', 24)}",
    f'"id": "toolu_{made("d12", 24)}"',
    f"call_id=call_{made('d13', 24)}",
    f"chatcmpl-{made('d14', 29)}",
    f"cache_key = {SHA256[:32]}",
    f"primary_key: {SHA[:16]}",
    f"public_key: {made('d15', 44)}",
    f"key_id={SHA[:16]}",
    f"private_key_id: {SHA}",
    f"gpg: using RSA key {SHA.upper()}",
    f"Signed-off-by: a <a@b.example>\nauthor {SHA}",
    f"docker.io/library/python@sha256:{SHA256}",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 user@host",
    "handover_id: issue-49-20260603T004500Z-codex",
    "issue-49_20260603T004500Z_codex.md",
    "tests/test_auth.py::test_password_is_hashed PASSED",
    "FAILED tests/test_token.py::TestToken::test_expired_token - AssertionError",
    "def reset_password(token: str, password: str) -> None:",
    "password: str | None = None",
    'api_key = os.getenv("API_KEY")',
    "token = self._token_provider.fetch(scope)",
    "secret = settings.SECRET_KEY",
    "apiKey: process.env.OPENAI_API_KEY,",
    'const token = req.headers["x-token"];',
    "password=password,",
    "if token == expected_token:",
    "return {'token': token, 'user': user}",
    'let secret = std::env::var("SECRET")?;',
    "export GITHUB_TOKEN=$(gh auth token)",
    "API_KEY=your_api_key_here",
    "API_KEY=<your key>",
    "OPENAI_API_KEY=sk-...",
    "ANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "password: {{ vault_db_password }}",
    "password: !vault |",
    "password = var.db_password",
    "DB_PASSWORD=${DB_PASSWORD:-postgres}",
    "password: ********",
    "Password: [hidden]",
    "token: null",
    "secret: true",
    'type: "password"',
    '<input type="password" name="password" placeholder="Password">',
    '<label for="password">Password:</label>',
    "Password must contain at least 8 characters and 1 digit",
    'error: "password is too short (minimum is 12 characters)"',
    "Enter password: ",
    "password incorrect, 3 attempts left",
    "token expired at 2026-05-14T02:43:17Z",
    "token count: 4211",
    "max_tokens: 4000",
    "max_tokens=4000",
    '"input_tokens": 183920, "output_tokens": 4211',
    "token_budget = 12_000",
    "total tokens 1,234,567",
    "cost per 1K tokens: $0.002",
    "tokenizer: o200k_base",
    "the token bucket refills 10 per 100ms",
    "keyboard shortcut key: Ctrl+Shift+P",
    "sort key: created_at2",
    "key: value1",
    "keys = ['alpha1', 'beta2']",
    "foreign key: user_id2",
    "expected_revision=17 operation_id=op-20261130-000123",
    "Authorization: Bearer <token>",
    "Authorization: Bearer ${TOKEN}",
    'WWW-Authenticate: Basic realm="api"',
    "Basic authentication is disabled",
    "Bearer authentication required",
    "bearer of bad news 2026",
    "Cookie: theme=dark",
    "Set-Cookie: lang=ja; Path=/; Max-Age=3600",
    "cookie banner v2 is shown",
    "https://user@example.com/path",
    "http://localhost:8080/path@2x.png",
    "postgres://user:password@localhost/db",
    "postgresql://app:${DB_PASS}@db:5432/app",
    "git@github.com:acme/app.git",
    "ssh://git@github.com:22/acme/app.git",
    "npm i @scope/pkg@1.2.3",
    "docker run -p 8080:80 -u 1000:1000 img",
    "mkdir -p src/app/v2beta1",
    "pytest -p no:cacheprovider -k test_abc123",
    "cp -a build1 /out2",
    "sed -n '1,5p' a1.txt",
    "sk-learn==1.5.0 sk-image",
    "the `ghp_` prefix is for classic tokens",
    "AKIA prefix means long-term key",
    "AKIAIOSFODNN7EXAMPLE",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
    "grep -r 'BEGIN RSA PRIVATE KEY' .",
    "see docs/security/secrets.md and src/auth/token.ts",
    "secrets: 3 removed, passwords: 0",
    "secret scanning: gitleaks 8.18.2",
    "password hashing: argon2id, bcrypt",
    "the password is stored in 1Password",
    "the token is valid for 15m",
    "token type is Bearer",
    "pin: 3.11",
    "pinned: numpy==1.26.4",
    "PIN the version to v1.2.3",
    "passed: 120, failed: 3",
    "bypass = True; compass: north1",
    "passes=3 pass_count=12",
    "author: alice99",
    'authors = ["bob2"]',
    "auth: oauth2",
    "signature: def f(x1: int) -> str",
    "パスワードは必須です",
    "パスワードは8文字以上にする",
    "パスワードのリセット画面を直した",
    "トークンは 4000 まで",
    "トークン数: 12345",
    "鍵は docs/security.md を見る",
    "シークレットは GitHub Actions の secrets に入れる",
    "APIキーは環境変数 OPENAI_API_KEY から読む",
    "認証情報は ~/.codex/auth.json にある",
    "合言葉は決めていない",
    "branch codex/token-refresh-2 created",
    "src/password_reset.py | 12 ++++++------",
    "@@ -10,7 +10,7 @@ def password_reset(token):",
    "+    password = hash_password(raw_password)",
    "-    token = create_token(user.id, expires=3600)",
    "rollout-2026-05-14T02-43-17-019e232f-d47e-7ac0-8ec2-dd2853e42cf9.jsonl",
    "model: claude-sonnet-4-5-20250929",
    "model=gpt-5-codex reasoning=high",
    "eyJ is how a JWT begins",
    "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "[REDACTED:password:1] and [REDACTED:jwt:2]",
    "credentials: include",
    "credentials: 'same-origin'",
    "session: 3 of 5",
    "session_key_prefix = handover1",
    "cursor_token: page2",
    '"next_page_token": ""',
    "csrf_token missing",
    'data-testid="password-input"',
    "await page.fill('#password', password)",
    "getpass.getpass('Password: ')",
    "PASSWORD_HASHERS = ['django.contrib.auth.hashers.PBKDF2PasswordHasher']",
    "AUTH_USER_MODEL = 'accounts.User2'",
    "TOKEN_EXPIRY=3600s",
    "PASSWORD_MIN_LENGTH=12",
    "JWT_ALGORITHM=HS256",
    "SECRET_NAME=prod/db/main",
    "API_KEY_HEADER = 'X-Api-Key'",
    "KEY_PATH=/etc/ssl/private/server.key",
    "ssl_key: /etc/ssl/k8s1.pem",
    "password_file: /run/secrets/db_password",
    "PASSWORD=/run/secrets/db_password",
    "credential.helper=store",
]


@pytest.mark.parametrize("text", BENIGN)
def test_evidence_stays(text: str) -> None:
    assert redact(text)[0] == text
