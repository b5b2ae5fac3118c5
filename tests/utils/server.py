"""A server on the loopback address: it gives the files of a folder, can break off, and can go on where it broke off."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        server.asked.append((self.path, self.headers.get("Range")))
        data = server.files.get(self.path.partition("?")[0])
        if data is None:
            return self.send_error(404)
        start = 0
        wanted = self.headers.get("Range")
        if wanted and server.resumes:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(data):
                return self.send_error(416)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        end = len(data)
        if server.breaks:
            end = start + server.breaks.pop(0)
        self.wfile.write(data[start:end])

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def serve(files, resumes=True, breaks=()):
    """A server of {path: bytes}; breaks: after how many bytes each of the first answers ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.files, server.resumes, server.breaks, server.asked = files, resumes, list(breaks), []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
