package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/passkey"
)

type passkeyRow struct {
	bun.BaseModel `bun:"table:passkeys,alias:pk"`

	ID           int64 `bun:"id,pk,autoincrement"`
	ChannelID    int64
	UserID       int64
	RPID         string `bun:"rp_id"`
	CredentialID string
	Handle       string
	Record       string
	SignCount    int64
	Name         string
	CreatedMS    int64  `bun:"created_ms"`
	UsedMS       *int64 `bun:"used_ms"`
}

func (r *passkeyRow) passkey() Passkey {
	p := Passkey{ID: r.ID, Name: r.Name, Domain: r.RPID, AddedAt: clock.FromMillis(r.CreatedMS)}
	if r.UsedMS != nil {
		p.UsedAt = clock.FromMillis(*r.UsedMS)
	}
	return p
}

func (r *passkeyRow) key() passkey.Key {
	return passkey.Key{ID: r.CredentialID, Record: r.Record, SignCount: r.SignCount}
}

func (r *passkeyRow) owner() passkey.Owner {
	handle, _ := base64.RawURLEncoding.DecodeString(r.Handle) // as encodeHandle wrote it
	return passkey.Owner{Handle: handle, Keys: []passkey.Key{r.key()}}
}

func encodeHandle(handle []byte) string { return base64.RawURLEncoding.EncodeToString(handle) }

// ownerOf returns the user as an owner of passkeys, with those that the relying party already has.
// A new user handle is random.
func ownerOf(user User, rows []passkeyRow, party passkey.Party) passkey.Owner {
	owner := passkey.Owner{Name: user.Email}
	for _, row := range rows {
		owner.Handle = row.owner().Handle
		if row.RPID == party.ID {
			owner.Keys = append(owner.Keys, row.key())
		}
	}
	if owner.Handle == nil {
		owner.Handle = make([]byte, 32)
		_, _ = rand.Read(owner.Handle) // it never fails: crypto/rand ends the process instead
	}
	return owner
}

func selectPasskeys(ctx context.Context, idb bun.IDB, channelID int64, id UserID) (rows []passkeyRow, err error) {
	err = idb.NewSelect().Model(&rows).Where("pk.channel_id = ? AND pk.user_id = ?", channelID, id).OrderExpr("pk.id").Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	return rows, nil
}

// findPasskey finds a passkey by its credential id, which an authenticator draws at random.
func (s *Service) findPasskey(ctx context.Context, channelID int64, party passkey.Party, id string) (row passkeyRow, err error) {
	err = s.db.Read().NewSelect().Model(&row).
		Where("pk.channel_id = ? AND pk.rp_id = ? AND pk.credential_id = ?", channelID, party.ID, id).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return row, fmt.Errorf("%w: no user has it", passkey.ErrRefused)
	case err != nil:
		return row, fmt.Errorf("find passkey: %w", err)
	}
	return row, nil
}

// insertPasskey stores a passkey. The caller holds the lock of the user's row.
func insertPasskey(ctx context.Context, tx bun.Tx, row *passkeyRow) error {
	rows, err := selectPasskeys(ctx, tx, row.ChannelID, UserID(row.UserID))
	if err != nil {
		return err
	}
	if len(rows) >= maxPasskeys {
		return tooManyPasskeys()
	}
	row.ID = 0 // a transaction that runs again must not reuse the first run's
	changed, err := db.Changed(tx.NewInsert().Model(row).On("CONFLICT DO NOTHING").Returning("id").Exec(ctx))
	if err != nil {
		return fmt.Errorf("insert passkey: %w", err)
	}
	if !changed {
		return passkeyFailed() // another user has this credential id
	}
	return nil
}

// notePasskeyUse stores the new sign counter. A counter that another login has moved since it was
// read is refused, as a copied authenticator is; authenticators without a counter always say 0.
func (s *Service) notePasskeyUse(ctx context.Context, tx bun.Tx, row passkeyRow, used passkey.Key) error {
	changed, err := db.Changed(tx.NewUpdate().Model((*passkeyRow)(nil)).
		Set("record = ?", used.Record).Set("sign_count = ?", used.SignCount).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ? AND user_id = ? AND sign_count = ?", row.ChannelID, row.ID, row.UserID, row.SignCount).Exec(ctx))
	if err != nil {
		return fmt.Errorf("note the use of a passkey: %w", err)
	}
	if !changed {
		return passkeyFailed()
	}
	return nil
}

func deletePasskeys(ctx context.Context, tx bun.Tx, channelID int64, id UserID) error {
	_, err := tx.NewDelete().Model((*passkeyRow)(nil)).Where("channel_id = ? AND user_id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete passkeys: %w", err)
	}
	return nil
}

type challengePurpose string

const (
	registerPasskey challengePurpose = "register"
	passkeyLogin    challengePurpose = "login"
	passkeyStepUp   challengePurpose = "step-up"
)

type challengeRow struct {
	bun.BaseModel `bun:"table:passkey_challenges,alias:pc"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	SessionID int64
	Purpose   challengePurpose
	KeyHash   string
	Handle    string
	Data      string
	ExpiresMS int64 `bun:"expires_ms"`
}

// keepChallenge stores a challenge in place of the session's earlier one for the same purpose.
func (s *Service) keepChallenge(ctx context.Context, idb bun.IDB, session Session, row challengeRow, life time.Duration) error {
	row.ChannelID, row.SessionID, row.KeyHash = session.ChannelID, session.ID, session.hash.String()
	row.ExpiresMS = clock.Millis(s.clock.Now().Add(life))
	_, err := idb.NewInsert().Model(&row).On("CONFLICT (session_id, purpose) DO UPDATE").
		Set("key_hash = EXCLUDED.key_hash").Set("handle = EXCLUDED.handle").Set("data = EXCLUDED.data").Set("expires_ms = EXCLUDED.expires_ms").Exec(ctx)
	if db.IsForeignKey(err) {
		return invalidKey() // the session has just ended
	}
	if err != nil {
		return fmt.Errorf("keep a challenge: %w", err)
	}
	return nil
}

// takeChallenge takes the challenge of a session. Each works once.
func (s *Service) takeChallenge(ctx context.Context, idb bun.IDB, session Session, p challengePurpose) (row challengeRow, err error) {
	_, err = idb.NewDelete().Model(&row).
		Where("channel_id = ? AND session_id = ? AND purpose = ? AND key_hash = ?", session.ChannelID, session.ID, p, session.hash.String()).
		Where("expires_ms > ?", clock.Millis(s.clock.Now())).Returning("*").Exec(ctx)
	if err != nil && !db.IsNoRows(err) {
		return row, fmt.Errorf("take a challenge: %w", err)
	}
	if row.ID == 0 {
		return row, passkeyFailed()
	}
	return row, nil
}

// PruneChallenges deletes challenges that are too old.
func (s *Service) PruneChallenges(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*challengeRow)(nil), 0, limit)
}
