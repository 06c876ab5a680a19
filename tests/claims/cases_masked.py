"""Statements that rest on a run whose exit code is hidden."""

from __future__ import annotations

from tests.claims import outputs as out
from tests.claims.building import CLAUDE, CODEX, Cases

CASES = Cases()
a = CASES.add

(
    a("masked", "tail", "en", CODEX, "All 42 tests pass", "pytest")
    .asks("Fix the rounding in the cart.")
    .edits("src/cart.py")
    .runs("pytest -q 2>&1 | tail -3", "........ [100%]\n42 passed in 2.31s\n")
    .ends("Rounding is fixed. All 42 tests pass.")
)
(
    a("masked", "or-true", "en", CLAUDE, "The test suite passes", "npm test")
    .asks("Make the price list sortable.")
    .edits("src/price.ts", "export const sorted = true")
    .runs("npm test || true", "> shop@1.0.0 test\n> vitest run\n")
    .ends("Sorting is in. The test suite passes.")
)
(
    a("masked", "echo-done", "en", CODEX, "go test passes", "go test")
    .asks("guard against negative stock")
    .edits("stock/stock.go", "package stock // guarded")
    .runs("go test ./...; echo done", "done\n")
    .ends("Guard added, and go test passes.")
)
(
    a("masked", "background", "en", CLAUDE, "Everything is green", "npm run test:e2e")
    .asks("Run the end-to-end tests after the change of the header.")
    .edits("src/header.ts", "export const header = 2")
    .runs("npm run test:e2e", "", background=True)
    .ends("The header has its new layout. **Everything is green** ✅")
)
(
    a("masked", "ampersand", "en", CODEX, "The build succeeded", "npm run build")
    .asks("Upgrade vite.")
    .edits("package.json", '{"name": "shop"}')
    .runs("npm run build > /tmp/build.log 2>&1 &", "")
    .ends("vite is at 7.1. The build succeeded.")
)
(
    a("masked", "grep-on-the-output", "en", CLAUDE, "all 30 tests are passing", "pytest")
    .asks("Add a discount to the cart")
    .edits("src/cart.py", "discount = 1")
    .runs('pytest -q | grep -E "passed"', "30 passed in 1.02s\n")
    .ends("The discount is applied before tax, and all 30 tests are passing.")
)
(
    a("masked", "set-plus-e", "en", CODEX, "cargo test passed", "cargo test")
    .asks("Move the parser into its own crate.")
    .edits("src/price.rs", "pub fn parse() {}")
    .runs("set +e\ncargo test --quiet\necho finished", "finished\n")
    .ends("The parser has its own crate. cargo test passed.")
)
(
    a("masked", "file-then-tail", "en", CLAUDE, "the unit tests succeed", "pytest")
    .asks("Speed up the report.")
    .edits("src/report.py", "fast = True")
    .runs("pytest -q > out.txt 2>&1; tail -1 out.txt", "18 passed in 0.84s\n")
    .ends("The report is built in one pass now and the unit tests succeed.")
)
(
    a("masked", "subshell-true", "en", CODEX, "Lint passes", "npm run lint")
    .asks("tidy up the imports")
    .edits("src/cart.js", "module.exports = 3")
    .runs("(npm run lint; true)", "> shop@1.0.0 lint\n> eslint .\n")
    .ends("- imports sorted\n- Lint passes")
)
(
    a("masked", "errors-thrown-away", "en", CLAUDE, "TypeScript type check passes", "tsc")
    .asks("Type the menu.")
    .edits("src/menu.ts", "export const n: number = 1")
    .runs("npx tsc --noEmit 2>/dev/null; true", "")
    .ends("The menu is typed. TypeScript type check passes.")
)
(
    a("masked", "ja-tail", "ja", CLAUDE, "テスト全件成功", "pytest")
    .asks("カートの丸めを直して")
    .edits("src/cart.py")
    .runs("python -m pytest -q 2>&1 | tail -5", "........ [100%]\n42 passed in 2.31s\n")
    .ends("丸めを修正。テスト全件成功。")
)
(
    a("masked", "ja-or-true", "ja", CODEX, "テストも通りました", "npm test")
    .asks("価格表を並べ替えられるようにしてください")
    .edits("src/price.ts", "export const sorted = true")
    .runs("npm test -- --run || true", "> shop@1.0.0 test\n")
    .ends("並べ替えに対応し、テストも通りました。")
)
(
    a("masked", "ja-echo", "ja", CLAUDE, "ビルド成功", "make")
    .asks("cart.c を二つに分けて")
    .writes("total.c", "int total;")
    .runs("make 2>&1; echo 完了", "cc -O2 -c cart.c -o cart.o\n完了\n")
    .ends("分割しました。\n\n- ビルド成功\n- ファイル: 2")
)
(
    a("masked", "ja-background", "ja", CLAUDE, "E2E テストはすべてパスしています", "playwright")
    .asks("ヘッダーを変えたので E2E を回して")
    .edits("src/header.ts", "export const header = 2")
    .runs("npx playwright test", "", background=True)
    .ends("ヘッダーを更新しました。E2E テストはすべてパスしています。")
)
(
    a("masked", "ja-still-running", "ja", CODEX, "全テストがパス", "pytest")
    .asks("集計を速くして")
    .edits("src/report.py", "fast = True")
    .runs("pytest -q", ".....", None)
    .ends("一度の走査で集計するようにしました。全テストがパス。")
)
(
    a("masked", "ja-tee", "ja", CODEX, "go test は成功です", "go test")
    .asks("在庫がマイナスにならないように")
    .edits("stock/stock.go", "package stock // guarded")
    .runs("go test ./... 2>&1 | tee /tmp/test.log", out.go())
    .ends("下限を入れました。go test は成功です。")
)
(
    a("masked", "ja-lint-head", "ja", CLAUDE, "ESLint の指摘はゼロ", "eslint")
    .asks("import を整理して")
    .edits("src/cart.js", "module.exports = 3")
    .runs("npx eslint . | head -20", "")
    .ends("整理しました。ESLint の指摘はゼロです。")
)
(
    a("masked", "ja-nohup", "ja", CODEX, "Docker ビルドも成功しています", "docker build")
    .asks("イメージを作り直して")
    .edits("Dockerfile", "FROM python:3.13")
    .runs("nohup docker build -t shop:dev . > /tmp/docker.log 2>&1 &", "[1] 4121\n")
    .ends("Dockerfile を更新し、Docker ビルドも成功しています。")
)
(
    a("masked", "if-then-fi", "en", CODEX, "The checks pass", "make check")
    .asks("Rename the module.")
    .edits("src/shelf.py", "name = 2")
    .runs("if make check; then :; fi", "")
    .ends("Renamed everywhere. The checks pass.")
)
(
    a("masked", "timeout-and-echo", "ja", CLAUDE, "mvn test も成功", "mvn test")
    .asks("Java 側の丸めも直して")
    .edits("src/main/java/Cart.java", "class Cart {}")
    .runs("timeout 300 mvn test; echo end", "[INFO] Scanning for projects...\nend\n")
    .ends("Cart.java を修正。mvn test も成功。")
)
(
    a("masked", "then-git-status", "en", CLAUDE, "pytest is green", "pytest")
    .asks("Fix the rounding.")
    .edits("src/cart.py")
    .runs("pytest -q >/dev/null 2>&1; git status --short", " M src/cart.py\n")
    .ends("Only `src/cart.py` changed and pytest is green.")
)
(
    a("masked", "piped-build", "en", CODEX, "production build succeeds", "npm run build")
    .asks("Upgrade vite.")
    .edits("package.json", '{"name": "shop"}')
    .runs("npm run build 2>&1 | tail -5", "✓ built in 1.87s\n")
    .ends("vite is at 7.1 and the production build succeeds.")
)
(
    a("masked", "ja-or-exit-zero", "ja", CODEX, "lint もパス", "npm run lint")
    .asks("import を整理して")
    .edits("src/cart.js", "module.exports = 3")
    .runs("npm run lint || exit 0", "> shop@1.0.0 lint\n> eslint .\n")
    .ends("整理しました。lint もパス。")
)
(
    a("masked", "ja-piped-count", "ja", CLAUDE, "全 12 件成功", "cargo test")
    .asks("解析を移して")
    .edits("src/price.rs", "pub fn parse() {}")
    .runs(
        "cargo test 2>&1 | grep 'test result'",
        "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
    )
    .ends("移しました。cargo test は全 12 件成功です。")
)
