package social

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

const shared = "a secret that a channel and its members' system share"

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func claims(change map[string]any) map[string]any {
	out := map[string]any{"aud": "league", "sub": "member-7", "jti": "token-1", "exp": noon.Add(5 * time.Minute).Unix()}
	maps.Copy(out, change)
	maps.DeleteFunc(out, func(_ string, value any) bool { return value == nil })
	return out
}

func sign(t testing.TB, algorithm jose.SignatureAlgorithm, key any, claims map[string]any) string {
	t.Helper()
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, nil)
	if err != nil {
		t.Fatal(err)
	}
	token, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func inPEM(t testing.TB, key any) string {
	t.Helper()
	der, err := x509.MarshalPKIXPublicKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
}

func TestAMemberIsReadFromAGoodToken(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	change := map[string]any{"email": "ada@example.com", "email_verified": true, "given_name": "Ada", "family_name": "L", "aud": []string{"other", "league"}}
	for name, c := range map[string]struct {
		m   Membership
		key any
	}{
		"HS256": {Membership{Algorithm: HS256, Secret: shared}, []byte(shared)},
		"EdDSA": {Membership{Algorithm: EdDSA, PublicKey: inPEM(t, public)}, private},
		"RS256": {Membership{Algorithm: RS256, PublicKey: inPEM(t, rsaKey.Public())}, rsaKey},
	} {
		c.m.Audience = "league"
		got, err := c.m.Read(sign(t, jose.SignatureAlgorithm(c.m.Algorithm), c.key, claims(change)), noon)
		want := Member{Person: Person{"member-7", "ada@example.com", true, "Ada", "L"}, TokenID: "token-1", Expires: noon.Add(6 * time.Minute)}
		if err != nil || got.Person != want.Person || got.TokenID != want.TokenID || !got.Expires.Equal(want.Expires) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestTokensThatAreNone(t *testing.T) {
	m := Membership{Algorithm: HS256, Secret: shared, Audience: "league", Issuer: "https://members.example"}
	good := map[string]any{"iss": "https://members.example"}
	whole := func(change map[string]any) string {
		both := maps.Clone(good)
		maps.Copy(both, change)
		return sign(t, jose.HS256, []byte(shared), claims(both))
	}
	if _, err := m.Read(whole(nil), noon); err != nil {
		t.Fatal(err)
	}
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	unsigned := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"none"}`)) + "." + strings.Split(whole(nil), ".")[1] + "."
	parts := strings.Split(whole(nil), ".")
	swapped := strings.Join([]string{parts[0], strings.Split(whole(map[string]any{"sub": "somebody-else"}), ".")[1], parts[2]}, ".")
	at := func(ahead time.Duration) int64 { return noon.Add(ahead).Unix() }
	for name, c := range map[string]struct {
		token string
		want  TokenProblem
	}{
		"nothing":                  {"", TokenMalformed},
		"words":                    {"not.a.token", TokenMalformed},
		"endless":                  {strings.Repeat("a", maxToken+1), TokenMalformed},
		"algorithm none":           {unsigned, TokenAlgorithm},
		"another algorithm":        {sign(t, jose.RS256, rsaKey, claims(good)), TokenAlgorithm},
		"a stronger hash":          {sign(t, jose.HS512, []byte(shared+shared), claims(good)), TokenAlgorithm},
		"another key":              {sign(t, jose.HS256, []byte(strings.Repeat("x", 40)), claims(good)), TokenSignature},
		"altered":                  {swapped, TokenSignature},
		"another audience":         {whole(map[string]any{"aud": "club"}), TokenAudience},
		"no audience":              {whole(map[string]any{"aud": nil}), TokenAudience},
		"another issuer":           {whole(map[string]any{"iss": "https://evil.example"}), TokenIssuer},
		"no issuer":                {whole(map[string]any{"iss": nil}), TokenIssuer},
		"expired":                  {whole(map[string]any{"exp": at(-leeway)}), TokenExpired},
		"no end":                   {whole(map[string]any{"exp": nil}), TokenLife},
		"an end far ahead":         {whole(map[string]any{"exp": at(maxMemberLife + leeway + time.Second)}), TokenLife},
		"not yet":                  {whole(map[string]any{"nbf": at(leeway + time.Second)}), TokenEarly},
		"made tomorrow":            {whole(map[string]any{"iat": at(24 * time.Hour)}), TokenEarly},
		"no token id":              {whole(map[string]any{"jti": nil}), TokenIncomplete},
		"no subject":               {whole(map[string]any{"sub": ""}), TokenIncomplete},
		"a name that is an attack": {whole(map[string]any{"sub": "a\x00b"}), TokenIncomplete},
		"a verified word":          {whole(map[string]any{"email_verified": "yes"}), TokenMalformed},
		"an end that is no number": {whole(map[string]any{"exp": "soon"}), TokenMalformed},
		"an end before 1970":       {whole(map[string]any{"exp": -1}), TokenExpired},
		"an end that no clock has": {whole(map[string]any{"exp": -1e300}), TokenMalformed},
	} {
		if _, err := m.Read(c.token, noon); err != c.want { //nolint:errorlint // the sentinel itself
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	// Within the leeway of two clocks.
	for _, change := range []map[string]any{{"exp": at(-30 * time.Second)}, {"nbf": at(30 * time.Second)}, {"iat": at(30 * time.Second)}} {
		if _, err := m.Read(whole(change), noon); err != nil {
			t.Errorf("%v: %v", change, err)
		}
	}
}

// A public key is no shared secret: who knows it signs nothing with it.
func TestAPublicKeySignsNothing(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	m := Membership{Algorithm: RS256, PublicKey: inPEM(t, rsaKey.Public()), Audience: "league"}
	if _, err := m.Read(sign(t, jose.HS256, []byte(m.PublicKey), claims(nil)), noon); err != TokenAlgorithm { //nolint:errorlint // the sentinel itself
		t.Errorf("got %v", err)
	}
}

func TestKeysThatAreNone(t *testing.T) {
	small, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	public, private, _ := ed25519.GenerateKey(rand.Reader)
	der, _ := x509.MarshalPKCS8PrivateKey(private)
	for name, m := range map[string]Membership{
		"short secret":      {Algorithm: HS256, Secret: strings.Repeat("x", MinMemberSecret-1)},
		"no key":            {Algorithm: EdDSA},
		"of another kind":   {Algorithm: RS256, PublicKey: inPEM(t, public)},
		"short key":         {Algorithm: RS256, PublicKey: inPEM(t, small.Public())},
		"a private key":     {Algorithm: EdDSA, PublicKey: string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))},
		"two keys":          {Algorithm: EdDSA, PublicKey: inPEM(t, public) + inPEM(t, public)},
		"unknown algorithm": {Algorithm: "none", PublicKey: inPEM(t, public)},
	} {
		if m.Check() == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	m := Membership{Algorithm: HS256, Secret: shared, Audience: "league"}
	f.Add(sign(f, jose.HS256, []byte(shared), claims(nil)))
	f.Add("a.b.c")
	f.Fuzz(func(t *testing.T, token string) {
		member, err := m.Read(token, noon)
		if err == nil && (!isName(member.Subject) || !isName(member.TokenID)) {
			t.Errorf("%q names %+v", token, member)
		}
	})
}

// Whatever a membership system signs, what is read of it is a member or a problem.
func FuzzClaims(f *testing.F) {
	m := Membership{Algorithm: HS256, Secret: shared, Audience: "league"}
	for _, seed := range []string{
		`{"aud":"league","sub":"member-7","jti":"1","exp":1772366500}`,
		`{"aud":["league","club"],"sub":"7","jti":"1","exp":1772366500.5,"nbf":1e3,"email":"a@b.cd","email_verified":true}`,
		`{"aud":"league","sub":7}`, `{"exp":1e400}`, `{"exp":-1e300,"aud":{}}`, `[]`, `null`, `{"aud":null,"sub":"\u0000"}`, "\xff",
	} {
		f.Add([]byte(seed))
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: []byte(shared)}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, said []byte) {
		signed, err := signer.Sign(said)
		if err != nil {
			t.Fatal(err)
		}
		token, err := signed.CompactSerialize()
		if err != nil {
			t.Fatal(err)
		}
		member, err := m.Read(token, noon)
		var problem TokenProblem
		if err != nil && !errors.As(err, &problem) {
			t.Fatalf("%q: %v", said, err)
		}
		if err == nil && (!isName(member.Subject) || !isName(member.TokenID) || member.EmailVerified && member.Email == "" ||
			member.Expires.Before(noon) || member.Expires.After(noon.Add(maxMemberLife+2*leeway))) {
			t.Errorf("%q names %+v", said, member)
		}
	})
}
