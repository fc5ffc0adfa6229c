package pack

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/db/dbtest"
)

func TestCouponsOfAPack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		in, _ := newInstallation(t, d)
		apply(t, in, league())
		p := readLeague(t, league())
		now, err := in.read(t.Context(), p.State.Channel.Key)
		if err != nil {
			t.Fatal(err)
		}
		id := int64(now.id)
		coupons := func() []*commerce.Coupon {
			t.Helper()
			list, err := in.Commerce.Coupons(t.Context(), actor.ForSystem(id), id)
			if err != nil {
				t.Fatal(err)
			}
			return list
		}
		first := coupons()
		if len(first) != 2 || first[0].AmountOff != 500 || first[0].Currency != p.State.Channel.Currency || first[0].Restricted {
			t.Fatalf("FIVE is %+v", first[0])
		}
		zone, err := time.LoadLocation(p.State.Channel.TimeZone)
		if err != nil {
			t.Fatal(err)
		}
		save := first[1]
		if save.PercentOff != 1_250 || save.MaxUses != 100 || save.PerUser != 1 || len(save.Packages) != 2 || !save.Ends.Equal(time.Date(2027, 1, 31, 0, 0, 0, 0, zone)) {
			t.Errorf("SAVE is %+v", save)
		}
		if err := in.Commerce.StopCoupon(t.Context(), actor.ForSystem(id), id, "FIVE"); err != nil {
			t.Fatal(err)
		}
		if got := lines(mustApply(t, in, p)); !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "coupons[FIVE]") }) {
			t.Errorf("a coupon that was stopped and that a pack brings: %v", got)
		}
		if again := coupons(); again[0].Stopped || again[1].ID != save.ID {
			t.Errorf("applied again: %+v", again[0])
		}
		without := league()
		text := string(without["offers.yaml"].Data)
		without["offers.yaml"].Data = []byte(text[:strings.Index(text, "coupons:")])
		apply(t, in, without)
		if left := coupons(); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
	})
}
