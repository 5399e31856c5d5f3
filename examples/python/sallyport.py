"""Verifies Sallyport's access tokens offline, and learns of logouts from its status lists."""
import json, re, threading, time, urllib.request, zlib
from collections import namedtuple
from http.client import HTTPException
import jwt

KINDS = {"ES256": ("EC", "P-256"), "EdDSA": ("OKP", "Ed25519"), "RS256": ("RSA", None)}
ISSUER = re.compile(r"(https://[^/]+|http://(localhost|127\.0\.0\.1)(:\d+)?)(/.*[^/])?")
COMPACT = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+", re.ASCII)
BEARER = re.compile(r"(?i:bearer) +([^ ]{1,4096})")
# PyJWT checks the signature only: of a claim it would accept too much, such as a list as audience.
SIGNATURE_ONLY = {f"verify_{claim}": False for claim in ("exp", "nbf", "iat", "aud", "iss", "sub", "jti")}

class Refused(Exception):
    """`challenge` is for the header WWW-Authenticate."""
    def __init__(self, code, challenge="Bearer"):
        super().__init__(code)
        self.code, self.challenge = code, challenge
        self.status = {"service_unavailable": 503, "insufficient_scope": 403}.get(code, 401)

class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_): return None

# The key set, the lists that its keys have signed, when both were requested, and until when they may be used.
Snapshot = namedtuple("Snapshot", "keys lists at until")

class Verifier:
    """Seconds: between looks at the lists; the oldest list that decides; the oldest one while the service is away."""
    def __init__(self, issuer, audience=None, poll=5, bound=9, stale=60):
        if not ISSUER.fullmatch(issuer): raise ValueError("issuer: https, or http on this machine; no slash at the end")
        if not 0 < poll <= bound <= stale: raise ValueError("poll must not exceed bound, which must not exceed stale")
        self._issuer, self._audience = issuer, audience or issuer
        self._poll, self._bound, self._stale = poll, bound, stale
        self._known, self._failed, self._lock = Snapshot({}, {}, 0, 0), 0, threading.Lock()
        self._urlopen = urllib.request.build_opener(NoRedirect).open

    def verify(self, authorization, *scopes):
        """The caller, by the header Authorization; raises Refused. An access key that is limited needs all of `scopes`."""
        if not authorization: raise Refused("unauthenticated")
        bearer = BEARER.fullmatch(authorization)
        known = self._snapshot(self._poll)
        found = bearer and self._read(bearer[1], known)
        if found and found[1] not in known.lists:  # a list that has just begun
            known = self._snapshot(0)
            found = self._read(bearer[1], known)
        if not found: raise Refused("invalid_token" if within(known.at, self._bound) else "service_unavailable")
        claims, uri, index = found
        if time.time() >= claims["exp"]: raise Refused("session_expired")
        if time.time() < max(claims["iat"], claims["nbf"]) - 30: raise Refused("invalid_token")
        bits = known.lists.get(uri)
        if bits is None: raise Refused("service_unavailable")
        if index >= len(bits) * 8: raise Refused("invalid_token")
        if bits[index // 8] >> index % 8 & 1: raise Refused("session_ended")
        # A limited key gets in nowhere but where scopes are required, so that a route that was forgotten refuses it.
        if "scope" in claims and not (scopes and set(scopes) <= set(claims["scope"].split())):
            required = f', scope="{" ".join(scopes)}"' if scopes else ""
            raise Refused("insufficient_scope", 'Bearer error="insufficient_scope"' + required)
        return {"userId": claims["sub"], "role": claims["role"], "sessionId": claims["sid"],
                "authenticatedAt": claims["auth_time"], "groups": claims.get("groups", [])}

    def _read(self, token, known):
        """Checks everything but the time. The claims and the place in a list, or None."""
        claims = open_signed(token, "at+jwt", known.keys)
        if not claims or claims.get("iss") != self._issuer or claims.get("aud") != self._audience: return None
        if not all(type(claims.get(name)) is str and claims[name] for name in ("sub", "sid", "jti", "role")): return None
        if not all(type(claims.get(name)) is int for name in ("iat", "nbf", "exp", "auth_time")): return None
        if "scope" in claims and not (type(claims["scope"]) is str and claims["scope"].strip()): return None
        groups = claims.get("groups", [])
        if type(groups) is not list or not all(type(group) is str for group in groups): return None
        if claims["exp"] - claims["iat"] > 25 * 3600: return None
        try: uri, index = (claims["status"]["status_list"][name] for name in ("uri", "idx"))
        except (LookupError, TypeError): return None
        if type(uri) is not str or type(index) is not int or index < 0: return None
        return claims, uri, index

    def _snapshot(self, age):
        """At most `age` seconds old. While one request fetches it, others use an older one that may still decide."""
        since = time.time() - age
        def due(): return not since <= self._known.at <= time.time() and not within(self._failed, min(1, self._poll))
        wait = age == 0 or not within(self._known.at, self._stale if self._failed else self._bound)
        if due() and self._lock.acquire(blocking=wait):
            try:
                if due(): self._refresh(time.time())
            finally: self._lock.release()
        known = self._known
        if not known.at <= time.time() < known.until: raise Refused("service_unavailable")
        return known

    def _refresh(self, now):
        try:
            self._known, self._failed = self._fetch(now), 0
        except Exception as error:
            self._failed = now
            # A response that is wrong is no outage, in which an old list would do.
            if not isinstance(error, (OSError, HTTPException)) or getattr(error, "code", 500) == 404:
                self._known = self._known._replace(until=min(self._known.until, self._known.at + self._bound))

    def _fetch(self, now):
        jwks = json.loads(self._get("/.well-known/jwks.json"))["keys"]
        keys = {jwk["kid"]: (jwk["alg"], jwt.PyJWK(jwk).key) for jwk in jwks
                if KINDS.get(jwk.get("alg")) == (jwk.get("kty"), jwk.get("crv"))}
        lists, until = {}, now + self._stale
        for uri in json.loads(self._get("/api/auth/status"))["status_lists"]:
            if not uri.startswith(f"{self._issuer}/api/auth/status/"): raise ValueError(uri)
            claims = open_signed(self._get(uri[len(self._issuer):]), "statuslist+jwt", keys)
            if claims["iss"] != self._issuer or claims["sub"] != uri or claims["status_list"]["bits"] != 1:
                raise ValueError(uri)
            if not claims["iat"] - 30 <= now < claims["exp"]: raise ValueError(uri)
            zipped, until = zlib.decompressobj(), min(until, claims["exp"])
            lists[uri] = zipped.decompress(jwt.utils.base64url_decode(claims["status_list"]["lst"]), 2**21)
            if not zipped.eof: raise ValueError(uri)
        return Snapshot(keys, lists, now, until)

    def _get(self, path):
        request = urllib.request.Request(self._issuer + path, headers={"Cache-Control": "no-cache"})
        with self._urlopen(request, timeout=3) as response: body = response.read(2**22 + 1)
        if len(body) > 2**22: raise ValueError(path)
        return body.decode("ascii")

def open_signed(token, typ, keys):
    """The claims of a token that one of these keys has signed, or None."""
    try:
        header = jwt.get_unverified_header(token) if COMPACT.fullmatch(token) else {}
        algorithm, key = keys.get(header.get("kid"), (None, None))
        if algorithm is None or header.get("alg") != algorithm or header.get("typ") != typ or "crit" in header: return None
        return jwt.decode(token, key, algorithms=[algorithm], options=SIGNATURE_ONLY)
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError): return None

def within(since, span): return 0 <= time.time() - since < span
