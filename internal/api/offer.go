package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerOffer() {
	a.registerOffers(commerce.KindPackage, Operation{
		ID: "list-packages", Method: http.MethodGet, Path: "/api/packages", Tag: "offers", Summary: "List packages on sale",
	}, func(v *view) *once[Page[PackageDTO]] { return &v.packages })
	a.registerOffers(commerce.KindSubscription, Operation{
		ID: "list-subscriptions", Method: http.MethodGet, Path: "/api/subscriptions", Tag: "offers", Summary: "List subscriptions on sale",
	}, func(v *view) *once[Page[PackageDTO]] { return &v.subscriptions })
	a.registerOneOffer(commerce.KindPackage, "/api/packages/{id}", "Get a package")
	a.registerOneOffer(commerce.KindSubscription, "/api/subscriptions/{id}", "Get a subscription")
}

// registerOffers declares the list of one kind. It is the same for everybody who asks
// without an api key, as the specification's clients do; users are told what is theirs.
func (a *API) registerOffers(kind commerce.Kind, op Operation, pick func(*view) *once[Page[PackageDTO]]) {
	op.Auth, op.Cache = AuthChannel, configurationCache
	registerHot[pageInput](a, op, func(ctx context.Context, c Caller, r *http.Request) (Encoded[Page[PackageDTO]], error) {
		asked, err := readPage(r.URL.Query())
		if err != nil {
			return Encoded[Page[PackageDTO]]{}, err
		}
		v, err := a.view(ctx, c.Channel.ID, c.Lang)
		if err != nil {
			return Encoded[Page[PackageDTO]]{}, err
		}
		if !c.Actor.IsUser() {
			return pageOf(pick(v), asked)
		}
		bought, err := a.boughtBy(ctx, c)
		if err != nil {
			return Encoded[Page[PackageDTO]]{}, err
		}
		own, err := a.ownOffers(ctx, v, kind, bought)
		if err != nil {
			return Encoded[Page[PackageDTO]]{}, err
		}
		payload, err := a.encodeBriefly(paged(own, asked))
		return Encoded[Page[PackageDTO]]{payload}, err
	})
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
	bought, err := a.boughtBy(ctx, c)
	if err == nil {
		bought.mark(p, dto)
	}
	return err
}

// ownOffers are the offers of a kind with what a user has bought of them.
func (a *API) ownOffers(ctx context.Context, v *view, kind commerce.Kind, b bought) ([]PackageDTO, error) {
	offers, err := a.Commerce.List(ctx, int64(v.channel.ID), kind)
	if err != nil {
		return nil, err
	}
	dtos := v.packageDTOs(offers)
	for i, p := range offers {
		b.mark(p, &dtos[i])
	}
	return dtos, nil
}

// bought is what marks a user's own in what is on sale.
type bought struct {
	held    []commerce.Grant
	stopped []commerce.PackageID // whose renewal is cancelled
	now     time.Time
}

// boughtBy is what a user has bought. The answer that it goes into is the user's own.
func (a *API) boughtBy(ctx context.Context, c Caller) (bought, error) {
	exchangeFrom(ctx).own = true
	b := bought{now: a.Clock.Now()}
	var err error
	if b.held, err = a.Commerce.Grants(ctx, c.Channel.ID, c.Actor.UserID); err != nil {
		return bought{}, err
	}
	if slices.ContainsFunc(b.held, commerce.Grant.IsSubscription) {
		b.stopped, err = a.Commerce.RenewalsStopped(ctx, c.Channel.ID, c.Actor.UserID)
	}
	return b, err
}

func (b bought) mark(p *commerce.Package, dto *PackageDTO) {
	of := commerce.MarkPurchased(p, b.held, b.now)
	dto.Purchased, dto.DisabledCategories, dto.DisabledParticipants = of.Whole, listed(of.Categories), listed(of.Participants)
	dto.AutoRenewCancelled = of.Whole && slices.Contains(b.stopped, p.ID)
}

func (v *view) packageDTOs(packages []*commerce.Package) []PackageDTO {
	out := make([]PackageDTO, len(packages))
	for i, p := range packages {
		out[i] = v.packageDTO(p)
	}
	return out
}

// passType marks an add-on, whichever of the specification's two ways the channel marks it by.
func passType(p *commerce.Package) string {
	if p.IsAddition() {
		return commerce.PassAddition
	}
	return p.PassType
}

func (v *view) packageDTO(p *commerce.Package) PackageDTO {
	return PackageDTO{
		EventPackageDTO: v.eventPackageDTO(p), Description: v.in(p.Description), TrialPeriod: p.TrialDays,
		ImageDTO: v.show(p.Image, nil), EventCategories: append([]int64{}, p.Categories...),
		Participants: append([]int64{}, p.Participants...), PassType: passType(p), Weight: p.Weight,
		Capabilities: append([]commerce.Capability{}, p.Capabilities...),
		ClipLimit:    p.ClipLimit, DownloadLimit: p.DownloadLimit,
		DisabledCategories: []int64{}, DisabledParticipants: []int64{}, EndsAt: orNull(p.Ends),
	}
}

func (v *view) eventPackageDTO(p *commerce.Package) EventPackageDTO {
	return EventPackageDTO{
		ID: int64(p.ID), Name: v.in(p.Name), Type: string(p.Type), Price: p.Price(), BasePrice: p.BasePrice, ServiceFee: p.ServiceFee,
		Currency: p.Currency, Offer: p.Offer, Period: p.Period, Renewal: p.Renewal, IsTeamPass: p.IsTeamPass, Choice: p.Choice,
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
	Offer      string `json:"offer" doc:"Text of the offer: annual or another; shown after the price and the period"`
	Period     string `json:"period" doc:"Of a subscription"`
	Renewal    bool   `json:"renewal" doc:"It goes on by itself: every 12 months if it is annual, else every 30 days"`
	IsTeamPass bool   `json:"is_team_pass"`
	// Choice is what of it a buyer names and alone holds.
	Choice commerce.Choice `json:"choice" enum:",category,participant" doc:"What of it a buyer names and alone holds: one of its event_categories or participants; empty: it is bought as a whole"`
}

// PackageDTO is one thing that is sold.
type PackageDTO struct {
	EventPackageDTO
	ImageDTO

	Description     string  `json:"description" doc:"Sanitised HTML"`
	TrialPeriod     int     `json:"trial_period" doc:"Days"`
	EventCategories []int64 `json:"event_categories" doc:"What it covers; with neither these nor participants, everything"`
	Participants    []int64 `json:"participants"`
	PassType        string  `json:"pass_type" enum:",addition" doc:"addition marks an add-on"`
	Weight          int     `json:"weight"`
	// Capabilities are what a buyer may do with what the package covers.
	Capabilities         []commerce.Capability `json:"capabilities" enum:"watch,download,clipping,download_clip,no_ads,vod_media"`
	ClipLimit            int64                 `json:"clip_limit" doc:"How many clips its buyer may make with it; 0: no limit"`
	DownloadLimit        int64                 `json:"download_limit" doc:"How many games and clips its buyer may load down with it; 0: no limit"`
	Purchased            bool                  `json:"purchased"`
	AutoRenewCancelled   bool                  `json:"auto_renew_cancelled" doc:"The user's subscription ends with what is paid"`
	DisabledCategories   []int64               `json:"disabledCategories" doc:"Bought already"`
	DisabledParticipants []int64               `json:"disabledParticipants" doc:"Bought already"`
	EndsAt               *time.Time            `json:"ends_at" doc:"When a season pass ends, for whoever bought it and for who would; null: it has no end of its own"`
}
