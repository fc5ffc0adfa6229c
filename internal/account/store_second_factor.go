package account

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
)

type factorRow struct {
	bun.BaseModel `bun:"table:second_factors,alias:f"`

	ChannelID   int64 `bun:",pk"`
	UserID      int64 `bun:",pk"`
	Secret      string
	LastStep    int64
	CreatedMS   int64  `bun:"created_ms"`
	ConfirmedMS *int64 `bun:"confirmed_ms"`
}

type recoveryRow struct {
	bun.BaseModel `bun:"table:recovery_codes,alias:c"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    int64
	Hash      string
	UsedMS    *int64 `bun:"used_ms"`
}

// sealedFor is the place that a user's secret is bound to.
func sealedFor(channelID int64, id UserID) string { return fmt.Sprintf("%d %d", channelID, id) }

func (s *Service) selectFactor(ctx context.Context, idb bun.IDB, channelID int64, id UserID) (row factorRow, found bool, err error) {
	err = idb.NewSelect().Model(&row).Where("f.channel_id = ? AND f.user_id = ?", channelID, id).Scan(ctx)
	if db.IsNoRows(err) {
		return factorRow{}, false, nil
	}
	if err != nil {
		return factorRow{}, false, fmt.Errorf("select second factor: %w", err)
	}
	return row, true, nil
}

func (s *Service) hasSecondFactor(ctx context.Context, user User) (bool, error) {
	row, found, err := s.selectFactor(ctx, s.db.From(ctx), user.ChannelID, user.ID)
	return found && row.ConfirmedMS != nil, err
}

// keepFactor keeps a secret that waits to be confirmed, instead of an earlier one.
func (s *Service) keepFactor(ctx context.Context, user User, secret totpSecret) error {
	row := factorRow{
		ChannelID: user.ChannelID, UserID: int64(user.ID), CreatedMS: clock.Millis(s.clock.Now()),
		Secret: s.sealer.Seal(sealedFor(user.ChannelID, user.ID), string(secret)),
	}
	changed, err := db.Changed(s.db.Write().NewInsert().Model(&row).
		On("CONFLICT (channel_id, user_id) DO UPDATE").
		Set("secret = EXCLUDED.secret").Set("last_step = 0").Set("created_ms = EXCLUDED.created_ms").
		Where("f.confirmed_ms IS NULL").Exec(ctx))
	if err != nil {
		return fmt.Errorf("keep a second factor: %w", err)
	}
	if !changed {
		return factorOn()
	}
	return nil
}

// matchFactor finds the time step of an app's code for a user.
func (s *Service) matchFactor(row factorRow, digits string) (step int64, ok bool, err error) {
	secret, err := s.sealer.Open(sealedFor(row.ChannelID, UserID(row.UserID)), row.Secret)
	if err != nil {
		return 0, false, fmt.Errorf("read the second factor of user %d: %w", row.UserID, err)
	}
	step, ok = totpSecret(secret).match(digits, s.clock.Now(), row.LastStep)
	return step, ok, nil
}

// confirmFactor switches on what waits to be confirmed.
func (s *Service) confirmFactor(ctx context.Context, tx bun.Tx, user User, code string) error {
	row, found, err := s.selectFactor(ctx, tx, user.ChannelID, user.ID)
	switch {
	case err != nil:
		return err
	case !found:
		return factorOff()
	case row.ConfirmedMS != nil:
		return factorOn()
	}
	digits, ok := isTOTP(code)
	if !ok {
		return wrongFactor()
	}
	step, ok, err := s.matchFactor(row, digits)
	if err != nil {
		return err
	}
	if !ok {
		return wrongFactor()
	}
	changed, err := db.Changed(tx.NewUpdate().Model((*factorRow)(nil)).
		Set("confirmed_ms = ?", clock.Millis(s.clock.Now())).Set("last_step = ?", step).
		Where("channel_id = ? AND user_id = ? AND confirmed_ms IS NULL AND secret = ?", user.ChannelID, user.ID, row.Secret).Exec(ctx))
	if err != nil {
		return fmt.Errorf("confirm a second factor: %w", err)
	}
	if !changed {
		return factorOn()
	}
	return nil
}

// spendFactor takes a code of the app or a recovery code. Either works once: one
// statement decides, so that of the same code used many times at once one counts.
func (s *Service) spendFactor(ctx context.Context, tx bun.Tx, user User, code, language string) error {
	if digits, ok := isTOTP(code); ok {
		return s.spendTOTP(ctx, tx, user, digits)
	}
	return s.spendRecoveryCode(ctx, tx, user, code, language)
}

func (s *Service) spendTOTP(ctx context.Context, tx bun.IDB, user User, digits string) error {
	row, found, err := s.selectFactor(ctx, tx, user.ChannelID, user.ID)
	if err != nil {
		return err
	}
	if !found || row.ConfirmedMS == nil {
		return wrongFactor()
	}
	step, ok, err := s.matchFactor(row, digits)
	if err != nil {
		return err
	}
	if !ok {
		return wrongFactor()
	}
	return s.takeStep(ctx, tx, row, step)
}

// takeStep spends the code of a time step, and with it all earlier ones.
func (s *Service) takeStep(ctx context.Context, tx bun.IDB, row factorRow, step int64) error {
	changed, err := db.Changed(tx.NewUpdate().Model((*factorRow)(nil)).Set("last_step = ?", step).
		Where("channel_id = ? AND user_id = ? AND last_step < ? AND secret = ?", row.ChannelID, row.UserID, step, row.Secret).Exec(ctx))
	if err != nil {
		return fmt.Errorf("spend a code of the second factor: %w", err)
	}
	if !changed {
		return wrongFactor()
	}
	return nil
}

func (s *Service) spendRecoveryCode(ctx context.Context, tx bun.Tx, user User, typed, language string) error {
	code, ok := readTyped(typed, recoveryLength)
	if !ok {
		return wrongFactor()
	}
	changed, err := db.Changed(tx.NewUpdate().Model((*recoveryRow)(nil)).Set("used_ms = ?", clock.Millis(s.clock.Now())).
		Where("channel_id = ? AND user_id = ? AND hash = ? AND used_ms IS NULL", user.ChannelID, user.ID, recoveryHash(user, code).String()).Exec(ctx))
	if err != nil {
		return fmt.Errorf("spend a recovery code: %w", err)
	}
	if !changed {
		return wrongFactor()
	}
	return s.post(ctx, tx, user, recoveryCodeUsed(user.letterLanguage(language)))
}

// drawRecoveryCodes gives a user new recovery codes instead of the old ones.
func (s *Service) drawRecoveryCodes(ctx context.Context, tx bun.Tx, user User) ([]string, error) {
	if err := deleteRecoveryCodes(ctx, tx, user.ChannelID, user.ID); err != nil {
		return nil, err
	}
	codes, rows := make([]string, recoveryCodes), make([]recoveryRow, recoveryCodes)
	for i := range codes {
		code := newTyped(recoveryLength)
		codes[i] = showTyped(code)
		rows[i] = recoveryRow{ChannelID: user.ChannelID, UserID: int64(user.ID), Hash: recoveryHash(user, code).String()}
	}
	if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return nil, fmt.Errorf("insert recovery codes: %w", err)
	}
	return codes, nil
}

func deleteRecoveryCodes(ctx context.Context, tx bun.Tx, channelID int64, id UserID) error {
	_, err := tx.NewDelete().Model((*recoveryRow)(nil)).Where("channel_id = ? AND user_id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete recovery codes: %w", err)
	}
	return nil
}

func (s *Service) countRecoveryCodes(ctx context.Context, channelID int64, id UserID) (int64, error) {
	n, err := s.db.Read().NewSelect().Model((*recoveryRow)(nil)).
		Where("c.channel_id = ? AND c.user_id = ? AND c.used_ms IS NULL", channelID, id).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count recovery codes: %w", err)
	}
	return n, nil
}

func deleteFactor(ctx context.Context, tx bun.Tx, channelID int64, id UserID) error {
	if err := deleteRecoveryCodes(ctx, tx, channelID, id); err != nil {
		return err
	}
	_, err := tx.NewDelete().Model((*factorRow)(nil)).Where("channel_id = ? AND user_id = ?", channelID, id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete second factor: %w", err)
	}
	return nil
}
