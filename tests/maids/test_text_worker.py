"""Text as data: nothing hidden, nothing that Markdown acts on, fences that hold."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rs_bpe import openai

from butler.maids.text_worker import clip, estimate_tokens, fence, one_line, quoted, visible

ROOT = Path(__file__).parents[2]
NASTY = st.text(
    alphabet=st.sampled_from(list("ab1 .)#>-+*_=`~|<>[](){}!&;:\\/\"'\n\t\r\x1b\u202e\u2028＃あ…")), max_size=60
)
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def dangerous(code: int) -> bool:
    """The code points of which none may stand raw in what we render (a list of its own, not the worker's)."""
    return (
        (code < 0x20 and code not in (0x09, 0x0A))
        or 0x7F <= code <= 0x9F
        or code in (0xAD, 0x61C, 0x115F, 0x1160, 0x180E, 0x2800, 0x3164, 0xFEFF, 0xFFA0, 0xFFFE, 0xFFFF)
        or 0x200B <= code <= 0x200F
        or 0x2028 <= code <= 0x202E
        or 0x2060 <= code <= 0x206F
        or 0xD800 <= code <= 0xDFFF
        or 0xFFF9 <= code <= 0xFFFB
        or 0xE0000 <= code <= 0xE007F
        or 0xE0100 <= code <= 0xE01EF
    )


def test_of_all_code_points_none_that_hides_is_left_raw() -> None:
    everything = "a".join(map(chr, range(sys.maxunicode + 1)))
    assert [hex(ord(c)) for c in set(visible(everything)) if dangerous(ord(c))] == []
    assert [
        hex(ord(c)) for c in set(one_line(everything, limit=len(everything))) if dangerous(ord(c)) or c in "\t\n"
    ] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("user\u202egnp.exe", "user⟦U+202E⟧gnp.exe"),
        ("a\ud800b", "a⟦U+D800⟧b"),
        ("zero\u200bwidth", "zero⟦U+200B⟧width"),
        ("tag\U000e0041", "tag⟦U+E0041⟧"),
        ("bell\x07", "bell⟦U+0007⟧"),
        ("half an escape \x1b[3", "half an escape ⟦U+001B⟧[3"),
        ("one\u2028two\u2029", "one⟦U+2028⟧two⟦U+2029⟧"),
        ("a\ufe01", "a⟦U+FE01⟧"),
        ("x\u200dy", "x⟦U+200D⟧y"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f⟦U+FE0F⟧"),
    ],
)
def test_hidden_code_points_are_named(text: str, shown: str) -> None:
    assert visible(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "日本語のパス 仕様書.md と「引用」、全角　空白",
        "👨\u200d👩\u200d👧 👩🏽\u200d💻 ❤\ufe0f\u200d🔥 1\ufe0f⃣ 🏳\ufe0f\u200d🌈",
        "می\u200cخواهم",
        "क्\u200dष",
        "tab\tand\nnewline",
        "naïve café – “quotes” … ≤ ≥ →",
    ],
)
def test_scripts_and_emoji_stay_as_they_are(text: str) -> None:
    assert visible(text) == text


def test_terminal_escapes_are_removed_and_progress_keeps_its_last_state() -> None:
    text = "\x1b[1;31mFAILED\x1b[0m test\r\n 10%\r 55%\r100% done\r\n\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\\x1b(B\x1b=!"
    assert visible(text) == "FAILED test\n100% done\nlink!"


@given(st.text(max_size=80) | NASTY)
def test_visible_is_stable(text: str) -> None:
    assert visible(visible(text)) == visible(text)


@given(st.text(max_size=80) | NASTY)
def test_one_line_is_shown_by_a_renderer_as_the_plain_text_it_is(text: str) -> None:
    line = one_line(text, limit=500)
    assert "\n" not in line
    assert line.splitlines() in ([], [line])
    tokens = MARKDOWN.parse(line)
    assert [token.type for token in tokens] in ([], ["paragraph_open", "inline", "paragraph_close"])
    children = tokens[1].children if tokens else []
    assert children is not None
    assert {child.type for child in children} <= {"text"}
    assert "".join(child.content for child in children) == " ".join(visible(text, keep_newlines=False).split())


@given(NASTY)
def test_one_line_holds_behind_a_list_marker_and_under_a_paragraph(text: str) -> None:
    line = one_line(text)
    if not line:
        return
    kinds = {token.type for token in MARKDOWN.parse(f"1. [L3] {line}\n2. next\n")}
    assert kinds <= {
        "ordered_list_open",
        "list_item_open",
        "paragraph_open",
        "inline",
        "paragraph_close",
        "list_item_close",
        "ordered_list_close",
    }
    kinds = {token.type for token in MARKDOWN.parse(f"words before\n{line}\n")}
    assert kinds == {"paragraph_open", "inline", "paragraph_close"}


@pytest.mark.parametrize(
    "text", ["## METADATA", "\n## HANDOFF_PROMPT\n", "##\tRISKS", "x\n---\n## RISKS", "\u2028## RISKS"]
)
def test_one_line_is_never_a_section_heading(text: str) -> None:
    assert not re.match(r"^## [A-Z]", one_line(text), re.MULTILINE)


@pytest.mark.parametrize(
    "text",
    [
        "snake_case_name in src/a_b.py:12",
        "a < b and 2 * 3",
        "C:\\Users\\me",
        "--flag value",
        "-x",
        "3.11 is new",
        "~/notes",
        "#49 is open",
        "a | b",
        "[L12] see",
    ],
)
def test_one_line_escapes_nothing_that_markdown_leaves_alone(text: str) -> None:
    assert one_line(text) == text


def test_one_line_is_cut_by_code_points() -> None:
    assert one_line("あ" * 300, limit=10) == "あ" * 9 + "…"
    assert one_line("short", limit=5) == "short"


@given(st.text(max_size=80) | NASTY, st.integers(min_value=4, max_value=200))
def test_quoted_is_one_code_span_within_its_limit(text: str, limit: int) -> None:
    line = quoted(text, limit)
    assert len(line) <= limit
    children = MARKDOWN.parse(line)[1].children
    assert children is not None
    assert [child.type for child in children] == ["code_inline"]


@given(st.text(max_size=200) | NASTY)
def test_nothing_inside_closes_a_fence(text: str) -> None:
    block = fence(text)
    after = f"{block}\n\nafter\n"
    assert [token.type for token in MARKDOWN.parse(after)] == ["fence", "paragraph_open", "inline", "paragraph_close"]


@pytest.mark.parametrize("line", ["## METADATA", "  ## NEXT_ACTION  ", "## BLOCKED / PENDING"])
def test_a_forged_section_inside_a_fence_matches_no_splitter(line: str) -> None:
    assert not any(re.fullmatch(r"\s*## [A-Z_ /]+\s*", inside) for inside in fence(f"a\n{line}\n```\n").splitlines())


def test_a_fence_keeps_ordinary_headings_and_cleans_its_info() -> None:
    assert fence("# a\n## Install\n", "py`\nthon") == "```python\n# a\n## Install\n```"
    assert fence("") == "```text\n\n```"


def test_clip_keeps_head_and_tail_and_says_what_is_missing() -> None:
    assert clip("0123456789", 10) == "0123456789"
    assert clip("0123456789", 4) == "0123… [6 characters left out] …"
    assert clip("0123456789", 4, tail=2) == "01… [6 characters left out] …89"


JAPANESE = (
    "引き継ぎ文書は、前のセッションのログと issue と git の状態から機械的に作る。言語モデルは使わない。"
    "同じ入力からは必ず同じバイト列が得られる。`handover_prepare` を呼ぶと、保存先のパスと要約が返る。\n"
    "- 決定: ジャーナルは追記だけにする。却下: 上書き保存(競合で更新が失われたため)。\n"
    "- 次にやること: 読み取り側の検査を追加し、失敗したテストを直してから、レビューを依頼する。\n"
)
SHELL = (
    "$ pytest -q tests/maids\n....F.....                                   [100%]\n"
    "FAILED tests/maids/test_worker.py::test_a_masked_exit_is_unknown - AssertionError: assert 'passed' == 'unknown'\n"
    "1 failed, 9 passed in 0.42s\n$ git status --short\n M butler/maids/worker.py\n?? notes.txt\n"
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param((ROOT / "AGENTS.md").read_text("utf-8"), id="english markdown"),
        pytest.param((ROOT / "butler/maids/text_worker.py").read_text("utf-8"), id="code"),
        pytest.param((ROOT / "butler/errors.py").read_text("utf-8"), id="more code"),
        pytest.param(JAPANESE, id="japanese"),
        pytest.param(SHELL, id="shell output"),
    ],
)
def test_the_token_estimate_is_near_the_real_vocabulary(text: str) -> None:
    real = len(openai.o200k_base().encode(text))
    assert abs(estimate_tokens(text) / real - 1) <= 0.12


LANGUAGES = {
    "vi": "Danh sách giá đang trống, hãy đọc dữ liệu từ tệp hàng hóa và không làm tròn giá. Khi kết nối tới cơ sở dữ liệu bị ngắt thì ghi nhật ký rõ ràng và thử lại sau mỗi ba giây, sau đó kiểm tra lại toàn bộ phần kiểm thử. Lỗi này xảy ra vì bộ lọc chưa được đăng ký trong mô-đun chính.",
    "fr": "La liste des prix est vide : lis les données depuis le fichier, n'arrondis jamais les montants et vérifie que les tests réussissent à nouveau. L'échec vient du chargeur, qui saute la première ligne parce qu'il la prend pour un en-tête.",
    "de": "Die Preisliste ist leer: Lies die Daten aus der Datei, runde niemals die Beträge und prüfe, dass die Tests wieder grün werden. Der Fehler kommt vom Lader, der die erste Zeile überspringt, weil er sie für eine Überschrift hält.",
    "es": "La lista de precios está vacía: lee los datos del archivo, no redondees nunca los importes y comprueba que las pruebas pasen otra vez. El fallo está en el cargador, que salta la primera fila porque cree que es una cabecera.",
    "pl": "Lista cen jest pusta: wczytaj dane z pliku, nigdy nie zaokrąglaj kwot i sprawdź, czy testy znowu przechodzą. Błąd powoduje moduł wczytujący, który pomija pierwszy wiersz, ponieważ uważa go za nagłówek.",
    "tr": "Fiyat listesi boş: verileri dosyadan oku, tutarları asla yuvarlama ve testlerin yeniden geçtiğini doğrula. Hata, ilk satırı başlık sandığı için atlayan yükleyiciden kaynaklanıyor.",
    "ru": "Список цен пуст: прочитай данные из файла, никогда не округляй суммы и проверь, что тесты снова проходят. Ошибка в загрузчике, который пропускает первую строку, потому что принимает её за заголовок.",
    "ko": "가격표가 비어 있습니다. 파일에서 데이터를 읽고 금액을 절대 반올림하지 말고 테스트가 다시 통과하는지 확인해 주세요. 오류는 첫 번째 줄을 머리글로 여겨 건너뛰는 로더 때문입니다.",
    "ar": "قائمة الأسعار فارغة: اقرأ البيانات من الملف ولا تقرب المبالغ أبدا وتحقق من نجاح الاختبارات مرة أخرى. الخطأ في المحمل الذي يتخطى السطر الأول لأنه يعتبره عنوانا.",
    "hi": "मूल्य सूची खाली है: फ़ाइल से डेटा पढ़ें, राशि को कभी पूर्णांकित न करें और जाँचें कि परीक्षण फिर से सफल होते हैं। त्रुटि लोडर में है जो पहली पंक्ति को शीर्षक समझकर छोड़ देता है।",
    "th": "รายการราคาว่างเปล่า ให้อ่านข้อมูลจากไฟล์ ห้ามปัดเศษจำนวนเงิน และตรวจสอบว่าการทดสอบผ่านอีกครั้ง ข้อผิดพลาดมาจากตัวโหลดที่ข้ามบรรทัดแรก",
    "el": "Ο κατάλογος τιμών είναι κενός: διάβασε τα δεδομένα από το αρχείο, μην στρογγυλοποιείς ποτέ τα ποσά και έλεγξε ότι οι δοκιμές περνούν ξανά.",
    "he": "רשימת המחירים ריקה: קרא את הנתונים מהקובץ, אל תעגל אף פעם את הסכומים ובדוק שהבדיקות עוברות שוב.",
    "zh": "价格表是空的：请从文件读取数据，绝不要四舍五入，并确认测试再次通过。错误来自加载器，它把第一行当作标题而跳过。",
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_token_estimate_is_near_in_other_languages(language: str) -> None:
    text = LANGUAGES[language]
    real = len(openai.o200k_base().encode(text))
    assert abs(estimate_tokens(text) / real - 1) <= (0.20 if language == "zh" else 0.15)


def test_longer_text_costs_more_tokens() -> None:
    assert estimate_tokens("") == 0
    assert 0 < estimate_tokens("one two") < estimate_tokens("one two three four 五六七八")
