package app

import (
	"context"
	"net/netip"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db/dbtest"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/vod"
)

const fanPassword = "correct-horse-7"

// fan registers a user and logs them in.
func (c *cinema) fan() account.Session {
	c.t.Helper()
	_, err := c.Accounts.CreateUser(c.t.Context(), actor.ForSystem(c.channel), c.channel, account.NewUser{
		Email: "fan@example.com", Password: fanPassword, FirstName: "Fan", LastName: "Atic", Role: actor.User,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return c.logFanIn()
}

// logFanIn logs the user that fan registered in, on another device.
func (c *cinema) logFanIn() account.Session {
	c.t.Helper()
	_, visitor, err := c.Accounts.OpenSession(c.t.Context(), c.channel)
	if err != nil {
		c.t.Fatal(err)
	}
	key, _, err := c.Accounts.Login(c.t.Context(), visitor, "fan@example.com", fanPassword, netip.Addr{})
	if err != nil {
		c.t.Fatal(err)
	}
	session, err := c.Accounts.FindSession(c.t.Context(), key)
	if err != nil {
		c.t.Fatal(err)
	}
	return session
}

// library puts a subscription to the library on sale.
func (c *cinema) library() int64 {
	c.t.Helper()
	id, err := c.Commerce.Create(c.t.Context(), actor.ForSystem(c.channel), c.channel, commerce.Package{
		Kind: commerce.KindSubscription, Type: commerce.TypeMonthly, Name: text.Text{"en": "Library"}, Period: "month", Currency: "CAD",
		Capabilities: []commerce.Capability{commerce.NoAds, commerce.VODMedia},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return int64(id)
}

// restart makes what is sold be asked for anew, as on a node that remembers nothing.
func (c *cinema) restart() { c.Commerce = commerce.NewService(c.DB, c.revisions, c.Clock) }

func TestWhatIsBoughtOpensSignedVideosUntilItIsPaidBack(t *testing.T) {
	c := openCinema(t)
	medium, fan := c.show(vod.Paid), c.fan()
	if c.allows(medium, fan) {
		t.Error("a paid video is shown for nothing")
	}
	library := c.library()
	order := dbtest.Buy(t, c.DB, dbtest.Order{ChannelID: c.channel, UserID: int64(fan.UserID), PackageID: library, Type: "subscription"})
	c.restart()
	if !c.allows(medium, fan) {
		t.Error("what was bought is refused")
	}
	stranger := fan
	stranger.UserID++
	if c.allows(medium, stranger) {
		t.Error("it is another user's too")
	}
	dbtest.SetOrder(t, c.DB, order, "refunded")
	c.restart()
	if c.allows(medium, fan) {
		t.Error("what was paid back is shown")
	}
}

func TestAUserHasWhatIsBought(t *testing.T) {
	c := openCinema(t)
	fan, library := c.fan(), c.library()
	dbtest.Buy(t, c.DB, dbtest.Order{ChannelID: c.channel, UserID: int64(fan.UserID), PackageID: library, Type: "subscription"})
	got, err := c.Accounts.Access(t.Context(), fan.Actor())
	if err != nil {
		t.Fatal(err)
	}
	want := account.Access{Capabilities: []string{"no_ads", "vod_media", "watch"}, Subscriptions: []int64{library}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A user's own data has the orders; they outlive the account.
func TestOrdersAreExportedAndStay(t *testing.T) {
	c := openCinema(t)
	fan, library := c.fan(), c.library()
	for range exportedOrders + 1 {
		dbtest.Buy(t, c.DB, dbtest.Order{ChannelID: c.channel, UserID: int64(fan.UserID), PackageID: library, Status: "failed"})
	}
	order := dbtest.Buy(t, c.DB, dbtest.Order{ChannelID: c.channel, UserID: int64(fan.UserID), PackageID: library})
	dbtest.Insert(t, c.DB, `INSERT INTO transactions (channel_id, order_id, status, amount, currency, ref, created_ms)
		VALUES (?, ?, 'paid', 7900, 'CAD', 'ch_1', 0) RETURNING id`, c.channel, order)
	dbtest.Buy(t, c.DB, dbtest.Order{ChannelID: c.channel, UserID: int64(fan.UserID) + 1, PackageID: library})
	export, err := c.Accounts.Export(t.Context(), fan)
	if err != nil {
		t.Fatal(err)
	}
	orders := func() (all []map[string]any) {
		t.Helper()
		for _, b := range export.Belongings {
			if b.Name() != "orders" {
				continue
			}
			err := export.Each(t.Context(), fan.Actor(), b, func(item any) error {
				all = append(all, item.(map[string]any)) //nolint:forcetypeassert // a panic is a failure
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return all
	}
	all := orders()
	if len(all) != exportedOrders+2 || all[0]["amount"] != int64(7900) || all[0]["status"] != commerce.OrderPaid || len(all[0]["transactions"].([]map[string]any)) != 1 { //nolint:forcetypeassert // a panic is a failure
		t.Errorf("%d orders, the last %v", len(all), all[0])
	}
	err = c.DB.InTx(t.Context(), func(ctx context.Context, tx bun.Tx) error {
		for _, b := range export.Belongings {
			if err := b.Erase(ctx, tx, c.channel, fan.UserID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if left := orders(); len(left) != len(all) {
		t.Errorf("%d orders are left of %d", len(left), len(all))
	}
}
