// Package media knows what an event shows: its live stream, the recording that
// the stream becomes, and pictures taken from it; and films, which belong to no event.
// It admits encoders, keeps the journal of what they sent, and serves it to whoever
// holds a signed address.
package media

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
	"github.com/grandstand/grandstand/internal/blob"
	"github.com/grandstand/grandstand/internal/cache"
	"github.com/grandstand/grandstand/internal/clock"
	"github.com/grandstand/grandstand/internal/db"
	"github.com/grandstand/grandstand/internal/fault"
	"github.com/grandstand/grandstand/internal/media/playlist"
	"github.com/grandstand/grandstand/internal/media/progressive"
	"github.com/grandstand/grandstand/internal/media/transcode"
)

// Deps is what media needs from the rest of the house.
type Deps struct {
	DB      *db.DB
	Blob    *blob.Store
	Clock   clock.Clock
	Log     *slog.Logger
	Metrics *Metrics
	Events  Events
	Access  Access
	// Delivered hears of each segment, part or beginning of a segment that the holder of a grant was given to watch, also by a
	// proxy that only asked whether it may (HEAD). It must not wait for anything. It may be nil.
	Delivered func(g Grant)
	// Screens bounds the use of signed addresses; nil means that it is not bounded.
	Screens Screens
	Keys    *Keyring
	// StreamKeys keeps what encoders publish with.
	StreamKeys *StreamKeys
	// FFmpeg takes pictures; nil means that none are taken.
	FFmpeg *transcode.Tool
	// CutMade and CutFailed hear of a cut that is made or given up, in the transaction in
	// which it is; nil where nobody wants to know.
	CutMade, CutFailed func(ctx context.Context, tx bun.Tx, channelID int64, id CutID) error
	// LiveSizes are those in which a channel wants its live streams beside their own, by the
	// shorter side of the pictures in pixels; nil means none.
	LiveSizes func(ctx context.Context, channelID int64) ([]int, error)
	// Language is the language of a channel, by RFC 5646: that of the sound of its games, and of
	// films whose files do not say. Nil means that it is not known.
	Language func(ctx context.Context, channelID int64) (string, error)
	// Studio makes films of uploads; nil means that none are made here.
	Studio *transcode.Studio
	// KeepPoster keeps a picture of an upload's film, a JPEG, and returns a name for it that
	// UploadReady hears; nil means that none is drawn.
	KeepPoster func(ctx context.Context, channelID int64, jpeg []byte) (string, error)
	// UploadArrived hears of an upload that is whole, for MakeUpload to be called;
	// UploadReady of its film, in the transaction in which it is one. Should it refuse with
	// a fault, the upload fails with that. Nil where nobody wants to know.
	UploadArrived func(ctx context.Context, tx bun.Tx, channelID int64, id UploadID) error
	UploadReady   func(ctx context.Context, tx bun.Tx, channelID int64, u Upload, film Film) error
}

// Options are what an engineer may set.
type Options struct {
	// Node names this process among those that share the database. A process that
	// starts takes back the streams that its name held. Default "local".
	Node string
	// Reconnect is the time that a lost encoder has to come back before its stream ends. Default 90 s.
	Reconnect time.Duration
	// StorePatience bounds how long an encoder is held back. It is held back when half a minute of segments waits in memory
	// because the media store or the database does not take them; past StorePatience it is disconnected. Default 15 s.
	StorePatience time.Duration
	// Reopen is the time after its end in which a stream may go on. Default 1 h.
	Reopen time.Duration
	// StillEvery is how often a picture is taken of a live stream. Default 60 s.
	StillEvery time.Duration
	// LookEvery is how often it is measured whether a live stream is black or silent.
	// Default 15 s.
	LookEvery time.Duration
	// URLLife is the least life of a signed address. Default 6 h.
	URLLife time.Duration
	// LiveLadders is how many live streams this process makes in smaller sizes at once, of
	// those whose channels want it. Default none.
	LiveLadders int
	// Scratch is a folder of this machine for files that films are being made of: it needs
	// room for an upload and its film. Default is the system's own.
	Scratch string
}

// deadAfter is how long a publisher may be silent in the database before its node
// counts as dead; heartbeat is how often it is heard of.
const (
	deadAfter = 12 * time.Second
	heartbeat = 3 * time.Second

	// secondStill is how soon the first picture, which is often a title or a camera
	// being set up, is followed by another.
	secondStill = 10 * time.Second
)

func (o Options) withDefaults() Options {
	if o.Node == "" {
		o.Node = "local"
	}
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&o.Reconnect, 90 * time.Second}, {&o.StorePatience, 15 * time.Second}, {&o.Reopen, time.Hour}, {&o.StillEvery, time.Minute}, {&o.LookEvery, 15 * time.Second}, {&o.URLLife, 6 * time.Hour},
	} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	return o
}

// Service is the media of an installation. It is safe for concurrent use.
type Service struct {
	Deps
	options Options
	store   store
	doorman *gatekeeper
	screens *screens

	opening  sync.Mutex // held while a stream becomes active
	mu       sync.RWMutex
	active   map[StreamID]*desk          // streams that this process writes or waits for
	recorded *cache.TTL[StreamID, *desk] // others, as their journals tell
	films    *cache.TTL[FilmID, *desk]
	cuts     *cache.TTL[CutID, *desk]
	layouts  *cache.TTL[layoutKey, *progressive.Layout]
	boards   *cache.TTL[StreamID, *playlist.Page] // storyboards of streams
	// iframeLists are the I-frame playlists of recordings and films.
	iframeLists *cache.TTL[layoutKey, []playlist.IFrameSize]

	encoding sync.Mutex // held while a film is made of an upload
	drawing  sync.Mutex // held while small pictures are drawn of streams

	previewing sync.Mutex // held while previews are made
	ladders    *ladders
	reach      reach
}

// NewService returns the media kept in d.DB and d.Blob. Call Recover before the
// first encoder is admitted, and Run while any may be.
func NewService(d Deps, o Options) *Service {
	s := &Service{
		Deps: d, options: o.withDefaults(), store: store{d.DB},
		doorman: newGatekeeper(d.Access, d.Clock), screens: newScreens(d.Screens, d.Clock), active: map[StreamID]*desk{},
		ladders: newLadders(o.LiveLadders),
	}
	s.recorded, s.films, s.cuts, s.layouts = s.newDeskCache(), s.newFilmCache(), s.newCutCache(), s.newLayoutCache()
	s.boards, s.iframeLists = s.newBoardCache(), s.newIFrameCache()
	return s
}

func errForbidden() error {
	return fault.New(fault.Forbidden, "forbidden", "You are not allowed to do this.")
}

// EnsureStream returns an event's stream with its key and makes one for an event that has none.
func (s *Service) EnsureStream(ctx context.Context, by actor.Actor, channelID, eventID int64) (Stream, error) {
	row, err := s.ensureRow(ctx, by, channelID, eventID)
	if err != nil {
		return Stream{}, err
	}
	return s.withKey(row)
}

// withKey is a row's stream with its key.
func (s *Service) withKey(row streamRow) (Stream, error) {
	key, err := s.StreamKeys.open(row)
	if err != nil {
		return Stream{}, err
	}
	stream := row.stream()
	stream.Key = key
	return stream, nil
}

func (s *Service) ensureRow(ctx context.Context, by actor.Actor, channelID, eventID int64) (streamRow, error) {
	if !by.Operates(channelID) {
		return streamRow{}, errForbidden()
	}
	row, err := s.store.findByEvent(ctx, channelID, eventID)
	if fault.KindOf(err) != fault.NotFound {
		return row, err
	}
	now := s.Clock.Now()
	err = s.DB.InTx(ctx, func(ctx context.Context, tx bun.Tx) error {
		if err := s.store.insert(ctx, tx, s.StreamKeys, channelID, eventID, now); err != nil {
			return err
		}
		// The events' own check that the event is this channel's.
		return s.Events.SetStreamState(ctx, tx, channelID, eventID, string(Idle), now)
	})
	switch {
	case db.IsForeignKey(err):
		return streamRow{}, fault.Wrap(err, fault.NotFound, "event_not_found", "Event not found.")
	case err != nil && !db.IsUnique(err):
		return streamRow{}, fmt.Errorf("make a stream: %w", err)
	}
	return s.store.findByEvent(ctx, channelID, eventID)
}

// FindStream returns an event's stream without its key.
func (s *Service) FindStream(ctx context.Context, channelID, eventID int64) (Stream, error) {
	row, err := s.store.findByEvent(ctx, channelID, eventID)
	return row.stream(), err
}

// RotateKey gives an event's stream another key. The old one is dead at once. The node of an
// encoder that is connected with it disconnects the encoder within a second: who rotates a key that
// others have wants them out, and the stream waits for the encoder with the new key.
func (s *Service) RotateKey(ctx context.Context, by actor.Actor, channelID, eventID int64) (Stream, error) {
	row, err := s.ensureRow(ctx, by, channelID, eventID)
	if err != nil {
		return Stream{}, err
	}
	s.StreamKeys.seal(&row, newKey()) // the old key need not be readable
	if err := s.store.setKey(ctx, row, s.Clock.Now()); err != nil {
		return Stream{}, err
	}
	if err := s.disconnectRefused(ctx); err != nil {
		return Stream{}, err
	}
	return s.EnsureStream(ctx, by, channelID, eventID)
}

// ChannelOfEvent finds the channel of an event that has a stream, for the command
// line, where an event is named by its number alone.
func (s *Service) ChannelOfEvent(ctx context.Context, by actor.Actor, eventID int64) (int64, error) {
	if by.Role < actor.Owner {
		return 0, errForbidden()
	}
	row, err := s.store.find(ctx, s.DB.Read(), "event_id = ?", eventID)
	return row.ChannelID, err
}
