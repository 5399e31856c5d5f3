"""An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com python3 server.py"""
import json, os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from sallyport import Refused, Verifier

def seconds(name, usual): return float(os.environ.get(name, usual))

verifier = Verifier(os.environ["SALLYPORT_URL"], poll=seconds("POLL", 5), bound=seconds("BOUND", 9), stale=seconds("STALE", 60))

# What a route requires of an access key that is limited. It gets in nowhere else.
SCOPES = {"/insight/reports": ["reports:read"]}

class Api(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        # Two such headers are joined, so that they are refused.
        authorization = ", ".join(self.headers.get_all("Authorization", []))
        scopes = SCOPES.get(self.path.partition("?")[0], [])
        try:
            status, answer, challenge = 200, {"caller": verifier.verify(authorization, *scopes)}, None
        except Refused as refused:
            status, answer, challenge = refused.status, {"code": refused.code}, refused.challenge
        body = json.dumps(answer).encode()
        self.send_response(status)
        if status in (401, 403): self.send_header("WWW-Authenticate", challenge)
        if status == 503: self.send_header("Retry-After", "1")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_): pass

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 9000))), Api).serve_forever()
