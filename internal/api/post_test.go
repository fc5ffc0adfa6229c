package api

import (
	"context"
	"sync"

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
