"""Passwords that command lines take in options of their own: ``zip -P …``, ``net use … …``, ``keytool -storepass …``.

An entry says which program it is about and how the rest of its line holds the value; the line is looked at once for
each program. `redaction_commands` holds the forms that no program's name is needed for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from butler.maids.late_patterns import late
from butler.maids.redaction_forms import PERMITTED, Span
from butler.maids.redaction_glance import Glance, Literals
from butler.maids.redaction_values import is_placeholder, is_reference, looks_random, looks_scrambled
from butler.maids.redaction_words import is_gibberish, looks_phrased
from butler.records import dataclass

_V = r"[\"']?(?P<v>[^\s\"'`]{4,256})"
_REACH = 400


@dataclass(frozen=True, slots=True)
class _Option:
    """Programs, and the pattern that is searched in the rest of their line.

    ``any_word`` takes every word that is no placeholder: the place can hold nothing else. ``sign``: a literal of every match.
    """

    programs: Literals
    sign: str
    pattern: re.Pattern[str]
    any_word: bool = False


def _option(programs: str, sign: str, pattern: str, *, any_word: bool = False) -> _Option:
    return _Option(Literals(*programs.split(",")), sign, late(pattern), any_word)


_OPTIONS = (
    _option(
        "mongo, login,twine,poetry publish,cqlsh,cypher-shell,ncftp,rdesktop,psexec,PsExec,certutil,beeline,snowsql"
        ",unlock-keychain,nuget,sshpass,smbget,security import,supabase,ssh-keygen,mariadb,vncpasswd,rpcclient,pscp,plink",
        " -p",
        r"\s(?:-p|-pw|--pass|--passwd|-passwd|--pw)(?:[ \t]{1,4}|=)" + _V,
    ),
    _option(
        "zip,unzip,sqlcmd,osql,bcp,mosquitto_,ssh-keygen,pdftotext,qpdf,wpscan,hydra,freebcp,tsql",
        " -P",
        r"\s-P[ \t]{0,4}" + _V,
    ),
    _option("ssh-keygen,step ca,mkcert", " -N", r"\s-N[ \t]{0,4}" + _V),
    _option("ldap,add-generic-password,add-internet-password,iscsiadm", " -w", r"\s-w[ \t]{1,4}" + _V),
    _option("redis-cli,valkey-cli,keydb-cli", "-cli ", r"\s(?:-a|--pass)[ \t]{1,4}" + _V),
    _option("http ,https ,xh ", " -a", r"\s(?:-a|--auth)[ \t=]{1,4}[\"']?[\w.@\-]{1,64}:(?P<v>[^\s\"'`]{4,256})"),
    _option("openssl", "openssl ", r"\s-[kK][ \t]{1,4}" + _V),
    _option("openssl,easyrsa", "pass:", r"pass(?:in|out)?[= \t]{1,3}[\"']?pass:(?P<v>[^\s\"'`]{4,256})", any_word=True),
    _option("openssl passwd", "openssl passwd", r"passwd(?:[ \t]-[\w\-]{1,10}){0,3}[ \t]{1,4}(?!-)" + _V),
    _option("gem push,nuget,choco", " -k", r"\s(?:-k|-ApiKey|-apikey)[ \t]{1,4}" + _V),
    _option(
        "7z,rar,unrar",
        " -",
        r"\s-h?p(?!ath|roject|ass)(?P<v>[^\s\"'`]{4,256})|\s-h?p[\"'](?P<w>[^\"'\n]{4,256})[\"']",
    ),
    _option(
        "keytool,jarsigner,apksigner",
        "pass",
        r"-(?:store|key)pass[ \t=]{1,4}(?!env:|file:|stdin|:)(?:pass:)?" + _V,
        any_word=True,
    ),
    _option("xfreerdp,wfreerdp,rdesktop", "/p:", r"\s/p:" + _V, any_word=True),
    _option("signtool", "/p ", r"\s/p[ \t]{1,4}" + _V),
    _option("schtasks,sc create,sc.exe", "p", r"(?:/rp|password=)[ \t]{1,4}" + _V),
    _option("cmdkey,wmic,net use,runas", "/pass", r"/pass(?:word)?:" + _V, any_word=True),
    _option(
        "net use",
        "net use",
        r"use (?:[A-Za-z*]:? )?\\\\\S{1,100} (?:/user:\S{1,64} )?(?!/)(?P<v>[^\s\"'`]{4,128})",
        any_word=True,
    ),
    _option("rocommunity,rwcommunity,server community", "ommunity", r"ommunity[ \t]{1,8}" + _V),
    _option(
        "enable secret,enable password,username ",
        " ",
        r"(?:secret|password) [05789] (?P<v>[^\s\"'`]{4,128})",
        any_word=True,
    ),
    _option("net user", "net user", r"user \S{1,64} (?!/)(?P<v>[^\s\"'`]{4,128})"),
    _option(
        "rabbitmqctl", "rabbitmqctl", r"(?:add_user|change_password|authenticate_user) \S{1,64} " + _V, any_word=True
    ),
    _option("wpa_passphrase", "wpa_passphrase", r"wpa_passphrase (?:\"[^\"\n]{1,40}\"|\S{1,40}) " + _V),
    _option("nmcli", "nmcli", r"(?:password|wpa-psk|psk)[ =]" + _V, any_word=True),
    _option("iwconfig", "key s:", r"key s:" + _V),
    _option("encrypt_string", "encrypt_string", r"encrypt_string(?: --?[\w\-]{1,20}){0,2} (?!-)" + _V, any_word=True),
    _option(
        "pgp_sym_,AES_ENCRYPT,AES_DECRYPT,aes_encrypt,aes_decrypt", "(", r",\s{0,4}'(?P<v>[^'\n]{4,128})'\s{0,4}[,)]"
    ),
    _option("qpdf", "--encrypt", r"--encrypt (?!-)" + _V, any_word=True),
    _option("qpdf", "--encrypt", r"--encrypt \S{1,80} (?!-)" + _V, any_word=True),
    _option("oathtool", "oathtool", r"oathtool(?: -\S{1,20}){0,5} " + _V, any_word=True),
    _option(
        "bundle config,bundler config",
        " config ",
        r"config (?:set )?(?:--\w{1,8} )?[\w.\-]{3,80} [\w.@\-]{1,64}:(?P<v>[^\s\"'`]{4,256})",
    ),
    _option("mosquitto_passwd", "mosquitto_passwd", r"-b \S{1,100} \S{1,64} " + _V, any_word=True),
    _option("poetry config", "http-basic", r"http-basic\.\S{1,40} \S{1,64} " + _V, any_word=True),
    _option("poetry config", "pypi-token", r"pypi-token\.\S{1,40} " + _V, any_word=True),
    _option(
        "snyk auth,ngrok authtoken",
        " auth",
        r"(?:auth|authtoken) (?!-)" + _V,
    ),
    _option(
        "wandb login,cargo login,vault login,sentry-cli login,railway login,netlify login",
        " login ",
        r"login(?: --relogin)? (?!-)" + _V,
    ),
    _option("vault operator,vault unseal", "unseal ", r"unseal (?!-)" + _V),
    _option("cloudflared", "cloudflared", r"(?:service install|tunnel run --token) " + _V),
    _option("bw login,bw unlock,lpass login,op signin", " ", r"(?:login \S{1,80}@\S{1,80}|unlock) (?!-)" + _V),
    _option("lftp", "-u ", r"-u [\"']?[\w.@\-]{1,64},(?P<v>[^\s\"'`]{4,128})"),
    _option("isql", "isql ", r"isql (?:-\w )?[\w.\-]{1,40} [\w.\-]{1,40} (?!-)" + _V),
    _option("sqlplus,impdp,expdp,rman,sqlldr", "/", r"(?:^|[\s\"'=])[\w$#.\-]{1,64}/(?P<v>[^\s\"'`/@]{4,64})@[\w/:.]"),
    _option("jdbc:oracle", "thin:", r"thin:[\w$#.\-]{1,64}/(?P<v>[^\s\"'`/@]{4,64})@", any_word=True),
    _option(
        "user-secrets set", "user-secrets", r"(?i)set [\"']?[\w:.\-]{0,60}(?:password|secret|token|key|pwd)[\"']? " + _V
    ),
    _option("codecov,coveralls,snyk,vsce,ovsx,lerna,doctl", " -t", r"\s-(?:t|p)[ =](?P<v>[0-9A-Za-z\-_]{24,128})"),
    _option("gh secret set", " secret set", r"\s(?:-b|--body|--value|-v)(?:[ =]|(?=[\"']))" + _V),
    _option("az keyvault secret,az appconfig", "--value", r"\s--value[ =]" + _V),
    _option("ssm put-parameter", "SecureString", r"SecureString.{0,200}\s--value[ =]" + _V, any_word=True),
    _option("ssm put-parameter", "SecureString", r"\s--value[ =]" + _V + r".{0,200}SecureString", any_word=True),
    _option("secretsmanager", "--secret-string", r"--secret-string[ =](?![\"']?\{)" + _V, any_word=True),
    _option("pulumi config set", "--secret ", r"--secret [\w:.\-]{1,60} " + _V, any_word=True),
    _option(
        "npm config set,npm set,pnpm config set,yarn config set",
        ":_",
        r":_(?:authToken|auth|password)[ =]" + _V,
        any_word=True,
    ),
    _option("pip config,pip install", "://", r"://[\w.\-]{1,64}:(?P<v>[^\s\"'`@/]{4,128})@"),
    _option(
        "secret put,env add,secrets set,secrets create,kinit,pass insert,secret-tool,cryptsetup,gpg,vault,secret set,secret create,read -s,read -rs,read -r,passwd,chpasswd,bw ,op ",
        "<<<",
        r"<<<[ \t]?(?:[\"'][\w.@\-]{1,64}:(?=[^\s\"'`:]{4,256}[\"']))?" + _V,
    ),
    _option(
        "echo,printf,Write-Output",
        "|",
        r"(?:echo|printf|Write-Output)(?: -\w{1,2}| '?%s(?:\\n)?'?){0,3} {1,3}[\"']?(?:[\w.\-]{1,32}:(?=\S{4,60}[\"']? {0,3}\| {0,3}(?:sudo )?chpasswd))?"
        r"(?P<v>[^\s\"'`|]{6,256})[\"']? {0,3}\| {0,3}(?!xargs)(?:sudo )?(?:[\w./\-]{1,30} ){0,3}"
        r"(?:kinit|chpasswd|cryptsetup|secrets? (?:put|create|set|versions|generic|docker)|secret-tool|pass insert|env add|gpg|passwd|login|vault|ansible-vault|op |bw |kubeseal|age )",
    ),
    _option("AUTH", "AUTH ", r"(?<![\w.\-])AUTH (?:[\w.\-]{1,32} )?(?P<v>[^\s\"'`]{6,128})$"),
    _option(
        "altool,notarytool,stapler",
        "-p",
        r"(?:-p|--password)[ =][\"']?(?P<v>[a-z]{4}(?:-[a-z]{4}){3})\b",
        any_word=True,
    ),
    _option("sonar", "sonar.login", r"sonar\.login[=:] ?" + _V),
    _option("approle", "secret_id=", r"secret_id=" + _V, any_word=True),
    _option("mysqladmin", "mysqladmin", r" password [\"']?(?P<v>[^\s\"'`]{4,128})", any_word=True),
    _option("sftp,ftp,telnet", "password ", r"; ?password (?P<v>[^\s\"'`]{4,128})"),
    _option(
        "mysqli_connect,mysql_connect,DBI->connect,getConnection,pg_connect,oci_connect,DriverManager,createConnection",
        "onnect",
        r"[\"'][\w.@\-]{1,64}[\"'],\s{0,4}(?=[\"'](?P<v>[^\"'\n]{4,128})[\"'])",
    ),
    _option(
        "new PDO,new mysqli,ftp_login,ssh2_auth_password,imap_open,smtp.login,imap.login,Credentials(",
        ", ",
        r"[\"'][\w.@\-]{1,64}[\"'],\s{0,4}(?=[\"'](?P<v>[^\"'\n]{4,128})[\"'])",
    ),
)
_CRYPTO = _option(
    "hmacShaKeyFor(,SymmetricKey(,jwt.sign(,jwt.verify(,jwt.encode(,jwt.decode(,hmac.new(,createHmac(,createCipheriv(,createDecipheriv(,Fernet(,AES.new(,AES.encrypt(,AES.decrypt(,SecretKeySpec(",
    "(",
    r"[\"'](?P<v>[A-Za-z0-9+/=_\-]{16,128})[\"']",
)
_BY_SIGN = {sign: [one for one in _OPTIONS if one.sign == sign] for sign in dict.fromkeys(one.sign for one in _OPTIONS)}
_SIGNS = Literals(*_BY_SIGN)
_HOSTS = Literals("@tcp(", "@unix(", "@udp(")
_LIVE = Literals("/live2/")
_DSN = late(r"(?<![\w:/])[\w.\-]{1,64}:(?P<v>[^\s\"'`/@]{4,128}(?:@[^\s\"'`/@(]{1,64})?)@(?=(?:tcp|unix|udp)\()")
_STREAM = late(r"(?P<v>[a-z0-9]{4}(?:-[a-z0-9]{4}){3,4})(?![\w\-])")


def option_values(look: Glance) -> Iterator[Span]:
    """Yield the passwords that programs take in options or places of their own."""
    for sign in look.standing(_SIGNS):
        for option in _BY_SIGN[sign]:
            for program in look.standing(option.programs):
                yield from _of_program(look, program, option)
    for program in look.standing(_CRYPTO.programs) if "(" in look.text else ():
        for found in _of_program(look, program, _CRYPTO):
            if looks_random(look.text[found.start : found.end]):
                yield Span(found.start, found.end, "secret_key")
    yield from _database_names(look)


def _of_program(look: Glance, program: str, option: _Option) -> Iterator[Span]:
    """The values of one option in the lines that name the program."""
    text = look.text
    done = 0
    for at in look.places(program):
        if at < done or (text[at - 1 : at].isalnum() and program[0] != " "):
            continue
        stop = text.find("\n", at, at + _REACH)
        done = stop if stop >= 0 else min(len(text), at + _REACH)
        yield from _values(text, at, done, option)


def _values(text: str, start: int, stop: int, option: _Option) -> Iterator[Span]:
    """The values of one option in the line of its program."""
    for found in option.pattern.finditer(text, start, stop):
        group = found.lastgroup or "v"
        value = found[group].removesuffix(PERMITTED)
        if (
            value
            and not is_placeholder(value)
            and value[0] not in "$%<{(-"
            and _counts(value, any_word=option.any_word)
        ):
            yield Span(found.start(group), found.start(group) + len(value), "password")


def _counts(value: str, *, any_word: bool) -> bool:
    """Whether a word in the place of a password is one: where other things may stand it holds digits or signs."""
    if any_word:
        return True
    if is_reference(value) and not looks_random(value):
        return False
    mixed = any(map(str.isdigit, value)) and not value.isdigit()
    if is_gibberish(value) or looks_scrambled(value) or looks_phrased(value):
        return True
    return len(value) >= 5 and mixed and not value.startswith(("/", "./", "~")) and not value.endswith((")", "("))


def _database_names(look: Glance) -> Iterator[Span]:
    """``user:password@tcp(host)`` of Go, and the keys of live streams."""
    text = look.text
    for needle in look.standing(_HOSTS):
        for at in look.places(needle):
            start = max(0, at - 160)
            found = _DSN.search(text, start, at + len(needle))
            if found is not None and not is_placeholder(found["v"]):
                yield Span(*found.span("v"), "password")
    for needle in look.standing(_LIVE):
        for at in look.places(needle):
            stream = _STREAM.match(text, at + len(needle))
            if stream is not None:
                yield Span(*stream.span("v"), "stream_key")
