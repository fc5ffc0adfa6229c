package api

import (
	"context"
	"net/http"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
)

func (a *API) registerScore() {
	register(a, Operation{
		ID: "add-event-score", Method: http.MethodPost, Path: "/api/events/{id}/score", Tag: "operator", Class: ClassPlayback,
		Summary: "Record the score of a game. The same moment again corrects it", Auth: AuthUser,
		Errors: []Failure{{fault.NotFound, "event_not_found"}, {fault.Forbidden, "operator_required"}, {fault.Unprocessable, "not_a_game"}},
	}, a.addScore)
	register(a, Operation{
		ID: "remove-event-score", Method: http.MethodDelete, Path: "/api/events/{id}/score", Tag: "operator", Class: ClassPlayback,
		Summary: "Remove the score of one moment. The score before it applies again", Auth: AuthUser,
		Errors: []Failure{
			{fault.NotFound, "event_not_found"},
			{fault.NotFound, "score_not_found"},
			{fault.Forbidden, "operator_required"},
			{fault.Unprocessable, "not_a_game"},
		},
	}, a.removeScore)
}

// scoreSkew is how far a scorer's clock may be ahead of ours.
const scoreSkew = time.Minute

func (a *API) addScore(ctx context.Context, c Caller, in *addScoreInput) (Data[EventScoreDTO], error) {
	now, b := a.Clock.Now(), in.Body
	score := catalog.Score{At: now, Away: b.Away, Home: b.Home, Period: b.Period, Clock: b.Clock}
	if b.AtMS != nil {
		score.At = time.UnixMilli(*b.AtMS).UTC()
	}
	if score.At.After(now.Add(scoreSkew)) {
		return Data[EventScoreDTO]{}, fault.InvalidFields(fault.Field{Field: "at_ms", Code: "in_the_future", Message: "This moment is still in the future."})
	}
	id := catalog.EventID(in.ID.Value)
	if err := a.Catalog.AddScore(ctx, c.Actor, c.Channel.ID, id, score); err != nil {
		return Data[EventScoreDTO]{}, err
	}
	return a.scoreOf(ctx, c, id)
}

func (a *API) removeScore(ctx context.Context, c Caller, in *removeScoreInput) (Data[EventScoreDTO], error) {
	id := catalog.EventID(in.ID.Value)
	if err := a.Catalog.RemoveScore(ctx, c.Actor, c.Channel.ID, id, time.UnixMilli(in.AtMS).UTC()); err != nil {
		return Data[EventScoreDTO]{}, err
	}
	return a.scoreOf(ctx, c, id)
}

// scoreOf tells whoever keeps the score how the game stands now, whatever they want to
// be told elsewhere.
func (a *API) scoreOf(ctx context.Context, c Caller, id catalog.EventID) (Data[EventScoreDTO], error) {
	e, err := a.Catalog.FindEvent(ctx, c.Channel.ID, id)
	if err != nil {
		return Data[EventScoreDTO]{}, err
	}
	return data(EventScoreDTO{EventID: int64(id), Score: scoreDTO(e.Score)}), nil
}

func scoreDTO(s *catalog.Score) *ScoreDTO {
	if s == nil {
		return nil
	}
	dto := newScoreDTO(*s)
	return &dto
}

type addScoreInput struct {
	ID   PathID `path:"id"`
	Body struct {
		KeyField

		Away   int64  `json:"away" minimum:"0" maximum:"100000"`
		Home   int64  `json:"home" minimum:"0" maximum:"100000"`
		Period string `json:"period,omitempty" maxLength:"20" doc:"As the scoreboard says it: P2"`
		Clock  string `json:"clock,omitempty" maxLength:"20" doc:"As the scoreboard says it: 8:14"`
		AtMS   *int64 `json:"at_ms,omitempty" doc:"When it stood so, in milliseconds since the Unix epoch; now by default"`
	}
}

type removeScoreInput struct {
	ID   PathID `path:"id"`
	AtMS int64  `query:"at_ms" required:"true" doc:"The moment of the score, as it was given or told"`
}

// EventScoreDTO is how a game stands.
type EventScoreDTO struct {
	EventID int64     `json:"event_id"`
	Score   *ScoreDTO `json:"score" doc:"The latest; null before the first"`
}
