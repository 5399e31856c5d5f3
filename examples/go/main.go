// An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com go run .
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"example.com/api/sallyport"
)

func main() {
	issuer := os.Getenv("SALLYPORT_URL")
	verifier, err := sallyport.New(issuer, issuer, seconds("POLL", "5"), seconds("BOUND", "9"), seconds("STALE", "60"))
	if err != nil {
		log.Fatal(err)
	}
	// An access key that is limited gets in only where a route requires scopes.
	insight := func(scopes ...string) http.HandlerFunc {
		return func(response http.ResponseWriter, request *http.Request) {
			claims, err := verifier.Verify(request.Header.Values("Authorization"), scopes...)
			response.Header().Set("Content-Type", "application/json")
			if err != nil {
				refuse(response, err, scopes)
				return
			}
			caller := map[string]any{"userId": claims.Sub, "role": claims.Role, "sessionId": claims.Sid,
				"authenticatedAt": claims.AuthTime, "groups": append([]string{}, claims.Groups...)}
			json.NewEncoder(response).Encode(map[string]any{"caller": caller})
		}
	}
	http.Handle("/", insight())
	http.Handle("/insight/reports", insight("reports:read"))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+setting("PORT", "9000"), nil))
}

func refuse(response http.ResponseWriter, err error, scopes []string) {
	status, name, value := http.StatusUnauthorized, "WWW-Authenticate", "Bearer"
	switch err {
	case sallyport.Refused("service_unavailable"):
		status, name, value = http.StatusServiceUnavailable, "Retry-After", "1"
	case sallyport.Refused("insufficient_scope"):
		status, value = http.StatusForbidden, `Bearer error="insufficient_scope"`
		if len(scopes) > 0 {
			value += `, scope="` + strings.Join(scopes, " ") + `"`
		}
	}
	response.Header().Set(name, value)
	response.WriteHeader(status)
	json.NewEncoder(response).Encode(map[string]string{"code": err.Error()})
}

func setting(name, usual string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return usual
}

func seconds(name, usual string) time.Duration {
	value, err := time.ParseDuration(setting(name, usual) + "s")
	if err != nil {
		log.Fatal(err)
	}
	return value
}
