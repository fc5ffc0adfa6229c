package api

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/grandstand/grandstand/internal/account"
	"github.com/grandstand/grandstand/internal/analytics"
	"github.com/grandstand/grandstand/internal/channel"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/netaddr"
)

// maxTold is the largest body of these calls.
const maxTold = 16 << 10

func (a *API) registerAnalytics() {
	a.registerKeyError()
	noProfile := Failure{fault.Unprocessable, "unknown_profile"}
	noSession := Failure{fault.NotFound, "session_not_found"}
	call := func(id, method, path, summary string, errors ...Failure) Operation {
		return Operation{
			ID: id, Method: method, Path: "/analytics/datalake/" + path, Tag: "analytics", Summary: summary, Auth: AuthKey,
			Class: ClassAnalytics, MaxBody: maxTold, Errors: errors,
		}
	}
	register(a, call("get-analytics-hash", http.MethodGet, "hash/", "Get the hash that opens an analytics session. It is valid for 24 hours"), a.getAnalyticsHash)
	register(a, call("open-analytics-session", http.MethodPost, "session/",
		"Open an analytics session: one visit of the site or app on one device, for 24 hours. The same hash again returns the same session",
		noProfile, Failure{fault.Unprocessable, "invalid_hash"}), a.openAnalyticsSession)
	register(a, call("record-analytics-event", http.MethodPost, "event/",
		"Record an analytics event: visit_page, login, api_request, api_key_error, purchase and others. Open a new session if the old one is over",
		noProfile, noSession, Failure{fault.Unprocessable, "extras_too_large"}, Failure{fault.Unprocessable, "extras_too_deep"}), a.recordAnalyticsEvent)
	register(a, call("record-video-event", http.MethodPost, "video/event/",
		"Record a player event: ready, play, pause, stop, seek, complete, error and others. A view counts only if the api key was given media of the stream", noProfile, noSession), a.recordVideoEvent)
	register(a, call("record-viewing", http.MethodPost, "video/viewing/",
		"Record the viewing time since the last report, every 15 to 30 s. It counts only if the api key was given media of the stream", noProfile, noSession), a.recordViewing)
}

func (a *API) getAnalyticsHash(_ context.Context, c Caller, _ *struct{}) (Data[analyticsHashDTO], error) {
	return data(analyticsHashDTO{Hash: a.Analytics.Hash(c.Channel.ID)}), nil
}

func (a *API) openAnalyticsSession(ctx context.Context, c Caller, in *analyticsSessionInput) (Data[analyticsSessionDTO], error) {
	b := in.Body
	if err := a.checkProfile(ctx, c, b.Profile); err != nil {
		return Data[analyticsSessionDTO]{}, err
	}
	s, err := a.Analytics.Open(a.reporter(c, b.UserAgent, b.DeviceType), b.Session, analytics.Device{
		Type: b.DeviceType, UserAgent: b.UserAgent, Resolution: b.Resolution, Platform: b.Platform,
	})
	return data(analyticsSessionDTO{SessionUUID: s.UUID, ExpiresAt: s.ExpiresAt}), err
}

func (a *API) recordAnalyticsEvent(ctx context.Context, c Caller, in *analyticsEventInput) (Data[doneDTO], error) {
	b := in.Body
	if err := a.checkProfile(ctx, c, b.Profile); err != nil {
		return Data[doneDTO]{}, err
	}
	return data(doneDTO{true}), a.Analytics.Record(a.reporter(c, "", ""), analytics.Happening{Session: b.SessionUUID, Name: b.Event, Extras: b.Extras.raw})
}

func (a *API) recordVideoEvent(ctx context.Context, c Caller, in *videoEventInput) (Data[doneDTO], error) {
	b := in.Body
	if err := a.checkProfile(ctx, c, b.Profile); err != nil {
		return Data[doneDTO]{}, err
	}
	return data(doneDTO{true}), a.Analytics.VideoEvent(a.reporter(c, "", ""), analytics.View{
		UUID: b.VideoViewUUID, Session: b.SessionUUID, Subject: analytics.Subject{Kind: analytics.Kind(b.StreamType), ID: b.StreamID}, Live: b.Live,
	}, b.Event)
}

func (a *API) recordViewing(ctx context.Context, c Caller, in *viewingInput) (Data[doneDTO], error) {
	b := in.Body
	if err := a.checkProfile(ctx, c, b.Profile); err != nil {
		return Data[doneDTO]{}, err
	}
	view := analytics.View{
		UUID: b.VideoViewUUID, Session: b.SessionUUID, Subject: analytics.Subject{Kind: analytics.Kind(b.StreamType), ID: b.StreamID}, Live: b.Live,
	}
	watched := time.Duration(math.Round(b.ViewingTime*1000)) * time.Millisecond
	return data(doneDTO{true}), a.Analytics.Viewing(a.reporter(c, "", ""), view, watched, analytics.Hints{
		Category: b.Category, Sport: b.Sport, Gender: b.Gender, School: b.School, League: b.League,
	})
}

// reporter returns the reporter of a call. The API key determines the channel and the user; the body cannot change them.
// agent and kind are the user agent and the device type that the body names; they may be empty.
func (a *API) reporter(c Caller, agent, kind string) analytics.Reporter {
	device := account.ReadAgent(cmp.Or(agent, c.Agent)).Kind()
	if device == account.Unknown {
		device = deviceOf(kind)
	}
	place := a.place(c.Address, c.Claimed)
	r := analytics.Reporter{
		ChannelID: c.Channel.ID, UserID: c.Actor.UserID, Device: string(device), Country: place.Code,
		SessionID: c.Actor.SessionID, Place: place.String(), Since: c.Session.CreatedAt,
		Network: netaddr.Site(c.Address).String(), // also this machine's, whose requests have no limit
	}
	r.Key = "address " + r.Network
	if r.SessionID != 0 {
		r.Key = "session " + strconv.FormatInt(r.SessionID, 10)
	}
	return r
}

// deviceOf reads what a client calls its device, where its name tells nothing.
func deviceOf(word string) account.DeviceKind {
	switch word {
	case "computer", "desktop", "web":
		return account.Computer
	case "phone", "mobile":
		return account.Phone
	case "tablet":
		return account.Tablet
	case "tv":
		return account.TV
	}
	return account.Unknown
}

// checkProfile accepts the channel's key of analytics, or nothing.
func (a *API) checkProfile(ctx context.Context, c Caller, profile string) error {
	if profile == "" {
		return nil
	}
	found, err := a.Sites.FindByID(ctx, channel.ID(c.Channel.ID))
	if err != nil {
		return err
	}
	if found.Settings.AnalyticsKey != profile {
		return fault.OfField(fault.Unprocessable, "profile", "unknown_profile", "This is not the channel's analytics key.")
	}
	return nil
}

type analyticsHashDTO struct {
	Hash string `json:"hash" doc:"Goes into the field session when a session is opened"`
}

// ProfileField is what every body here begins with, beside the key.
type ProfileField struct {
	Profile string `json:"profile,omitempty" maxLength:"100" doc:"The channel's key of analytics, or nothing"`
}

type analyticsSessionInput struct {
	Body struct {
		KeyField
		ProfileField

		Session    string `json:"session" maxLength:"300" doc:"The hash"`
		DeviceType string `json:"device_type,omitempty" maxLength:"64" doc:"In the client's words; computer, phone, tablet and tv are understood where user_agent tells nothing"`
		UserAgent  string `json:"user_agent,omitempty" maxLength:"1024" doc:"The header of that name by default"`
		Resolution string `json:"resolution,omitempty" maxLength:"64" example:"1920x1080"`
		Platform   string `json:"platform,omitempty" maxLength:"64"`
	}
}

type analyticsSessionDTO struct {
	SessionUUID string    `json:"session_uuid"`
	ExpiresAt   time.Time `json:"expires_at"`
}

type analyticsEventInput struct {
	Body struct {
		KeyField
		ProfileField

		SessionUUID string `json:"session_uuid" maxLength:"64"`
		UserID      unread `json:"user_id,omitempty" doc:"Not read: the api key says who the user is"`
		UserEmail   unread `json:"user_email,omitempty" doc:"Not read"`
		Event       string `json:"event" minLength:"1" maxLength:"64" pattern:"^[a-z][a-z0-9_]*$" example:"visit_page"`
		Extras      extras `json:"extras,omitempty" doc:"An object of up to 4096 bytes of JSON, nested up to 5 deep; of a purchase value is base price - discount + tax"`
	}
}

type videoEventInput struct {
	Body struct {
		KeyField
		ProfileField

		SessionUUID   string `json:"session_uuid,omitempty" maxLength:"64"`
		StreamID      int64  `json:"stream_id" minimum:"1" doc:"Of the event, the part of a video of the library, or the clip"`
		StreamType    string `json:"stream_type" enum:"event,vod,clip"`
		Live          bool   `json:"live,omitempty" doc:"What plays is live"`
		Event         string `json:"event" minLength:"1" maxLength:"64" pattern:"^[a-z][a-z0-9_]*$" example:"play"`
		VideoViewUUID string `json:"video_view_uuid" format:"uuid" doc:"The client's own name of this player showing this: another one whenever something else is shown"`
	}
}

type viewingInput struct {
	Body struct {
		KeyField
		ProfileField

		SessionUUID   string  `json:"session_uuid,omitempty" maxLength:"64"`
		VideoViewUUID string  `json:"video_view_uuid,omitempty" doc:"As in video/event/; without one it counts for the channel"`
		StreamID      int64   `json:"stream_id,omitempty" minimum:"0"`
		StreamType    string  `json:"stream_type,omitempty" enum:"event,vod,clip,"`
		Live          bool    `json:"live,omitempty"`
		ViewingTime   float64 `json:"viewing_time" minimum:"0" maximum:"300" doc:"Seconds that were watched since the last report"`
		Category      string  `json:"category,omitempty" maxLength:"200" doc:"A hint, as the next ones: of what stream_id names the catalogue knows better"`
		Sport         string  `json:"sport,omitempty" maxLength:"200"`
		Gender        string  `json:"gender,omitempty" maxLength:"200"`
		School        string  `json:"school,omitempty" maxLength:"200"`
		League        string  `json:"league,omitempty" maxLength:"200"`
	}
}

// unread is a value that clients send and nobody reads.
type unread struct{}

// UnmarshalJSON accepts anything.
func (*unread) UnmarshalJSON([]byte) error { return nil }

// Schema documents it; it is part of huma.SchemaProvider.
func (unread) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

// extras is a JSON object as it was sent.
type extras struct{ raw []byte }

// UnmarshalJSON keeps it.
func (e *extras) UnmarshalJSON(raw []byte) error {
	e.raw = append([]byte(nil), raw...)
	return nil
}

// MarshalJSON writes it as it was.
func (e extras) MarshalJSON() ([]byte, error) { return json.RawMessage(e.raw).MarshalJSON() }

// Schema documents it; it is part of huma.SchemaProvider.
func (extras) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}
