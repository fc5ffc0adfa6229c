package api

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/letter"
)

// postbox keeps what accounts write to people.
type postbox struct {
	mu     sync.Mutex
	posted []postedLetter
}

type postedLetter struct {
	letter.Letter

	to string
}

// Post is part of account.Letters.
func (p *postbox) Post(_ context.Context, _ bun.Tx, _ int64, to string, l letter.Letter) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.posted = append(p.posted, postedLetter{l, to})
	return nil
}

// mailed is what the latest letter's link to an address carries, as a body.
func (w *world) mailed(to string) map[string]any {
	w.t.Helper()
	w.post.mu.Lock()
	defer w.post.mu.Unlock()
	for _, l := range slices.Backward(w.post.posted) {
		if l.to == to {
			return linkOf(w.t, l)
		}
	}
	w.t.Fatalf("no letter to %s", to)
	return nil
}

func linkOf(t testing.TB, l postedLetter) map[string]any {
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
	return map[string]any{"email": q.Get("email"), "expires": expires, "signature": q.Get("signature")}
}

// scarves are what another domain keeps of users.
type scarves struct{}

// Name is part of account.Belongings.
func (scarves) Name() string { return "scarves" }

// Export is part of account.Belongings.
func (scarves) Export(_ context.Context, _ int64, _ account.UserID, add func(any) error) error {
	for _, color := range []string{"blue", "red"} {
		if err := add(map[string]string{"color": color}); err != nil {
			return err
		}
	}
	return nil
}

// Erase is part of account.Belongings.
func (scarves) Erase(context.Context, bun.Tx, int64, account.UserID) error { return nil }
