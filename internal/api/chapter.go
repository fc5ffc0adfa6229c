package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

// headerVTT is the media type of WebVTT (W3C WebVTT, 4.2).
var headerVTT = []string{"text/vtt; charset=utf-8"}

func (a *API) registerChapters() {
	op := a.declare(Operation{
		ID: "get-event-chapters", Method: http.MethodGet, Path: "/api/events/{id}/chapters.vtt", Tag: "catalog", Class: ClassPlayback,
		Summary: "Get the key moments as WebVTT chapters of the recording, or of the stream so far. Empty while scores are hidden", Auth: AuthKey,
		Errors: []Failure{{fault.NotFound, "event_not_found"}},
	})
	op.download = func(x *exchange, w http.ResponseWriter, r *http.Request) error {
		vtt, err := a.chapters(r.Context(), x.caller, r.PathValue("id"))
		if err != nil {
			return err
		}
		w.Header()["Content-Type"] = headerVTT
		_, err = w.Write([]byte(vtt))
		if err != nil { // the client has left
			panic(http.ErrAbortHandler)
		}
		return nil
	}
	described := a.describe(op)
	described.Responses["200"] = &huma.Response{
		Description: "WebVTT chapters", Content: map[string]*huma.MediaType{"text/vtt": {Schema: &huma.Schema{Type: huma.TypeString}}},
	}
	described.DefaultStatus = http.StatusOK
	huma.Register(a.huma, *described, func(context.Context, *byIDInput) (*struct{}, error) {
		return nil, errors.New(op.ID + " is served without huma")
	})
}

// chapters writes a WebVTT file of an event's chapters.
func (a *API) chapters(ctx context.Context, c Caller, path string) (string, error) {
	var id PathID
	if err := id.UnmarshalText([]byte(path)); err != nil {
		return "", fault.InvalidFields(fault.Field{Field: "id", Code: "malformed", Message: "The value is not valid."})
	}
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return "", err
	}
	e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(id.Value))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	if c.HideScores {
		return b.String(), nil
	}
	moments, err := a.Catalog.Moments(ctx, c.Channel.ID, e.ID)
	if err != nil || len(moments) == 0 {
		return b.String(), err
	}
	recording, err := a.EventMedia.Timeline(ctx, c.Channel.ID, id.Value)
	if err != nil {
		return "", err
	}
	for _, chapter := range catalog.Chapters(moments, recording) {
		fmt.Fprintf(&b, "\n%d\n%s --> %s\n%s\n", chapter.ID, cueTime(chapter.From), cueTime(chapter.To), cueText(v.ref.ChapterName(e, chapter.Moment, v.languages...)))
	}
	return b.String(), nil
}

// cueTime is a WebVTT timestamp, hours included (W3C WebVTT, 4.1).
func cueTime(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// cueText is a line that means what it says in a cue: no markup, no break, no arrow.
func cueText(line string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\n", " ", "\r", " ").Replace(line)
}
