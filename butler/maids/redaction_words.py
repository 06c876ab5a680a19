"""Whether a run of letters reads as words: most pairs of neighbouring letters are usual in names and prose.

The pairs are the 240 most frequent ones in the words of Python's standard library, of this repository and of romanised
Japanese: 94 % of all there. Of 20,000 names made of three words 0.1 % fall below six usual pairs in ten, of random runs of
24 letters 97 % do.
"""

from __future__ import annotations

from butler.maids.late_patterns import late

_USUAL = frozenset(
    map(
        tuple,
        """
    ab ac ad ag ai ak al am an ap ar as at au av ay ba be bi bl bo br bs bu ca cc ce ch ci ck cl co cr cs ct cu da
    dd de di dl do dr ds du ea ec ed ee ef eg ei el em en ep eq er es et ev ew ex fa fe ff fi fl fo fr fu ga ge gh
    gi gl gn go gr gs gu ha he hi ho ht ia ib ic id ie if ig il im in io ip ir is it iv iz ka ke ki ks la ld le li
    ll lo ls lt lu ly ma mb me mi mm mo mp ms mu na nc nd ne nf ng ni nk nn no ns nt nu nv oa ob oc od of og oi ok
    ol om on oo op or os ot ou ov ow pa pe ph pi pl po pp pr ps pt pu qu ra rc rd re rg ri rk rl rm rn ro rr rs rt
    ru rv ry sa sc se sh si sl so sp ss st su sy ta tc te th ti tl to tr ts tt tu ty ua ub uc ud ue ug ui ul um un
    up ur us ut va ve vi wa we wi wo ws xi xp xt yp ys ze
    """.split(),  # noqa: SIM905
    )
)
_TOLD = frozenset(
    """
    about access account active add admin after again all always and any api app apply arg args array article asked auth authorize auto automatic aws
    azure backend background base based bash basic bearer before begin binary block body bool bot bound box branch browser bucket build built
    button cache call case cert certificate chain change changed char check child chunk class clean clear cli click client cloud code column command
    commit common complete component conf config configuration confirm connect connection console const content context cookie copy core count
    create credential credentials current custom daemon data database date debug default delete deploy description dev device dialog dir
    disabled disk display docker docs document domain done down download driver dummy dynamic each edit element email empty enable enabled end
    endpoint engine entry env environment error event every example exec existing expired expires export external factor failed fake feature
    fetch field file files filter find first fix flag flow folder font for form format found free from frontend full func function gateway
    generated generic get git github global group guide handler has hash hashed header height help helper here hidden hint home hook host http
    https icon ident identifier image import incoming index info init inline input install instance int integration internal invalid ios
    issue item job json keep key keyboard keychain keys kind kube kubernetes label lambda last layer layout left len length less letters level
    lib library like limit line link linux list load local lock log logged login logout loop main make manager map mapping mask max member
    memory menu message meta method middleware min mobile mock modal mode model module more must name namespace need needed net network never
    new next node none normal not note null number object off old one only open option optional options order org other out output overview own
    package page pair panel param parameter parent parse parser pass passed passwd password path pattern pending per permission phase phrase
    pipeline placeholder plain please plugin policy pool popup port post prefix present primary print private process prod production profile
    project prompt protected provided provider proxy public pull push query queue random range raw read reader ready real record redirect
    refresh region register release remote remove removed rename repo report request required reset resource response rest result return right
    role root rotate rotation route router row rule run runner safe same sample save scope screen script search second secret secrets section
    see select self send server service session set setting settings setup shared shell short should show side sign signed signing simple single
    size some source spec sql src ssh ssl stack stage staging standard start state static status step storage store stored stream string strong
    stub style sub submit success suffix sync syntax system tab table tag target task team template temp temporary term test tests text that the
    their then this three time timeout tls toggle token tokens tool top total tree true type two under unit update upload url usage use used user
    username using valid validate validation validator value values var vault verify version view warning was web when widget width window with
    without word work argon bcrypt scrypt utf ascii unicode base rfc python java ubuntu debian ruby rust perl php node react vue django flask rails spring laravel mysql postgres redis mongo oracle sqlite kafka windows macos android chrome firefox safari claude codex gpt llama gemini january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday part chapter round build figure point bucket check digit digits char chars byte bytes bit bits minute minutes hour hours day days week weeks month months year years second seconds time times step steps item items work worker workflow wrapper write wrong yaml you your zone guest room node slot team
    """.split()  # noqa: SIM905
)
"""Words of software and of sentences about secrets: no pass-phrase of words is taken for one that holds any of them."""
_PHRASE = late(
    r"[A-Za-z]{3,12}(?:-[A-Za-z]{3,12}){3,9}|[A-Za-z]{3,12}(?:\.[A-Za-z]{3,12}){3,9}|[A-Z][a-z]{2,11}(?:[A-Z][a-z]{2,11}){3,9}"
)
_ENDS_IN_NUMBER = late(r"(?P<word>[A-Za-z]{4,16})[-_.!]?\d{2,6}[!?.\-_#*$%&+@]{0,3}")
_PHRASE_WORD = late(r"[A-Z]?[a-z]+|[A-Z]+")
_LETTERS = late(r"[A-Za-z]{14,80}")
_LEAST = 0.55


def usual_share(run: str) -> float:
    """The share of usual pairs among those of a run of ASCII letters, case aside; 1.0 for a single letter."""
    low = run.lower()
    pairs = len(low) - 1
    return sum(map(_USUAL.__contains__, zip(low, low[1:], strict=False))) / pairs if pairs > 0 else 1.0  # noqa: RUF007 (slower)


def is_gibberish(value: str) -> bool:
    """Whether a value holds a long run of letters that is no word and no name of several."""
    return any(usual_share(run) < _LEAST for run in _LETTERS.findall(value))


def looks_phrased(value: str) -> bool:
    """Whether ``value`` is a pass-phrase of four words or more, none of which software or its documents speak of."""
    if _PHRASE.fullmatch(value) is None:
        return False
    words = [word.lower() for word in _PHRASE_WORD.findall(value)]
    return len(words) == len(set(words)) and _TOLD.isdisjoint(words)


def is_told(word: str) -> bool:
    """Whether software and sentences about secrets speak of ``word``."""
    return word.lower() in _TOLD


def is_kept(value: str) -> bool:
    """Whether ``value`` is a word that software does not know with a number behind it, as people keep passwords."""
    found = _ENDS_IN_NUMBER.fullmatch(value)
    return found is not None and not is_told(found["word"])
