package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"math/big"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

type loginCodeRow struct {
	bun.BaseModel `bun:"table:login_codes,alias:lc"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	SessionID int64
	KeyHash   string
	Email     string
	Code      string // sealed
	StepUp    bool   // confirms a change of the account; otherwise the code logs in
	Guest     bool   // makes a user if none has the address
	// MailingConsent is the guest's.
	MailingConsent bool
	Tries          int64
	ExpiresMS      int64  `bun:"expires_ms"`
	UsedMS         *int64 `bun:"used_ms"`
}

// place binds a sealed code to its session and address.
func (r *loginCodeRow) place() string {
	return fmt.Sprintf("login code %d %d %s", r.ChannelID, r.SessionID, r.Email)
}

// drawLoginCode draws a code; each is as likely as any other.
func drawLoginCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("draw a login code: %w", err)
	}
	return fmt.Sprintf("%0*d", loginCodeDigits, n.Int64()), nil
}

func equalCodes(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// replaceLoginCode stores a new code of a session in place of its earlier one. The session decides
// what the code is for: it logs in, or confirms a change of the account in a session with a user. row has the
// address and, for a guest, what the guest entered.
func (s *Service) replaceLoginCode(ctx context.Context, tx bun.Tx, session Session, row loginCodeRow) (id int64, code string, err error) {
	if code, err = drawLoginCode(); err != nil {
		return 0, "", err
	}
	row.ID, row.ChannelID, row.SessionID, row.KeyHash = 0, session.ChannelID, session.ID, session.hash.String()
	row.StepUp, row.ExpiresMS = session.UserID != 0, clock.Millis(s.clock.Now().Add(LoginCodeLife))
	row.Code = s.sealer.Seal(row.place(), code)
	_, err = tx.NewInsert().Model(&row).On("CONFLICT (session_id) DO UPDATE").
		Set("key_hash = EXCLUDED.key_hash").Set("email = EXCLUDED.email").Set("code = EXCLUDED.code").
		Set("step_up = EXCLUDED.step_up").Set("guest = EXCLUDED.guest").Set("mailing_consent = EXCLUDED.mailing_consent").
		Set("tries = 0").Set("expires_ms = EXCLUDED.expires_ms").Set("used_ms = NULL").Returning("id").Exec(ctx)
	if db.IsForeignKey(err) {
		return 0, "", invalidKey() // the session has just ended
	}
	if err != nil {
		return 0, "", fmt.Errorf("insert login code: %w", err)
	}
	return row.ID, code, nil
}

// readLoginCode reads the code of a request to log in that can still be used.
func (s *Service) readLoginCode(ctx context.Context, tx bun.Tx, r LoginCodeRequest) (row loginCodeRow, code string, found bool, err error) {
	err = tx.NewSelect().Model(&row).Where("lc.channel_id = ? AND lc.id = ? AND lc.step_up = FALSE", r.ChannelID, r.ID).
		Where("lc.used_ms IS NULL AND lc.expires_ms > ?", clock.Millis(s.clock.Now())).Scan(ctx)
	switch {
	case db.IsNoRows(err):
		return row, "", false, nil
	case err != nil:
		return row, "", false, fmt.Errorf("select login code: %w", err)
	}
	code, err = s.sealer.Open(row.place(), row.Code)
	return row, code, err == nil, err
}

// tryLoginCode counts one try of a session's code and returns the code. It finds none that is
// spent or too old. The count stays also if the call fails later.
func (s *Service) tryLoginCode(ctx context.Context, session Session) (row loginCodeRow, code string, err error) {
	_, err = s.db.Write().NewUpdate().Model(&row).Set("tries = tries + 1").
		Where("channel_id = ? AND session_id = ? AND key_hash = ?", session.ChannelID, session.ID, session.hash.String()).
		Where("step_up = ?", session.UserID != 0).
		Where("tries < ? AND used_ms IS NULL AND expires_ms > ?", loginCodeTries, clock.Millis(s.clock.Now())).
		Returning("*").Exec(ctx)
	if err != nil && !db.IsNoRows(err) {
		return row, "", fmt.Errorf("try a login code: %w", err)
	}
	if row.ID == 0 {
		return row, "", wrongLoginCode()
	}
	code, err = s.sealer.Open(row.place(), row.Code)
	if err != nil {
		return row, "", fmt.Errorf("read a login code: %w", err)
	}
	return row, code, nil
}

// spendLoginCode spends a code. Of several uses at once one succeeds.
func (s *Service) spendLoginCode(ctx context.Context, tx bun.Tx, row loginCodeRow) error {
	changed, err := db.Changed(tx.NewUpdate().Model((*loginCodeRow)(nil)).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND id = ? AND code = ? AND used_ms IS NULL", row.ChannelID, row.ID, row.Code).Exec(ctx))
	if err != nil {
		return fmt.Errorf("spend a login code: %w", err)
	}
	if !changed {
		return wrongLoginCode()
	}
	return nil
}

// PruneLoginCodes deletes codes that are too old.
func (s *Service) PruneLoginCodes(ctx context.Context, limit int64) (int64, error) {
	return s.prune(ctx, (*loginCodeRow)(nil), 0, limit)
}
