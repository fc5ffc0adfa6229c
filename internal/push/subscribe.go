package push

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
)

// Subscription is what a browser gives to be told things (Push API, 8: PushSubscription).
type Subscription struct {
	Endpoint string
	P256dh   string // base64url, with or without padding
	Auth     string
}

const (
	maxEndpoint = 2_000 // bytes
	authBytes   = 16    // RFC 8291, 3.2
	// maxPerUser is how many browsers one person has; the oldest make room.
	maxPerUser = 20
)

func noSubscription() error {
	return fault.NotFoundf("subscription", "This browser does not receive notifications.")
}

// Subscribe has the actor told things in a browser from now on, for as long as the
// session lasts. The same browser again is the same subscription, whoever used it before.
func (s *Service) Subscribe(ctx context.Context, by actor.Actor, sub Subscription) (SubscriptionID, error) {
	if err := by.RequireUser(); err != nil {
		return 0, err
	}
	sub.P256dh, sub.Auth = plainBase64(sub.P256dh), plainBase64(sub.Auth)
	if problems := sub.problems(); len(problems) > 0 {
		return 0, fault.InvalidFields(problems...)
	}
	row := subscriptionRow{
		ChannelID: by.ChannelID, UserID: by.UserID, SessionID: by.SessionID,
		EndpointHash: hashOf(sub.Endpoint), Endpoint: sub.Endpoint, P256dh: sub.P256dh, Auth: sub.Auth,
		CreatedMS: clock.Millis(s.Clock.Now()),
	}
	err := s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := upsert(ctx, tx, &row); err != nil {
			return err
		}
		return dropOldest(ctx, tx, by.ChannelID, by.UserID, maxPerUser)
	})
	return row.ID, err
}

// Unsubscribe ends a subscription of the actor's.
func (s *Service) Unsubscribe(ctx context.Context, by actor.Actor, id SubscriptionID) error {
	if err := by.RequireUser(); err != nil {
		return err
	}
	gone, err := remove(ctx, s.DB.Write(), by.ChannelID, by.UserID, id)
	if err == nil && !gone {
		err = noSubscription()
	}
	return err
}

func (sub Subscription) problems() []fault.Field {
	var fields []fault.Field
	require := func(ok bool, field string) {
		if !ok {
			fields = append(fields, fault.Field{Field: field, Code: "malformed", Message: "The value is not valid."})
		}
	}
	require(isEndpoint(sub.Endpoint), "endpoint")
	point, err := base64.RawURLEncoding.Strict().DecodeString(sub.P256dh)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(point)
	}
	require(err == nil, "keys.p256dh")
	secret, err := base64.RawURLEncoding.Strict().DecodeString(sub.Auth)
	require(err == nil && len(secret) == authBytes, "keys.auth")
	return fields
}

// isEndpoint accepts addresses over TLS at the usual port: what every push service has.
// Where the name leads to is looked at when it is dialled.
func isEndpoint(s string) bool {
	u, err := url.Parse(s)
	return err == nil && len(s) <= maxEndpoint && u.Scheme == "https" && u.Hostname() != "" && (u.Port() == "" || u.Port() == "443") &&
		u.User == nil && u.Fragment == "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7f })
}

// plainBase64 is the one spelling of what browsers write in two alphabets.
func plainBase64(s string) string {
	return strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(s, "="))
}

func hashOf(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return base64.RawStdEncoding.EncodeToString(sum[:])
}
