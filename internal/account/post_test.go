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

// postbox keeps what accounts write to people.
type postbox struct {
	mu     sync.Mutex
	posted []posted
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
