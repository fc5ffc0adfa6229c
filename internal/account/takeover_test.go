package account

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passkey/passkeytest"
	"github.com/grandstand/grandstand/internal/social"
)

// kept is what another domain keeps of users: it notes which parts were asked to go.
type kept struct{ erased, revoked int }

func (*kept) Name() string { return "kept" }

func (*kept) Export(context.Context, int64, UserID, func(any) error) error { return nil }

func (k *kept) Erase(context.Context, bun.Tx, int64, UserID) error { k.erased++; return nil }

func (k *kept) RevokeUser(context.Context, bun.Tx, int64, UserID) error { k.revoked++; return nil }

// prepared is an account that a stranger made with the address of the owner, and to
// which the stranger added each way in there is.
type prepared struct {
	c        *club
	o        *oracle
	kept     *kept
	user     User
	link     Link // in the letter that the owner of the address got
	strange  Session
	device   string // cookie of the stranger's device
	passkey  *passkeytest.Authenticator
	recovery []string
}

const victim = "victim@example.com"

func prepare(t *testing.T, d *db.DB) *prepared {
	t.Helper()
	c, o := newHarbour(t, d)
	p := &prepared{c: c, o: o, kept: &kept{}}
	c.belongings, c.revocations = []Belongings{p.kept}, []Revocation{p.kept}
	p.user, p.link = c.newcomer(victim)
	_, p.strange = c.enter(victim)
	o.Person = social.Person{Subject: "stranger", Email: "stranger@example.com", EmailVerified: true}
	if _, err := c.connect1(p.strange, c.connecting(o, p.strange), true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.EditProfile(t.Context(), p.strange, ProfileChange{Phone: new("+1 514 555 0199")}); err != nil {
		t.Fatal(err)
	}
	begun, err := c.BeginSecondFactor(t.Context(), p.strange.Actor(), secret, "Home", netip.Addr{})
	if err != nil {
		t.Fatal(err)
	}
	if p.recovery, err = c.ConfirmSecondFactor(t.Context(), p.strange.Actor(), totpSecret(begun.Secret).code(stepAt(c.clock.Now())), "en"); err != nil {
		t.Fatal(err)
	}
	if p.user, err = c.Profile(t.Context(), p.strange.Actor()); err != nil {
		t.Fatal(err)
	}
	p.device = c.RememberDevice("", p.user)
	p.passkey = c.addsPasskey(p.strange, Proof{Password: secret, Code: p.recovery[len(p.recovery)-1]})
	return p
}

// letStrangerIn reports each way by which the stranger still gets in.
func (p *prepared) letStrangerIn(t *testing.T) (ways []string) {
	t.Helper()
	if _, err := p.c.FindSessionByID(t.Context(), p.c.channel, p.strange.ID); err == nil {
		ways = append(ways, "session")
	}
	if p.c.knows(p.device, victim) {
		ways = append(ways, "known device")
	}
	for _, login := range []string{victim, "15145550199"} {
		_, session := p.c.visitor()
		if _, _, err := p.c.Login(t.Context(), session, login, secret, netip.Addr{}); fault.CodeOf(err) != "wrong_auth_data" {
			ways = append(ways, "password of "+login)
		}
	}
	_, session := p.c.visitor()
	if _, _, err := p.c.logsInByPasskey(session, p.passkey); err == nil {
		ways = append(ways, "passkey")
	}
	own := actor.Actor{Role: actor.User, ChannelID: p.c.channel, UserID: int64(p.user.ID)}
	identities, err := p.c.Identities(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range identities {
		if one.Email == "stranger@example.com" {
			ways = append(ways, "login at "+string(one.Provider))
		}
	}
	factor, err := p.c.SecondFactor(t.Context(), own)
	if err != nil {
		t.Fatal(err)
	}
	if factor.Enabled {
		ways = append(ways, "second factor")
	}
	if user, err := p.c.Profile(t.Context(), own); err != nil || user.Phone != "" {
		ways = append(ways, "phone")
	}
	return ways
}

// takeovers are the ways to take an unverified account over, in the session of a visitor.
var takeovers = map[string]struct {
	come   func(t *testing.T, p *prepared, session Session) error
	erased int
	// names are the names of the account afterwards. On a known device of the account, kept is true if they stay as they were.
	names string
	kept  bool
}{
	"this was not me": {func(t *testing.T, p *prepared, session Session) error {
		_, _, err := p.c.TakeOver(t.Context(), session, Takeover{Link: p.link, Password: fresh, PasswordConfirmation: fresh, Stranger: true, Language: "en"})
		return err
	}, 1, " ", false},
	"the password is not known": {func(t *testing.T, p *prepared, session Session) error {
		_, _, err := p.c.TakeOver(t.Context(), session, Takeover{Link: p.link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
		return err
	}, 0, "Ada L", true},
	"a reset": {func(t *testing.T, p *prepared, session Session) error {
		if err := p.c.SendReset(t.Context(), ResetRequest{ChannelID: p.c.channel, Email: victim}); err != nil {
			t.Fatal(err)
		}
		link := linkOf(t, p.c.post.posted[len(p.c.post.posted)-1].letter, resetPath)
		_, _, err := p.c.ResetPassword(t.Context(), session, PasswordReset{Link: link, Password: fresh, PasswordConfirmation: fresh, Language: "en"})
		return err
	}, 0, " ", true},
	"a login at a provider that verified the address": {func(t *testing.T, p *prepared, session Session) error {
		p.o.Person = social.Person{Subject: "owner", Email: victim, EmailVerified: true, FirstName: "Olive", LastName: "Owner"}
		_, _, err := p.c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticketFor(t, p.c, p.o, session), Language: "en"})
		return err
	}, 0, "Olive Owner", true},
	"a mailed code": {func(_ *testing.T, p *prepared, session Session) error {
		_, _, err := p.c.entersCode(session, p.c.asksForCode(session, victim, netip.Addr{}))
		return err
	}, 0, " ", true},
	"a password of the operators": {func(t *testing.T, p *prepared, _ Session) error {
		return p.c.SetPassword(t.Context(), actor.ForSystem(p.c.channel), p.c.channel, p.user.ID, fresh, true)
	}, 0, "Ada L", false},
}

// After the owner of the address takes over, nothing of the stranger opens the account.
func TestTheOwnerOfAnAddressTakesTheAccountOver(t *testing.T) {
	for name, way := range takeovers {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				p := prepare(t, d)
				if ways := p.letStrangerIn(t); len(ways) != 7 { // negative control: each is open before, but the phone number, which is no login of an unverified account
					t.Fatalf("before: %v", ways)
				}
				_, session := p.c.visitor()
				if err := way.come(t, p, session); err != nil {
					t.Fatal(err)
				}
				if ways := p.letStrangerIn(t); len(ways) > 0 {
					t.Errorf("the stranger keeps %v", ways)
				}
				if p.kept.revoked != 1 || p.kept.erased != way.erased {
					t.Errorf("revoked %d, erased %d", p.kept.revoked, p.kept.erased)
				}
				if want := name != "a password of the operators"; p.c.isVerified(p.user) != want {
					t.Errorf("verified: %v", !want)
				}
			})
		})
	}
}

// A stranger may have entered the names, the language and the consent to news of an unverified account. The owner who takes it over
// gets them on a known device of the account only.
func TestWhatATakeoverKeepsOfTheRegistration(t *testing.T) {
	for name, way := range takeovers {
		for _, known := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, known device %t", name, known), func(t *testing.T) {
				dbtest.Each(t, func(t *testing.T, d *db.DB) {
					p := prepare(t, d)
					_, _, err := p.c.EditProfile(t.Context(), p.strange, ProfileChange{MailingConsent: new(true), Language: new("fr")})
					if err != nil {
						t.Fatal(err)
					}
					_, session := p.c.visitor()
					if known {
						session = session.On(Client{Devices: p.device})
					}
					if err := way.come(t, p, session); err != nil {
						t.Fatal(err)
					}
					user, err := p.c.find(t.Context(), p.c.channel, "u.id = ?", p.user.ID)
					if err != nil {
						t.Fatal(err)
					}
					names, language, consent := way.names, "en", known && way.kept
					if known && way.kept {
						names = "Ada L"
					}
					if names == "Ada L" {
						language = "fr"
					}
					if got := user.FirstName + " " + user.LastName; got != names || user.Language != language || user.MailingConsent != consent {
						t.Errorf("names %q, language %q, consent %t, want %q, %q, %t", got, user.Language, user.MailingConsent, names, language, consent)
					}
				})
			})
		}
	}
}

// An operator creates a user with names. A password reset on any device keeps these names.
func TestAResetKeepsTheNamesThatOperatorsEntered(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		made, err := c.CreateUser(t.Context(), actor.ForSystem(c.channel), c.channel, NewUser{
			Email: "made@example.com", Password: secret, FirstName: "Ada", LastName: "L", Role: actor.User, TemporaryPassword: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, user := range []User{made, c.person("operator@example.com", actor.Operator)} {
			if _, got, err := c.renew(c.forgets(user)); err != nil || got.FirstName != "Ada" || got.LastName != "L" {
				t.Errorf("%+v, %v", got, err)
			}
		}
	})
}

// The owner who verifies the address on another device, by the password, keeps what they entered.
func TestAVerificationKeepsTheRegistration(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, session := c.visitor()
		_, user, err := c.Register(t.Context(), session, Registration{
			Email: "ada@example.com", Password: secret, PasswordConfirmation: secret, FirstName: "Ada", LastName: "L", Terms: true, MailingConsent: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.verifies(c.channel, linkOf(t, c.post.last(t, user.Email, "Confirm your email address"), verifyPath)); err != nil {
			t.Fatal(err)
		}
		got, err := c.find(t.Context(), c.channel, "u.id = ?", user.ID)
		if err != nil || !got.EmailVerified || got.FirstName != "Ada" || got.LastName != "L" || !got.MailingConsent {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// A press on the link of the letter is not enough: the reader may never have registered.
func TestALinkAloneVerifiesNoAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		p := prepare(t, d)
		c := p.c
		visitor := c.visitorOf(c.channel)
		c.person("other@example.com", actor.User)
		_, other := c.enter("other@example.com")
		tv := p.strange
		tv.ByCode = true
		for name, try := range map[string]struct {
			session Session
			entered string
			code    string
		}{
			"a visitor":                    {visitor, "", "account_proof_required"},
			"another user":                 {other, "", "account_proof_required"},
			"a TV of the account":          {tv, "", "account_proof_required"},
			"a visitor, by another's word": {visitor, "not-the-password", "incorrect_password"},
		} {
			err := c.VerifyEmail(t.Context(), try.session, Verification{Link: p.link, Password: try.entered})
			if fault.CodeOf(err) != try.code || c.isVerified(p.user) {
				t.Errorf("%s: %v", name, err)
			}
		}
		// The person who registered reads the letter on a phone: one field is enough, and nothing ends.
		if err := c.verifies(c.channel, p.link); err != nil || !c.isVerified(p.user) {
			t.Fatal(err)
		}
		if ways := p.letStrangerIn(t); len(ways) != 8 {
			t.Errorf("the account kept only %v", ways)
		}
		_, session := c.visitor()
		_, _, err := c.TakeOver(t.Context(), session, Takeover{Link: p.link, Password: fresh, PasswordConfirmation: fresh})
		if fault.CodeOf(err) != "email_already_verified" {
			t.Errorf("taking over what its owner verified: %v", err)
		}
	})
}

func TestTheSessionThatRegisteredVerifiesByItself(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	user, link := c.newcomer("ada@example.com")
	_, session := c.enter("ada@example.com")
	if err := c.VerifyEmail(t.Context(), session, Verification{Link: link}); err != nil || !c.isVerified(user) {
		t.Error(err)
	}
}

// An account whose login is at a provider has no password to ask for.
func TestVerifyingAnAccountWithoutAPassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, o := newHarbour(t, d)
		o.Person = social.Person{Subject: "ada", Email: "ada@example.com", FirstName: "Ada", LastName: "L"}
		_, session := c.visitor()
		key, user, err := c.EnterSocial(t.Context(), session, social.Google, SocialEntry{Ticket: ticketFor(t, c, o, session), Terms: new(true), Language: "en"})
		if err != nil {
			t.Fatal(err)
		}
		link := linkOf(t, c.post.last(t, "ada@example.com", "Confirm your email address"), verifyPath)
		if err := c.verifies(c.channel, link); fault.CodeOf(err) != "account_proof_required" {
			t.Errorf("elsewhere: %v", err)
		}
		own, err := c.FindSession(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.VerifyEmail(t.Context(), own, Verification{Link: link}); err != nil || !c.isVerified(user) {
			t.Error(err)
		}
	})
}

// A stranger has the address of their own account changed to the mailbox of another person.
func TestALinkAloneChangesNoAddress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("stranger@example.com", actor.User)
		_, session := c.enter("stranger@example.com")
		link := c.askEmail(session, victim)
		for password, code := range map[string]string{"": "account_proof_required", "not-the-password": "incorrect_password"} {
			_, err := c.ConfirmEmail(t.Context(), c.visitorOf(c.channel), Verification{Link: link, Password: password})
			if fault.CodeOf(err) != code {
				t.Errorf("by %q: %v", password, err)
			}
		}
		if got := c.emailOf(user.ID); got != "stranger@example.com" {
			t.Errorf("the account has %s", got)
		}
		if _, err := c.ConfirmEmail(t.Context(), session, Verification{Link: link}); err != nil {
			t.Errorf("by the session that asked: %v", err)
		}
	})
}

// A takeover and a verification at once: one of them counts.
func TestATakeoverAgainstAVerification(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		_, link := c.newcomer("ada@example.com")
		var won atomic.Int64
		visitors := make([]Session, 4) // fewer than the guesses that an address may make
		for i := range visitors {
			visitors[i] = c.visitorOf(c.channel)
		}
		dbtest.AtOnce(len(visitors), func(i int) {
			var err error
			if i%2 == 0 {
				err = c.VerifyEmail(t.Context(), visitors[i], Verification{Link: link, Password: secret})
			} else {
				_, _, err = c.TakeOver(t.Context(), visitors[i], Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh})
			}
			if err == nil {
				won.Add(1)
			}
		})
		if won.Load() != 1 {
			t.Errorf("%d counted", won.Load())
		}
	})
}

func TestATakeoverRefuses(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	_, link := c.newcomer("ada@example.com")
	_, session := c.enter("ada@example.com")
	visitor := c.visitorOf(c.channel)
	for name, try := range map[string]struct {
		session Session
		t       Takeover
		code    string
	}{
		"logged in":          {session, Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh}, "already_logged_in"},
		"no link":            {visitor, Takeover{Password: fresh, PasswordConfirmation: fresh}, "verification_failed"},
		"no password":        {visitor, Takeover{Link: link}, "validation_failed"},
		"a common password":  {visitor, Takeover{Link: link, Password: "Password123!", PasswordConfirmation: "Password123!"}, "validation_failed"},
		"two that differ":    {visitor, Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh + " "}, "validation_failed"},
		"on another channel": {c.visitorOf(c.addChannel("away")), Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh}, "verification_failed"},
	} {
		if _, _, err := c.TakeOver(t.Context(), try.session, try.t); fault.CodeOf(err) != try.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	c.clock.Advance(verifyLife)
	if _, _, err := c.TakeOver(t.Context(), visitor, Takeover{Link: link, Password: fresh, PasswordConfirmation: fresh}); fault.CodeOf(err) != "verification_failed" {
		t.Errorf("too late: %v", err)
	}
}
