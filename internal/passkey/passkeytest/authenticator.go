// Package passkeytest is an authenticator in software, for tests.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
)

// Authenticator holds one passkey. Its fields change what the next response says.
type Authenticator struct {
	Origin     string // of the page; empty: that of the relying party's own https site
	Unverified bool   // it does not verify its user
	Count      uint32 // sign counter of the last response

	t      testing.TB
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte
}

// New returns an authenticator without a passkey.
func New(t testing.TB) *Authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &Authenticator{t: t, key: key, id: id}
}

// Clone returns an authenticator with the same key and counter.
func (a *Authenticator) Clone() *Authenticator {
	c := *a
	return &c
}

// options are the parts of the browser's options that an authenticator reads.
type options struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
}

func (a *Authenticator) read(given any) (o options) {
	a.t.Helper()
	text, err := json.Marshal(given)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return o
}

// Create answers the options of a registration, as a browser's JSON.
func (a *Authenticator) Create(given any) map[string]any {
	a.t.Helper()
	o := a.read(given)
	handle, err := base64.RawURLEncoding.DecodeString(o.User.ID)
	if err != nil {
		a.t.Fatal(err)
	}
	a.handle = handle
	client := a.client("webauthn.create", o.Challenge, o.RP.ID)
	attested := make([]byte, 16, 200) // AAGUID
	attested = binary.BigEndian.AppendUint16(attested, uint16(len(a.id)))
	attested = append(append(attested, a.id...), a.cosePublicKey()...)
	data := a.data(o.RP.ID, 0x40, attested)
	// {"fmt": "none", "attStmt": {}, "authData": bytes}
	object := append([]byte{0xa3, 0x63, 'f', 'm', 't', 0x64, 'n', 'o', 'n', 'e', 0x67}, "attStmt"...)
	object = append(append(object, 0xa0, 0x68), "authData"...)
	object = append(object, 0x58, byte(len(data)))
	return a.response(map[string]any{"clientDataJSON": text(client), "attestationObject": text(append(object, data...))})
}

// Get answers the options of a login, as a browser's JSON.
func (a *Authenticator) Get(given any) map[string]any {
	a.t.Helper()
	o := a.read(given)
	client := a.client("webauthn.get", o.Challenge, o.RPID)
	data := a.data(o.RPID, 0, nil)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.response(map[string]any{
		"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature), "userHandle": text(a.handle),
	})
}

func (a *Authenticator) response(r map[string]any) map[string]any {
	return map[string]any{"id": text(a.id), "rawId": text(a.id), "type": "public-key", "response": r, "clientExtensionResults": map[string]any{}}
}

func (a *Authenticator) client(kind, challenge, party string) []byte {
	origin := a.Origin
	if origin == "" {
		origin = "https://" + party
	}
	out, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return out
}

// data is the authenticator data (WebAuthn, 6.1).
func (a *Authenticator) data(party string, flags byte, attested []byte) []byte {
	a.Count++
	flags |= 0x01 // user present
	if !a.Unverified {
		flags |= 0x04
	}
	hash := sha256.Sum256([]byte(party))
	out := append(hash[:], flags)
	return append(binary.BigEndian.AppendUint32(out, a.Count), attested...)
}

// cosePublicKey is {1: 2, 3: -7, -1: 1, -2: x, -3: y} (RFC 9053, 7.1.1).
func (a *Authenticator) cosePublicKey() []byte {
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	out := append([]byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32}, point[1:33]...)
	return append(append(out, 0x22, 0x58, 32), point[33:]...)
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
