package clip

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/grandstand/grandstand/internal/actor"
)

// Viewer is who asks, and from where.
type Viewer struct {
	actor.Actor

	Place      string // as blackouts name places; "" where it is not known
	GeoBlocked bool
	// HidesLength is of a viewer who is not told how long the event is, nor a part of it.
	HidesLength bool
}

// Act is what is done with a clip, and counted.
type Act string

// Acts.
const (
	Make     Act = "make"
	Download Act = "download"
)

// Uses decides who may make clips of an event and load them down, and counts it. It is
// commerce's to know.
type Uses interface {
	// May says whether a viewer may act on an event. Not allowed: Forbidden, "no_access"; no
	// such event: NotFound, "event_not_found". It is asked outside of transactions.
	May(ctx context.Context, v Viewer, eventID int64, act Act) (Permit, error)
	// Hold tells of clips whether the purchases that they were made with still hold. Those of
	// an event that is not sold, and official ones, need none.
	Hold(ctx context.Context, channelID int64, clips []*Clip) (map[ID]bool, error)
	// GiveBack takes back that a clip was made. The caller sees to it that it is done once.
	GiveBack(ctx context.Context, tx bun.Tx, channelID, userID, order int64) error
}

// Permit is leave to do something once.
type Permit interface {
	// Use counts it inside the transaction tx. Used up: Unprocessable, "clip_limit_reached" or
	// "download_limit_reached".
	Use(ctx context.Context, tx bun.Tx) (Charge, error)
	// MostCovered is how much of an event a user's clips may show together, by how much of the
	// event is recorded; 0 for no bound.
	MostCovered(recorded time.Duration) time.Duration
}

// Charge is the purchases that something was done with, 0 for none: Order is the one on which it
// was counted, Access the one that opened the event.
type Charge struct{ Order, Access int64 }

// Cuts makes what clips show. It is the media's to know.
type Cuts interface {
	// Footage finds what there is to cut of an event. Of one that was not on: NotFound. It is
	// asked outside of transactions.
	Footage(ctx context.Context, channelID, eventID int64) (Footage, error)
	// State is how far a cut is; Failed for one that is gone.
	State(ctx context.Context, channelID int64, id CutID) (Status, error)
	// Drop removes a cut; one that is gone is no error.
	Drop(ctx context.Context, tx bun.Tx, channelID int64, id CutID) error
}

// Footage is what is recorded of an event.
type Footage interface {
	// Recorded is how much there is.
	Recorded() time.Duration
	// Opens returns what a clip of a stretch opens: the whole segments that play until some time after
	// the clip is made.
	Opens(from, length time.Duration) Stretch
	// Cut has a stretch of it play. Beyond what is recorded: Unprocessable, "clip_out_of_range".
	Cut(ctx context.Context, tx bun.Tx, from, length time.Duration) (CutID, error)
}

// Queue has work done later, if and when the transaction that asks for it stands.
type Queue interface {
	// EnqueueMake has a cut made a video of its own, and Service.Finish or Service.Fail
	// called then.
	EnqueueMake(ctx context.Context, tx bun.Tx, channelID int64, id CutID) error
}
