package lease

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// A media request renews a lease that ends in less than renewThreshold. A player that renews every
// RenewInterval always has more time left, so that its media requests write nothing.
const renewThreshold = RenewInterval * 2

// Address identifies the user, session and subject of a signed address of bought media.
type Address struct {
	ChannelID, UserID, SessionID int64
	Subject
	// Player is the number of the player that the address is bound to (PlayerNumber); 0 for an address
	// of the session, which has its own lease.
	Player int64
	// Download is set for a download of an event or clip, which needs no lease.
	Download  bool
	CutID     int64
	ExpiresAt time.Time // of a download's address
}

// PlayerNumber returns a 62-bit hash of a player's name for signed addresses. It is never 0, which means
// no player.
func PlayerNumber(player string) int64 {
	sum := sha256.Sum256([]byte(player))
	return int64(binary.BigEndian.Uint64(sum[:8])>>2 | 1) // 62 bits
}

func sessionPlayerPrefix(sessionID int64) string {
	return "session-" + strconv.FormatInt(sessionID, 10) + "-"
}

// sessionPlayer returns the player name of a session's address.
func (a Address) sessionPlayer() string {
	if a.ItemID != 0 {
		return sessionPlayerPrefix(a.SessionID) + "video-" + strconv.FormatInt(a.ItemID, 10)
	}
	return sessionPlayerPrefix(a.SessionID) + "event-" + strconv.FormatInt(a.EventID, 10)
}

// owns reports whether a lease belongs to the address.
func (a Address) owns(r row) bool {
	if r.SessionID != a.SessionID || r.subject() != a.Subject {
		return false
	}
	if a.Player == 0 {
		return r.Player == a.sessionPlayer()
	}
	return PlayerNumber(r.Player) == a.Player
}

// RenewAddress renews the lease of a signed address. A session's address without a lease acquires a
// slot. At the start of playback (starts) it may also take the slot of another address of the same
// session. A player's address never acquires a slot: the player calls Acquire. If other players use
// all slots, RenewAddress returns Conflict, "too_many_streams".
func (s *Service) RenewAddress(ctx context.Context, a Address, slots int, starts bool) error {
	s.db.CheckPool(ctx)
	if slots == 0 {
		return nil
	}
	leases, _, err := s.slots.Get(ctx, user{a.ChannelID, a.UserID})
	if err != nil {
		return err
	}
	r := Request{
		ChannelID: a.ChannelID, UserID: a.UserID, SessionID: a.SessionID, Subject: a.Subject, Slots: slots, replaceOwn: starts,
	}
	now := s.clock.Now()
	for _, l := range leases {
		if !a.owns(l) || l.Slot >= slots || l.ExpiresMS <= clock.Millis(now.Add(-gracePeriod)) {
			continue
		}
		if rest := clock.FromMillis(l.ExpiresMS).Sub(now); rest >= renewThreshold && rest <= Duration+maxClockSkew {
			return nil
		}
		r.Player = l.Player
		if renewed, err := s.renewer.renew(ctx, r); err != nil || renewed {
			return err
		}
	}
	if a.Player != 0 {
		return errNoSlot()
	}
	r.Player = a.sessionPlayer()
	taken, err := s.acquire(ctx, r)
	if err == nil && !taken {
		err = errNoSlot()
	}
	return err
}

// user is a user of a channel.
type user struct{ channelID, userID int64 }

// selectSlots loads the leases of users, including expired ones.
func (s *Service) selectSlots(ctx context.Context, of []user) (map[user][]row, error) {
	users := map[int64][]int64{}
	for _, h := range of {
		users[h.channelID] = append(users[h.channelID], h.userID)
	}
	found := make(map[user][]row, len(of))
	for channelID, ids := range users {
		var rows []row
		err := s.db.Read().NewSelect().Model(&rows).
			Where("l.channel_id = ? AND l.user_id IN (?)", channelID, bun.List(ids)).Scan(ctx)
		if err != nil {
			return nil, fmt.Errorf("select leases: %w", err)
		}
		for _, r := range rows {
			h := user{channelID, r.UserID}
			found[h] = append(found[h], r)
		}
	}
	return found, nil
}

// id returns the hash that identifies the address in the table of networks. The table stores no
// user ids.
func (a Address) id() string {
	text := fmt.Sprintf("%d %d %d %d %d %d %t %d", a.ChannelID, a.UserID, a.SessionID, a.EventID, a.ItemID, a.Player, a.Download, a.CutID)
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}
