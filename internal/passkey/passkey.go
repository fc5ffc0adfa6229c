// Package passkey registers and verifies passkeys: discoverable WebAuthn credentials that verify
// their user. It keeps nothing; callers store keys and challenges.
package passkey

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Party is a WebAuthn relying party: one domain of a channel.
type Party struct {
	ID     string // the domain, without port
	Origin string // of the site on this domain
	Name   string
}

// Owner is the user that a passkey belongs to.
type Owner struct {
	Handle []byte // random, at most 64 bytes
	Name   string // an email address
	Keys   []Key
}

// Key is a registered passkey.
type Key struct {
	ID        string // base64url
	Record    string // credential record, JSON
	SignCount int64
}

// Options are the options of the browser's call navigator.credentials.create or get, in JSON form.
type Options map[string]any

// ErrRefused is the error of a response that proves nothing.
var ErrRefused = errors.New("passkey refused")

// Create returns the options to create a passkey, and the challenge that Register needs.
func Create(p Party, owner Owner) (options Options, challenge string, err error) {
	library, err := open(p)
	if err != nil {
		return nil, "", err
	}
	user, err := read(owner)
	if err != nil {
		return nil, "", err
	}
	creation, session, err := library.BeginRegistration(user,
		webauthn.WithExclusions(webauthn.Credentials(user.credentials).CredentialDescriptors()),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		}),
		webauthn.WithConveyancePreference(protocol.PreferNoAttestation))
	if err != nil {
		return nil, "", fmt.Errorf("begin a registration: %w", err)
	}
	return encode(creation.Response, session)
}

// Register checks the browser's response to Create and returns the new key.
func Register(p Party, owner Owner, challenge string, response []byte) (Key, error) {
	library, err := open(p)
	if err != nil {
		return Key{}, err
	}
	session, err := decode(challenge)
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Key{}, refused(err)
	}
	credential, err := library.CreateCredential(holder{handle: owner.Handle}, session, parsed)
	if err != nil {
		return Key{}, refused(err)
	}
	return write(credential)
}

// Request returns the options to log in by any passkey of the relying party, and the challenge that
// Verify needs.
func Request(p Party) (options Options, challenge string, err error) {
	library, err := open(p)
	if err != nil {
		return nil, "", err
	}
	assertion, session, err := library.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, "", fmt.Errorf("begin a login: %w", err)
	}
	return encode(assertion.Response, session)
}

// Verify checks the browser's response to Request and returns the key that signed it, with its new
// sign counter. find returns the owner of a key, with this key. A sign counter that goes back is
// refused: the authenticator may have been copied (WebAuthn, 6.1.1).
func Verify(p Party, challenge string, response []byte, find func(id string) (Owner, error)) (Key, error) {
	library, err := open(p)
	if err != nil {
		return Key{}, err
	}
	session, err := decode(challenge)
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return Key{}, refused(err)
	}
	owner, err := find(encodeID(parsed.RawID))
	if err != nil {
		return Key{}, err
	}
	user, err := read(owner)
	if err != nil {
		return Key{}, err
	}
	_, credential, err := library.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return user, nil }, session, parsed)
	switch {
	case err != nil:
		return Key{}, refused(err)
	case credential.Authenticator.CloneWarning:
		return Key{}, fmt.Errorf("%w: the sign counter went back", ErrRefused)
	}
	return write(credential)
}

func open(p Party) (*webauthn.WebAuthn, error) {
	library, err := webauthn.New(&webauthn.Config{RPID: p.ID, RPDisplayName: p.Name, RPOrigins: []string{p.Origin}})
	if err != nil {
		return nil, fmt.Errorf("open relying party %s: %w", p.ID, err)
	}
	return library, nil
}

// refused keeps the reason for the log. The library's error names it in a separate field.
func refused(err error) error {
	if detailed := new(protocol.Error); errors.As(err, &detailed) {
		return fmt.Errorf("%w: %s: %s", ErrRefused, detailed.Details, detailed.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

func encode(options any, session *webauthn.SessionData) (Options, string, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return nil, "", fmt.Errorf("encode options: %w", err)
	}
	var out Options
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, "", fmt.Errorf("read options: %w", err)
	}
	challenge, err := json.Marshal(session)
	if err != nil {
		return nil, "", fmt.Errorf("encode challenge: %w", err)
	}
	return out, string(challenge), nil
}

func decode(challenge string) (session webauthn.SessionData, err error) {
	if err := json.Unmarshal([]byte(challenge), &session); err != nil {
		return session, fmt.Errorf("read challenge: %w", err)
	}
	return session, nil
}

func encodeID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

// write drops the attestation: it is not asked for, and repeats the key.
func write(c *webauthn.Credential) (Key, error) {
	c.Attestation = webauthn.CredentialAttestation{}
	record, err := json.Marshal(c)
	if err != nil {
		return Key{}, fmt.Errorf("encode credential: %w", err)
	}
	return Key{ID: encodeID(c.ID), Record: string(record), SignCount: int64(c.Authenticator.SignCount)}, nil
}

// holder is an owner as the library knows one.
type holder struct {
	handle      []byte
	name        string
	credentials []webauthn.Credential
}

func read(owner Owner) (holder, error) {
	h := holder{handle: owner.Handle, name: owner.Name}
	for _, key := range owner.Keys {
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(key.Record), &c); err != nil {
			return h, fmt.Errorf("read credential %s: %w", key.ID, err)
		}
		h.credentials = append(h.credentials, c)
	}
	return h, nil
}

// WebAuthnID is part of webauthn.User.
func (h holder) WebAuthnID() []byte { return h.handle }

// WebAuthnName is part of webauthn.User.
func (h holder) WebAuthnName() string { return h.name }

// WebAuthnDisplayName is part of webauthn.User.
func (h holder) WebAuthnDisplayName() string { return h.name }

// WebAuthnCredentials is part of webauthn.User.
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }
