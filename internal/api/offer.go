package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerOffer() {
	partPage(a, Operation{
		ID: "list-packages", Method: http.MethodGet, Path: "/api/packages", Tag: "offers", Summary: "The packages on sale",
	}, func(v *view) *once[Page[PackageDTO]] { return &v.packages })
	partPage(a, Operation{
		ID: "list-subscriptions", Method: http.MethodGet, Path: "/api/subscriptions", Tag: "offers", Summary: "The subscriptions on sale",
	}, func(v *view) *once[Page[PackageDTO]] { return &v.subscriptions })
	a.registerOneOffer(commerce.KindPackage, "/api/packages/{id}", "One package")
	a.registerOneOffer(commerce.KindSubscription, "/api/subscriptions/{id}", "One subscription")
}

func (a *API) registerOneOffer(kind commerce.Kind, path, summary string) {
	register(a, Operation{
		ID: "get-" + string(kind), Method: http.MethodGet, Path: path, Tag: "offers", Summary: summary,
		Auth: AuthChannel, Cache: configurationCache, Errors: []Failure{{fault.NotFound, "package_not_found"}},
	}, func(ctx context.Context, c Caller, in *byIDInput) (Data[PackageDTO], error) {
		v, err := a.view(ctx, c.Channel.ID, c.Lang)
		if err != nil {
			return Data[PackageDTO]{}, err
		}
		p, err := a.Commerce.Find(ctx, c.Channel.ID, kind, commerce.PackageID(in.ID.Value))
		if err != nil {
			return Data[PackageDTO]{}, err
		}
		dto := v.packageDTO(p)
		err = a.markPurchased(ctx, c, p, &dto)
		return data(dto), err
	})
}

// markPurchased says in dto what of p a user has bought. That is the user's own: nobody
// keeps the answer, where a visitor's may be kept and shared.
func (a *API) markPurchased(ctx context.Context, c Caller, p *commerce.Package, dto *PackageDTO) error {
	if !c.Actor.IsUser() {
		return nil
	}
	exchangeFrom(ctx).own = true
	held, err := a.Commerce.Grants(ctx, c.Channel.ID, c.Actor.UserID)
	if err != nil {
		return err
	}
	bought := commerce.MarkPurchased(p, held, a.Clock.Now())
	dto.Purchased, dto.DisabledCategories, dto.DisabledParticipants = bought.Whole, listed(bought.Categories), listed(bought.Participants)
	if p.Kind == commerce.KindSubscription && bought.Whole {
		dto.AutoRenewCancelled, err = a.Commerce.RenewalStopped(ctx, c.Channel.ID, c.Actor.UserID, p.ID)
	}
	return err
}

func (v *view) packageDTOs(packages []*commerce.Package) []PackageDTO {
	out := make([]PackageDTO, len(packages))
	for i, p := range packages {
		out[i] = v.packageDTO(p)
	}
	return out
}

func (v *view) packageDTO(p *commerce.Package) PackageDTO {
	return PackageDTO{
		EventPackageDTO: v.eventPackageDTO(p), Description: v.in(p.Description), Offer: p.Offer, TrialPeriod: p.TrialDays,
		Renewal: p.Renewal, ImageDTO: v.show(p.Image, nil), EventCategories: append([]int64{}, p.Categories...),
		Participants: append([]int64{}, p.Participants...), PassType: p.PassType, Weight: p.Weight,
		Capabilities:       append([]commerce.Capability{}, p.Capabilities...),
		DisabledCategories: []int64{}, DisabledParticipants: []int64{}, EndsAt: orNull(p.Ends),
	}
}

func (v *view) eventPackageDTO(p *commerce.Package) EventPackageDTO {
	return EventPackageDTO{
		ID: int64(p.ID), Name: v.in(p.Name), Type: string(p.Type), Price: p.Price(), BasePrice: p.BasePrice, ServiceFee: p.ServiceFee,
		Currency: p.Currency, Period: p.Period, IsTeamPass: p.IsTeamPass, Choice: p.Choice,
	}
}

// EventPackageDTO is a package as events name it. Money is in minor units.
type EventPackageDTO struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Type       string `json:"type" enum:"annual,month,monthly,season,event,additional,regular"`
	Price      int64  `json:"price" doc:"base_price + service_fee, in minor units"`
	BasePrice  int64  `json:"base_price"`
	ServiceFee int64  `json:"service_fee" doc:"Shown as taxes"`
	Currency   string `json:"currency" enum:"USD,CAD"`
	Period     string `json:"period" doc:"Of a subscription"`
	IsTeamPass bool   `json:"is_team_pass"`
	// Choice is what of it a buyer names and alone holds.
	Choice commerce.Choice `json:"choice" enum:",category,participant" doc:"What of it a buyer names and alone holds: one of its event_categories or participants; empty: it is bought as a whole"`
}

// PackageDTO is one thing that is sold.
type PackageDTO struct {
	EventPackageDTO
	ImageDTO

	Description     string  `json:"description" doc:"Sanitised HTML"`
	Offer           string  `json:"offer"`
	TrialPeriod     int     `json:"trial_period" doc:"Days"`
	Renewal         bool    `json:"renewal"`
	EventCategories []int64 `json:"event_categories" doc:"What it covers; with neither these nor participants, everything"`
	Participants    []int64 `json:"participants"`
	PassType        string  `json:"pass_type" enum:",addition" doc:"addition marks an add-on"`
	Weight          int     `json:"weight"`
	// Capabilities are what a buyer may do with what the package covers.
	Capabilities         []commerce.Capability `json:"capabilities" enum:"watch,download,clipping,download_clip,no_ads,vod_media"`
	Purchased            bool                  `json:"purchased"`
	AutoRenewCancelled   bool                  `json:"auto_renew_cancelled" doc:"The user's subscription ends with what is paid"`
	DisabledCategories   []int64               `json:"disabledCategories" doc:"Bought already"`
	DisabledParticipants []int64               `json:"disabledParticipants" doc:"Bought already"`
	EndsAt               *time.Time            `json:"ends_at" doc:"When a season pass ends, for whoever bought it and for who would; null: it has no end of its own"`
}
