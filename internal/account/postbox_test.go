package account

import (
	"context"
	"net/url"
	"strconv"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/letter"
)

// postbox keeps the letters that were posted.
type postbox struct {
	mu      sync.Mutex
	letters []posted
}

type posted struct {
	letter.Letter

	to string
}

// Post is part of Letters.
func (p *postbox) Post(_ context.Context, _ bun.Tx, _ int64, to string, l letter.Letter) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.letters = append(p.letters, posted{l, to})
	return nil
}

// last is the latest letter to an address.
func (p *postbox) last(t *testing.T, to string) posted {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.letters) - 1; i >= 0; i-- {
		if p.letters[i].to == to {
			return p.letters[i]
		}
	}
	t.Fatalf("no letter to %s", to)
	return posted{}
}

// link reads the link of a letter's button.
func (l posted) link(t *testing.T) Link {
	t.Helper()
	address, err := url.Parse(l.Button.Path)
	if err != nil {
		t.Fatal(err)
	}
	q := address.Query()
	expires, err := strconv.ParseInt(q.Get("expires"), 10, 64)
	if err != nil {
		t.Fatalf("no link in %q", l.Button.Path)
	}
	return Link{Email: q.Get("email"), Expires: expires, Signature: q.Get("signature")}
}
