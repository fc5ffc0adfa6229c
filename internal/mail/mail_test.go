package mail

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// inbox is a mail server that takes every letter, or answers a command with a refusal.
type inbox struct {
	mu      sync.Mutex
	letters []*mail.Message
	to      []string
	hello   string           // by which it was greeted last
	utf8    bool             // SMTPUTF8 was asked for
	refuses map[string]error // by the command
}

func (i *inbox) NewSession(c *smtp.Conn) (smtp.Session, error) {
	return &session{inbox: i, conn: c}, nil
}

type session struct {
	inbox *inbox
	conn  *smtp.Conn
	to    []string
}

func (s *session) Reset()        { s.to = nil }
func (s *session) Logout() error { return nil }
func (s *session) Mail(_ string, o *smtp.MailOptions) error {
	s.inbox.mu.Lock()
	defer s.inbox.mu.Unlock()
	s.inbox.hello, s.inbox.utf8 = s.conn.Hostname(), o.UTF8
	return s.inbox.refuses["MAIL"]
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return s.inbox.refuses["RCPT"]
}

func (s *session) Data(r io.Reader) error {
	if err := s.inbox.refuses["DATA"]; err != nil {
		return err
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	s.inbox.mu.Lock()
	defer s.inbox.mu.Unlock()
	s.inbox.letters, s.inbox.to = append(s.inbox.letters, m), append(s.inbox.to, s.to...)
	return nil
}

// newInbox runs a mail server and gives a sender that knows it.
func newInbox(t *testing.T) (*inbox, *SMTP) {
	t.Helper()
	return newInboxFor(t, "no-reply@sport.example", "")
}

func newInboxFor(t *testing.T, from, helo string) (*inbox, *SMTP) {
	t.Helper()
	in := &inbox{}
	server := smtp.NewServer(in)
	server.Domain, server.AllowInsecureAuth, server.EnableSMTPUTF8 = "localhost", true, true
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() {
		_ = server.Close()
		served.Wait()
	})
	sender, err := NewSMTP("smtp://"+listener.Addr().String()+"?tls=none", from, helo)
	if err != nil {
		t.Fatal(err)
	}
	return in, sender
}

func letter() Letter {
	return Letter{
		ID: "form-7", FromName: "Northline", To: "hello@northline.example", ReplyTo: "fan@example.com",
		Subject: "Écrivez-nous: Northline", Text: "Nom: Zoé\nUne question ☃\n.\nfin", Language: "fr",
	}
}

func TestALetterArrives(t *testing.T) {
	in, sender := newInbox(t)
	if err := sender.Send(t.Context(), letter()); err != nil {
		t.Fatal(err)
	}
	if len(in.letters) != 1 || strings.Join(in.to, " ") != "hello@northline.example" {
		t.Fatalf("%d letters to %v", len(in.letters), in.to)
	}
	h := in.letters[0].Header
	subject, err := new(mime.WordDecoder).DecodeHeader(h.Get("Subject"))
	if err != nil || subject != "Écrivez-nous: Northline" {
		t.Errorf("the subject is %q, %v", subject, err)
	}
	for name, want := range map[string]string{
		"Message-ID": "<form-7@sport.example>", "Reply-To": "<fan@example.com>", "From": `"Northline" <no-reply@sport.example>`,
		"Auto-Submitted": "auto-generated",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// Strict servers refuse the bare name of a machine, which is what a mail library would say.
func TestTheMailServerIsGreetedByADomain(t *testing.T) {
	for _, c := range []struct{ from, helo, want string }{
		{"no-reply@sport.example", "", "sport.example"},
		{"no-reply@québec.example", "", "xn--qubec-csa.example"},
		{"no-reply@sport.example", "mx.league.example", "mx.league.example"},
		{"no-reply@sport.example", "courriel.québec", "courriel.xn--qubec-csa"},
	} {
		in, sender := newInboxFor(t, c.from, c.helo)
		if err := sender.Send(t.Context(), letter()); err != nil || in.hello != c.want {
			t.Errorf("the server is greeted by %q, want %q; %v", in.hello, c.want, err)
		}
	}
	for _, bad := range []string{"vm", "3f2a9c1d0b7e", "two words.example", "a\r\nMAIL FROM:<x@y.example>"} {
		if _, err := NewSMTP("smtp://127.0.0.1:25", "a@example.org", bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}

// SMTPUTF8 is asked for where an address cannot do without it.
func TestSMTPUTF8(t *testing.T) {
	for _, c := range []struct {
		from, to, replyTo string
		want              bool
	}{
		{"no-reply@sport.example", "fan@example.com", "hello@northline.example", false},
		{"no-reply@sport.example", "fan@québec.example", "", false},
		{"no-reply@sport.example", "josé@example.com", "", true},
		{"no-reply@sport.example", "fan@example.com", "zoé@northline.example", true},
		{"équipe@sport.example", "fan@example.com", "", true},
	} {
		in, sender := newInboxFor(t, c.from, "")
		l := letter()
		l.To, l.ReplyTo = c.to, c.replyTo
		if err := sender.Send(t.Context(), l); err != nil || in.utf8 != c.want {
			t.Errorf("from %s to %s: SMTPUTF8 %v, want %v; %v", c.from, c.to, in.utf8, c.want, err)
		}
	}
}

// Whatever a person types, the letter has the headers it should have and no other.
func TestNoTextBecomesAHeader(t *testing.T) {
	in, sender := newInbox(t)
	for _, evil := range []string{
		"x\r\nBcc: victim@example.com", "x\nBcc: victim@example.com\n\nbody", "x\rBcc: v@example.com", "x\x00y", "x\u2028Bcc: v@example.com",
		strings.Repeat("long ", 5_000), "=?utf-8?q?x=0D=0ABcc:_v@example.com?=",
	} {
		l := letter()
		l.Subject, l.FromName, l.Language = evil, evil, evil
		if err := sender.Send(t.Context(), l); err != nil {
			t.Errorf("%q: %v", evil, err)
		}
		l = letter()
		l.ReplyTo = "fan@example.com" + evil
		if err := sender.Send(t.Context(), l); fault.KindOf(err) != fault.Invalid {
			t.Errorf("an answer to %q gives %v", l.ReplyTo, err)
		}
		l = letter()
		l.To = evil
		if err := sender.Send(t.Context(), l); fault.KindOf(err) != fault.Invalid {
			t.Errorf("a letter to %q gives %v", l.To, err)
		}
	}
	for _, m := range in.letters {
		if bcc := m.Header.Get("Bcc"); bcc != "" {
			t.Errorf("a text became a header: %q", bcc)
		}
	}
	if strings.Contains(strings.Join(in.to, " "), "victim") {
		t.Errorf("letters went to %v", in.to)
	}
}

func TestAServerThatRefuses(t *testing.T) {
	reply := func(code int) error { return &smtp.SMTPError{Code: code, Message: "no"} }
	plain := func(code int, message string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: message}
	}
	enhanced := func(code, subject, detail int, message string) error {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, subject, detail}, Message: message}
	}
	for name, refusal := range map[string]struct {
		command string
		reply   error
		forGood bool
	}{
		"no such mailbox": {"RCPT", reply(550), true},
		"no such mailbox, without an enhanced code": {"RCPT", plain(550, "no such user 5.7.1"), true},
		"the user is not local":                     {"RCPT", plain(551, "no"), true},
		"the name of the mailbox is wrong":          {"RCPT", plain(553, "no"), true},
		"the address is unknown":                    {"RCPT", enhanced(550, 1, 1, "User unknown"), true},
		"the domain is unknown":                     {"RCPT", enhanced(554, 1, 2, "no"), true},
		"the mailbox is disabled":                   {"RCPT", enhanced(554, 2, 1, "no"), true},
		"the content is refused":                    {"DATA", reply(554), true},
		"the content has a wrong form":              {"DATA", enhanced(554, 6, 0, "no"), true},
		"the mailbox is full":                       {"RCPT", reply(452), false},
		"the mailbox is full for now":               {"RCPT", enhanced(452, 2, 2, "no"), false},
		"the server's disk is full":                 {"DATA", reply(452), false},
		"the sender is unknown":                     {"MAIL", reply(550), false},
		"the relay denies access":                   {"RCPT", enhanced(554, 7, 1, "Relay access denied"), false},
		"the relay denies access with code 550":     {"RCPT", enhanced(550, 7, 1, "Relaying denied"), false},
		"the relay denies access in its own words":  {"RCPT", plain(554, "Relay access denied"), false},
		"the relay wants a login":                   {"RCPT", plain(530, "Authentication required"), false},
		"the relay refuses the login":               {"RCPT", plain(535, "Authentication failed"), false},
		"the sender's domain is unknown":            {"RCPT", enhanced(550, 1, 8, "Sender address rejected"), false},
		"the relay is out of order":                 {"RCPT", enhanced(550, 3, 0, "no"), false},
		"the sender has no SPF and no DKIM":         {"DATA", enhanced(550, 7, 26, "unauthenticated"), false},
		"the sender's limit is reached":             {"DATA", enhanced(550, 4, 5, "Daily user sending limit exceeded"), false},
	} {
		t.Run(name, func(t *testing.T) {
			in, sender := newInbox(t)
			in.refuses = map[string]error{refusal.command: refusal.reply}
			err := sender.Send(t.Context(), letter())
			if err == nil || (fault.KindOf(err) == fault.Invalid) != refusal.forGood {
				t.Errorf("a refused letter gives %v", err)
			}
			if wantCode := map[string]string{"RCPT": AddressRefused, "DATA": "letter_refused"}[refusal.command]; refusal.forGood && fault.CodeOf(err) != wantCode {
				t.Errorf("the code is %q, want %q", fault.CodeOf(err), wantCode)
			}
			var refused *smtp.SMTPError
			if !errors.As(refusal.reply, &refused) || !strings.Contains(err.Error(), strconv.Itoa(refused.Code)) || !strings.Contains(err.Error(), refused.Message) {
				t.Errorf("the log does not name the reply: %v", err)
			}
		})
	}
}

func TestServersAddresses(t *testing.T) {
	for _, bad := range []string{"", "mail.example.org:587", "http://mail.example.org", "smtp://", "smtp://host:x"} {
		if _, err := NewSMTP(bad, "a@example.org", ""); err == nil {
			t.Errorf("%q is taken for a mail server", bad)
		}
	}
	if _, err := NewSMTP("smtp://u:hidden-word@[::1", "a@example.org", ""); err == nil || strings.Contains(err.Error(), "hidden-word") {
		t.Errorf("the password is told: %v", err)
	}
	if _, err := NewSMTP("smtps://u:p@mail.example.org:465", "nobody", ""); err == nil {
		t.Error("a sender without a mailbox is taken")
	}
}

func TestABoxKeepsEachLetterOnce(t *testing.T) {
	box := NewBox(clock.NewManual(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)))
	l := letter()
	l.Text = "<script>alert(1)</script>"
	for range 2 {
		if err := box.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	w := httptest.NewRecorder()
	box.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/dev/mail", nil))
	page := w.Body.String()
	if strings.Count(page, "<article>") != 1 || strings.Contains(page, "<script>") || !strings.Contains(page, "hello@northline.example") {
		t.Errorf("the box shows %s", page)
	}
	for i := range 2 * keptLetters {
		l.ID = "n" + strings.Repeat("x", i)
		if err := box.Send(t.Context(), l); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(box.Letters()); n != keptLetters {
		t.Errorf("the box keeps %d letters", n)
	}
}
