"""An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com python3 server.py"""
import json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from sallyport import Refused, Verifier

def seconds(name, usual): return float(os.environ.get(name, usual))

verifier = Verifier(os.environ["SALLYPORT_URL"], poll=seconds("POLL", 5), bound=seconds("BOUND", 9), stale=seconds("STALE", 60))

class Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        try:
            # Two such headers are joined, so that they are refused.
            status, answer = 200, {"caller": verifier.verify(", ".join(self.headers.get_all("Authorization", [])))}
        except Refused as refused:
            status, answer = refused.status, {"code": refused.code}
        body = json.dumps(answer).encode()
        self.send_response(status)
        if status == 401: self.send_header("WWW-Authenticate", "Bearer")
        if status == 503: self.send_header("Retry-After", "1")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_): pass

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 9000))), Api).serve_forever()
