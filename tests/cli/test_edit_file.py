"""Tests of the files that `trammel edit` reads and saves for its page.

usage: test_edit_file.py PROGRAM"""
import json
import os
import socket
import time
import urllib.parse

from serving import LEG, Case, main, write_files

LIMIT = 64 * 2 ** 20


class Reading(Case):
    def setUp(self):
        super().setUp()
        write_files(self.project, {"parts/rod.tml": b"rod", "parts/deep/rock.stl": b"\0\1\2", "box.OBJ": b"v 0 0 0",
                                   "notes.txt": b"secret", "key": b"secret", "parts/.tml.swp": b"secret"})

    def test_the_name_is_told(self):
        answer = self.server.get(f"/{self.server.token}/open")
        self.assertEqual(json.loads(answer.body), {"name": "leg.tml"})
        self.assertEqual(answer.headers["Content-Type"], "application/json")

    def test_definitions_and_meshes_below_the_folder_are_read(self):
        for name, content in (("leg.tml", LEG), ("parts/rod.tml", b"rod"), ("parts%2Frod.tml", b"rod"), ("./parts/../leg.tml", LEG),
                              ("parts/deep/rock.stl", b"\0\1\2"), ("box.OBJ", b"v 0 0 0"), ("%6ceg.tml", LEG)):
            answer = self.server.get(self.server.file(name))
            self.assertEqual((answer.status, answer.body), (200, content), name)
            self.assertRegex(answer.etag, r'^"[0-9a-f]{16}-[0-9a-f]+"$')
            self.assertEqual(answer.headers["Content-Type"], "application/octet-stream")
            self.assertEqual(self.server.get(self.server.file(name), If_None_Match=answer.etag).status, 304)

    def test_the_tag_is_that_of_the_bytes(self):
        first = self.server.get(self.server.file("leg.tml"))
        os.utime(self.project / "leg.tml", (1, 1))
        self.assertEqual(self.server.get(self.server.file("leg.tml")).etag, first.etag)
        write_files(self.project, {"leg.tml": LEG.replace(b"rod", b"bar")})
        self.assertNotEqual(self.server.get(self.server.file("leg.tml")).etag, first.etag)

    def test_other_files_are_not_read(self):
        (self.project / "out.tml").symlink_to(self.folder / "secret.tml")
        (self.project / "away").symlink_to(self.folder)
        (self.project / "text.tml").symlink_to("notes.txt")  # below the folder: its owner put it there
        (self.project / "folder.tml").mkdir()
        os.mkfifo(self.project / "pipe.tml")
        write_files(self.folder, {"project2/secret.tml": b"secret"})
        for name in ("notes.txt", "key", "parts/.tml.swp", "out.tml", "away/secret.tml", "../secret.tml", "..%2fsecret.tml",
                     "%2e%2e/secret.tml", "parts/../../secret.tml", "../project2/secret.tml", str(self.folder / "secret.tml"),
                     urllib.parse.quote(str(self.folder / "secret.tml"), safe=""), "folder.tml", "pipe.tml", "parts", "parts/", "",
                     ".", "notes.txt%00.tml", "leg.tml%00", "none.tml", "leg.tml/", "%", "leg.tml%2"):
            answer = self.server.get(self.server.file(name))
            self.assertEqual(answer.status, 404, name)
            self.assertNotIn(b"secret", answer.body, name)
        for path in (f"/{self.server.token}/leg.tml", f"/{self.server.token}/files/leg.tml", f"/{self.server.token}/open/"):
            self.assertEqual(self.server.get(path).status, 404)
        self.assertEqual(self.server.get(self.server.file("text.tml")).body, b"secret")


class Saving(Case):
    def put(self, name, body, server=None, **headers):
        server = server or self.server
        return server.ask("PUT", server.file(name), body, **headers)

    def saved(self):
        return (self.project / "leg.tml").read_bytes()

    def test_the_file_is_saved_and_nothing_is_left_beside_it(self):
        (self.project / "leg.tml").chmod(0o640)
        for body in (b"new", b"", bytes(range(256)) * 40000):
            answer = self.put("leg.tml", body)
            self.assertEqual((answer.status, self.saved()), (200, body))
            again = self.server.get(self.server.file("leg.tml"))
            self.assertEqual((again.body, again.etag), (body, answer.etag))
        self.assertEqual((self.project / "leg.tml").stat().st_mode & 0o777, 0o640)
        self.assertEqual(self.names(), ["leg.tml"])

    def test_nothing_else_is_saved(self):
        write_files(self.project, {"parts/rod.tml": b"rod"})
        before = self.names()
        for name, status in (("parts/rod.tml", 405), ("new.tml", 405), ("./leg.tml", 405), ("../secret.tml", 405), ("leg.txt", 404),
                             ("parts/../leg.tml", 405), ("leg.tml%00", 404), ("", 404), ("LEG.TML", 405)):
            self.assertEqual(self.put(name, b"x").status, status, name)
        for method in ("POST", "DELETE", "PATCH"):
            answer = self.server.ask(method, self.server.file("leg.tml"), b"x")
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, "GET, HEAD, PUT"))
        self.assertEqual(self.server.ask("PUT", f"/{self.server.token}/open", b"x").status, 405)
        self.assertEqual((self.names(), self.saved()), (before, LEG))
        self.assertEqual((self.folder / "secret.tml").read_bytes(), b"secret")

    def test_a_file_that_was_changed_is_not_written_over(self):
        first = self.server.get(self.server.file("leg.tml")).etag
        second = self.put("leg.tml", b"mine", If_Match=first)
        self.assertEqual(second.status, 200)
        write_files(self.project, {"leg.tml": b"theirs"})
        present = self.server.get(self.server.file("leg.tml")).etag
        for known in (first, second.etag, '"nonsense"', f"W/{present}"):
            answer = self.put("leg.tml", b"mine", If_Match=known)
            self.assertEqual((answer.status, answer.etag, self.saved()), (412, present, b"theirs"))
        self.assertEqual(self.put("leg.tml", b"mine", If_None_Match="*").status, 412)
        self.assertEqual(self.put("leg.tml", b"mine", If_Match=f"{first}, {present}").status, 200)
        (self.project / "leg.tml").unlink()
        answer = self.put("leg.tml", b"more", If_Match=second.etag)
        self.assertEqual((answer.status, answer.etag, self.names()), (412, None, []))
        self.assertEqual(self.put("leg.tml", b"more", If_None_Match="*").status, 200)
        self.assertEqual(self.saved(), b"more")

    def test_a_new_file_is_made_when_it_is_saved(self):
        mask = os.umask(0o027)
        server = self.serve("new.tml")
        os.umask(mask)
        self.assertEqual(server.line.split(" at ")[0], "editing new.tml")
        self.assertEqual(json.loads(server.get(f"/{server.token}/open").body), {"name": "new.tml"})
        self.assertEqual(server.get(server.file("new.tml")).status, 404)
        self.assertEqual(server.get(server.file("leg.tml")).body, LEG)
        self.assertEqual(self.names(), ["leg.tml"])
        self.assertEqual(self.put("new.tml", b"new", server, If_None_Match="*").status, 200)
        self.assertEqual((self.project / "new.tml").read_bytes(), b"new")
        self.assertEqual((self.project / "new.tml").stat().st_mode & 0o777, 0o640)

    def test_without_a_file_nothing_is_read_or_saved(self):
        server = self.serve()
        self.assertRegex(server.line, "^editing a new definition at ")
        self.assertEqual(json.loads(server.get(f"/{server.token}/open").body), {"name": None})
        for method in ("GET", "PUT"):
            self.assertEqual(server.ask(method, server.file("leg.tml"), b"x").status, 404)
        self.assertEqual(self.saved(), LEG)

    def test_names_of_any_kind(self):
        for name in ('my "leg" \\ 100%.tml', "träger ü.tml", "a?b#c&d+e.tml", "a\tb.tml"):
            server = self.serve(f"{self.project}/{name}")
            self.assertEqual(json.loads(server.get(f"/{server.token}/open").body), {"name": name})
            self.assertEqual(self.put(urllib.parse.quote(name, safe=""), b"odd", server).status, 200)
            self.assertEqual((self.project / name).read_bytes(), b"odd")
            self.assertEqual(server.get(server.file(urllib.parse.quote(name, safe=""))).body, b"odd")

    def test_a_link_is_kept_and_what_is_behind_it_saved(self):
        write_files(self.folder, {"store/real.tml": b"real"})
        (self.project / "link.tml").symlink_to("../store/real.tml")
        server = self.serve("link.tml")
        self.assertEqual(server.get(server.file("link.tml")).body, b"real")
        self.assertEqual(self.put("link.tml", b"new", server).status, 200)
        self.assertTrue((self.project / "link.tml").is_symlink())
        self.assertEqual((self.folder / "store/real.tml").read_bytes(), b"new")

    def test_a_link_that_comes_later_is_not_followed(self):
        """Those who can write to the folder must not reach files elsewhere through the server."""
        leg, outside = self.project / "leg.tml", self.folder / "outside"
        write_files(self.folder, {"outside/leg.tml": b"secret", "outside/other.tml": b"secret"})
        write_files(self.project, {"other.tml": b"other"})
        leg.unlink()
        leg.symlink_to(self.folder / "secret.tml")
        self.assertEqual(self.server.get(self.server.file("leg.tml")).status, 500)
        self.assertEqual(self.server.ask("PUT", self.server.file("leg.tml"), b"new").status, 500)
        leg.unlink()
        leg.symlink_to(self.folder / "made.tml")  # a link to nothing
        self.assertEqual(self.server.ask("PUT", self.server.file("leg.tml"), b"new").status, 500)
        self.project.rename(self.folder / "moved")
        self.project.symlink_to(outside)
        for name in ("leg.tml", "other.tml"):
            self.assertIn(self.server.get(self.server.file(name)).status, (404, 500))
        self.assertEqual(self.server.ask("PUT", self.server.file("leg.tml"), b"new").status, 500)
        (outside / "leg.tml").unlink()
        self.assertEqual(self.server.ask("PUT", self.server.file("leg.tml"), b"new").status, 500)
        self.assertEqual((self.folder / "secret.tml").read_bytes(), b"secret")
        self.assertEqual(sorted(p.name for p in outside.iterdir()), ["other.tml"])
        self.assertFalse((self.folder / "made.tml").exists())
        self.project.unlink()
        (self.folder / "moved").rename(self.project)
        leg.unlink()
        self.assertEqual(self.server.ask("PUT", self.server.file("leg.tml"), b"new").status, 200)
        self.assertEqual(leg.read_bytes(), b"new")

    def test_a_link_of_the_user_stays_what_it_was(self):
        write_files(self.project, {"real/body.tml": LEG})
        (self.project / "link.tml").symlink_to("real/body.tml")
        server = self.serve("link.tml")
        (self.project / "link.tml").unlink()
        (self.project / "link.tml").symlink_to(self.folder / "secret.tml")
        self.assertEqual(server.get(server.file("link.tml")).body, LEG)
        self.assertEqual(server.ask("PUT", server.file("link.tml"), b"new").status, 200)
        self.assertEqual((self.project / "real/body.tml").read_bytes(), b"new")
        self.assertEqual((self.folder / "secret.tml").read_bytes(), b"secret")

    def raw(self, *lines, body=b""):
        """The status of the answer to a request as it is written here."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as to:
            to.sendall("\r\n".join([*lines, "", ""]).encode() + body)
            answer = to.makefile("rb").readline().split()
        return int(answer[1]) if len(answer) > 1 else 0

    def test_a_request_that_can_be_read_in_two_ways_is_refused(self):
        put = f"PUT {self.server.file('leg.tml')} HTTP/1.1"
        host = f"Host: 127.0.0.1:{self.server.port}"
        chunks = b"3\r\nnew\r\n0\r\n\r\n"
        for status, lines, body in (
                (411, (put, host), b""), (411, (put, host, "Connection: close"), b"new"),
                (411, (put.replace("1.1", "1.0"), host), b"new"),
                (400, (put, host, "Content-Length: 3", "Content-Length: 3"), b"new"),
                (400, (put, host, "Content-Length: 3", "Content-Length: 0"), b"new"),
                (400, (put, host, "Content-Length: 0", "content-length: 3"), b"new"),
                (400, (put, host, "Content-Length: 3", "Transfer-Encoding: chunked"), chunks),
                (400, (put, host, "Content-Length: +3"), b"new"), (400, (put, host, "Content-Length: -3"), b"new"),
                (400, (put, host, "Content-Length: 3, 3"), b"new"), (400, (put, host, "Content-Length:"), b"new"),
                (400, (put, host, host, "Content-Length: 3"), b"new"),
                (400, (put, host, "Host: evil.example", "Content-Length: 3"), b"new"),
                (400, (put, "Host: evil.example", host, "Content-Length: 3"), b"new"),
                (400, (put.replace("PUT", "GET"), host, "Host: evil.example"), b"")):
            with self.subTest(lines=lines):
                self.assertEqual(self.raw(*lines, body=body), status)
                self.assertEqual((self.project / "leg.tml").read_bytes(), LEG)
        self.assertEqual(self.raw(put, host, "Transfer-Encoding: chunked", body=chunks), 200)
        self.assertEqual((self.project / "leg.tml").read_bytes(), b"new")
        self.assertEqual(self.raw(put, host, "Content-Length: 0"), 200)
        self.assertEqual((self.project / "leg.tml").read_bytes(), b"")

    def test_a_save_keeps_the_mode(self):
        (self.project / "leg.tml").chmod(0o640)
        self.assertEqual(self.server.ask("PUT", self.server.file("leg.tml"), b"new").status, 200)
        self.assertEqual((self.project / "leg.tml").stat().st_mode & 0o777, 0o640)

    def test_what_is_too_long_is_not_saved(self):
        self.assertEqual(self.put("leg.tml", None, Content_Length=str(LIMIT + 1)).status, 413)
        self.assertEqual(self.put("leg.tml", None, Content_Length="9" * 15).status, 413)
        piece = b"100000\r\n" + bytes(2 ** 20) + b"\r\n"
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
            client.sendall(f"PUT {self.server.file('leg.tml')} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                           "Transfer-Encoding: chunked\r\n\r\n".encode())
            for _ in range(65):
                client.sendall(piece)
            client.sendall(b"0\r\n\r\n")
            self.assertRegex(client.recv(100), b"^HTTP/1.1 413 ")
        self.assertEqual((self.saved(), self.names()), (LEG, ["leg.tml"]))
        self.assertEqual(self.put("leg.tml", bytes(LIMIT)).status, 200)
        self.assertEqual((self.project / "leg.tml").stat().st_size, LIMIT)
        self.assertEqual(len(self.server.get(self.server.file("leg.tml")).body), LIMIT)

    def test_an_upload_that_breaks_off_leaves_the_file(self):
        head = (f"PUT {self.server.file('leg.tml')} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                "Content-Length: 100000\r\n\r\n").encode()
        for body in (b"", b"half", bytes(50000)):
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                client.sendall(head + body)
            self.assertEqual(self.server.get(self.server.file("leg.tml")).body, LEG)
        client = socket.create_connection(("127.0.0.1", self.server.port), timeout=20)
        self.addCleanup(client.close)
        client.sendall(head + b"half")
        time.sleep(0.05)
        self.assertEqual(self.server.end(), 0)  # in the middle of an upload
        self.assertEqual((self.saved(), self.names()), (LEG, ["leg.tml"]))

    def test_a_file_that_cannot_be_saved_is_told(self):
        server = self.serve("sub.tml")
        for make in (os.mkdir, os.mkfifo):
            make(self.project / "sub.tml")
            for headers in ({"If_Match": '"x"'}, {"If_None_Match": "*"}, {}):
                answer = self.put("sub.tml", b"x", server, **headers)
                self.assertEqual(answer.status, 500)
                self.assertRegex(answer.body, rb"^The file cannot be saved: .*\.\n$")
            answer = server.get(server.file("sub.tml"))
            self.assertEqual((answer.status, answer.body), (500, b"The file cannot be read: it is not a plain file.\n"))
            self.assertEqual(self.names(), ["leg.tml", "sub.tml"])
            (self.project / "sub.tml").rmdir() if make is os.mkdir else (self.project / "sub.tml").unlink()


main()
