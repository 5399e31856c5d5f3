// Package sallyport verifies Sallyport's access tokens offline, and learns of logouts from its status lists.
package sallyport

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Refused is a code: service_unavailable is a 503, insufficient_scope a 403, each other one a 401.
type Refused string

func (code Refused) Error() string { return string(code) }

var bearer = regexp.MustCompile(`^(?i:bearer) +([^ ]+)$`)

type Verifier struct {
	issuer, audience string
	bound, stale     time.Duration // the oldest snapshot that decides; the same while the service is away
	client           http.Client
	lock             sync.Mutex
	tried            time.Time
	known            atomic.Pointer[snapshot]
}

// New looks at the lists every poll (5 s). They decide until they are bound old (9 s), or stale (60 s) while the service is away.
func New(issuer, audience string, poll, bound, stale time.Duration) (*Verifier, error) {
	if !issuerForm.MatchString(issuer) {
		return nil, errors.New("issuer: https, or http on this machine, without a slash at the end")
	}
	if poll <= 0 || poll > bound || bound > stale {
		return nil, errors.New("poll must not exceed bound, which must not exceed stale")
	}
	v := &Verifier{issuer: issuer, audience: audience, bound: bound, stale: stale}
	v.client = http.Client{Timeout: 3 * time.Second, CheckRedirect: noRedirect}
	v.known.Store(&snapshot{})
	fresh := v.refresh(time.Now())
	go func() {
		for ; ; fresh = v.refresh(time.Now()) {
			if !fresh && poll > time.Second {
				time.Sleep(time.Second)
			} else {
				time.Sleep(poll)
			}
		}
	}()
	return v, nil
}

// Verify takes request.Header.Values("Authorization"), and returns the caller or a Refused. An access key that is limited
// needs all of the scopes.
func (v *Verifier) Verify(authorization []string, scopes ...string) (*Claims, error) {
	if len(authorization) == 0 {
		return nil, Refused("unauthenticated")
	}
	token := append(bearer.FindStringSubmatch(strings.Join(authorization, ", ")), "", "")[1]
	known := v.known.Load()
	claims := v.read(token, known)
	if claims != nil && known.lists[claims.Status.List.URI] == nil { // a list that has just begun
		v.refresh(time.Now())
		known = v.known.Load()
		claims = v.read(token, known)
	}
	now, early := time.Now(), time.Now().Unix()+30
	if now.Before(known.at) || !now.Before(known.until) {
		return nil, Refused("service_unavailable")
	}
	if claims == nil && now.Sub(known.at) > v.bound { // the token may be of a new key
		return nil, Refused("service_unavailable")
	}
	if claims == nil {
		return nil, Refused("invalid_token")
	}
	if now.Unix() >= *claims.Exp {
		return nil, Refused("session_expired")
	}
	list, index := known.lists[claims.Status.List.URI], *claims.Status.List.Index
	if list == nil {
		return nil, Refused("service_unavailable")
	}
	if early < *claims.Iat || early < *claims.Nbf || index >= int64(len(list))*8 {
		return nil, Refused("invalid_token")
	}
	if list[index/8]>>(index%8)&1 == 1 {
		return nil, Refused("session_ended")
	}
	if !claims.Scopes.cover(scopes) {
		return nil, Refused("insufficient_scope")
	}
	return claims, nil
}

// Checks everything but the time; nil: the service has not signed this for this API.
func (v *Verifier) read(token string, known *snapshot) *Claims {
	c := &Claims{}
	if len(token) > 4096 || !openSigned(token, "at+jwt", known.keys, c) || c.Iss != v.issuer || c.Aud != v.audience {
		return nil
	}
	if c.Sub == "" || c.Sid == "" || c.Jti == "" || c.Role == "" {
		return nil
	}
	for _, number := range []*int64{c.Iat, c.Nbf, c.Exp, c.AuthTime, c.Status.List.Index} {
		if number == nil || *number > 1<<53 || *number < -1<<53 {
			return nil
		}
	}
	if *c.Exp-*c.Iat > 25*3600 || *c.Status.List.Index < 0 {
		return nil
	}
	return c
}

// Fetches the keys and the lists, unless another call has begun to since then.
func (v *Verifier) refresh(since time.Time) bool {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.tried.After(since) {
		return true
	}
	v.tried = time.Now()
	now := v.tried.Round(0) // by the wall clock, which runs on while the machine sleeps
	keys, lists, err := v.fetch(now)
	if err == nil {
		v.known.Store(&snapshot{keys, lists, now, now.Add(v.bound), v.stale})
		return true
	}
	kept := *v.known.Load()
	if !errors.Is(err, errAway) {
		kept.grace = v.bound // A wrong response is no outage.
	}
	kept.until = kept.at.Add(kept.grace)
	v.known.Store(&kept)
	return false
}
