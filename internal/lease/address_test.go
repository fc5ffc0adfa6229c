package lease_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/lease"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// address returns the address of session i for a game, not bound to a player.
func (h *fixture) address(i, game int) lease.Address {
	return lease.Address{ChannelID: h.channel, UserID: h.user, SessionID: int64(100 + i), Subject: lease.Subject{EventID: h.games[game]}}
}

// An address without a player acquires a slot and renews it while it is played.
func TestAddressAcquiresASlot(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		if !h.plays(h.address(0, 0), true) || !h.plays(h.address(1, 0), true) {
			t.Fatal("an address finds no place, and both are free")
		}
		if h.plays(h.address(2, 0), true) || h.acquires(h.request(2)) {
			t.Error("a third screen plays in two places")
		}
		for range 5 {
			h.clock.Advance(20 * time.Second)
			if !h.plays(h.address(0, 0), false) {
				t.Error("an address that plays has lost its place")
			}
		}
		h.wantPlayers("session-100-event-" + fmt.Sprint(h.games[0]))
		if !h.acquires(h.request(2)) || h.plays(h.address(1, 0), false) {
			t.Error("a place that was not renewed is not free")
		}
		here := h.request(3)
		here.ReplaceOldest = true
		if !h.acquires(here) || h.plays(h.address(0, 0), false) || h.plays(h.address(0, 0), true) {
			t.Error("an address plays on after another screen took its place")
		}
		if err := h.Release(t.Context(), h.channel, h.user, here.Player); err != nil {
			t.Fatal(err)
		}
		if !h.plays(h.address(0, 0), false) {
			t.Error("an address that waits for a place does not take one that is free")
		}
	})
}

// A device that starts another subject takes the slot of its earlier subject, which stops.
func TestAddressReplacesItsSessionsSlot(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		for i := range 2 {
			h.plays(h.address(i, 0), true)
		}
		if h.plays(h.address(0, 1), false) {
			t.Error("an address in the middle of playback takes another's place")
		}
		if !h.plays(h.address(0, 1), true) || h.plays(h.address(0, 0), false) || !h.plays(h.address(1, 0), false) {
			t.Error("a device that changes the game does not keep its one place")
		}
		h.most = 3
		if !h.plays(h.address(0, 0), true) || !h.plays(h.address(0, 1), false) {
			t.Error("a device shows one game where two places are free")
		}
	})
}

// An address of a player plays only while the player has a slot.
func TestAddressOfAPlayer(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		if h.plays(bound(h.request(0)), true) {
			t.Error("an address plays before its player has a place")
		}
		h.acquires(h.request(0))
		if !h.plays(bound(h.request(0)), true) {
			t.Error("an address does not play in its player's place")
		}
		other := bound(h.request(0))
		other.Subject.EventID = h.games[1]
		if h.plays(other, true) {
			t.Error("one place plays two games")
		}
		if !h.plays(h.address(0, 0), true) {
			t.Error("the same session's plain address does not take a second place")
		}
		if h.plays(h.address(1, 0), true) {
			t.Error("a player and an address share one place")
		}
		// An AirPlay receiver goes on while the page sleeps.
		for range 5 {
			h.clock.Advance(20 * time.Second)
			if !h.plays(bound(h.request(0)), false) {
				t.Error("an address does not renew its player's place")
			}
		}
	})
}

// Many addresses start concurrently on two nodes. As many play as the user has slots.
func TestConcurrentAddresses(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		other := lease.New(d, h.clock)
		h.most = 3
		for range rounds {
			h.clear()
			given := race(func(i int) bool {
				here := *h
				if i%2 == 0 {
					here.Service = other
				}
				return here.plays(here.address(i, 0), true)
			})
			if given != h.most || h.held() != int64(h.most) {
				t.Errorf("%d play, and %d places are held of %d", given, h.held(), h.most)
			}
			h.clear()
			if one := race(func(int) bool { return h.plays(h.address(0, 0), true) }); one != racers || h.held() != 1 {
				t.Errorf("of one address %d requests play, in %d places", one, h.held())
			}
		}
	})
}

func network(i int) string { return netaddr.NetworkName(netip.AddrFrom4([4]byte{203, 0, byte(i), 7})) }

// mapped returns the network name of the same client with an IPv4-mapped IPv6 address.
func mapped(i int) string {
	return netaddr.NetworkName(netip.AddrFrom16(netip.AddrFrom4([4]byte{203, 0, byte(i), 7}).As16()))
}

// mayUse reports whether an address may be used in a network.
func (h *fixture) mayUse(a lease.Address, network string) bool {
	h.t.Helper()
	err := h.RecordNetwork(h.t.Context(), a, network)
	if err != nil && fault.CodeOf(err) != "address_shared" {
		h.t.Error(err)
	}
	return err == nil
}

// An address that is used in too many networks is revoked for all networks, on all nodes, for networkWindow. Other addresses
// of the same user are not revoked.
func TestSharedAddressIsRevoked(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		other := lease.New(d, h.clock)
		there := *h
		there.Service = other
		a := h.address(0, 0)
		for i := range lease.MaxNetworks {
			for range 3 {
				if on := []*fixture{h, &there}[i%2]; !on.mayUse(a, network(i)) || !on.mayUse(a, mapped(i)) {
					t.Errorf("an address is revoked in %d networks", i+1)
				}
			}
		}
		if h.mayUse(a, network(200)) {
			t.Error("one network too many may use an address")
		}
		h.clock.Advance(4 * time.Second)
		if h.mayUse(a, network(0)) || there.mayUse(a, network(0)) {
			t.Error("a shared address is not revoked everywhere")
		}
		if !h.mayUse(h.address(1, 0), network(0)) || !h.mayUse(bound(h.request(0)), network(1)) {
			t.Error("another address is revoked with a shared one")
		}
		h.clock.Advance(11 * time.Minute)
		if !h.mayUse(a, network(0)) || !there.mayUse(a, network(1)) {
			t.Error("an address is revoked for ever")
		}
	})
}

// While the database's disk is full an address is played in new networks and its uses are not counted. A revoked
// address stays revoked. Afterwards uses count again.
func TestAFullDiskRefusesNoAddress(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		played, shared := h.address(0, 0), h.address(1, 0)
		for i := range lease.MaxNetworks + 1 {
			h.mayUse(shared, network(i))
		}
		free := fillDisk(t, d)
		for i := range lease.MaxNetworks + 2 {
			if !h.mayUse(played, longNetwork(i)) {
				t.Errorf("an address is refused in network %d on a full disk", i)
			}
		}
		if h.mayUse(shared, longNetwork(0)) {
			t.Error("a revoked address is used on a full disk")
		}
		free()
		for i := range lease.MaxNetworks {
			if !h.mayUse(played, longNetwork(i)) {
				t.Errorf("an address is revoked in %d networks", i+1)
			}
		}
		if h.mayUse(played, longNetwork(200)) {
			t.Error("uses after the full disk are not counted")
		}
	})
}

// longNetwork returns a network name that does not fit into the free pages of an SQLite file.
func longNetwork(i int) string { return network(i) + strings.Repeat(" ", 1<<16) }

// fillDisk has writes of networks fail as on a full disk, until free is called.
func fillDisk(t *testing.T, d *db.DB) (free func()) {
	t.Helper()
	exec := func(statement string) {
		t.Helper()
		if _, err := d.Write().NewRaw(statement).Exec(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if d.Engine() == db.Postgres {
		exec("CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$")
		exec("CREATE TRIGGER disk_full BEFORE INSERT ON address_networks FOR EACH ROW EXECUTE FUNCTION disk_full()")
		return func() { exec("DROP TRIGGER disk_full ON address_networks") }
	}
	var pages int64
	if err := d.Write().NewRaw("PRAGMA page_count").Scan(t.Context(), &pages); err != nil {
		t.Fatal(err)
	}
	exec(fmt.Sprint("PRAGMA max_page_count = ", pages))
	return func() { exec(fmt.Sprint("PRAGMA max_page_count = ", 2*pages)) }
}

// A phone changes its network now and then and continues to play.
func TestAddressOnChangingNetworks(t *testing.T) {
	h := newFixture(t, dbtest.SQLite(t))
	a := h.address(0, 0)
	for i := range 30 {
		if !h.mayUse(a, network(i)) {
			t.Fatalf("revoked in network %d", i)
		}
		h.clock.Advance(3 * time.Minute)
	}
}

// A phone that streams for six hours and changes its network each quarter of an hour continues to play.
func TestAPhoneStreamsOnChangingNetworksAllEvening(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		a := h.address(0, 0)
		a.ExpiresAt = h.clock.Now().Add(7 * time.Hour)
		for i := range 24 * 15 {
			if !h.mayUse(a, network(i/15)) {
				t.Fatalf("refused in minute %d", i)
			}
			h.clock.Advance(time.Minute)
			if _, err := h.DeleteExpiredNetworks(t.Context(), 100); err != nil {
				t.Fatal(err)
			}
		}
		if n := h.networkRows(); n != 1 {
			t.Errorf("%d networks of a streamed address are kept", n)
		}
	})
}

// networkRows returns the number of stored uses of addresses.
func (h *fixture) networkRows() (n int) {
	h.t.Helper()
	if err := h.db.Read().NewRaw("SELECT count(*) FROM address_networks").Scan(h.t.Context(), &n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// Households download one after the other, each within minutes. The fifth is refused at any time of the
// address's life, and then so are all. Another node and the removal of old rows do not change that.
func TestADownloadCountsItsNetworksForItsWholeLife(t *testing.T) {
	for _, pause := range []time.Duration{11 * time.Minute, 75 * time.Minute} {
		dbtest.Both(t, func(t *testing.T, d *db.DB) {
			h := newFixture(t, d)
			there := *h
			there.Service = lease.New(d, h.clock)
			ends := h.clock.Now().Add(7 * time.Hour)
			a := h.address(0, 0)
			a.Download, a.ExpiresAt = true, ends
			for i := range lease.MaxNetworks {
				if !h.mayUse(a, network(i)) || !there.mayUse(a, network(i)) {
					t.Errorf("after pauses of %s household %d is refused", pause, i+1)
				}
				h.clock.Advance(pause)
				if _, err := h.DeleteExpiredNetworks(t.Context(), 100); err != nil {
					t.Fatal(err)
				}
			}
			renewed := a // signed again in the session: the expiry is another
			renewed.ExpiresAt = ends.Add(time.Hour)
			if there.mayUse(a, network(100)) || there.mayUse(renewed, network(101)) {
				t.Errorf("after pauses of %s a fifth household downloads", pause)
			}
			for h.clock.Now().Add(11 * time.Minute).Before(ends) {
				h.clock.Advance(11 * time.Minute)
				if _, err := h.DeleteExpiredNetworks(t.Context(), 100); err != nil {
					t.Fatal(err)
				}
				if h.mayUse(a, network(0)) || there.mayUse(a, network(102)) {
					t.Fatalf("a shared download is allowed %s before its end", ends.Sub(h.clock.Now()))
				}
			}
			if !h.mayUse(h.address(0, 0), network(103)) {
				t.Error("a shared download revokes the session's address to play")
			}
			h.clock.Advance(3 * time.Hour)
			if _, err := h.DeleteExpiredNetworks(t.Context(), 100); err != nil || h.networkRows() != 0 {
				t.Errorf("%d networks are left after the life of their addresses, %v", h.networkRows(), err)
			}
		})
	}
}

// Networks that use an address concurrently on two nodes are counted together.
func TestConcurrentNetworks(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		there := *h
		there.Service = lease.New(d, h.clock)
		for round := range rounds {
			a := h.address(round, 0)
			race(func(i int) bool { return []*fixture{h, &there}[i%2].mayUse(a, network(i%(lease.MaxNetworks+1))) })
			h.clock.Advance(4 * time.Second)
			if h.mayUse(a, network(0)) || there.mayUse(a, network(1)) {
				t.Error("networks that came at once were not counted together")
			}
		}
	})
}

// The negative control: nodes that count before they write miss each other's networks.
func TestConcurrentNetworksNegativeControl(t *testing.T) {
	dbtest.Both(t, func(t *testing.T, d *db.DB) {
		h := newFixture(t, d)
		counted := dbtest.NewMeeting(racers)
		revoked := race(func(i int) bool {
			var n int
			if err := d.Read().NewRaw("SELECT count(*) FROM address_networks WHERE address = 'a'").Scan(t.Context(), &n); err != nil {
				t.Error(err)
			}
			counted.Wait()
			err := d.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
				_, err := tx.NewRaw("INSERT INTO address_networks (address, network, until_ms, seen_ms) VALUES ('a', ?, 0, 0) ON CONFLICT DO NOTHING", network(i)).Exec(ctx)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return n >= lease.MaxNetworks
		})
		if revoked != 0 {
			t.Errorf("the control found nothing: %d saw too many networks", revoked)
		}
		if n, err := h.DeleteExpiredNetworks(t.Context(), 10); n != 10 || err != nil {
			t.Errorf("pruned %d, %v", n, err)
		}
	})
}
