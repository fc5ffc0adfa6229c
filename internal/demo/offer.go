package demo

import (
	"context"
	"strings"
	"time"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
	"github.com/grandstand/grandstand/internal/zone"
)

// offer is one product under the kit's key.
type offer struct {
	key string
	commerce.Package
}

// offers are all products of the kit.
func (s *seeder) offers() []offer {
	c := s.kit.Commerce
	all := []offer{{singleEvent, commerce.Package{
		Kind: commerce.KindPackage, Type: commerce.TypeEvent, Name: text.Text(c.SingleEvent.Name),
		Description: text.Text(c.SingleEvent.Description), Currency: s.kit.Channel.Currency,
		Capabilities: capabilities(c.SingleEvent.Capabilities), ClipLimit: c.SingleEvent.ClipLimit,
	}}}
	for _, k := range c.Subscriptions {
		p := s.product(commerce.KindSubscription, k.Offer)
		p.Offer, p.Period, p.TrialDays, p.Renewal = k.OfferKind, k.Period, k.TrialDays, k.Renewal
		all = append(all, offer{k.Key, p})
	}
	for _, k := range c.Packages {
		p := s.product(commerce.KindPackage, k.Offer)
		p.IsTeamPass, p.Choice, p.Ends = k.IsTeamPass, commerce.Choice(k.Choice), s.seasonEnd(k.Ends)
		all = append(all, offer{k.Key, p})
	}
	for _, school := range c.TeamPass.Schools {
		all = append(all, s.teamPass(school))
	}
	return all
}

func (s *seeder) product(kind commerce.Kind, k kit.Offer) commerce.Package {
	p := commerce.Package{
		Kind: kind, Type: commerce.Type(k.Type), Name: text.Text(k.Name), Description: text.Text(k.Description),
		Currency: k.Currency, BasePrice: k.BasePrice, ServiceFee: k.ServiceFee, Weight: k.Weight,
		Image: mediaKey(k.Image), Capabilities: capabilities(k.Capabilities), PassType: k.PassType,
		ClipLimit: k.ClipLimit, DownloadLimit: k.DownloadLimit,
	}
	for _, sport := range k.Sports {
		p.Categories = append(p.Categories, int64(s.categories[sport]))
	}
	for _, school := range k.Schools {
		p.Participants = append(p.Participants, s.teamsOf(school)...)
	}
	return p
}

// teamPass is the pass for every team of one school.
func (s *seeder) teamPass(school string) offer {
	pattern := s.kit.Commerce.TeamPass.Offer
	pattern.Schools = []string{school}
	p := s.product(commerce.KindPackage, pattern)
	p.IsTeamPass, p.Ends = true, s.seasonEnd(s.kit.Commerce.TeamPass.Ends)
	for _, k := range s.kit.Schools {
		if k.Key == school {
			fill := strings.NewReplacer("{nickname}", k.Nickname, "{short_name}", k.ShortName)
			p.Name, p.Description = p.Name.Map(fill.Replace), p.Description.Map(fill.Replace)
		}
	}
	return offer{"team-pass-" + school, p}
}

func (s *seeder) teamsOf(school string) []int64 {
	var ids []int64
	for _, t := range s.kit.Teams {
		if t.School == school {
			ids = append(ids, int64(s.teams[t.Key]))
		}
	}
	return ids
}

func capabilities(names []string) []commerce.Capability {
	out := make([]commerce.Capability, len(names))
	for i, name := range names {
		out[i] = commerce.Capability(name)
	}
	return out
}

// leastSeason is how long a pass of the demo is good at least: one that ends next week
// would hardly be bought.
const leastSeason = 14 * 24 * time.Hour

// seasonEnd is when the day ends, in the channel's zone, that comes next of a month and day
// such as "06-30"; the zero time where there is none.
func (s *seeder) seasonEnd(day string) time.Time {
	date, err := time.Parse("01-02", day)
	if err != nil {
		return time.Time{}
	}
	loc, err := time.LoadLocation(s.kit.Channel.TimeZone)
	if err != nil {
		loc = time.UTC
	}
	earliest := s.Clock.Now().Add(leastSeason)
	for year := earliest.In(loc).Year(); ; year++ {
		last := time.Date(year, date.Month(), date.Day(), 0, 0, 0, 0, time.UTC)
		if end := zone.AddDays(zone.StartOfDay(last, loc), 1); !end.Before(earliest) {
			return end
		}
	}
}

// seedCoupons makes the kit's promo codes, those that have ended too.
func (s *seeder) seedCoupons(ctx context.Context) error {
	for _, k := range s.kit.Commerce.Coupons {
		err := s.Commerce.CreateCoupon(ctx, s.by, s.channel, commerce.Coupon{
			Code: k.Code, PercentOff: int64(k.PercentOff) * 100, Ends: s.Clock.Now().AddDate(0, 0, k.ExpiresInDays), MaxUses: int64(k.MaxRedemptions),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
