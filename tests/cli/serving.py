"""What the tests of `trammel edit` share: a server that runs while a case does, and requests as no
browser would send them. Arguments of the script: PROGRAM."""
import http.client
import pathlib
import re
import select
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SECONDS = 20  # a step that takes longer hangs
LEG = b"primitive rod begin\n  dynamics: ;\nend\n"
PAGE = {"index.html": b"<!doctype html><title>page</title>", "assets/main.js": b"export {};\n" * 200,
        "assets/style.css": b"body {}\n", "assets/core.wasm": b"\0asm\1\0\0\0", "list.json": b"[]",
        "mark.svg": b"<svg/>", "mark.png": b"png", "mark.ico": b"ico", "notes.txt": b"text",
        "examples/leg.tml": b"// leg\n", "strange.xyz": b"bytes"}


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.body = response.read()
        self.headers = response.headers
        self.etag = response.headers["ETag"]


class Server:
    """`trammel edit` with the words, once it has said where it is."""

    def __init__(self, *words, cwd, program=PROGRAM, env=None):
        self.process = subprocess.Popen([program, "edit", *words], cwd=cwd, env=env, text=True,
                                        errors="replace",
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        self.line = self.process.stdout.readline() if ready else ""
        found = re.search(r" at http://127\.0\.0\.1:(\d+)/\?key=([0-9a-f]{32})$", self.line)
        if not found:
            self.process.kill()
            raise AssertionError(f"no address: {self.line}{self.process.communicate()[1]}")
        self.port, self.token = int(found[1]), found[2]
        self.second_line = self.process.stdout.readline()

    def ask(self, method, path, body=None, host=None, connection=None, **headers):
        """Sends a request as it is given; names of headers have _ for -."""
        own = connection is None
        connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if host != "":
                connection.putheader("Host", host or f"127.0.0.1:{self.port}")
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            if body is not None and "Content_Length" not in headers:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            return Answer(connection.getresponse())
        finally:
            if own:
                connection.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def file(self, name):
        return f"/{self.token}/file/{name}"

    def end(self, signal=None):
        """Ends it and returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal) if signal else self.process.terminate()
        try:
            _, self.errors = self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        return self.process.returncode


def write_files(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


class Case(unittest.TestCase):
    """A folder with a page, a project with leg.tml, and a server of both."""

    words = ("leg.tml",)

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name).resolve()
        self.page = self.folder / "page"
        self.project = self.folder / "project"
        write_files(self.page, PAGE)
        write_files(self.project, {"leg.tml": LEG})
        write_files(self.folder, {"secret.tml": b"secret", "secret.txt": b"secret"})
        self.server = self.serve(*self.words) if self.words is not None else None

    def serve(self, *words, port="0", **options):
        port = () if port is None else ("--port", port)
        server = Server(*words, "--page", self.page, *port, cwd=self.project, **options)
        self.addCleanup(lambda: self.assertEqual(server.end(), 0))  # whatever it went through
        return server

    def refuse(self, status, message, *words, **options):
        """The program ends by itself with the status and the message."""
        done = subprocess.run([PROGRAM, "edit", *words], cwd=self.project, text=True,
                              errors="replace", capture_output=True,
                              timeout=SECONDS, check=False, **options)
        self.assertIn(message, done.stderr)
        self.assertEqual(done.returncode, status)
        self.assertEqual(done.stdout, "")

    def names(self):
        """What lies in the project."""
        return sorted(str(p.relative_to(self.project)) for p in self.project.rglob("*"))


def main():
    result = unittest.main(module="__main__", exit=False, verbosity=0).result
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed", flush=True)
    sys.exit(1 if failed else 0)
