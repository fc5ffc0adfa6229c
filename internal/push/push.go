// Package push tells people something on their devices by Web Push (RFC 8030): they
// allow it in a browser, whose push service then wakes it up.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/throttle"
)

// SubscriptionID names a browser that may be told things.
type SubscriptionID int64

// Note is what somebody is told. Path is the page of the channel's site that opens.
type Note struct {
	Title string    `json:"title"`
	Body  string    `json:"body"`
	Path  string    `json:"path"`
	Tag   string    `json:"tag,omitempty"`  // a later note with the same tag takes this one's place
	Icon  string    `json:"icon,omitempty"` // a path or an absolute address
	Until time.Time `json:"until"`          // after which nobody wants to know any more
}

// Queue has notes sent later.
type Queue interface {
	// SendNote sends a note to one subscription once the transaction tx stands.
	SendNote(ctx context.Context, tx bun.Tx, channelID int64, to SubscriptionID, n Note) error
}

// Deps is what the service needs.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Log    *slog.Logger
	Queue  Queue
	Client *http.Client // that reaches push services and nothing of ours
	Secret []byte       // of the installation
	// Contact is whom push services write to about our messages: a mailbox or an https
	// address (RFC 8292, 2.1).
	Contact string
}

// Service is the push of an installation. It is safe for concurrent use.
type Service struct {
	Deps
	public, private string
	trials          *throttle.Limiter[int64]
}

// trialRate is how often one person may have a note sent to see whether it comes.
func trialRate() throttle.Rate { return throttle.Rate{Every: 20 * time.Second, Burst: 5} }

// NewService derives the keys by which push services know the installation, so that all
// its nodes have the same and they outlive each of them.
func NewService(d Deps) (*Service, error) {
	key, err := serverKey(d.Secret)
	if err != nil {
		return nil, err
	}
	encode := base64.RawURLEncoding.EncodeToString
	return &Service{
		Deps: d, private: encode(key.Bytes()), public: encode(key.PublicKey().Bytes()),
		trials: throttle.New[int64](trialRate(), d.Clock),
	}, nil
}

// PublicKey is what browsers need to subscribe, as RFC 8292, 3.2 writes it.
func (s *Service) PublicKey() string { return s.public }

// serverKey draws a key of P-256 from a secret. Nearly every 32 bytes are one; the next
// are tried where they are not.
func serverKey(secret []byte) (*ecdh.PrivateKey, error) {
	const size, attempts = 32, 8
	stream, err := hkdf.Key(sha256.New, secret, nil, "grandstand web push", size*attempts)
	if err != nil {
		return nil, fmt.Errorf("derive the key for push: %w", err)
	}
	for i := range attempts {
		if key, err := ecdh.P256().NewPrivateKey(stream[i*size : (i+1)*size]); err == nil {
			return key, nil
		}
	}
	return nil, errors.New("the secret gives no key for push")
}
