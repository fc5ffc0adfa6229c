package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"github.com/grandstand/grandstand/internal/fault"
)

// sendTimeout bounds the whole conversation with the mail server.
const sendTimeout = 30 * time.Second

// SMTP is a Sender over a mail server. It is safe for concurrent use: each letter has a
// connection of its own.
type SMTP struct {
	host    string
	options []gomail.Option
	from    string
}

// NewSMTP reads the server's address: smtp://user:password@host:587 turns to TLS by
// STARTTLS and refuses to go on without, smtps://… is TLS from the start, and
// smtp://…?tls=none is for a relay on the same machine. from is the sender's mailbox. helo is the host name of EHLO
// (RFC 5321, 4.1.1.1), empty for the domain of from. The name of the machine would be refused by strict servers: in a container
// it has no domain.
func NewSMTP(address, from, helo string) (*SMTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, fmt.Errorf("the mail server's address is not like smtp://user:password@host:587") // it holds a password: do not repeat it
	}
	if !IsAddress(from) {
		return nil, fmt.Errorf("the sender of mail, %q, is no mailbox", from)
	}
	_, domain, _ := strings.Cut(wireAddress(from), "@")
	helo = cmp.Or(helo, domain)
	ascii, err := domains.ToASCII(helo)
	if err != nil || !isDomain(helo) {
		return nil, fmt.Errorf("the host name of GRANDSTAND_SMTP_HELO, %q, is no domain: write a full host name such as mail.example.com", helo)
	}
	options := []gomail.Option{
		gomail.WithTimeout(sendTimeout),
		gomail.WithHELO(ascii),
		gomail.WithTLSConfig(&tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12}),
	}
	options = append(options, security(u)...)
	if port := u.Port(); port != "" {
		n, err := strconv.Atoi(port)
		if err != nil {
			return nil, fmt.Errorf("the mail server's port %q is no number", port)
		}
		options = append(options, gomail.WithPort(n))
	}
	if password, ok := u.User.Password(); ok {
		options = append(options, gomail.WithUsername(u.User.Username()), gomail.WithPassword(password),
			gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover))
	}
	return &SMTP{host: u.Hostname(), options: options, from: from}, nil
}

func security(u *url.URL) []gomail.Option {
	switch {
	case u.Scheme == "smtps":
		return []gomail.Option{gomail.WithSSLPort(false)}
	case u.Query().Get("tls") == "none":
		return []gomail.Option{gomail.WithTLSPolicy(gomail.NoTLS)}
	}
	return []gomail.Option{gomail.WithTLSPortPolicy(gomail.TLSMandatory)}
}

// Send implements Sender.
func (s *SMTP) Send(ctx context.Context, l Letter) error {
	m, err := s.message(l)
	if err != nil {
		return err
	}
	options := s.options
	if !needsUTF8(l.To, l.ReplyTo, cmp.Or(l.From, s.from)) {
		options = append(slices.Clone(options), gomail.WithoutSMTPUTF8()) // the next server on the way may lack it and refuse the letter
	}
	client, err := gomail.NewClient(s.host, options...)
	if err != nil {
		return fmt.Errorf("prepare the mail client: %w", err)
	}
	if err := client.DialAndSendWithContext(ctx, m); err != nil {
		return sendError(err)
	}
	return nil
}

// AddressRefused is the code of the [fault.Invalid] of a letter whose recipient the mail server does not know or does not accept
// letters for.
const AddressRefused = "address_refused"

// sendError returns a [fault.Invalid] for a letter that the server refused for good: to send it again would be refused again.
// All other errors name the reply of the server, and the letter is tried again: a relay that is set up wrongly refuses every
// recipient with a reply of 5yz, and the operator can mend that.
func sendError(err error) error {
	var refused *gomail.SendError
	if errors.As(err, &refused) && isFinal(refused) {
		code := "letter_refused"
		if refused.Reason == gomail.ErrSMTPRcptTo {
			code = AddressRefused
		}
		return fault.Wrap(err, fault.Invalid, code,
			fmt.Sprintf("The recipient's mail server refused this letter with code %d.", refused.ErrorCode()))
	}
	return fmt.Errorf("send mail: %w", err)
}

// isFinal reports whether a reply is about the recipient's mailbox or the content of the letter. The enhanced status code
// (RFC 3463) decides: its subject is 1 for the address, 2 for the mailbox and 6 for the content. The codes 1.7 and 1.8 are about
// the sender's address. Without such a code, or with one whose subject is 0 (undefined), the basic code decides (RFC 5321, 4.2.3).
func isFinal(refused *gomail.SendError) bool {
	atRecipient := refused.Reason == gomail.ErrSMTPRcptTo
	atContent := refused.Reason == gomail.ErrSMTPData || refused.Reason == gomail.ErrSMTPDataClose
	code := refused.ErrorCode()
	if code < 500 || !atRecipient && !atContent {
		return false
	}
	subject, detail := "", ""
	if enhanced := enhancedCode.FindStringSubmatch(refused.Error()); enhanced != nil {
		subject, detail = enhanced[1], enhanced[2]
	}
	switch subject {
	case "", "0":
		return atContent || slices.Contains([]int{550, 551, 553}, code)
	case "1":
		return detail != "7" && detail != "8"
	case "2":
		return true
	case "6":
		return atContent
	}
	return false
}

// enhancedCode finds the subject and the detail of the enhanced status code behind the code of a reply, which is quoted in the
// error. The mail client reads such codes only from servers that announce them.
var enhancedCode = regexp.MustCompile(`: 5\d\d "?5\.(\d{1,3})\.(\d{1,3})\b`)

// needsUTF8 reports whether an address has characters before the "@" that only SMTPUTF8 can carry (RFC 6531).
func needsUTF8(addresses ...string) bool {
	return slices.ContainsFunc(addresses, func(address string) bool {
		return strings.ContainsFunc(wireAddress(address), func(r rune) bool { return r > unicode.MaxASCII })
	})
}

func (s *SMTP) message(l Letter) (*gomail.Msg, error) {
	if err := l.Validate(); err != nil {
		return nil, err
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	_, domain, _ := strings.Cut(wireAddress(s.from), "@")
	m.SetMessageIDWithValue(l.ID + "@" + domain)
	m.SetDate()
	m.Subject(header(l.Subject))
	// Answers by machines would go to the person who wrote the form.
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	if l.Language != "" {
		m.SetGenHeader("Content-Language", header(l.Language))
	}
	if l.OptOut != "" {
		m.SetGenHeader("List-Unsubscribe", "<"+l.OptOut+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	m.SetBodyString(gomail.TypeTextPlain, l.Text)
	if l.HTML != "" {
		m.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	}
	from := cmp.Or(l.From, s.from)
	for _, err := range []error{m.FromFormat(header(l.FromName), wireAddress(from)), m.To(wireAddress(l.To)), replyTo(m, l.ReplyTo)} {
		if err != nil {
			return nil, fmt.Errorf("address mail: %w", err)
		}
	}
	return m, nil
}

func replyTo(m *gomail.Msg, address string) error {
	if address == "" {
		return nil
	}
	return m.ReplyTo(wireAddress(address))
}
