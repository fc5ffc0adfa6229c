package api

import (
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
)

// viewer is what access depends on, of a caller: callers that are equal in it are
// answered alike.
func (a *API) viewer(c Caller) commerce.Viewer {
	return commerce.Viewer{LoggedIn: c.Actor.IsUser(), Operator: c.Actor.Operates(c.Channel.ID), GeoBlocked: a.geoBlocked(c)}
}

// saleEvent is an event as the rule of access sees it.
func (v *view) saleEvent(e *catalog.Event) commerce.Event {
	s := commerce.Event{ID: int64(e.ID), Type: string(e.Type)}
	for _, id := range v.ref.Lineage(e.CategoryID) {
		s.Categories = append(s.Categories, int64(id))
	}
	for _, id := range e.Participants {
		s.Participants = append(s.Participants, int64(id))
	}
	return s
}

// reasons are the sentences of the reasons, by language.
var reasons = map[string]map[commerce.Reason]string{
	English: {
		commerce.ReasonFree:             "Free for everyone",
		commerce.ReasonRegistered:       "Free with your account",
		commerce.ReasonOrder:            "You bought this event",
		commerce.ReasonPackage:          "Included in your pass",
		commerce.ReasonSubscription:     "Included in your subscription",
		commerce.ReasonOperator:         "You run this channel",
		commerce.ReasonLoginRequired:    "Log in to watch",
		commerce.ReasonPurchaseRequired: "Buy this event or a pass to watch",
		commerce.ReasonGeoBlocked:       "This content is not available in your region",
	},
	French: {
		commerce.ReasonFree:             "Gratuit pour tous",
		commerce.ReasonRegistered:       "Gratuit avec votre compte",
		commerce.ReasonOrder:            "Vous avez acheté cet événement",
		commerce.ReasonPackage:          "Compris dans votre laissez-passer",
		commerce.ReasonSubscription:     "Compris dans votre abonnement",
		commerce.ReasonOperator:         "Vous exploitez cette chaîne",
		commerce.ReasonLoginRequired:    "Connectez-vous pour regarder",
		commerce.ReasonPurchaseRequired: "Achetez cet événement ou un laissez-passer pour regarder",
		commerce.ReasonGeoBlocked:       "Ce contenu n’est pas offert dans votre région",
	},
}

func (v *view) eventAccessDTO(access commerce.Access) EventAccessDTO {
	dto := EventAccessDTO{Granted: access.Granted, Reason: access.Reason, Message: reasons[v.languages[0]][access.Reason]}
	if name := v.in(access.Product); name != "" {
		dto.Message = name
	}
	if !access.Until.IsZero() {
		until := access.Until.UTC()
		dto.Until = &until
	}
	dto.Capabilities = append([]commerce.Capability{}, access.Capabilities...)
	return dto
}

// EventAccessDTO says whether the caller may watch an event, and why.
type EventAccessDTO struct {
	Granted      bool                  `json:"granted"`
	Reason       commerce.Reason       `json:"reason" enum:"free,registered,order,package,subscription,operator,login_required,purchase_required,geo_blocked"`
	Message      string                `json:"message" doc:"The reason as a sentence, or the name of what was bought"`
	Until        *time.Time            `json:"until" doc:"null: without end"`
	Capabilities []commerce.Capability `json:"capabilities"`
}
