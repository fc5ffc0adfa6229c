package demo

import (
	"strings"

	"github.com/grandstand/grandstand/demo/kit"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
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
		Capabilities: capabilities(c.SingleEvent.Capabilities),
	}}}
	for _, k := range c.Subscriptions {
		p := s.product(commerce.KindSubscription, k.Offer)
		p.Offer, p.Period, p.TrialDays, p.Renewal, p.PassType = k.OfferKind, k.Period, k.TrialDays, k.Renewal, k.PassType
		all = append(all, offer{k.Key, p})
	}
	for _, k := range c.Packages {
		p := s.product(commerce.KindPackage, k.Offer)
		p.IsTeamPass, p.Choice = k.IsTeamPass, commerce.Choice(k.Choice)
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
		Image: mediaKey(k.Image), Capabilities: capabilities(k.Capabilities),
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
	p.IsTeamPass = true
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
