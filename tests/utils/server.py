"""A server on the loopback address: it gives the files of a folder, and can break off."""

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        server.asked.append(self.path)
        data = server.files.get(self.path.partition("?")[0])
        if data is None:
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: server.breaks.pop(0) if server.breaks else None])

    def log_message(self, *args):
        pass


@contextlib.contextmanager
def serve(files, breaks=()):
    """A server of {path: bytes}; breaks: after how many bytes each of the first answers ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.files, server.breaks, server.asked = files, list(breaks), []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
