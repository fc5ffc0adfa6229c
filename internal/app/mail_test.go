package app

import (
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/clock"
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
