package account

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
)

// tv is a device that waits to be let in.
type tv struct {
	c       *club
	key     string
	session Session
	code    DeviceCode
}

func (c *club) tv(name string) *tv {
	c.t.Helper()
	key, session := c.visitor()
	code, err := c.RequestDeviceCode(c.t.Context(), session, DeviceRequest{Name: name, Agent: "Tizen", Place: "CA-QC"})
	if err != nil {
		c.t.Fatal(err)
	}
	return &tv{c, key, session, code}
}

func (v *tv) poll() DevicePoll {
	v.c.t.Helper()
	poll, err := v.c.PollDevice(v.c.t.Context(), v.session, v.code.Secret)
	if err != nil {
		v.c.t.Fatal(err)
	}
	return poll
}

func (c *club) link(by actor.Actor, code string) error {
	_, err := c.LinkDevice(c.t.Context(), by, code, "en", netip.MustParseAddr("203.0.113.7"))
	return err
}

func TestADeviceIsLetIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		_, phone := c.enter("ada@example.com")
		v := c.tv("")
		if got := v.poll(); got.Status != DevicePending || got.Interval != pollInterval {
			t.Errorf("before: %+v", got)
		}
		seen, err := c.FindDevice(t.Context(), phone.Actor(), strings.ToLower(strings.ReplaceAll(v.code.UserCode, "-", "")), netip.Addr{})
		if err != nil || seen.Name != "Samsung TV" || seen.Place != "CA-QC" || seen.UserCode != v.code.UserCode {
			t.Errorf("the user sees %+v, %v", seen, err)
		}
		if got := v.poll(); got.Status != DevicePending {
			t.Errorf("looking let it in: %+v", got)
		}
		if err := c.link(phone.Actor(), v.code.UserCode); err != nil {
			t.Fatal(err)
		}
		if got := c.post.subject("ada@example.com"); got != "A device was linked to your account" {
			t.Errorf("the user was told %q", got)
		}
		got := v.poll()
		if got.Status != DeviceApproved || got.User.ID != user.ID {
			t.Fatalf("after: %+v", got)
		}
		session, err := c.FindSession(t.Context(), got.Key)
		if err != nil || session.UserID != user.ID || session.ID == phone.ID {
			t.Errorf("its key opens %+v, %v", session, err)
		}
		if _, err := c.FindSession(t.Context(), v.key); fault.CodeOf(err) != "invalid_api_key" {
			t.Errorf("its anonymous key lives on: %v", err)
		}
		var device string
		if err := d.Read().NewRaw("SELECT device FROM sessions WHERE id = ?", session.ID).Scan(t.Context(), &device); err != nil || device != "Samsung TV" {
			t.Errorf("the session is marked %q, %v", device, err)
		}
		if err := c.link(phone.Actor(), v.code.UserCode); fault.CodeOf(err) != "device_code_used" {
			t.Errorf("a second time: %v", err)
		}
		var stored string
		if err := d.Read().NewRaw("SELECT hash FROM device_codes").Scan(t.Context(), &stored); err != nil || stored == v.code.Secret {
			t.Errorf("stored as %q, %v", stored, err)
		}
	})
}

func TestADeviceIsTurnedAway(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, phone := c.enter("ada@example.com")
		v := c.tv("Den")
		if err := c.DenyDevice(t.Context(), phone.Actor(), v.code.UserCode, netip.Addr{}); err != nil {
			t.Fatal(err)
		}
		if got := v.poll(); got.Status != DeviceDenied || got.Key != "" {
			t.Errorf("got %+v", got)
		}
		if err := c.link(phone.Actor(), v.code.UserCode); fault.CodeOf(err) != "device_code_used" {
			t.Errorf("let in afterwards: %v", err)
		}
	})
}

func TestDeviceCodesRefuse(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, phone := c.enter("ada@example.com")
	ctx := t.Context()
	v := c.tv("Den")
	if err := c.link(actor.Actor{ChannelID: c.channel}, v.code.UserCode); fault.CodeOf(err) != "unauthenticated" {
		t.Errorf("a visitor: %v", err)
	}
	if err := c.DenyDevice(ctx, actor.Actor{ChannelID: c.channel}, v.code.UserCode, netip.Addr{}); fault.CodeOf(err) != "unauthenticated" {
		t.Errorf("a visitor turns it away: %v", err)
	}
	elsewhere := phone.Actor()
	elsewhere.ChannelID = c.addChannel("elsewhere")
	if err := c.link(elsewhere, v.code.UserCode); fault.CodeOf(err) != "device_code_not_found" {
		t.Errorf("another channel's user: %v", err)
	}
	if _, err := c.RequestDeviceCode(ctx, phone, DeviceRequest{}); fault.CodeOf(err) != "already_logged_in" {
		t.Errorf("who is logged in: %v", err)
	}
	for _, name := range []string{strings.Repeat("x", 61), "TV\x07", "TV\u202e"} {
		if _, err := c.RequestDeviceCode(ctx, v.session, DeviceRequest{Name: name}); fault.CodeOf(err) != "validation_failed" {
			t.Errorf("called %q: %v", name, err)
		}
	}
	// What one device polls with is worth nothing to another session.
	_, other := c.visitor()
	for _, secret := range []string{v.code.Secret, "", "nonsense"} {
		if _, err := c.PollDevice(ctx, other, secret); fault.CodeOf(err) != "device_code_not_found" {
			t.Errorf("another session polls with %q: %v", secret, err)
		}
	}
	c.clock.Advance(deviceCodeLife)
	if err := c.link(phone.Actor(), v.code.UserCode); fault.CodeOf(err) != "device_code_expired" {
		t.Errorf("too late: %v", err)
	}
	if got := v.poll(); got.Status != DeviceExpired {
		t.Errorf("too late: %+v", got)
	}
	c.clock.Advance(2 * time.Hour)
	if n, err := c.PruneDeviceCodes(ctx, 10); n != 1 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
}

func TestADeviceThatBeginsAnewGivesItsOldCodeUp(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("ada@example.com", actor.User)
	_, phone := c.enter("ada@example.com")
	v := c.tv("Den")
	if _, err := c.RequestDeviceCode(t.Context(), v.session, DeviceRequest{}); err != nil {
		t.Fatal(err)
	}
	if err := c.link(phone.Actor(), v.code.UserCode); fault.CodeOf(err) != "device_code_not_found" {
		t.Errorf("the old code: %v", err)
	}
}

func TestADeviceThatAsksTooOftenIsToldSo(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	v := c.tv("Den")
	for range polls.Burst {
		if got := v.poll(); got.Status != DevicePending {
			t.Fatalf("got %+v", got)
		}
	}
	if got := v.poll(); got.Status != DeviceSlowDown || got.Interval <= pollInterval {
		t.Errorf("got %+v", got)
	}
	c.clock.Advance(pollInterval)
	if got := v.poll(); got.Status != DevicePending {
		t.Errorf("at its pace: %+v", got)
	}
}

// A password change ends what was about to become a session.
func TestAnApprovedDeviceDoesNotOutliveThePassword(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		user := c.person("ada@example.com", actor.User)
		_, phone := c.enter("ada@example.com")
		v := c.tv("Den")
		if err := c.link(phone.Actor(), v.code.UserCode); err != nil {
			t.Fatal(err)
		}
		if err := c.SetPassword(t.Context(), actor.ForSystem(c.channel), c.channel, user.ID, "another-horse-8", false); err != nil {
			t.Fatal(err)
		}
		if got := v.poll(); got.Status != DeviceDenied || got.Key != "" {
			t.Errorf("got %+v", got)
		}
	})
}

// guessCodes types codes that nobody shows, at once, and counts those that were looked up.
func guessCodes(c *club, by actor.Actor, from func(i int) netip.Addr) (lookedUp int64) {
	var count atomic.Int64
	dbtest.AtOnce(parallel, func(i int) {
		_, err := c.FindDevice(c.t.Context(), by, newTyped(userCodeLength), from(i))
		switch fault.CodeOf(err) {
		case "device_code_not_found":
			count.Add(1)
		case "too_many_attempts":
		default:
			c.t.Error(err)
		}
	})
	return count.Load()
}

func TestGuessingDeviceCodesIsStopped(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		for i := range 6 {
			c.person(fmt.Sprintf("fan%d@example.com", i), actor.User)
		}
		_, phone := c.enter("fan0@example.com")
		oneAddress := func(int) netip.Addr { return netip.MustParseAddr("203.0.113.7") }
		many := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, 100, byte(i)}) }
		if n := guessCodes(c, phone.Actor(), many); n != int64(userTries.Burst) {
			t.Errorf("%d guesses of one user from many addresses were looked up", n)
		}
		v := c.tv("Den")
		if err := c.link(phone.Actor(), v.code.UserCode); fault.CodeOf(err) != "too_many_attempts" {
			t.Errorf("the right code after too many wrong ones: %v", err)
		}
		looked := int64(0)
		for i := 1; i < 6; i++ {
			_, other := c.enter(fmt.Sprintf("fan%d@example.com", i))
			looked += guessCodes(c, other.Actor(), oneAddress)
		}
		if looked != int64(addressTries.Burst) {
			t.Errorf("%d guesses of many users from one address were looked up", looked)
		}
		c.clock.Advance(userTries.Every)
		c.clock.Advance(addressTries.Every)
		v = c.tv("Den")
		if err := c.link(phone.Actor(), v.code.UserCode); err != nil {
			t.Errorf("after a while: %v", err)
		}
		c.userTries, c.addressTries = nil, nil // control
		if n := guessCodes(c, phone.Actor(), many); n != parallel {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}

// Codes of one's own devices buy no further guesses.
func TestRightCodesDoNotPayForWrongOnes(t *testing.T) {
	c := newClub(t, dbtest.SQLite(t))
	c.person("eve@example.com", actor.User)
	_, eve := c.enter("eve@example.com")
	own := c.tv("Den")
	lookedUp := 0
	for range 20 {
		if _, err := c.FindDevice(t.Context(), eve.Actor(), newTyped(userCodeLength), netip.Addr{}); fault.CodeOf(err) == "device_code_not_found" {
			lookedUp++
		}
		_, _ = c.FindDevice(t.Context(), eve.Actor(), own.code.UserCode, netip.Addr{})
	}
	if lookedUp != userTries.Burst {
		t.Errorf("%d guesses were looked up", lookedUp)
	}
}

type takeFunc func(ctx context.Context, tx bun.IDB, row deviceRow) (UserID, error)

// handedOut has an approved device taken many times at once and counts how often it was.
func handedOut(t *testing.T, c *club, phone Session, take takeFunc) (times int64) {
	t.Helper()
	v := c.tv("Den")
	if err := c.link(phone.Actor(), v.code.UserCode); err != nil {
		t.Fatal(err)
	}
	row, err := c.findDeviceBySecret(t.Context(), v.session, v.code.Secret)
	if err != nil {
		t.Fatal(err)
	}
	var count atomic.Int64
	dbtest.AtOnce(parallel, func(int) {
		err := c.db.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
			id, err := take(ctx, tx, row)
			if err == nil && id != 0 {
				count.Add(1)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
	return count.Load()
}

func TestAnApprovedDeviceGetsOneKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newClub(t, d)
		c.person("ada@example.com", actor.User)
		_, phone := c.enter("ada@example.com")
		v := c.tv("Den")
		if err := c.link(phone.Actor(), v.code.UserCode); err != nil {
			t.Fatal(err)
		}
		keys := make([]string, parallel)
		dbtest.AtOnce(parallel, func(i int) {
			poll, err := c.PollDevice(t.Context(), v.session, v.code.Secret)
			if err != nil {
				t.Error(err)
			}
			keys[i] = poll.Key
		})
		living := 0
		for _, key := range keys {
			if key == "" {
				continue
			}
			if _, err := c.FindSession(t.Context(), key); err != nil {
				t.Errorf("a key that opens nothing was handed out: %v", err)
			}
			living++
		}
		if living != 1 {
			t.Errorf("%d keys were handed out", living)
		}
		if n := handedOut(t, c, phone, c.takeDevice); n != 1 {
			t.Errorf("taken %d times", n)
		}
		// Control: one that does not look whether it was taken.
		careless := func(ctx context.Context, tx bun.IDB, row deviceRow) (UserID, error) {
			_, err := tx.NewUpdate().Model((*deviceRow)(nil)).Set("state = ?", stateUsed).Where("id = ?", row.ID).Exec(ctx)
			return UserID(*row.UserID), err
		}
		if n := handedOut(t, c, phone, careless); n < 2 {
			t.Error("the control found nothing: the test cannot fail")
		}
	})
}
