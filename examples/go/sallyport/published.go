package sallyport

import (
	"bytes"
	"compress/zlib"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Claims of an access token. Pointers tell a missing number from zero. Groups may be nil: the token names none.
type Claims struct {
	Iss, Sub, Aud, Sid, Jti, Role string
	Groups                        []string
	Scopes                        Scopes `json:"scope"`
	Iat, Nbf, Exp                 *int64
	AuthTime                      *int64 `json:"auth_time"`
	Status                        struct {
		List struct {
			URI   string
			Index *int64 `json:"idx"`
		} `json:"status_list"`
	}
}

// Scopes that an access key is limited to; nil: it is not limited, or the caller is a person.
type Scopes []string

// UnmarshalJSON refuses what names no scope, null too, or its caller would pass as one without a limit.
func (s *Scopes) UnmarshalJSON(text []byte) error {
	var names string
	err := json.Unmarshal(text, &names)
	if *s = strings.Fields(names); err == nil && len(*s) == 0 {
		err = errors.New("a scope without a name")
	}
	return err
}

// A limited key gets in nowhere but where scopes are required, so that a route that was forgotten refuses it.
func (s Scopes) cover(required []string) bool {
	if s == nil {
		return true
	}
	has := map[string]bool{}
	for _, name := range s {
		has[name] = true
	}
	for _, name := range required {
		if !has[name] {
			return false
		}
	}
	return len(required) > 0
}

// The keys, and the lists that one of them has signed.
type snapshot struct {
	keys      map[string]jwk
	lists     map[string][]byte
	at, until time.Time     // when both were requested, and when they are too old
	grace     time.Duration // how old they may get while the service is away
}

type jwk struct{ Kid, Alg, Kty, Crv, X, Y, N, E string }

var (
	issuerForm = regexp.MustCompile(`^(https://[^/]+|http://(localhost|127\.0\.0\.1)(:\d+)?)(/.*[^/])?$`)
	compact    = regexp.MustCompile(`^([\w-]+)\.([\w-]+)\.([\w-]+)$`)
	errAway    = errors.New("the service is away")
)

const mostBytes = 4 << 20

func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (v *Verifier) fetch(now time.Time) (map[string]jwk, map[string][]byte, error) {
	keys, lists := map[string]jwk{}, map[string][]byte{}
	var jwks struct{ Keys []jwk }
	body, err := v.get("/.well-known/jwks.json")
	if err == nil {
		err = json.Unmarshal(body, &jwks)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, key := range jwks.Keys {
		keys[key.Kid] = key
	}
	var addresses struct {
		Lists []string `json:"status_lists"`
	}
	if body, err = v.get("/api/auth/status"); err == nil {
		err = json.Unmarshal(body, &addresses)
	}
	if err != nil {
		return nil, nil, err
	}
	for _, uri := range addresses.Lists {
		if lists[uri], err = v.fetchList(uri, keys, now); err != nil {
			return nil, nil, err
		}
	}
	return keys, lists, nil
}

// The bits of a list, the first entry in the lowest bit of the first byte.
func (v *Verifier) fetchList(uri string, keys map[string]jwk, now time.Time) ([]byte, error) {
	if !strings.HasPrefix(uri, v.issuer+"/api/auth/status/") {
		return nil, fmt.Errorf("%s is not below %s", uri, v.issuer)
	}
	token, err := v.get(strings.TrimPrefix(uri, v.issuer))
	if err != nil {
		return nil, err
	}
	var list struct {
		Iss, Sub string
		Iat, Exp int64
		List     struct {
			Bits int
			Lst  string
		} `json:"status_list"`
	}
	signed := openSigned(string(token), "statuslist+jwt", keys, &list)
	if !signed || list.Iss != v.issuer || list.Sub != uri || list.List.Bits != 1 {
		return nil, fmt.Errorf("%s is not a list of the service", uri)
	}
	if list.Iat > now.Unix()+30 || list.Exp <= now.Unix() {
		return nil, fmt.Errorf("%s is a list of another time", uri)
	}
	zipped, err := zlib.NewReader(bytes.NewReader(decode(list.List.Lst)))
	if err != nil {
		return nil, err
	}
	bits, err := io.ReadAll(io.LimitReader(zipped, mostBytes/2+1))
	if err == nil && len(bits) > mostBytes/2 {
		err = fmt.Errorf("%s has more entries than a list can have", uri)
	}
	return bits, err
}

func (v *Verifier) get(path string) ([]byte, error) {
	response, err := v.client.Get(v.issuer + path)
	if err != nil {
		return nil, errAway
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNotFound {
		return nil, fmt.Errorf("%s is not found", path)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, mostBytes+1))
	if err != nil || response.StatusCode != http.StatusOK {
		return nil, errAway
	}
	if len(body) > mostBytes {
		return nil, fmt.Errorf("%s is too long", path)
	}
	return body, nil
}

// Whether one of the keys has signed this. Of the header, only kid chooses anything; alg must be that of the key.
func openSigned(token, typ string, keys map[string]jwk, claims any) bool {
	part := compact.FindStringSubmatch(token)
	var header struct {
		Alg, Typ, Kid string
		Crit          json.RawMessage
	}
	if part == nil || json.Unmarshal(decode(part[1]), &header) != nil || header.Typ != typ || header.Crit != nil {
		return false
	}
	key, published := keys[header.Kid]
	input := strings.TrimSuffix(token, "."+part[3])
	if !published || header.Alg != key.Alg || !key.hasSigned([]byte(input), decode(part[3])) {
		return false
	}
	return json.Unmarshal(decode(part[2]), claims) == nil
}

func (key jwk) hasSigned(input, signature []byte) bool {
	hash := sha256.Sum256(input)
	switch [3]string{key.Alg, key.Kty, key.Crv} {
	case [3]string{"ES256", "EC", "P-256"}:
		public := ecdsa.PublicKey{Curve: elliptic.P256(), X: number(key.X), Y: number(key.Y)}
		r, s := new(big.Int), new(big.Int)
		return len(signature) == 64 && ecdsa.Verify(&public, hash[:], r.SetBytes(signature[:32]), s.SetBytes(signature[32:]))
	case [3]string{"EdDSA", "OKP", "Ed25519"}:
		public := decode(key.X)
		return len(public) == ed25519.PublicKeySize && ed25519.Verify(public, input, signature)
	case [3]string{"RS256", "RSA", ""}:
		public := rsa.PublicKey{N: number(key.N), E: int(number(key.E).Int64())}
		return rsa.VerifyPKCS1v15(&public, crypto.SHA256, hash[:], signature) == nil
	}
	return false
}

func number(text string) *big.Int { return new(big.Int).SetBytes(decode(text)) }

// Nothing, if it is not the one way to write these bytes.
func decode(text string) []byte {
	decoded, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil
	}
	return decoded
}
