"""How a value stands behind a name: one anchored, bounded pattern for each syntax.

Every pattern is matched at the end of a name. The groups of `LITERAL_GROUPS` hold a value whose quotes show that it is
a literal; ``wide`` holds an unquoted run that its reader cuts further.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late

LITERAL_GROUPS = ("quoted", "escaped", "curly", "long", "entity", "perl")
_QUOTED = (
    r"(?:[rRbBuUNL]{1,2}#{0,3}|[@$]|#{1,3}|[fF](?=[\"'][^\"'{}\n]{1,200}[\"']))?"
    r"(?:(?P<q>\"\"\"|'''|[\"'`])(?P<quoted>(?:\\.|(?!(?P=q))[^\\\n]){1,600}+)(?P=q)"
    r"|(?P<e>\\{1,15}[\"'])(?P<escaped>[^\"'\n]{1,600}?)(?=\\{1,15}[\"'])"
    r"|[“「『](?P<curly>[^”」』\n]{1,200})[”」』]"
    r"|(?:%[qQ]?|qq?)[({\[<](?P<perl>[^(){}\[\]<>\n$]{4,200})[)}\]>]"
    r"|\[\[(?P<long>[^\]\n]{1,600})\]\]"
    r"|&(?:quot|apos|#34|#39);(?P<entity>[^&\n]{1,600})&(?:quot|apos|#34|#39);)"
)
_ANY = r"(?:" + _QUOTED + r"|(?P<wide>[^\s\"'`]{1,600}))"
_BREAK = r"(?:[ \t]{0,80}\\?(?:\r?\n|\\{1,4}n)[+\-> ]?[ \t]{0,80})"
_TYPE = (
    r"(?:[ \t]{0,8}[!?]?:[ \t]{0,4}&?(?:'static[ \t])?[A-Za-z_][\w.:<>|?\[\]]{0,40}(?:[ \t]?\|[ \t]?\w{1,20})?[ \t]{0,8}(?==)"
    r"|[ \t]{0,4}\{[ \t]?(?:(?:public|private|protected|internal)[ \t]|get|set|init|;|[ \t]){1,16}\}[ \t]{0,4}(?==)"
    r"|[ \t]{1,4}(?:As|AS)[ \t]{1,4}\w{1,20}[ \t]{0,8}(?==)"
    r"|[ \t]{1,4}\*?(?:string|String|str|std::string|SecureString|char|\[\]byte|text|varchar|NSString|N?VARCHAR\(\w{1,5}\))\*?(?:\[\])?[ \t]{0,8}(?==|:=))?"
)
_WRAPPER = (
    r"(?:(?:new[ \t]|&)?(?:(?:[\w.]{1,30}(?:::|\.))?"
    r"(?:Some|Just|Ok|Secret|Secret(?:String|Str|Value|Key|Text)|Password|Sensitive|Redacted|Masked|Protected|Zeroizing|Arc|Box|Cow"
    r"|String|str|bytes|bytearray|from|of|new|just|unsafePlainText|plainText|from_static|fromString|toSecret|b64decode|atob|decrypt|decode|base64_decode|fromhex|unhexlify|QStringLiteral|QLatin1String|QString|lit|nonsensitive|sensitive)"
    r"\(|Just[ \t](?=\")|string\(\d{1,4}\)|\[\]byte\()\s{0,20}(?=[A-Z\"'`rbfu])){0,3}"
)
ASSIGN = late(
    r"(?P<close>\\{0,15}[\"'`]|\*\*|&quot;|%22)?[\]}]?\)?"
    + _TYPE
    + r"(?:[ \t]?\[[\w*]{0,24}\]|[!?](?=:))?[ \t]{0,40}(?P<sep>::?=|=>|<<?-|%3[aAdD](?:%22|%20)?|===?|!==?|\?=|\+=|\|\|=|=|:|：|＝)(?:\*\*)?[ \t]{0,80}"
    + r"(?P<break>[|>]?[+\-]?"
    + _BREAK
    + r"|[|>][+\-]?[ \t]{1,4})?(?:\(\s{0,80}(?:[+>][ \t]{0,80})?)?(?:(?:!!|&)\w{1,30}[ \t]{1,4})?"
    + _WRAPPER
    + _ANY
)
"""``NAME=value``, ``"name": "value"``, ``let name: &str = "value"``, ``name:\\n  "value"``."""
NARROW = late(r"[^\s\"'`,;&<>()\[\]{}|\\「」『』。、）»”’】]{1,600}")
WORD_VALUE = late(r"[^\s\"'`,;<>()\[\]{}|\\「」『』。、）»”’】]{1,600}")
QUERY_VALUE = late(r"[^\s\"'`&;<>#]{1,600}")
ENVIRONMENT_VALUE = late(r"[^\s\"'`;]{1,600}")
URL_VALUE = late(r"[^\s\"'`&<>]{1,600}")
NEXT_ARGUMENT = late(
    r"[\"'][ \t]{0,4}(?:[,;]|(?<=[ \t])\.(?=[ \t]))[ \t]{0,40}(?:[\"']value[\"'][ \t]{0,4}:[ \t]{0,4})?"
    + _QUOTED
    + r"(?![ \t]{0,4}:)"
)
"""``define('NAME', 'value')``, ``["--token", "value"]``."""
FIELD = late(
    r"[\"']?[ \t]{0,4}(?:[,;|]|:[ \t]{0,4}(?=\{|\r?\n))?(?:[\s{}+\-]{0,60}(?!value|default|Default|Value)[\"']?\w{1,20}[\"']?[ \t]{0,8}[:=]"
    r"(?:[^\n]{0,80}(?=\n)|[ \t]{0,4}(?:\"[^\"\n]{0,40}\"|'[^'\n]{0,40}'|true|false|null|[\w.]{1,20})[ \t]?[,;])){0,3}[\s{}+\-]{0,60}"
    r"[\"']?(?:\w{0,12}[vV]alue|val|new|content|text|[dD]efault)[\"']?[ \t]{0,8}[:=][ \t]{0,4}" + _ANY
)
"""``name: DB_PASSWORD`` with ``value: …`` beside or below; ``variable "db_password" { default = … }``."""
PART = late(r"[\"']?(?:\r?\n(?:[A-Z][\w\-]{1,30}:[^\n]{0,100}\r?\n)?\r?\n(?P<wide>[^\s\"'`]{1,600})(?=\r?\n--))")
"""A part of a multipart form."""
CALL = late(r"[({][ \t]{0,4}" + _QUOTED + r"[ \t]{0,4}[)}]")
"""``.password("value")``."""
FLAG = late(
    r"(?:[ \t]{1,8}(?:--(?:body|value|data|text|plaintext|iscrypted|lock)|-[bv])|)(?:"
    + _BREAK
    + r"|[ \t]{1,8}(?:\\[ \t]{1,8})?)"
    + _ANY
)
"""``--token value``, ``set NAME value``, ``secret set NAME --body value``."""
ELEMENT = late(
    r"(?:(?:[\"']?[ \t][^<>\n]{0,100}|[\"'])?|</(?:[\w:\-]{0,30}(?:[nN]ame|[kK]ey))>\s{0,20}<[\w:\-]{1,20})>\s{0,20}(?:<!\[CDATA\[)?(?P<wide>[^<>\n\]]{1,600}?)\s{0,20}(?:\]\]>)?</"
)
CELL = late(r"[`*\"']{0,2}(?:[ \t]{0,20}[|\t│][ \t]{0,20}|,|;(?=\S)(?!\w{2,40}=))[`*]{0,2}(?P<wide>[^\s|`│]{1,300})")
SQL = late(
    r"[ \t]{1,4}(?:FOR[ \t]'[^'\n]{1,60}'(?:@'[^'\n]{1,60}')?[ \t]{0,4})?(?:=[ \t]{0,4}|AS[ \t]{1,4}|BY[ \t]{1,4})?N?'(?P<quoted>[^'\n]{1,200})'",
    re.IGNORECASE,
)
_OWNER = r"(?: \d{1,2})?(?: \([^()\n]{1,40}\))?(?:s? (?:for|of|on|to|in|at|(?-i:from)) [\w.@/:\-]{1,40}(?: [\w.@\-]{1,30}){0,4}?)?[\"'`*]{0,2}[ \t]{0,4}"
SAID = late(
    _OWNER
    + r"(?:'s|is|was|were|are|will be|set to|changed to|it is|it's|ist|lautet|war|es|est|é|è|это|:|=|->|=>|→|—|–|は)"
    r":?[ \t]{1,4}(?:now |still |just |currently |set to |changed to )?(?:[\w.@\-]{1,40} / )?" + _ANY,
    re.IGNORECASE,
)
"""``the password for staging is value``."""
PRINTED = late(
    r"[\"']?[\])}]{0,3};?[ \t]{0,4}\r?\n(?:=> |Out\[\d{1,4}\]: ?|\$\d{1,3} = |\[1\] |val \w{1,20}: \w{1,20} = |\$\w{1,9} ==> )?"
    + _ANY
    + r"(?=[ \t]{0,4}(?:\r?\n|$))"
)
"""``>>> settings.NAME`` with the value on the next line."""
NEXT_LINE = late(
    r"[*_]{0,3}[:：]?[*_]{0,3}[ \t]{0,4}(?:\r?\n){1,2}[ \t>]{0,12}(?:[*\-+] )?[\"'`*]{0,2}(?P<wide>[^\s\"'`*]{6,600})[\"'`*]{0,2}[ \t]{0,4}(?=\r?\n|$)"
)
"""A label with the value on the next line."""
FALLBACK = late(r"[\"']?[)\]}]?[ \t]{0,4}(?:\|\||\?\?|\?:|//|\bor\b)[ \t]{0,4}" + _QUOTED)
"""``process.env.NAME || 'value'``, ``getenv("NAME") or "value"``."""
PAIRED = late(
    r"(?: (?:for|on|of|to) [\w.\-]{1,40})?(?: are| is|[:=]|：| ->| →)[ \t]{0,4}[\w.@\-]{1,64}[ \t]{0,2}[/／:,][ \t]{0,2}"
    + _ANY
)
"""``credentials: user / value``."""
WORDS = late(r"[\"']?(?:[ \t]{0,4}[:=]|：| is| are)[ \t]{1,4}(?P<v>[a-z]{3,8}(?: [a-z]{3,8}){11,23})(?![\w ])")
"""The words of a wallet, bare."""
BESIDE = late(_OWNER + r"(?:(?:back )?to|as|with(?: the)? value(?: of)?)?[ \t]{1,2}[(（]?(?:password )?" + _ANY)
"""``with password value``."""
JAPANESE_PROSE = late(
    r"[`」』*]{0,2}[ 　]{0,2}(?:[(（][^)）\n]{0,40}[)）])?(?:の[^\s、。「」:：!-~]{1,6}?(?=[ 　]?(?:は|を|が|:|：))|文字列)?[ 　]{0,2}"
    r"(?:[|｜│][ 　]{0,3}`?)?(?:には|では|とは|(?:を|で|に|が|は)[^\s。、「」:：!-~]{1,14}[:：]|は[^\s。、「」:：!-~]{1,8}て、?|を[^\s。、「」:：!-~]{1,8}(?:たら|れば|時は?|際は?|ときは?)、?|は|が|を|に|も|って|として|：|:|＝|=|→|是|为|는|은)?[ 　、]{0,3}(?:[a-z.@_\-]{2,16}[ 　]?[/／][ 　]?)?"
    r"(?:[「『“\"'`（(【＜〈《［](?P<quoted>[!-~]{3,200}?)[」』”\"'`）)】＞〉》］]|[「『](?P<curly>(?=[^」』\n]{0,30}[0-9０-９]{2})[^」』\n]{4,40})[」』]|(?P<wide>[!-~]{4,200}))"
)
LISTED = late(r"[\"'`]\]?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}\[[ \t]{0,4}" + _QUOTED + r"[ \t]{0,4}\]")
"""``'password': ['value']``."""
ASKED = late(r"\?[:]?[ \t]{1,4}" + _ANY + r"(?=[ \t]{0,4}(?:\n|$))")
"""``What is the value of NAME? value``."""
PAIR_OF_TERMS = late(r"[ \t]{0,4},[ \t]{0,4}(?:<<)?" + _QUOTED)
"""``{password, "value"}``."""
MARKED_UP = late(
    r"(?:[:：]?</\w{1,8}>)?[:：]?\s{0,4}(?:<(?:code|b|strong|em|span|kbd|tt|pre|samp)(?: [^<>\n]{0,60})?>)?(?P<wide>[^<>\s]{4,600})(?=[ \t]{0,4}(?:<|\r?\n|$))"
)
"""``<b>Password:</b> value``, ``pw: <code>value</code>``."""
NEXT_CELL = late(
    r"[:：]?\s{0,8}</(?:dt|th|td|b|strong|label|span)>\s{0,40}<(?:dd|td|code|span|p)(?: [^<>\n]{0,80})?>\s{0,40}(?:<(?:code|b|span)>)?(?P<wide>[^<>\s]{4,600})\s{0,40}</"
)
"""``<dt>password</dt><dd>value</dd>``."""
PARENTHESIS = late(r" {0,2}[(（](?P<wide>[^\s()（）\"'`]{8,200})[)）]")
"""``my API key (value)``."""
APART = late(r",[ \t][\"'`]?(?P<wide>[^\s\"'`,]{6,200})[\"'`]?(?=[,;.]?(?:[ \t]|$))")
"""``the password, value, …``."""
ALIGNED = late(r"(?:[ \t]{2,40}|[ \t]?\.{2,80}[ \t]?)(?P<wide>[^\s\"'`]{4,600})(?=[ \t]{0,4}(?:\r?\n|$))")
"""``password      value`` in columns."""
BEFORE_SPACE = late(
    r"(?i)(?:\bset(?:x|env)?(?: -[a-z]{1,3}| --\w{1,10}){0,3}|\bENV|\bARG|#define|\bexport|\blogin \S{1,80}(?:[ \t]{0,8}\r?\n[+\->]?)?|\buser [\w.@\-]{1,64}"
    r"|\bconfig set\b.{0,40}|\bsecrets?[ :](?:set|put|create|add)(?: -\S{1,20}){0,3})[ \t]{1,8}$"
)
"""What stands before a name whose value follows after a space; one of ``SETTERS`` is in it, in lower case."""
SETTERS = ("set", "env", "arg", "#define", "export", "login ", "user ", "secret")
KEYED = late(r"(?i)\b(?:put|set|setex|hset)[ \t]{1,4}[\w/.:\-]{0,60}[/:]$")
"""What stands before the name in the key of a store: ``put shop/db/password value``."""
NAMED_COMMANDS = frozenset({"requirepass", "masterauth", "bindpw", "rootpw"})
"""Names that are commands themselves: the value follows after a space."""
