package account

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/seal"
	"github.com/grandstand/grandstand/internal/text"
)

const (
	// SessionLife is how long an api key lives, the specification's 360 days.
	SessionLife = 360 * 24 * time.Hour
	// unusedLife is how long an anonymous key lives that no call was made with: each is a row.
	unusedLife = 2 * time.Hour
	// usedLife is how long an anonymous key lives after a call at least. A key that was in use
	// for longer lives for usedFactor times its age, up to SessionLife.
	usedLife   = 7 * 24 * time.Hour
	usedFactor = 7
	// sessionCached bounds how long another node may go on accepting a dead key.
	sessionCached = 900 * time.Millisecond
	// seenEvery is how coarsely the last use of a session is known.
	seenEvery = time.Hour
	// maxCachedSessions is the most sessions kept in memory, about 200 bytes each.
	maxCachedSessions = 100_000
)

// Session is one api key, bound to a channel and, once logged in, to a user.
type Session struct {
	ID        int64
	ChannelID int64
	UserID    UserID // 0 while anonymous
	Role      actor.Role
	CreatedAt time.Time // when its first api key was given; logging in keeps it
	ExpiresAt time.Time
	// TemporaryPassword is set while the user must first choose a password.
	TemporaryPassword bool
	// GeoBlocked is set while the user is marked as outside the channel's region.
	GeoBlocked bool
	// HideScores is set while the user does not want to be told how games went.
	HideScores bool
	// ByCode is set on a device that a user let in by a code, such as a TV.
	ByCode bool

	// Client is set by calls that hash a password.
	Client Client

	hash keyHash
	seen time.Time
	// unused is set for an anonymous session until its first call.
	unused bool
}

// Actor is who acts through the session.
func (s Session) Actor() actor.Actor {
	return actor.Actor{
		Role: s.Role, ChannelID: s.ChannelID, UserID: int64(s.UserID), SessionID: s.ID,
		MustChangePassword: s.TemporaryPassword,
	}
}

// keyHash is what is kept of api keys, and of whatever else is handed out once.
type keyHash = seal.KeyHash

// invalidKey is the one answer to every key that opens nothing: unknown, expired,
// replaced.
func invalidKey() error {
	return fault.OfField(fault.Invalid, "api_key", "invalid_api_key", "The api key is not valid.")
}

type sessionRow struct {
	bun.BaseModel `bun:"table:sessions,alias:s"`

	ID        int64 `bun:"id,pk,autoincrement"`
	ChannelID int64
	UserID    *int64
	KeyHash   string
	CreatedMS int64 `bun:"created_ms"`
	ExpiresMS int64 `bun:"expires_ms"`
	SeenMS    int64 `bun:"seen_ms"`

	Browser    string
	Device     string // see OwnSession
	System     string
	Place      text.Text `bun:",nullzero,default:'{}'"` // see NotePlace
	SignedInMS int64     `bun:"signed_in_ms"`
	ProvenMS   int64     `bun:"proven_ms"` // see proveRecentLogin
	ByCode     bool
	FactorMS   int64 `bun:"factor_ms"`  // see proveFactor
	PasskeyMS  int64 `bun:"passkey_ms"` // see StepUpWithPasskey
	MailMS     int64 `bun:"mail_ms"`    // see StepUpWithCode
}

// OpenSession begins an anonymous session on a channel. The key is not kept: this is
// the only time it is seen. ExpiresAt is the latest end of the session: the row of one
// that is not used ends after unusedLife.
func (s *Service) OpenSession(ctx context.Context, channelID int64) (key string, session Session, err error) {
	return s.OpenSessionOn(ctx, channelID, Agent{})
}

// OpenSessionOn is OpenSession for a device that said what it is: whoever logs in
// through the session knows it by that later.
func (s *Service) OpenSessionOn(ctx context.Context, channelID int64, device Agent) (key string, session Session, err error) {
	key, hash := seal.NewKey()
	now := s.clock.Now()
	row := sessionRow{
		ChannelID: channelID, KeyHash: hash.String(), Browser: device.Browser, System: device.System,
		CreatedMS: clock.Millis(now), SeenMS: clock.Millis(now), ExpiresMS: clock.Millis(now.Add(unusedLife)),
	}
	if _, err := s.db.Write().NewInsert().Model(&row).Exec(ctx); err != nil {
		return "", Session{}, fmt.Errorf("insert session: %w", err)
	}
	return key, Session{
		ID: row.ID, ChannelID: channelID, CreatedAt: clock.FromMillis(row.CreatedMS), ExpiresAt: clock.FromMillis(clock.Millis(now.Add(SessionLife))), hash: hash,
	}, nil
}

// FindSession opens the session of an api key, or answers with the Invalid fault
// invalid_api_key. A session that ends elsewhere may be found for one second more; one
// that ends here is gone at once.
func (s *Service) FindSession(ctx context.Context, key string) (Session, error) {
	hash, ok := seal.HashKey(key)
	if !ok {
		return Session{}, invalidKey()
	}
	session, err := s.sessions.Get(ctx, hash)
	if err != nil {
		return Session{}, err
	}
	if !s.clock.Now().Before(session.ExpiresAt) {
		return Session{}, invalidKey()
	}
	return session, nil
}

// loadSession reads a session, and notes now and then that it is in use.
func (s *Service) loadSession(ctx context.Context, hash keyHash) (Session, error) {
	s.db.CheckPool(ctx)
	session, found, err := s.byHash.Get(ctx, hash)
	if err != nil {
		return Session{}, err
	}
	if !found {
		return Session{}, invalidKey()
	}
	s.noteUse(ctx, &session)
	return session, nil
}

// FindSessionByID finds a session without its key, for what was permitted to it
// earlier: the answer to one that has ended is the same as to a wrong key. Such a
// session cannot be rotated.
func (s *Service) FindSessionByID(ctx context.Context, channelID, id int64) (Session, error) {
	s.db.CheckPool(ctx)
	session, found, err := s.byPlace.Get(ctx, place{channelID, id})
	if err != nil {
		return Session{}, err
	}
	if !found || !s.clock.Now().Before(session.ExpiresAt) {
		return Session{}, invalidKey()
	}
	s.noteUse(ctx, &session)
	return session, nil
}

// rotate gives a session a new key, and the user it now belongs to (0 for none), whose
// account then stays if it was to be deleted. In a transaction, ctx is its own. A session that
// becomes a user's needs one, which holds the lock of the user's row (lockForLogin). The
// statement that does it names the old key, so that of two at once one finds the key
// gone: every key handed out is either alive or was never answered with.
func (s *Service) rotate(ctx context.Context, idb bun.IDB, old Session, user UserID) (key string, session Session, err error) {
	key, hash := seal.NewKey()
	now := s.clock.Now()
	expires := now.Add(SessionLife)
	kept := expires
	if user == 0 {
		kept = now.Add(usedLife)
	}
	var owner *int64
	if user != 0 {
		owner = new(int64)
		*owner = int64(user)
	}
	update := idb.NewUpdate().Model((*sessionRow)(nil)).
		Set("key_hash = ?", hash.String()).Set("user_id = ?", owner).
		Set("seen_ms = ?", clock.Millis(now)).Set("expires_ms = ?", clock.Millis(kept)).
		Where("channel_id = ? AND id = ? AND key_hash = ?", old.ChannelID, old.ID, old.hash.String())
	if user != old.UserID { // what was shown and let in was for the user before
		update = update.Set("device = ''").Set("place = '{}'").Set("by_code = FALSE").Set("factor_ms = 0").Set("passkey_ms = 0").Set("mail_ms = 0")
	}
	entered := user != 0 && user != old.UserID
	if entered {
		update = update.Set("signed_in_ms = ?", clock.Millis(now)).Set("proven_ms = ?", clock.Millis(now))
	}
	changed, err := db.Changed(update.Exec(ctx))
	if err != nil {
		return "", Session{}, fmt.Errorf("rotate session: %w", err)
	}
	if !changed {
		return "", Session{}, invalidKey()
	}
	if entered {
		if err := s.keepAccount(ctx, idb, old.ChannelID, user); err != nil {
			return "", Session{}, err
		}
	}
	return key, Session{ID: old.ID, ChannelID: old.ChannelID, UserID: user, CreatedAt: old.CreatedAt, ExpiresAt: expires, hash: hash}, nil
}

// forget drops sessions from memory, after the transaction that ended them.
func (s *Service) forget(hashes ...keyHash) {
	for _, hash := range hashes {
		s.sessions.Invalidate(hash)
	}
}

// newSessionCache keeps sessions for sessionCached of the service's clock.
func (s *Service) newSessionCache() *cache.TTL[keyHash, Session] {
	return cache.NewTTL(cache.TTLOptions[keyHash, Session]{
		Load: s.loadSession, TTL: cache.FixedTTL[Session](sessionCached), MaxWeight: maxCachedSessions, Clock: s.clock,
	})
}
