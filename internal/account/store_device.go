package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/seal"
)

// deviceState is what became of a device's code.
type deviceState string

const (
	statePending  deviceState = "pending"
	stateApproved deviceState = "approved" // and not yet taken
	stateDenied   deviceState = "denied"
	stateUsed     deviceState = "used"
	stateExpired  deviceState = "expired" // never stored: time does it
)

type deviceRow struct {
	bun.BaseModel `bun:"table:device_codes,alias:d"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	SessionID int64
	Hash      string
	UserCode  string
	Name      string
	Place     string
	State     deviceState
	UserID    *int64
	CreatedMS int64 `bun:"created_ms"`
	ExpiresMS int64 `bun:"expires_ms"`
}

func (r *deviceRow) stateAt(now time.Time) deviceState {
	if (r.State == statePending || r.State == stateApproved) && r.ExpiresMS <= clock.Millis(now) {
		return stateExpired
	}
	return r.State
}

func (r *deviceRow) device() Device {
	return Device{
		UserCode: showTyped(r.UserCode), Name: r.Name, Place: r.Place,
		AskedAt: clock.FromMillis(r.CreatedMS), ExpiresAt: clock.FromMillis(r.ExpiresMS),
	}
}

// drawAttempts bounds how often a code is drawn that another device shows already.
const drawAttempts = 5

// insertDevice draws both codes of a device and keeps them instead of its earlier ones.
func (s *Service) insertDevice(ctx context.Context, session Session, r DeviceRequest) (secret, code string, err error) {
	for range drawAttempts {
		var hash keyHash
		secret, hash = seal.NewKey()
		now := s.clock.Now()
		row := deviceRow{
			ChannelID: session.ChannelID, SessionID: session.ID, Hash: hash.String(), UserCode: newTyped(userCodeLength),
			Name: r.Name, Place: r.Place, State: statePending,
			CreatedMS: clock.Millis(now), ExpiresMS: clock.Millis(now.Add(deviceCodeLife)),
		}
		err = s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error { return replaceDevice(ctx, tx, row) })
		if !db.IsUnique(err) {
			return secret, row.UserCode, err
		}
	}
	return "", "", err
}

func replaceDevice(ctx context.Context, tx bun.Tx, row deviceRow) error {
	_, err := tx.NewDelete().Model((*deviceRow)(nil)).
		Where("channel_id = ? AND session_id = ?", row.ChannelID, row.SessionID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("give a device code up: %w", err)
	}
	_, err = tx.NewInsert().Model(&row).Exec(ctx)
	if db.IsForeignKey(err) {
		return invalidKey() // the session has just ended
	}
	if err != nil {
		return fmt.Errorf("insert device code: %w", err)
	}
	return nil
}

// findDeviceBySecret finds what a session's device polls for. What another session was
// given is unknown to this one.
func (s *Service) findDeviceBySecret(ctx context.Context, session Session, secret string) (row deviceRow, err error) {
	hash, ok := seal.HashKey(secret)
	if !ok {
		return row, deviceNotFound()
	}
	err = s.db.Read().NewSelect().Model(&row).
		Where("d.channel_id = ? AND d.session_id = ? AND d.hash = ?", session.ChannelID, session.ID, hash.String()).Scan(ctx)
	if db.IsNoRows(err) {
		return deviceRow{}, deviceNotFound()
	}
	if err != nil {
		return deviceRow{}, fmt.Errorf("find the device that polls: %w", err)
	}
	return row, nil
}

// findDeviceByCode finds the device that waits with a code.
func (s *Service) findDeviceByCode(ctx context.Context, channelID int64, code string) (row deviceRow, err error) {
	err = s.db.Read().NewSelect().Model(&row).Where("d.channel_id = ? AND d.user_code = ?", channelID, code).Scan(ctx)
	if db.IsNoRows(err) {
		return deviceRow{}, deviceNotFound()
	}
	if err != nil {
		return deviceRow{}, fmt.Errorf("find the device of a code: %w", err)
	}
	switch row.stateAt(s.clock.Now()) {
	case statePending:
		return row, nil
	case stateExpired:
		return deviceRow{}, deviceExpired()
	case stateApproved, stateDenied, stateUsed:
	}
	return deviceRow{}, deviceUsed()
}

// judgeDevice lets a waiting device in or turns it away. One statement decides, so that
// of two users with the same code one is first.
func (s *Service) judgeDevice(ctx context.Context, idb bun.IDB, row deviceRow, state deviceState, user UserID) error {
	changed, err := db.Changed(idb.NewUpdate().Model((*deviceRow)(nil)).
		Set("state = ?", state).Set("user_id = ?", user).
		Where("channel_id = ? AND id = ? AND state = ? AND expires_ms > ?", row.ChannelID, row.ID, statePending, clock.Millis(s.clock.Now())).
		Exec(ctx))
	if err != nil {
		return fmt.Errorf("judge a device: %w", err)
	}
	if !changed {
		return deviceUsed()
	}
	return nil
}

// takeDevice spends an approved code and returns whose the device is, 0 when it was
// spent already. One statement decides.
func (s *Service) takeDevice(ctx context.Context, tx bun.IDB, row deviceRow) (UserID, error) {
	var id int64
	_, err := tx.NewUpdate().Model((*deviceRow)(nil)).Set("state = ?", stateUsed).
		Where("channel_id = ? AND id = ? AND state = ? AND expires_ms > ?", row.ChannelID, row.ID, stateApproved, clock.Millis(s.clock.Now())).
		Returning("user_id").Exec(ctx, &id)
	if err != nil && !db.IsNoRows(err) {
		return 0, fmt.Errorf("take an approved device: %w", err)
	}
	return UserID(id), nil
}

func nameDevice(ctx context.Context, tx bun.IDB, session Session, name string) error {
	_, err := tx.NewUpdate().Model((*sessionRow)(nil)).Set("device = ?", name).Set("by_code = TRUE").Set("proven_ms = 0").
		Where("channel_id = ? AND id = ?", session.ChannelID, session.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("name the device of a session: %w", err)
	}
	return nil
}

// denyApproved turns away the devices that a user let in and that have not come yet.
func denyApproved(ctx context.Context, idb bun.IDB, channelID int64, id UserID) error {
	_, err := idb.NewUpdate().Model((*deviceRow)(nil)).Set("state = ?", stateDenied).
		Where("channel_id = ? AND user_id = ? AND state = ?", channelID, id, stateApproved).Exec(ctx)
	if err != nil {
		return fmt.Errorf("turn approved devices away: %w", err)
	}
	return nil
}
