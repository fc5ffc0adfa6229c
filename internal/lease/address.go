package lease

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/clock"
)

// A media request renews a place that has less than renewBelow left. A player that renews its place
// every RenewEvery always has more time left, so that its media requests write nothing.
const renewBelow = RenewEvery * 2

// Address identifies the user, session and subject of a signed address of bought media.
type Address struct {
	ChannelID, UserID, SessionID int64
	Subject
	// Player is the number of the player whose place the address is bound to, see Number; 0: the
	// address belongs to the session and has its own place.
	Player int64
	// Download is set for an address of a file, which needs no place: of the event or of a clip.
	Download bool
	CutID    int64
}

// Number returns a 62-bit hash of a player's name for signed addresses. It is never 0, which means
// no player.
func Number(player string) int64 {
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

// names reports whether the address is bound to the place.
func (a Address) names(r row) bool {
	if r.SessionID != a.SessionID || r.subject() != a.Subject {
		return false
	}
	if a.Player == 0 {
		return r.Player == a.sessionPlayer()
	}
	return Number(r.Player) == a.Player
}

// Play renews the place of a signed address. A session's address without a place takes a free one.
// At the start of playback (starts) it may also take over the place of another address of the same
// session. A player's address never takes a place: the player calls Take. When all places are
// taken: Conflict, "too_many_streams".
func (s *Service) Play(ctx context.Context, a Address, most int, starts bool) error {
	s.db.CheckPool(ctx)
	if most == 0 {
		return nil
	}
	places, _, err := s.holders.Get(ctx, holder{a.ChannelID, a.UserID})
	if err != nil {
		return err
	}
	r := Request{
		ChannelID: a.ChannelID, UserID: a.UserID, SessionID: a.SessionID, Subject: a.Subject, Most: most, switches: starts,
	}
	now := s.clock.Now()
	for _, place := range places {
		if !a.names(place) || place.Place >= most || place.ExpiresMS <= clock.Millis(now.Add(-grace)) {
			continue
		}
		if rest := clock.FromMillis(place.ExpiresMS).Sub(now); rest >= renewBelow && rest <= Life+ahead {
			return nil
		}
		r.Player = place.Player
		if renewed, err := s.renewer.renew(ctx, r); err != nil || renewed {
			return err
		}
	}
	if a.Player != 0 {
		return errTooMany()
	}
	r.Player = a.sessionPlayer()
	taken, err := s.take(ctx, r)
	if err == nil && !taken {
		err = errTooMany()
	}
	return err
}

// holder is a user of a channel.
type holder struct{ channelID, userID int64 }

// selectHolders loads the places of users, including expired ones.
func (s *Service) selectHolders(ctx context.Context, of []holder) (map[holder][]row, error) {
	users := map[int64][]int64{}
	for _, h := range of {
		users[h.channelID] = append(users[h.channelID], h.userID)
	}
	found := make(map[holder][]row, len(of))
	for channelID, ids := range users {
		var rows []row
		err := s.db.Read().NewSelect().Model(&rows).
			Where("l.channel_id = ? AND l.user_id IN (?)", channelID, bun.List(ids)).Scan(ctx)
		if err != nil {
			return nil, fmt.Errorf("look for leases: %w", err)
		}
		for _, r := range rows {
			h := holder{channelID, r.UserID}
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
