#!/bin/sh
# The shortest way to a token, with curl. mobile.sh is the careful one: it keeps secrets out of the list of processes.
#   SALLYPORT_URL=http://localhost:8400 BODY='{"username":"ada","password":"…"}' sh examples/log-in.sh
set -eu
jar=$(mktemp)
csrf=$(curl -s -c "$jar" "$SALLYPORT_URL/api/auth/csrf" | sed 's/.*"csrf":"//; s/".*//')
token=$(curl -s -b "$jar" "$SALLYPORT_URL/api/auth/login" -H 'Content-Type: application/json' -H "csrf: $csrf" \
	-d "$BODY" | sed 's/.*"token":"//; s/".*//')
curl -s "$SALLYPORT_URL/api/auth/session" -H "Authorization: Bearer $token"
rm "$jar"
