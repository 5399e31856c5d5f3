// An API that lets in the callers that Sallyport knows: SALLYPORT_URL=https://login.example.com go run .
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"

	"example.com/api/sallyport"
)

func main() {
	issuer := os.Getenv("SALLYPORT_URL")
	verifier, err := sallyport.New(issuer, issuer, seconds("POLL", "5"), seconds("BOUND", "9"), seconds("STALE", "60"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		claims, err := verifier.Verify(request.Header.Values("Authorization"))
		response.Header().Set("Content-Type", "application/json")
		if err != nil {
			refuse(response, err)
			return
		}
		caller := map[string]any{"userId": claims.Sub, "role": claims.Role, "sessionId": claims.Sid,
			"authenticatedAt": claims.AuthTime, "groups": append([]string{}, claims.Groups...)}
		json.NewEncoder(response).Encode(map[string]any{"caller": caller})
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+setting("PORT", "9000"), nil))
}

func refuse(response http.ResponseWriter, err error) {
	status := http.StatusUnauthorized
	if err == sallyport.Refused("service_unavailable") {
		status = http.StatusServiceUnavailable
		response.Header().Set("Retry-After", "1")
	} else {
		response.Header().Set("WWW-Authenticate", "Bearer")
	}
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
