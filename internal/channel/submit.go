package channel

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/mail"
	"github.com/grandstand/grandstand/internal/text"
)

const (
	// minFill is the least time a person needs to fill in a form; robots need none.
	minFill = 2 * time.Second
	// maxFill is how long a form may stay open.
	maxFill = 24 * time.Hour
)

// Desk takes what people send through the forms of channels.
type Desk struct {
	sites  *Service
	outbox Outbox
	humans Humans
	key    []byte
}

// NewDesk returns the desk of a service. secret signs when a form was opened; humans
// may be nil.
func NewDesk(sites *Service, outbox Outbox, humans Humans, secret []byte) *Desk {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("custom form"))
	return &Desk{sites: sites, outbox: outbox, humans: humans, key: mac.Sum(nil)}
}

// Open signs that a form was opened now.
func (d *Desk) Open(id ID, alias string) string {
	return d.sign(id, alias, d.sites.clock.Now())
}

func (d *Desk) sign(id ID, alias string, at time.Time) string {
	ms := strconv.FormatInt(clock.Millis(at), 10)
	mac := hmac.New(sha256.New, d.key)
	fmt.Fprintf(mac, "%d\n%s\n%s", id, alias, ms)
	return ms + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Sent is one attempt to send a form.
type Sent struct {
	Alias    string
	Answers  map[string]string
	Opened   string // what Open gave
	Trap     string // of a field that people do not see
	Token    string // that says this is no robot
	Language string
	Address  netip.Addr
}

// Submit checks and keeps what somebody sent and posts it to the channel. What a robot
// wrote into the trap, and what was sent before today, is thanked for and dropped.
//
// Failures: NotFound form_not_found; Invalid with the fields; Unprocessable form_too_fast,
// form_expired, captcha_required, captcha_failed; Unavailable when nobody can tell a
// robot.
func (d *Desk) Submit(ctx context.Context, id ID, sent Sent) error {
	site, err := d.sites.Site(ctx, id)
	if err != nil {
		return err
	}
	form, err := site.Form(sent.Alias)
	if err != nil {
		return err
	}
	answers, err := form.Check(sent.Answers)
	if err != nil {
		return err
	}
	if err := d.checkOpened(id, sent); err != nil {
		return err
	}
	if sent.Trap != "" {
		return nil
	}
	if err := d.checkHuman(ctx, site.Channel, Proof{formAction, sent.Token, sent.Address}); err != nil {
		return err
	}
	row, err := d.submission(id, form, answers, sent.Language)
	if err != nil {
		return err
	}
	return d.sites.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		isNew, err := insertSubmission(ctx, tx, row)
		if err != nil || !isNew {
			return err
		}
		if letter := letterOf(site, form, answers, row.Digest); letter.To != "" {
			return d.outbox.Post(ctx, tx, letter)
		}
		return nil
	})
}

func (d *Desk) checkOpened(id ID, sent Sent) error {
	expired := fault.New(fault.Unprocessable, "form_expired", "This form has been open for too long. Please reload the page and send it again.")
	ms, _, _ := strings.Cut(sent.Opened, ".")
	n, err := strconv.ParseInt(ms, 10, 64)
	if err != nil {
		return expired
	}
	at := clock.FromMillis(n)
	if !hmac.Equal([]byte(d.sign(id, sent.Alias, at)), []byte(sent.Opened)) {
		return expired
	}
	switch open := d.sites.clock.Now().Sub(at); {
	case open > maxFill:
		return expired
	case open < minFill:
		return fault.New(fault.Unprocessable, "form_too_fast", "That was very quick. Please wait a moment and send it again.")
	}
	return nil
}

func (d *Desk) submission(id ID, form Form, answers map[string]string, language string) (*submissionRow, error) {
	encoded, err := json.Marshal(answers) // by name, so that equal answers have equal digests
	if err != nil {
		return nil, fmt.Errorf("encode answers: %w", err)
	}
	now := d.sites.clock.Now()
	digest := sha256.Sum256([]byte(now.UTC().Format(time.DateOnly) + "\n" + form.Alias + "\n" + string(encoded)))
	return &submissionRow{
		ChannelID: id, Alias: form.Alias, Digest: hex.EncodeToString(digest[:]), Answers: string(encoded),
		Language: language, CreatedMS: clock.Millis(now),
	}, nil
}

// letterOf writes to the channel in the channel's own language. Without a recipient
// the letter has no address: the submission is kept all the same.
func letterOf(site *Site, form Form, answers map[string]string, digest string) mail.Letter {
	c := site.Channel
	to := form.Recipient
	if to == "" {
		to = c.Settings.ContactEmail
	}
	letter := mail.Letter{
		ID: "form-" + strconv.FormatInt(int64(c.ID), 10) + "-" + digest, FromName: c.Name.In(c.Language), To: to,
		Subject: text.Labelled(c.Language, form.Title.In(c.Language), c.Name.In(c.Language)), Language: c.Language,
	}
	var body strings.Builder
	for _, field := range form.Fields {
		answer, ok := answers[field.Name]
		if !ok {
			continue
		}
		if field.Type == FieldEmail && letter.ReplyTo == "" {
			letter.ReplyTo = answer
		}
		fmt.Fprintf(&body, "%s\n%s\n\n", field.Label.In(c.Language), field.said(answer, c.Language))
	}
	letter.Text = strings.TrimSpace(body.String()) + "\n"
	return letter
}

// said is an answer as a person reads it.
func (f FormField) said(answer, language string) string {
	switch i := slices.IndexFunc(f.Options, func(o FormOption) bool { return o.Value == answer }); {
	case f.Type == FieldSelect && i >= 0:
		return f.Options[i].Label.In(language)
	case f.Type == FieldCheckbox:
		return "✓"
	}
	return answer
}
