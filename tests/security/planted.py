"""Planted secrets: provider keys of today and the syntaxes in which passwords and tokens travel.

Written by somebody who has not read the redaction rules. Every value is made at run time from a seed; ``planted("x")`` and
``planted("y")`` hold the same kinds with other values.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.security.minting import VALUES, Mint, glued


@dataclass(frozen=True, slots=True)
class Planted:
    """One text with a secret in it.

    ``secrets`` are the pieces of which none may be read anywhere afterwards; ``bare`` says that the text is the value
    alone, without a space, so that it can be a branch or a file name.
    """

    kind: str
    text: str
    secrets: tuple[str, ...]
    bare: bool = False

    @property
    def one_line(self) -> bool:
        """Whether the text can stand in a title."""
        return "\n" not in self.text


def planted(seed: str) -> list[Planted]:
    """Every kind once, with values of this seed."""
    from tests.security import planted_more, planted_unseen, planted_wider

    found = [*_keys(seed), *_syntaxes(seed), *planted_more.shapes(seed), *planted_wider.wider(seed)]
    found += planted_unseen.unseen(seed)
    assert len({one.kind for one in found}) == len(found)
    return found


# A key as its provider writes it: prefix in pieces, then how the rest is minted.
KEYS: dict[str, tuple[str, str]] = {
    "aws access key id": (glued("AK", "IA"), "U16"),
    "aws temporary key id": (glued("AS", "IA"), "U16"),
    "github classic token": (glued("gh", "p_"), "a36"),
    "github oauth token": (glued("gh", "o_"), "a36"),
    "github app token": (glued("gh", "s_"), "a36"),
    "github refresh token": (glued("gh", "r_"), "a36"),
    "github fine-grained token": (glued("github", "_pat_"), "a22_a59"),
    "gitlab personal token": (glued("gl", "pat-"), "u20"),
    "gitlab deploy token": (glued("gl", "dt-"), "u20"),
    "gitlab runner token": (glued("gl", "rt-"), "u20"),
    "slack bot token": (glued("xo", "xb-"), "d12-d13-a24"),
    "slack user token": (glued("xo", "xp-"), "d12-d12-d13-h32"),
    "slack app token": (glued("xa", "pp-1-"), "U11-d13-h64"),
    "stripe secret key": (glued("sk", "_live_"), "a24"),
    "stripe test key": (glued("sk", "_test_"), "a24"),
    "stripe restricted key": (glued("rk", "_live_"), "a24"),
    "stripe webhook secret": (glued("wh", "sec_"), "a32"),
    "openai project key": (glued("sk", "-proj-"), "u74T3BlbkFJu74"),
    "openai old key": (glued("sk", "-"), "a20T3BlbkFJa20"),
    "openai service key": (glued("sk", "-svcacct-"), "u74T3BlbkFJu74"),
    "anthropic api key": (glued("sk", "-ant-api03-"), "u93AA"),
    "anthropic oauth token": (glued("sk", "-ant-oat01-"), "u93AA"),
    "openrouter key": (glued("sk", "-or-v1-"), "h64"),
    "google api key": (glued("AI", "za"), "u35"),
    "google oauth secret": (glued("GO", "CSPX-"), "u28"),
    "google access token": (glued("ya", "29."), "u120"),
    "hugging face token": (glued("h", "f_"), "a34"),
    "replicate token": (glued("r", "8_"), "a37"),
    "groq key": (glued("gs", "k_"), "a52"),
    "xai key": (glued("x", "ai-"), "a80"),
    "perplexity key": (glued("pp", "lx-"), "a48"),
    "langsmith key": (glued("lsv2", "_pt_"), "h32_h10"),
    "tavily key": (glued("tv", "ly-dev-"), "a32"),
    "pinecone key": (glued("pc", "sk_"), "a6_a63"),
    "digitalocean token": (glued("dop", "_v1_"), "h64"),
    "heroku key": (glued("HR", "KU-AA"), "u58"),
    "fly token": (glued("fm", "2_"), "l100"),
    "netlify token": (glued("nf", "p_"), "a36"),
    "supabase token": (glued("sb", "p_"), "h40"),
    "supabase secret key": (glued("sb", "_secret_"), "u31"),
    "sendgrid key": (glued("S", "G."), "u22.u43"),
    "resend key": (glued("r", "e_"), "a8_a24"),
    "telegram bot token": ("", "d10:AAu33"),
    "discord bot token": ("", "Ma25.a6.u38"),
    "npm token": (glued("np", "m_"), "a36"),
    "pypi token": (glued("py", "pi-AgEIcHlwaS5vcmc"), "u140"),
    "rubygems key": (glued("ruby", "gems_"), "h48"),
    "docker token": (glued("dckr", "_pat_"), "u27"),
    "shopify token": (glued("shp", "at_"), "h32"),
    "atlassian token": (glued("ATA", "TT3xFfGF0"), "u180"),
    "linear key": (glued("lin", "_api_"), "a40"),
    "notion token": (glued("nt", "n_"), "d11a35"),
    "figma token": (glued("fi", "gd_"), "u40"),
    "airtable token": (glued("p", "at"), "a14.h64"),
    "sentry user token": (glued("snt", "ryu_"), "h64"),
    "grafana service token": (glued("gl", "sa_"), "a32_h8"),
    "new relic key": (glued("NR", "AK-"), "U27"),
    "posthog key": (glued("ph", "x_"), "a43"),
    "databricks token": (glued("da", "pi"), "h32"),
    "vault token": (glued("hv", "s."), "u95"),
    "terraform cloud token": ("", "a14.atlasv1.u67"),
    "pulumi token": (glued("pu", "l-"), "h40"),
    "doppler token": (glued("dp", ".pt."), "a43"),
    "age key": (glued("AGE-", "SECRET-KEY-1"), "U58"),
    "planetscale token": (glued("pscale", "_tkn_"), "u43"),
    "tailscale key": (glued("ts", "key-auth-"), "a12CNTRL-a32"),
    "postman key": (glued("PM", "AK-"), "h24-h34"),
    "mailgun key": (glued("ke", "y-"), "h32"),
    "mailchimp key": ("", "h32-us14"),
    "dynatrace token": (glued("dt", "0c01."), "U24.U64"),
    "azure client secret": ("", "a3~a3.u31"),
    "circleci token": (glued("CCI", "PAT_"), "a22_h40"),
    "buildkite token": (glued("bk", "ua_"), "h40"),
    "json web token": ("", "J"),
}
NEEDS_A_NAME = {
    "azure client secret": "AZURE_CLIENT_SECRET=",
    "mailgun key": "MAILGUN_API_KEY=",
    "airtable token": "AIRTABLE_TOKEN=",
}
"""Kinds whose shape alone is too weak a sign; they come with the name under which people keep them."""


def minted(shape: str, mint: Mint) -> str:
    """The value of a shape: a letter and a size for each piece, anything else as it stands."""
    import re

    makers = {"a": mint.alnum, "u": mint.url64, "h": mint.hex, "d": mint.digits, "U": mint.upper, "l": mint.lower}
    if shape == "J":
        return mint.jwt()
    return re.sub(r"([auhdUl])(\d{1,3})(?!BlbkFJ)", lambda found: makers[found[1]](int(found[2])), shape)


def _keys(seed: str) -> list[Planted]:
    found = []
    for kind, (prefix, shape) in KEYS.items():
        mint = Mint(f"{seed}/{kind}")
        value = prefix + (_openai(shape, mint) if "BlbkFJ" in shape else minted(shape, mint))
        name = NEEDS_A_NAME.get(kind, "")
        found.append(Planted(kind, name + value, (value,), bare=not name))
    return found


def _openai(shape: str, mint: Mint) -> str:
    """The two halves around the provider's mark."""
    mark = "T3" + "BlbkFJ"
    left, right = shape.split(mark)
    return f"{minted(left, mint)}{mark}{minted(right, mint)}"


# A syntax around a value: "§" is the value of the named sort.
SYNTAXES: dict[str, tuple[str, str]] = {
    "dotenv": ("DB_PASSWORD=§", "password"),
    "dotenv, double quotes": ('DB_PASSWORD="§"', "hard"),
    "dotenv, single quotes": ("SMTP_PASS='§'", "hard"),
    "dotenv, comment behind": ("SECRET_KEY_BASE=§ # rotate in autumn", "hex64"),
    "shell export": ("export ADMIN_TOKEN=§", "alnum32"),
    "shell export, quoted": ('export PGPASSWORD="§"', "password"),
    "shell prefix": ("PGPASSWORD=§ psql -h db.internal -U shop -c 'select 1'", "plain"),
    "shell set": ("set -x REDIS_PASSWORD §", "plain"),
    "long flag with equals": ("mycli login --user aki --password=§ --region eu", "password"),
    "long flag with a space": ("mycli login --user aki --password § --region eu", "password"),
    "token flag": ("deploy --api-token § --now", "alnum40"),
    "mysql short flag": ("mysql -u root -p§ shop", "plain"),
    "sshpass": ("sshpass -p '§' ssh ops@10.0.0.7 uptime", "password"),
    "curl user": ("curl -u aki:§ https://api.example.net/v1/me", "plain"),
    "curl bearer": ("curl -H 'Authorization: Bearer §' https://api.example.net/v1/me", "url43"),
    "curl json body": ("""curl -d '{"username":"aki","password":"§"}' https://api.example.net/login""", "password"),
    "curl verbose": ("> GET /v1/me HTTP/2\n> host: api.example.net\n> authorization: Bearer §\n> accept: */*", "url43"),
    "docker login": ("echo § | docker login -u aki --password-stdin registry.example.net", "plain"),
    "docker run -e": ("docker run -e MYSQL_ROOT_PASSWORD=§ -p 3306:3306 mysql:8", "plain"),
    "dockerfile env": ("FROM alpine\nENV API_KEY=§\nRUN make", "alnum32"),
    "compose": ("services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: §\n      POSTGRES_USER: shop", "plain"),
    "compose list": ("    environment:\n      - JWT_SECRET=§\n      - PORT=8080", "hex64"),
    "kubernetes env": ("- name: STRIPE_SECRET\n  value: §", "alnum32"),
    "kubernetes secret data": ("kind: Secret\nmetadata:\n  name: db\ndata:\n  password: §", "b64_32"),
    "kubectl from literal": ("kubectl create secret generic db --from-literal=password=§", "plain"),
    "helm set": ("helm upgrade shop ./chart --set auth.password=§ --wait", "plain"),
    "terraform": ('resource "db" "x" {\n  username = "shop"\n  password = "§"\n}', "password"),
    "terraform variable": ('db_password = "§"', "hard"),
    "ansible": ("ansible_become_pass: §", "plain"),
    "yaml": ("database:\n  user: shop\n  password: §\n  port: 5432", "password"),
    "yaml, quoted": ('api_key: "§"', "alnum32"),
    "json": ('{"user": "aki", "password": "§", "port": 5432}', "password"),
    "json, pretty": ('{\n  "client_id": "shop",\n  "client_secret": "§"\n}', "url43"),
    "json, camel case": ('{"accessToken":"§","expiresIn":3600}', "url43"),
    "json, escaped once": (r"{\"refresh_token\": \"§\", \"scope\": \"all\"}", "url43"),
    "json, escaped twice": (r"{\\\"api_key\\\": \\\"§\\\"}", "alnum32"),
    "json5": ("{ apiSecret: '§', retries: 3 }", "alnum32"),
    "toml": ('[database]\npassword = "§"\nport = 5432', "password"),
    "ini": ("[smtp]\nhost = mail.example.net\npassword = §\nport = 587", "password"),
    "java properties": ("spring.datasource.password=§", "password"),
    "java properties, colon": ("jdbc.password: §", "plain"),
    "xml element": ("<server><id>repo</id><username>aki</username><password>§</password></server>", "plain"),
    "xml attribute": ('<add name="Smtp" userName="aki" password="§" />', "plain"),
    "appsettings key": ('<add key="ApiKey" value="§" />', "alnum32"),
    "sql create user": ("CREATE USER shop WITH PASSWORD '§';", "password"),
    "sql identified by": ("CREATE USER 'shop'@'%' IDENTIFIED BY '§';", "password"),
    "sql alter role": ("ALTER ROLE shop PASSWORD '§';", "password"),
    "jdbc": ("jdbc:mysql://db.internal:3306/shop?user=shop&password=§&useSSL=true", "plain"),
    "jdbc sqlserver": ("jdbc:sqlserver://db.internal:1433;databaseName=shop;user=sa;password=§;", "plain"),
    "odbc": ("Driver={ODBC Driver 18};Server=db.internal;Uid=shop;Pwd=§;Encrypt=yes;", "plain"),
    "ado.net": ("Server=db.internal;Database=shop;User Id=shop;Password=§;", "password"),
    "azure storage": ("DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=§;EndpointSuffix=core.windows.net", "b64_64"),
    "azure service bus": ("Endpoint=sb://shop.servicebus.windows.net/;SharedAccessKeyName=root;SharedAccessKey=§", "b64_32"),
    "libpq keywords": ("host=db.internal port=5432 dbname=shop user=shop password=§ sslmode=require", "plain"),
    "postgres url": ("postgresql://shop:§@db.internal:5432/shop", "plain"),
    "mysql url": ("mysql+pymysql://shop:§@db.internal/shop?charset=utf8", "plain"),
    "mongodb srv url": ("mongodb+srv://shop:§@cluster0.ab1cd.mongodb.net/?retryWrites=true", "plain"),
    "redis url": ("redis://:§@cache.internal:6379/0", "plain"),
    "amqp url": ("amqps://shop:§@mq.internal/vhost", "plain"),
    "git remote": ("origin\thttps://aki:§@git.example.net/shop.git (fetch)", "alnum40"),
    "git clone with a token": ("git clone https://oauth2:§@git.example.net/shop.git", "alnum24"),
    "git remote, token alone": ("git remote set-url origin https://§@git.example.net/shop.git", "alnum40"),
    "basic auth url": ("https://aki:§@intranet.example.net/report?week=23", "plain"),
    "query string token": ("GET /callback?state=ok&access_token=§&expires_in=3600 HTTP/1.1", "url43"),
    "query string api key": ("https://api.example.net/v1/rates?base=EUR&api_key=§", "hex32"),
    "signed url": ("https://s3.example.net/b/k?X-Amz-Expires=900&X-Amz-Signature=§&X-Amz-SignedHeaders=host", "hex64"),
    "azure sas": ("https://shop.blob.core.windows.net/c?sv=2024-11-04&sp=rl&sig=§", "alnum40"),
    "authorization basic": ("Authorization: Basic §", "b64_32"),
    "authorization token": ("Authorization: token §", "hex40"),
    "x-api-key header": ("X-API-Key: §", "alnum40"),
    "cookie": ("Cookie: theme=dark; sessionid=§; lang=ja", "lower32"),
    "set-cookie": ("Set-Cookie: connect.sid=s%3A§; Path=/; HttpOnly", "url43"),
    "private-token header": ("PRIVATE-TOKEN: §", "url20"),
    "npmrc": ("//registry.example.net/:_authToken=§", "uuid"),
    "npmrc auth": ("_auth=§", "b64_32"),
    "pypirc": ("[pypi]\nusername = aki\npassword = §", "plain"),
    "netrc": ("machine api.example.net login aki password §", "plain"),
    "netrc over lines": ("machine api.example.net\n  login aki\n  password §", "plain"),
    "pgpass": ("db.internal:5432:shop:shop:§", "plain"),
    "git credentials": ("https://aki:§@git.example.net", "alnum40"),
    "docker config auth": ('{"auths": {"registry.example.net": {"auth": "§"}}}', "b64_32"),
    "htpasswd command": ("htpasswd -b -c .htpasswd aki §", "plain"),
    "openssl passin": ("openssl rsa -in key.pem -passin pass:§ -out plain.pem", "plain"),
    "aws credentials": ("[default]\naws_secret_access_key = §\nregion = eu-west-1", "b64_30"),
    "aws session token": ("export AWS_SESSION_TOKEN=§", "b64_200"),
    "powershell": ('$env:GRAPH_CLIENT_SECRET = "§"', "alnum40"),
    "powershell secure string": ("ConvertTo-SecureString '§' -AsPlainText -Force", "password"),
    "cmd set": ("set DEPLOY_PASSWORD=§", "plain"),
    "github actions env": ("      env:\n        SONAR_TOKEN: §", "hex40"),
    "ci log echo": ("[2026-06-03T09:14:22Z] + export NPM_TOKEN=§", "uuid"),
    "python": ('client = Client(user="aki", password="§")', "password"),
    "python assignment": ("SECRET_KEY = '§'", "hard"),
    "python dict": ("auth = {'token': '§', 'retries': 3}", "alnum32"),
    "python bytes": ("signing_key = b'§'", "alnum32"),
    "python tuple": ("requests.get(url, auth=('aki', '§'))", "password"),
    "javascript": ('const apiKey = "§";', "alnum32"),
    "javascript object": ("new Pool({ host: 'db', password: '§' })", "password"),
    "typescript": ("private readonly clientSecret: string = '§';", "alnum40"),
    "process.env default": ("const secret = process.env.JWT_SECRET || '§';", "alnum32"),
    "go": ('dbPassword := "§"', "password"),
    "rust": ('const API_TOKEN: &str = "§";', "alnum40"),
    "java": ('private static final String PASSWORD = "§";', "password"),
    "c#": ('var connection = new Login { UserName = "aki", Password = "§" };', "password"),
    "c define": ('#define WIFI_PASSWORD "§"', "plain"),
    "php define": ("define('DB_PASSWORD', '§');", "password"),
    "php array": ("'password' => '§',", "password"),
    "ruby": ("config.secret_key_base = '§'", "hex64"),
    "ruby hash": (":password => '§'", "password"),
    "elixir": ('config :shop, Repo, password: "§", pool_size: 10', "password"),
    "kotlin": ('val apiKey = "§"', "alnum32"),
    "swift": ('let clientSecret = "§"', "alnum32"),
    "nginx": ('proxy_set_header X-Api-Key "§";', "alnum32"),
    "log line": ("2026-06-03 10:11:12 DEBUG auth: logging in with password=§ user=aki", "plain"),
    "log line, arrow": ("DEBUG headers => {'authorization': 'Bearer §', 'accept': '*/*'}", "url43"),
    "structured log": ('level=debug msg="login" token="§" user=aki', "alnum32"),
    "stack trace": ("  File \"db.py\", line 12, in connect\nOperationalError: could not connect with password='§'", "password"),
    "markdown table": ("| user | password |\n|---|---|\n| aki | § |", "plain"),
    "aligned table": ("NAME          TOKEN\nshop-prod     §", "alnum40"),
    "csv": ("user,password\naki,§", "plain"),
    "diff added": ("+++ b/.env\n@@ -1 +1 @@\n-DB_HOST=old\n+DB_PASSWORD=§", "plain"),
    "diff removed": ('--- a/conf.py\n-API_SECRET = "§"\n+API_SECRET = os.environ["API_SECRET"]', "alnum32"),
    "coloured output": ("\x1b[32mADMIN_PASSWORD\x1b[0m=\x1b[33m§\x1b[0m", "plain"),
    "english prose": ("The password for the staging database is § and it works.", "plain"),
    "english prose, quoted": ("Log in as aki with the password '§' please.", "password"),
    "english prose, colon": ("here is the api key: §", "alnum32"),
    "english prose, use": ("use token § for the upload", "alnum40"),
    "english passphrase": ('passphrase: "§"', "passphrase"),
    "japanese prose": ("ステージングのパスワードは § です。", "plain"),
    "japanese prose, no spaces": ("パスワードは§です", "plain"),
    "japanese prose, colon": ("パスワード：§", "password"),
    "japanese prose, brackets": ("APIキーは「§」を使ってください", "alnum32"),
    "japanese secret key": ("秘密鍵: §", "alnum40"),
    "japanese token": ("トークン = §", "alnum40"),
    "japanese passcode": ("暗証番号は§です。", "pin"),
    "japanese table": ("| ユーザー | パスワード |\n|---|---|\n| aki | § |", "plain"),
    "totp secret": ("otpauth://totp/Shop:aki?secret=§&issuer=Shop", "totp"),
    "slack webhook": ("https://hooks.slack.com/services/T04AB12CD/B05EF34GH/§", "alnum24"),
    "discord webhook": ("https://discord.com/api/webhooks/1234567890123456789/§", "url68"),
    "datadog": ("DD_API_KEY=§ dd-agent start", "hex32"),
    "twilio": ("TWILIO_AUTH_TOKEN=§", "hex32"),
    "ethereum key": ("DEPLOYER_PRIVATE_KEY=0x§", "hex64"),
    "wifi": ('network={\n  ssid="shop"\n  psk="§"\n}', "plain"),
    "ssh askpass echo": ("spawn su -\nPassword: §", "plain"),
    "url in json": ('{"database_url": "postgres://shop:§@db.internal/shop"}', "plain"),
    "encoded password in url": ("postgres://shop:p%40§@db.internal/shop", "plain"),
    "user and password": ("credentials: aki / §", "password"),
}  # fmt: skip

_MORE_VALUES = {
    "lower32": lambda m: m.lower(32),
    "url20": lambda m: m.url64(20),
    "url68": lambda m: m.url64(68),
    "b64_30": lambda m: m.b64(30),
    "b64_200": lambda m: m.b64(200),
    "pin": lambda m: m.digits(6),
}


def _syntaxes(seed: str) -> list[Planted]:
    makers = VALUES | _MORE_VALUES
    found = []
    for kind, (text, sort) in SYNTAXES.items():
        value = makers[sort](Mint(f"{seed}/{kind}"))
        found.append(Planted(kind, text.replace("§", value), (value,)))
    return found
