package reminder

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"github.com/uptrace/bun"
)

// The way out of reminders needs no log in: its address carries whose they are, signed.
// It lets its holder end them and do nothing else, so that it may live for ever.

const (
	idBytes  = 8
	macBytes = 16
)

func sealOf(secret []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte("the way out of reminders"))
	return mac.Sum(nil)
}

func (s *Service) token(channelID, userID int64) string {
	plain := binary.BigEndian.AppendUint64(nil, uint64(userID))
	return base64.RawURLEncoding.EncodeToString(append(plain, s.mac(channelID, plain)...))
}

func (s *Service) mac(channelID int64, plain []byte) []byte {
	mac := hmac.New(sha256.New, s.seal)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(channelID)))
	mac.Write(plain)
	return mac.Sum(nil)[:macBytes]
}

// stopPath is the address in letters that ends reminders.
func (s *Service) stopPath(channelID, userID int64) string {
	return "/reminders/stop?token=" + s.token(channelID, userID)
}

// Stop ends every reminder of the user whose letter carried the token. Done again, it
// changes nothing. Anything but a token of the channel: NotFound, "reminder_not_found".
func (s *Service) Stop(ctx context.Context, channelID int64, token string) error {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != idBytes+macBytes || !hmac.Equal(raw[idBytes:], s.mac(channelID, raw[:idBytes])) {
		return errBadToken()
	}
	userID := int64(binary.BigEndian.Uint64(raw))
	return s.db.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		return s.EraseUser(ctx, tx, channelID, userID)
	})
}
