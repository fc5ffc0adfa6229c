package channel

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/social"
)

// SecretName names a key of another service that a channel uses.
type SecretName string

// Secrets a channel may have.
const (
	StripeSecretKey     SecretName = "stripe_secret_key"
	StripeWebhookSecret SecretName = "stripe_webhook_secret" //nolint:gosec // a name, not a secret
	GoogleClientSecret  SecretName = "google_client_secret"
	FacebookAppSecret   SecretName = "facebook_app_secret" //nolint:gosec // likewise
	RecaptchaSecret     SecretName = "recaptcha_secret"
	RemoteAuthSecret    SecretName = "remote_auth_secret" //nolint:gosec // likewise
)

const (
	maxSecret     = 4_096 // bytes
	secretPurpose = "grandstand channel secrets"
)

// SecretNames are all of them, in the order in which lists have them.
func SecretNames() []SecretName {
	return []SecretName{
		StripeSecretKey, StripeWebhookSecret, GoogleClientSecret, FacebookAppSecret, RecaptchaSecret, RemoteAuthSecret,
	}
}

// NewSealer returns what encrypts the secrets of channels: each is bound to its channel
// and name.
func NewSealer(secret []byte) (*seal.Sealer, error) { return seal.New(secret, secretPurpose) }

// sealedFor is the place that a secret is bound to.
func sealedFor(id ID, name SecretName) string {
	return fmt.Sprintf("%d %s", id, name)
}

type secretRow struct {
	bun.BaseModel `bun:"table:channel_secrets"`

	ChannelID ID         `bun:",pk"`
	Name      SecretName `bun:",pk"`
	Value     string
	UpdatedMS int64
}

// ReplaceSecrets makes the channel's secrets be exactly these.
func (s *Service) ReplaceSecrets(ctx context.Context, by actor.Actor, id ID, secrets map[SecretName]string) error {
	return s.change(ctx, by, id, func(ctx context.Context, tx bun.Tx) error {
		var rows []secretRow
		for _, name := range slices.Sorted(maps.Keys(secrets)) {
			if err := validateSecret(name, secrets[name]); err != nil {
				return err
			}
			rows = append(rows, secretRow{
				ChannelID: id, Name: name, Value: s.sealer.Seal(sealedFor(id, name), secrets[name]), UpdatedMS: clock.Millis(s.clock.Now()),
			})
		}
		return replaceRows(ctx, tx, nil, "channel_secrets", id, rows)
	})
}

// validateSecret never repeats the value: errors are shown and logged.
func validateSecret(name SecretName, value string) error {
	var p problems
	p.require(slices.Contains(SecretNames(), name), "secrets", "unknown", "This secret does not exist")
	p.require(value != "" && len(value) <= maxSecret, string(name), "invalid_secret", "The secret must be a text of reasonable length, and not empty")
	p.require(name != RemoteAuthSecret || len(value) >= social.MinMemberSecret, string(name), "too_short", "The secret that signs members' tokens must have at least 32 characters")
	return p.err()
}

// Secret returns one of the channel's secrets. Unset: NotFound, "secret_not_found".
func (s *Service) Secret(ctx context.Context, id ID, name SecretName) (string, error) {
	secrets, err := s.Secrets(ctx, id)
	if err != nil {
		return "", err
	}
	value, ok := secrets[name]
	if !ok {
		return "", fault.NotFoundf("secret", "The channel does not have this key.")
	}
	return value, nil
}

// HasSecrets says which secrets the channel has, without opening any.
func (s *Service) HasSecrets(ctx context.Context, id ID) (map[SecretName]bool, error) {
	var names []SecretName
	err := s.db.From(ctx).NewSelect().Model((*secretRow)(nil)).Column("name").Where("channel_id = ?", id).Scan(ctx, &names)
	if err != nil {
		return nil, fmt.Errorf("list the secrets of channel %d: %w", id, err)
	}
	has := make(map[SecretName]bool, len(names))
	for _, name := range names {
		has[name] = true
	}
	return has, nil
}

// Secrets returns all of the channel's secrets. They are for the calls that need them:
// never log them, never send them to a client.
func (s *Service) Secrets(ctx context.Context, id ID) (map[SecretName]string, error) {
	var rows []secretRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where("channel_id = ?", id).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read the secrets of channel %d: %w", id, err)
	}
	secrets := make(map[SecretName]string, len(rows))
	for _, r := range rows {
		value, err := s.sealer.Open(sealedFor(id, r.Name), r.Value)
		if err != nil {
			return nil, fmt.Errorf("read secret %s of channel %d: %w", r.Name, id, err)
		}
		secrets[r.Name] = value
	}
	return secrets, nil
}

// ChannelsWithUnreadableSecrets lists channels with a secret that was encrypted with another secret
// of the installation.
func (s *Service) ChannelsWithUnreadableSecrets(ctx context.Context) (channels []ID, err error) {
	var rows []secretRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Order("channel_id", "name").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list the secrets of all channels: %w", err)
	}
	for _, r := range rows {
		_, err := s.sealer.Open(sealedFor(r.ChannelID, r.Name), r.Value)
		if err != nil && !slices.Contains(channels, r.ChannelID) {
			channels = append(channels, r.ChannelID)
		}
	}
	return channels, nil
}
