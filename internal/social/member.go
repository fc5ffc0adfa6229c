package social

import (
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const (
	// maxMemberLife is how far ahead a token may end.
	maxMemberLife = 10 * time.Minute
	// leeway is how far two clocks may be apart.
	leeway = time.Minute
	// maxToken is the longest token in bytes.
	maxToken = 8 << 10
	// MinMemberSecret is the least length of a shared secret in bytes (RFC 7518, 3.2).
	MinMemberSecret = 32
	minRSABits      = 2048
)

// Algorithm is how a membership system signs. It is fixed for each: a token never
// chooses (RFC 8725, 3.1).
type Algorithm string

// The algorithms that a membership system may sign with.
const (
	HS256 Algorithm = "HS256"
	EdDSA Algorithm = "EdDSA"
	RS256 Algorithm = "RS256"
)

// Membership is a channel's own system that knows its members.
type Membership struct {
	Algorithm Algorithm
	Secret    string // of HS256
	PublicKey string // of the others, in PEM
	Audience  string // whom tokens must be for
	Issuer    string // who must have made them; empty for anybody with the key
}

// Member is whom a token names. TokenID is good once, until Expires.
type Member struct {
	Person

	TokenID string
	Expires time.Time
}

// TokenProblem says why a token is none; it is an error, and a stable code.
type TokenProblem string

// What may be wrong with a token.
const (
	TokenMalformed  TokenProblem = "malformed"
	TokenAlgorithm  TokenProblem = "algorithm"
	TokenSignature  TokenProblem = "signature"
	TokenAudience   TokenProblem = "audience"
	TokenIssuer     TokenProblem = "issuer"
	TokenExpired    TokenProblem = "expired"
	TokenEarly      TokenProblem = "early"
	TokenLife       TokenProblem = "lifetime" // no end, or one too far ahead
	TokenIncomplete TokenProblem = "incomplete"
)

// TokenProblems are all of them.
func TokenProblems() []TokenProblem {
	return []TokenProblem{
		TokenMalformed, TokenAlgorithm, TokenSignature, TokenAudience, TokenIssuer, TokenExpired, TokenEarly, TokenLife, TokenIncomplete,
	}
}

func (p TokenProblem) Error() string { return "member token: " + string(p) }

// Check says whether tokens of the system can be read at all.
func (m Membership) Check() error {
	_, err := m.key()
	return err
}

func (m Membership) key() (any, error) {
	if m.Algorithm == HS256 {
		if len(m.Secret) < MinMemberSecret {
			return nil, errors.New("the shared secret is too short")
		}
		return []byte(m.Secret), nil
	}
	block, rest := pem.Decode([]byte(m.PublicKey))
	if block == nil || block.Type != "PUBLIC KEY" || len(strings.TrimSpace(string(rest))) > 0 {
		return nil, errors.New("the public key is not one block of PEM")
	}
	parsed, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, errors.New("the public key cannot be read")
	}
	switch key := parsed.(type) {
	case ed25519.PublicKey:
		if m.Algorithm == EdDSA {
			return key, nil
		}
	case *rsa.PublicKey:
		if m.Algorithm == RS256 && key.N.BitLen() >= minRSABits {
			return key, nil
		}
	}
	return nil, errors.New("the public key is not of the algorithm, or too short")
}

// Read finds out whom a token names (RFC 7519). Every failure of the token is a
// TokenProblem; any other error means that no token can be read.
func (m Membership) Read(token string, now time.Time) (Member, error) {
	key, err := m.key()
	if err != nil {
		return Member{}, err
	}
	if len(token) > maxToken {
		return Member{}, TokenMalformed
	}
	signed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.SignatureAlgorithm(m.Algorithm)})
	if _, ok := errors.AsType[*jose.ErrUnexpectedSignatureAlgorithm](err); ok {
		return Member{}, TokenAlgorithm
	}
	if err != nil {
		return Member{}, TokenMalformed
	}
	var said memberClaims
	if err := signed.Claims(key, &said); err != nil {
		if errors.Is(err, jose.ErrCryptoFailure) {
			return Member{}, TokenSignature
		}
		return Member{}, TokenMalformed
	}
	return said.member(m, now)
}

type memberClaims struct {
	jwt.Claims

	Email         string `json:"email"`
	EmailVerified bool   `json:"email_verified"`
	FirstName     string `json:"given_name"`
	LastName      string `json:"family_name"`
}

func (c *memberClaims) member(m Membership, now time.Time) (Member, error) {
	if problem := c.problem(m, now); problem != "" {
		return Member{}, problem
	}
	return Member{
		Person: Person{
			Subject: c.Subject, Email: c.Email, EmailVerified: c.EmailVerified && c.Email != "",
			FirstName: c.FirstName, LastName: c.LastName,
		},
		TokenID: c.ID, Expires: c.Expiry.Time().Add(leeway),
	}, nil
}

func (c *memberClaims) problem(m Membership, now time.Time) TokenProblem {
	switch {
	case !slices.Contains(c.Audience, m.Audience):
		return TokenAudience
	case m.Issuer != "" && c.Issuer != m.Issuer:
		return TokenIssuer
	case c.Expiry == nil || c.Expiry.Time().After(now.Add(maxMemberLife+leeway)):
		return TokenLife
	case !now.Before(c.Expiry.Time().Add(leeway)):
		return TokenExpired
	case c.NotBefore != nil && c.NotBefore.Time().After(now.Add(leeway)), c.IssuedAt != nil && c.IssuedAt.Time().After(now.Add(leeway)):
		return TokenEarly
	case !isName(c.Subject) || !isName(c.ID):
		return TokenIncomplete
	}
	return ""
}

// isName accepts what can name a member or a token: one short line.
func isName(s string) bool {
	return s != "" && len(s) <= maxSubject && utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
}
