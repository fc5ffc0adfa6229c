package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/geo"
	"github.com/grandstand/grandstand/internal/text"
)

func (a *API) registerOwnSession() {
	register(a, Operation{
		ID: "list-sessions", Method: http.MethodGet, Path: "/api/auth/sessions", Tag: "account",
		Summary: "List the caller's sessions: this one first, then the most recently used", Auth: AuthUser,
	}, a.listSessions)
	register(a, Operation{
		ID: "end-session", Method: http.MethodDelete, Path: "/api/auth/sessions/{id}", Tag: "account",
		Guard:   GuardCall,
		Summary: "Log out one session of the caller", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "session_not_found"}},
	}, a.endSession)
	register(a, Operation{
		ID: "end-other-sessions", Method: http.MethodPost, Path: "/api/auth/sessions/end-others", Tag: "account",
		Guard:   GuardCall,
		Summary: "Log out all other sessions of the caller", Auth: AuthUser,
	}, a.endOtherSessions)
}

func (a *API) listSessions(ctx context.Context, c Caller, _ *struct{}) (Page[ownSessionDTO], error) {
	list, err := a.Accounts.OwnSessions(ctx, c.Session)
	if err != nil {
		return Page[ownSessionDTO]{}, err
	}
	if place := placeText(a.place(c.Address, c.Claimed)); len(list) > 0 && list[0].Current && !place.IsEmpty() {
		list[0].Place = place // the caller is there now
	}
	return whole(ownSessions(c.Lang, list)), nil
}

// notePlace stores where a user has just logged in. The login has succeeded by then: without the
// place only the list of devices tells less.
func (a *API) notePlace(ctx context.Context, c Caller) {
	place := placeText(a.place(c.Address, c.Claimed))
	if place.IsEmpty() {
		return
	}
	if err := a.Accounts.NotePlace(ctx, c.Session, place); err != nil {
		a.Log.WarnContext(ctx, "place of a login not noted", "session_id", c.Session.ID, "error", err)
	}
}

// placeText names a place by language: "Montréal, Quebec, Canada".
func placeText(at geo.Place) text.Text {
	place := text.Text{}
	if at.Code == "" {
		return place
	}
	for _, lang := range [...]string{English, French} {
		names := slices.Compact([]string{at.TownName(lang), at.RegionName(lang), at.Name(lang)})
		place[lang] = strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), ", ")
	}
	return place
}

func (a *API) endSession(ctx context.Context, c Caller, in *endSessionInput) (Data[endedDTO], error) {
	err := a.Accounts.EndSession(ctx, c.Session, in.ID.Value)
	return data(endedDTO{Ended: 1}), err
}

func (a *API) endOtherSessions(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[endedDTO], error) {
	n, err := a.Accounts.EndOtherSessions(ctx, c.Session)
	if err == nil {
		a.renewDeviceCookie(ctx, c)
	}
	return data(endedDTO{Ended: n}), err
}

func ownSessions(lang string, list []account.OwnSession) []ownSessionDTO {
	all := make([]ownSessionDTO, len(list))
	for i, s := range list {
		all[i] = ownSessionDTO{
			ID: s.ID, Name: cmp.Or(s.Device, deviceName(lang, s.Agent)), Kind: s.Agent.Kind(), Place: s.Place.In(lang, English), CreatedAt: s.CreatedAt, LastUsedAt: s.SeenAt, Current: s.Current,
		}
	}
	return all
}

// deviceName is what its owner calls a device: "Chrome on Windows". A name of only one
// half is that half; without any, people go by the times.
func deviceName(lang string, agent account.Agent) string {
	on := map[string]string{English: " on ", French: " sous "}[lang]
	if agent.Kind() == account.Phone || agent.Kind() == account.Tablet || agent.Kind() == account.TV {
		on = map[string]string{English: " on ", French: " sur "}[lang]
	}
	switch {
	case agent.Browser == "" && agent.System == "":
		return translate(lang, "Unknown device")
	case agent.Browser == "" || agent.System == "":
		return agent.Browser + agent.System
	}
	return agent.Browser + on + agent.System
}

type endSessionInput struct {
	ID PathID `path:"id"`
}

type ownSessionDTO struct {
	ID         int64              `json:"id"`
	Name       string             `json:"name" doc:"What its owner knows it by, in the language of the request" example:"Chrome on Windows"`
	Kind       account.DeviceKind `json:"kind" enum:"computer,phone,tablet,tv,unknown"`
	Place      string             `json:"place" doc:"Where the user logged in there, of the caller's own session where it is now: town, region and country as far as they are known; empty when unknown" example:"Montréal, Quebec, Canada"`
	CreatedAt  time.Time          `json:"created_at" doc:"When the user logged in there"`
	LastUsedAt time.Time          `json:"last_used_at" doc:"At most an hour old while in use"`
	Current    bool               `json:"current" doc:"The one that asks"`
}

type endedDTO struct {
	Ended int `json:"ended" doc:"In how many places the user was logged out"`
}
