package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/commerce"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/squeeze"
)

// EventMedia knows what there is to play: of events, and of the VOD library.
type EventMedia interface {
	// Media lists the media of an event, for whoever may play them.
	Media(ctx context.Context, channelID, eventID int64) ([]Medium, error)
	// Video returns what there is to play of an event's recording or, when eventID is 0,
	// of a film; NotFound while there is none.
	Video(ctx context.Context, channelID, eventID, filmID int64) (Medium, error)
	// Timeline tells what was sent of an event when, and where that is on its recording:
	// empty while there is nothing.
	Timeline(ctx context.Context, channelID, eventID int64) ([]catalog.Stretch, error)
	// Extras returns what a player shows beside a film that a viewer may watch, with its
	// chapters in the first of the languages that it has them in.
	Extras(ctx context.Context, filmID int64, viewer MediaViewer, languages ...string) (FilmExtras, error)
	// Companions lists the media that go with a recording or film: the small pictures and the preview.
	Companions(ctx context.Context, of Medium) ([]Medium, error)
	// PreviewLengths returns the lengths of the previews of recordings, by event, and of films. Media
	// without a preview are missing.
	PreviewLengths(ctx context.Context, channelID int64, events, films []int64) (ofEvents, ofFilms map[int64]time.Duration, err error)
	// Sign gives the addresses at which a viewer with access plays a medium: with and,
	// for a live one, without the rewind window. It asks nobody.
	Sign(m Medium, viewer MediaViewer) (url, liveURL string)
	// SignSound returns the signed address of the sound of an event's stream. It does not check access.
	SignSound(m Medium, viewer MediaViewer) string
}

// Medium is one medium of an event or of the VOD library. What is played at a signed
// address has a stream or a film.
type Medium struct {
	ID        int64
	Type      int    // of the specification
	URL       string // of media that are open to everybody
	StreamID  int64
	FilmID    int64
	File      string // of a companion, in the folder of the playlist; "" for what is played
	Width     int
	Height    int
	Duration  time.Duration
	StartedAt time.Time
	Veiled    bool // how long it is must not be told by what is played either
}

// FilmExtras is what a player shows beside a film's pictures.
type FilmExtras struct {
	Storyboard string // signed address of its small pictures; "" without any
	Chapters   []FilmChapter
}

// FilmChapter is where a part of a film begins, and what it is called.
type FilmChapter struct {
	Start time.Duration
	Title string
}

// MediaViewer is who plays what: an event or a medium of the VOD library. Player is the number of
// the player whose place an address is bound to, 0 for the session's own.
type MediaViewer struct {
	ChannelID, EventID, VODID, UserID, SessionID, Player int64

	Address netip.Addr // that a clip is asked for from
}

// eventKey names an encoded event: one for everybody of an audience.
type eventKey struct {
	audience

	id int64
}

// encodedEvent is an event's JSON up to what differs from caller to caller and from
// moment to moment, the media and the time.
type encodedEvent struct {
	open    []byte
	zipped  func() *squeeze.Head // of open
	media   []Medium
	granted bool
	listens bool // the caller may listen, but not watch
	streams int  // see EventDetailDTO.MaxStreams
}

type encodedEvents = cache.StaleWhileRevalidate[eventKey, encodedEvent]

func newEncodedEvents(c clock.Clock) *encodedEvents {
	return cache.NewStaleWhileRevalidate[eventKey, encodedEvent](c, encodedFresh, encodedLimit, encodedWeight, func(e encodedEvent) int { return len(e.open) })
}

func (a *API) getEvent(ctx context.Context, c Caller, r *http.Request) (Encoded[Data[EventDetailDTO]], error) {
	var id PathID
	if err := id.UnmarshalText([]byte(r.PathValue("id"))); err != nil {
		return Encoded[Data[EventDetailDTO]]{}, fault.InvalidFields(fault.Field{Field: "id", Code: "malformed", Message: "The value is not valid."})
	}
	kept, err := a.keptEvent(ctx, c, id.Value)
	if err != nil {
		return Encoded[Data[EventDetailDTO]]{}, err
	}
	body, err := a.complete(kept, MediaViewer{
		ChannelID: c.Channel.ID, EventID: id.Value, UserID: c.Actor.UserID, SessionID: c.Actor.SessionID,
	})
	return Encoded[Data[EventDetailDTO]]{briefPayload(body, func() []byte { return kept.zipped().Gzip(body[len(kept.open):]) })}, err
}

// keptEvent is an event as it is kept encoded for everybody of the caller's audience.
func (a *API) keptEvent(ctx context.Context, c Caller, id int64) (encodedEvent, error) {
	who, err := a.audience(ctx, c)
	if err != nil {
		return encodedEvent{}, err
	}
	key := eventKey{audience: who.audience, id: id}
	return a.details.Get(ctx, key, func(ctx context.Context) (encodedEvent, error) { return a.encodeEvent(ctx, who, id) })
}

// eventTail is how an encoded event ends: what complete writes anew for each caller.
const eventTail = `[],"server_time_ms":0}}`

// encodeEvent builds and encodes an event for an audience.
func (a *API) encodeEvent(ctx context.Context, who whom, id int64) (encodedEvent, error) {
	v, err := a.view(ctx, who.channelID, who.lang)
	if err != nil {
		return encodedEvent{}, err
	}
	dto, page, err := a.findEvent(ctx, v, who, id)
	if err != nil {
		return encodedEvent{}, err
	}
	media, err := a.EventMedia.Media(ctx, who.channelID, id)
	if err != nil {
		return encodedEvent{}, err
	}
	if dto.ScoreHidden {
		media = unspoiledMedia(media)
	}
	if !dto.HasAccess {
		media = withoutPictures(media)
	}
	media = append(slices.Clone(media), page.media(dto.HasAccess)...)
	encoded, err := json.Marshal(data(dto))
	if err != nil {
		return encodedEvent{}, fmt.Errorf("encode event %d: %w", id, err)
	}
	open, ok := bytes.CutSuffix(encoded, []byte(eventTail))
	if !ok {
		return encodedEvent{}, fmt.Errorf("event %d does not end in %s", id, eventTail)
	}
	zipped := sync.OnceValue(func() *squeeze.Head { return a.squeezer.Head(open) })
	return encodedEvent{open: open, zipped: zipped, media: media, granted: dto.HasAccess, listens: dto.Access.MayListen, streams: dto.MaxStreams}, nil
}

// complete adds a caller's media and the time.
func (a *API) complete(e encodedEvent, viewer MediaViewer) ([]byte, error) {
	media, err := json.Marshal(a.mediumDTOs(e, viewer))
	if err != nil {
		return nil, fmt.Errorf("encode media of event %d: %w", viewer.EventID, err)
	}
	out := make([]byte, 0, len(e.open)+len(media)+len(eventTail)+20)
	out = append(append(out, e.open...), media...)
	out = append(out, `,"server_time_ms":`...)
	return append(strconv.AppendInt(out, a.Clock.Now().UnixMilli(), 10), "}}\n"...), nil
}

func (a *API) mediumDTOs(e encodedEvent, viewer MediaViewer) []MediumDTO {
	out := make([]MediumDTO, len(e.media))
	for i, m := range e.media {
		out[i] = MediumDTO{
			ID: m.ID, Type: m.Type, View: viewKind(m.Type), URL: m.URL, Width: m.Width, Height: m.Height, Duration: m.Duration.Seconds(), StartedAt: orNull(m.StartedAt),
		}
		if e.granted && m.StreamID != 0 {
			out[i].URL, out[i].LiveURL = a.EventMedia.Sign(m, viewer)
		}
		if e.listens && m.StreamID != 0 && (m.Type == typeLive || m.Type == typeVOD) {
			out[i].SoundURL = a.EventMedia.SignSound(m, viewer)
		}
	}
	return out
}

// findEvent also returns the page that shows the event in a frame.
func (a *API) findEvent(ctx context.Context, v *view, who whom, id int64) (dto EventDetailDTO, page embedded, err error) {
	e, err := a.Catalog.FindEvent(ctx, who.channelID, catalog.EventID(id))
	if err != nil {
		return EventDetailDTO{}, embedded{}, err
	}
	page = v.embeddedPage(e)
	sale := v.saleEvent(e) // of the event as it is: when it ended counts
	if who.hideScores {
		e = e.Unspoiled()
	}
	access := commerce.Decide(sale, who.viewer, who.grants, a.Clock.Now())
	dto = EventDetailDTO{
		EventDTO: v.eventDTO(e, access), MaxStreams: v.maxStreams(access, sale.Type), Ads: v.showsAds(access), Description: v.in(e.Description),
		Sale: newSaleDTO(sale, who.viewer, a.Clock.Now()), Scores: []ScoreDTO{}, Moments: e.Moments, Media: []MediumDTO{}, LiveSince: orNull(e.LiveSince), EndedAt: orNull(e.EndedAt),
	}
	if dto.Packages, err = a.packagesFor(ctx, v, e, sale); err != nil {
		return EventDetailDTO{}, embedded{}, err
	}
	if who.hideScores {
		return dto, page, nil
	}
	scores, err := a.Catalog.Scores(ctx, who.channelID, e.ID)
	if err != nil {
		return EventDetailDTO{}, embedded{}, err
	}
	for _, s := range scores {
		dto.Scores = append(dto.Scores, newScoreDTO(s))
	}
	return dto, page, nil
}

// packagesFor lists what opens an event: its own ticket at its own price, then what
// covers it.
func (a *API) packagesFor(ctx context.Context, v *view, e *catalog.Event, sale commerce.Event) ([]EventPackageDTO, error) {
	out := []EventPackageDTO{}
	if id := e.SingleEventPackageID; id != 0 && (e.Type == catalog.Paid || e.Type == catalog.PPV) {
		ticket, err := a.Commerce.Find(ctx, int64(v.channel.ID), commerce.KindPackage, commerce.PackageID(id))
		if err != nil && fault.KindOf(err) != fault.NotFound {
			return nil, err
		}
		if err == nil {
			dto := v.eventPackageDTO(ticket)
			dto.Price, dto.BasePrice, dto.ServiceFee, dto.Currency = e.Price(), e.BasePrice, e.ServiceFee, e.Currency
			out = append(out, dto)
		}
	}
	covering, err := a.Commerce.Covering(ctx, int64(v.channel.ID), sale)
	if err != nil {
		return nil, err
	}
	for _, p := range covering {
		out = append(out, v.eventPackageDTO(p))
	}
	return out, nil
}
