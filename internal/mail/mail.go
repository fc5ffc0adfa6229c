// Package mail sends letters: over SMTP, or, in a demo, into a box that anybody at the
// machine can read. A letter is plain data, so that it can wait in a job.
package mail

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grandstand/grandstand/internal/fault"
)

// Letter is one e-mail. Its texts may hold anything: line breaks and control
// characters in what becomes a header are taken out, never sent.
type Letter struct {
	// ID makes two sendings of the same letter recognisable: it is the Message-ID
	// without its host. A job that runs twice keeps it.
	ID       string `json:"id"`
	From     string `json:"from,omitempty"`      // the sender's mailbox; empty for the installation's
	FromName string `json:"from_name,omitempty"` // beside it
	To       string `json:"to"`
	ReplyTo  string `json:"reply_to,omitempty"`
	Subject  string `json:"subject"`
	Text     string `json:"text"`
	HTML     string `json:"html,omitempty"` // the same as a document, for those who like it better
	Language string `json:"language,omitempty"`
	// ChannelID is the channel of the recipient's account; zero in letters to others.
	ChannelID int64 `json:"channel_id,omitempty"`
	// OptOut is an address that ends letters of this kind by a POST (RFC 8058).
	OptOut string `json:"opt_out,omitempty"`
}

// Sender sends letters. An error means that the letter may be tried again; a letter
// that can never be sent is an Invalid fault.
type Sender interface {
	Send(ctx context.Context, l Letter) error
}

// Limits of a letter, in bytes.
const (
	maxSubject = 400
	maxText    = 200_000
)

// Validate refuses what no server would take.
func (l Letter) Validate() error {
	var fields []fault.Field
	require := func(ok bool, field, message string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: "malformed", Message: message})
		}
	}
	require(IsAddress(l.To), "to", "A valid email address is required")
	require(l.From == "" || IsAddress(l.From), "from", "A valid email address is required")
	require(l.ReplyTo == "" || IsAddress(l.ReplyTo), "reply_to", "A valid email address is required")
	require(l.ID != "" && !strings.ContainsFunc(l.ID, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>@", r) }),
		"id", "The value is not valid.")
	for field, s := range map[string]string{"text": l.Text, "html": l.HTML} {
		require(len(s) <= maxText && utf8.ValidString(s), field, "The value is not valid.")
	}
	require(!strings.ContainsFunc(l.OptOut, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '<' || r == '>' }),
		"opt_out", "The value is not valid.")
	if len(fields) == 0 {
		return nil
	}
	return fault.InvalidFields(fields...)
}

// header is a text as it may stand in a header: one line, of bounded length.
func header(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
	for len(s) > maxSubject {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}
