package api

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerExport() {
	registerDownload[exportDTO](a, Operation{
		ID: "export-profile", Method: http.MethodGet, Path: "/api/profile/export", Tag: "account",
		Guard:   GuardCall,
		Summary: "Export all data about the caller as a file", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "user_not_found"}, {fault.Throttled, "too_many_attempts"}},
	}, "account.json", a.exportProfile)
}

// exportProfile writes an exportDTO: what is small at once, then one belonging after the
// other as the domains hand them over.
func (a *API) exportProfile(ctx context.Context, c Caller, out *bufio.Writer) error {
	export, err := a.Accounts.Export(ctx, c.Session)
	if err != nil {
		return err
	}
	profile, err := a.profileOf(ctx, c, export.User)
	if err != nil {
		return err
	}
	w := &jsonWriter{out: out}
	w.text(`{"data":{"exported_at":`).value(a.Clock.Now())
	w.text(`,"profile":`).value(profile)
	w.text(`,"sessions":`).value(ownSessions(c.Lang, export.Sessions))
	w.text(`,"passkeys":`).value(passkeyDTOs(export.Passkeys))
	w.text(`,"belongings":{`)
	for i, b := range export.Belongings {
		if err := w.belongings(ctx, c, export, b, i > 0); err != nil {
			return err
		}
	}
	w.text("}}}\n")
	return w.err
}

func (w *jsonWriter) belongings(ctx context.Context, c Caller, export account.Export, b account.Belongings, further bool) error {
	if further {
		w.text(",")
	}
	w.value(b.Name()).text(":[")
	first := true
	err := export.Each(ctx, c.Actor, b, func(item any) error {
		if !first {
			w.text(",")
		}
		first = false
		return w.value(item).err
	})
	w.text("]")
	return err
}

// jsonWriter writes a document piece by piece and remembers the first failure.
type jsonWriter struct {
	out *bufio.Writer
	err error
}

func (w *jsonWriter) text(s string) *jsonWriter {
	if w.err == nil {
		_, w.err = w.out.WriteString(s)
	}
	return w
}

func (w *jsonWriter) value(v any) *jsonWriter {
	if w.err != nil {
		return w
	}
	encoded, err := json.Marshal(v)
	if err != nil {
		w.err = err
		return w
	}
	_, w.err = w.out.Write(encoded)
	return w
}

type exportDTO struct {
	ExportedAt time.Time        `json:"exported_at"`
	Profile    ProfileDTO       `json:"profile"`
	Sessions   []ownSessionDTO  `json:"sessions" doc:"Where the user is logged in"`
	Passkeys   []passkeyDTO     `json:"passkeys"`
	Belongings map[string][]any `json:"belongings" doc:"What else is kept of the user, such as favourites"`
}
