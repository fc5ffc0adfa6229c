package api

import (
	"sync/atomic"

	"github.com/grandstand/grandstand/internal/fault"
)

// Class says how dear a call is when there is too much to do: the cheapest class is
// shed first, playback last.
type Class uint8

// The classes. ClassBrowse is the zero value.
const (
	ClassBrowse Class = iota
	ClassAnalytics
	ClassPurchase
	ClassPlayback
)

const (
	// defaultMaxInFlight is how many calls but those of playback are served at once, at most.
	defaultMaxInFlight = 1024
	// playbackRoom is how many times as many all may be where those of playback are counted
	// too. They cost little and many, such as renewals of places, only wait for the
	// database: while it is busy with a rush of purchases thousands who watch ask, and
	// none of them is to be refused for the purchases' sake.
	playbackRoom = 16
)

// Load bounds how many calls are served at once. Each class may fill only its share
// of the room, so that what is shed first leaves room for what is shed last.
type Load struct {
	inFlight atomic.Int64
	room     [4]int64
}

// NewLoad returns room for limit calls; 0 means the default.
func NewLoad(limit int) *Load {
	if limit <= 0 {
		limit = defaultMaxInFlight
	}
	room := int64(limit)
	return &Load{room: [...]int64{
		ClassAnalytics: max(1, room/2), ClassBrowse: max(1, room*3/4), ClassPurchase: max(1, room*9/10), ClassPlayback: playbackRoom * room,
	}}
}

// Enter takes a place for one call. Without one it returns false, and the caller
// answers 503; otherwise release must be called at the end.
func (l *Load) Enter(class Class) (release func(), ok bool) {
	if l.inFlight.Add(1) > l.room[class] {
		l.leave()
		return nil, false
	}
	return l.leave, true
}

func (l *Load) leave() { l.inFlight.Add(-1) }

func overloaded() error {
	return fault.New(fault.Unavailable, "overloaded", "The service is busy. Please try again in a few seconds.")
}
