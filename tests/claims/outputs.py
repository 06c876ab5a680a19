"""What the usual tools print, in their own shape, with invented names and counts."""

from __future__ import annotations


def pytest(passed: int, *failing: str, seconds: float = 2.31, quiet: bool = True) -> str:
    """``pytest -q``: dots, failing tests and the last line."""
    failed = len(failing)
    short = "".join(f"FAILED {name} - AssertionError: assert 12.5 == 12.0\n" for name in failing)
    tail = ", ".join(([f"{failed} failed"] if failed else []) + [f"{passed} passed"]) + f" in {seconds}s"
    dots = "." * min(passed, 60) + "F" * failed
    if not quiet:
        tail = f"{'=' * 20} {tail} {'=' * 20}"
        dots = f"collected {passed + failed} items\n\n{dots}"
    middle = "=========================== short test summary info ============================\n" if failed else ""
    return f"{dots} [100%]\n{middle}{short}{tail}\n"


def vitest(passed: int, *failing: str, files: int = 4) -> str:
    """``vitest run``."""
    lines = [" RUN  v3.2.4 /home/dev/shop", ""]
    lines += [f" FAIL  {name}\nAssertionError: expected 3 to be 4 // Object.is equality" for name in failing]
    if not failing:
        lines += [" ✓ src/cart.test.ts (6 tests) 12ms", " ✓ src/price.test.ts (4 tests) 8ms"]
    bad = f"{len(failing)} failed | " if failing else ""
    lines += ["", f" Test Files  {'1 failed | ' if failing else ''}{files - bool(failing)} passed ({files})"]
    lines += [f"      Tests  {bad}{passed} passed ({passed + len(failing)})", "   Duration  1.42s"]
    return "\n".join(lines) + "\n"


def jest(passed: int, *failing: str, suites: int = 3) -> str:
    """``jest``."""
    lines = [f"FAIL src/cart.test.js\n  ● {name}\n\n    expect(received).toBe(expected)" for name in failing]
    lines += ["PASS src/price.test.js", "PASS src/menu.test.js", ""]
    bad = f"{len(failing)} failed, " if failing else ""
    broken = "1 failed, " if failing else ""
    lines += [f"Test Suites: {broken}{suites - bool(failing)} passed, {suites} total"]
    lines += [
        f"Tests:       {bad}{passed} passed, {passed + len(failing)} total",
        "Snapshots:   0 total",
        "Time:        2.114 s",
    ]
    return "\n".join(lines) + "\n"


def cargo(passed: int, *failing: str) -> str:
    """``cargo test``."""
    word = "FAILED" if failing else "ok"
    lines = [
        "   Compiling shop v0.1.0 (/home/dev/shop)",
        "    Finished `test` profile [unoptimized + debuginfo] target(s) in 1.08s",
    ]
    lines += [
        "     Running unittests src/lib.rs (target/debug/deps/shop-5f0e)",
        "",
        f"running {passed + len(failing)} tests",
    ]
    lines += ["test price::adds ... ok", *(f"test {name} ... FAILED" for name in failing), ""]
    lines += ["failures:", *(f"    {name}" for name in failing), ""] if failing else []
    lines += [
        f"test result: {word}. {passed} passed; {len(failing)} failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s"
    ]
    if failing:
        lines += ["", "error: test failed, to rerun pass `--lib`"]
    return "\n".join(lines) + "\n"


def go(*failing: str, packages: int = 3) -> str:
    """``go test ./...``."""
    lines = [f"--- FAIL: {name} (0.00s)\n    cart_test.go:31: got 3, want 4" for name in failing]
    if failing:
        lines += ["FAIL", "FAIL\texample.com/shop/cart\t0.012s"]
    lines += [
        f"ok  \texample.com/shop/{name}\t0.00{n}s" for n, name in enumerate(("price", "menu", "stock")[:packages], 3)
    ]
    return "\n".join([*lines, *(["FAIL"] if failing else [])]) + "\n"


def maven(run: int, failures: int = 0) -> str:
    """``mvn test``."""
    head = "[ERROR]" if failures else "[INFO]"
    lines = [
        "[INFO] Running com.example.shop.CartTest",
        f"{head} Tests run: {run}, Failures: {failures}, Errors: 0, Skipped: 0",
    ]
    lines += ["[INFO] ------------------------------------------------------------------------"]
    lines += ["[INFO] BUILD FAILURE" if failures else "[INFO] BUILD SUCCESS", "[INFO] Total time:  4.512 s"]
    if failures:
        lines.insert(1, "[ERROR]   CartTest.roundsHalfUp:41 expected: <3> but was: <2>")
    return "\n".join(lines) + "\n"


def tsc(*errors: str) -> str:
    """``tsc --noEmit``: nothing when all is well."""
    if not errors:
        return ""
    return "".join(f"{e}: error TS2322: Type 'string' is not assignable to type 'number'.\n" for e in errors)


def eslint(problems: int, errors: int | None = None) -> str:
    """``eslint .``."""
    if not problems:
        return ""
    errors = problems if errors is None else errors
    rows = "".join(
        f"  {n}:7  error  'unused{n}' is assigned a value but never used  no-unused-vars\n"
        for n in range(1, errors + 1)
    )
    return (
        f"/home/dev/shop/src/cart.js\n{rows}\n✖ {problems} problems ({errors} errors, {problems - errors} warnings)\n"
    )


def ruff(errors: int) -> str:
    """``ruff check``."""
    if not errors:
        return "All checks passed!\n"
    rows = "".join(f"src/cart.py:{n}:1: F401 [*] `os` imported but unused\n" for n in range(1, errors + 1))
    return f"{rows}Found {errors} error{'s' * (errors > 1)}.\n"


def mypy(errors: int, files: int = 12) -> str:
    """``mypy``."""
    if not errors:
        return f"Success: no issues found in {files} source files\n"
    rows = "".join(
        f'src/cart.py:{n * 7}: error: Incompatible return value type (got "str", expected "int")  [return-value]\n'
        for n in range(1, errors + 1)
    )
    return f"{rows}Found {errors} error{'s' * (errors > 1)} in 1 file (checked {files} source files)\n"


VITE = """vite v7.1.2 building for production...
✓ 128 modules transformed.
dist/index.html                   0.46 kB │ gzip:  0.30 kB
dist/assets/index-BKq3.js       143.61 kB │ gzip: 46.11 kB
✓ built in 1.87s
"""
VITE_BROKEN = """vite v7.1.2 building for production...
✗ Build failed in 412ms
error during build:
src/cart.ts (3:9): "total" is not exported by "src/price.ts", imported by "src/cart.ts".
"""
DOCKER = """#8 [4/5] RUN pip install -r requirements.txt
#8 DONE 6.1s
#10 exporting to image
#10 naming to docker.io/library/shop:dev done
"""
DOCKER_BROKEN = """#8 [4/5] RUN pip install -r requirements.txt
#8 1.203 ERROR: No matching distribution found for shoplib==9.9
#8 ERROR: process "/bin/sh -c pip install -r requirements.txt" did not complete successfully: exit code: 1
ERROR: failed to build: failed to solve: process "/bin/sh -c pip install -r requirements.txt" did not complete successfully: exit code: 1
"""
MAKE_BROKEN = """cc -O2 -c cart.c -o cart.o
cart.c:14:5: error: 'total' undeclared (first use in this function)
make: *** [Makefile:7: cart.o] Error 1
"""
PUSHED = """To github.com:aki/shop.git
   3f1c2aa..9b0d411  main -> main
"""
PUSH_REJECTED = """To github.com:aki/shop.git
 ! [rejected]        main -> main (fetch first)
error: failed to push some refs to 'github.com:aki/shop.git'
hint: Updates were rejected because the remote contains work that you do not have locally.
"""
PUSH_DENIED = """remote: Permission to aki/shop.git denied to aki-bot.
fatal: unable to access 'https://github.com/aki/shop.git/': The requested URL returned error: 403
"""
PUSH_PROTECTED = """remote: error: GH006: Protected branch update failed for refs/heads/main.
To github.com:aki/shop.git
 ! [remote rejected] main -> main (protected branch hook declined)
error: failed to push some refs to 'github.com:aki/shop.git'
"""
HOOK_REFUSED = """ruff.....................................................................Failed
- hook id: ruff
- exit code: 1

src/cart.py:3:8: F401 `os` imported but unused
"""
PR_URL = "https://github.com/aki/shop/pull/31"
PR_FAILED = """pull request create failed: GraphQL: No commits between main and cart-rounding (createPullRequest)
"""
PR_NO_LOGIN = """To get started with GitHub CLI, please run:  gh auth login
Alternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.
"""
NOTHING_TO_COMMIT = """On branch main
Your branch is up to date with 'origin/main'.

nothing to commit, working tree clean
"""
