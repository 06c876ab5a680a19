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
