// An application with coreos/go-oidc: of the provider it knows the issuer, its id and its secret. It has one user at a time.
package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"os"

	oidc "github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func main() {
	ctx := context.Background()
	address := "127.0.0.1:" + os.Getenv("PORT")
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "http://" + address + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "groups"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	state, nonce, proof := random(), random(), random()
	hash := sha256.Sum256([]byte(proof))
	challenge := base64.RawURLEncoding.EncodeToString(hash[:])

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce),
			oauth2.SetAuthURLParam("code_challenge", challenge),
			oauth2.SetAuthURLParam("code_challenge_method", "S256")), http.StatusSeeOther)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("state") != state {
			http.Error(w, "another state", http.StatusBadRequest)
			return
		}
		code := r.URL.Query().Get("code")
		tokens, err := config.Exchange(ctx, code, oauth2.SetAuthURLParam("code_verifier", proof))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		text, _ := tokens.Extra("id_token").(string)
		token, err := verifier.Verify(ctx, text)
		if err != nil || token.Nonce != nonce {
			http.Error(w, "the id token is not right", http.StatusBadRequest)
			return
		}
		info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var user struct {
			Sub    string   `json:"sub"`
			Name   string   `json:"name"`
			Groups []string `json:"groups"`
		}
		if err := info.Claims(&user); err != nil || user.Sub != token.Subject {
			http.Error(w, "the user is another one", http.StatusBadRequest)
			return
		}
		w.Header().Set("content-type", "application/json")
		_ = json.NewEncoder(w).Encode(user)
	})
	log.Fatal(http.ListenAndServe(address, nil))
}
