package api

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/grandstand/grandstand/internal/catalog"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/livefeed"
	"github.com/grandstand/grandstand/internal/netaddr"
)

func (a *API) registerLiveFeed() {
	registerStream[struct{}, LiveFeedDTO](a, Operation{
		ID: "follow-events", Method: http.MethodGet, Path: "/api/live-feed", Tag: "catalog",
		Summary: "Stream scores and statuses: first the state of the channel's live and latest events, then each change",
		Auth:    AuthKey,
	}, a.followEvents)
}

const (
	// defaultStreams and defaultStreamsPerAddress are how many may follow at once: a
	// school may sit behind one address.
	defaultStreams           = 20_000
	defaultStreamsPerAddress = 300
	// heartbeat is how often a quiet feed says that it is there, and whether the api key
	// still opens anything is asked.
	heartbeat = 15 * time.Second
	// comeBack is what a client is told to wait after a break.
	comeBack = 2 * time.Second
	// busyRetry is the same for a client that found no room.
	busyRetry = 10
)

type liveFeed = livefeed.Hub[int64, *liveNews]

func (a *API) newLiveFeed(limits livefeed.Limits) *liveFeed {
	if limits == (livefeed.Limits{}) {
		limits = livefeed.Limits{Total: defaultStreams, PerAddress: defaultStreamsPerAddress}
	}
	source := &standingsSource{standings: a.Catalog.Standings, log: a.Log, revision: func(ctx context.Context, channelID int64) (int64, error) {
		set, err := a.Revisions.Of(ctx, channelID)
		return set.Events, err
	}}
	hub := livefeed.NewHub(source.run, limits)
	a.Metrics.GetOrCreateGauge("grandstand_live_feed_followers", func() float64 { return float64(hub.Followers()) })
	return hub
}

// CloseStreams ends every answer that goes on, so that a server can shut down.
func (a *API) CloseStreams() { a.feed.Close() }

func (a *API) followEvents(ctx context.Context, c Caller, r *http.Request, out *eventStream) error {
	follower, err := a.feed.Follow(c.Channel.ID, a.edge.limits.counted(c.Address))
	if err != nil {
		return streamRefusal(err)
	}
	defer follower.Leave()
	if out.begin(comeBack) != nil {
		return nil // the client has left already
	}
	has, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64) // 0 for none
	pulse := time.NewTicker(heartbeat)
	defer pulse.Stop()
	for {
		var news *liveNews
		var frames []byte
		select {
		case <-ctx.Done():
			return nil
		case <-pulse.C:
			frames = beat()
		case told, ok := <-follower.News():
			if !ok {
				return nil
			}
			news = told
			if news.revision != has {
				frames = news.toldTo(c)
			}
			has = 0
		}
		// Who is logged in may have chosen anew, so that is asked each time there is news.
		if len(frames) > 0 && (c.Actor.IsUser() || news == nil) && !a.stillListens(ctx, c, r) {
			return nil
		}
		if len(frames) > 0 && out.send(frames) != nil {
			return nil
		}
	}
}

// stillListens asks whether the session that opened a feed is still the one it was: a
// key that has died ends the feed, and so does another choice about scores, with which
// the client comes back.
func (a *API) stillListens(ctx context.Context, c Caller, r *http.Request) bool {
	q, err := readQuery(r.URL.RawQuery, nil)
	if err != nil {
		return false
	}
	key, err := keyOf(r, q.apiKey, "")
	if err != nil {
		return false
	}
	session, err := a.Accounts.FindSession(ctx, key)
	if err != nil {
		return fault.KindOf(err) == fault.Internal // the database may be away; the session is not
	}
	return session.UserID == c.Session.UserID && (q.spoilers != "" || session.HideScores == c.HideScores)
}

func streamRefusal(err error) error {
	if errors.Is(err, livefeed.ErrAddressFull) {
		refused := fault.New(fault.Throttled, "too_many_requests", "Too many requests. Please slow down.")
		refused.RetryAfter = busyRetry
		return refused
	}
	return overloaded()
}

// counted is the address that streams are counted by; none for whoever has no limits.
func (l *limits) counted(address netip.Addr) netip.Addr {
	if !address.IsValid() || isTrusted(address, l.exempt) {
		return netip.Addr{}
	}
	return netaddr.Subscriber(address)
}

// LiveFeedDTO is the data of one event of the feed.
type LiveFeedDTO struct {
	Events []LiveEventDTO `json:"events"`
}

// LiveEventDTO is how an event stands.
type LiveEventDTO struct {
	EventStandingDTO

	Score   *ScoreDTO `json:"score" required:"false" doc:"Not there at all while scores are hidden"`
	Moments int64     `json:"moments" required:"false" doc:"How often its key moments have changed; not there at all while scores are hidden"`
}

// EventStandingDTO is how an event stands, whatever its score.
type EventStandingDTO struct {
	ID           int64               `json:"id"`
	Status       catalog.Status      `json:"status" enum:"upcoming,live,finished"`
	StreamStatus catalog.Status      `json:"stream_status" enum:"upcoming,live,finished" doc:"The same as status"`
	StreamState  catalog.StreamState `json:"stream_state" enum:"idle,live,reconnecting,ended"`

	ScheduleStatus catalog.ScheduleStatus `json:"schedule_status" enum:"on,postponed,cancelled,tba"`
	EventUTCTS     int64                  `json:"event_utc_ts" doc:"Start, in seconds since the Unix epoch"`
	TimeTBA        bool                   `json:"time_tba" doc:"Only the day of event_utc_ts is known"`
}
