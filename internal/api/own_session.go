package api

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerOwnSession() {
	register(a, Operation{
		ID: "list-sessions", Method: http.MethodGet, Path: "/api/auth/sessions", Tag: "account",
		Summary: "Where the caller is logged in: here first, then the latest used", Auth: AuthUser,
	}, a.listSessions)
	register(a, Operation{
		ID: "end-session", Method: http.MethodDelete, Path: "/api/auth/sessions/{id}", Tag: "account",
		Guard:   GuardCall,
		Summary: "Log the caller out in one place", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "session_not_found"}},
	}, a.endSession)
	register(a, Operation{
		ID: "end-other-sessions", Method: http.MethodPost, Path: "/api/auth/sessions/end-others", Tag: "account",
		Guard:   GuardCall,
		Summary: "Log the caller out everywhere else", Auth: AuthUser,
	}, a.endOtherSessions)
}

func (a *API) listSessions(ctx context.Context, c Caller, _ *struct{}) (Page[ownSessionDTO], error) {
	list, err := a.Accounts.OwnSessions(ctx, c.Session)
	if err != nil {
		return Page[ownSessionDTO]{}, err
	}
	return whole(ownSessions(c.Lang, list)), nil
}

func (a *API) endSession(ctx context.Context, c Caller, in *endSessionInput) (Data[endedDTO], error) {
	err := a.Accounts.EndSession(ctx, c.Session, in.ID.Value)
	return data(endedDTO{Ended: 1}), err
}

func (a *API) endOtherSessions(ctx context.Context, c Caller, _ *keyOnlyInput) (Data[endedDTO], error) {
	n, err := a.Accounts.EndOtherSessions(ctx, c.Session)
	if err == nil {
		a.keepDevice(ctx, c)
	}
	return data(endedDTO{Ended: n}), err
}

func ownSessions(lang string, list []account.OwnSession) []ownSessionDTO {
	all := make([]ownSessionDTO, len(list))
	for i, s := range list {
		all[i] = ownSessionDTO{
			ID: s.ID, Name: cmp.Or(s.Device, deviceName(lang, s.Agent)), Kind: s.Agent.Kind(), CreatedAt: s.CreatedAt, LastUsedAt: s.SeenAt, Current: s.Current,
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
	CreatedAt  time.Time          `json:"created_at" doc:"When the user logged in there"`
	LastUsedAt time.Time          `json:"last_used_at" doc:"At most an hour old while in use"`
	Current    bool               `json:"current" doc:"The one that asks"`
}

type endedDTO struct {
	Ended int `json:"ended" doc:"In how many places the user was logged out"`
}
