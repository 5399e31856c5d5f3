"""An application with social-auth-core, as in Django: of the provider it knows the issuer, its id and its secret. One user at a time."""

import json
import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit

from social_core.backends.open_id_connect import OpenIdConnectAuth
from social_core.strategy import BaseStrategy

PORT = os.environ["PORT"]
SETTINGS = {
    "SOCIAL_AUTH_OIDC_OIDC_ENDPOINT": os.environ["ISSUER"],
    "SOCIAL_AUTH_OIDC_KEY": os.environ["CLIENT_ID"],
    "SOCIAL_AUTH_OIDC_SECRET": os.environ["CLIENT_SECRET"],
    "SOCIAL_AUTH_OIDC_SCOPE": ["groups"],
    "SOCIAL_AUTH_PIPELINE": (
        "social_core.pipeline.social_auth.social_details",
        "social_core.pipeline.social_auth.social_uid",
        "__main__.find_user",
    ),
}
session = {}
nonces = {}


def find_user(uid, details, **_):
    return {"user": SimpleNamespace(sub=uid, name=details["fullname"], groups=details["groups"])}


class Nonces:
    def store(self, _url, association):
        association.id = association.handle
        nonces[association.handle] = association

    def get(self, handle, **_):
        return [nonces[handle]] if handle in nonces else []

    def remove(self, handles):
        for handle in handles:
            del nonces[handle]


class Strategy(BaseStrategy):
    def __init__(self, path):
        super().__init__(SimpleNamespace(association=Nonces()))
        self.query = dict(parse_qsl(urlsplit(path).query))

    def get_setting(self, name):
        return SETTINGS[name]

    def request_data(self, merge=True):
        return self.query

    def redirect(self, url):
        return url

    def build_absolute_uri(self, path=None):
        return path

    def session_get(self, name, default=None):
        return session.get(name, default)

    def session_set(self, name, value):
        session[name] = value

    def session_pop(self, name):
        session.pop(name, None)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        backend = OpenIdConnectAuth(Strategy(self.path), f"http://127.0.0.1:{PORT}/callback")
        if self.path == "/login":
            self.send_response(303)
            self.send_header("location", backend.start())
            self.end_headers()
            return
        user = backend.complete()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"sub": user.sub, "name": user.name, "groups": user.groups}).encode())


HTTPServer(("127.0.0.1", int(PORT)), Handler).serve_forever()
