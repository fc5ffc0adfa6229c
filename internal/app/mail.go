package app

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
)

type sendMailArgs struct {
	Letter mail.Letter `json:"letter"`
}

// Kind names the job in the queue.
func (sendMailArgs) Kind() string { return "mail.send" }

const (
	// mailTimeout bounds one attempt to send a letter.
	mailTimeout = time.Minute
	// mailPatience is how long a letter waits for a mail server to be configured
	// before it looks again.
	mailPatience = 10 * time.Minute
)

type sendMail struct {
	river.WorkerDefaults[sendMailArgs]
	sender mail.Sender // nil while no mail server is configured
}

// Timeout is part of river.Worker.
func (w *sendMail) Timeout(*river.Job[sendMailArgs]) time.Duration { return mailTimeout }

// Work sends the letter. One that can never be sent is given up; one without a mail
// server waits for it.
func (w *sendMail) Work(ctx context.Context, job *river.Job[sendMailArgs]) error {
	if w.sender == nil {
		return river.JobSnooze(mailPatience)
	}
	err := w.sender.Send(ctx, job.Args.Letter)
	if fault.KindOf(err) == fault.Invalid {
		return river.JobCancel(err)
	}
	return err
}

// outbox puts letters into the queue in the transaction that causes them.
type outbox struct{ app *App }

// Post is part of channel.Outbox.
func (o outbox) Post(ctx context.Context, tx bun.Tx, l mail.Letter) error {
	return o.app.queue.InsertTx(ctx, tx, sendMailArgs{Letter: l}, nil)
}

// openMail chooses how letters leave: in a demo into a box at /dev/mail, else through
// the mail server.
func (a *App) openMail() error {
	switch {
	case a.Config.Demo:
		a.mailbox = mail.NewBox(a.Clock)
		a.sender = a.mailbox
	case a.Config.SMTP != "":
		smtp, err := mail.NewSMTP(a.Config.SMTP, a.Config.MailFrom)
		if err != nil {
			return fmt.Errorf("mail: %w", err)
		}
		a.sender = smtp
	}
	return nil
}

// openDesk prepares what takes the forms that people send.
func (a *App) openDesk() error {
	secret, err := a.Config.LoadSecret()
	if err != nil {
		return err
	}
	var humans channel.Humans
	if a.Config.RecaptchaURL != "" {
		humans = a.recaptcha()
	}
	a.Desk = channel.NewDesk(a.Channels, outbox{a}, humans, secret)
	return nil
}

func (a *App) recaptcha() *captcha.Google { return captcha.New(a.Config.RecaptchaURL) }
