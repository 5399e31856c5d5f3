#!/bin/sh
# What an app without a browser does, with curl alone: log in for a token, call an API, renew, log out.
#
#   SALLYPORT_USERNAME=ada sh examples/mobile.sh
#
# It asks for the password, or takes it from SALLYPORT_PASSWORD. SALLYPORT_URL is the service (http://localhost:8400);
# API_URL is an address behind the login (the service's own "who am I"). Secrets reach curl by standard input:
# arguments can be read by every user of the machine.
set -eu

service=${SALLYPORT_URL:-http://localhost:8400}
api=${API_URL:-$service/api/auth/session}
: "${SALLYPORT_USERNAME:?the name to log in with}"
if [ -z "${SALLYPORT_PASSWORD:-}" ]; then
	printf 'Password of %s: ' "$SALLYPORT_USERNAME" >&2
	terminal=$(stty -g)
	trap 'stty "$terminal"' EXIT INT TERM
	stty -echo
	IFS= read -r SALLYPORT_PASSWORD
	stty "$terminal"
	echo >&2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# A member of the JSON object in the last answer, if it is a string without escapes.
member() { sed -n "s/.*\"$1\":\"\([^\"\\\\]*\)\".*/\1/p" "$work/answer"; }
# A JSON string.
quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')"; }
bearer() { printf 'Authorization: Bearer %s\n' "$token"; }

# ask WHAT EXPECTED-STATUS curl-arguments…
ask() {
	what=$1 expected=$2
	shift 2
	status=$(curl -sS -o "$work/answer" -w '%{http_code}' "$@")
	echo "$what: $status"
	[ "$status" = "$expected" ] && return 0
	echo "  $(member code): $(member message)" >&2
	exit 1
}

# The value works together with the cookie that comes with it.
ask "CSRF token" 200 "$service/api/auth/csrf" -c "$work/cookies"
csrf=$(member csrf)

printf '{"username":%s,"password":%s}' "$(quoted "$SALLYPORT_USERNAME")" "$(quoted "$SALLYPORT_PASSWORD")" |
	ask "login" 200 "$service/api/auth/login" -b "$work/cookies" \
		-H 'Content-Type: application/json' -H "csrf: $csrf" --data-binary @-
token=$(member token)

# From here on the token is all that is needed: no cookie and no CSRF token.
bearer | ask "API" 200 "$api" -H @-
cat "$work/answer"; echo

bearer | ask "renewal" 200 -X POST "$service/api/auth/renew" -H @-
token=$(member token)
bearer | ask "API, with the new token" 200 "$api" -H @-

bearer | ask "logout" 200 -X POST "$service/api/auth/logout" -H @-
bearer | ask "who am I, after the logout" 401 "$service/api/auth/session" -H @-
