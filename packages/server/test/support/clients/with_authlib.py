"""An application with Authlib: of the provider it knows the issuer, its id and its secret. It has one user at a time."""

import json
import os
import secrets
from http.server import BaseHTTPRequestHandler, HTTPServer

from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

PORT, ISSUER = os.environ["PORT"], os.environ["ISSUER"]
CLIENT_ID, CLIENT_SECRET = os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"]

session = OAuth2Session(
    CLIENT_ID,
    CLIENT_SECRET,
    scope="openid profile groups",
    redirect_uri=f"http://127.0.0.1:{PORT}/callback",
    code_challenge_method="S256",
)
provider = session.get(f"{ISSUER}/.well-known/openid-configuration", withhold_token=True).json()
begun = {"code_verifier": secrets.token_urlsafe(48), "nonce": secrets.token_urlsafe(16)}


def begin():
    url, begun["state"] = session.create_authorization_url(
        provider["authorization_endpoint"], code_verifier=begun["code_verifier"], nonce=begun["nonce"]
    )
    return url


def finish(path):
    session.state = begun["state"]
    token = session.fetch_token(
        provider["token_endpoint"],
        authorization_response=f"http://127.0.0.1:{PORT}{path}",
        code_verifier=begun["code_verifier"],
    )
    keys = JsonWebKey.import_key_set(session.get(provider["jwks_uri"], withhold_token=True).json())
    claims = jwt.decode(
        token["id_token"],
        keys,
        claims_cls=CodeIDToken,
        claims_options={"iss": {"value": provider["issuer"]}, "aud": {"value": CLIENT_ID}},
        claims_params={"nonce": begun["nonce"], "client_id": CLIENT_ID},
    )
    claims.validate()
    user = session.get(provider["userinfo_endpoint"]).json()
    return {"sub": claims["sub"], "name": user["name"], "groups": user["groups"]}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/login":
            self.send_response(303)
            self.send_header("location", begin())
            self.end_headers()
            return
        user = finish(self.path)
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(user).encode())


HTTPServer(("127.0.0.1", int(PORT)), Handler).serve_forever()
