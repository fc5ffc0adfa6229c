package pack

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
)

// calendar is how a pack's moments are read: in the channel's zone, counted from today.
type calendar struct {
	zone  *time.Location
	today time.Time
}

// moment reads a moment; the zero time where there is none, or where it cannot be read,
// which checkMoment has told.
func (c calendar) moment(s string) time.Time {
	if s == "" {
		return time.Time{}
	}
	t, _ := readDate(s, c.zone, c.today)
	return t
}

// absolute writes a moment as a date, also if it is counted from today. A text that is no moment stays.
func (c calendar) absolute(s string) string {
	if t := c.moment(s); !t.IsZero() {
		return writeDate(t, c.zone)
	}
	return s
}

// written is a moment of the database as a pack says it, "" for none.
func (c calendar) written(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return writeDate(t, c.zone)
}

// calendar is the channel's; one whose zone does not exist, of which the channel tells,
// has UTC.
func (c Channel) calendar(today time.Time) calendar {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return calendar{zone, today}
}

// basisPoints are 100 times a percentage.
func (c Coupon) basisPoints() int64 { return int64(math.Round(c.Percent * 100)) }

func (c Coupon) coupon(currency string, dates calendar, offers map[string]int64) commerce.Coupon {
	out := commerce.Coupon{
		Code: c.Alias, PercentOff: c.basisPoints(), AmountOff: c.Amount, Starts: dates.moment(c.Starts), Ends: dates.moment(c.Ends),
		MaxUses: c.Uses, PerUser: c.PerUser, Restricted: len(c.Offers) > 0,
	}
	if c.Amount != 0 {
		out.Currency = currency
	}
	for _, alias := range c.Offers {
		out.Packages = append(out.Packages, commerce.PackageID(offers[alias]))
	}
	return out
}

// couponState is a coupon of the database as a pack says it.
func couponState(c *commerce.Coupon, dates calendar, offers map[commerce.PackageID]string) Coupon {
	out := Coupon{
		Alias: c.Code, Percent: float64(c.PercentOff) / 100, Amount: c.AmountOff, Starts: dates.written(c.Starts), Ends: dates.written(c.Ends),
		Uses: c.MaxUses, PerUser: c.PerUser,
	}
	for _, id := range c.Packages {
		out.Offers = append(out.Offers, offers[id])
	}
	slices.Sort(out.Offers)
	return out
}

// couponFields are the names that a coupon's fields have in offers.yaml.
var couponFields = map[string]string{"percent_off": "percent", "amount_off": "amount", "currency": ""}

func (r *reader) checkCoupons(s *State, offers map[string]int64) {
	dates := s.Channel.calendar(time.Time{})
	r.aliases([]string{"coupons"}, len(s.Coupons), func(i int) string { return s.Coupons[i].Alias })
	for i, c := range s.Coupons {
		at := item("coupons", "", i)
		r.checkMoment(at, "starts", c.Starts, dates)
		r.checkMoment(at, "ends", c.Ends, dates)
		if math.Abs(c.Percent*100-math.Round(c.Percent*100)) > 1e-6 {
			r.report(below(at, "percent"), "percent: write at most two decimals")
		}
		coupon := c.coupon(s.Channel.Currency, dates, offers)
		r.wrong(at, coupon.Validate(), couponFields)
		r.refers(below(at, "offers"), "offer", offers, c.Offers...)
	}
}

// checkMoment reports a moment that cannot be read.
func (r *reader) checkMoment(at []string, name, s string, dates calendar) {
	if s == "" {
		return
	}
	if _, err := readDate(s, dates.zone, dates.today); err != nil {
		r.report(below(at, name), "%s: %s", name, err)
	}
}

// replaceCoupons writes what refers to the offers, which are there by now.
func (in Installation) replaceCoupons(ctx context.Context, by actor.Actor, id channel.ID, want *State) error {
	packages, err := in.Commerce.Stored(ctx, int64(id))
	if err != nil {
		return err
	}
	offers := make(map[string]int64, len(packages))
	for _, p := range packages {
		offers[p.Alias] = int64(p.ID)
	}
	dates := want.Channel.calendar(in.Clock.Now())
	coupons := make([]commerce.Coupon, len(want.Coupons))
	for i, c := range want.Coupons {
		coupons[i] = c.coupon(want.Channel.Currency, dates, offers)
	}
	return in.Commerce.ReplaceCoupons(ctx, by, int64(id), coupons)
}

// readCoupons adds the channel's coupons to what is stored, but for those that were
// stopped or whose offers are all gone: to a pack they are gone.
func (in Installation) readCoupons(ctx context.Context, s *stored, packages []*commerce.Package) error {
	coupons, err := in.Commerce.Coupons(ctx, actor.ForSystem(int64(s.id)), int64(s.id))
	if err != nil {
		return fmt.Errorf("read the coupons: %w", err)
	}
	offers := make(map[commerce.PackageID]string, len(packages))
	for _, p := range packages {
		offers[p.ID] = offerAlias(p)
	}
	dates := s.state.Channel.calendar(in.Clock.Now())
	for _, c := range coupons {
		s.ownCoupons[c.Code] = !c.FromPack
		if !c.Stopped && (!c.Restricted || len(c.Packages) > 0) {
			s.state.Coupons = append(s.state.Coupons, couponState(c, dates, offers))
		}
	}
	return nil
}

// sortCoupons puts coupons, and the offers of each, into the order of the database.
func sortCoupons(coupons []Coupon) {
	slices.SortStableFunc(coupons, func(a, b Coupon) int { return strings.Compare(a.Alias, b.Alias) })
	for i := range coupons {
		slices.Sort(coupons[i].Offers)
	}
}
