package clip

import (
	"context"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
)

// WithoutGuard takes away what lets a user make one clip of an event at a time.
func (s *Service) WithoutGuard() {
	s.guard = func(context.Context, bun.Tx, actor.Actor, int64) error { return nil }
}
