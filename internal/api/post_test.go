package api

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/letter"
)

// postbox keeps what accounts write to people, and what they have done later.
type postbox struct {
	mu       sync.Mutex
	posted   []posted
	requests []account.ResetRequest
	joining  []account.RegistrationRequest
	codes    []account.LoginCodeRequest
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

func (*postbox) EnqueueTellEmail(context.Context, bun.Tx, int64, account.UserID) error { return nil }

func (p *postbox) EnqueueReset(_ context.Context, _ bun.Tx, r account.ResetRequest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, r)
	return nil
}

func (p *postbox) EnqueueLoginCode(_ context.Context, _ bun.Tx, r account.LoginCodeRequest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.codes = append(p.codes, r)
	return nil
}

func (p *postbox) EnqueueRegistration(_ context.Context, _ bun.Tx, r account.RegistrationRequest) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.joining = append(p.joining, r)
	return nil
}

// runErrands does what waits in the queue.
func (w *world) runErrands() {
	w.t.Helper()
	for _, r := range w.post.requests {
		if err := w.accounts.SendReset(w.t.Context(), r); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, r := range w.post.joining {
		if err := w.accounts.SendRegistration(w.t.Context(), r); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, r := range w.post.codes {
		if err := w.accounts.SendLoginCode(w.t.Context(), r); err != nil {
			w.t.Fatal(err)
		}
	}
	w.post.requests, w.post.joining, w.post.codes = nil, nil, nil
}

// mailedLink is the latest link to a page in the letters to a mailbox, as that page
// sends it on.
func (w *world) mailedLink(to, path string) map[string]any {
	w.t.Helper()
	for i := len(w.post.posted) - 1; i >= 0; i-- {
		p := w.post.posted[i]
		there, query, _ := strings.Cut(p.letter.Button.Path, "?")
		if p.to != to || there != path {
			continue
		}
		values, err := url.ParseQuery(query)
		if err != nil || len(values) != 3 {
			w.t.Fatalf("the link has %q, %v", query, err)
		}
		return map[string]any{"email": values.Get("email"), "expires": values.Get("expires"), "signature": values.Get("signature")}
	}
	w.t.Fatalf("no link to %s for %s", path, to)
	return nil
}

// with is a body with some fields changed; nil takes one out.
func with(body map[string]any, changes map[string]any) map[string]any {
	out := map[string]any{}
	for _, from := range []map[string]any{body, changes} {
		for name, value := range from {
			out[name] = value
		}
	}
	for name, value := range changes {
		if value == nil {
			delete(out, name)
		}
	}
	return out
}
