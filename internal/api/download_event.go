package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
)

// Downloads hands out recordings as files to keep.
type Downloads interface {
	// Event counts one download of the user's and signs the address of an event's recording,
	// called name. It refuses as commerce.Service.Use does, and what has no complete
	// recording: NotFound "recording_not_found", Conflict "recording_not_ready". What is
	// refused is not counted.
	Event(ctx context.Context, wish commerce.Wish, sessionID int64, name string) (Download, error)
}

// Download is the signed address of a file to keep.
type Download struct {
	URL       string
	FileName  string
	Size      int64 // bytes
	ExpiresAt time.Time
}

func (a *API) registerDownloadEvent() {
	register(a, Operation{
		ID: "download-event", Method: http.MethodGet, Path: "/api/download-event/{id}", Tag: "catalog",
		Summary: "Get the download address of an event's recording. It counts as one download", Auth: AuthUser,
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.NotFound, "recording_not_found"},
			{fault.Forbidden, "no_access"},
			{fault.Conflict, "recording_not_ready"},
			{fault.Unprocessable, "download_limit_reached"},
		},
	}, a.downloadEvent)
}

func (a *API) downloadEvent(ctx context.Context, c Caller, in *byIDInput) (Data[DownloadDTO], error) {
	v, err := a.view(ctx, c.Channel.ID, c.Lang)
	if err != nil {
		return Data[DownloadDTO]{}, err
	}
	e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, catalog.EventID(in.ID.Value))
	if err != nil {
		return Data[DownloadDTO]{}, err
	}
	viewer, err := a.viewer(ctx, c)
	if err != nil {
		return Data[DownloadDTO]{}, err
	}
	file, err := a.Downloads.Event(ctx, commerce.Wish{
		ChannelID: c.Channel.ID, UserID: c.Actor.UserID, Viewer: viewer, Event: v.saleEvent(e), Capability: commerce.Download,
	}, c.Actor.SessionID, v.fileName(e))
	if err != nil {
		return Data[DownloadDTO]{}, err
	}
	dto := newDownloadDTO(file)
	if c.HideScores {
		dto.Size = nil
	}
	return data(dto), nil
}

// fileName is what the recording of an event is called where it is kept: who played, and
// the day at the venue. No score is in it.
func (v *view) fileName(e *catalog.Event) string {
	return v.eventName(e) + " " + e.StartAt.In(v.venueZone(e)).Format(time.DateOnly)
}

func newDownloadDTO(d Download) DownloadDTO {
	return DownloadDTO{URL: d.URL, FileName: d.FileName, Size: &d.Size, ExpiresAt: d.ExpiresAt}
}

// DownloadDTO is a file to keep.
type DownloadDTO struct {
	URL       string    `json:"url" doc:"Signed: opens the file, also in ranges, until it expires, and as long as the user has access"`
	FileName  string    `json:"file_name"`
	Size      *int64    `json:"size" doc:"Bytes; null for who hides scores: it would tell how long the game was"`
	ExpiresAt time.Time `json:"expires_at"`
}
