package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/seal"
)

func newPostman(t *testing.T, secret string) postman {
	t.Helper()
	sealer, err := seal.New([]byte(strings.Repeat(secret, 32)), "tests")
	if err != nil {
		t.Fatal(err)
	}
	return postman{sealer: sealer, log: slog.New(slog.DiscardHandler)}
}

// readQueued reads the letter of a job.
func (a *App) readQueued(t *testing.T, text string) mail.Letter {
	t.Helper()
	if strings.Contains(text, "@") || strings.Contains(text, "://") {
		t.Errorf("the database holds a letter in plain text: %s", text)
	}
	var args sendSealedMailArgs
	if err := json.Unmarshal([]byte(text), &args); err != nil {
		t.Fatal(err)
	}
	l, err := a.postman.open(args)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestALetterWaitsForItsServer(t *testing.T) {
	p := newPostman(t, "a")
	letter := mail.Letter{ID: "form-1", To: "hello@example.com", Text: "Hi"}
	send := func(l mail.Letter) error {
		args, err := p.seal(l)
		if err != nil {
			t.Fatal(err)
		}
		return p.sendSealed(t.Context(), &river.Job[sendSealedMailArgs]{Args: args})
	}
	var snooze *river.JobSnoozeError
	if err := send(letter); !errors.As(err, &snooze) {
		t.Errorf("without a mail server: %v", err)
	}
	box := mail.NewBox(clock.NewManual(time.Unix(0, 0)))
	p.sender = box
	if err := send(letter); err != nil || len(box.Letters()) != 1 {
		t.Errorf("%d letters, %v", len(box.Letters()), err)
	}
	var log strings.Builder
	p.log = slog.New(slog.NewTextHandler(&log, nil))
	letter.To = "nobody"
	var cancelled *river.JobCancelError
	if err := send(letter); !errors.As(err, &cancelled) {
		t.Errorf("a letter to nobody: %v", err)
	}
	if !strings.Contains(log.String(), "to=nobody letter=form-1") {
		t.Errorf("the operator is not told: %s", log.String())
	}
}

func TestALetterOfAnOlderVersionIsSent(t *testing.T) {
	box := mail.NewBox(clock.NewManual(time.Unix(0, 0)))
	p := newPostman(t, "a")
	p.sender = box
	job := &river.Job[sendMailArgs]{Args: sendMailArgs{mail.Letter{ID: "form-1", To: "hello@example.com", Text: "Hi"}}}
	if err := p.sendPlain(t.Context(), job); err != nil || len(box.Letters()) != 1 {
		t.Errorf("%d letters, %v", len(box.Letters()), err)
	}
}

// A letter that waits is a row of the database, and its links open accounts.
func TestAQueuedLetterIsEncrypted(t *testing.T) {
	p := newPostman(t, "a")
	args, err := p.seal(mail.Letter{ID: "1", To: "ada@example.com", Text: "https://league.example/reset?signature=secret"})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"ada", "secret", "signature"} {
		if strings.Contains(args.Sealed, part) {
			t.Errorf("the job holds %q", part)
		}
	}
	other := newPostman(t, "b")
	other.sender = mail.NewBox(clock.NewManual(time.Unix(0, 0)))
	var cancelled *river.JobCancelError
	if err := other.sendSealed(t.Context(), &river.Job[sendSealedMailArgs]{Args: args}); !errors.As(err, &cancelled) || strings.Contains(err.Error(), "signature") {
		t.Errorf("with another secret: %v", err)
	}
}

// Each purchase writes its receipt into the database three times: as it waits, is taken and is sent.
func TestAQueuedLetterIsNotMuchLargerThanItsText(t *testing.T) {
	p := newPostman(t, "a")
	l := mail.Letter{ID: "1", HTML: strings.Repeat("<b>&amp;</b>", 100)}
	args, err := p.seal(l)
	if err != nil {
		t.Fatal(err)
	}
	if most := len(l.HTML)*4/3 + 400; len(args.Sealed) > most { // base64, and the other fields
		t.Errorf("%d bytes are written for %d bytes of HTML, at most %d are expected", len(args.Sealed), len(l.HTML), most)
	}
	if read, err := p.open(args); err != nil || read.HTML != l.HTML {
		t.Errorf("read as %q, %v", read.HTML, err)
	}
}

// fakeMailUsers keeps what is recorded of addresses.
type fakeMailUsers struct{ noted []string }

func (f *fakeMailUsers) NoteRefusedEmail(_ context.Context, channelID int64, address string) error {
	f.noted = append(f.noted, fmt.Sprintf("refused %d %s", channelID, address))
	return nil
}

func (f *fakeMailUsers) NoteAcceptedEmail(_ context.Context, channelID int64, address string) error {
	f.noted = append(f.noted, fmt.Sprintf("delivered %d %s", channelID, address))
	return nil
}

// fakeSender answers each letter with its error.
type fakeSender struct{ err error }

func (f fakeSender) Send(context.Context, mail.Letter) error { return f.err }

// The profile of a user says whether the address accepts letters. Only a refusal of the address for good counts.
func TestTheResultOfALetterIsRecorded(t *testing.T) {
	for name, test := range map[string]struct {
		err     error
		channel int64
		want    []string
	}{
		"sent":                          {nil, 7, []string{"delivered 7 ada@example.com"}},
		"the address is refused":        {fault.New(fault.Invalid, mail.AddressRefused, "no"), 7, []string{"refused 7 ada@example.com"}},
		"the letter is refused":         {fault.New(fault.Invalid, "letter_refused", "no"), 7, nil},
		"the server is away":            {errors.New("no route"), 7, nil},
		"sent to no user of a channel":  {nil, 0, nil},
		"refused, no user of a channel": {fault.New(fault.Invalid, mail.AddressRefused, "no"), 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, users := newPostman(t, "a"), &fakeMailUsers{}
			p.sender, p.users = fakeSender{test.err}, users
			args, err := p.seal(mail.Letter{ID: "1", To: "ada@example.com", ChannelID: test.channel})
			if err != nil {
				t.Fatal(err)
			}
			_ = p.sendSealed(t.Context(), &river.Job[sendSealedMailArgs]{Args: args})
			if !slices.Equal(users.noted, test.want) {
				t.Errorf("recorded %q, want %q", users.noted, test.want)
			}
		})
	}
}
