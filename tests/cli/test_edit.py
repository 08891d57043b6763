"""Tests of `trammel edit`: what it prints, serves and refuses, and to whom.

usage: test_edit.py PROGRAM"""
import http.client
import os
import shutil
import signal
import socket
import time

from serving import PAGE, PROGRAM, SECONDS, Case, Server, main, write_files

POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
          "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
          "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
ALWAYS = {"Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff",
          "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
          "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-cache"}


class Page(Case):
    """The files of the page."""

    def test_files_are_sent_with_their_types(self):
        types = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
                 "css": "text/css; charset=utf-8", "wasm": "application/wasm", "json": "application/json",
                 "svg": "image/svg+xml", "png": "image/png", "ico": "image/x-icon",
                 "txt": "text/plain; charset=utf-8", "tml": "text/plain; charset=utf-8",
                 "xyz": "application/octet-stream"}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=SECONDS)
        self.addCleanup(connection.close)
        for name, content in PAGE.items():
            answer = self.server.ask("GET", "/" + name, connection=connection)  # one for all: it is kept
            self.assertEqual((answer.status, answer.body), (200, content), name)
            self.assertEqual(answer.headers["Content-Type"], types[name.rsplit(".", 1)[1]])
        for address in ("/", "/?key=" + self.server.token, "/%69ndex.html"):
            self.assertEqual(self.server.get(address).body, PAGE["index.html"])
        self.assertEqual(self.server.get("/").headers["Content-Type"], types["html"])

    def test_every_answer_has_the_headers(self):
        ask = self.server.ask
        answers = {200: ask("GET", "/"), 404: ask("GET", "/nothing"), 405: ask("POST", "/", b"x"),
                   403: ask("GET", "/", host="evil.example"),
                   304: ask("GET", "/", If_None_Match=ask("GET", "/").etag),
                   412: ask("PUT", self.server.file("leg.tml"), b"x", If_Match='"old"'),
                   413: ask("PUT", self.server.file("leg.tml"), Content_Length=str(2 ** 26 + 1))}
        answers["file"] = ask("GET", self.server.file("leg.tml"))
        answers["open"] = ask("GET", f"/{self.server.token}/open")
        for status, answer in answers.items():
            if isinstance(status, int):
                self.assertEqual(answer.status, status)
            for name, value in ALWAYS.items():
                self.assertEqual(answer.headers[name], value, (status, name))
        for status in (403, 404, 405, 412, 413):
            self.assertEqual(answers[status].headers["Content-Type"], "text/plain; charset=utf-8")
            self.assertEqual(answers[status].body.count(b"\n"), 1)

    def test_head_sends_no_body(self):
        for path in ("/assets/main.js", self.server.file("leg.tml")):
            whole, head = self.server.get(path), self.server.ask("HEAD", path)
            self.assertEqual((head.status, head.body, head.etag), (200, b"", whole.etag))
            self.assertEqual(head.headers["Content-Length"], str(len(whole.body)))

    def test_what_is_known_is_not_sent_again_until_it_changes(self):
        first = self.server.get("/list.json")
        for known in (first.etag, f'"other", {first.etag}', "*"):
            again = self.server.get("/list.json", If_None_Match=known)
            self.assertEqual((again.status, again.body, again.etag), (304, b"", first.etag))
        write_files(self.page, {"list.json": b"[1]"})
        changed = self.server.get("/list.json", If_None_Match=first.etag)
        self.assertEqual((changed.status, changed.body), (200, b"[1]"))

    def test_packed_files_go_to_those_who_accept_them(self):
        write_files(self.page, {"assets/main.js.gz": b"packed"})
        path = "/assets/main.js"
        for accept in ("gzip", "deflate, GZIP;q=0.5, br", "*", "br;q=0, gzip"):
            answer = self.server.get(path, Accept_Encoding=accept)
            self.assertEqual((answer.headers["Content-Encoding"], answer.body), ("gzip", b"packed"), accept)
            self.assertEqual(answer.headers["Content-Type"], "text/javascript; charset=utf-8")
            self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
        self.assertNotEqual(answer.etag, self.server.get(path).etag)
        for accept in ("", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip", "gzipped"):
            answer = self.server.get(path, Accept_Encoding=accept)
            self.assertEqual((answer.headers["Content-Encoding"], answer.body), (None, PAGE["assets/main.js"]), accept)
        self.assertIsNone(self.server.get("/list.json", Accept_Encoding="gzip").headers["Content-Encoding"])

    def test_files_are_closed_again(self):
        write_files(self.page, {"mark.svg.gz": b"packed"})
        etag = self.server.get("/mark.svg").etag
        handles = f"/proc/{self.server.process.pid}/fd"
        before = len(os.listdir(handles))
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=SECONDS)
        for _ in range(20):
            for method, headers in (("GET", {}), ("HEAD", {}), ("POST", {}), ("GET", {"If_None_Match": etag}),
                                    ("GET", {"Accept_Encoding": "gzip"})):
                self.server.ask(method, "/mark.svg", connection=connection, **headers)
        # What is sent is closed before the next request of the same connection is taken.
        self.assertEqual(self.server.ask("GET", "/nothing", connection=connection).status, 404)
        self.assertLessEqual(len(os.listdir(handles)), before + 1)
        connection.close()

    def test_nothing_outside_the_page_is_sent(self):
        (self.page / "out.txt").symlink_to(self.folder / "secret.txt")
        (self.page / "away").symlink_to(self.folder)
        (self.page / "mark.svg.gz").symlink_to(self.folder / "secret.txt")
        (self.page / "in.txt").symlink_to("notes.txt")
        write_files(self.folder, {"page2/secret.txt": b"secret"})
        ups = ["../", "%2e%2e/", "..%2f", "%2E%2E%2F", "./../", "assets/../../", "%252e%252e%252f", "..\\", "....//",
               "..;/", "assets/%2e%2e/%2e%2e/", "away/", ".%2e/"]
        paths = ["/" + up + "secret.txt" for up in ups] + ["/out.txt", "/away/page/notes.txt/../../secret.txt",
                 "/../page2/secret.txt", "//etc/passwd", "/%2fetc%2fpasswd", "/etc/passwd", str(self.folder / "secret.txt"),
                 "/notes.txt%00.html", "/%00", "/notes%", "/notes%2", "/notes%zztxt", "*", "notes.txt", "/notes.txt/",
                 "/notes.txt/.", "http://127.0.0.1/notes.txt", "/" + "a/" * 5000]
        for path in paths:
            answer = self.server.get(path)
            self.assertNotIn(b"secret", answer.body, path)
            self.assertNotIn(b"root:", answer.body, path)
            self.assertIn(answer.status, (400, 404), path)
        self.assertEqual(self.server.get("/in.txt").body, b"text")
        self.assertEqual(self.server.get("/mark.svg", Accept_Encoding="gzip").body, PAGE["mark.svg"])

    def test_folders_are_not_listed_and_only_plain_files_are_sent(self):
        os.mkfifo(self.page / "pipe.txt")
        for path in ("/assets", "/assets/", "/.", "/assets/..", "//", "/pipe.txt"):
            self.assertEqual(self.server.get(path).status, 404, path)

    def test_the_page_can_only_be_read(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get"):
            answer = self.server.ask(method, "/list.json", b"body")
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD"), method)
            self.assertEqual(self.server.ask(method, "/nothing", b"body").status, 404)
        self.assertEqual(self.server.get("/list.json").body, b"[]")


class Gate(Case):
    """Who may ask."""

    def test_only_its_own_names_are_answered(self):
        port = self.server.port
        paths = ("/", self.server.file("leg.tml"), "/nothing")
        for host in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}"):
            self.assertEqual([self.server.get(p, host=host).status for p in paths], [200, 200, 404], host)
        for host in ("", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}", f"evil.example:{port}", f"localhost.evil:{port}",
                     f"127.0.0.1.evil.example:{port}", f"127.0.0.1:{port}0", f"[::1]:{port}", f"0.0.0.0:{port}", f"127.1:{port}"):
            for path in paths:
                answer = self.server.get(path, host=host)
                self.assertIn(answer.status, (403,) if host else (400, 403), (host, path))
                self.assertNotIn(b"primitive", answer.body)
                self.assertNotIn(b"doctype", answer.body)

    def test_other_origins_are_refused(self):
        port, leg = self.server.port, self.server.file("leg.tml")
        for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
            self.assertEqual(self.server.get(leg, Origin=origin).status, 200)
        for origin in ("null", "http://evil.example", f"https://127.0.0.1:{port}", "http://127.0.0.1", f"http://127.0.0.1:{port + 1}",
                       f"http://evil.example:{port}", f"http://127.0.0.1:{port}.evil.example", ""):
            for method, path in (("GET", leg), ("GET", "/"), ("PUT", leg), ("OPTIONS", leg)):
                self.assertEqual(self.server.ask(method, path, b"x" if method == "PUT" else None, Origin=origin).status,
                                 403, (origin, path))
        self.assertNotEqual((self.project / "leg.tml").read_bytes(), b"x")
        self.assertIsNone(self.server.get(leg, Origin=f"http://127.0.0.1:{port}").headers["Access-Control-Allow-Origin"])

    def test_requests_of_other_sites_are_refused_but_a_link_to_the_page_is_followed(self):
        leg = self.server.file("leg.tml")
        for site, status in (("same-origin", 200), ("none", 200), ("cross-site", 403), ("same-site", 403), ("new", 403)):
            for path in (leg, "/assets/main.js"):
                self.assertEqual(self.server.get(path, Sec_Fetch_Site=site).status, status, (site, path))
        for site in ("cross-site", "same-site"):
            self.assertEqual(self.server.get("/?key=1", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate").status, 200)
            self.assertEqual(self.server.get("/", Sec_Fetch_Site=site).status, 200)
            self.assertEqual(self.server.get("/", Sec_Fetch_Site=site, Sec_Fetch_Mode="no-cors").status, 403)
            self.assertEqual(self.server.get("/index.html", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate").status, 403)
            self.assertEqual(self.server.ask("POST", "/", b"", Sec_Fetch_Site=site, Sec_Fetch_Mode="navigate").status, 403)

    def test_a_wrong_token_is_like_anything_that_is_not_there(self):
        token, nothing = self.server.token, self.server.get("/nothing")
        wrong = [("0" if token[0] != "0" else "1") + token[1:], token[:-1] + ("0" if token[-1] != "0" else "1"), token[:-1],
                 token + "0", token.upper() if token.upper() != token else "x", "." * 32, "0" * 32]
        for word in wrong:
            for path in (f"/{word}/file/leg.tml", f"/{word}/open", f"/{word}"):
                for method in ("GET", "PUT"):
                    answer = self.server.ask(method, path, b"x" if method == "PUT" else None)
                    self.assertEqual((answer.status, answer.body), (404, nothing.body), path)
        self.assertEqual(self.server.get(f"/{token}").status, 404)
        self.assertEqual(self.server.get(f"/{token}/").status, 404)
        self.assertEqual(self.server.get(f"/file/leg.tml?key={token}").status, 404)

    def test_it_listens_on_127_0_0_1_alone(self):
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", self.server.port), timeout=SECONDS)

    def test_clients_that_hang_keep_nobody_waiting(self):
        put = f"PUT {self.server.file('leg.tml')} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nContent-Length: 100\r\n\r\nabc"
        for start in ("", "GET / HT", "GET / HTTP/1.1\r\nHost: 127", put) * 20:
            client = socket.create_connection(("127.0.0.1", self.server.port), timeout=SECONDS)
            self.addCleanup(client.close)
            client.sendall(start.encode())
        self.assertEqual(self.server.get("/").status, 200)
        self.assertEqual(self.server.end(), 0)


class Running(Case):
    """How it starts and ends."""

    words = None

    def test_it_says_where_it_is_and_ends_when_told(self):
        tokens = set()
        for how in (signal.SIGINT, signal.SIGTERM):
            server = self.serve("leg.tml")
            self.assertEqual(server.line, f"editing leg.tml at http://127.0.0.1:{server.port}/?key={server.token}\n")
            self.assertEqual(server.get("/").status, 200)
            self.assertEqual(server.end(how), 0)
            self.assertEqual((server.second_line, server.errors), ("press Ctrl+C to stop\n", ""))
            with self.assertRaises(ConnectionRefusedError):
                server.get("/")
            tokens.add(server.token)
        self.assertEqual(len(tokens), 2)

    def test_the_next_port_is_taken_where_the_first_is_not_free(self):
        servers = [self.serve("leg.tml", port=None) for _ in range(3)]
        ports = [server.port for server in servers]
        self.assertEqual(len(set(ports)), 3)
        for server in servers:
            self.assertIn(server.port, range(8427, 8448))
            self.assertEqual([server.get("/", host=f"127.0.0.1:{port}").status for port in ports],
                             [200 if port == server.port else 403 for port in ports])

    def test_a_port_that_was_asked_for_and_is_taken_is_told(self):
        port = self.serve("leg.tml").port
        self.refuse(1, f"port {port}: Address already in use; without --port a free one is taken", "--page", self.page,
                    "--port", str(port))

    def test_a_port_is_free_again_at_once(self):
        server = self.serve("leg.tml")
        self.assertEqual(server.get("/").status, 200)
        self.assertEqual(server.end(), 0)
        self.assertEqual(self.serve("leg.tml", port=str(server.port)).port, server.port)

    def test_wrong_calls(self):
        (self.project / "gone.tml").symlink_to("nowhere.tml")
        (self.project / "folder.tml").mkdir()
        os.mkfifo(self.project / "pipe.tml")
        page = ("--page", self.page)
        for status, message, *words in (
                (2, "trammel edit: .: it is a folder; name a definition in it", "."),
                (2, "folder.tml: it is a folder", "folder.tml"),
                (2, "leg.txt: the name of a definition ends in .tml", "leg.txt"),
                (2, "sub/.tml: the name of a definition ends in .tml", "sub/.tml"),
                (2, "sub/leg.tml: there is no such folder; make it first", "sub/leg.tml"),
                (2, "gone.tml: it is a link to nothing", "gone.tml"),
                (2, "pipe.tml: it is not a plain file", "pipe.tml"),
                (2, "'b.tml' is not recognised", "leg.tml", "b.tml"),
                (2, "'--nonsense' is not recognised", "--nonsense"),
                (2, "--port must be a whole number from 0 to 65535, not '65536'", "--port", "65536"),
                (2, "--port needs a value", "--port")):
            with self.subTest(words):
                self.refuse(status, message, *page, *words)
        self.refuse(2, "--page needs a value", "--page")
        self.refuse(2, "nowhere: there is no index.html in it; 'make page' builds one", "--page", "nowhere")

    def test_the_page_is_found_beside_the_program(self):
        for place, page in (("at/one/bin", "at/one/share/trammel/page"), ("at/two/release/cli", "at/two/page")):
            program = self.folder / place / "trammel"
            program.parent.mkdir(parents=True)
            shutil.copy2(PROGRAM, program)
            with self.assertRaisesRegex(AssertionError, "no page beside this program; 'make page' builds it"):
                self.start_alone(program)
            write_files(self.folder / page, {"index.html": place.encode()})
            self.assertEqual(self.start_alone(program).get("/").body, place.encode())

    def start_alone(self, program):
        server = Server("--port", "0", cwd=self.folder, program=program)
        self.addCleanup(server.end)
        return server

    def test_the_browser_is_started_without_a_shell(self):
        tools = self.folder / "tools"
        write_files(tools, {"xdg-open": b'#!/bin/sh\nprintf "%s|" "$@" >opened.new\nmv opened.new opened\n'})
        (tools / "xdg-open").chmod(0o755)
        server = self.serve("leg.tml", "--open", env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"})
        end = time.monotonic() + SECONDS
        while not (self.project / "opened").exists() and time.monotonic() < end:
            time.sleep(0.01)
        self.assertEqual((self.project / "opened").read_text(), f"http://127.0.0.1:{server.port}/?key={server.token}|")

    def test_without_a_browser_it_still_serves(self):
        server = self.serve("--open", env={**os.environ, "PATH": str(self.folder)})
        self.assertEqual(server.get("/").status, 200)
        self.assertEqual(server.end(), 0)
        self.assertIn("xdg-open: No such file or directory; open the address yourself", server.errors)


main()
