package api

import (
	"context"
	"net/http"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerOffers() {
	for _, noun := range []struct {
		kind         commerce.Kind
		path, plural string
	}{{commerce.KindPackage, "/api/packages", "packages"}, {commerce.KindSubscription, "/api/subscriptions", "subscriptions"}} {
		register(a, Operation{
			ID: "list-" + noun.plural, Method: http.MethodGet, Path: noun.path, Tag: "offers",
			Summary: "All " + noun.plural + " of the channel", Auth: AuthChannel, Cache: cacheConfiguration,
		}, a.listOffers(noun.kind))
		register(a, Operation{
			ID: "get-" + string(noun.kind), Method: http.MethodGet, Path: noun.path + "/{id}", Tag: "offers",
			Summary: "One of the " + noun.plural, Auth: AuthChannel, Cache: cacheConfiguration,
			Errors: []Failure{{fault.NotFound, "package_not_found"}},
		}, a.getOffer(noun.kind))
	}
}

func (a *API) listOffers(kind commerce.Kind) Handler[struct{}, Page[offerDTO]] {
	return func(ctx context.Context, c Caller, _ *struct{}) (Page[offerDTO], error) {
		v, err := a.siteView(ctx, c)
		if err != nil {
			return Page[offerDTO]{}, err
		}
		offers, err := a.Commerce.List(ctx, c.Channel.ID, kind)
		if err != nil {
			return Page[offerDTO]{}, err
		}
		return whole(v.offers(offers)), nil
	}
}

func (a *API) getOffer(kind commerce.Kind) Handler[offerInput, Data[offerDTO]] {
	return func(ctx context.Context, c Caller, in *offerInput) (Data[offerDTO], error) {
		v, err := a.siteView(ctx, c)
		if err != nil {
			return Data[offerDTO]{}, err
		}
		offer, err := a.Commerce.Find(ctx, c.Channel.ID, kind, commerce.PackageID(in.ID.Value))
		if err != nil {
			return Data[offerDTO]{}, err
		}
		return data(v.offer(offer)), nil
	}
}

func (v siteView) offers(offers []*commerce.Package) []offerDTO {
	dtos := make([]offerDTO, 0, len(offers))
	for _, p := range offers {
		dtos = append(dtos, v.offer(p))
	}
	return dtos
}

func (v siteView) offer(p *commerce.Package) offerDTO {
	return offerDTO{
		ID: int64(p.ID), Name: v.in(p.Name), Description: v.in(p.Description), Type: string(p.Type), Offer: p.Offer,
		Period: p.Period, Currency: p.Currency, Price: p.Price(), BasePrice: p.BasePrice, ServiceFee: p.ServiceFee,
		TrialPeriod: p.TrialDays, Renewal: p.Renewal, Image: v.url(p.Image),
		EventCategories: append([]int64{}, p.Categories...), Participants: append([]int64{}, p.Participants...),
		IsTeamPass: p.IsTeamPass, PassType: p.PassType, Weight: p.Weight,
		DisabledCategories: []int64{}, DisabledParticipants: []int64{},
	}
}

type offerInput struct {
	ID PathID `path:"id"`
}

type offerDTO struct {
	ID                   int64   `json:"id"`
	Name                 string  `json:"name"`
	Description          string  `json:"description" doc:"Sanitised HTML"`
	Type                 string  `json:"type" enum:"annual,month,monthly,season,event,additional,regular"`
	Offer                string  `json:"offer"`
	Period               string  `json:"period"`
	Currency             string  `json:"currency" enum:"USD,CAD"`
	Price                int64   `json:"price" doc:"Minor units; base_price + service_fee"`
	BasePrice            int64   `json:"base_price" doc:"Minor units"`
	ServiceFee           int64   `json:"service_fee" doc:"Minor units; shown as taxes"`
	TrialPeriod          int     `json:"trial_period" doc:"Days; 0 for none"`
	Renewal              bool    `json:"renewal"`
	Image                string  `json:"image"`
	EventCategories      []int64 `json:"event_categories" doc:"Covered categories"`
	Participants         []int64 `json:"participants" doc:"Covered participants; with neither, everything is covered"`
	IsTeamPass           bool    `json:"is_team_pass"`
	PassType             string  `json:"pass_type" enum:",addition"`
	Weight               int     `json:"weight"`
	Purchased            bool    `json:"purchased"`
	DisabledCategories   []int64 `json:"disabledCategories" doc:"Categories the caller already has"`
	DisabledParticipants []int64 `json:"disabledParticipants" doc:"Participants the caller already has"`
}
