package app

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/riverqueue/river"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/captcha"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/seal"
)

// sendSealedMailArgs sends a letter. Letters have links that log people in or reset their passwords, and jobs are rows of the
// database: so the letter is encrypted.
type sendSealedMailArgs struct {
	Sealed string `json:"sealed"`
}

// Kind names the job in the queue. It is not the one of sendMailArgs: a node of an older version must not take it.
func (sendSealedMailArgs) Kind() string { return "mail.send_sealed" }

// sendMailArgs is a letter in plain text, as older versions queued it.
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

// postman sends queued letters.
type postman struct {
	sender mail.Sender // nil while no mail server is configured
	users  mailUsers   // nil in tests without accounts
	sealer *seal.Sealer
	log    *slog.Logger
}

// mailUsers records whether the addresses of users accept letters.
type mailUsers interface {
	NoteRefusedEmail(ctx context.Context, channelID int64, address string) error
	NoteAcceptedEmail(ctx context.Context, channelID int64, address string) error
}

// sendSealed sends an encrypted letter. One that cannot be read, since the installation's secret was changed, is given up.
func (p postman) sendSealed(ctx context.Context, job *river.Job[sendSealedMailArgs]) error {
	if p.sender == nil {
		return river.JobSnooze(mailPatience)
	}
	l, err := p.open(job.Args)
	if err != nil {
		return river.JobCancel(err)
	}
	return p.send(ctx, l)
}

// sendPlain sends a letter that an older version queued.
func (p postman) sendPlain(ctx context.Context, job *river.Job[sendMailArgs]) error {
	return p.send(ctx, job.Args.Letter)
}

// send sends a letter. One that can never be sent is given up; one without a mail
// server waits for it.
func (p postman) send(ctx context.Context, l mail.Letter) error {
	if p.sender == nil {
		return river.JobSnooze(mailPatience)
	}
	err := p.sender.Send(ctx, l)
	if fault.KindOf(err) == fault.Invalid {
		p.log.WarnContext(ctx, "a letter is given up: it would be refused again", "to", l.To, "letter", l.ID, "error", err)
		p.noteResult(ctx, l, err)
		return river.JobCancel(err)
	}
	if err == nil {
		p.noteResult(ctx, l, nil)
	}
	return err
}

// noteResult records for the recipient's profile whether the address accepted the letter. A failure to record it must not send the
// letter a second time.
func (p postman) noteResult(ctx context.Context, l mail.Letter, sent error) {
	if p.users == nil || l.ChannelID == 0 {
		return
	}
	var err error
	switch {
	case sent == nil:
		err = p.users.NoteAcceptedEmail(ctx, l.ChannelID, l.To)
	case fault.CodeOf(sent) == mail.AddressRefused:
		err = p.users.NoteRefusedEmail(ctx, l.ChannelID, l.To)
	}
	if err != nil {
		p.log.ErrorContext(ctx, "result of a letter not recorded", "letter", l.ID, "error", err)
	}
}

// queuedLetter is what encrypted letters are bound to.
const queuedLetter = "letter"

func (p postman) seal(l mail.Letter) (sendSealedMailArgs, error) {
	var text strings.Builder
	write := json.NewEncoder(&text)
	write.SetEscapeHTML(false) // it would write 5 more bytes for each bracket of a tag
	if err := write.Encode(l); err != nil {
		return sendSealedMailArgs{}, fmt.Errorf("write a letter: %w", err)
	}
	return sendSealedMailArgs{Sealed: p.sealer.Seal(queuedLetter, text.String())}, nil
}

func (p postman) open(args sendSealedMailArgs) (l mail.Letter, err error) {
	text, err := p.sealer.Open(queuedLetter, args.Sealed)
	if err == nil {
		err = json.Unmarshal([]byte(text), &l)
	}
	if err != nil {
		return mail.Letter{}, fmt.Errorf("read a queued letter: %w", err)
	}
	return l, nil
}

// outbox puts letters into the queue in the transaction that causes them.
type outbox struct{ app *App }

// Post is part of channel.Outbox.
func (o outbox) Post(ctx context.Context, tx bun.Tx, l mail.Letter) error {
	args, err := o.app.postman.seal(l)
	if err != nil {
		return err
	}
	return o.app.queue.InsertTx(ctx, tx, args, nil)
}

// Send puts a letter into the queue in a transaction that does nothing else.
func (o outbox) Send(ctx context.Context, l mail.Letter) error {
	args, err := o.app.postman.seal(l)
	if err != nil {
		return err
	}
	return o.app.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return o.app.queue.InsertTx(ctx, tx, args, nil) })
}

// openMail chooses how letters leave: in a demo into a box at /dev/mail, else through
// the mail server.
func (a *App) openMail() error {
	secret, err := a.Config.LoadSecret()
	if err != nil {
		return err
	}
	if a.postman.sealer, err = seal.New(secret, "grandstand queued letters"); err != nil {
		return err
	}
	a.postman.log, a.postman.users = a.Log, a.Accounts
	switch {
	case a.Config.Demo:
		a.mailbox = mail.NewBox(a.Clock)
		a.postman.sender = a.mailbox
	case a.Config.SMTP != "":
		smtp, err := mail.NewSMTP(a.Config.SMTP, a.Config.MailFrom, a.Config.SMTPHelo)
		if err != nil {
			return fmt.Errorf("mail: %w", err)
		}
		a.postman.sender = smtp
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
