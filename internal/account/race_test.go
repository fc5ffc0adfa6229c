package account

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/passwordhash"
	"github.com/grandstand/grandstand/internal/seal"
)

const parallel = 50

type rotateFunc func(ctx context.Context, idb bun.IDB, old Session, user UserID) (string, Session, error)

// deadAnswers rotates one session many times at once and counts the keys that were
// answered as new and open nothing.
func deadAnswers(t *testing.T, c *club, rotate rotateFunc) (dead int) {
	t.Helper()
	_, session := c.visitor()
	keys := make([]string, parallel)
	dbtest.AtOnce(parallel, func(i int) {
		key, _, err := rotate(t.Context(), c.db.Write(), session, 0)
		if err == nil {
			keys[i] = key
		} else if fault.CodeOf(err) != "invalid_api_key" {
			t.Error(err)
		}
	})
	for _, key := range keys {
		if key == "" {
			continue
		}
		if _, err := c.FindSession(t.Context(), key); err != nil {
			dead++
		}
	}
	return dead
}

func TestRotationsAtOnceLeaveOneLivingKey(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		for range 2 {
			if dead := deadAnswers(t, c, c.rotate); dead != 0 {
				t.Errorf("%d of the keys that were answered are dead", dead)
			}
		}
		// Control: a rotation that does not name the old key.
		careless := func(ctx context.Context, idb bun.IDB, old Session, _ UserID) (string, Session, error) {
			key, hash := seal.NewKey()
			_, err := idb.NewUpdate().Model((*sessionRow)(nil)).Set("key_hash = ?", hash.String()).Where("id = ?", old.ID).Exec(ctx)
			return key, Session{}, err
		}
		if dead := deadAnswers(t, c, careless); dead == 0 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// Of many logins at once under one key one gets a new key, and that one lives.
func TestOneKeyLogsInOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		c.accounts = nil
		c.passwords = newHasher(PasswordOptions{Hasher: passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}})
		old, session := c.visitor()
		keys := make([]string, parallel)
		in := follows(t, func(i int) (err error) {
			keys[i], _, err = c.Login(t.Context(), session, "ada@example.com", secret, netip.AddrFrom4([4]byte{203, 0, 113, byte(i)}))
			return err
		}, "invalid_api_key")
		if in != 1 { // its control is that of the rotation: TestRotationsAtOnceLeaveOneLivingKey
			t.Errorf("%d were let in", in)
		}
		for _, key := range keys {
			if key == "" {
				continue
			}
			if _, err := c.FindSession(t.Context(), key); err != nil {
				t.Errorf("the new key: %v", err)
			}
		}
		if _, err := c.FindSession(t.Context(), old); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("the old key: %v", err)
		}
	})
}

func register(c *club, session Session) error {
	_, _, err := c.Register(c.t.Context(), session, Registration{
		Email: "ada@example.com", Password: secret, PasswordConfirmation: secret, FirstName: "Ada", LastName: "L", Terms: true,
		From: newNetwork(),
	})
	return err
}

var networks atomic.Uint32

// newNetwork returns an address in a network without earlier registrations.
func newNetwork() netip.Addr {
	n := networks.Add(1)
	return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, byte(n >> 8), byte(n)})
}

// registerAtOnce registers one address many times at once and counts the users. A registration that ends leaves the meeting, if
// there is one.
func registerAtOnce(t *testing.T, c *club, meeting *dbtest.Meeting) (users int) {
	t.Helper()
	sessions := make([]Session, parallel)
	for i := range sessions {
		_, sessions[i] = c.visitor()
	}
	var succeeded atomic.Int64
	dbtest.AtOnce(parallel, func(i int) {
		defer meeting.Leave()
		switch err := register(c, sessions[i]); fault.CodeOf(err) {
		case "email_taken":
		default:
			if err != nil {
				t.Error(err)
			}
			succeeded.Add(1)
		}
	})
	if err := c.db.Read().NewRaw("SELECT count(*) FROM users WHERE email = 'ada@example.com'").Scan(t.Context(), &users); err != nil {
		t.Fatal(err)
	}
	if int(succeeded.Load()) != users {
		t.Errorf("%d were told they registered, %d are users", succeeded.Load(), users)
	}
	return users
}

// meetingHasher delays each hash until all racers of a meeting ask for one.
type meetingHasher struct {
	passwordhash.Hasher

	meeting *dbtest.Meeting
}

func (h meetingHasher) Hash(password string) (string, error) {
	h.meeting.Wait()
	return h.Hasher.Hash(password)
}

func TestOneAddressRegistersOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		if users := registerAtOnce(t, c, nil); users != 1 {
			t.Errorf("%d users have one address", users)
		}
		// Control: the same registrations without the index. All look for the address before one of them is stored.
		if _, err := d.Write().NewRaw("DROP INDEX users_email").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Write().NewRaw("DELETE FROM users").Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
		meeting := dbtest.NewMeeting(parallel)
		c.passwords = newHasher(PasswordOptions{
			Hasher: meetingHasher{passwordhash.InProcess{Params: passwordhash.NewParams(64, 1)}, meeting},
			AtOnce: parallel,
		})
		if registerAtOnce(t, c, meeting) < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// guesses tries wrong passwords at once and counts those that were looked at.
func guesses(t *testing.T, c *club) (lookedAt int64) {
	t.Helper()
	_, session := c.visitor()
	var count atomic.Int64
	dbtest.AtOnce(parallel, func(int) {
		_, _, err := c.Login(t.Context(), session, "ada@example.com", "wrong-password", netip.MustParseAddr("203.0.113.7"))
		if fault.CodeOf(err) == "wrong_auth_data" {
			count.Add(1)
		}
	})
	return count.Load()
}

func TestGuessesAtOnceCountLikeGuessesInTurn(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		if n := guesses(t, c); n != int64(addressAttempts.Burst) {
			t.Errorf("%d guesses were looked at", n)
		}
		c.attempts = nil // control
		if n := guesses(t, c); n <= int64(addressAttempts.Burst) {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// lateFinds looks a key up all the time while end ends its session, and counts the
// look-ups that began after the end and still found it.
func lateFinds(t *testing.T, c *club, end func(Session) error) (late int64) {
	t.Helper()
	key, session := c.visitor()
	var ended atomic.Bool
	var count atomic.Int64
	var group sync.WaitGroup
	stop, warm := make(chan struct{}), make(chan struct{}, parallel)
	for range 8 {
		group.Go(func() {
			for first := true; ; first = false {
				after := ended.Load()
				if _, err := c.FindSession(t.Context(), key); err == nil && after {
					count.Add(1)
				}
				if first {
					warm <- struct{}{}
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	for range 8 {
		<-warm
	}
	if err := end(session); err != nil {
		t.Error(err)
	}
	ended.Store(true)
	for range 200 {
		if _, err := c.FindSession(t.Context(), key); err == nil {
			count.Add(1)
		}
	}
	close(stop)
	group.Wait()
	return count.Load()
}

func TestAnEndedKeyIsDeadHereAtOnce(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		logout := func(s Session) error {
			_, _, err := c.Logout(t.Context(), s)
			return err
		}
		for range 4 {
			if late := lateFinds(t, c, logout); late != 0 {
				t.Fatalf("%d look-ups found a dead key", late)
			}
		}
		// Control: a session that ends elsewhere is found until the cache forgets it.
		elsewhere := func(s Session) error {
			_, _, err := c.rotate(t.Context(), d.Write(), s, 0)
			return err
		}
		if late := lateFinds(t, c, elsewhere); late == 0 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
