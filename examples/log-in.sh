#!/bin/sh
# The shortest way to a token, with curl. mobile.sh is the careful one: it keeps secrets out of the list of processes.
#   SALLYPORT_URL=http://localhost:8400 BODY='{"username":"ada","password":"…"}' sh examples/log-in.sh
set -eu
: "${SALLYPORT_URL:?Set it to the base URL of the service.}" "${BODY:?Set it to the body of the login, as above.}"
jar=$(mktemp)
trap 'rm "$jar"' EXIT
csrf=$(curl -s -c "$jar" "$SALLYPORT_URL/api/auth/csrf" | sed 's/.*"csrf":"//; s/".*//')
token=$(curl -s -b "$jar" "$SALLYPORT_URL/api/auth/login" -H 'Content-Type: application/json' -H "csrf: $csrf" \
	-d "$BODY" | sed 's/.*"token":"//; s/".*//')
curl -s "$SALLYPORT_URL/api/auth/session" -H "Authorization: Bearer $token"
