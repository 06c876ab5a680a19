"""Planted secrets of a third round, written as an attacker would: manifests, states, dumps, what commands print, letters alone.

The sorts of values that `minting` does not know stand in ``MORE``; "§" is the value.
"""

from __future__ import annotations

import base64
import string

from tests.security.minting import VALUES, Mint, Value, glued
from tests.security.planted import Planted

MORE: dict[str, Value] = {
    "letters24": lambda m: m.of(string.ascii_letters, 24),
    "letters40": lambda m: m.of(string.ascii_letters, 40),
    "lower20": lambda m: m.of(string.ascii_lowercase, 20),
    "alnum16": lambda m: m.alnum(16),
    "alnum20": lambda m: m.alnum(20),
    "pin6": lambda m: m.digits(6),
    "b32": lambda m: m.upper(16),
    "b64pw": lambda m: base64.b64encode(m.password().encode()).decode(),
    "b64_88": lambda m: m.b64(64),
    "AZ": lambda m: m.alnum(3) + glued("8Q", "~") + m.alnum(34),
    "MINI": lambda m: glued("RWR", "TY0Iy") + m.b64(150),
    "DJ": lambda m: m.of(string.ascii_lowercase + string.digits + "!@#^&*-_=+", 50),
    "K3S": lambda m: m.hex(64),
    "WRAP": lambda m: m.alnum(16),
}

SYNTAXES: dict[str, tuple[str, str]] = {
    "psql expanded": ("-[ RECORD 1 ]-----\nid       | 4\nemail    | a@b.co\napi_token| §", "hex40"),
    "mysql, one column a line": (
        "*************************** 1. row ***************************\n      user: shop\n  password: §\n",
        "plain",
    ),
    "sqlite list mode": ("id|user|password\n1|aki|§", "plain"),
    "csv quoted": ('"user","password"\n"aki","§"', "password"),
    "tsv token": ("service\ttoken\nci\t§", "letters24"),
    "markdown table, letters": ("| service | token |\n|---|---|\n| ci | § |", "letters24"),
    "rst table": ("======  ==========\nuser    password\n======  ==========\naki     §\n======  ==========", "plain"),
    "box table": (
        "┌──────┬──────────┐\n│ user │ password │\n├──────┼──────────┤\n│ aki  │ § │\n└──────┴──────────┘",
        "plain",
    ),
    "html dl": ("<dt>API token</dt><dd>§</dd>", "alnum32"),
    "psql folded": (" id | email  | api_token ----+--------+----------- 1 | a@b.co | § (1 row)", "hex40"),
    "psql folded 2": ("| [ ] check it: id | api_token | x ----+--------+------ 1 | § | a 2 | § | b (2 rows)", "hex40"),
    "copy": ("COPY public.users (id, email, api_token) FROM stdin;\n1\ta@b.co\t§\n2\tc@d.co\t\\N\n\\.\n", "hex40"),
    "yaml literal": ("db:\n  password: |\n    §\n  port: 1", "plain"),
    "yaml folded": ("token: >\n    §\n", "letters40"),
    "yaml tag": ("password: !!str §", "plain"),
    "yaml anchor": ("password: &pw §", "plain"),
    "k8s secret data": ("apiVersion: v1\nkind: Secret\ndata:\n  password: §\n", "b64pw"),
    "k8s secret data custom key": (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\ntype: Opaque\ndata:\n  db-url: §\n",
        "b64pw",
    ),
    "k8s secret stringData": ("kind: Secret\napiVersion: v1\nstringData:\n  config: §\n", "alnum24"),
    "k8s secret data first": ("apiVersion: v1\ndata:\n  username: YWtp\n  pass: §\nkind: Secret\n", "b64pw"),
    "kubernetes secret in json": ('{"apiVersion":"v1","data":{"password":"§"},"kind":"Secret"}', "b64pw"),
    "printed jsonpath": ('$ kubectl get secret db -o jsonpath="{.data.password}"\n§\n', "b64pw"),
    "printed and decoded": ("$ kubectl get secret db -o jsonpath={.data.password} | base64 -d\n§\n", "plain"),
    "docker config identitytoken": ('{"auths":{"r.example.net":{"identitytoken":"§"}}}', "alnum40"),
    "terraform state, generated": (
        '{"type":"random_password","instances":[{"attributes":{"length":16,"result":"§"}}]}',
        "password",
    ),
    "terraform output": ("$ terraform output -raw db_password\n§\n", "password"),
    "terraform plan diff": ('  ~ password = "§" -> (known after apply)', "password"),
    "pgpass, again": ("db.example.net:5432:shop:aki:§", "lower20"),
    "bundle config": ('BUNDLE_GEMS__EXAMPLE__COM: "aki:§"', "alnum20"),
    "composer": ('{"github-oauth": {"github.com": "§"}}', "hex40"),
    "gh hosts": ("github.com:\n    users:\n        aki:\n            oauth_token: §\n", "alnum40"),
    "sasl": ("smtp.example.net:587 aki@example.net:§", "alnum16"),
    "wg private key": ("[Interface]\nPrivateKey = §\nAddress = 10.0.0.2/24", "b64_32"),
    "wpa": ('network={\n ssid="o"\n psk=§\n}', "hex64"),
    "vault kv get": ("====== Data ======\nKey         Value\n---         -----\npassword    §\n", "plain"),
    "consul": ("consul kv put shop/db/password §", "plain"),
    "redis set": ("SET session:password §", "plain"),
    "aws get secret": ('"SecretString": "{\\"username\\":\\"aki\\",\\"password\\":\\"§\\"}"', "plain"),
    "aws configure prompt": ("AWS Secret Access Key [None]: §", "alnum40"),
    "az login": ("az login --service-principal -u app -p § --tenant t", "AZ"),
    "doctl": ("doctl auth init -t §", "hex64"),
    "vercel env": ("vercel env add API_TOKEN production\n? What’s the value of API_TOKEN? §", "alnum32"),
    "supabase": ("supabase link --project-ref x -p §", "plain"),
    "gh secret": ('gh secret set TOKEN -b"§"', "alnum32"),
    "smbclient": ("smbclient //nas/share -U aki%§", "plain"),
    "curl header colon": ('curl -H "Private-Token: §" https://x', "letters24"),
    "curl apikey letters": ('curl -H "X-Api-Key: §" https://x', "letters40"),
    "auth header folded": ("Authorization: Bearer\n §", "alnum40"),
    "auth js concat": ('headers["Authorization"] = "Bearer " + "§"', "alnum40"),
    "auth template": ('`Bearer ${"§"}`', "alnum40"),
    "redis acl": ("ACL SETUSER aki on >§ ~* +@all", "plain"),
    "ldap bind": ("bindpw §", "plain"),
    "sssd": ("ldap_default_authtok = §", "plain"),
    "azure func key": ("https://f.example.net/api/x?code=§", "b64_32"),
    "minisign secret": ("untrusted comment: minisign encrypted secret key\n§", "MINI"),
    "otpauth": ("otpauth://totp/Shop:aki?secret=§&issuer=Shop", "b32"),
    "otp sms": ("Your code is §. Do not share it.", "pin6"),
    "japanese watchword with a number": ("合言葉は「さくらもち§」です", "pin6"),
    "jp full colon": ("ＤＢパスワード：§", "plain"),
    "jp token": ("アクセストークンは§になります", "letters40"),
    "jp password letters": ("パスワードは「§」", "lower20"),
    "jp login": ("ログインID aki パスワード §", "plain"),
    "en use pw": ("log in with aki and password §", "plain"),
    "en set to": ("I changed the admin password to §.", "plain"),
    "en token here": ("here is my token: §", "letters40"),
    "key in parentheses": ("my API key (§) no longer works", "alnum32"),
    "pw is": ("<@U12> pw is §", "plain"),
    "go struct": ('Config{Password: "§", Port: 1}', "plain"),
    "characters of java": ('char[] password = "§".toCharArray();', "plain"),
    "kotlin build": ('buildConfigField("String", "API_KEY", "\\"§\\"")', "alnum32"),
    "swift keychain": ('keychain.set("§", forKey: "password")', "plain"),
    "vb": ('Dim password As String = "§"', "plain"),
    "erlang": ('{password, "§"}', "plain"),
    "elixir sys": ('System.put_env("TOKEN", "§")', "letters40"),
    "perl dbi": ('DBI->connect("dbi:Pg:dbname=x", "aki", "§")', "plain"),
    "php mysqli": ('new mysqli("h", "aki", "§", "db")', "plain"),
    "py django": ("SECRET_KEY = 'django-insecure-§'", "DJ"),
    "echoed variable": ("$ read -s PASSWORD\n$ echo $PASSWORD\n§\n", "plain"),
    "sh heredoc": ("cat > .env <<'EOF'\nAPI_SECRET=§\nEOF", "letters40"),
    "masked value": ('echo "::add-mask::§"', "alnum24"),
    "snmp": ("rocommunity §", "plain"),
    "cisco": ("enable secret 0 §", "plain"),
    "openvpn auth": ("<auth-user-pass>\naki\n§\n</auth-user-pass>", "plain"),
    "android manifest": ('<meta-data android:name="com.x.API_KEY" android:value="§"/>', "alnum40"),
    "query dict": ("POST data: <QueryDict: {'password': ['§']}>", "plain"),
    "sql insert multi": ("INSERT INTO users (email, password) VALUES ('a@b', 'x1yz9q'), ('c@d', '§');", "plain"),
    "diff word": ("[-password=§-]", "plain"),
    "colored env": ("\x1b[33mAPI_TOKEN\x1b[0m=\x1b[32m§\x1b[0m", "letters40"),
    "unicode json": ('{"p":"\\u0022password\\u0022:\\u0022§\\u0022"}', "plain"),
    "url encoded json": ("%7B%22password%22%3A%22§%22%7D", "plain"),
    "env numbered": ("API_TOKEN_12=§", "letters40"),
    "env numbered pw": ("DB_PASSWORD_2024=§", "plain"),
    "env base64": ("TLS_KEY_B64=§", "b64_88"),
    "env creds": ("BASIC_AUTH=aki:§", "plain"),
    "env pepper": ("PASSWORD_PEPPER=§", "alnum32"),
    "jwt sign": ('jwt.sign(payload, "§")', "alnum32"),
    "hmac": ('hmac.new(b"§", msg, "sha256")', "alnum32"),
    "crypto key": ('createCipheriv("aes-256-gcm", "§", iv)', "alnum32"),
    "fernet": ('Fernet(b"§")', "b64_32"),
    "wifi qr": ("WIFI:T:WPA;S:office;P:§;;", "plain"),
    "keytool letters": ("keytool -storepass § -list", "lower20"),
    "door code": ("Alarm code: §", "pin6"),
    "k3s token": ("K10§::server:abc", "K3S"),
    "twilio, again": ('Client("AC0123456789abcdef0123456789abcdef", "§")', "hex32"),
    "token of letters, broken": ("token: AbCdEfGhIjKlMnOpQrStUvWx\n§\n", "WRAP"),
}


def unseen(seed: str) -> list[Planted]:
    """All of them, with values of this seed."""
    found = []
    for kind, (text, sort) in SYNTAXES.items():
        value = (MORE.get(sort) or VALUES[sort])(Mint(f"{seed}/{kind}"))
        found.append(Planted(kind, text.replace("§", value), (value,)))
    return found
