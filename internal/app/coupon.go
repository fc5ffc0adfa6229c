package app

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/text"
)

// saleEvents tells the shop what events cost.
type saleEvents struct {
	catalog  *catalog.Service
	channels *channel.Service
}

// ForSale is part of commerce.Events.
func (s saleEvents) ForSale(ctx context.Context, channelID, eventID int64) (commerce.SaleEvent, error) {
	e, err := s.catalog.FindEvent(ctx, channelID, catalog.EventID(eventID))
	if err != nil {
		return commerce.SaleEvent{}, err
	}
	ref, c, err := s.referenceAndChannel(ctx, channelID)
	if err != nil {
		return commerce.SaleEvent{}, err
	}
	sold := commerce.SaleEvent{
		Event: commerce.Event{ID: eventID, Type: string(e.Type), Off: commerce.OffReason(string(e.ScheduleStatus)), End: e.Over()},
		Name:  text.Text{}, StartAt: e.StartAt.In(eventZone(e, c)),
		BasePrice: e.BasePrice, ServiceFee: e.ServiceFee, Currency: e.Currency, Ticket: commerce.PackageID(e.SingleEventPackageID),
		Unrecorded: e.Status == catalog.Finished && e.StreamState == catalog.StreamIdle && !c.Settings.MayEmbed(e.Embed),
	}
	for _, id := range ref.Lineage(e.CategoryID) {
		sold.Categories = append(sold.Categories, int64(id))
	}
	for _, id := range e.Participants {
		sold.Participants = append(sold.Participants, int64(id))
	}
	for _, lang := range c.Languages {
		sold.Name[lang] = ref.EventName(e, c.Settings.Words.Versus(lang), lang, c.Language)
	}
	return sold, nil
}

// Removed is part of commerce.Events.
func (s saleEvents) Removed(ctx context.Context, channelID, eventID int64) (commerce.SaleEvent, error) {
	e, err := s.catalog.FindRemoved(ctx, channelID, catalog.EventID(eventID))
	if err != nil {
		return commerce.SaleEvent{}, err
	}
	ref, c, err := s.referenceAndChannel(ctx, channelID)
	if err != nil {
		return commerce.SaleEvent{}, err
	}
	removed := commerce.SaleEvent{Event: commerce.Event{ID: eventID}, Name: text.Text{}, StartAt: e.StartAt.In(eventZone(e, c))}
	for _, lang := range c.Languages {
		name, sides := ref.EventName(e, c.Settings.Words.Versus(lang), lang, c.Language), ref.Sides(e, c.Settings.Words.Versus(lang), lang, c.Language)
		if sides != "" && sides != name {
			name += " (" + sides + ")"
		}
		removed.Name[lang] = name
	}
	return removed, nil
}

// referenceAndChannel returns what an event's name is made from: the channel's teams and schools, and the channel.
func (s saleEvents) referenceAndChannel(ctx context.Context, channelID int64) (*catalog.Reference, *channel.Channel, error) {
	ref, err := s.catalog.Reference(ctx, channelID)
	if err != nil {
		return nil, nil, err
	}
	c, err := s.channels.FindByID(ctx, channel.ID(channelID))
	return ref, c, err
}

// eventZone is the time zone of an event's venue, or its channel's where the event names none.
func eventZone(e *catalog.Event, c *channel.Channel) *time.Location {
	if zone, err := time.LoadLocation(e.TimeZone); err == nil && e.TimeZone != "" {
		return zone
	}
	return c.Zone()
}

// NewCoupon is a coupon as made at the command line.
type NewCoupon struct {
	Code        string
	BasisPoints int64 // of a percentage
	Amount      int64 // in minor units of the channel's currency
	Starts      time.Time
	Ends        time.Time
	Uses        int64
	PerUser     int64
	Offers      []string // aliases; none for everything
}

// CreateCoupon adds a coupon to a channel.
func (a *App) CreateCoupon(ctx context.Context, channelKey string, n NewCoupon) error {
	found, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return err
	}
	code, _ := commerce.NormalCode(n.Code)
	c := commerce.Coupon{
		Code: code, PercentOff: n.BasisPoints, AmountOff: n.Amount, Starts: n.Starts, Ends: n.Ends, MaxUses: n.Uses, PerUser: n.PerUser,
		Restricted: len(n.Offers) > 0,
	}
	if n.Amount != 0 {
		c.Currency = found.Currency
	}
	if c.Packages, err = a.offersOf(ctx, int64(found.ID), n.Offers); err != nil {
		return err
	}
	return a.Commerce.CreateCoupon(ctx, actor.ForSystem(int64(found.ID)), int64(found.ID), c)
}

// offersOf are the ids of a channel's offers by alias.
func (a *App) offersOf(ctx context.Context, channelID int64, aliases []string) ([]commerce.PackageID, error) {
	offers, err := a.Commerce.Stored(ctx, channelID)
	if err != nil {
		return nil, err
	}
	known := make(map[string]commerce.PackageID, len(offers))
	for _, p := range offers {
		known[p.Alias] = p.ID
	}
	delete(known, "")
	ids := make([]commerce.PackageID, len(aliases))
	for i, alias := range aliases {
		id, ok := known[alias]
		if !ok {
			return nil, fault.NotFoundf("offer", "There is no offer "+alias+".")
		}
		ids[i] = id
	}
	return ids, nil
}

// ListCoupons returns a channel's coupons by code.
func (a *App) ListCoupons(ctx context.Context, channelKey string) ([]CouponReport, error) {
	found, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return nil, err
	}
	coupons, err := a.Commerce.Coupons(ctx, actor.ForSystem(int64(found.ID)), int64(found.ID))
	if err != nil {
		return nil, err
	}
	out := make([]CouponReport, len(coupons))
	for i, c := range coupons {
		out[i] = reportCoupon(c, a.Clock.Now())
	}
	return out, nil
}

// CouponReport is a coupon as people read it.
type CouponReport struct{ Code, Off, State, Uses, For string }

func reportCoupon(c *commerce.Coupon, now time.Time) CouponReport {
	r := CouponReport{Code: c.Code, Off: fmt.Sprintf("%g %%", float64(c.PercentOff)/100), State: "good", Uses: strconv.FormatInt(c.Uses, 10), For: "everything"}
	if c.AmountOff > 0 {
		r.Off = fmt.Sprintf("%d.%02d %s", c.AmountOff/100, c.AmountOff%100, c.Currency)
	}
	if c.MaxUses > 0 {
		r.Uses += " of " + strconv.FormatInt(c.MaxUses, 10)
	}
	if c.Restricted {
		r.For = fmt.Sprintf("%d offers", len(c.Packages))
	}
	switch {
	case c.Stopped:
		r.State = "stopped"
	case !c.Ends.IsZero() && !c.Ends.After(now):
		r.State = "ended " + c.Ends.UTC().Format(time.DateOnly)
	case c.MaxUses > 0 && c.Uses >= c.MaxUses:
		r.State = "used up"
	case c.Starts.After(now):
		r.State = "from " + c.Starts.UTC().Format(time.DateOnly)
	case !c.Ends.IsZero():
		r.State = "until " + c.Ends.UTC().Format(time.DateOnly)
	}
	return r
}

// StopCoupon has a coupon of a channel count no longer.
func (a *App) StopCoupon(ctx context.Context, channelKey, code string) error {
	found, err := a.channelOf(ctx, channelKey)
	if err != nil {
		return err
	}
	return a.Commerce.StopCoupon(ctx, actor.ForSystem(int64(found.ID)), int64(found.ID), code)
}
