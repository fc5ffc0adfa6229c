package till

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/test/stage"
)

// Settle has everything that is under way come to its end, and returns when nothing is: buyers answer their banks,
// events are delivered, the reconciler looks, refunds are sent.
func (s *Shop) Settle(ctx context.Context) error {
	return stage.Until(ctx, "nothing is under way", func() (bool, error) {
		if err := s.hasten(ctx); err != nil {
			return false, err
		}
		open, err := s.underWay(ctx)
		if err != nil || open > 0 {
			return false, err
		}
		books, err := s.Books(ctx)
		return books.Waiting == 0, err
	})
}

// hasten does at once what would be done in time.
func (s *Shop) hasten(ctx context.Context) error {
	books, err := s.Books(ctx)
	if err != nil {
		return err
	}
	for i, intent := range books.Intents {
		if intent.Status == "requires_action" {
			if err := s.Confirm(ctx, intent.ClientSecret, i%2 == 0); err != nil {
				return err
			}
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Simulator.URL+"/_simulator/flush", http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	answer.Body.Close()
	if _, err := s.Server.Run(ctx, "commerce", "reconcile"); err != nil {
		return err
	}
	return s.hurry(ctx)
}

// hurry makes every job due that waits for its time, as a clock that goes ahead would.
func (s *Shop) hurry(ctx context.Context) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewRaw(`UPDATE river_job SET scheduled_at = created_at WHERE state IN ('scheduled', 'retryable') AND kind LIKE 'commerce.%'`).Exec(ctx)
		return err
	})
}

// underWay counts what is not decided: checkouts, and refunds whose money is not sent.
func (s *Shop) underWay(ctx context.Context) (open int, err error) {
	d, err := s.database(ctx)
	if err != nil {
		return 0, err
	}
	defer d.Close()
	err = d.Read().NewRaw(`SELECT (SELECT count(*) FROM checkouts WHERE status = 'created') +
		(SELECT count(*) FROM orders AS o WHERE o.status = 'refunded'
			AND NOT EXISTS (SELECT 1 FROM transactions AS t WHERE t.order_id = o.id AND t.status = 'refunded'))`).Scan(ctx, &open)
	return open, err
}

// Differences has everything come to its end and compares the books, ours by our own comparison too.
func (s *Shop) Differences(ctx context.Context) ([]string, Sales, error) {
	if err := s.Settle(ctx); err != nil {
		return nil, Sales{}, err
	}
	books, err := s.Books(ctx)
	if err != nil {
		return nil, Sales{}, err
	}
	sales, err := s.Sales(ctx)
	if err != nil {
		return nil, Sales{}, err
	}
	found := Compare(books, sales)
	said, err := s.Server.Run(ctx, "commerce", "reconcile")
	if err == nil && !strings.Contains(said, ", 0 differ") {
		found = append(found, fmt.Sprintf("the server's own comparison says: %s", said))
	}
	return found, sales, err
}
