"""Plants each breach of the rules of the page in a small tree and sees that tools/check_page.py finds
it, and nothing in what is allowed."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from script import ROOT, ScriptTest, main, run  # noqa: E402

CHECK = ROOT / "tools" / "check_page.py"


class CheckPage(ScriptTest):
    def check(self, name, text):
        self.write(name, text)
        return run(sys.executable, CHECK, "--root", self.folder, check=False)

    def assert_found(self, text, name="web/src/panels/list.ts", line=1):
        done = self.check(name, text)
        self.assertEqual(done.returncode, 1, text)
        self.assertIn(f"{name}:{line}: ", done.stdout)

    def assert_clean(self, text, name="web/src/panels/list.ts"):
        done = self.check(name, text)
        self.assertEqual((done.stdout + done.stderr, done.returncode), ("", 0), text)

    def test_each_breach_is_found(self):
        for text in ("x.innerHTML = y;", "eval(x)", "new Function('x')", "let x: any = 1;",
                     "f(x as any)", "let x: Map<string, any>;", "// @ts-ignore",
                     "import url from '#trammel.wasm?url';",
                     "WebAssembly.compile(x)", "Math.acos(x)", "Math.tan(x)",
                     "export default x;"):
            self.assert_found(text + "\n")

    def test_each_rule_has_its_places(self):
        self.assert_clean("const s = Math.acos(x);\n", "web/src/view/arrow.ts")
        self.assert_clean("const s = Math.acos(x);\n", "web/src/tools/snap_angle.ts")
        self.assert_clean("import url from '#trammel.wasm?url';\n", "web/src/core/load.ts")

    def test_plain_code_and_comments_are_clean(self):
        self.assert_clean("// any innerHTML is refused\nconst many: unknown = company;\n"
                          "const angle = Math.atan2(y, x);\n/** as any may say */\nthrow new Error('as any other');\n")

    def test_long_file_is_found(self):
        self.assert_clean("x;\n" * 400)
        self.assert_found("x;\n" * 401, line=401)

    def test_lock_file_with_an_address_is_found(self):
        self.assert_clean('{\n  "version": "1.0.0"\n}\n', "web/package-lock.json")
        self.assert_found('{\n  "resolved": "https://example.org/x.tgz"\n}\n',
                          "web/package-lock.json", line=2)


main()
