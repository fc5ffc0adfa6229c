package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/position"
)

func (a *API) registerPosition() {
	register(a, Operation{
		ID: "list-positions", Method: http.MethodGet, Path: "/api/positions", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "List where the user stopped watching, on all devices, latest first",
	}, a.listPositions)
	register(a, Operation{
		ID: "keep-position", Method: http.MethodPost, Path: "/api/positions", Tag: "catalog", Class: ClassPlayback, Auth: AuthUser,
		Summary: "Save the user's playback position: every 10 to 15 s and on leaving. It is deleted within 30 s of the beginning, and at the end unless live",
		Errors:  []Failure{{fault.NotFound, "subject_not_found"}},
	}, a.keepPosition)
}

func (a *API) listPositions(ctx context.Context, c Caller, _ *struct{}) (Page[positionDTO], error) {
	all, err := a.Positions.List(ctx, c.Actor)
	if err != nil {
		return Page[positionDTO]{}, err
	}
	out := make([]positionDTO, len(all))
	for i, p := range all {
		out[i] = positionDTO{Type: p.Kind, ItemID: p.ID, Position: int64(p.At / time.Second), Duration: orNull(int64(p.Length / time.Second)), SavedAt: p.SavedAt}
		if c.HideScores {
			out[i].Duration = nil // how long a game was tells how it went, and a part of a video may be one
		}
	}
	return whole(out), nil
}

func (a *API) keepPosition(ctx context.Context, c Caller, in *keepPositionInput) (Data[doneDTO], error) {
	b := in.Body
	return data(doneDTO{true}), a.Positions.Save(ctx, c.Actor, position.Progress{
		Subject: position.Subject{Kind: position.Kind(b.Type), ID: b.ItemID},
		At:      time.Duration(b.Position) * time.Second, Length: time.Duration(b.Duration) * time.Second, Live: b.Live,
	})
}

type positionDTO struct {
	Type     position.Kind `json:"type" enum:"event,vod"`
	ItemID   int64         `json:"item_id" doc:"Of the event, or of the part of a video of the library"`
	Position int64         `json:"position" doc:"Seconds into it"`
	Duration *int64        `json:"duration" doc:"Seconds; null while it is not known, and while scores are hidden"`
	SavedAt  time.Time     `json:"saved_at"`
}

type keepPositionInput struct {
	Body struct {
		KeyField

		Type     string `json:"type" enum:"event,vod"`
		ItemID   int64  `json:"item_id" minimum:"1" doc:"Of the event, or of the part of a video of the library"`
		Position int64  `json:"position" minimum:"0" maximum:"172800" doc:"Seconds into it"`
		Duration int64  `json:"duration,omitempty" minimum:"0" maximum:"172800" doc:"Seconds; left out where the player does not know it"`
		Live     bool   `json:"live,omitempty" doc:"It goes on: its end so far is not its end"`
	}
}
