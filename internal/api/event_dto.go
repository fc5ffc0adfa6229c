package api

import (
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/commerce"
)

// eventDTOs are events as lists have them.
func (v *view) eventDTOs(events []*catalog.Event, who whom, now time.Time) []EventDTO {
	out := make([]EventDTO, len(events))
	for i, e := range events {
		access := commerce.Decide(v.saleEvent(e), who.viewer, who.grants, now)
		if who.hideScores {
			e = e.Unspoiled()
		}
		out[i] = v.eventDTO(e, access)
	}
	return out
}

func (v *view) eventDTO(e *catalog.Event, access commerce.Access) EventDTO {
	if e.ScoreHidden {
		access.Opens = time.Time{} // so long after the end: it would tell the end
	}
	if !access.Granted {
		e = e.Unwatched()
	}
	dto := EventDTO{
		ID: int64(e.ID), Name: v.eventName(e), Type: e.Type, Status: e.Status, StreamStatus: e.Status,
		StreamState: e.StreamState, Participants: make([]*PlayerDTO, 0, len(e.Participants)), HomeTeamID: orNull(int64(e.HomeID)),
		EventUTCTS: e.StartAt.Unix(), TimeTBA: e.TimeTBA, ScheduleStatus: e.ScheduleStatus, PreviousStart: secondsOrNull(e.PreviousStart), PreviousTBA: e.PreviousTBA, PreviousOffset: v.venueOffset(e, e.PreviousStart), TimeZone: e.TimeZone, VenueTimeDTO: v.venueTime(e), Duration: orNull(int64(e.Duration / time.Second)),
		HasAccess: access.Granted, Access: v.accessTo(e, access), LocationID: orNull(int64(e.LocationID)), Location: v.places[e.LocationID],
		EventCategoryID: int64(e.CategoryID), EventCategory: v.sports[e.CategoryID], Division: v.divisions[e.DivisionID],
		Group: v.eventGroups[e.EventGroupID], Gender: e.Gender, Price: e.Price(), BasePrice: e.BasePrice, ServiceFee: e.ServiceFee,
		Currency: e.Currency, ImageDTO: v.show(e.Image.Key, e.Image.Widths),
		SingleEventPackageID: orNull(e.SingleEventPackageID), Featured: e.Featured, ScoreHidden: e.ScoreHidden, Media: v.cardMedia(e),
	}
	for _, id := range e.Participants {
		if p := v.players[id]; p != nil {
			dto.Participants = append(dto.Participants, p)
		}
	}
	if e.Score != nil {
		s := newScoreDTO(*e.Score)
		dto.Score = &s
	}
	return dto
}

// eventName is what people call an event, in the channel's words.
func (v *view) eventName(e *catalog.Event) string {
	return v.ref.EventName(e, v.channel.Settings.Words.Versus(v.languages[0]), v.languages...)
}

func secondsOrNull(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	return orNull(t.Unix())
}

func newScoreDTO(s catalog.Score) ScoreDTO {
	return ScoreDTO{Away: s.Away, Home: s.Home, Period: s.Period, Clock: s.Clock, AtMS: s.At.UnixMilli()}
}

// EventDTO is an event as lists have it. Money is in minor units of currency.
type EventDTO struct {
	ImageDTO
	VenueTimeDTO

	ID           int64               `json:"id"`
	Name         string              `json:"name"`
	Type         catalog.Type        `json:"type" enum:"free,register,paid,ppv"`
	Status       catalog.Status      `json:"status" enum:"upcoming,live,finished"`
	StreamStatus catalog.Status      `json:"stream_status" enum:"upcoming,live,finished" doc:"The same as status"`
	StreamState  catalog.StreamState `json:"stream_state" enum:"idle,live,reconnecting,ended"`
	Participants []*PlayerDTO        `json:"participants" doc:"Away first, home second"`
	HomeTeamID   *int64              `json:"home_team_id"`
	EventUTCTS   int64               `json:"event_utc_ts" doc:"Start, in seconds since the Unix epoch"`
	TimeZone     string              `json:"time_zone" doc:"Of the venue"`

	ScheduleStatus catalog.ScheduleStatus `json:"schedule_status" enum:"on,postponed,cancelled,tba" doc:"After eventStatus of schema.org. postponed: event_utc_ts is the old start and a new one is not known; tba: only the day of event_utc_ts is known"`
	TimeTBA        bool                   `json:"time_tba" doc:"The time is not announced yet. event_utc_ts is noon at the venue on the announced day. Show only the date, for every schedule_status"`
	PreviousStart  *int64                 `json:"previous_start_utc_ts" doc:"The start that was announced before the event moved; null if it never did"`
	PreviousTBA    bool                   `json:"previous_tba" doc:"Only the day of previous_start_utc_ts was announced"`
	PreviousOffset *int                   `json:"previous_utc_offset" doc:"Of the venue at previous_start_utc_ts, in seconds east of UTC; null where that is null"`

	Duration             *int64           `json:"duration" doc:"Seconds; null when not known"`
	HasAccess            bool             `json:"has_access"`
	Access               EventAccessDTO   `json:"access"`
	LocationID           *int64           `json:"location_id"`
	Location             *PlaceDTO        `json:"location"`
	EventCategoryID      int64            `json:"event_category_id"`
	EventCategory        *CategoryNameDTO `json:"event_category"`
	Division             *NamedDTO        `json:"division"`
	Group                *NamedDTO        `json:"group" doc:"Group of the competition"`
	Gender               catalog.Gender   `json:"gender" enum:"M,W,"`
	Price                int64            `json:"price" doc:"base_price + service_fee"`
	BasePrice            int64            `json:"base_price"`
	ServiceFee           int64            `json:"service_fee" doc:"Shown as taxes"`
	Currency             string           `json:"currency" enum:"USD,CAD"`
	SingleEventPackageID *int64           `json:"single_event_package_id" doc:"The package by which this event is bought alone"`
	Score                *ScoreDTO        `json:"score"`
	ScoreHidden          bool             `json:"score_hidden" doc:"Score, length and pictures of the game are kept back, see the parameter spoilers"`
	Featured             bool             `json:"featured"`
	Media                []MediumDTO      `json:"media,omitempty" doc:"What a card shows in addition to the image: preview, without its address, and embedded_preview. get-event has all media with their addresses"`
}

// ScoreDTO is the state of a game at one moment.
type ScoreDTO struct {
	Away   int64  `json:"away"`
	Home   int64  `json:"home"`
	Period string `json:"period"`
	Clock  string `json:"clock"`
	AtMS   int64  `json:"at_ms" doc:"When, in milliseconds since the Unix epoch"`
}

// EventDetailDTO is an event with all there is to it. Its last two fields differ from
// caller to caller, see eventTail.
type EventDetailDTO struct {
	EventDTO

	Description  string            `json:"description" doc:"Sanitised HTML"`
	Packages     []EventPackageDTO `json:"packages" doc:"What opens it when bought"`
	Sale         SaleDTO           `json:"sale"`
	Scores       []ScoreDTO        `json:"scores" doc:"The oldest first"`
	Ads          bool              `json:"ads" doc:"Whether a pre-roll may be shown before it: not to who has no_ads"`
	Moments      int64             `json:"moments" doc:"How often its key moments have changed; 0 while there are none to tell"`
	LiveSince    *time.Time        `json:"live_since"`
	EndedAt      *time.Time        `json:"ended_at"`
	MaxStreams   int               `json:"max_streams" doc:"On how many screens at once the caller may watch it: each then has a place, which take-lease gives a player and the first request of a signed address takes by itself; 0: on any number"`
	Media        []MediumDTO       `json:"media"`
	ServerTimeMS int64             `json:"server_time_ms" doc:"The server's clock, in milliseconds since the Unix epoch"`
}

// MediumDTO is one medium of an event.
type MediumDTO struct {
	ID        int64      `json:"id" doc:"0 of an embedded page, of its poster and on cards; that of its recording for thumbnails, preview and preview_alt"`
	Type      int        `json:"type" enum:"1,2,3,4,5,6,7,8" doc:"image 1, live 2, vod 3, embedded 4, thumbnails 5, preview 6, preview_alt 7, embedded_preview 8"`
	View      string     `json:"view,omitempty" enum:"preview,image,video,embed" doc:"How it is shown"`
	URL       string     `json:"url,omitempty" doc:"What shows the game is there only with access. live and vod: HLS; thumbnails: WebVTT; preview: a silent MP4 of a few seconds; preview_alt: the same as animated WebP; embedded_preview: the poster of an embedded event"`
	LiveURL   string     `json:"live_url,omitempty" doc:"Live: the same without the rewind window"`
	SoundURL  string     `json:"sound_url,omitempty" doc:"live and vod: HLS of the sound alone, there only with may_listen of the access"`
	Width     int        `json:"width,omitempty"`
	Height    int        `json:"height,omitempty"`
	Duration  float64    `json:"duration,omitempty" doc:"Seconds"`
	StartedAt *time.Time `json:"started_at,omitempty"`
}
