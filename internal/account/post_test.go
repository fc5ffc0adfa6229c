package account

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
)

// postbox keeps what accounts write to people, and what they have done later.
type postbox struct {
	mu       sync.Mutex
	posted   []posted
	requests []ResetRequest
	joining  []RegistrationRequest
	codes    []LoginCodeRequest
}

type posted struct {
	to     string
	letter letter.Letter
}

func (p *postbox) Post(_ context.Context, _ bun.Tx, _ int64, to string, l letter.Letter) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posted = append(p.posted, posted{to, l})
	return nil
}

func (p *postbox) EnqueueReset(_ context.Context, _ bun.Tx, r ResetRequest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, r)
	return nil
}

func (p *postbox) EnqueueLoginCode(_ context.Context, _ bun.Tx, r LoginCodeRequest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.codes = append(p.codes, r)
	return nil
}

func (p *postbox) EnqueueRegistration(_ context.Context, _ bun.Tx, r RegistrationRequest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.joining = append(p.joining, r)
	return nil
}

func (*postbox) EnqueueTellEmail(context.Context, bun.Tx, int64, UserID) error { return nil }

// last is the latest letter of a subject to a mailbox.
func (p *postbox) last(t *testing.T, to, subject string) letter.Letter {
	t.Helper()
	for i := len(p.posted) - 1; i >= 0; i-- {
		if p.posted[i].to == to && p.posted[i].letter.Subject == subject {
			return p.posted[i].letter
		}
	}
	t.Fatalf("no %q to %s among %v", subject, to, p.posted)
	return letter.Letter{}
}

// linkOf reads the link of a letter as its page does.
func linkOf(t *testing.T, l letter.Letter, path string) Link {
	t.Helper()
	there, query, _ := strings.Cut(l.Button.Path, "?")
	values, err := url.ParseQuery(query)
	expires, notNumber := strconv.ParseInt(values.Get("expires"), 10, 64)
	if there != path || err != nil || notNumber != nil {
		t.Fatalf("the button leads to %q", l.Button.Path)
	}
	return Link{Email: values.Get("email"), Expires: expires, Signature: values.Get("signature")}
}

// newcomer registers and returns the link that verifies the address.
func (c *club) newcomer(email string) (User, Link) {
	c.t.Helper()
	_, session := c.visitor()
	_, user, err := c.Register(c.t.Context(), session, Registration{
		Email: email, Password: secret, PasswordConfirmation: secret, FirstName: "Ada", LastName: "L", Terms: true,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return user, linkOf(c.t, c.post.last(c.t, user.Email, "Confirm your email address"), verifyPath)
}

// forgets has a user ask for a new password and returns the link to one.
func (c *club) forgets(user User) Link {
	c.t.Helper()
	if err := c.SendReset(c.t.Context(), ResetRequest{ChannelID: user.ChannelID, Email: user.Email}); err != nil {
		c.t.Fatal(err)
	}
	return linkOf(c.t, c.post.last(c.t, user.Email, "Choose a new password"), resetPath)
}

// subject is that of the latest letter to a mailbox, or nothing.
func (p *postbox) subject(to string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.posted) - 1; i >= 0; i-- {
		if p.posted[i].to == to {
			return p.posted[i].letter.Subject
		}
	}
	return ""
}

// visitorOf opens an anonymous session on a channel.
func (c *club) visitorOf(channelID int64) Session {
	c.t.Helper()
	_, session, err := c.OpenSession(c.t.Context(), channelID)
	if err != nil {
		c.t.Fatal(err)
	}
	return session
}

// verifies follows a link that verifies an address, on a device without a login.
func (c *club) verifies(channelID int64, link Link) error {
	c.t.Helper()
	return c.VerifyEmail(c.t.Context(), c.visitorOf(channelID), Verification{Link: link, Password: secret})
}

// confirms follows a link to another address, on a device without a login.
func (c *club) confirms(channelID int64, link Link) (email string, err error) {
	c.t.Helper()
	return c.ConfirmEmail(c.t.Context(), c.visitorOf(channelID), Verification{Link: link, Password: secret})
}
