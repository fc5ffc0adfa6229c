package media

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
)

// keyBytes of randomness make a stream key that cannot be guessed.
const keyBytes = 20

// newKey makes a stream key of 32 letters and digits, which survive being read
// aloud and typed.
func newKey() string {
	var secret [keyBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails: crypto/rand ends the process instead
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret[:]))
}

// wellFormedKey reports whether text can be a stream key, so that garbage needs no query.
func wellFormedKey(text string) bool {
	return len(text) == base32.StdEncoding.WithPadding(base32.NoPadding).EncodedLen(keyBytes) &&
		strings.Trim(text, "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// StreamKeys keeps stream keys unreadable in the database: encrypted, to be shown again, and as keyed hashes, to be found
// (ADR 0052).
type StreamKeys struct {
	sealer *seal.Sealer
	lookup *seal.Lookup
}

// NewStreamKeys derives its keys from the installation's secret.
func NewStreamKeys(secret []byte) (*StreamKeys, error) {
	sealer, err := seal.New(secret, "grandstand stream keys")
	if err != nil {
		return nil, err
	}
	lookup, err := seal.NewLookup(secret, "grandstand stream keys by hash")
	if err != nil {
		return nil, err
	}
	return &StreamKeys{sealer, lookup}, nil
}

// seal sets the columns of a row for a key. The key is bound to the event: copied to another row it cannot be read.
func (k *StreamKeys) seal(row *streamRow, key string) {
	row.StreamKey, row.SealedKey = k.lookup.Hash(key), k.sealer.Seal(sealedFor(row), key)
}

func sealedFor(row *streamRow) string { return fmt.Sprintf("%d %d", row.ChannelID, row.EventID) }

// open returns a row's key.
func (k *StreamKeys) open(row streamRow) (string, error) {
	if row.SealedKey == "" {
		return row.StreamKey, nil
	}
	key, err := k.sealer.Open(sealedFor(&row), row.SealedKey)
	if err != nil {
		return "", fault.Wrap(err, fault.Conflict, "stream_key_unreadable",
			"The stream key was encrypted with another secret of the installation. Create a new stream key.")
	}
	return key, nil
}

// sealBatch is how many keys are encrypted in one transaction.
const sealBatch = 500

// SealStreamKeys encrypts the stream keys that an older version left in plain text. It is called at a start, before encoders.
func (s *Service) SealStreamKeys(ctx context.Context) error {
	var sealed int
	for {
		n, err := s.sealSome(ctx, sealed == 0)
		if err != nil {
			return fmt.Errorf("encrypt stream keys: %w", err)
		}
		sealed += n
		if n < sealBatch {
			break
		}
	}
	if sealed == 0 {
		return nil
	}
	s.Log.InfoContext(ctx, "stream keys encrypted: older backups still have them in plain text", "keys", sealed)
	if err := s.DB.PurgeOldRows(ctx, "streams"); err != nil {
		s.Log.WarnContext(ctx, "old rows of streams may still be in the database's files", "error", err)
	}
	return nil
}

func (s *Service) sealSome(ctx context.Context, first bool) (n int, err error) {
	var rows []streamRow
	list := func(ctx context.Context, idb bun.IDB) error {
		rows = nil
		return idb.NewSelect().Model(&rows).Column("id", "channel_id", "event_id", "stream_key").Where("sealed_key = ''").Order("id").Limit(sealBatch).Scan(ctx)
	}
	if first { // the usual start has none, and needs no transaction to know
		if err := list(ctx, s.DB.Read()); err != nil || len(rows) == 0 {
			return 0, err
		}
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := list(ctx, tx); err != nil {
			return err
		}
		for i := range rows {
			plain := rows[i].StreamKey
			s.StreamKeys.seal(&rows[i], plain)
			// Another node may have been first, or rotated the key.
			if _, err := change(ctx, tx, `UPDATE streams SET stream_key = ?, sealed_key = ?, updated_ms = ? WHERE id = ? AND sealed_key = '' AND stream_key = ?`,
				rows[i].StreamKey, rows[i].SealedKey, clock.Millis(s.Clock.Now()), rows[i].ID, plain); err != nil {
				return err
			}
		}
		return nil
	})
	return len(rows), err
}
