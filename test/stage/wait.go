package stage

import (
	"context"
	"fmt"
	"time"
)

// pollEvery is how often a condition in another process is looked at.
const pollEvery = 50 * time.Millisecond

// Until looks at a condition of another process until it holds. It ends early with the condition's error, or with one
// that names what was waited for when ctx is over.
func Until(ctx context.Context, what string, condition func() (bool, error)) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	for {
		holds, err := condition()
		if err != nil {
			return fmt.Errorf("wait until %s: %w", what, err)
		}
		if holds {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("wait until %s: %w", what, context.Cause(ctx))
		case <-ticker.C:
		}
	}
}
