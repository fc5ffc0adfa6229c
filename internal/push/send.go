package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
	"unicode/utf8"

	webpush "github.com/SherClockHolmes/webpush-go"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/outbound"
)

const (
	maxTitle  = 120   // characters
	maxBody   = 400   // characters
	maxAnswer = 8_000 // bytes of a push service's answer that are read
	trialLife = 5 * time.Minute
)

// Tell has a note sent to every browser in which a user is logged in and wants to know,
// in the transaction tx that makes it true.
func (s *Service) Tell(ctx context.Context, tx bun.Tx, channelID, userID int64, n Note) error {
	ids, err := livingOf(ctx, tx, channelID, userID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.Queue.SendNote(ctx, tx, channelID, id, n); err != nil {
			return err
		}
	}
	return nil
}

// Try sends the actor a note to one of their own browsers, to see whether it comes.
func (s *Service) Try(ctx context.Context, by actor.Actor, id SubscriptionID, n Note) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	if wait, ok := s.trials.Allow(by.UserID); !ok {
		return fault.TooManyAttempts(wait)
	}
	n.Until = s.Clock.Now().Add(trialLife)
	return s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		row, found, err := find(ctx, tx, by.ChannelID, id)
		if err != nil {
			return err
		}
		if !found || row.UserID != by.UserID {
			return noSubscription()
		}
		return s.Queue.SendNote(ctx, tx, by.ChannelID, id, n)
	})
}

// Send gives a note to the push service of a subscription. After an error the caller tries again. A note that is too old, or whose
// subscription has ended, is not an error.
func (s *Service) Send(ctx context.Context, channelID int64, id SubscriptionID, n Note) error {
	left := n.Until.Sub(s.Clock.Now())
	if left <= 0 {
		return nil
	}
	row, found, err := find(ctx, s.DB.Read(), channelID, id)
	if err != nil || !found {
		return err
	}
	status, err := s.post(ctx, row, n, left)
	switch {
	case errors.Is(err, outbound.ErrOutOfBounds): // an address in our own network is not a push service
	case err != nil:
		return err
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout, status >= 500:
		return fmt.Errorf("the push service answers %d", status)
	case status == http.StatusNotFound, status == http.StatusGone: // the subscription is over (RFC 8030, 7.3)
	default:
		s.Log.WarnContext(ctx, "push subscription refused", "status", status, "subscription_id", id)
	}
	// The browser subscribes again at the next start of the app, with the server's present key (RFC 8292, 4.2).
	_, err = remove(ctx, s.DB.Write(), channelID, 0, id)
	return err
}

func (s *Service) post(ctx context.Context, row subscriptionRow, n Note, life time.Duration) (status int, err error) {
	n.Title, n.Body = cut(n.Title, maxTitle), cut(n.Body, maxBody)
	message, err := json.Marshal(n)
	if err != nil {
		return 0, fmt.Errorf("encode a note: %w", err)
	}
	answer, err := webpush.SendNotificationWithContext(ctx, message,
		&webpush.Subscription{Endpoint: row.Endpoint, Keys: webpush.Keys{Auth: row.Auth, P256dh: row.P256dh}},
		&webpush.Options{
			HTTPClient: s.Client, Subscriber: s.Contact, TTL: int(life.Seconds()), Urgency: webpush.UrgencyHigh,
			VAPIDPublicKey: s.public, VAPIDPrivateKey: s.private,
		})
	if err != nil {
		return 0, fmt.Errorf("send a note: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // so that the connection can be used again
	return answer.StatusCode, nil
}

// cut shortens a text to a number of characters.
func cut(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}
