package api

import (
	"context"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/text"
)

// viewer is what access depends on, of a caller: callers that are equal in it are
// answered alike.
func (a *API) viewer(ctx context.Context, c Caller) (commerce.Viewer, error) {
	v := commerce.Viewer{LoggedIn: c.Actor.IsUser(), Operator: c.Actor.Operates(c.Channel.ID), GeoBlocked: a.geoBlocked(c)}
	rules, err := a.Commerce.Blackouts(ctx, c.Channel.ID)
	if err != nil {
		return commerce.Viewer{}, err
	}
	if rules.Any() {
		v.Place = rules.Near(a.place(c.Address, c.Claimed).String())
	}
	return v, nil
}

// holdings are what a caller bought on the channel; a visitor, and an operator, who needs
// nothing, hold nothing.
func (a *API) holdings(ctx context.Context, c Caller) (commerce.Holdings, error) {
	if !c.Actor.IsUser() || c.Actor.Operates(c.Channel.ID) {
		return commerce.Holdings{}, nil
	}
	return a.Commerce.Holdings(ctx, c.Channel.ID, c.Actor.UserID)
}

// saleEvent is an event as the rule of access sees it.
func (v *view) saleEvent(e *catalog.Event) commerce.Event {
	s := commerce.Event{ID: int64(e.ID), Type: string(e.Type), Blackouts: v.blackouts.Of(int64(e.ID)), Off: commerce.OffReason(string(e.ScheduleStatus)), End: e.Over()}
	for _, id := range v.ref.Lineage(e.CategoryID) {
		s.Categories = append(s.Categories, int64(id))
	}
	for _, id := range e.Participants {
		s.Participants = append(s.Participants, int64(id))
	}
	return s
}

// reasons say the reasons, by language. Those of a refusal are sentences; those of an access that is granted
// stand next to a tick or go on with a day, and have no full stop.
var reasons = map[string]map[commerce.Reason]string{
	English: {
		commerce.ReasonFree:             "Free for everyone",
		commerce.ReasonRegistered:       "Free with your account",
		commerce.ReasonOrder:            "You bought this event",
		commerce.ReasonPackage:          "Included in your pass",
		commerce.ReasonSubscription:     "Included in your subscription",
		commerce.ReasonOperator:         "You run this channel",
		commerce.ReasonLoginRequired:    "Log in to watch.",
		commerce.ReasonPurchaseRequired: "Buy this event or a pass to watch.",
		commerce.ReasonPaymentDisputed:  "Your bank is disputing your payment, so your purchase is on hold.",
		commerce.ReasonGeoBlocked:       "This content is not available in your region.",
		commerce.ReasonCancelled:        "{event, select, match {This match} fight {This fight} race {This race} meet {This meet} show {This show} event {This event} other {This game}} was cancelled.",
		commerce.ReasonPostponed:        "{event, select, match {This match} fight {This fight} race {This race} meet {This meet} show {This show} event {This event} other {This game}} is postponed. There is no new time yet.",
		commerce.ReasonBlackout:         "{event, select, match {This match} fight {This fight} race {This race} meet {This meet} show {This show} event {This event} other {This game}} is not available in your region.",
	},
	French: {
		commerce.ReasonFree:             "Gratuit pour tous",
		commerce.ReasonRegistered:       "Gratuit avec votre compte",
		commerce.ReasonOrder:            "Vous avez acheté cet événement",
		commerce.ReasonPackage:          "Compris dans votre forfait",
		commerce.ReasonSubscription:     "Compris dans votre abonnement",
		commerce.ReasonOperator:         "Vous gérez cette chaîne",
		commerce.ReasonLoginRequired:    "Connectez-vous pour regarder.",
		commerce.ReasonPurchaseRequired: "Achetez cet événement ou un forfait pour regarder.",
		commerce.ReasonPaymentDisputed:  "Votre banque conteste votre paiement\u00a0: votre achat est en suspens.",
		commerce.ReasonGeoBlocked:       "Ce contenu n’est pas offert dans votre région.",
		commerce.ReasonCancelled:        "{event, select, fight {Ce combat a été annulé} race {Cette course a été annulée} meet {Cette compétition a été annulée} show {Ce spectacle a été annulé} event {Cet événement a été annulé} other {Ce match a été annulé}}.",
		commerce.ReasonPostponed:        "{event, select, fight {Ce combat est reporté} race {Cette course est reportée} meet {Cette compétition est reportée} show {Ce spectacle est reporté} event {Cet événement est reporté} other {Ce match est reporté}}. La nouvelle heure n’est pas encore connue.",
		commerce.ReasonBlackout:         "{event, select, fight {Ce combat n’est pas offert} race {Cette course n’est pas offerte} meet {Cette compétition n’est pas offerte} show {Ce spectacle n’est pas offert} event {Cet événement n’est pas offert} other {Ce match n’est pas offert}} dans votre région.",
	},
}

// placeUnknown says that an allow list refuses a viewer whose place is not known, by language.
var placeUnknown = map[string]string{
	English: "{event, select, match {This match} fight {This fight} race {This race} meet {This meet} show {This show} event {This event} other {This game}} is available only in certain places, and we cannot tell where you are.",
	French:  "{event, select, fight {Ce combat n’est offert} race {Cette course n’est offerte} meet {Cette compétition n’est offerte} show {Ce spectacle n’est offert} event {Cet événement n’est offert} other {Ce match n’est offert}} qu’à certains endroits, et nous ne pouvons pas déterminer où vous êtes.",
}

// purchases say what to buy where only one thing opens an event, by language.
var purchases = map[string]struct{ ticket, pass string }{
	English: {"Buy this event to watch.", "Buy a pass to watch."},
	French:  {"Achetez cet événement pour regarder.", "Achetez un forfait pour regarder."},
}

// purchaseOf says what opens an event that a viewer has to buy: no pass covers a pay-per-view event, and not each paid event
// is sold alone.
func (v *view) purchaseOf(e *catalog.Event) string {
	switch {
	case e.Type == catalog.PPV:
		return purchases[v.languages[0]].ticket
	case e.SingleEventPackageID == 0:
		return purchases[v.languages[0]].pass
	}
	return reasons[v.languages[0]][commerce.ReasonPurchaseRequired]
}

// accessTo is the access to an event. No viewer is told to buy or to log in to an event that is off.
func (v *view) accessTo(e *catalog.Event, access commerce.Access) EventAccessDTO {
	dto := v.eventAccessDTO(access)
	if access.Reason == commerce.ReasonPurchaseRequired {
		dto.Message = v.purchaseOf(e)
	}
	if dto.OpensAt != nil {
		dto.OpensOffset = v.venueOffset(e, *dto.OpensAt)
	}
	off := commerce.OffReason(string(e.ScheduleStatus))
	if off != "" && (access.Reason == commerce.ReasonPurchaseRequired || access.Reason == commerce.ReasonLoginRequired) {
		dto.Message = v.channel.Settings.Words.Say(reasons[v.languages[0]][off])
	}
	return dto
}

func (v *view) eventAccessDTO(access commerce.Access) EventAccessDTO {
	said := reasons[v.languages[0]][access.Reason]
	if access.PlaceUnknown {
		said = placeUnknown[v.languages[0]]
	}
	dto := EventAccessDTO{Granted: access.Granted, Reason: access.Reason, Message: v.channel.Settings.Words.Say(said), PlaceUnknown: access.PlaceUnknown}
	dto.MayListen = access.MayListen()
	if access.Reason == commerce.ReasonPackage || access.Reason == commerce.ReasonSubscription {
		dto.Product = v.in(access.Product)
	}
	if dto.Product != "" {
		dto.Message = dto.Product
	}
	if !access.Until.IsZero() {
		until := access.Until.UTC()
		dto.Until, dto.Message = &until, dto.Message+v.untilDay(until)
	}
	if access.Reason == commerce.ReasonBlackout && access.OpensAfter >= 0 {
		after := int64(access.OpensAfter / time.Second)
		dto.OpensAfter, dto.OpensAt = &after, orNull(access.Opens)
	}
	dto.Capabilities = append([]commerce.Capability{}, access.Capabilities...)
	return dto
}

// untilDay is how a sentence about access goes on: with the last day of it, as the channel
// counts days.
func (v *view) untilDay(end time.Time) string {
	day := text.LastDay(v.languages[0], end.In(v.zone))
	if v.languages[0] == French {
		return ", jusqu’au " + day
	}
	return ", until " + day
}

// EventAccessDTO says whether the caller may watch an event, and why.
type EventAccessDTO struct {
	Granted      bool                  `json:"granted"`
	Reason       commerce.Reason       `json:"reason" enum:"free,registered,order,package,subscription,operator,login_required,purchase_required,payment_disputed,geo_blocked,blackout"`
	Message      string                `json:"message" doc:"The reason as a sentence, or the name of what was bought; with the day on which it ends, as in Hockey pass, until June 30, 2027"`
	Product      string                `json:"product,omitempty" doc:"Name of the pass or subscription that is the reason"`
	Until        *time.Time            `json:"until" doc:"null: without end"`
	Capabilities []commerce.Capability `json:"capabilities"`
	OpensAt      *time.Time            `json:"opens_at,omitempty" doc:"When a blackout is lifted, once the event is over"`
	OpensOffset  *int                  `json:"opens_utc_offset,omitempty" doc:"Of the venue of an event at opens_at, in seconds east of UTC"`
	OpensAfter   *int64                `json:"opens_after,omitempty" doc:"How long after its end a blackout is lifted, in seconds; absent: never"`
	PlaceUnknown bool                  `json:"place_unknown,omitempty" doc:"A blackout that lets in certain places alone refuses the caller because it is not known where they are"`
	MayListen    bool                  `json:"may_listen,omitempty" doc:"A blackout forbids the pictures alone: the caller may listen at sound_url of the media"`
}

// SaleDTO says whether the caller may buy an event, or what opens it.
type SaleDTO struct {
	Allowed bool            `json:"allowed"`
	Reason  commerce.Reason `json:"reason" enum:",geo_blocked,blackout,event_cancelled,event_postponed" doc:"Why not; empty where it is allowed"`
}

func newSaleDTO(e commerce.Event, v commerce.Viewer, now time.Time) SaleDTO {
	reason, allowed := commerce.CanSell(e, v, now)
	return SaleDTO{Allowed: allowed, Reason: reason}
}
