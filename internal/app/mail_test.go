package app

import (
	"errors"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/mail"
)

func TestALetterWaitsForItsServer(t *testing.T) {
	job := &river.Job[sendMailArgs]{Args: sendMailArgs{mail.Letter{ID: "form-1", To: "hello@example.com", Text: "Hi"}}}
	var snooze *river.JobSnoozeError
	if err := (&sendMail{}).Work(t.Context(), job); !errors.As(err, &snooze) {
		t.Errorf("without a mail server: %v", err)
	}
	box := mail.NewBox(clock.NewManual(time.Unix(0, 0)))
	if err := (&sendMail{sender: box}).Work(t.Context(), job); err != nil || len(box.Letters()) != 1 {
		t.Errorf("%d letters, %v", len(box.Letters()), err)
	}
	job.Args.Letter.To = "nobody"
	var cancelled *river.JobCancelError
	if err := (&sendMail{sender: box}).Work(t.Context(), job); !errors.As(err, &cancelled) {
		t.Errorf("a letter to nobody: %v", err)
	}
}
