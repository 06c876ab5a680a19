"""Which checks programs do, told by the program and what it is to do, behind the wrappers that run it somewhere.

The patterns of ``session_log_commands`` know the programs of the wide-spread ecosystems with all their options; here stand the many
others, and the habit that they share: a first word such as ``test``, ``lint`` or ``build`` says what is done.
"""

from __future__ import annotations

import re

from butler.maids.late_patterns import late


def word_set(text: str) -> frozenset[str]:
    """The words of a text that lists them, parted by spaces."""
    return frozenset(text.split())


_NAMES = {
    "test": "pest ctest behave cucumber cucumber-js robot newman detox maestro karma busted bats shellspec prove uvu wtr elm-test elm-test-rs hspec molecule"
    " inspec goss conftest trial nose2 nosetests stestr ginkgo richgo testcafe wdio nightwatch qunit tape lhci lein-test artillery phpspec codecept"
    " kaocha doctest pytest-3 jasmine ospec tasty stack-test helm-unittest terratest testem avocado",
    "lint": "clang-tidy cppcheck scalafix ktlint phpstan psalm phpmd hlint luacheck selene perlcritic standardrb erb_lint erblint haml-lint slim-lint brakeman"
    " reek sqlfluff spectral redocly vale commitlint ansible-lint cfn-lint kube-linter kubeconform djlint xo tslint knip depcheck solhint slither"
    " pydocstyle vulture codespell cspell checkmake dotenv-linter typos pylama pyflakes statix deadnix golint ineffassign errcheck interrogate"
    " lychee markdown-link-check credo cargo-deny dart-analyze flow-lint prospector kubeval tfsec checkov nilaway buildifier",
    "types": "dialyzer srb steep pyre pytype svelte-check glint attw ty pyrefly sorbet gradualizer typos-check",
    "build": "latexmk pdflatex xelatex lualatex ninja scons javac kotlinc scalac rustc gcc g++ clang clang++ arduino-cli idf.py sphinx-build mdbook jekyll"
    " eleventy gatsby parcel rspack esbuild electron-builder wasm-pack nix-build buck2 ghc ocamlbuild xelatex docusaurus",
    "format": "scalafmt stylua swiftformat nixfmt clang-format gofumpt shfmt ormolu fourmolu pint taplo dprint standard yapf autopep8 alejandra php-cs-fixer",
}
_NAMED = {name: kind for kind, names in _NAMES.items() for name in names.split()}
_SUBS = late(
    r"(?:[\w-]+[:.])*(?P<sub>tests?|specs?|e2e|check|checks|lint|analy[sz]e|validate|typecheck|type-check|build|compile|dialyzer|credo|fmt|format|verify|assemble|assembleDebug|uberjar|testOnly|CMD)(?:[:._-][\w:.-]+)?",
    re.I,
)
_SUB_KINDS = {
    "test": "test", "tests": "test", "spec": "test", "specs": "test", "e2e": "test", "check": "lint", "checks": "lint", "lint": "lint",
    "analyze": "lint", "analyse": "lint", "validate": "lint", "typecheck": "types", "type-check": "types", "build": "build", "compile": "build",
    "dialyzer": "types", "credo": "lint", "fmt": "format", "format": "format", "verify": "test", "assemble": "build", "assembledebug": "build",
    "uberjar": "build", "testonly": "test", "cmd": "test",
}  # fmt: skip
_PLAIN = word_set(
    "mkdir rm cp mv ln touch cat bat ls cd pushd git gh glab echo export source type which man code vim vi nano open chmod chown kill pkill"
    " pip pip3 apt apt-get brew curl wget sed awk tree find fd grep egrep rg ag less more head tail wc sort uniq diff cmp tar zip unzip gzip jq yq"
    " xargs for while if then do else set unset alias printf read sleep psql mysql sqlite3 redis-cli python python3 node ruby perl bash sh zsh"
    " test [ [[ true false kubectl docker podman aws gcloud az bd tmux screen rsync scp stat file du df ps top env basename dirname realpath"
    " readlink nl cut tr tee column date history help apply_patch butler claude codex exec return exit local let declare trap wait jobs fg bg"
)
"""Programs whose first word names a thing, not what is done."""
_RUNNERS = {
    "uv": "run", "poetry": "run", "pipenv": "run", "pdm": "run", "rye": "run", "hatch": "run", "pipx": "run", "bundle": "exec", "pnpm": "exec dlx",
    "yarn": "dlx exec run", "npm": "exec run run-script x", "bun": "x run", "mise": "exec x run", "composer": "exec run run-script", "docker": "run exec compose",
    "podman": "run exec compose", "nerdctl": "run exec compose", "docker-compose": "run exec", "kubectl": "exec run", "oc": "exec", "nix": "develop shell run",
    "direnv": "exec", "doppler": "run", "op": "run", "devbox": "run", "aws-vault": "exec", "conda": "run", "micromamba": "run", "asdf": "exec",
    "devcontainer": "exec", "ddev": "exec", "lando": "", "sail": "", "rbenv": "exec", "rustup": "run", "cross": "", "turbo": "run", "nx": "run run-many affected",
    "lerna": "run", "dotenv": "run", "heroku": "run", "fly": "ssh", "railway": "run", "chezmoi": "", "flox": "activate", "just": "", "task": "", "make": "",
}  # fmt: skip
_BEFORE = word_set(
    "sudo env time nohup command exec npx bunx pnpx uvx xvfb-run caffeinate nice stdbuf ionice timeout gtimeout php ruby bin/rails ./bin/rails rails rake"
    " spring unbuffer strace doas setsid chronic"
)
_TAKES = word_set(
    "-v -w -e -u -p -f -n -c --name --network --volume --workdir --env --env-file --user --platform --entrypoint --profile --file --namespace --container"
    " --package --filter --project --with --python --extra --group -m"
)
_ASSIGNED = late(r"[A-Za-z_]\w*=\S*$")
_PLACES = word_set("docker podman nerdctl docker-compose kubectl oc direnv conda micromamba aws-vault heroku rustup")
"""Programs that name where something runs before what runs."""
_DEEPER = frozenset(("zig", "nix", "mage", "hatch", "pod", "melos"))
"""Programs whose second word says what is done."""
_SEGMENT = late(r"&&|\|\||[;\n|&]")
_INSIDE = late(r"\b(?:Rscript|julia|R)\b.*\b(?:devtools::(?:test|check)|testthat::test\w*|Pkg\.test|rcmdcheck)\b", re.S)
_WORDS = frozenset(
    word.encode()
    for names in (
        *_NAMES.values(),
        "test tests spec specs e2e check checks lint analyze analyse validate typecheck build compile dialyzer credo fmt format verify assemble uberjar testonly cmd",
    )
    for word in re.findall(r"\w+", names)
)
"""One of these words stands in every such command."""


def unwrapped(text: str) -> list[str]:
    """The words of a simple command without what runs it somewhere or with something: variables, runners, containers."""
    words = text.split()[:60]
    for _ in range(6):
        shorter = _one_less(words)
        if shorter is None:
            break
        words = shorter
    return words


def _one_less(words: list[str]) -> list[str] | None:
    """``words`` without the first wrapper, or None where there is none."""
    if len(words) < 2:
        return None
    first = words[0].rsplit("/", 1)[-1] if not words[0].startswith(("bin/", "./bin/")) else words[0]
    if _ASSIGNED.match(words[0]) or words[0] in ("(", "{", "!"):
        return words[1:]
    if first in _BEFORE:
        rest = behind_options(words[1:])
        return rest[1:] if first in ("timeout", "gtimeout") else rest
    if first in ("python", "python3") and words[1] == "-m":
        return words[2:]
    runs = _RUNNERS.get(first)
    if runs is None:
        return None
    if "--" in words[:12] and first not in ("npm", "yarn", "pnpm", "make", "just", "task", "bun"):
        return words[words.index("--") + 1 :]
    rest = behind_options(words[1:])
    if runs and (not rest or rest[0] not in runs.split()):
        return None
    if runs and rest[0] == "compose":
        return ["docker-compose", *rest[1:]]
    rest = behind_options(rest[1:]) if runs else rest
    return rest[1:] if first in _PLACES else rest


def behind_options(words: list[str]) -> list[str]:
    """``words`` from the first on that is no option and no option's word."""
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        at += 2 if words[at] in _TAKES else 1
    return words[at + 1 :] if at < len(words) and words[at] == "--" else words[at:]


def check_in(text: str, bare: str, words: list[bytes]) -> str:
    """The kind of check that a command line with these ``words`` holds, else empty; ``bare`` has its quoted arguments emptied."""
    if (b"rscript" in words or b"julia" in words) and _INSIDE.search(text):
        return "test"
    if _WORDS.isdisjoint(words):
        return ""
    for segment in _SEGMENT.split(bare)[:20]:
        if kind := check_of(segment):
            return kind
    return ""


def check_of(segment: str) -> str:
    """The kind of check that one simple command is, else empty."""
    words = unwrapped(segment)
    if not words:
        return ""
    name = words[0].rsplit("/", 1)[-1].lower()
    rest = behind_options(words[1:])
    if name in _NAMED:
        return "" if rest[:1] and rest[0] in ("--version", "init", "serve", "install") else _NAMED[name]
    handed = len(words) < len(segment.split()) and not (name == "test" and words[1:2] and words[1][:1] in "-[!")
    if handed and (found := _SUBS.fullmatch(name)):
        return _SUB_KINDS[found["sub"].lower()]
    if name in _PLAIN or not name.strip("."):
        return ""
    if name in _DEEPER and len(rest) > 1 and _SUBS.fullmatch(rest[1]):
        rest = rest[1:]
    found = _SUBS.fullmatch(rest[0]) if rest else None
    if found is None or ("." in name and not name.endswith((".py", ".sh", ".bat"))):
        return ""
    return "" if found["sub"] == "CMD" and name != "r" else _SUB_KINDS[found["sub"].lower()]
